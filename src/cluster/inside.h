/* What job.c, relay.c and worker.c share. */
#ifndef HEDDLE_CLUSTER_INSIDE_H
#define HEDDLE_CLUSTER_INSIDE_H
#include <stdatomic.h>

#include "cluster/cluster.h"
#include "redis/redis.h"
#include "static/static.h"
#include "util/bytes.h"
#include "util/mem.h"

enum {
  KEY = 256,
  ALIVE_MS = 1000,    /* how often a worker says that it is alive */
  VANISHED_MS = 6000, /* when one that did not is taken to be gone */
  AGAIN_SECONDS = 5,  /* when a message that nobody answers is sent again */
  KEPT_SECONDS = 86400,
  MOST_UNITS = 16, /* of one worker at the same time */
};
#define GROUP "workers"

/* What a worker sees of the processes that it has made. */
struct worker_slot {
  _Atomic bool busy;              /* it computes; else it waits for an order */
  _Atomic uint64_t states, given; /* found so far; branches given away */
};

/* A job as the server has it, and back. */
struct job {
  struct ir_program *program;
  struct explore_options options;
  struct static_set targets;    /* of the goal, and what is used again: the options lead here */
  struct explore_states states; /* likewise */
  struct arena memory;          /* of all but the program */
};
struct sink job_encode(const struct explore_options *options, uint32_t nins, const void *image, uint64_t size);
/* NULL: all is well; else what is wrong, static. */
const char *job_decode(struct job *job, const void *bytes, uint64_t size, const void *image, uint64_t image_size);
void job_image_key(const void *job, uint64_t size, char text[40]); /* by what name the program lies on the server */
void job_free(struct job *job);
/* What is looked for and what is used again (goal.c). False: something of it cannot go along. */
bool goal_travels(const struct explore_options *options);
void goal_put(struct sink *sink, const struct explore_options *options, uint32_t nins);
bool goal_get(struct source *source, struct job *job); /* its program is there; false: it is damaged */

/* heddle:NAME:KIND:REST */
void key_of(const struct redis *r, const char *kind, const char *rest, char key[KEY]);

/* Messages with numbers, in a list. */
struct channel {
  struct redis *redis;
  char key[KEY];
  char end[KEY];   /* a list in which something lies as soon as nobody wants anything any more; "": there is none */
  uint64_t number; /* of the message that was sent, or that comes next */
};
bool channel_send(struct channel *c, uint64_t number, const void *bytes, uint64_t size);
/* The message of that number; waits up to a second. 1: it is there; 2: an earlier one came again; 0: not yet; -1: the
   server is gone, or the end has come. */
int channel_receive(struct channel *c, uint64_t number, struct sink *message);

/* With other machines that explore the same search (exchange.c). */
struct exchange;
struct exchange *exchange_open(struct redis *redis, const char *job, bool small, struct worker_slot *slot, FILE *log);
const struct explore_exchange *exchange_hooks(const struct exchange *x);
/* For those who give branches: one has taken so many seconds of the processor. */
void exchange_tell_yield(struct exchange *x, double seconds);
void exchange_close(struct exchange *x);

/* What workers say about themselves (status.c). */
struct worker_record {
  char job[48];            /* it works on; "": on none */
  uint64_t rate, branches; /* states a second; that it has explored */
  uint32_t searches;       /* whole ones that it serves */
  bool branch;             /* it explores one */
};
void status_put(struct redis *r, const char *me, const struct worker_record *record);
void status_leave(struct redis *r, const char *me);
typedef void status_visit(void *context, const char *name, const struct worker_record *record);
void status_each(struct redis *r, status_visit *visit, void *context);

bool write_all(int socket, const void *bytes, uint64_t size);
/* A question whose answer does not matter. False: the server is gone, or refused. */
bool tell(struct redis *r, const char *const *texts, int count);
#define TELL(r, ...)                                                                                                   \
  tell(r, (const char *const[]){__VA_ARGS__}, (int)(sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *)))
#endif
