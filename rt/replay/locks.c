/* Mutexes, condition variables, read-write locks, barriers, spin locks and semaphores. Their state lies in the first words
   of the program's objects, in the same places and with the same rules as in the interpreter (src/vm/mutex.c, locks.c); the C
   library's functions for them are never called. Misuse is a failure. */
#define _GNU_SOURCE
#include <errno.h>
#include <semaphore.h>
#include <string.h>
#include <threads.h>
#include <time.h>

#include "watch.h"

#pragma GCC diagnostic ignored "-Wmissing-prototypes" /* the program under test knows these by their other names */

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
  if (m->owner == hd_self->number && (m->type & TYPE_MASK) == RECURSIVE) return relock_mutex(m);
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
int hd_pthread_mutex_timedlock(struct mutex *m, const struct timespec *until) {
  (void)until;
  return finished(try_mutex(m, ETIMEDOUT));
}
int hd_pthread_mutex_clocklock(struct mutex *m, clockid_t clock, const struct timespec *until) {
  (void)clock, (void)until;
  call_end();
  return try_mutex(m, ETIMEDOUT);
}
int hd_pthread_mutex_unlock(struct mutex *m) { return finished(unlock_mutex(m)); }

/* ---- condition variables: who waits is known by the threads themselves ---- */

static const char condition_text[] = "the condition variable";

static bool is_woken(struct thread *t) { return (t->signalled || t->timed) && mutex_is_free(t); }

static bool waits_on(const struct thread *t, const void *condition) {
  return !t->done && t->condition == condition && !t->signalled;
}

static int wait_on(void *condition, struct mutex *m, bool timed) {
  struct thread *t = hd_self;
  turn(condition, condition_text, KIND(WAIT), NULL);
  check_written(m, sizeof *m, mutex_text);
  if (m->owner != t->number) report_failure("sync", "wait on a condition variable without holding the mutex");
  free_mutex(m);
  clock_release(m);
  t->condition = condition;
  t->signalled = false;
  t->timed = timed || hd.spurious;
  turn(m, "the mutex and a signal", KIND(WAKE), is_woken);
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
  for (struct thread *t = hd.first; t && !woken; t = t->following)
    if (waits_on(t, condition)) woken = t;
  if (woken && waits_on(woken, condition)) wake(woken);
}

static void signal_all(void *condition) {
  turn(condition, condition_text, KIND(SIGNAL), NULL);
  for (struct thread *t = hd.first; t; t = t->following)
    if (waits_on(t, condition)) wake(t);
}

static void init_condition(int *condition) {
  turn(condition, condition_text, KIND(INIT), NULL);
  begin_words(condition, sizeof *condition);
}

static void destroy_condition(void *condition) {
  turn(condition, condition_text, KIND(INIT), NULL);
  for (struct thread *t = hd.first; t; t = t->following)
    if (waits_on(t, condition)) report_failure("sync", "a condition variable is destroyed while a thread waits on it");
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
  (void)until;
  return finished(wait_on(condition, m, true));
}
int hd_pthread_cond_clockwait(void *condition, struct mutex *m, clockid_t clock, const struct timespec *until) {
  (void)clock, (void)until;
  call_end();
  return wait_on(condition, m, true);
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
};
static const char rwlock_text[] = "the read-write lock";

static bool can_read(struct thread *t) {
  const struct rwlock *l = t->object;
  return is_gone(l) || l->writer == 0 || l->writer == t->number || !memory_was_written(l, sizeof *l);
}
static bool can_write(struct thread *t) {
  const struct rwlock *l = t->object;
  return is_gone(l) || (l->writer == 0 && l->readers == 0) || l->writer == t->number || !memory_was_written(l, sizeof *l);
}

static int lock_rw(struct rwlock *l, bool writes, bool blocks) {
  turn(l, rwlock_text, blocks ? KIND(LOCK) | KIND(RDLOCK) : KIND(TRYLOCK), !blocks ? NULL : writes ? can_write : can_read);
  check_written(l, sizeof *l, rwlock_text);
  if (blocks && l->writer == hd_self->number)
    report_failure("sync", "a thread locks a read-write lock that it holds for writing");
  if (l->writer || (writes && l->readers)) return EBUSY;
  if (writes) l->writer = hd_self->number;
  else l->readers++;
  return 0;
}

