/* The runtime of native replay, linked into the instrumented program: what its files share.

   Exactly one thread runs at any time: the one that has the token. It runs until it comes to an operation that the
   schedule puts later, then the token goes to the thread of the schedule's next step. Blocking is decided here, never
   by the C library, so nothing hangs by itself. Only who has the token touches this state, so it needs no lock.

   Objects of the program (mutexes, semaphores, ...) keep their state in their own first words, as in the
   interpreter. */
#ifndef HEDDLE_RT_REPLAY_H
#define HEDDLE_RT_REPLAY_H
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* Kinds of operations in schedules, in the words used there. */
#define OPERATIONS(X)                                                                                                  \
  X(READ, "read")                                                                                                      \
  X(WRITE, "write")                                                                                                    \
  X(UPDATE, "update")                                                                                                  \
  X(LOCK, "lock")                                                                                                      \
  X(UNLOCK, "unlock")                                                                                                  \
  X(TRYLOCK, "trylock")                                                                                                \
  X(RDLOCK, "read-lock")                                                                                               \
  X(WAIT, "wait")                                                                                                      \
  X(TIMEOUT, "time-out")                                                                                               \
  X(WAKE, "wake-up")                                                                                                   \
  X(SIGNAL, "signal")                                                                                                  \
  X(ACQUIRE, "acquire")                                                                                                \
  X(RELEASE, "release")                                                                                                \
  X(ARRIVE, "arrive")                                                                                                  \
  X(LEAVE, "leave")                                                                                                    \
  X(INIT, "init")                                                                                                      \
  X(QUEUE, "queue")                                                                                                    \
  X(ATOMIC, "atomic-section")                                                                                          \
  X(JOIN, "join")                                                                                                      \
  X(SPIN, "wait-for-a-change")                                                                                         \
  X(EXIT, "exit")                                                                                                      \
  X(FREE, "free")
enum operation {
#define X(name, text) OP_##name,
  OPERATIONS(X)
#undef X
      OP_COUNT
};
#define KIND(name) (1u << OP_##name)
#define ANY_KIND (~0u)

enum { NAME_BYTES = 120, NOBODY = -1 };
#define LIBRARY UINT32_MAX /* in place of an instruction: one of the library's own */

struct step { /* of the schedule */
  uint32_t ins;
  enum operation kind;
  uint64_t ordinal; /* counted instructions of the thread before it */
  int line;         /* whose it is */
  int woken;        /* line of the thread that a signal wakes, or NOBODY */
  int next;         /* step of the same thread, or NOBODY */
  bool library;     /* inside a model of the C library: natively somewhere in the call */
};

struct line { /* what the schedule says about one thread */
  char name[NAME_BYTES];
  int next;              /* its next step, or NOBODY */
  struct thread *thread; /* NULL: not created yet */
};

struct input {
  char *name;
  const uint8_t *bytes;
  uint32_t size;
};

struct clock { /* of each thread, by number: how much of it happened before */
  uint32_t *times, count;
  uint32_t owner; /* of what a store released: whose store */
};

struct thread {
  char name[NAME_BYTES];
  uint32_t number;          /* from 1, in the order of creation */
  struct thread *following; /* in that order */
  int line;                 /* NOBODY: the schedule never mentions it */
  pthread_t handle, shown;  /* of the C library; what the program knows it by */
  unsigned long given_back; /* shown may be handed out again: when that became so; 0: it may not */
  pid_t tid;
  atomic_int gate;                                  /* 1: the token has come */
  uint64_t hooks;                                   /* counted instructions executed */
  uint64_t due;                                     /* below this nothing is to be done about the next ones */
  unsigned stack_lives, heap_lives, register_lives; /* local objects, heap objects and unknown values that have begun */
  unsigned children;                                /* created so far */
  unsigned requests;                                /* of memory, where it may be handed out again */
  unsigned atomic;                                  /* atomic sections entered */
  uint32_t ins;                                     /* of the call that comes next */
  enum operation did;                               /* kind of the step that its last turn was, or OP_COUNT: none */
  char *buffer;                                     /* where a block lies while it is copied */
  size_t buffer_size;
  unsigned counted; /* 1: that call is a counted instruction */
  uint32_t weak[8]; /* compare-and-swaps that have failed without a reason, as instruction + 1 (src/vm/state.h) */
  uint32_t entered; /* copies of arguments already made, as first instruction + 1 */
  bool ended;       /* nothing of the program is left of it, though it may not be done */
  bool started, done, joined, detached, parked, exiting, halted;
  bool held; /* about to fail, but the others go first */
  void *(*function)(void *);
  int (*function_of_int)(void *);
  void *argument, *result;
  /* the operation it is waiting to do */
  bool (*can_go)(struct thread *); /* NULL: it does not block */
  void *object;                    /* what it is about */
  const char *doing;               /* in words, for deadlocks */
  uint32_t ticket;                 /* round of a barrier */
  unsigned long long mask;         /* of signals, when it began */
  struct thread *joins;
  void *condition; /* waits on it */
  bool signalled, timed;
  /* only with the runtime's own checks (watch.h) */
  struct clock clock;
  struct clock seen;   /* by relaxed atomic operations: an acquire fence makes it part of the clock */
  struct clock fenced; /* the clock at the last release fence: relaxed atomic operations release it */
  const void **locals; /* its local objects, in the order in which they began */
  unsigned nlocals;
  struct {
    unsigned integers, floats;
    size_t memory;
  } passed; /* variable arguments of the call that comes next */
};

