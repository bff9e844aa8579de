/* The table of the thread library's functions (thread_functions.def) for those who ask by name. */
#ifndef HEDDLE_IR_THREAD_FUNCTIONS_H
#define HEDDLE_IR_THREAD_FUNCTIONS_H
#include <stdbool.h>
#include <stdint.h>

enum thread_provider { THREAD_PROVIDED, THREAD_INTERNAL, THREAD_MODELLED };

/* What lies at an argument, and the bytes that the C library gives it on 64 bits, of which there are at most as many on
   32 bits; 0: not known. */
#define THREAD_OBJECTS(X)                                                                                              \
  X(MUTEX, 40)                                                                                                         \
  X(COND, 48)                                                                                                          \
  X(RWLOCK, 56)                                                                                                        \
  X(BARRIER, 32)                                                                                                       \
  X(SEMAPHORE, 32)                                                                                                     \
  X(SPIN, 4)                                                                                                           \
  X(ONCE, 4)                                                                                                           \
  X(ATTR, 0)                                                                                                           \
  X(TIME, 16)                                                                                                          \
  X(KEY, 4)                                                                                                            \
  X(WORD, 8)                                                                                                           \
  X(INT, 4)
enum thread_object {
#define X(name, bytes) THREAD_OBJECT_##name,
  THREAD_OBJECTS(X)
#undef X
};
uint64_t thread_object_bytes(enum thread_object object);

struct thread_touch {
  uint8_t argument;
  uint8_t object;     /* enum thread_object */
  bool reads, writes; /* neither: there are no more */
};
enum { THREAD_MOST_TOUCHES = 4 }; /* the last one is the end */

enum thread_lock {
  THREAD_LOCK_NONE,
  THREAD_LOCK_LOCK,
  THREAD_LOCK_LOCK_SHARED,
  THREAD_LOCK_TRY,
  THREAD_LOCK_TRY_SHARED,
  THREAD_LOCK_UNLOCK,
  THREAD_LOCK_BEGIN, /* of an atomic section */
  THREAD_LOCK_END,
  THREAD_LOCK_CREATE, /* a thread, which holds nothing */
};

/* What a function has to do with the order of threads beside locks, and with their identity; bits. */
enum {
  THREAD_WAITS = 1,
  THREAD_WAKES = 2,
  THREAD_CREATES = 4,
  THREAD_JOINS = 8,
  THREAD_DETACHES = 16, /* a thread ends by itself: its identity is free then */
  THREAD_ASKS = 32,     /* for its own identity */
  THREAD_COMPARES = 64, /* two identities */
};
enum thread_order {
  THREAD_ORDER_NONE = 0,
  THREAD_ORDER_WAITS = THREAD_WAITS,
  THREAD_ORDER_WAKES = THREAD_WAKES,
  THREAD_ORDER_MEETS = THREAD_WAITS | THREAD_WAKES,
  THREAD_ORDER_CREATES = THREAD_CREATES,
  THREAD_ORDER_JOINS = THREAD_WAITS | THREAD_JOINS,
  THREAD_ORDER_DETACHES = THREAD_DETACHES,
  THREAD_ORDER_ASKS = THREAD_ASKS,
  THREAD_ORDER_COMPARES = THREAD_COMPARES,
};

enum thread_replay { THREAD_REPLAY_ALWAYS, THREAD_REPLAY_DEFAULT, THREAD_REPLAY_REAL };

struct thread_function {
  const char *name;
  enum thread_provider provider;
  struct thread_touch touches[THREAD_MOST_TOUCHES];
  enum thread_lock lock;
  enum thread_order order;
  enum thread_replay replay;
  const char *results; /* names with blanks between them */
};

uint32_t thread_function_count(void);
const struct thread_function *thread_function_at(uint32_t i);
const struct thread_function *thread_function_named(const char *name); /* NULL: none of them */
enum thread_order thread_function_order(const char *name);
#endif
