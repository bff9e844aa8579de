/* Cancellation of threads: what the models of the library and the runtime of native replay have in common. Whoever
   includes this says before how a section begins and ends, how a thread waits, and how the operations below are done.

   A thread that somebody has asked to end, or that waits, has a record. A cancellation point ends the thread if it was
   asked to. A point that waits does so at a gate of its own, which is opened by what it waits for and by the request;
   then it looks again, in a section. So no wait is in vain, and a thread goes on either because of the one or of the
   other. Only programs that cancel threads have any of this: the front end replaces the functions
   (src/front/cancels.c).

     CANCEL_BEGIN(), CANCEL_END()   a section
     CANCEL_PASS(gate)              waits until the gate is open and shuts it
     CANCEL_READ(place), CANCEL_STORE(place, value)
     CANCEL_LOCK(m), CANCEL_UNLOCK(m), CANCEL_TRY(semaphore), CANCEL_LOOK(condition)
     CANCEL_JOIN(thread, result), CANCEL_SELF(), CANCEL_STATE(thread)
     CANCEL_NEW(bytes), CANCEL_CHOICE(count), CANCEL_FAIL(text), CANCEL_SPURIOUS() */
#ifndef HEDDLE_RT_CANCEL_H
#define HEDDLE_RT_CANCEL_H
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

struct cancel_record {
  struct cancel_record *next;
  pthread_t thread;
  int asked;          /* to end */
  int ended;          /* nothing of the program is left of it */
  int listens;        /* while it waits: it may be cancelled */
  int woken;          /* by a signal on its condition variable */
  const void *object; /* that it waits for, or NULL */
  unsigned gate;
};

static struct cancel_record *cancel_records;
static _Thread_local struct cancel_record *cancel_own;
static _Thread_local int cancel_is_off, cancel_is_at_once;

/* ---- in a section ---- */

static struct cancel_record *cancel_record_of(pthread_t thread) {
  for (struct cancel_record *r = cancel_records; r != NULL; r = r->next)
    if (r->thread == thread) return r;
  struct cancel_record *r = CANCEL_NEW(sizeof *r);
  *r = (struct cancel_record){.next = cancel_records, .thread = thread};
  cancel_records = r;
  return r;
}

/* The thread cannot be meant any more: its handle may be another one's. */
static void cancel_forget(pthread_t thread) {
  for (struct cancel_record **r = &cancel_records; *r != NULL; r = &(*r)->next)
    if ((*r)->thread == thread) {
      *r = (*r)->next;
      return;
    }
}

static void cancel_wait_for(struct cancel_record *r, const void *object) {
  r->object = object;
  r->woken = 0;
  r->listens = !cancel_is_off;
  CANCEL_SET(&r->gate, 0);
}

static void cancel_wake(const void *object) {
  for (struct cancel_record *r = cancel_records; r != NULL; r = r->next)
    if (r->object == object) CANCEL_SET(&r->gate, 1);
}

static int cancel_is_due(const struct cancel_record *r) { return r->asked && !cancel_is_off; }

/* ---- the calling thread ---- */

static struct cancel_record *cancel_self(void) {
  if (cancel_own != NULL) return cancel_own;
  CANCEL_BEGIN();
  cancel_own = cancel_record_of(CANCEL_SELF());
  CANCEL_END();
  return cancel_own;
}

static void cancel_act(void) {
  cancel_is_off = 1;
  cancel_is_at_once = 0;
  CANCEL_EXIT();
}

static void cancel_test(void) {
  if (!cancel_is_off && CANCEL_READ(&cancel_self()->asked)) cancel_act();
}

static int cancel_ask(pthread_t thread) {
  CANCEL_BEGIN();
  CANCEL_STATE(thread);
  struct cancel_record *r = cancel_record_of(thread);
  __atomic_store_n(&r->asked, 1, __ATOMIC_SEQ_CST);
  if (r->object != NULL && r->listens) CANCEL_SET(&r->gate, 1);
  CANCEL_END();
  if (cancel_is_at_once) cancel_test();
  return 0;
}

static int cancel_set(int *setting, int value, int *old) {
  if (value != 0 && value != 1) return EINVAL;
  if (old != NULL) CANCEL_STORE(old, *setting);
  *setting = value;
  if (cancel_is_at_once) cancel_test();
  return 0;
}

/* ---- semaphores ---- */

