/* Signals to other threads and to the process, alarms, signals from outside by option, and waiting for signals.

   A signal comes between two operations of its thread: the front end puts a call of __heddle_rt_signal_poll before
   each operation that others can notice. There, what was sent to the thread and is not blocked is handled. Which
   thread gets a signal to the process is a matter of the schedule: the first that looks. When an alarm or a signal from
   outside comes is an input. A wait is not interrupted, but for those that are for signals. */
#include <limits.h>
#include <pthread.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
#include "channels.h"
#include "clock.h"
#include "signals.h"

enum { CHOICES = 16 }; /* places on a path where a signal may come from outside, or an alarm */
enum { REPEATED = 4 }; /* so many of them one place costs where an alarm comes again: else there are 65536 ways */

struct record { /* of a thread that somebody has sent a signal to, or that waits for one */
  struct record *next;
  pthread_t thread;
  bits pending;
  unsigned gate;
};
static struct record *records;
static bits for_process;
int __heddle_rt_on_their_way; /* signals, and whether an alarm is set: looked at before anything else */
static int alarm_is_set;
static long alarm_moment;
static struct timeval alarm_interval; /* 0: it comes once */
static int alarm_choices = 1;         /* what one place costs */
static int choices, from_outside;
int __heddle_rt_senders; /* only programs that send signals to others have it */

/* ---- in a section */

/* Whoever can have a record has the table that signals.c asks for. */
static struct record *record_of(pthread_t thread) {
  (void)*(int (*volatile *)(bits))&__heddle_rt_sent_table.take;
  __heddle_rt_mask();
  for (struct record *r = records; r != NULL; r = r->next)
    if (r->thread == thread) return r;
  struct record *r = __heddle_malloc(sizeof *r, RT_KEPT);
  *r = (struct record){.next = records, .thread = thread};
  __heddle_sem_init(&r->gate, 0);
  records = r;
  return r;
}

static void add(bits *to, int signal) {
  if (!(*to & rt_bit(signal))) __heddle_rt_on_their_way++;
  *to |= rt_bit(signal);
  for (struct record *r = records; r != NULL; r = r->next)
    if (to == &r->pending || to == &for_process) __heddle_rt_set_gate(&r->gate, 1);
}

static int take_from(bits *from, bits wanted) {
  for (int signal = 1; signal <= RT_SIGNALS; signal++)
    if (*from & wanted & rt_bit(signal)) {
      *from &= ~rt_bit(signal);
      __heddle_rt_on_their_way--;
      return signal;
    }
  return 0;
}

static int take(bits wanted) {
  if (__atomic_load_n(&__heddle_rt_on_their_way, __ATOMIC_SEQ_CST) == 0) return 0;
  __VERIFIER_atomic_begin();
  int signal = take_from(&record_of(pthread_self())->pending, wanted);
  if (signal == 0) signal = take_from(&for_process, wanted);
  __VERIFIER_atomic_end();
  return signal;
}

static bits waiting(void) {
  __VERIFIER_atomic_begin();
  bits all = record_of(pthread_self())->pending | for_process;
  __VERIFIER_atomic_end();
  return all;
}

struct rt_sent __heddle_rt_sent_table = {.take = take, .waiting = waiting};

/* ---- alarms and the outside: an input says whether a signal comes now */

static int chosen(unsigned char most) {
  unsigned char value;
  __heddle_symbolic(&value, sizeof value, "signal");
  __heddle_assume(value <= most);
  return value;
}

static long in_milliseconds(const struct timeval *t) {
  long longest = LONG_MAX / 4000, seconds = t->tv_sec < longest ? (long)t->tv_sec : longest;
  return seconds * 1000 + (t->tv_usec + 999) / 1000;
}

/* What comes again and again is set for the next time. */
static void ring(void) {
  long next = in_milliseconds(&alarm_interval);
  __heddle_rt_reach(alarm_moment);
  alarm_moment += next;
  alarm_choices = REPEATED;
  if (next == 0) {
    alarm_is_set = 0;
    __heddle_rt_on_their_way--;
  }
  add(&for_process, SIGALRM);
}

/* It is certain where nobody can choose any more, or if somebody waits for it. One that is on its way already stands
   for all that would come. */
static int let_alarm_come(int certain) {
  __VERIFIER_atomic_begin();
  int comes = alarm_is_set && !(for_process & rt_bit(SIGALRM)) &&
              (certain || choices >= CHOICES || (choices += alarm_choices, chosen(1)));
  if (comes) ring();
  __VERIFIER_atomic_end();
  return comes;
}

/* One of those that the program handles or waits for. */
static void let_outside_send(bits also) {
  __VERIFIER_atomic_begin();
  if (from_outside < __heddle_option(RT_OPTION_SIGNALS) && choices < CHOICES) {
    int number = 0, wanted = (choices++, chosen(31));
    for (int signal = 1; signal < 32 && wanted > 0; signal++) {
      if (!(also & rt_bit(signal)) && !__heddle_rt_has_handler(signal)) continue;
      if (++number != wanted) continue;
      from_outside++;
      record_of(pthread_self());
      add(&for_process, signal);
      break;
    }
    __heddle_assume(wanted <= number);
  }
  __VERIFIER_atomic_end();
}

void __heddle_rt_signal_poll(void) {
  if (__heddle_option(RT_OPTION_SIGNALS) > 0) let_outside_send(0);
  if (__atomic_load_n(&__heddle_rt_on_their_way, __ATOMIC_SEQ_CST) == 0) return;
  if (!(__heddle_rt_blocked & rt_bit(SIGALRM)) && __atomic_load_n(&alarm_is_set, __ATOMIC_SEQ_CST)) let_alarm_come(0);
  __heddle_rt_deliver_all();
}

