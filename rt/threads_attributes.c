/* Attribute objects: plain memory in the layout of glibc, because the interpreter reads from them what matters to it.
     pthread_attr_t        int priority, policy, flags (bit 0: detached), then sizes
     pthread_mutexattr_t   int: the type in the low bits, flags in the high ones
     pthread_condattr_t    int: bit 0 shared between processes, then the clock
     pthread_rwlockattr_t  int kind, int shared;   pthread_barrierattr_t  int shared
   What has no effect here (sizes, priorities, sharing between processes) is kept and given back. */
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <string.h>
#include "threads_builtins.h"

enum { DETACHED = 1, INHERIT_NOT = 2, SCOPE_PROCESS = 4 }; /* flags of a thread */
enum { DEFAULT_STACK = 8 << 20, PAGE = 4096 };

struct thread_attributes {
  int priority, policy, flags;
  size_t guard;
  void *stack; /* its upper end */
  size_t stack_size;
};
_Static_assert(sizeof(struct thread_attributes) <= sizeof(pthread_attr_t), "attributes must fit");

static struct thread_attributes *of(const pthread_attr_t *a) { return (struct thread_attributes *)a; }

int pthread_attr_init(pthread_attr_t *a) {
  memset(a, 0, sizeof *a);
  of(a)->guard = PAGE;
  return 0;
}
int pthread_attr_destroy(pthread_attr_t *a) {
  (void)a;
  return 0;
}

/* Sets or clears a flag for a setting with two values. */
static int set_flag(int *flags, int flag, int value, int when_set, int when_clear) {
  if (value != when_set && value != when_clear) return EINVAL;
  *flags = value == when_set ? *flags | flag : *flags & ~flag;
  return 0;
}

int pthread_attr_setdetachstate(pthread_attr_t *a, int state) {
  return set_flag(&of(a)->flags, DETACHED, state, PTHREAD_CREATE_DETACHED, PTHREAD_CREATE_JOINABLE);
}
int pthread_attr_getdetachstate(const pthread_attr_t *a, int *state) {
  *state = of(a)->flags & DETACHED ? PTHREAD_CREATE_DETACHED : PTHREAD_CREATE_JOINABLE;
  return 0;
}
int pthread_attr_setinheritsched(pthread_attr_t *a, int inherit) {
  return set_flag(&of(a)->flags, INHERIT_NOT, inherit, PTHREAD_EXPLICIT_SCHED, PTHREAD_INHERIT_SCHED);
}
int pthread_attr_getinheritsched(const pthread_attr_t *a, int *inherit) {
  *inherit = of(a)->flags & INHERIT_NOT ? PTHREAD_EXPLICIT_SCHED : PTHREAD_INHERIT_SCHED;
  return 0;
}
int pthread_attr_setscope(pthread_attr_t *a, int scope) {
  if (scope == PTHREAD_SCOPE_PROCESS) return ENOTSUP;
  return set_flag(&of(a)->flags, SCOPE_PROCESS, scope, PTHREAD_SCOPE_PROCESS, PTHREAD_SCOPE_SYSTEM);
}
int pthread_attr_getscope(const pthread_attr_t *a, int *scope) {
  *scope = of(a)->flags & SCOPE_PROCESS ? PTHREAD_SCOPE_PROCESS : PTHREAD_SCOPE_SYSTEM;
  return 0;
}
int pthread_attr_setschedpolicy(pthread_attr_t *a, int policy) {
  if (policy != SCHED_OTHER && policy != SCHED_FIFO && policy != SCHED_RR) return EINVAL;
  of(a)->policy = policy;
  return 0;
}
int pthread_attr_getschedpolicy(const pthread_attr_t *a, int *policy) {
  *policy = of(a)->policy;
  return 0;
}
int pthread_attr_setschedparam(pthread_attr_t *a, const struct sched_param *parameters) {
  int low = of(a)->policy == SCHED_OTHER ? 0 : 1, high = of(a)->policy == SCHED_OTHER ? 0 : 99;
  if (parameters->sched_priority < low || parameters->sched_priority > high) return EINVAL;
  of(a)->priority = parameters->sched_priority;
  return 0;
}
int pthread_attr_getschedparam(const pthread_attr_t *a, struct sched_param *parameters) {
  *parameters = (struct sched_param){.sched_priority = of(a)->priority};
  return 0;
}