static int cancel_wait_semaphore(void *semaphore) {
  struct cancel_record *r = cancel_self();
  for (;;) {
    CANCEL_BEGIN();
    int due = cancel_is_due(r), got = !due && CANCEL_TRY(semaphore);
    if (due || got) r->object = NULL;
    else cancel_wait_for(r, semaphore);
    CANCEL_END();
    if (due) cancel_act();
    if (due || got) return 0;
    CANCEL_PASS(&r->gate);
  }
}

/* ---- condition variables ---- */

enum { CANCEL_NOT, CANCEL_OVER, CANCEL_DUE };

/* The end of the wait, which comes before the mutex is taken again. A signal that comes later wakes another thread. */
static int cancel_end_wait(struct cancel_record *r) {
  CANCEL_BEGIN();
  int end = r->woken ? CANCEL_NOT : cancel_is_due(r) ? CANCEL_DUE : CANCEL_OVER;
  r->object = NULL;
  CANCEL_END();
  return end;
}

static int cancel_wait(void *condition, void *mutex, int timed) {
  struct cancel_record *r = cancel_self();
  CANCEL_BEGIN();
  int due = cancel_is_due(r);
  CANCEL_LOOK(condition);
  if (!due) {
    CANCEL_UNLOCK(mutex);
    cancel_wait_for(r, condition);
  }
  CANCEL_END();
  if (due) cancel_act();
  if (due) return 0;
  if (!timed && !CANCEL_SPURIOUS()) CANCEL_PASS(&r->gate);
  int end = cancel_end_wait(r);
  CANCEL_LOCK(mutex);
  if (end == CANCEL_DUE) cancel_act();
  return timed && end == CANCEL_OVER ? ETIMEDOUT : 0;
}

static void cancel_wake_one(struct cancel_record *r) {
  r->woken = 1;
  r->object = NULL;
  CANCEL_SET(&r->gate, 1);
}

static unsigned cancel_count(const void *condition) {
  unsigned count = 0;
  for (struct cancel_record *r = cancel_records; r != NULL; r = r->next) count += r->object == condition;
  return count;
}

static void cancel_signal(void *condition) {
  CANCEL_BEGIN();
  CANCEL_LOOK(condition);
  unsigned count = cancel_count(condition), chosen = count > 1 ? CANCEL_CHOICE(count) : 0;
  for (struct cancel_record *r = cancel_records; r != NULL && count > 0; r = r->next)
    if (r->object == condition && chosen-- == 0) {
      cancel_wake_one(r);
      break;
    }
  CANCEL_END();
}

static void cancel_broadcast(void *condition) {
  CANCEL_BEGIN();
  CANCEL_LOOK(condition);
  for (struct cancel_record *r = cancel_records; r != NULL; r = r->next)
    if (r->object == condition) cancel_wake_one(r);
  CANCEL_END();
}

static void cancel_check_unused(const void *condition) {
  CANCEL_BEGIN();
  unsigned count = cancel_count(condition);
  CANCEL_END();
  if (count > 0) CANCEL_FAIL("a condition variable is destroyed while a thread waits on it");
}

/* ---- ends of threads ---- */

static int cancel_join(pthread_t thread, void **result) {
  struct cancel_record *r = cancel_self();
  for (int ended = thread == CANCEL_SELF(); !ended;) { /* which the join below complains about */
    CANCEL_BEGIN();
    CANCEL_STATE(thread);
    struct cancel_record *other = cancel_record_of(thread);
    int due = cancel_is_due(r);
    ended = other->ended;
    if (due || ended) r->object = NULL;
    else cancel_wait_for(r, other);
    CANCEL_END();
    if (due) cancel_act();
    if (due) return 0;
    if (!ended) CANCEL_PASS(&r->gate);
  }
  int error = CANCEL_JOIN(thread, result);
  CANCEL_BEGIN();
  cancel_forget(thread);
  CANCEL_END();
  return error;
}

static void cancel_end(void) {
  CANCEL_BEGIN();
  struct cancel_record *r = cancel_record_of(CANCEL_SELF());
  r->ended = 1;
  cancel_wake(r);
  if (CANCEL_STATE(r->thread)) cancel_forget(r->thread); /* detached */
  CANCEL_END();
}

static void cancel_detached(pthread_t thread) {
  CANCEL_BEGIN();
  if (cancel_record_of(thread)->ended) cancel_forget(thread);
  CANCEL_END();
}
#endif
