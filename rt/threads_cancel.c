/* pthread_cancel, and the functions that take the place of others in programs that cancel threads. */
#include <semaphore.h>
#include "channels.h"
#include "threads_builtins.h"

static unsigned choice(unsigned count) {
  unsigned char value;
  __heddle_symbolic(&value, sizeof value, "wakes");
  __heddle_assume(value < count);
  return value;
}

void __heddle_rt_cancel_set(unsigned *gate, int open);
int __heddle_thread_state(pthread_t thread); /* 1: detached; fails if it cannot be meant any more */

#define CANCEL_BEGIN __VERIFIER_atomic_begin
#define CANCEL_END __VERIFIER_atomic_end
#define CANCEL_SET __heddle_rt_cancel_set
#define CANCEL_PASS(gate) sem_wait((sem_t *)(gate))
#define CANCEL_LOCK pthread_mutex_lock
#define CANCEL_UNLOCK pthread_mutex_unlock
#define CANCEL_TRY(semaphore) (__heddle_sem_trywait(semaphore) == 0)
#define CANCEL_LOOK pthread_cond_signal /* nobody waits there: it only has to be one */
#define CANCEL_JOIN pthread_join
#define CANCEL_SELF pthread_self
#define CANCEL_STATE __heddle_thread_state
#define CANCEL_NEW(bytes) __heddle_malloc(bytes, RT_KEPT)
#define CANCEL_CHOICE choice
#define CANCEL_FAIL(text) __heddle_fail("sync", text)
#define CANCEL_SPURIOUS() __heddle_option(RT_OPTION_SPURIOUS)
#define CANCEL_EXIT() pthread_exit(PTHREAD_CANCELED)
#define CANCEL_READ(place) __atomic_load_n(place, __ATOMIC_SEQ_CST)
#define CANCEL_STORE(place, value) (*(place) = (value))
#include "cancel.h"

/* A new record has no gate yet: its bytes are those of one that is shut. */
void __heddle_rt_cancel_set(unsigned *gate, int open) {
  if (open && __heddle_sem_value(gate) == 0) __heddle_sem_post(gate);
  if (!open) __heddle_sem_init(gate, 0);
}

int pthread_cancel(pthread_t thread) { return cancel_ask(thread); }

void pthread_cancel_point(void);
void pthread_cancel_point(void) { cancel_test(); }
void pthread_cancel_poll(void);
void pthread_cancel_poll(void) {
  if (cancel_is_at_once) cancel_test();
}
void pthread_cancel_testcancel(void);
void pthread_cancel_testcancel(void) { cancel_test(); }
int pthread_cancel_setcancelstate(int state, int *old);
int pthread_cancel_setcancelstate(int state, int *old) { return cancel_set(&cancel_is_off, state, old); }
int pthread_cancel_setcanceltype(int type, int *old);
int pthread_cancel_setcanceltype(int type, int *old) { return cancel_set(&cancel_is_at_once, type, old); }

int pthread_cancel_sem_wait(sem_t *semaphore);
int pthread_cancel_sem_wait(sem_t *semaphore) { return cancel_wait_semaphore(semaphore); }
int __heddle_rt_cancel_sem_post(void *semaphore);
int __heddle_rt_cancel_sem_post(void *semaphore) {
  __VERIFIER_atomic_begin();
  int result = __heddle_sem_post(semaphore);
  cancel_wake(semaphore);
  __VERIFIER_atomic_end();
  return result;
}

int pthread_cancel_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex);
int pthread_cancel_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex) {
  return cancel_wait(condition, mutex, 0);
}
int __heddle_rt_cancel_timedwait(void *condition, void *mutex);
int __heddle_rt_cancel_timedwait(void *condition, void *mutex) { return cancel_wait(condition, mutex, 1); }
int pthread_cancel_cond_signal(pthread_cond_t *condition);
int pthread_cancel_cond_signal(pthread_cond_t *condition) {
  cancel_signal(condition);
  return 0;
}
int pthread_cancel_cond_broadcast(pthread_cond_t *condition);
int pthread_cancel_cond_broadcast(pthread_cond_t *condition) {
  cancel_broadcast(condition);
  return 0;
}
int pthread_cancel_cond_destroy(pthread_cond_t *condition);
int pthread_cancel_cond_destroy(pthread_cond_t *condition) {
  cancel_check_unused(condition);
  return pthread_cond_destroy(condition);
}

int pthread_cancel_join(pthread_t thread, void **result);
int pthread_cancel_join(pthread_t thread, void **result) { return cancel_join(thread, result); }
int pthread_cancel_detach(pthread_t thread);
int pthread_cancel_detach(pthread_t thread) {
  int error = pthread_detach(thread);
  cancel_detached(thread);
  return error;
}
_Noreturn void __heddle_rt_cancel_exit(void *result);
_Noreturn void __heddle_rt_cancel_exit(void *result) {
  cancel_end();
  __heddle_thread_exit(result);
}
