/* Signals to other threads and to the process, timers that send some, signals from outside by option.

   A signal comes between two operations of its thread: the front end puts a call of __heddle_rt_signal_poll before
   each operation that others can notice. There, what was sent to the thread and is not blocked is handled. It also
   ends waits (signals_waits.c). Which thread gets a signal to the process is a matter of the schedule: the first that
   looks. When a timer rings or a signal from outside comes is an input. */
#include <limits.h>
#include <pthread.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
#include "clock.h"
#include "signals_sent.h"

enum { CHOICES = 16 }; /* places on a path where a signal may come from outside, or a timer ring */
enum { REPEATED = 4 }; /* so many of them one place costs where a timer rings again: else there are 65536 ways */

struct timer {
  struct timer *next;
  long moment;
  struct timespec every;    /* 0: it rings once */
  int is_set, of_day, cost; /* what one place costs; 0: it was never used */
  struct rt_signal signal;
};

static struct rt_record *records;
struct rt_pending __heddle_rt_for_process;
int __heddle_rt_on_their_way; /* signals, and timers that are set: looked at before anything else */
int __heddle_rt_timer_would_ring;
static struct timer *timers;
static struct timer alarm_clock = {.signal = {.number = SIGALRM, .code = SI_KERNEL}}; /* of alarm and setitimer */
static int choices, from_outside;
int __heddle_rt_senders; /* only programs that send signals to others have it */

/* ---- in a section */

/* Whoever can have a record has the table that signals.c asks for. */
struct rt_record *__heddle_rt_record_of(pthread_t thread) {
  (void)*(int (*volatile *)(bits, struct rt_signal *))&__heddle_rt_sent_table.take;
  __heddle_rt_mask();
  for (struct rt_record *r = records; r != NULL; r = r->next)
    if (r->thread == thread) return r;
  struct rt_record *r = __heddle_malloc(sizeof *r, RT_KEPT);
  *r = (struct rt_record){.next = records, .thread = thread};
  __heddle_sem_init(&r->gate, 0);
  records = r;
  return r;
}

static void open_gate(struct rt_record *r) {
  if (__heddle_sem_value(&r->gate) == 0) __heddle_sem_post(&r->gate);
}

static void add(struct rt_pending *to, struct rt_signal signal) {
  __heddle_rt_on_their_way += __heddle_rt_add_signal(to, signal);
  for (struct rt_record *r = records; r != NULL; r = r->next)
    if (to == &r->pending || to == &__heddle_rt_for_process) open_gate(r);
}

static int take(bits wanted, struct rt_signal *taken) {
  if (__atomic_load_n(&__heddle_rt_on_their_way, __ATOMIC_SEQ_CST) == 0) return 0;
  __VERIFIER_atomic_begin();
  int signal = __heddle_rt_take_signal(&__heddle_rt_record_of(pthread_self())->pending, wanted, taken);
  if (signal == 0) signal = __heddle_rt_take_signal(&__heddle_rt_for_process, wanted, taken);
  __heddle_rt_on_their_way -= signal != 0;
  __VERIFIER_atomic_end();
  return signal;
}

static bits waiting(void) {
  __VERIFIER_atomic_begin();
  bits all = __heddle_rt_record_of(pthread_self())->pending.set | __heddle_rt_for_process.set;
  __VERIFIER_atomic_end();
  return all;
}

static void wake(const unsigned *gate) {
  for (struct rt_record *r = records; r != NULL; r = r->next)
    if (r->at == gate) open_gate(r);
}

static int comes_within(long milliseconds);
struct rt_sent __heddle_rt_sent_table = {
    .take = take, .waiting = waiting, .pass = __heddle_rt_pass_or_signal, .wake = wake, .comes_within = comes_within};

/* ---- timers and the outside: an input says whether a signal comes now */

static int chosen(unsigned char most) {
  unsigned char value;
  __heddle_symbolic(&value, sizeof value, "signal");
  __heddle_assume(value <= most);
  return value;
}

static long in_milliseconds(time_t seconds, long nanoseconds) {
  long longest = LONG_MAX / 4000, whole = seconds < longest ? (long)seconds : longest;
  return whole * 1000 + (nanoseconds + 999999) / 1000000;
}

/* Programs with timers have a clock. */
static long *volatile kept_clock;
static long now(void) {
  const long *clock = __heddle_clock();
  return clock[RT_CLOCK_TICKS] + (__heddle_option(RT_OPTION_TIME_IS_INPUT) ? clock[RT_CLOCK_SECONDS] * 1000 : 0);
}

/* The next whose signal is not blocked. One whose signal is on its way already stands for all that would
   come. */
