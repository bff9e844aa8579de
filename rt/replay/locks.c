/* Mutexes, condition variables, read-write locks, barriers, spin locks and semaphores. Their state lies in the first
   words of the program's objects, in the same places and with the same rules as in the interpreter (src/vm/mutex.c,
   locks.c); the C library's functions for them are never called. Misuse is a failure. */
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <semaphore.h>
#include <string.h>
#include <threads.h>
#include <time.h>

#include "watch.h"

#pragma GCC diagnostic ignored "-Wmissing-prototypes" /* the program under test knows these by their other names */

void hd_library(void);

/* The object's memory is gone: nobody waits for it, and the operation is a bad access. */
static bool is_gone(const void *object) { return watch_is_on() && !object_allows(object, 1, object); }

static void check_memory(void *object) {
  if (!is_gone(object)) return;
  watch_hold();
  if (watch_is_suspect(hd_self, hd_self->ins, "memory")) object_check(object, 1, true, object);
}

/* In the interpreter an operation on memory that is gone is no more than an access to it. */
static bool turn(void *object, const char *what, unsigned kinds, bool (*can_go)(struct thread *)) {
  hd_self->object = object;
  hd_self->doing = what;
  bool granted = call_turn(kinds | KIND(READ) | KIND(WRITE), can_go, NULL);
  check_memory(object);
  clock_operation(object, kinds);
  return granted;
}

/* The end of waiting for an object that may be gone by then. */
static void pass(void *object, const char *what, unsigned kinds, bool (*can_go)(struct thread *)) {
  hd_self->object = object;
  hd_self->doing = what;
  call_turn(kinds, can_go, NULL);
  clock_operation(object, kinds);
}

/* The words of an object that was never initialised hold anything: nobody waits for them to change. */
static void check_written(const void *object, size_t size, const char *what) {
  if (!memory_was_written(object, size)) report_failure("sync", "%s was never initialised", what);
}

static void begin_words(void *object, size_t size) {
  memset(object, 0, size);
  memory_written(object, size);
}

static int finished(int result) {
  call_end();
  return result;
}

/* In the interpreter's model the moment is read from memory, which others may see. */
static bool is_moment(const struct timespec *t) {
  call_reads();
  return t->tv_nsec >= 0 && t->tv_nsec < 1000000000;
}
static bool is_clock(clockid_t clock) { return clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC; }

/* ---- mutexes ---- */

enum { NORMAL = 0, RECURSIVE = 1, CHECKING = 2, TYPE_MASK = 3 };
#define DESTROYED 0xdead0000u

struct mutex { /* the layout of the C library, whose static initialisers set the type */
#ifdef __i386__
  uint32_t locked, count, owner, type, users, unused;
#else
  uint32_t locked, count, owner, users, type, unused;
#endif
};
_Static_assert(sizeof(struct mutex) <= sizeof(pthread_mutex_t), "the state must fit");

static const char mutex_text[] = "the mutex";

static bool mutex_is_free(struct thread *t) {
  const struct mutex *m = t->object;
  return is_gone(m) || m->owner == 0 || m->owner == t->number || !memory_was_written(m, sizeof *m);
}

static void check_mutex(const struct mutex *m) {
  check_written(m, sizeof *m, mutex_text);
  if (m->type == DESTROYED) report_failure("sync", "use of a destroyed mutex");
}

static void init_mutex(struct mutex *m, uint32_t type) {
  turn(m, mutex_text, KIND(INIT), NULL);
  begin_words(m, sizeof *m);
  m->type = type;
}

static void destroy_mutex(struct mutex *m) {
  turn(m, mutex_text, KIND(INIT), NULL);
  check_mutex(m);
  if (m->owner) report_failure("sync", "a mutex is destroyed while it is held");
  m->type = DESTROYED;
}

static void take_mutex(struct mutex *m) {
  m->locked = m->count = 1;
  m->owner = hd_self->number;
}

static void free_mutex(struct mutex *m) { m->locked = m->count = m->owner = 0; }

static int relock_mutex(struct mutex *m) {
  if ((m->type & TYPE_MASK) == CHECKING) return EDEADLK;
  if ((m->type & TYPE_MASK) != RECURSIVE) report_failure("sync", "relock of a mutex that this thread holds already");
  m->count++;
  return 0;
}

