/* The generator's state and its small tools, for the files of the generator only. */
#ifndef ORACLE_GEN_INSIDE_H
#define ORACLE_GEN_INSIDE_H
#include "gen.h"

/* Profiles: X(name, share of the programs in percent). Each says how often it has which feature. */
#define GEN_PROFILES(X) X(MIXED, 20) X(DATA, 17) X(POINTERS, 12) X(LOCKS, 12) X(INPUTS, 11) X(SHAPES, 28)

/* Features: X(name, percentage of the programs of each profile that have it). */
#define GEN_FEATURES(X)                                                                                                \
  X(ARRAY, 30, 80, 35, 15, 55, 25)                                                                                     \
  X(INDEX, 25, 80, 30, 15, 40, 15)                                                                                     \
  X(HEAP, 30, 5, 80, 8, 15, 8)                                                                                         \
  X(LIST, 10, 0, 40, 5, 3, 0)                                                                                          \
  X(POINTER, 20, 15, 75, 8, 15, 8)                                                                                     \
  X(STRUCT, 12, 25, 25, 8, 12, 4)                                                                                      \
  X(CALLBACK, 5, 4, 12, 3, 4, 3)                                                                                       \
  X(MUTEX, 40, 12, 20, 90, 20, 12)                                                                                     \
  X(TWO_MUTEXES, 16, 2, 4, 60, 8, 0)                                                                                   \
  X(INVARIANT, 10, 2, 4, 25, 5, 0)                                                                                     \
  X(CONDITION, 15, 0, 3, 35, 6, 0)                                                                                     \
  X(TIMED, 6, 0, 0, 8, 0, 0)                                                                                           \
  X(SEMAPHORE, 12, 1, 3, 25, 6, 2)                                                                                     \
  X(BARRIER, 9, 1, 2, 16, 3, 0)                                                                                        \
  X(RWLOCK, 14, 1, 3, 32, 3, 0)                                                                                        \
  X(SPIN, 8, 0, 1, 18, 1, 0)                                                                                           \
  X(ATOMICS, 35, 12, 20, 20, 20, 8)                                                                                    \
  X(C11, 10, 2, 3, 5, 3, 1)                                                                                            \
  X(WAITING, 12, 8, 8, 15, 8, 2)                                                                                       \
  X(RETRY, 6, 6, 3, 3, 2, 0)                                                                                           \
  X(TLS, 7, 2, 4, 1, 2, 0)                                                                                             \
  X(SECTION, 10, 3, 3, 3, 8, 0)                                                                                        \
  X(INPUT, 30, 12, 15, 15, 100, 20)                                                                                    \
  X(NESTED, 12, 4, 8, 8, 5, 0)                                                                                         \
  X(LOOPED, 15, 12, 12, 15, 8, 0)                                                                                      \
  X(DETACH, 6, 2, 3, 4, 2, 0)                                                                                          \
  X(RECURSIVE, 4, 0, 0, 8, 0, 0)                                                                                       \
  X(ONCE, 4, 0, 2, 3, 1, 0)                                                                                            \
  X(DIVIDE, 10, 6, 3, 3, 12, 3)                                                                                        \
  X(ASSUME, 10, 4, 3, 3, 25, 4)                                                                                        \
  X(STACK, 8, 1, 12, 1, 2, 0)                                                                                          \
  X(LIBRARY, 8, 6, 4, 1, 4, 2)                                                                                         \
  X(RESULT, 8, 3, 4, 4, 4, 0)                                                                                          \
  X(EXITS, 4, 1, 1, 2, 2, 0)                                                                                           \
  X(MISUSE, 4, 0, 0, 6, 0, 0)                                                                                          \
  X(REJOIN, 4, 0, 1, 3, 1, 0)                                                                                          \
  X(SCOPED, 15, 4, 35, 3, 5, 0)                                                                                        \
  X(UNWRITTEN, 10, 6, 15, 3, 5, 0)                                                                                     \
  X(REUSE, 8, 2, 35, 2, 4, 0)

enum gen_feature {
#define X(name, ...) name,
  GEN_FEATURES(X)
#undef X
      FEATURE_COUNT,
  STEPS = FEATURE_COUNT, /* gen_steps.c; not drawn from the table */
  FEATURE_ALL
};
enum gen_profile {
#define X(name, share) PROFILE_##name,
  GEN_PROFILES(X)
#undef X
      PROFILE_COUNT
};

/* How many assertions a program has. Few: a slice leaves most of it out. Many: one that fails must not hide the
   next. */
enum gen_density { ASSERTS_FEW, ASSERTS_NORMAL, ASSERTS_MANY };

enum { SCALARS = 3, LOCALS = 3, MOST_THREADS = 4, TEXTS = 16, TEXT_BYTES = 96 };

struct gen {
  FILE *out;
  uint64_t state;
  int profile;
  bool has[FEATURE_ALL];
  enum gen_density density;
  int scalars; /* shared variables in use: few make conflicts */
  int size;
  int nthreads;                  /* functions f0 .. */
  int asserting;                 /* ASSERTS_FEW: the thread that asserts; nthreads: main */
  int thread;                    /* whose body is written */
  int budget;                    /* visible operations left for the body */
  int indent, depth;             /* depth of nesting */
  bool deep;                     /* a thread made after others begins with a deep recursion */
  int plain;                     /* gen_spin.c: percent of accesses that are not atomic */
  int waits;                     /* a program of gen_waits.c: which family; 0: none */
  unsigned pick[5];              /* of the shape: the same for all its threads */
  int recent;                    /* local that was assigned last: tests and assertions are mostly about it */
  int held;                      /* locks held here, as bits: mutexes 1 and 2, condition 4, read-write 8, spin 16 */
  char texts[TEXTS][TEXT_BYTES]; /* expressions under construction, used in turn */
  int next_text;
};

