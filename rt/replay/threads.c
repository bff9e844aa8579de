/* Threads of the program: real ones, which take the token before anything else. Also initialisation that happens once,
   thread-specific data, atomic sections, yielding, and the C11 names of all that. */
#define _GNU_SOURCE
#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

#include "watch.h"

#pragma GCC diagnostic ignored "-Wmissing-prototypes" /* the program under test knows these by their other names */

void hd_library(void);

/* ---- thread-specific data ---- */

enum { KEYS = 128 };
static struct key {
  unsigned sequence; /* odd: in use */
  void (*destructor)(void *);
} keys[KEYS];
static _Thread_local struct value {
  unsigned sequence;
  void *data;
} values[KEYS];

/* In the interpreter's model this touches memory that others see: steps of the schedule inside the library. */
static void key_turn(void) {
  call_end();
  call_turn(KIND(READ) | KIND(WRITE) | KIND(UPDATE), NULL, NULL);
}

/* The table of keys is atomic there: who sees a key sees what was done before. */
static void order_key(unsigned k) {
  clock_acquire(&keys[k]);
  clock_release(&keys[k]);
}

int hd_pthread_key_create(pthread_key_t *result, void (*destructor)(void *)) {
  key_turn();
  for (unsigned k = 0; k < KEYS; k++) {
    if (keys[k].sequence % 2) continue;
    keys[k] = (struct key){keys[k].sequence + 1, destructor};
    order_key(k);
    *result = k;
    memory_written(result, sizeof *result);
    return 0;
  }
  return EAGAIN;
}
int hd_pthread_key_delete(pthread_key_t k) {
  key_turn();
  if (k >= KEYS || keys[k].sequence % 2 == 0) return EINVAL;
  keys[k].sequence++;
  order_key(k);
  return 0;
}
int hd_pthread_setspecific(pthread_key_t k, const void *data) {
  key_turn();
  if (k >= KEYS || keys[k].sequence % 2 == 0) return EINVAL;
  clock_acquire(&keys[k]);
  values[k] = (struct value){keys[k].sequence, (void *)data};
  return 0;
}
void *hd_pthread_getspecific(pthread_key_t k) {
  key_turn();
  if (k < KEYS) clock_acquire(&keys[k]);
  return k < KEYS && values[k].data && values[k].sequence == keys[k].sequence ? values[k].data : NULL;
}

static bool destroy_value(unsigned k) {
  void *data = values[k].data;
  values[k].data = NULL;
  if (!data || values[k].sequence != keys[k].sequence || !keys[k].destructor) return false;
  keys[k].destructor(data);
  return true;
}

static void destroy_values(void) {
  for (int round = 0; round < 4; round++) {
    bool called = false;
    for (unsigned k = 0; k < KEYS; k++) called |= destroy_value(k);
    if (!called) return;
  }
}

/* ---- birth and end ---- */

/* Its thread-local objects and what pthread_exit left of its stack. */
static void end_objects(void) {
  hd_library(); /* a step if others see them */
  hd_frame_end(0);
  hd_self->ended = true;
  if (hd_self->detached) reuse_give_back(hd_self);
}

pthread_t hd_pthread_self(void) {
  call_end();
  return hd_self->shown;
}
thrd_t hd_thrd_current(void) { return hd_pthread_self(); }

/* The system keeps 15 characters of a name: of a longer one the end, which tells threads apart. */
static void name_in_debuggers(const char *name) {
  enum { KEPT = 15 };
  size_t length = strlen(name);
  pthread_setname_np(pthread_self(), length > KEPT ? name + length - KEPT : name);
}

/* Of the models of signals, if the program has them: which are blocked in the calling thread. */
extern unsigned long long *__heddle_rt_mask(void) __attribute__((weak));

static void *run(void *argument) {
  struct thread *t = argument;
  t->tid = (pid_t)syscall(SYS_gettid);
  name_in_debuggers(t->name);
  token_take(t);
  hd_switched();
  report_watch_signals();
  watch_thread();
  if (__heddle_rt_mask) *__heddle_rt_mask() = t->mask;
  if (t->function) t->result = t->function(t->argument);
  else {
    hd_library(); /* in the interpreter's model what to call is read from memory */
    t->result = (void *)(intptr_t)t->function_of_int(t->argument);
  }
  destroy_values();
  robust_thread_ends();
  cancel_thread_ends();
  end_objects();
  token_end();
  return NULL;
}

static void name_child(char *name, size_t capacity) {
  snprintf(name, capacity, "%.100s.%u", hd_self->name, ++hd_self->children);
}

static bool is_detached(const pthread_attr_t *attributes) {
  int state = PTHREAD_CREATE_JOINABLE;
  if (attributes) pthread_attr_getdetachstate(attributes, &state);
  return state == PTHREAD_CREATE_DETACHED;
}

/* In the interpreter a thread that is created later has its local objects at higher addresses, and no two threads the
   same ones. So stacks lie one behind the other, each above a page that nobody may touch; when there is no more room
   the C library places them. */