static int lock_mutex(struct mutex *m) {
  turn(m, mutex_text, KIND(LOCK), mutex_is_free);
  check_mutex(m);
  if (m->owner == hd_self->number) return relock_mutex(m);
  take_mutex(m);
  return 0;
}

static int try_mutex(struct mutex *m, int busy) {
  turn(m, mutex_text, KIND(TRYLOCK), NULL);
  check_mutex(m);
  uint32_t type = m->type & TYPE_MASK;
  if (m->owner == hd_self->number && (type == RECURSIVE || (type == CHECKING && busy == ETIMEDOUT)))
    return relock_mutex(m);
  if (m->owner) return busy;
  take_mutex(m);
  return 0;
}

static int unlock_mutex(struct mutex *m) {
  turn(m, mutex_text, KIND(UNLOCK), NULL);
  check_mutex(m);
  if (m->owner != hd_self->number) {
    if ((m->type & TYPE_MASK) == NORMAL) report_failure("sync", "unlock of a mutex that this thread does not hold");
    return EPERM;
  }
  if (m->count > 1) m->count--;
  else free_mutex(m);
  return 0;
}

int hd_pthread_mutex_init(struct mutex *m, const pthread_mutexattr_t *attributes) {
  int type = 0;
  if (attributes) memcpy(&type, attributes, sizeof type);
  init_mutex(m, (uint32_t)type & TYPE_MASK);
  return finished(0);
}
int hd_pthread_mutex_destroy(struct mutex *m) {
  destroy_mutex(m);
  return finished(0);
}
int hd_pthread_mutex_lock(struct mutex *m) { return finished(lock_mutex(m)); }
int hd_pthread_mutex_trylock(struct mutex *m) { return finished(try_mutex(m, EBUSY)); }
/* Timed functions are models of the library on top of a builtin. */
static int timed_mutex(struct mutex *m, const struct timespec *until) {
  int result = robust_locked(m, try_mutex(m, ETIMEDOUT));
  return result == ETIMEDOUT && !is_moment(until) ? EINVAL : time_over(result, until);
}
int hd_pthread_mutex_timedlock(struct mutex *m, const struct timespec *until) {
  call_end();
  return timed_mutex(m, until);
}
int hd_pthread_mutex_clocklock(struct mutex *m, clockid_t clock, const struct timespec *until) {
  call_end();
  return is_clock(clock) ? timed_mutex(m, until) : EINVAL;
}
int hd_pthread_mutex_unlock(struct mutex *m) { return finished(unlock_mutex(m)); }

/* ---- condition variables: who waits is known by the threads themselves ---- */

static const char condition_text[] = "the condition variable";

static bool is_woken(struct thread *t) { return (t->signalled || !t->condition) && mutex_is_free(t); }

static void check_condition(const uint32_t *condition) {
  check_written(condition, sizeof *condition, condition_text);
  if (*condition == DESTROYED) report_failure("sync", "use of a destroyed condition variable");
}

static bool waits_on(const struct thread *t, const void *condition) {
  return !t->done && t->condition == condition && !t->signalled;
}

/* The wait may end by itself, whoever has the mutex: a signal that comes later wakes somebody else. */
static void end_wait(void *condition) {
  pass(condition, condition_text, KIND(TIMEOUT), NULL);
  if (!hd_self->signalled) check_memory(condition);
  hd_self->condition = NULL;
}

static int wait_on(void *condition, struct mutex *m, bool timed) {
  struct thread *t = hd_self;
  if (timed && cancel_is_on()) return cancel_timed_wait(condition, m);
  turn(condition, condition_text, KIND(WAIT), NULL);
  check_condition(condition);
  check_mutex(m);
  if (m->owner != t->number) report_failure("sync", "wait on a condition variable without holding the mutex");
  free_mutex(m);
  clock_release(m);
  t->condition = condition;
  t->signalled = false;
  t->timed = timed || hd.spurious;
  if (t->timed) end_wait(condition);
  turn(m, t->condition ? "the mutex and a signal" : mutex_text, KIND(WAKE), is_woken);
  check_mutex(m);
  take_mutex(m);
  int result = timed && !t->signalled ? ETIMEDOUT : 0;
  t->condition = NULL;
  t->signalled = t->timed = false;
  return result;
}

static void wake(struct thread *t) {
  t->signalled = true;
  clock_wake(t);
}