static int stack_size_fits(size_t size) { return size >= 16384; }

int pthread_attr_setstacksize(pthread_attr_t *a, size_t size) {
  if (!stack_size_fits(size)) return EINVAL;
  of(a)->stack_size = size;
  return 0;
}
int pthread_attr_getstacksize(const pthread_attr_t *a, size_t *size) {
  *size = of(a)->stack_size != 0 ? of(a)->stack_size : DEFAULT_STACK;
  return 0;
}
int pthread_attr_setstack(pthread_attr_t *a, void *lowest, size_t size) {
  if (!stack_size_fits(size)) return EINVAL;
  of(a)->stack = (char *)lowest + size;
  of(a)->stack_size = size;
  return 0;
}
int pthread_attr_getstack(const pthread_attr_t *a, void **lowest, size_t *size) {
  *lowest = (char *)of(a)->stack - of(a)->stack_size;
  *size = of(a)->stack_size;
  return 0;
}
int pthread_attr_setguardsize(pthread_attr_t *a, size_t size) {
  of(a)->guard = size;
  return 0;
}
int pthread_attr_getguardsize(const pthread_attr_t *a, size_t *size) {
  *size = of(a)->guard;
  return 0;
}
int pthread_attr_setaffinity_np(pthread_attr_t *a, size_t size, const cpu_set_t *set) {
  (void)a, (void)size, (void)set;
  return 0;
}

/* ---- mutexes */

enum { TYPE_BITS = 0xfff, CEILING_SHIFT = 12, PROTOCOL_SHIFT = 28 };
enum { CEILING_BITS = 0xff << CEILING_SHIFT, PROTOCOL_BITS = 3 << PROTOCOL_SHIFT };
#define SHARED_BIT (1u << 31)
#define ROBUST_BIT (1u << 30)

static unsigned *kind_of(const pthread_mutexattr_t *a) { return (unsigned *)a; }

static void set_bits(unsigned *word, unsigned mask, unsigned value) { *word = (*word & ~mask) | value; }

int pthread_mutexattr_init(pthread_mutexattr_t *a) {
  memset(a, 0, sizeof *a);
  return 0;
}
int pthread_mutexattr_destroy(pthread_mutexattr_t *a) {
  (void)a;
  return 0;
}
int pthread_mutexattr_settype(pthread_mutexattr_t *a, int type) {
  if (type < PTHREAD_MUTEX_NORMAL || type > PTHREAD_MUTEX_ADAPTIVE_NP) return EINVAL;
  set_bits(kind_of(a), TYPE_BITS, (unsigned)type);
  return 0;
}
int pthread_mutexattr_gettype(const pthread_mutexattr_t *a, int *type) {
  *type = (int)(*kind_of(a) & TYPE_BITS);
  return 0;
}
int pthread_mutexattr_setpshared(pthread_mutexattr_t *a, int shared) {
  if (shared != PTHREAD_PROCESS_PRIVATE && shared != PTHREAD_PROCESS_SHARED) return EINVAL;
  set_bits(kind_of(a), SHARED_BIT, shared ? SHARED_BIT : 0);
  return 0;
}
int pthread_mutexattr_getpshared(const pthread_mutexattr_t *a, int *shared) {
  *shared = *kind_of(a) & SHARED_BIT ? PTHREAD_PROCESS_SHARED : PTHREAD_PROCESS_PRIVATE;
  return 0;
}
int pthread_mutexattr_setprotocol(pthread_mutexattr_t *a, int protocol) {
  if (protocol < PTHREAD_PRIO_NONE || protocol > PTHREAD_PRIO_PROTECT) return EINVAL;
  set_bits(kind_of(a), PROTOCOL_BITS, (unsigned)protocol << PROTOCOL_SHIFT);
  return 0;
}
int pthread_mutexattr_getprotocol(const pthread_mutexattr_t *a, int *protocol) {
  *protocol = (int)((*kind_of(a) & PROTOCOL_BITS) >> PROTOCOL_SHIFT);
  return 0;
}
int pthread_mutexattr_setprioceiling(pthread_mutexattr_t *a, int ceiling) {
  if (ceiling < 1 || ceiling > 99) return EINVAL;
  set_bits(kind_of(a), CEILING_BITS, (unsigned)ceiling << CEILING_SHIFT);
  return 0;
}
int pthread_mutexattr_getprioceiling(const pthread_mutexattr_t *a, int *ceiling) {
  int kept = (int)((*kind_of(a) & CEILING_BITS) >> CEILING_SHIFT);
  *ceiling = kept > 0 ? kept : 1;
  return 0;
}
/* Where this is called mutexes have other functions (threads_robust.c). */
int pthread_mutexattr_setrobust(pthread_mutexattr_t *a, int robust) {
  if (robust != PTHREAD_MUTEX_ROBUST && robust != PTHREAD_MUTEX_STALLED) return EINVAL;
  set_bits(kind_of(a), ROBUST_BIT, robust == PTHREAD_MUTEX_ROBUST ? ROBUST_BIT : 0);
  return 0;
}
int pthread_mutexattr_getrobust(const pthread_mutexattr_t *a, int *robust) {
  *robust = *kind_of(a) & ROBUST_BIT ? PTHREAD_MUTEX_ROBUST : PTHREAD_MUTEX_STALLED;
  return 0;
}