static struct timer *next_timer(bits blocked) {
  struct timer *next = NULL;
  for (struct timer *t = timers; t != NULL; t = t->next) {
    bits signal = rt_bit(t->signal.number);
    if (!t->is_set || (blocked | __heddle_rt_for_process.set) & signal) continue;
    if (next == NULL || t->moment < next->moment) next = t;
  }
  return next;
}

/* What rings again and again is set for the next time. */
static void ring_one(struct timer *t) {
  long interval = in_milliseconds(t->every.tv_sec, t->every.tv_nsec);
  t->moment += interval;
  t->cost = REPEATED;
  if (interval == 0) {
    t->is_set = 0;
    __heddle_rt_on_their_way--;
  }
  add(&__heddle_rt_for_process, t->signal);
}

static void ring(struct timer *next) {
  long moment = next->moment;
  __heddle_rt_reach(moment);
  ring_one(next);
  for (struct timer *t = timers; t != NULL; t = t->next) /* those that are blocked, too */
    if (t->is_set && t != next && t->moment <= moment) ring_one(t);
}

/* It is certain where nobody can choose any more, or if nothing else can happen. */
int __heddle_rt_let_timer_ring(bits also, int certain) {
  __VERIFIER_atomic_begin();
  struct timer *next = next_timer(__heddle_rt_blocked & ~also);
  int rings = next != NULL && (certain || choices >= CHOICES || (choices += next->cost, chosen(1)));
  if (rings) ring(next);
  __VERIFIER_atomic_end();
  return next == NULL ? RT_NO_TIMER : rings ? RT_RINGS : RT_QUIET;
}

static int comes_within(long milliseconds) {
  struct timer *next = next_timer(__heddle_rt_blocked);
  if (next != NULL && next->moment <= now() + milliseconds) ring(next);
  return __heddle_rt_is_due();
}

/* One of those that the program handles or waits for. */
void __heddle_rt_let_outside_send(bits also) {
  __VERIFIER_atomic_begin();
  if (from_outside < __heddle_option(RT_OPTION_SIGNALS) && choices < CHOICES) {
    int number = 0, wanted = (choices++, chosen(31));
    for (int signal = 1; signal < 32 && wanted > 0; signal++) {
      if (!(also & rt_bit(signal)) && !__heddle_rt_has_handler(signal)) continue;
      if (++number != wanted) continue;
      from_outside++;
      __heddle_rt_record_of(pthread_self());
      add(&__heddle_rt_for_process, (struct rt_signal){.number = signal, .code = SI_USER});
      break;
    }
    __heddle_assume(wanted <= number);
  }
  __VERIFIER_atomic_end();
}

void __heddle_rt_signal_poll(void) {
  if (__heddle_option(RT_OPTION_SIGNALS) > 0) __heddle_rt_let_outside_send(0);
  if (__atomic_load_n(&__heddle_rt_on_their_way, __ATOMIC_SEQ_CST) == 0) return;
  if (timers != NULL) __heddle_rt_let_timer_ring(0, 0);
  __heddle_rt_deliver_all();
}

static struct itimerspec look_at(const struct timer *t) {
  struct itimerspec is = {.it_interval = t->every};
  long rest = t->is_set ? t->moment - now() : 0;
  if (t->is_set) is.it_value = (struct timespec){rest > 0 ? rest / 1000 : 0, rest > 0 ? rest % 1000 * 1000000 : 1000};
  return is;
}

static void enter(struct timer *t) {
  kept_clock = __heddle_rt_ticks;
  __heddle_rt_record_of(pthread_self());
  t->next = timers;
  timers = t;
}

/* What a thread that waits has chosen was about other timers. */
static void forget_choices(void) {
  __heddle_rt_timer_would_ring = 0;
  for (struct rt_record *r = records; r != NULL; r = r->next) r->declined = 0;
}

/* Gives what was set before. `until`: the moment of the first time. */
static struct itimerspec set_timer(struct timer *t, const struct itimerspec *new, long until) {
  struct itimerspec before = look_at(t);
  int is_set = new->it_value.tv_sec != 0 || new->it_value.tv_nsec != 0;
  forget_choices();
  __heddle_rt_on_their_way += is_set - t->is_set;
  t->is_set = is_set;
  t->moment = until;
  t->every = is_set ? new->it_interval : (struct timespec){0};
  t->cost = 1;
  return before;
}

/* ---- alarm and setitimer */

static struct timeval in_microseconds(struct timespec t) { return (struct timeval){t.tv_sec, t.tv_nsec / 1000}; }
static struct timespec in_nanoseconds(struct timeval t) { return (struct timespec){t.tv_sec, t.tv_usec * 1000}; }