static void signal_one(void *condition) {
  struct thread *woken = NULL;
  hd_self->object = condition;
  hd_self->doing = condition_text;
  call_turn(KIND(SIGNAL), NULL, &woken);
  check_memory(condition);
  check_condition(condition);
  for (struct thread *t = hd.first; t && !woken; t = t->following)
    if (waits_on(t, condition)) woken = t;
  if (woken && waits_on(woken, condition)) wake(woken);
}

static void signal_all(void *condition) {
  turn(condition, condition_text, KIND(SIGNAL), NULL);
  check_condition(condition);
  for (struct thread *t = hd.first; t; t = t->following)
    if (waits_on(t, condition)) wake(t);
}

static void init_condition(int *condition) {
  turn(condition, condition_text, KIND(INIT), NULL);
  begin_words(condition, sizeof *condition);
}

static void destroy_condition(uint32_t *condition) {
  turn(condition, condition_text, KIND(INIT), NULL);
  check_condition(condition);
  for (struct thread *t = hd.first; t; t = t->following)
    if (waits_on(t, condition)) report_failure("sync", "a condition variable is destroyed while a thread waits on it");
  *condition = DESTROYED;
}

int hd_pthread_cond_init(int *condition, const void *attributes) {
  (void)attributes;
  init_condition(condition);
  return finished(0);
}
int hd_pthread_cond_destroy(void *condition) {
  destroy_condition(condition);
  return finished(0);
}
int hd_pthread_cond_wait(void *condition, struct mutex *m) { return finished(wait_on(condition, m, false)); }
int hd_pthread_cond_timedwait(void *condition, struct mutex *m, const struct timespec *until) {
  call_end();
  return is_moment(until) ? time_over(robust_waited(m, wait_on(condition, m, true)), until) : EINVAL;
}
int hd_pthread_cond_clockwait(void *condition, struct mutex *m, clockid_t clock, const struct timespec *until) {
  call_end();
  return is_clock(clock) && is_moment(until) ? time_over(robust_waited(m, wait_on(condition, m, true)), until) : EINVAL;
}
int hd_pthread_cond_signal(void *condition) {
  signal_one(condition);
  return finished(0);
}
int hd_pthread_cond_broadcast(void *condition) {
  signal_all(condition);
  return finished(0);
}

/* ---- read-write locks ---- */

struct rwlock {
  uint32_t writer, readers;
  uint32_t first,
      waiting; /* to write, where writers are preferred: the first one while others read, and how many more */
#ifdef __i386__
  uint32_t unused[2], kind; /* in the place where the C library's static initialisers set it */
#else
  uint32_t unused[8], kind;
#endif
};
_Static_assert(sizeof(struct rwlock) <= sizeof(pthread_rwlock_t), "the state must fit");
static const char rwlock_text[] = "the read-write lock";

static bool is_any_rw(const struct rwlock *l, const struct thread *t) {
  return is_gone(l) || l->writer == t->number || !memory_was_written(l, 16);
}
static bool can_read(struct thread *t) {
  const struct rwlock *l = t->object;
  return is_any_rw(l, t) || (l->writer == 0 && l->first == 0 && l->waiting == 0);
}
static bool can_write(struct thread *t) {
  const struct rwlock *l = t->object;
  return is_any_rw(l, t) || (l->writer == 0 && l->readers == 0 && (l->first == 0 || l->first == t->number));
}

static void check_rw(const struct rwlock *l) {
  check_written(l, 16, rwlock_text);
  if (l->kind == DESTROYED) report_failure("sync", "use of a destroyed read-write lock");
}
static void check_own_rw(const struct rwlock *l) {
  if (l->writer == hd_self->number)
    report_failure("sync", "a thread locks a read-write lock that it holds for writing");
}

static bool rw_is_free(const struct rwlock *l) { return !l->writer && !l->readers && !l->first && !l->waiting; }

static bool prefers_writers(const struct rwlock *l) {
  return memory_was_written(l, sizeof *l) && (l->kind & 0xff) == PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP;
}

static void queue_for_rw(struct rwlock *l, bool blocks) {
  bool first = !l->writer && !l->first && !l->waiting;
  if (first) l->first = hd_self->number;
  else l->waiting++;
  turn(l, rwlock_text, blocks ? KIND(LOCK) : KIND(TRYLOCK), blocks ? can_write : NULL);
  if (l->first == hd_self->number) l->first = 0;
  else if (l->waiting) l->waiting--;
}

