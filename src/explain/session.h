/* A session: one machine with the inputs of one test, that runs schedules again and again from the first choice on.

   A schedule to try (plan) is only a list of threads: each makes its next visible operation, whatever that is; one that
   cannot go on is passed over; after the last one the running thread goes on as long as it can. What really happened is
   in the machine's `steps`. */
#ifndef HEDDLE_EXPLAIN_SESSION_H
#define HEDDLE_EXPLAIN_SESSION_H
#include "explore/explore.h"
#include "explore/follow.h"
#include "util/clock.h"

struct plan_step {
  uint32_t thread;
  uint32_t woken; /* by a signal; IR_NONE: anybody */
};
typedef VEC(struct plan_step) session_plan;

/* How a run ended badly. */
struct session_failure {
  bool happened;
  enum failure_kind kind;
  uint32_t ins;      /* place in the user's code */
  uint64_t identity; /* hash of what else must be the same: of a deadlock who waits for what, of a leak what leaks */
};

/* A data race is shown by a state in which both threads are about to make their access: nothing orders them. */
struct session_race {
  const char *thread[2];
  const struct result_frame *place[2];
};

struct session;
/* Called at the first choice, and around each step: before it happens (step is the number it will have), and when the
   thread stops again. */
struct session_watch {
  void *context;
  void (*start)(void *context, struct session *s);
  void (*before)(void *context, struct session *s, uint32_t step);
  void (*after)(void *context, struct session *s, uint32_t step);
};

/* Who goes on behind the end of a plan: one of those that can, or IR_NONE if nobody can. *woken: as in a plan. */
struct session_chooser {
  void *context;
  uint32_t (*choose)(void *context, struct session *s, uint32_t *woken);
};

struct session {
  const struct ir_program *program;
  struct machine machine; /* its `steps` are those of the last run */
  struct inputs inputs;
  struct map inputs_at_start;          /* what was given out before the first choice */
  bool at_choice;                      /* several threads: there is a state to come back to */
  struct session_failure wanted, seen; /* what to look for; what the last run showed */
  const struct result_failure
      *sought;     /* while `wanted` is not known: the first one of that kind at that place; NULL: any */
  enum vm_end end; /* of the last run; VM_STOPPED: it was given up before its end */
  bool incomplete; /* the last run met something that makes a verdict incomplete */
  uint32_t passed; /* failures of the last run before the wanted one: they only stopped their threads */
  const struct session_race *race; /* instead of a failure: runs end with its two accesses; NULL: none */
  const struct session_watch *watch;
  const struct session_chooser *chooser; /* NULL: the running thread as long as it can */
  uint32_t stepping;                     /* the thread whose step is watched */
  bool steps;                            /* it is under way */
  const session_plan *plan;              /* what to try */
  uint32_t at;                           /* in the plan */
  bool exact;                            /* instead: exactly the steps of `follower` */
  struct follower follower;
  bool racing;         /* the last run came to the race */
  double deadline;     /* of the monotonic clock; 0: none */
  uint32_t most_steps; /* a longer run is given up */
};

/* False: the test has no choice of threads in it, or fails before. The test must outlive the session. */
bool session_open(struct session *s, const struct ir_program *program, const struct explore_config *config,
                  const struct explore_goal *goal, const struct ktest *test);
/* The same, where inputs that the test does not have are added to it, as zeros. */
bool session_open_growing(struct session *s, const struct ir_program *program, const struct explore_config *config,
                          const struct explore_goal *goal, struct ktest *test);
void session_close(struct session *s);

/* Both run from the first choice on; true if the run shows the wanted failure. The exact one takes the named steps as
   they are and is false where they do not fit. */
bool session_run(struct session *s, const session_plan *plan);
bool session_follow(struct session *s, const schedule_steps *steps);

struct plan_step session_planned(const struct schedule_done *done); /* to do that again */
uint32_t session_switches(const struct schedule_done *steps, uint32_t count);
#endif