static struct itimerval set_alarm(const struct itimerval *new) {
  struct itimerspec wanted = {in_nanoseconds(new->it_interval), in_nanoseconds(new->it_value)};
  __VERIFIER_atomic_begin();
  if (alarm_clock.cost == 0) enter(&alarm_clock);
  long wait = in_milliseconds(wanted.it_value.tv_sec, wanted.it_value.tv_nsec);
  struct itimerspec before = set_timer(&alarm_clock, &wanted, now() + wait);
  __VERIFIER_atomic_end();
  __heddle_rt_signal_poll();
  return (struct itimerval){in_microseconds(before.it_interval), in_microseconds(before.it_value)};
}

/* Linux rounds what is left to seconds, but never to none. */
unsigned alarm(unsigned seconds) {
  struct itimerval new = {.it_value = {.tv_sec = seconds}};
  struct timeval rest = set_alarm(&new).it_value;
  return (unsigned)rest.tv_sec + (rest.tv_usec >= 500000 || (rest.tv_sec == 0 && rest.tv_usec > 0));
}

useconds_t ualarm(useconds_t microseconds, useconds_t interval) {
  struct itimerval new = {.it_value = {microseconds / 1000000, microseconds % 1000000},
                          .it_interval = {interval / 1000000, interval % 1000000}};
  struct timeval rest = set_alarm(&new).it_value;
  return (useconds_t)(rest.tv_sec * 1000000 + rest.tv_usec);
}

static int is_time(const struct timeval *t) { return t->tv_sec >= 0 && t->tv_usec >= 0 && t->tv_usec < 1000000; }

/* The timers of processor time are never set: nobody knows how long anything takes. */
int setitimer(__itimer_which_t which, const struct itimerval *restrict new, struct itimerval *restrict old) {
  struct itimerval wanted = {0}, before = {0};
  if (new != NULL) wanted = *new;
  if (!is_time(&wanted.it_value) || !is_time(&wanted.it_interval)) return fail(EINVAL);
  if ((int)which < ITIMER_REAL || (int)which > ITIMER_PROF) return fail(EINVAL);
  if (which == ITIMER_REAL) before = set_alarm(&wanted);
  else if (wanted.it_value.tv_sec > 0 || wanted.it_value.tv_usec > 0)
    __heddle_unsupported("setitimer of a timer of processor time");
  if (old != NULL) *old = before;
  return 0;
}

int getitimer(__itimer_which_t which, struct itimerval *result) {
  struct itimerspec is = {.it_value = {0}};
  if ((int)which < ITIMER_REAL || (int)which > ITIMER_PROF) return fail(EINVAL);
  __VERIFIER_atomic_begin();
  if (which == ITIMER_REAL && alarm_clock.cost > 0) is = look_at(&alarm_clock);
  __VERIFIER_atomic_end();
  *result = (struct itimerval){in_microseconds(is.it_interval), in_microseconds(is.it_value)};
  return 0;
}

/* ---- timers of POSIX: a timer_t is the address of one */

static int is_known(const struct timer *wanted) {
  for (const struct timer *t = timers; t != NULL; t = t->next)
    if (t == wanted && t != &alarm_clock) return 1;
  return 0;
}

int timer_create(clockid_t clock, struct sigevent *restrict event, timer_t *restrict result) {
  struct rt_signal signal = {.number = SIGALRM, .code = SI_TIMER};
  if (clock < 0 || clock > CLOCK_TAI || clock == CLOCK_MONOTONIC_RAW || clock == CLOCK_REALTIME_COARSE ||
      clock == CLOCK_MONOTONIC_COARSE)
    return fail(EINVAL);
  if (clock == CLOCK_PROCESS_CPUTIME_ID || clock == CLOCK_THREAD_CPUTIME_ID)
    __heddle_unsupported("timer_create of a timer of processor time");
  if (event != NULL && (event->sigev_notify == SIGEV_THREAD || event->sigev_notify == SIGEV_THREAD_ID))
    __heddle_unsupported("timer_create with a thread");
  if (event != NULL && event->sigev_notify != SIGEV_SIGNAL && event->sigev_notify != SIGEV_NONE) return fail(EINVAL);
  int is_quiet = event != NULL && event->sigev_notify == SIGEV_NONE;
  if (event != NULL) signal = (struct rt_signal){NULL, is_quiet ? 0 : event->sigev_signo, SI_TIMER, event->sigev_value};
  if (!is_quiet && !rt_is_signal(signal.number)) return fail(EINVAL);
  if (is_quiet) __heddle_unsupported("timer_create with SIGEV_NONE");
  struct timer *t = __heddle_malloc(sizeof *t, RT_KEPT);
  *t = (struct timer){.signal = signal, .cost = 1, .of_day = clock == CLOCK_REALTIME};
  if (event == NULL) t->signal.value.sival_ptr = t;
  __VERIFIER_atomic_begin();
  enter(t);
  __VERIFIER_atomic_end();
  *result = t;
  return 0;
}