static int write_lock(struct rwlock *l) {
  bool queues = prefers_writers(l);
  turn(l, rwlock_text, queues ? KIND(QUEUE) : KIND(LOCK), queues ? NULL : can_write);
  check_rw(l);
  check_own_rw(l);
  if (!rw_is_free(l)) queue_for_rw(l, true);
  l->writer = hd_self->number;
  return 0;
}

static int read_lock(struct rwlock *l) {
  turn(l, rwlock_text, KIND(LOCK) | KIND(RDLOCK), can_read);
  check_rw(l);
  check_own_rw(l);
  l->readers++;
  return 0;
}

static int try_rw(struct rwlock *l, bool writes) {
  turn(l, rwlock_text, KIND(TRYLOCK), NULL);
  check_rw(l);
  if (l->writer || l->first || l->waiting || (writes && l->readers)) return EBUSY;
  if (writes) l->writer = hd_self->number;
  else l->readers++;
  return 0;
}

static int late_rw(const struct rwlock *l) { return l->writer == hd_self->number ? EDEADLK : ETIMEDOUT; }

static int timed_read(struct rwlock *l, const struct timespec *until) {
  if (!is_moment(until)) return EINVAL;
  return try_rw(l, false) ? time_over(late_rw(l), until) : 0;
}

static int timed_write(struct rwlock *l, const struct timespec *until) {
  bool queues = prefers_writers(l);
  if (!is_moment(until)) return EINVAL;
  turn(l, rwlock_text, queues ? KIND(QUEUE) : KIND(TRYLOCK), NULL);
  check_rw(l);
  if (queues && !rw_is_free(l) && l->writer != hd_self->number) queue_for_rw(l, false);
  if (l->writer || l->readers || l->first) return time_over(late_rw(l), until);
  l->writer = hd_self->number;
  return 0;
}

int hd_pthread_rwlock_init(struct rwlock *l, const void *attributes) {
  turn(l, rwlock_text, KIND(INIT), NULL);
  begin_words(l, sizeof *l);
  if (attributes) memcpy(&l->kind, attributes, sizeof l->kind);
  return finished(0);
}
int hd_pthread_rwlock_destroy(struct rwlock *l) {
  turn(l, rwlock_text, KIND(INIT), NULL);
  check_rw(l);
  if (!rw_is_free(l)) report_failure("sync", "a read-write lock is destroyed while it is held");
  l->kind = DESTROYED;
  return finished(0);
}
int hd_pthread_rwlock_rdlock(struct rwlock *l) { return finished(read_lock(l)); }
int hd_pthread_rwlock_tryrdlock(struct rwlock *l) { return finished(try_rw(l, false)); }
int hd_pthread_rwlock_wrlock(struct rwlock *l) { return finished(write_lock(l)); }
int hd_pthread_rwlock_trywrlock(struct rwlock *l) { return finished(try_rw(l, true)); }
int hd_pthread_rwlock_timedrdlock(struct rwlock *l, const struct timespec *until) {
  call_end();
  return timed_read(l, until);
}
int hd_pthread_rwlock_timedwrlock(struct rwlock *l, const struct timespec *until) {
  call_end();
  return timed_write(l, until);
}
int hd_pthread_rwlock_clockrdlock(struct rwlock *l, clockid_t clock, const struct timespec *until) {
  call_end();
  return is_clock(clock) ? timed_read(l, until) : EINVAL;
}
int hd_pthread_rwlock_clockwrlock(struct rwlock *l, clockid_t clock, const struct timespec *until) {
  call_end();
  return is_clock(clock) ? timed_write(l, until) : EINVAL;
}
int hd_pthread_rwlock_unlock(struct rwlock *l) {
  turn(l, rwlock_text, KIND(UNLOCK), NULL);
  check_rw(l);
  if (l->writer == hd_self->number) l->writer = 0;
  else if (l->readers && !l->writer) l->readers--;
  else report_failure("sync", "unlock of a read-write lock that this thread does not hold");
  return finished(0);
}

/* ---- barriers ---- */

struct barrier {
  uint32_t needed, arrived, round;
};
static const char barrier_text[] = "the barrier";