struct replay {
  struct step *steps;
  int nsteps, next; /* next == nsteps: the schedule has ended */
  struct line *lines;
  int nlines;
  struct input *inputs;
  uint32_t ninputs;
  struct thread *first, *last;
  struct thread *dying; /* has ended; its kernel thread may still be there */
  const char
      *suspect; /* name of the thread that failed in the interpreter: it runs first after the schedule; or NULL */
  struct thread *needed;       /* somebody waits for its end: it runs on though it has no steps left. Or NULL */
  bool spurious;               /* waits on condition variables may end by themselves */
  bool fresh;                  /* no memory is handed out again */
  bool waits_for_ever;         /* the test is a deadlock: threads that only go round in loops are one */
  unsigned rounds;             /* switches since the schedule has ended */
  unsigned help;               /* operations of the needed one */
  int result;                  /* descriptor for what happened */
  const char *suspect_name;    /* as suspect, but for the whole replay */
  const char *watched_kind;    /* of failure: "memory", "race", "arithmetic" (watch.h); or NULL */
  uint32_t *watched, nwatched; /* instructions of the line that failed */
};
extern struct replay hd;
extern _Thread_local struct thread *hd_self;

/* test.c: reads the file into hd; ends the process on an error. */
void test_read(const char *path);
void test_use_ranges(void); /* tells the library's steps from the program's own */
const struct input *test_find(const char *name);
extern const char *const operation_text[OP_COUNT];

/* report.c: what the driver gets to know. Texts must not contain newlines. */
void report_line(const char *format, ...) __attribute__((format(printf, 1, 2)));
_Noreturn void report_failure(const char *kind, const char *format, ...) __attribute__((format(printf, 2, 3)));
_Noreturn void report_divergence(const struct step *expected, uint32_t seen_ins, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
_Noreturn void report_error(const char *format, ...) __attribute__((format(printf, 1, 2)));
void *checked_realloc(void *p, size_t size); /* report_error where there is no memory */
void report_watch_signals(void);             /* of the calling thread */

/* token.c */
struct thread *token_add(const char *name);
void hd_switched(void);            /* another thread goes on now: a place for a breakpoint */
void token_take(struct thread *t); /* the first thing a thread does */
/* The calling thread is before an operation of one of these kinds: returns when it may happen. `ins` is the instruction
   or LIBRARY; counted: it is one of those counted. True if a step of the schedule says so: then `*woken` is whom it
   wakes. */
bool token_turn(uint32_t ins, bool counted, unsigned kinds, bool (*can_go)(struct thread *), struct thread **woken);
/* Within an operation that had its turn: is there a step for its next piece, too? Then it has come. A thread without
   steps waits for the end of the schedule. */
bool token_piece(uint32_t ins, enum operation kind);
void token_end(void);  /* the thread has ended: the token goes on and does not come back */
void token_exit(void); /* returns when nobody else can do anything */
void token_park(void); /* the first thread has ended itself; returns when all are done */
void token_yield(void);
void token_hold(void);           /* before a failure */
_Noreturn void token_halt(void); /* the thread goes no further, the others do */

/* A counted call of a function of the runtime is counted when it is over, if the interpreter has it built in; when it
   begins, if it is a model of the library: what follows is then done by the library. */
void call_end(void);
/* Waits for the turn of what the current call does. */
bool call_turn(unsigned kinds, bool (*can_go)(struct thread *), struct thread **woken);
/* Inside a function of the library that is about to read memory of the program: a step, if others see it. */
void call_reads(void);
/* blocks.c: after hd_library() */
void block_move(void *to, const void *from, size_t size);
void block_fill(void *to, int byte, size_t size);
void input_bytes(void *p, size_t size, const char *name);

/* time.c: a timed wait has this result; if the time is over, the clock shows that. Gives the result. */
struct timespec;
int time_over(int result, const struct timespec *until);

/* world.c: what the interpreter offers to the library's models, for those that are part of the native program */
void world_start(const char *files, const char *options, const char *net_file); /* options: values, by number */

/* threads.c: fails if the handle cannot be meant any more */
bool thread_is_detached(pthread_t handle);

/* cancel.c: programs that cancel threads */
bool cancel_is_on(void);
void cancel_pass(void *semaphore);        /* waits for it, may be cancelled */
void cancel_woken(const void *semaphore); /* it has become more */
int cancel_timed_wait(void *condition, void *mutex);
void cancel_thread_ends(void);

/* robust.c: what a function gives that has got a mutex, or got it again behind a wait */
int robust_locked(void *mutex, int error);
int robust_waited(void *mutex, int error);
void robust_thread_ends(void);

/* reuse.c: memory of the program */
bool reuse_is_on(void);
void *reuse_allocate(size_t size);    /* new, or what was freed, as the test says */
size_t reuse_size(const void *start); /* of a block, if it is on */
void reuse_free(void *start);
pthread_t reuse_handle(const struct thread *new); /* what the program gets to know it by */
void reuse_give_back(struct thread *t);

/* report.c: clang's memory sanitizer, if the program was built with it, does not see what the runtime writes, so it
   must be told. */
void memory_written(const void *p, size_t size);
bool memory_was_written(const void *p, size_t size); /* true too if nobody can say */
#endif
