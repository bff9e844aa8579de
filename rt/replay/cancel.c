/* Cancellation, by the same rules as in the interpreter: rt/cancel.h over the runtime's own operations. */
#define _GNU_SOURCE
#include <errno.h>
#include <semaphore.h>
#include <stdlib.h>

#include "../builtins.h"
#include "watch.h"

#pragma GCC diagnostic ignored "-Wmissing-prototypes" /* the program under test knows these by their other names */

void hd_library(void);
void hd_atomic_enter(void);
void hd_atomic_leave(void);
int hd_pthread_mutex_lock(void *mutex);
int hd_pthread_mutex_unlock(void *mutex);
int hd_pthread_cond_signal(void *condition);
int hd_pthread_cond_destroy(void *condition);
int hd_sem_trywait(void *semaphore);
int hd_pthread_join(pthread_t thread, void **result);
int hd_pthread_detach(pthread_t thread);
pthread_t hd_pthread_self(void);
_Noreturn void hd_pthread_exit(void *result);

extern const unsigned hd_cancels __attribute__((weak)); /* only programs that cancel threads have it */
bool cancel_is_on(void) { return &hd_cancels != NULL; }

static void begin_section(void) {
  call_turn(KIND(ATOMIC), NULL, NULL);
  hd_atomic_enter();
}

static bool is_open(struct thread *t) { return *(unsigned *)t->object > 0; }

static void pass(unsigned *gate) {
  hd_self->object = gate;
  hd_self->doing = "a signal, a semaphore or the end of a thread";
  call_turn(KIND(ACQUIRE), is_open, NULL);
  clock_acquire(gate);
  *gate = 0;
}

static void set(unsigned *gate, int open) {
  if (open) clock_release(gate);
  *gate = (unsigned)open;
}

static bool try_semaphore(void *semaphore) {
  int before = errno;
  bool got = hd_sem_trywait(semaphore) == 0;
  errno = before;
  return got;
}

static unsigned choose(void) {
  unsigned char value;
  input_bytes(&value, sizeof value, "wakes");
  return value;
}

static int read_asked(const int *place) {
  call_turn(KIND(READ), NULL, NULL);
  return *place;
}

static void store(int *place, int value) {
  hd_library();
  *place = value;
  memory_written(place, sizeof *place);
}

#define CANCEL_BEGIN begin_section
#define CANCEL_END hd_atomic_leave
#define CANCEL_SET set
#define CANCEL_PASS pass
#define CANCEL_LOCK hd_pthread_mutex_lock
#define CANCEL_UNLOCK hd_pthread_mutex_unlock
#define CANCEL_TRY try_semaphore
#define CANCEL_LOOK hd_pthread_cond_signal
#define CANCEL_JOIN hd_pthread_join
#define CANCEL_SELF hd_pthread_self
#define CANCEL_STATE thread_is_detached
#define CANCEL_NEW(bytes) checked_realloc(NULL, bytes)
#define CANCEL_CHOICE(count) choose()
#define CANCEL_FAIL(text) report_failure("sync", text)
#define CANCEL_SPURIOUS() (hd.spurious)
#define CANCEL_EXIT() hd_pthread_exit(PTHREAD_CANCELED)
#define CANCEL_READ read_asked
#define CANCEL_STORE store
#include "../cancel.h"

void cancel_pass(void *semaphore) { cancel_wait_semaphore(semaphore); }
void cancel_woken(const void *semaphore) { cancel_wake(semaphore); }
int cancel_timed_wait(void *condition, void *mutex) { return cancel_wait(condition, mutex, 1); }
void cancel_thread_ends(void) {
  if (!cancel_is_on()) return;
  hd_self->ins = LIBRARY;
  hd_self->counted = 0;
  cancel_end();
}

int hd_pthread_cancel(pthread_t thread) {
  call_end();
  return cancel_ask(thread);
}
void hd_pthread_cancel_point(void) {
  call_end();
  cancel_test();
}
void hd_pthread_cancel_testcancel(void) { hd_pthread_cancel_point(); }
void hd_pthread_cancel_poll(void) {
  call_end();
  if (cancel_is_at_once) cancel_test();
}
int hd_pthread_cancel_setcancelstate(int state, int *old) {
  call_end();
  return cancel_set(&cancel_is_off, state, old);
}
int hd_pthread_cancel_setcanceltype(int type, int *old) {
  call_end();
  return cancel_set(&cancel_is_at_once, type, old);
}
int hd_pthread_cancel_sem_wait(void *semaphore) {
  call_end();
  return cancel_wait_semaphore(semaphore);
}
int hd_pthread_cancel_cond_wait(void *condition, void *mutex) {
  call_end();
  return cancel_wait(condition, mutex, 0);
}
int hd_pthread_cancel_cond_signal(void *condition) {
  call_end();
  cancel_signal(condition);
  return 0;
}
int hd_pthread_cancel_cond_broadcast(void *condition) {
  call_end();
  cancel_broadcast(condition);
  return 0;
}
int hd_pthread_cancel_cond_destroy(void *condition) {
  call_end();
  cancel_check_unused(condition);
  return hd_pthread_cond_destroy(condition);
}
int hd_pthread_cancel_join(pthread_t thread, void **result) {
  call_end();
  return cancel_join(thread, result);
}
int hd_pthread_cancel_detach(pthread_t thread) {
  call_end();
  int error = hd_pthread_detach(thread);
  cancel_detached(thread);
  return error;
}
