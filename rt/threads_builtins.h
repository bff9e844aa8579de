/* What the interpreter offers to the thread part of the library, beside the POSIX primitives themselves
   (pthread_create, locks, condition variables, barriers, semaphores), which it provides under their own names. */
#ifndef HEDDLE_RT_THREADS_BUILTINS_H
#define HEDDLE_RT_THREADS_BUILTINS_H
#include "builtins.h"

_Noreturn void __heddle_thread_exit(void *result); /* ends the calling thread now */
int __heddle_mutex_timedlock(void *mutex);         /* these four give 0, EDEADLK or ETIMEDOUT */
int __heddle_cond_timedwait(void *condition, void *mutex);
int __heddle_rwlock_timedrdlock(void *lock);
int __heddle_rwlock_timedwrlock(void *lock); /* waits for a while, where writers are preferred */
void __heddle_sem_init(void *semaphore, unsigned value);
int __heddle_sem_post(void *semaphore);    /* 0, or -1 if there cannot be more */
int __heddle_sem_trywait(void *semaphore); /* 0, or -1 if it is 0 */
int __heddle_sem_value(void *semaphore);
int __heddle_once_begin(int *control); /* 1: the caller must initialise; waits while another one does */
void __heddle_once_end(int *control);
void __heddle_yield(void); /* nothing happens, but another thread may go on */

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

/* Every thread but the first one starts here. "used": only the interpreter calls it. */
__attribute__((used)) _Noreturn void __heddle_thread_main(void *(*function)(void *), void *argument);

/* What the calling thread does at its end; NULL: nothing. It is set by the thread itself, so that programs without
   keys neither have the tables for them nor look at anything shared. */
extern _Thread_local void (*__heddle_rt_thread_end)(void);
#endif