enum { GUARD_BYTES = 1 << 16 };
static void place_stack(pthread_attr_t *attributes) {
  static char *next, *end;
  const size_t room = sizeof(void *) == 8 ? (size_t)1 << 37 : (size_t)1 << 28;
  size_t size = 0;
  if (!end) {
    next = mmap(NULL, room, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (next == MAP_FAILED) next = NULL;
    end = next ? next + room : (char *)&next;
  }
  pthread_attr_getstacksize(attributes, &size);
  size = (size + GUARD_BYTES - 1) / GUARD_BYTES * GUARD_BYTES;
  if (!next || (size_t)(end - next) < size + GUARD_BYTES) return;
  if (mprotect(next + GUARD_BYTES, size, PROT_READ | PROT_WRITE)) return;
  pthread_attr_setstack(attributes, next + GUARD_BYTES, size);
  next += GUARD_BYTES + size;
}

static int start_kernel_thread(struct thread *t, const pthread_attr_t *wanted) {
  pthread_attr_t attributes;
  size_t size;
  t->mask = __heddle_rt_mask ? *__heddle_rt_mask() : 0;
  pthread_attr_init(&attributes);
  if (wanted && !pthread_attr_getstacksize(wanted, &size)) pthread_attr_setstacksize(&attributes, size);
  place_stack(&attributes);
  int error = pthread_create(&t->handle, &attributes, run, t);
  pthread_attr_destroy(&attributes);
  return error;
}

static int create(pthread_t *handle, const pthread_attr_t *attributes, void *(*function)(void *), int (*other)(void *),
                  void *argument) {
  char name[NAME_BYTES];
  call_turn(KIND(WRITE), NULL, NULL);
  name_child(name, sizeof name);
  struct thread *t = token_add(name);
  t->function = function;
  t->function_of_int = other;
  t->argument = argument;
  t->detached = is_detached(attributes);
  clock_create(t);
  int error = start_kernel_thread(t, attributes);
  if (error) report_error("cannot create a thread: %s", strerror(error));
  t->shown = reuse_handle(t);
  *handle = t->shown;
  memory_written(handle, sizeof *handle);
  return 0;
}

int hd_pthread_create(pthread_t *handle, const pthread_attr_t *attributes, void *(*function)(void *), void *argument) {
  int result = create(handle, attributes, function, NULL, argument);
  call_end();
  return result;
}

static struct thread *meant_thread(pthread_t handle) {
  struct thread *found = NULL;
  for (struct thread *t = hd.first; t; t = t->following)
    if (t->shown == handle && !t->joined && !(t->detached && t->ended)) found = t;
  for (struct thread *t = hd.first; t && !found; t = t->following)
    if (t->shown == handle) found = t;
  if (!found) report_failure("sync", "the thread handle is no thread");
  return found;
}

bool thread_is_detached(pthread_t handle) {
  struct thread *t = meant_thread(handle);
  if (t->joined) report_failure("sync", "the thread was joined already");
  return t->detached;
}

static bool has_ended(struct thread *t) { return t->joins->done; }

static void *join(pthread_t handle) {
  struct thread *t = meant_thread(handle);
  if (t == hd_self) report_failure("sync", "a thread joins itself");
  hd_self->joins = t;
  call_turn(KIND(JOIN), has_ended, NULL); /* also where it will fail, as in the interpreter */
  hd_self->joins = NULL;
  if (t->joined) report_failure("sync", "the thread was joined already");
  if (t->detached) report_failure("sync", "join of a detached thread");
  t->joined = true;
  reuse_give_back(t);
  clock_join(t);
  if (!t->parked) pthread_join(t->handle, NULL);
  return t->result;
}
int hd_pthread_join(pthread_t handle, void **result) {
  void *value = join(handle);
  if (result) {
    call_turn(KIND(WRITE), NULL, NULL); /* a step of its own if others see it */
    *result = value;
    memory_written(result, sizeof *result);
  }
  call_end();
  return 0;
}

static void detach(pthread_t handle) {
  struct thread *t = meant_thread(handle);
  call_turn(KIND(RELEASE), NULL, NULL);
  if (t->joined || t->detached) report_failure("sync", "the thread was joined or detached already");
  t->detached = true;
  if (t->ended) reuse_give_back(t);
  if (t->done && !t->parked) pthread_join(t->handle, NULL);
}
int hd_pthread_detach(pthread_t handle) {
  detach(handle);
  call_end();
  return 0;
}

static _Noreturn void end_thread(void *result) {
  struct thread *t = hd_self;
  t->result = result;
  destroy_values();
  robust_thread_ends();
  cancel_thread_ends();
  if (t == hd.first) {
    token_park();
    exit(0);
  }
  end_objects();
  token_end();
  pthread_exit(NULL);
}

/* Clean-up handlers belong to the thread's steps: they run before it gives its turn away for ever, each reached by a
   jump into the frame that pushed it (rt/threads_life.c has the same for the interpreter). */
static _Thread_local __pthread_unwind_buf_t *innermost;
static _Thread_local void *last_words;
_Thread_local int __heddle_rt_jumped; /* for src/front/jumps.c: here a jump needs no help */

static _Noreturn void go_on_ending(void) {
  if (innermost != NULL) jumps_go((struct __jmp_buf_tag *)innermost, 1);
  end_thread(last_words);
}

void hd___pthread_register_cancel(__pthread_unwind_buf_t *buffer) {
  buffer->__pad[0] = innermost;
  innermost = buffer;
}
void hd___pthread_unregister_cancel(__pthread_unwind_buf_t *buffer) { innermost = buffer->__pad[0]; }
_Noreturn void hd___pthread_unwind_next(__pthread_unwind_buf_t *buffer) {
  innermost = buffer->__pad[0];
  go_on_ending();
}

_Noreturn void hd_pthread_exit(void *result) {
  call_end();
  last_words = result;
  go_on_ending();
}

/* ---- once: 0 nobody came yet, 1 somebody runs the initialiser, 2 done ---- */

static bool once_is_free(struct thread *t) {
  return *(int *)t->object != 1 || !memory_was_written(t->object, sizeof(int));
}

int hd_pthread_once(pthread_once_t *control, void (*initialise)(void)) {
  struct thread *t = hd_self;
  call_end();
  t->object = control;
  t->doing = "the once control";
  call_turn(KIND(ACQUIRE), once_is_free, NULL);
  clock_acquire(control);
  if (!memory_was_written(control, sizeof *control)) report_failure("sync", "the once control was never initialised");
  if (*(int *)control != 0) return 0;
  *(int *)control = 1;
  initialise();
  t->ins = LIBRARY;
  call_turn(KIND(RELEASE), NULL, NULL);
  clock_release(control);
  *(int *)control = 2;
  return 0;
}
void hd_call_once(once_flag *flag, void (*initialise)(void)) { hd_pthread_once((pthread_once_t *)flag, initialise); }

/* ---- atomic sections ---- */

void hd_atomic_enter(void);
void hd_atomic_leave(void);

void hd___VERIFIER_atomic_begin(void) {
  call_turn(KIND(ATOMIC), NULL, NULL);
  call_end();
  hd_atomic_enter();
}
void hd___VERIFIER_atomic_end(void) {
  call_end();
  hd_atomic_leave();
}

/* Atomic objects that no instruction can handle: atomic sections inside the library. */

static void section_turn(void) {
  call_end();
  call_turn(KIND(ATOMIC), NULL, NULL);
}
void hd___atomic_load(size_t size, const void *object, void *result, int order) {
  (void)order;
  section_turn();
  memmove(result, object, size);
}
void hd___atomic_store(size_t size, void *object, const void *value, int order) {
  (void)order;
  section_turn();
  memmove(object, value, size);
}
void hd___atomic_exchange(size_t size, void *object, const void *value, void *result, int order) {
  (void)order;
  section_turn();
  char *old = malloc(size); /* value and result may be the same */
  memcpy(old, object, size);
  memcpy(object, value, size);
  memcpy(result, old, size);
  free(old);
}
bool hd___atomic_compare_exchange(size_t size, void *object, void *expected, const void *desired, int success,
                                  int failure) {
  (void)success, (void)failure;
  section_turn();
  bool equal = !memcmp(object, expected, size);
  memcpy(equal ? object : expected, equal ? desired : object, size);
  return equal;
}
bool hd___atomic_is_lock_free(size_t size, const void *object) {
  return (size_t)object % 8 + size <= 8; /* within one word */
}

/* ---- yielding ---- */

static int give_way(void) {
  call_end();
  token_yield();
  return 0;
}
int hd_sched_yield(void) { return give_way(); }
int hd_pthread_yield(void) { return give_way(); }

/* ---- C11 ---- */

int hd_thrd_create(thrd_t *handle, thrd_start_t function, void *argument) {
  call_end();
  create(handle, NULL, NULL, function, argument);
  return thrd_success;
}
int hd_thrd_join(thrd_t handle, int *result) {
  call_end();
  void *value = join(handle);
  if (result) {
    hd_library();
    *result = (int)(intptr_t)value;
    memory_written(result, sizeof *result);
  }
  return thrd_success;
}
int hd_thrd_detach(thrd_t handle) {
  call_end();
  detach(handle);
  return thrd_success;
}
_Noreturn void hd_thrd_exit(int result) { hd_pthread_exit((void *)(intptr_t)result); }
void hd_thrd_yield(void) { give_way(); }
int hd_tss_create(tss_t *key, tss_dtor_t destructor) {
  return hd_pthread_key_create(key, destructor) ? thrd_error : thrd_success;
}
void hd_tss_delete(tss_t key) { hd_pthread_key_delete(key); }
void *hd_tss_get(tss_t key) { return hd_pthread_getspecific(key); }
int hd_tss_set(tss_t key, void *data) { return hd_pthread_setspecific(key, data) ? thrd_error : thrd_success; }