static bool round_is_over(struct thread *t) {
  return is_gone(t->object) || ((struct barrier *)t->object)->round != t->ticket;
}

static void check_barrier(const struct barrier *b) {
  check_written(b, sizeof *b, barrier_text);
  if (!b->needed) report_failure("sync", "the barrier was never initialised");
  if (b->needed == DESTROYED) report_failure("sync", "use of a destroyed barrier");
}

int hd_pthread_barrier_init(struct barrier *b, const void *attributes, unsigned count) {
  (void)attributes;
  if (!count || count >= INT_MAX) return finished(EINVAL);
  turn(b, barrier_text, KIND(INIT), NULL);
  uint32_t round = memory_was_written(b, sizeof *b) && b->needed == DESTROYED ? b->round : 1;
  begin_words(b, sizeof *b);
  b->needed = count;
  b->round = round;
  return finished(0);
}
int hd_pthread_barrier_destroy(struct barrier *b) {
  turn(b, barrier_text, KIND(INIT), NULL);
  check_barrier(b);
  if (b->arrived) report_failure("sync", "a barrier is destroyed while a thread waits at it");
  b->needed = DESTROYED;
  return finished(0);
}
int hd_pthread_barrier_wait(struct barrier *b) {
  turn(b, barrier_text, KIND(ARRIVE), NULL);
  check_barrier(b);
  if (++b->arrived >= b->needed) {
    b->arrived = 0;
    b->round++;
    return finished(PTHREAD_BARRIER_SERIAL_THREAD);
  }
  hd_self->ticket = b->round;
  pass(b, barrier_text, KIND(LEAVE), round_is_over);
  return finished(0);
}

/* ---- spin locks ---- */

#define SPIN_FREE 0x5f12ee00u /* all zeros is none */
static const char spin_text[] = "the spin lock";

static bool spin_is_free(struct thread *t) {
  uint32_t holder = *(uint32_t *)t->object;
  return is_gone(t->object) || holder == SPIN_FREE || holder == 0 || holder == DESTROYED || holder == t->number ||
         !memory_was_written(t->object, sizeof holder);
}

static void check_spin(const uint32_t *s) {
  check_written(s, sizeof *s, spin_text);
  if (*s == 0) report_failure("sync", "the spin lock was never initialised");
  if (*s == DESTROYED) report_failure("sync", "use of a destroyed spin lock");
}

int hd_pthread_spin_init(uint32_t *s, int shared) {
  (void)shared;
  turn(s, spin_text, KIND(INIT), NULL);
  begin_words(s, sizeof *s);
  *s = SPIN_FREE;
  return finished(0);
}
int hd_pthread_spin_destroy(uint32_t *s) {
  turn(s, spin_text, KIND(INIT), NULL);
  check_spin(s);
  if (*s != SPIN_FREE) report_failure("sync", "a spin lock is destroyed while it is held");
  *s = DESTROYED;
  return finished(0);
}
int hd_pthread_spin_lock(uint32_t *s) {
  turn(s, spin_text, KIND(LOCK), spin_is_free);
  check_spin(s);
  if (*s != SPIN_FREE) report_failure("sync", "relock of a spin lock that this thread holds already");
  *s = hd_self->number;
  return finished(0);
}
int hd_pthread_spin_trylock(uint32_t *s) {
  turn(s, spin_text, KIND(TRYLOCK), NULL);
  check_spin(s);
  if (*s != SPIN_FREE) return finished(EBUSY);
  *s = hd_self->number;
  return finished(0);
}
int hd_pthread_spin_unlock(uint32_t *s) {
  turn(s, spin_text, KIND(UNLOCK), NULL);
  check_spin(s);
  if (*s != hd_self->number) report_failure("sync", "unlock of a spin lock that this thread does not hold");
  *s = SPIN_FREE;
  return finished(0);
}

/* ---- semaphores ---- */

static const char semaphore_text[] = "the semaphore";

static bool semaphore_is_up(struct thread *t) {
  const uint32_t *s = t->object;
  return is_gone(s) || *s > 0 || !memory_was_written(s, sizeof *s);
}

static void check_semaphore(const uint32_t *s) {
  check_written(s, sizeof *s, semaphore_text);
  if (*s == DESTROYED) report_failure("sync", "use of a destroyed semaphore");
}