static int timed_rw(struct rwlock *l, bool writes) {
  call_end();
  return lock_rw(l, writes, false) ? ETIMEDOUT : 0;
}

int hd_pthread_rwlock_init(struct rwlock *l, const void *attributes) {
  (void)attributes;
  turn(l, rwlock_text, KIND(INIT), NULL);
  begin_words(l, sizeof *l);
  return finished(0);
}
int hd_pthread_rwlock_destroy(struct rwlock *l) {
  turn(l, rwlock_text, KIND(INIT), NULL);
  check_written(l, sizeof *l, rwlock_text);
  if (l->writer || l->readers) report_failure("sync", "a read-write lock is destroyed while it is held");
  return finished(0);
}
int hd_pthread_rwlock_rdlock(struct rwlock *l) { return finished(lock_rw(l, false, true)); }
int hd_pthread_rwlock_tryrdlock(struct rwlock *l) { return finished(lock_rw(l, false, false)); }
int hd_pthread_rwlock_wrlock(struct rwlock *l) { return finished(lock_rw(l, true, true)); }
int hd_pthread_rwlock_trywrlock(struct rwlock *l) { return finished(lock_rw(l, true, false)); }
int hd_pthread_rwlock_timedrdlock(struct rwlock *l, const void *until) {
  (void)until;
  return timed_rw(l, false);
}
int hd_pthread_rwlock_timedwrlock(struct rwlock *l, const void *until) {
  (void)until;
  return timed_rw(l, true);
}
int hd_pthread_rwlock_clockrdlock(struct rwlock *l, clockid_t clock, const void *until) {
  (void)clock, (void)until;
  return timed_rw(l, false);
}
int hd_pthread_rwlock_clockwrlock(struct rwlock *l, clockid_t clock, const void *until) {
  (void)clock, (void)until;
  return timed_rw(l, true);
}
int hd_pthread_rwlock_unlock(struct rwlock *l) {
  turn(l, rwlock_text, KIND(UNLOCK), NULL);
  check_written(l, sizeof *l, rwlock_text);
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

static bool round_is_over(struct thread *t) { return ((struct barrier *)t->object)->round != t->ticket; }

int hd_pthread_barrier_init(struct barrier *b, const void *attributes, unsigned count) {
  (void)attributes;
  turn(b, barrier_text, KIND(INIT), NULL);
  begin_words(b, sizeof *b);
  b->needed = count;
  return finished(count ? 0 : EINVAL);
}
int hd_pthread_barrier_destroy(struct barrier *b) {
  turn(b, barrier_text, KIND(INIT), NULL);
  check_written(b, sizeof *b, barrier_text);
  if (b->arrived) report_failure("sync", "a barrier is destroyed while a thread waits at it");
  return finished(0);
}
int hd_pthread_barrier_wait(struct barrier *b) {
  turn(b, barrier_text, KIND(ARRIVE), NULL);
  check_written(b, sizeof *b, barrier_text);
  if (++b->arrived >= b->needed) {
    b->arrived = 0;
    b->round++;
    return finished(PTHREAD_BARRIER_SERIAL_THREAD);
  }
  hd_self->ticket = b->round;
  turn(b, barrier_text, KIND(LEAVE), round_is_over);
  return finished(0);
}

/* ---- spin locks ---- */

static const char spin_text[] = "the spin lock";

static bool spin_is_free(struct thread *t) {
  uint32_t holder = *(uint32_t *)t->object;
  return is_gone(t->object) || holder == 0 || holder == t->number || !memory_was_written(t->object, sizeof holder);
}

int hd_pthread_spin_init(uint32_t *s, int shared) {
  (void)shared;
  turn(s, spin_text, KIND(INIT), NULL);
  begin_words(s, sizeof *s);
  return finished(0);
}
int hd_pthread_spin_destroy(uint32_t *s) {
  turn(s, spin_text, KIND(INIT), NULL);
  check_written(s, sizeof *s, spin_text);
  if (*s) report_failure("sync", "a spin lock is destroyed while it is held");
  return finished(0);
}
int hd_pthread_spin_lock(uint32_t *s) {
  turn(s, spin_text, KIND(LOCK), spin_is_free);
  check_written(s, sizeof *s, spin_text);
  if (*s) report_failure("sync", "relock of a spin lock that this thread holds already");
  *s = hd_self->number;
  return finished(0);
}
int hd_pthread_spin_trylock(uint32_t *s) {
  turn(s, spin_text, KIND(TRYLOCK), NULL);
  check_written(s, sizeof *s, spin_text);
  if (*s) return finished(EBUSY);
  *s = hd_self->number;
  return finished(0);
}
int hd_pthread_spin_unlock(uint32_t *s) {
  turn(s, spin_text, KIND(UNLOCK), NULL);
  check_written(s, sizeof *s, spin_text);
  if (*s != hd_self->number) report_failure("sync", "unlock of a spin lock that this thread does not hold");
  *s = 0;
  return finished(0);
}

/* ---- semaphores ---- */

static const char semaphore_text[] = "the semaphore";

static bool semaphore_is_up(struct thread *t) {
  const uint32_t *s = t->object;
  return is_gone(s) || *s > 0 || !memory_was_written(s, sizeof *s);
}

static int wait_semaphore(uint32_t *s, bool blocks, int error) {
  turn(s, semaphore_text, KIND(ACQUIRE), blocks ? semaphore_is_up : NULL);
  check_written(s, sizeof *s, semaphore_text);
  if (*s) {
    --*s;
    return 0;
  }
  errno = error;
  return -1;
}

int hd_sem_init(uint32_t *s, int shared, unsigned value) {
  (void)shared;
  turn(s, semaphore_text, KIND(INIT), NULL);
  begin_words(s, sizeof *s);
  *s = value;
  return finished(0);
}
int hd_sem_destroy(uint32_t *s) {
  turn(s, semaphore_text, KIND(INIT), NULL);
  check_written(s, sizeof *s, semaphore_text);
  return finished(0);
}
int hd_sem_wait(uint32_t *s) { return finished(wait_semaphore(s, true, 0)); }
int hd_sem_trywait(uint32_t *s) { /* these are models of the library on top of a builtin */
  call_end();
  return wait_semaphore(s, false, EAGAIN);
}
int hd_sem_timedwait(uint32_t *s, const void *until) {
  (void)until;
  call_end();
  return wait_semaphore(s, false, ETIMEDOUT);
}
int hd_sem_clockwait(uint32_t *s, clockid_t clock, const void *until) {
  (void)clock, (void)until;
  call_end();
  return wait_semaphore(s, false, ETIMEDOUT);
}
int hd_sem_post(uint32_t *s) {
  turn(s, semaphore_text, KIND(RELEASE), NULL);
  check_written(s, sizeof *s, semaphore_text);
  ++*s;
  return finished(0);
}
int hd_sem_getvalue(uint32_t *s, int *value) {
  turn(s, semaphore_text, KIND(READ), NULL);
  check_written(s, sizeof *s, semaphore_text);
  *value = (int)*s;
  memory_written(value, sizeof *value);
  return finished(0);
}

/* ---- C11: models of the library on top of the same operations ---- */

static int c11_result(int error) {
  return error == 0 ? thrd_success : error == EBUSY ? thrd_busy : error == ETIMEDOUT ? thrd_timedout : thrd_error;
}

int hd_mtx_init(struct mutex *m, int type) {
  call_end();
  init_mutex(m, type & mtx_recursive ? RECURSIVE : NORMAL);
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
  (void)until;
  call_end();
  return c11_result(try_mutex(m, ETIMEDOUT));
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
  (void)until;
  call_end();
  return c11_result(wait_on(condition, m, true));
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
