/* One set of signal handlers, one time limit and one watchdog for the process. See stop.h.

   A handler can reach nothing but file-level variables, and the watchdog belongs to the whole process: hence the one
   mutable variable here. `lock` guards all that the watchdog reads; the handler writes the number of the signal and
   wakes the watchdog by a byte in a pipe. */
#define _GNU_SOURCE
#include "util/stop.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "util/clock.h"
#include "util/error.h"

/* Seconds from the moment when the command should end: until the solver is interrupted (it mostly ends by itself, and a
   signal has no patience), until a part that does not end is given up, and until everything else is. */
#define GRACE 1.0
#define GRACE_PART 2.0
#define GRACE_ALL 15.0
enum { TICK_MS = 50 };

enum phase { PHASE_OFF, PHASE_WORK, PHASE_PART, PHASE_TAKEN, PHASE_END };

static struct {
  volatile sig_atomic_t signal;
  bool asked;  /* by who uses the library */
  int wake[2]; /* a pipe */
  pthread_mutex_t lock;
  pthread_t watchdog;
  enum phase phase;
  double started, limit, deadline, soft; /* of the monotonic clock, but for `limit`; 0: none */
  double signalled;                      /* when the watchdog heard of the signal; 0: not yet */
  struct stop_part part;
  struct stop_settle settle;
  stop_report *report;
  void *context;
} stop = {.wake = {-1, -1}, .lock = PTHREAD_MUTEX_INITIALIZER};

/* ---- asking ---- */

int stop_signal(void) { return stop.signal; }
static bool is_late(double deadline) { return deadline > 0 && clock_now() >= deadline; }
bool stop_wanted(void) { return stop.signal || stop.asked || is_late(stop.deadline); }
void stop_ask(void) { stop.asked = true; }
void stop_forget(void) { stop.asked = false; }

double stop_left(void) {
  if (stop.deadline <= 0) return 1e18;
  double left = stop.deadline - clock_now();
  return left > 0 ? left : 0;
}

/* When the command should have ended; 0: not yet. */
static double due(void) {
  if (stop.signal) return stop.signalled > 0 ? stop.signalled : clock_now();
  return is_late(stop.deadline) ? stop.deadline : 0;
}

bool stop_overdue(void) {
  double since = due();
  return since > 0 && clock_now() >= since + GRACE;
}

const char *stop_words(char *text, size_t room) {
  if (stop.signal) snprintf(text, room, "stopped by signal %d (%s)", (int)stop.signal, strsignal(stop.signal));
  else if (stop.asked) snprintf(text, room, "stopped by the program that uses the library");
  else snprintf(text, room, "the time limit of %g s was reached", stop.limit);
  return text;
}

/* ---- the watchdog ---- */

/* The command waits for ever where it is, or at the next stop_leave or stop_end. */
static _Noreturn void take_over(void) {
  struct stop_settle settle = stop.settle;
  const char *what = stop.phase == PHASE_PART ? stop.part.what : NULL;
  stop.phase = PHASE_TAKEN;
  pthread_mutex_unlock(&stop.lock);
  if (settle.settle) settle.settle(settle.context);
  int code = stop.report ? stop.report(stop.context, what) : EXIT_INCOMPLETE;
  fflush(NULL);
  _exit(code);
}

/* With the lock. */
static void look(void) {
  double now = clock_now(), since = due();
  bool part = stop.phase == PHASE_PART, may_interrupt = part && stop.part.interrupt;
  if (stop.signal && !(stop.signalled > 0)) stop.signalled = since = now;
  if (since > 0 && (part || stop.phase == PHASE_WORK)) {
    double patience = !part ? GRACE_ALL : may_interrupt ? GRACE_PART : GRACE;
    if (now >= since + patience) take_over();
    if (may_interrupt && (stop.signal || now >= since + GRACE)) stop.part.interrupt(stop.part.context);
  } else if (may_interrupt && stop.soft > 0 && now >= stop.soft + GRACE) stop.part.interrupt(stop.part.context);
}

