/* What the parts of the models of signals share. */
#ifndef HEDDLE_RT_SIGNALS_H
#define HEDDLE_RT_SIGNALS_H
#include <errno.h>
#include <signal.h>
#include "threads_builtins.h"

enum { RT_SIGNALS = 64, RT_FIRST_REALTIME = 32 };
typedef unsigned long long bits;

static inline int rt_is_signal(int signal) { return signal > 0 && signal <= RT_SIGNALS; }
static inline bits rt_bit(int signal) { return 1ULL << (signal - 1); }
static inline int fail(int error) {
  errno = error;
  return -1;
}

/* A signal on its way: who sent it, and what with. */
struct rt_signal {
  struct rt_signal *next;
  int number, code;
  union sigval value;
};

/* Signals that a thread or the process has not got yet. Of an ordinary one there is one at most, those of real time
   queue. */
struct rt_pending {
  bits set;
  struct rt_signal *first;
};
int __heddle_rt_add_signal(struct rt_pending *to, struct rt_signal signal); /* 0: it was there already */
int __heddle_rt_take_signal(struct rt_pending *from, bits wanted, struct rt_signal *taken); /* its number; 0: none */

/* signals.c, of the calling thread */
extern _Thread_local bits __heddle_rt_blocked;
bits *__heddle_rt_mask(void);
bits __heddle_rt_of_set(const sigset_t *set);
enum { RT_NOT_HANDLED, RT_HANDLED, RT_RESTARTS }; /* RESTARTS: calls that the handler interrupted begin again */
int __heddle_rt_deliver_all(void);                /* what is not blocked; of the first handler that ran */
int __heddle_rt_send_self(struct rt_signal signal);
int __heddle_rt_take_own(bits wanted, struct rt_signal *taken); /* that the thread has sent to itself; 0: none */
int __heddle_rt_is_due(void);                                   /* some signal waits that is not blocked */
int __heddle_rt_has_handler(int signal);
void __heddle_rt_show_signal(const struct rt_signal *signal, siginfo_t *about);
int __heddle_rt_wait_masked(const sigset_t *mask, int (*wait)(void *), void *with);

/* signals_sent.c, where the program can get signals that a thread does not send to itself; else NULL. */
struct rt_sent {
  int (*take)(bits wanted, struct rt_signal *taken); /* one for the calling thread or the process; 0: none */
  bits (*waiting)(void);
  /* Passes a gate: 0, or -EINTR where a handler ran first and the call does not begin again. */
  int (*pass)(unsigned *gate, int restarts);
  void (*wake)(const unsigned *gate); /* in a section: the gate was opened */
  /* In a section, before so many milliseconds pass: 1 if a signal comes first that is not blocked. */
  int (*comes_within)(long milliseconds);
};
const struct rt_sent *__heddle_sent(void);
extern struct rt_sent __heddle_rt_sent_table;
const int *__heddle_senders(void); /* NULL: no function of the program sends signals to others */
extern int __heddle_rt_senders;

/* The front end puts calls of it before all that others can notice, where the program can get such signals. */
void __heddle_rt_signal_poll(void);
#endif