static struct itimerval look_at_alarm(void) {
  const long *clock = __heddle_clock();
  long rest = alarm_moment - (clock != NULL ? clock[RT_CLOCK_TICKS] : 0);
  struct itimerval is = {.it_interval = alarm_interval};
  if (alarm_is_set) is.it_value = (struct timeval){rest > 0 ? rest / 1000 : 0, rest > 0 ? rest % 1000 * 1000 : 1};
  return is;
}

/* Gives what was set before. */
static struct itimerval set_alarm(const struct itimerval *new) {
  __VERIFIER_atomic_begin();
  record_of(pthread_self());
  struct itimerval before = look_at_alarm();
  const long *clock = __heddle_clock();
  long wait = in_milliseconds(&new->it_value);
  __heddle_rt_on_their_way += (wait > 0) - alarm_is_set;
  alarm_is_set = wait > 0;
  alarm_moment = (clock != NULL ? clock[RT_CLOCK_TICKS] : 0) + wait;
  alarm_interval = wait > 0 ? new->it_interval : (struct timeval){0};
  alarm_choices = 1;
  __VERIFIER_atomic_end();
  __heddle_rt_signal_poll();
  return before;
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
  else if (in_milliseconds(&wanted.it_value) > 0) __heddle_unsupported("setitimer of a timer of processor time");
  if (old != NULL) *old = before;
  return 0;
}

int getitimer(__itimer_which_t which, struct itimerval *result) {
  struct itimerval is = {0};
  if ((int)which < ITIMER_REAL || (int)which > ITIMER_PROF) return fail(EINVAL);
  __VERIFIER_atomic_begin();
  if (which == ITIMER_REAL) is = look_at_alarm();
  __VERIFIER_atomic_end();
  *result = is;
  return 0;
}

/* ---- sending */

int pthread_kill(pthread_t thread, int signal) {
  if (signal < 0 || signal > RT_SIGNALS) return EINVAL;
  if (signal == 0) return 0;
  if (thread == pthread_self()) return raise(signal);
  __VERIFIER_atomic_begin();
  add(&record_of(thread)->pending, signal + 0 * *(volatile int *)&__heddle_rt_senders);
  __VERIFIER_atomic_end();
  __heddle_rt_signal_poll();
  return 0;
}

int kill(pid_t process, int signal) {
  if (process != getpid() && process != 0) __heddle_unsupported("a signal to another process");
  if (signal < 0 || signal > RT_SIGNALS) return fail(EINVAL);
  if (signal == 0) return 0;
  __VERIFIER_atomic_begin();
  record_of(pthread_self());
  add(&for_process, signal + 0 * *(volatile int *)&__heddle_rt_senders);
  __VERIFIER_atomic_end();
  __heddle_rt_signal_poll();
  return 0;
}

/* ---- waiting */

/* Something may have come. Where nobody in the program can send anything, only the outside could end this: it is quiet,
   which is no deadlock. */
static void wait_for_some(bits wanted, bits from_outside_too) {
  let_outside_send(from_outside_too);
  if (__atomic_load_n(&alarm_is_set, __ATOMIC_SEQ_CST) && let_alarm_come(1)) return;
  if (__heddle_senders() == NULL && __atomic_load_n(&__heddle_rt_on_their_way, __ATOMIC_SEQ_CST) == 0)
    __heddle_exit(0); /* when nobody else goes on */
  __VERIFIER_atomic_begin();
  struct record *own = record_of(pthread_self());
  int has_come = ((own->pending | for_process) & wanted) != 0; /* before there was a gate for this thread */
  __VERIFIER_atomic_end();
  if (!has_come) __heddle_rt_pass_gate(&own->gate);
}

static int take_any(bits wanted) {
  int signal = __heddle_rt_take_own(wanted);
  return signal != 0 ? signal : take(wanted);
}

int sigwait(const sigset_t *restrict set, int *restrict result) {
  bits wanted = __heddle_rt_of_set(set);
  int signal;
  while ((signal = take_any(wanted)) == 0) wait_for_some(wanted, wanted);
  *result = signal;
  return 0;
}

static int give_info(int signal, siginfo_t *about) {
  if (about == NULL) return signal;
  memset(about, 0, sizeof *about);
  about->si_signo = signal;
  return signal;
}

int sigwaitinfo(const sigset_t *restrict set, siginfo_t *restrict about) {
  int signal;
  sigwait(set, &signal);
  return give_info(signal, about);
}

int sigtimedwait(const sigset_t *restrict set, siginfo_t *restrict about, const struct timespec *restrict limit) {
  if (limit->tv_sec < 0 || limit->tv_nsec < 0 || limit->tv_nsec >= 1000000000) return fail(EINVAL);
  int signal = take_any(__heddle_rt_of_set(set));
  if (signal != 0) return give_info(signal, about);
  __heddle_rt_let_pass((long)limit->tv_sec * 1000 + limit->tv_nsec / 1000000);
  return fail(EAGAIN);
}

int pause(void) {
  while (__heddle_rt_deliver_all() == 0) wait_for_some(~__heddle_rt_blocked, 0);
  return fail(EINTR);
}

int sigsuspend(const sigset_t *set) {
  bits before = __heddle_rt_blocked;
  __heddle_rt_blocked = __heddle_rt_of_set(set);
  pause();
  __heddle_rt_blocked = before;
  return fail(EINTR);
}