static void *watch(void *unused) {
  (void)unused;
  for (bool limits = true;;) {
    struct pollfd wait = {.fd = stop.wake[0], .events = POLLIN};
    char bytes[64];
    if (poll(&wait, 1, limits ? TICK_MS : -1) > 0 && read(stop.wake[0], bytes, sizeof bytes) == 0) return NULL;
    pthread_mutex_lock(&stop.lock);
    look();
    limits = stop.signal || stop.deadline > 0 || stop.soft > 0;
    pthread_mutex_unlock(&stop.lock);
  }
}

/* ---- beginning ---- */

static void wake_watchdog(void) {
  int error = errno;
  if (stop.wake[1] >= 0 && write(stop.wake[1], "", 1) < 0) errno = error; /* full: it is awake */
  errno = error;
}

static void on_signal(int number) {
  stop.signal = number;
  wake_watchdog();
}

/* No system call is begun again: whoever waits is to look. */
static void catch_signals(void) {
  static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
  struct sigaction action = {.sa_handler = on_signal}, old;
  for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++)
    if (sigaction(numbers[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN) sigaction(numbers[i], &action, NULL);
}

/* Signals are for the thread that works: it may be waiting in a system call. */
static void start_watchdog(void) {
  sigset_t all, before;
  if (pipe2(stop.wake, O_CLOEXEC | O_NONBLOCK)) return;
  fcntl(stop.wake[0], F_SETFL, 0);
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  if (pthread_create(&stop.watchdog, NULL, watch, NULL) == 0) pthread_detach(stop.watchdog);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
}

void stop_limit(double seconds) {
  if (stop.phase == PHASE_OFF) return;
  pthread_mutex_lock(&stop.lock);
  stop.limit = seconds;
  stop.deadline = seconds > 0 ? stop.started + seconds : 0;
  pthread_mutex_unlock(&stop.lock);
  wake_watchdog();
}

void stop_begin(double seconds) {
  pthread_mutex_lock(&stop.lock);
  stop.started = clock_now();
  stop.signal = 0;
  stop.signalled = 0;
  stop.phase = PHASE_WORK;
  pthread_mutex_unlock(&stop.lock);
  catch_signals();
  stop_limit(seconds);
  if (stop.wake[0] < 0) start_watchdog();
}

void stop_forked(void) {
  if (stop.phase == PHASE_OFF) return;
  pthread_mutex_init(&stop.lock, NULL);
  close(stop.wake[0]);
  close(stop.wake[1]);
  stop.wake[0] = stop.wake[1] = -1;
  stop.phase = PHASE_WORK;
  stop.settle = (struct stop_settle){0};
  stop.report = NULL;
  start_watchdog();
}

/* ---- parts ---- */

static _Noreturn void wait_for_end(void) {
  pthread_mutex_unlock(&stop.lock);
  for (;;) pause();
}

void stop_enter(const struct stop_part *part) {
  pthread_mutex_lock(&stop.lock);
  if (stop.phase == PHASE_TAKEN) wait_for_end();
  if (stop.phase == PHASE_WORK) stop.phase = PHASE_PART, stop.part = *part;
  pthread_mutex_unlock(&stop.lock);
}

void stop_leave(void) {
  pthread_mutex_lock(&stop.lock);
  if (stop.phase == PHASE_TAKEN) wait_for_end();
  if (stop.phase == PHASE_PART) stop.phase = PHASE_WORK;
  pthread_mutex_unlock(&stop.lock);
}

double stop_soft(double deadline) {
  pthread_mutex_lock(&stop.lock);
  double before = stop.soft;
  stop.soft = deadline;
  pthread_mutex_unlock(&stop.lock);
  if (deadline > 0) wake_watchdog();
  return before;
}

struct stop_settle stop_settle(struct stop_settle settle) {
  pthread_mutex_lock(&stop.lock);
  struct stop_settle before = stop.settle;
  stop.settle = settle;
  pthread_mutex_unlock(&stop.lock);
  return before;
}

void stop_on_overrun(stop_report *report, void *context) {
  pthread_mutex_lock(&stop.lock);
  stop.report = report;
  stop.context = context;
  pthread_mutex_unlock(&stop.lock);
}

void stop_end(void) {
  pthread_mutex_lock(&stop.lock);
  if (stop.phase == PHASE_TAKEN) wait_for_end();
  if (stop.phase != PHASE_OFF) stop.phase = PHASE_END;
  pthread_mutex_unlock(&stop.lock);
}
