/* What the two parts of the models of signals share. */
#ifndef HEDDLE_RT_SIGNALS_H
#define HEDDLE_RT_SIGNALS_H
#include <errno.h>
#include <signal.h>
#include "threads_builtins.h"

enum { RT_SIGNALS = 64 };
typedef unsigned long long bits;

static inline int rt_is_signal(int signal) { return signal > 0 && signal <= RT_SIGNALS; }
static inline bits rt_bit(int signal) { return 1ULL << (signal - 1); }
static inline int fail(int error) {
  errno = error;
  return -1;
}

/* signals.c, of the calling thread */
extern _Thread_local bits __heddle_rt_blocked;
bits *__heddle_rt_mask(void);
bits __heddle_rt_of_set(const sigset_t *set);
int __heddle_rt_deliver(int signal);   /* 1: a handler ran */
int __heddle_rt_deliver_all(void);     /* what is not blocked; how many handlers ran */
int __heddle_rt_take_own(bits wanted); /* that the thread has sent to itself; 0: none */
int __heddle_rt_has_handler(int signal);

/* signals_sent.c, where the program can get signals that a thread does not send to itself; else NULL. */
struct rt_sent {
  int (*take)(bits wanted); /* one for the calling thread or the process; 0: none */
  bits (*waiting)(void);
};
const struct rt_sent *__heddle_sent(void);
extern struct rt_sent __heddle_rt_sent_table;
const int *__heddle_senders(void); /* NULL: no function of the program sends signals to others */
extern int __heddle_rt_senders;

/* The front end puts calls of it before all that others can notice, where the program can get such signals. */
void __heddle_rt_signal_poll(void);
#endif