static int wait_semaphore(uint32_t *s, bool blocks, int error) {
  turn(s, semaphore_text, KIND(ACQUIRE), blocks ? semaphore_is_up : NULL);
  check_semaphore(s);
  if (*s) {
    --*s;
    return 0;
  }
  errno = error;
  return -1;
}

static int fails(int error) {
  errno = error;
  return -1;
}

int hd_sem_init(uint32_t *s, int shared,
                unsigned value) { /* most of these are models of the library on top of a builtin */
  (void)shared;
  call_end();
  if (value > INT_MAX) return fails(EINVAL);
  turn(s, semaphore_text, KIND(INIT), NULL);
  begin_words(s, sizeof *s);
  *s = value;
  return 0;
}
int hd_sem_destroy(uint32_t *s) {
  turn(s, semaphore_text, KIND(INIT), NULL);
  check_semaphore(s);
  *s = DESTROYED;
  return finished(0);
}
int hd_sem_wait(uint32_t *s) { return finished(wait_semaphore(s, true, 0)); }
int hd_sem_trywait(uint32_t *s) {
  call_end();
  return wait_semaphore(s, false, EAGAIN);
}
static int timed_semaphore(uint32_t *s, const struct timespec *until) {
  int result = wait_semaphore(s, false, ETIMEDOUT);
  return result == 0 ? 0 : fails(time_over(ETIMEDOUT, until));
}
int hd_sem_timedwait(uint32_t *s, const struct timespec *until) {
  call_end();
  return is_moment(until) ? timed_semaphore(s, until) : fails(EINVAL);
}
int hd_sem_clockwait(uint32_t *s, clockid_t clock, const struct timespec *until) {
  call_end();
  return is_clock(clock) && is_moment(until) ? timed_semaphore(s, until) : fails(EINVAL);
}
int hd_sem_post(uint32_t *s) {
  call_end();
  turn(s, semaphore_text, KIND(RELEASE), NULL);
  check_semaphore(s);
  if (*s >= INT_MAX) return fails(EOVERFLOW);
  ++*s;
  cancel_woken(s);
  return 0;
}
int hd_sem_getvalue(uint32_t *s, int *value) {
  call_end();
  turn(s, semaphore_text, KIND(READ), NULL);
  check_semaphore(s);
  int now = (int)*s;
  hd_library(); /* to store it is a step of its own */
  *value = now;
  memory_written(value, sizeof *value);
  return 0;
}

/* ---- C11: models of the library on top of the same operations ---- */

static int c11_result(int error) {
  return error == 0 ? thrd_success : error == EBUSY ? thrd_busy : error == ETIMEDOUT ? thrd_timedout : thrd_error;
}

int hd_mtx_init(struct mutex *m, int type) {
  call_end();
  init_mutex(m, (type & ~mtx_timed) == mtx_recursive ? RECURSIVE : NORMAL);
  return thrd_success;
}
void hd_mtx_destroy(struct mutex *m) {
  call_end();
  destroy_mutex(m);
}
int hd_mtx_lock(struct mutex *m) {
  call_end();
  return c11_result(lock_mutex(m));
}
int hd_mtx_trylock(struct mutex *m) {
  call_end();
  return c11_result(try_mutex(m, EBUSY));
}
int hd_mtx_timedlock(struct mutex *m, const struct timespec *until) {
  call_end();
  return c11_result(timed_mutex(m, until));
}
int hd_mtx_unlock(struct mutex *m) {
  call_end();
  return c11_result(unlock_mutex(m));
}
int hd_cnd_init(int *condition) {
  call_end();
  init_condition(condition);
  return thrd_success;
}
void hd_cnd_destroy(void *condition) {
  call_end();
  destroy_condition(condition);
}
int hd_cnd_wait(void *condition, struct mutex *m) {
  call_end();
  return c11_result(wait_on(condition, m, false));
}
int hd_cnd_timedwait(void *condition, struct mutex *m, const struct timespec *until) {
  call_end();
  return c11_result(is_moment(until) ? time_over(robust_waited(m, wait_on(condition, m, true)), until) : EINVAL);
}
int hd_cnd_signal(void *condition) {
  call_end();
  signal_one(condition);
  return thrd_success;
}
int hd_cnd_broadcast(void *condition) {
  call_end();
  signal_all(condition);
  return thrd_success;
}