int gen_below(struct gen *g, int n);
bool gen_chance(struct gen *g, int percent);
void gen_line(struct gen *g, const char *format, ...) __attribute__((format(printf, 2, 3)));
const char *gen_text(struct gen *g, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Expressions. Only the shared ones are visible operations. */
const char *gen_scalar(struct gen *g); /* shared variable */
const char *gen_local(struct gen *g);  /* to be read */
const char *gen_target(struct gen *g); /* local, to be assigned */
const char *gen_value(struct gen *g);
const char *gen_test(struct gen *g);
const char *gen_index(struct gen *g); /* mostly inside 0 .. 2 */

/* Statements. */
void gen_statement(struct gen *g);
void gen_body(struct gen *g, int most); /* 1 to `most` statements, one level deeper */
void gen_read(struct gen *g);           /* of a shared variable: what a statement becomes where it is not possible */
void gen_assertion(struct gen *g);
void gen_assertions(struct gen *g); /* at the end of a thread */

/* A whole program about the functions of the thread library (gen_library.c); every so many are. */
enum { GEN_LIBRARY_EVERY = 8, GEN_CANCELS_EVERY = 16 }; /* of those: programs that cancel threads */
void gen_library_program(struct gen *g, int size, bool cancels, struct gen_traits *traits);

/* The same about loops that count while they wait and what one thread alone touches (gen_counting.c). */
enum { GEN_COUNTING_EVERY = 19, GEN_COUNTING_AT = 5 };
void gen_counting_program(struct gen *g, int size, struct gen_traits *traits);

/* The same with equal threads (gen_equal.c). */
enum { GEN_EQUAL_EVERY = 9, GEN_EQUAL_AT = 4 };
void gen_equal_program(struct gen *g, int size, struct gen_traits *traits);

/* The same that only one rule of the stateful search explores in full (gen_traps.c). */
enum { GEN_TRAPS_EVERY = 23, GEN_TRAPS_AT = 2 };
void gen_trap_program(struct gen *g, struct gen_traits *traits);

/* The same about spin locks and other loops that wait for a change of memory (gen_spin.c). */
enum { GEN_SPIN_EVERY = 13, GEN_SPIN_AT = 7 };
void gen_spin_program(struct gen *g, int size, struct gen_traits *traits);

/* Of so many programs one has a thread with a deep stack. */
enum { GEN_DEEP_EVERY = 211, GEN_DEEP_AT = 17 };

/* The body of a thread in a program of the profile SHAPES. */
void gen_shape_thread(struct gen *g, int thread);

/* Programs about waiting (gen_waits.c). */
void gen_waits_choose(struct gen *g, uint64_t seed); /* whether it is one */
void gen_waits_size(struct gen *g);
void gen_waits_prepare(struct gen *g);
void gen_waits_thread(struct gen *g, int thread);

/* Decisions and what has no influence (gen_inputs.c), for the same table; and the functions and counters that they use.
 */
void gen_input_functions(struct gen *g);
void gen_switch(struct gen *g);
void gen_ternary(struct gen *g);
void gen_callee(struct gen *g);
void gen_logging(struct gen *g);
void gen_swap(struct gen *g);

/* Memory that is handed out again (gen_reuse.c): what else there is, data, its beginning, statements, the end. */
void gen_reuse_choose(struct gen *g);
void gen_reuse_data(struct gen *g);
void gen_reuse_start(struct gen *g);
void gen_reuse(struct gen *g);
void gen_reuse_end(struct gen *g);
/* Objects that end early or that nobody wrote (gen_objects.c), for the same table. */
void gen_scoped(struct gen *g);
void gen_borrowed(struct gen *g);
void gen_unwritten(struct gen *g);
void gen_shape_scope(struct gen *g, int thread);

/* What is one step (gen_steps.c), for the same table; what it needs, and what main shows of it. */
bool gen_has_steps(uint64_t seed);
void gen_step_data(struct gen *g);
void gen_step_result(struct gen *g);
void gen_copy(struct gen *g);
void gen_torn(struct gen *g);
void gen_weak(struct gen *g);
void gen_clock(struct gen *g);

/* Statements of synchronisation, for the table in gen_statements.c. */
void gen_mutex(struct gen *g);
void gen_try(struct gen *g);
void gen_recursive(struct gen *g);
void gen_misuse(struct gen *g);
void gen_invariant(struct gen *g);
void gen_wait(struct gen *g);
void gen_signal(struct gen *g);
void gen_semaphore(struct gen *g);
void gen_barrier(struct gen *g);
void gen_rwlock(struct gen *g);
void gen_spin(struct gen *g);
void gen_section(struct gen *g);
void gen_once(struct gen *g);
void gen_rejoin(struct gen *g);
void gen_busy(struct gen *g);
void gen_announce(struct gen *g);
#endif
