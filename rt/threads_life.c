/* The life of a thread: how it starts and ends, what is asked about it, initialisation that happens once.
   Cancellation is refused where it is requested (library.def): what is here about it only has to remember. */
#include <errno.h>
#include <pthread.h>
#include <string.h>
#include "threads_builtins.h"

_Thread_local void (*__heddle_rt_thread_end)(void);

static _Noreturn void end_thread(void *result) {
  if (__heddle_rt_thread_end != NULL) __heddle_rt_thread_end();
  __heddle_thread_exit(result);
}

void __heddle_thread_main(void *(*function)(void *), void *argument) { end_thread(function(argument)); }

/* Clean-up handlers are kept by the program's own frames, innermost first, and reached by a jump; each goes on to the
   next one, and the last one to the end of the thread. */
static _Thread_local __pthread_unwind_buf_t *innermost;
static _Thread_local void *last_words; /* the result of a thread that is ending */

void longjmp(struct __jmp_buf_tag *environment, int value);

static void go_on_ending(void) {
  if (innermost != NULL) longjmp((struct __jmp_buf_tag *)innermost, 1);
  else end_thread(last_words);
}

void __pthread_register_cancel(__pthread_unwind_buf_t *buffer) {
  buffer->__pad[0] = innermost;
  innermost = buffer;
}
void __pthread_unregister_cancel(__pthread_unwind_buf_t *buffer) { innermost = buffer->__pad[0]; }
void __pthread_register_cancel_defer(__pthread_unwind_buf_t *buffer) { __pthread_register_cancel(buffer); }
void __pthread_unregister_cancel_restore(__pthread_unwind_buf_t *buffer) { __pthread_unregister_cancel(buffer); }
void __pthread_unwind_next(__pthread_unwind_buf_t *buffer) {
  innermost = buffer->__pad[0];
  go_on_ending();
  __builtin_unreachable();
}

void pthread_exit(void *result) {
  last_words = result;
  go_on_ending();
  __builtin_unreachable();
}

int pthread_equal(pthread_t a, pthread_t b) { return a == b; }

int pthread_once(pthread_once_t *control, void (*initialise)(void)) {
  if (__heddle_once_begin(control)) {
    initialise();
    __heddle_once_end(control);
  }
  return 0;
}

static _Thread_local int cancel_state = PTHREAD_CANCEL_ENABLE, cancel_type = PTHREAD_CANCEL_DEFERRED;

static int exchange(int *setting, int value, int *old) {
  if (value != 0 && value != 1) return EINVAL;
  if (old != NULL) *old = *setting;
  *setting = value;
  return 0;
}

int pthread_setcancelstate(int state, int *old) { return exchange(&cancel_state, state, old); }
int pthread_setcanceltype(int type, int *old) { return exchange(&cancel_type, type, old); }
void pthread_testcancel(void) {}

int pthread_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void)) {
  (void)prepare, (void)parent, (void)child; /* fork() is refused */
  return 0;
}

/* A name is only for people who look at the running program. The calling thread can read its own again. */
enum { NAME_SIZE = 16 };
static _Thread_local char own_name[NAME_SIZE] = "program";

int pthread_setname_np(pthread_t thread, const char *name) {
  if (strlen(name) >= NAME_SIZE) return ERANGE;
  if (thread == pthread_self()) strcpy(own_name, name);
  return 0;
}

int pthread_getname_np(pthread_t thread, char *buffer, size_t size) {
  if (thread != pthread_self()) __heddle_unsupported("pthread_getname_np of another thread");
  if (size < NAME_SIZE) return ERANGE;
  strcpy(buffer, own_name);
  return 0;
}

/* Every thread may run at any time, whatever the machine and its policies: what is set has no effect. */
static int concurrency; /* a wish, which nobody looks at but who asks for it */
int pthread_setconcurrency(int level) {
  if (level < 0) return EINVAL;
  __atomic_store_n(&concurrency, level, __ATOMIC_RELAXED);
  return 0;
}
int pthread_getconcurrency(void) { return __atomic_load_n(&concurrency, __ATOMIC_RELAXED); }

int pthread_setschedparam(pthread_t thread, int policy, const struct sched_param *parameters) {
  (void)thread;
  int is_realtime = policy == SCHED_FIFO || policy == SCHED_RR, priority = parameters->sched_priority;
  if (policy < 0 || policy > SCHED_IDLE || policy == 4) return EINVAL;
  return is_realtime ? (priority < 1 || priority > 99 ? EINVAL : 0) : priority != 0 ? EINVAL : 0;
}
int pthread_setschedprio(pthread_t thread, int priority) {
  (void)thread;
  return priority != 0 ? EINVAL : 0;
}
int pthread_getschedparam(pthread_t thread, int *policy, struct sched_param *parameters) {
  (void)thread;
  *policy = SCHED_OTHER;
  *parameters = (struct sched_param){0};
  return 0;
}

int pthread_setaffinity_np(pthread_t thread, size_t size, const cpu_set_t *set) {
  (void)thread;
  return size == 0 || CPU_COUNT_S(size, set) == 0 ? EINVAL : 0;
}
int pthread_getaffinity_np(pthread_t thread, size_t size, cpu_set_t *set) {
  (void)thread;
  if (size < sizeof(long) || size % sizeof(long) != 0) return EINVAL;
  memset(set, 0, size);
  ((unsigned char *)set)[0] = 1;
  return 0;
}