/* ---- condition variables, read-write locks, barriers */

int pthread_condattr_init(pthread_condattr_t *a) {
  memset(a, 0, sizeof *a);
  return 0;
}
int pthread_condattr_destroy(pthread_condattr_t *a) {
  (void)a;
  return 0;
}
int pthread_condattr_setclock(pthread_condattr_t *a, clockid_t clock) {
  if (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC) return EINVAL;
  set_bits((unsigned *)a, 1u << 1, (unsigned)clock << 1);
  return 0;
}
int pthread_condattr_getclock(const pthread_condattr_t *a, clockid_t *clock) {
  *clock = (clockid_t)(*(const unsigned *)a >> 1 & 1);
  return 0;
}
int pthread_condattr_setpshared(pthread_condattr_t *a, int shared) {
  if (shared != PTHREAD_PROCESS_PRIVATE && shared != PTHREAD_PROCESS_SHARED) return EINVAL;
  set_bits((unsigned *)a, 1, (unsigned)shared);
  return 0;
}
int pthread_condattr_getpshared(const pthread_condattr_t *a, int *shared) {
  *shared = (int)(*(const unsigned *)a & 1);
  return 0;
}

int pthread_rwlockattr_init(pthread_rwlockattr_t *a) {
  memset(a, 0, sizeof *a);
  return 0;
}
int pthread_rwlockattr_destroy(pthread_rwlockattr_t *a) {
  (void)a;
  return 0;
}
int pthread_rwlockattr_setkind_np(pthread_rwlockattr_t *a, int kind) {
  if (kind < PTHREAD_RWLOCK_PREFER_READER_NP || kind > PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP) return EINVAL;
  ((int *)a)[0] = kind;
  return 0;
}
int pthread_rwlockattr_getkind_np(const pthread_rwlockattr_t *a, int *kind) {
  *kind = ((const int *)a)[0];
  return 0;
}
int pthread_rwlockattr_setpshared(pthread_rwlockattr_t *a, int shared) {
  if (shared != PTHREAD_PROCESS_PRIVATE && shared != PTHREAD_PROCESS_SHARED) return EINVAL;
  ((int *)a)[1] = shared;
  return 0;
}
int pthread_rwlockattr_getpshared(const pthread_rwlockattr_t *a, int *shared) {
  *shared = ((const int *)a)[1];
  return 0;
}

int pthread_barrierattr_init(pthread_barrierattr_t *a) {
  memset(a, 0, sizeof *a);
  return 0;
}
int pthread_barrierattr_destroy(pthread_barrierattr_t *a) {
  (void)a;
  return 0;
}
int pthread_barrierattr_setpshared(pthread_barrierattr_t *a, int shared) {
  if (shared != PTHREAD_PROCESS_PRIVATE && shared != PTHREAD_PROCESS_SHARED) return EINVAL;
  *(int *)a = shared;
  return 0;
}
int pthread_barrierattr_getpshared(const pthread_barrierattr_t *a, int *shared) {
  *shared = *(const int *)a;
  return 0;
}
