/* What the models of signals between threads share (signals_sent.c, signals_waits.c). */
#ifndef HEDDLE_RT_SIGNALS_SENT_H
#define HEDDLE_RT_SIGNALS_SENT_H
#include <pthread.h>
#include "channels.h"
#include "signals.h"

struct rt_record { /* of a thread that somebody has sent a signal to, or that waits */
  struct rt_record *next;
  pthread_t thread;
  struct rt_pending pending;
  unsigned gate;      /* where it waits, also for something else: that opens it, too */
  const unsigned *at; /* the gate that it really waits for, or NULL */
  int declined;       /* while it waits: a timer could ring, and was chosen not to */
};

/* signals_sent.c; the first two in a section */
struct rt_record *__heddle_rt_record_of(pthread_t thread);
extern struct rt_pending __heddle_rt_for_process;
extern int __heddle_rt_on_their_way;
extern int __heddle_rt_timer_would_ring; /* threads that have declined a timer which is still set */
enum { RT_NO_TIMER, RT_QUIET, RT_RINGS };
int __heddle_rt_let_timer_ring(bits also, int certain); /* also: signals that the thread waits for */
void __heddle_rt_let_outside_send(bits also);

/* signals_waits.c */
int __heddle_rt_pass_or_signal(unsigned *gate, int restarts);
#endif