static int is_good(const struct timespec *t) { return t->tv_sec >= 0 && t->tv_nsec >= 0 && t->tv_nsec < 1000000000; }

int timer_settime(timer_t timer, int flags, const struct itimerspec *restrict new, struct itimerspec *restrict old) {
  if (new == NULL) return fail(EINVAL);
  struct itimerspec wanted = *new, before = wanted;
  struct timer *t = timer;
  if (!is_good(&wanted.it_value) || !is_good(&wanted.it_interval)) return fail(EINVAL);
  __VERIFIER_atomic_begin();
  int known = is_known(t);
  if (known) {
    time_t since = flags & TIMER_ABSTIME && t->of_day ? RT_CLOCK_START : 0;
    long until = in_milliseconds(wanted.it_value.tv_sec - since, wanted.it_value.tv_nsec);
    before = set_timer(t, &wanted, flags & TIMER_ABSTIME ? until : now() + until);
  }
  __VERIFIER_atomic_end();
  if (!known) return fail(EINVAL);
  if (old != NULL) *old = before;
  __heddle_rt_signal_poll();
  return 0;
}

int timer_gettime(timer_t timer, struct itimerspec *to) {
  struct itimerspec is = {.it_value = {0}};
  __VERIFIER_atomic_begin();
  int known = is_known(timer);
  if (known) is = look_at(timer);
  __VERIFIER_atomic_end();
  if (!known) return fail(EINVAL);
  *to = is;
  return 0;
}

/* Nobody knows how often it would have rung meanwhile. */
int timer_getoverrun(timer_t timer) {
  __VERIFIER_atomic_begin();
  int known = is_known(timer);
  __VERIFIER_atomic_end();
  return known ? 0 : fail(EINVAL);
}

int timer_delete(timer_t timer) {
  struct timer **at = &timers, *t = timer;
  __VERIFIER_atomic_begin();
  int known = is_known(t);
  while (known && *at != t) at = &(*at)->next;
  if (known) {
    *at = t->next;
    forget_choices();
    __heddle_rt_on_their_way -= t->is_set;
    __heddle_free(t);
  }
  __VERIFIER_atomic_end();
  return known ? 0 : fail(EINVAL);
}

/* ---- sending */

static int send_to_thread(pthread_t thread, struct rt_signal signal) {
  if (signal.number < 0 || signal.number > RT_SIGNALS) return EINVAL;
  if (signal.number == 0) return 0;
  if (thread == pthread_self()) return __heddle_rt_send_self(signal);
  signal.number += 0 * *(volatile int *)&__heddle_rt_senders;
  __VERIFIER_atomic_begin();
  add(&__heddle_rt_record_of(thread)->pending, signal);
  __VERIFIER_atomic_end();
  __heddle_rt_signal_poll();
  return 0;
}

int pthread_kill(pthread_t thread, int signal) {
  return send_to_thread(thread, (struct rt_signal){.number = signal, .code = SI_TKILL});
}
int pthread_sigqueue(pthread_t thread, int signal, const union sigval value) {
  return send_to_thread(thread, (struct rt_signal){.number = signal, .code = SI_QUEUE, .value = value});
}

static int send_to_process(struct rt_signal signal) {
  if (signal.number < 0 || signal.number > RT_SIGNALS) return fail(EINVAL);
  if (signal.number == 0) return 0;
  signal.number += 0 * *(volatile int *)&__heddle_rt_senders;
  __VERIFIER_atomic_begin();
  __heddle_rt_record_of(pthread_self());
  add(&__heddle_rt_for_process, signal);
  __VERIFIER_atomic_end();
  __heddle_rt_signal_poll();
  return 0;
}

static void check_process(int is_own) {
  if (!is_own) __heddle_unsupported("a signal to another process");
}

int kill(pid_t process, int signal) {
  check_process(process == getpid() || process == 0);
  return send_to_process((struct rt_signal){.number = signal, .code = SI_USER});
}
int killpg(pid_t group, int signal) {
  check_process(group == getpgrp() || group == 0);
  return send_to_process((struct rt_signal){.number = signal, .code = SI_USER});
}
int sigqueue(pid_t process, int signal, const union sigval value) {
  check_process(process == getpid());
  return send_to_process((struct rt_signal){.number = signal, .code = SI_QUEUE, .value = value});
}
