/* Mutexes that notice the death of their owner, and ceilings of priorities: what the models of the library and the
   runtime of native replay have in common. Whoever includes this says before what ROBUST_LOCK, ROBUST_TRY,
   ROBUST_UNLOCK (of a mutex), ROBUST_TURN() (before memory that others see) and ROBUST_UNSUPPORTED(text) are.

   The state lies behind the words that every mutex has. Only who holds the mutex touches it. A thread knows which of
   these mutexes it holds; when it ends it leaves word in them and gives them back. */
#ifndef HEDDLE_RT_ROBUST_H
#define HEDDLE_RT_ROBUST_H
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

enum { ROBUST_BIT = 0x40000000, PROTOCOL_SHIFT_OF_ATTR = 28, CEILING_SHIFT_OF_ATTR = 12 };
enum robust_state { ROBUST_GOOD, ROBUST_DEAD, ROBUST_INCONSISTENT, ROBUST_LOST };
enum { ROBUST_IS = 1, ROBUST_PROTECTS = 2, ROBUST_MOST = 16, ROBUST_OFFSET = 24 };

struct robust {
  int state;
  short flags, ceiling;
};

static _Thread_local struct robust_held {
  pthread_mutex_t *mutex;
  unsigned depth;
} robust_held[ROBUST_MOST];

static struct robust *robust_of(pthread_mutex_t *mutex) { return (struct robust *)((char *)mutex + ROBUST_OFFSET); }

static int robust_is(pthread_mutex_t *mutex) {
  ROBUST_TURN();
  return robust_of(mutex)->flags & ROBUST_IS;
}

static struct robust_held *robust_find(const pthread_mutex_t *mutex) {
  for (int i = 0; i < ROBUST_MOST; i++)
    if (robust_held[i].mutex == mutex) return &robust_held[i];
  return NULL;
}

static void robust_begin(pthread_mutex_t *mutex, unsigned attribute) {
  struct robust new = {.flags = (short)((attribute & ROBUST_BIT ? ROBUST_IS : 0) |
                                        ((attribute >> PROTOCOL_SHIFT_OF_ATTR & 3) == 2 ? ROBUST_PROTECTS : 0)),
                       .ceiling = (short)(attribute >> CEILING_SHIFT_OF_ATTR & 0xff)};
  if (sizeof(pthread_mutex_t) < ROBUST_OFFSET + sizeof new) ROBUST_UNSUPPORTED("robust mutexes of 32 bits");
  if ((new.flags &ROBUST_PROTECTS) && new.ceiling == 0) new.ceiling = 1;
  ROBUST_TURN();
  *robust_of(mutex) = new;
}

/* The thread has got the mutex: what its call of a function that locks gives. */
static int robust_got(pthread_mutex_t *mutex) {
  if (!robust_is(mutex)) return 0;
  struct robust_held *held = robust_find(mutex);
  struct robust *r = robust_of(mutex);
  if (held == NULL && r->state == ROBUST_LOST) {
    ROBUST_UNLOCK(mutex);
    return ENOTRECOVERABLE;
  }
  if (held == NULL) held = robust_find(NULL);
  if (held == NULL) ROBUST_UNSUPPORTED("more than 16 robust mutexes held by one thread");
  held->mutex = mutex;
  held->depth++;
  if (r->state != ROBUST_DEAD) return 0;
  r->state = ROBUST_INCONSISTENT;
  return EOWNERDEAD;
}

/* The same behind a wait on a condition variable, during which the thread is still known to hold it. */
static int robust_got_again(pthread_mutex_t *mutex) {
  struct robust_held *held = robust_is(mutex) ? robust_find(mutex) : NULL;
  if (held == NULL) return 0;
  held->mutex = NULL;
  held->depth = 0;
  return robust_got(mutex);
}

static int robust_give(pthread_mutex_t *mutex) {
  if (!robust_is(mutex)) return ROBUST_UNLOCK(mutex);
  struct robust_held *held = robust_find(mutex);
  if (held == NULL) return EPERM;
  if (--held->depth == 0) {
    held->mutex = NULL;
    if (robust_of(mutex)->state == ROBUST_INCONSISTENT) robust_of(mutex)->state = ROBUST_LOST;
  }
  return ROBUST_UNLOCK(mutex);
}

static int robust_repair(pthread_mutex_t *mutex) {
  if (!robust_is(mutex) || robust_find(mutex) == NULL || robust_of(mutex)->state != ROBUST_INCONSISTENT) return EINVAL;
  robust_of(mutex)->state = ROBUST_GOOD;
  return 0;
}

/* The thread ends. */
static void robust_end(void) {
  for (int i = 0; i < ROBUST_MOST; i++) {
    pthread_mutex_t *mutex = robust_held[i].mutex;
    if (mutex == NULL) continue;
    robust_held[i].mutex = NULL;
    ROBUST_TURN();
    robust_of(mutex)->state = ROBUST_DEAD;
    for (; robust_held[i].depth > 0; robust_held[i].depth--) ROBUST_UNLOCK(mutex);
  }
}

static int robust_ceiling(pthread_mutex_t *mutex, int *ceiling) {
  ROBUST_TURN();
  if (!(robust_of(mutex)->flags & ROBUST_PROTECTS)) return EINVAL;
  *ceiling = robust_of(mutex)->ceiling;
  return 0;
}

static int robust_set_ceiling(pthread_mutex_t *mutex, int ceiling, int *old) {
  ROBUST_TURN();
  if (!(robust_of(mutex)->flags & ROBUST_PROTECTS) || ceiling < 1 || ceiling > 99) return EINVAL;
  ROBUST_LOCK(mutex);
  if (old != NULL) *old = robust_of(mutex)->ceiling;
  robust_of(mutex)->ceiling = (short)ceiling;
  ROBUST_UNLOCK(mutex);
  return 0;
}
#endif
