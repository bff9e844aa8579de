/* poll, select, epoll: waiting for any of several descriptors. Timers of timerfd are here, too: nobody makes them
   readable but time, which passes when somebody waits for it.

   With a limit of time the call is an attempt at some moment: the time is over where nothing is ready then. Without
   one, the thread waits at a gate of its own, which every change of one of the descriptors opens. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <semaphore.h>
#include <stdint.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/timerfd.h>
#include <time.h>
#include "channels.h"
#include "clock.h"
#include "signals.h"

/* ---- one descriptor */

static int ready(struct rt_description *d) {
  if (d->kind->ready != NULL) return d->kind->ready(d);
  return POLLIN | POLLOUT | POLLRDNORM | POLLWRNORM; /* files */
}

static int events_of(int fd, int wanted) {
  struct rt_description *d = __heddle_rt_descriptor(fd);
  if (fd < 0) return 0;
  if (fd < RT_STANDARD) return wanted & (fd == 0 ? POLLIN | POLLRDNORM : POLLOUT | POLLWRNORM);
  if (d == NULL) return POLLNVAL;
  return ready(d) & (wanted | POLLHUP | POLLERR);
}

/* ---- waiting */

enum { LISTS = 2 };

/* Where changes of a description are told; one may have two places. */
static struct rt_pollable *events(struct rt_description *d, int writes) {
  return d == NULL || d->kind->events == NULL ? NULL : d->kind->events(d, writes);
}

static void watch(struct rt_pollable *at, unsigned *gate) {
  if (at == NULL) return;
  struct rt_watch *w = __heddle_malloc(sizeof *w, RT_KEPT);
  w->gate = gate;
  w->next = at->watches;
  at->watches = w;
}

static void unwatch(struct rt_pollable *at, const unsigned *gate) {
  if (at == NULL) return;
  struct rt_watch **w = &at->watches;
  while (*w != NULL && (*w)->gate != gate) w = &(*w)->next;
  if (*w == NULL) return;
  struct rt_watch *old = *w;
  *w = old->next;
  __heddle_free(old);
}

/* Of several: how to ask all, and which descriptors they are. */
struct poll_set {
  int (*look)(struct poll_set *set); /* how many are ready; in a section */
  int (*fd)(const struct poll_set *set, int i);
  void *of;
  int count, most;
};

static unsigned *begin_watching(const struct poll_set *set) {
  unsigned *gate = __heddle_malloc(sizeof *gate, RT_KEPT);
  __heddle_sem_init(gate, 0);
  for (int i = 0; i < set->count; i++)
    for (int writes = 0; writes < LISTS; writes++) {
      struct rt_description *d = __heddle_rt_descriptor(set->fd(set, i));
      if (writes == 0 || events(d, 1) != events(d, 0)) watch(events(d, writes), gate);
    }
  return gate;
}

static void end_watching(const struct poll_set *set, unsigned *gate) {
  for (int i = 0; i < set->count; i++)
    for (int writes = 0; writes < LISTS; writes++) {
      struct rt_description *d = __heddle_rt_descriptor(set->fd(set, i));
      if (writes == 0 || events(d, 1) != events(d, 0)) unwatch(events(d, writes), gate);
    }
}

static long next_timer(const struct poll_set *set);

/* Negative: for ever. In a section; *gate: where to wait. */
static int attempt(struct poll_set *set, long milliseconds, unsigned **gate) {
  if (*gate != NULL) end_watching(set, *gate);
  *gate = NULL;
  int found = set->look(set);
  if (found != 0 || milliseconds == 0) return found;
  long moment = next_timer(set), *clock = __heddle_clock();
  const struct rt_sent *sent = __heddle_sent();
  if (milliseconds > 0 && (moment < 0 || moment > clock[RT_CLOCK_TICKS] + milliseconds)) {
    if (sent != NULL && sent->comes_within(milliseconds)) return -EINTR;
    __heddle_rt_let_pass(milliseconds);
    return 0;
  }
  if (moment >= 0) {
    if (sent != NULL && sent->comes_within(moment - clock[RT_CLOCK_TICKS])) return -EINTR;
    __heddle_rt_reach(moment);
    return set->look(set);
  }
  *gate = begin_watching(set);
  return 0;
}

static void stop_watching(const struct poll_set *set, unsigned *gate) {
  __heddle_rt_files_begin();
  end_watching(set, gate);
  __heddle_rt_files_end();
}

/* None of these calls begins again behind a handler. */
static int wait_for_any(struct poll_set *set, long milliseconds) {
  for (unsigned *gate = NULL;;) {
    __heddle_rt_files_begin();
    int found = attempt(set, milliseconds, &gate);
    __heddle_rt_files_end();
    if (found == -EINTR && __heddle_rt_deliver_all() == RT_NOT_HANDLED) continue;
    if (gate == NULL) return found;
    int error = __heddle_rt_wait_at(gate, 0);
    if (error == 0) continue;
    stop_watching(set, gate);
    return error;
  }
}

/* ---- poll */

static int look_at_all(struct poll_set *set) {
  struct pollfd *fds = set->of;
  int found = 0;
  for (int i = 0; i < set->count; i++) {
    fds[i].revents = (short)events_of(fds[i].fd, fds[i].events);
    found += fds[i].revents != 0;
  }
  return found;
}
static int polled_fd(const struct poll_set *set, int i) { return ((struct pollfd *)set->of)[i].fd; }

/* What a call has been given, for those that have another mask of signals while they wait. */
struct waits {
  struct poll_set *set;
  long milliseconds;
};
static int wait_with(void *waits) {
  return wait_for_any(((struct waits *)waits)->set, ((struct waits *)waits)->milliseconds);
}

static int poll_until(struct pollfd *fds, nfds_t count, long milliseconds, const sigset_t *mask) {
  if (count > RT_DESCRIPTORS) return (int)__heddle_rt_result(-EINVAL);
  struct pollfd copy[count + 1];
  struct poll_set set = {.look = look_at_all, .fd = polled_fd, .of = copy, .count = (int)count};
  struct waits waits = {&set, milliseconds};
  memcpy(copy, fds, count * sizeof *fds);
  int found = __heddle_rt_wait_masked(mask, wait_with, &waits);
  for (nfds_t i = 0; i < count && found >= 0; i++) fds[i].revents = copy[i].revents;
  return (int)__heddle_rt_result(found);
}

int poll(struct pollfd *fds, nfds_t count, int milliseconds) { return poll_until(fds, count, milliseconds, NULL); }

static long in_milliseconds(time_t seconds, long nanoseconds) {
  return (long)seconds * 1000 + (nanoseconds + 999999) / 1000000;
}

int ppoll(struct pollfd *fds, nfds_t count, const struct timespec *limit, const sigset_t *mask) {
  if (limit != NULL && (limit->tv_sec < 0 || limit->tv_nsec < 0 || limit->tv_nsec >= 1000000000))
    return (int)__heddle_rt_result(-EINVAL);
  long milliseconds = limit == NULL ? -1 : in_milliseconds(limit->tv_sec, limit->tv_nsec);
  return poll_until(fds, count, milliseconds, mask);
}

/* ---- select */

struct selected {
  fd_set wanted[3], found[3];
  int used[3];
};

static int is_set(const struct selected *s, int list, int fd) {
  return s->used[list] && FD_ISSET(fd, &s->wanted[list]);
}

static int look_at_sets(struct poll_set *set) {
  static const int events[3] = {POLLIN | POLLHUP | POLLERR, POLLOUT | POLLERR, POLLPRI};
  struct selected *s = set->of;
  int count = 0;
  for (int list = 0; list < 3; list++) FD_ZERO(&s->found[list]);
  for (int fd = 0; fd < set->count; fd++)
    for (int list = 0; list < 3; list++) {
      if (!is_set(s, list, fd)) continue;
      int got = events_of(fd, events[list]);
      if (got & POLLNVAL) return -EBADF;
      if (!(got & events[list])) continue;
      FD_SET(fd, &s->found[list]);
      count++;
    }
  return count;
}
static int selected_fd(const struct poll_set *set, int i) {
  const struct selected *s = set->of;
  return is_set(s, 0, i) || is_set(s, 1, i) || is_set(s, 2, i) ? i : -1;
}

static int select_until(int count, fd_set *sets[3], long milliseconds, const sigset_t *mask) {
  struct selected s;
  struct poll_set set = {.look = look_at_sets, .fd = selected_fd, .of = &s, .count = count};
  if (count < 0 || count > FD_SETSIZE) return (int)__heddle_rt_result(-EINVAL);
  for (int list = 0; list < 3; list++) {
    s.used[list] = sets[list] != NULL;
    if (sets[list] != NULL) s.wanted[list] = *sets[list];
  }
  struct waits waits = {&set, milliseconds};
  int found = __heddle_rt_wait_masked(mask, wait_with, &waits);
  for (int list = 0; list < 3 && found >= 0; list++)
    if (sets[list] != NULL) *sets[list] = s.found[list];
  return (int)__heddle_rt_result(found);
}

int select(int count, fd_set *restrict reads, fd_set *restrict writes, fd_set *restrict others,
           struct timeval *restrict limit) {
  fd_set *sets[3] = {reads, writes, others};
  if (limit != NULL && (limit->tv_sec < 0 || limit->tv_usec < 0)) return (int)__heddle_rt_result(-EINVAL);
  long wait = limit == NULL ? -1 : in_milliseconds(limit->tv_sec, limit->tv_usec * 1000);
  int found = select_until(count, sets, wait, NULL);
  if (found == 0 && limit != NULL) limit->tv_sec = limit->tv_usec = 0; /* as Linux has it: what is left */
  return found;
}

int pselect(int count, fd_set *restrict reads, fd_set *restrict writes, fd_set *restrict others,
            const struct timespec *restrict limit, const sigset_t *restrict mask) {
  fd_set *sets[3] = {reads, writes, others};
  if (limit != NULL && (limit->tv_sec < 0 || limit->tv_nsec < 0 || limit->tv_nsec >= 1000000000))
    return (int)__heddle_rt_result(-EINVAL);
  return select_until(count, sets, limit == NULL ? -1 : in_milliseconds(limit->tv_sec, limit->tv_nsec), mask);
}

/* ---- epoll */

struct member {
  struct member *next;
  int fd;
  const struct rt_description *of;
  struct epoll_event event;
  unsigned long seen[LISTS]; /* EPOLLET: changes that were told already */
};
struct group {
  struct member *first;
};

static int group_ready(struct rt_description *d) {
  (void)d;
  __heddle_unsupported("waiting for a descriptor of epoll");
}
static ssize_t group_read(struct rt_description *d, void *to, size_t n) {
  (void)d, (void)to, (void)n;
  return -EINVAL;
}
static ssize_t group_write(struct rt_description *d, const void *bytes, size_t n) {
  (void)d, (void)bytes, (void)n;
  return -EINVAL;
}
static const struct rt_kind group_kind = {.read = group_read, .write = group_write, .ready = group_ready, .mode = 0600};

static int make_group(int flags) {
  struct rt_description *d = __heddle_rt_new_description(&group_kind, O_RDWR | (flags & EPOLL_CLOEXEC ? O_CLOEXEC : 0));
  struct group *g = __heddle_malloc(sizeof *g, RT_KEPT);
  memset(g, 0, sizeof *g);
  d->more = g;
  return __heddle_rt_new_descriptor(d, 0);
}

int epoll_create1(int flags) {
  if (flags & ~EPOLL_CLOEXEC) return (int)__heddle_rt_result(-EINVAL);
  RT_CALL(int, make_group(flags));
}
int epoll_create(int size) { return size <= 0 ? (int)__heddle_rt_result(-EINVAL) : epoll_create1(0); }

static struct group *group_of(int fd, int *error) {
  const struct rt_description *d = __heddle_rt_descriptor(fd);
  *error = d == NULL ? -EBADF : d->kind == &group_kind ? 0 : -EINVAL;
  return *error == 0 ? d->more : NULL;
}

static int add_member(struct member **at, int fd, const struct rt_description *d, const struct epoll_event *event) {
  struct member *m = __heddle_malloc(sizeof *m, RT_KEPT);
  memset(m, 0, sizeof *m);
  m->fd = fd;
  m->of = d;
  m->event = *event;
  m->seen[0] = m->seen[1] = (unsigned long)-1;
  *at = m;
  return 0;
}

static int change_group(int group, int operation, int fd, const struct epoll_event *event) {
  int error;
  const struct rt_description *d = __heddle_rt_descriptor(fd);
  if (fd >= RT_STANDARD && d == NULL) return -EBADF;
  struct group *g = group_of(group, &error);
  if (g == NULL) return error;
  if (fd == group) return -EINVAL;
  if (d == NULL || d->kind->ready == NULL) return fd < RT_STANDARD ? -EPERM : d->node != NULL ? -EPERM : -EINVAL;
  struct member **at = &g->first, *m;
  while ((m = *at) != NULL && (m->fd != fd || m->of != d)) at = &(*at)->next;
  if (operation == EPOLL_CTL_ADD) return m != NULL ? -EEXIST : add_member(at, fd, d, event);
  if (m == NULL) return operation == EPOLL_CTL_MOD || operation == EPOLL_CTL_DEL ? -ENOENT : -EINVAL;
  if (operation == EPOLL_CTL_MOD) {
    m->event = *event;
    m->seen[0] = m->seen[1] = (unsigned long)-1;
    return 0;
  }
  if (operation != EPOLL_CTL_DEL) return -EINVAL;
  *at = m->next;
  __heddle_free(m);
  return 0;
}

int epoll_ctl(int group, int operation, int fd, struct epoll_event *event) {
  struct epoll_event copy;
  memset(&copy, 0, sizeof copy);
  if (operation != EPOLL_CTL_DEL) copy = *event;
  RT_CALL(int, change_group(group, operation, fd, &copy));
}

struct epolled {
  struct group *group;
  struct epoll_event *found;
};

static unsigned told(struct member *m, unsigned got) {
  struct rt_description *d = __heddle_rt_descriptor(m->fd);
  if (!(m->event.events & EPOLLET)) return got;
  int again = 0;
  for (int writes = 0; writes < LISTS; writes++) {
    const struct rt_pollable *at = events(d, writes);
    if (at == NULL || at->changes == m->seen[writes]) continue;
    m->seen[writes] = at->changes;
    again = 1;
  }
  return again ? got : 0;
}

static int look_at_group(struct poll_set *set) {
  struct epolled *e = set->of;
  int count = 0;
  for (struct member *m = e->group->first; m != NULL && count < set->most; m = m->next) {
    if (__heddle_rt_descriptor(m->fd) != m->of || m->event.events == EPOLLONESHOT) continue; /* closed, or told once */
    unsigned wanted = m->event.events & 0x3fff, got = (unsigned)events_of(m->fd, (int)wanted);
    got = got == 0 ? 0 : told(m, got);
    if (got == 0) continue;
    e->found[count].events = got;
    e->found[count++].data = m->event.data;
    if (m->event.events & EPOLLONESHOT) m->event.events = EPOLLONESHOT;
  }
  return count;
}
static int epolled_fd(const struct poll_set *set, int i) {
  const struct member *m = ((struct epolled *)set->of)->group->first;
  while (i-- > 0 && m != NULL) m = m->next;
  return m == NULL ? -1 : m->fd;
}

int epoll_pwait(int group, struct epoll_event *to, int most, int milliseconds, const sigset_t *mask) {
  int error;
  if (most <= 0 || most > RT_DESCRIPTORS) return (int)__heddle_rt_result(-EINVAL);
  struct epoll_event found[most];
  __heddle_rt_files_begin();
  struct epolled e = {.group = group_of(group, &error), .found = found};
  struct poll_set set = {.look = look_at_group, .fd = epolled_fd, .of = &e, .most = most};
  for (const struct member *m = e.group != NULL ? e.group->first : NULL; m != NULL; m = m->next) set.count++;
  __heddle_rt_files_end();
  if (e.group == NULL) return (int)__heddle_rt_result(error);
  struct waits waits = {&set, milliseconds};
  int count = __heddle_rt_wait_masked(mask, wait_with, &waits);
  if (count > 0) memcpy(to, found, (size_t)count * sizeof *to);
  return (int)__heddle_rt_result(count);
}

int epoll_wait(int group, struct epoll_event *to, int most, int milliseconds) {
  return epoll_pwait(group, to, most, milliseconds, NULL);
}

/* ---- timerfd */

struct timer {
  long moment, interval; /* milliseconds of the clock; moment -1: not set */
  int of_day;
};

static int timer_ready(struct rt_description *d) {
  const struct timer *t = d->more;
  return t->moment >= 0 && __heddle_clock()[RT_CLOCK_TICKS] >= t->moment ? POLLIN : 0;
}

/* Who reads waits until it is time. One that is not set is never read from. */
static ssize_t timer_read(struct rt_description *d, void *to, size_t n) {
  struct timer *t = d->more;
  if (n < sizeof(uint64_t)) return -EINVAL;
  if (t->moment < 0 && !(d->flags & O_NONBLOCK)) __heddle_unsupported("reading a timer that is not set");
  if (t->moment >= 0 && !(d->flags & O_NONBLOCK)) __heddle_rt_reach(t->moment);
  if (timer_ready(d) == 0) return -EAGAIN;
  long late = __heddle_clock()[RT_CLOCK_TICKS] - t->moment;
  uint64_t times = t->interval == 0 ? 1 : 1 + (uint64_t)(late / t->interval);
  t->moment = t->interval == 0 ? -1 : t->moment + (long)times * t->interval;
  memcpy(to, &times, sizeof times);
  return sizeof times;
}
static ssize_t timer_write(struct rt_description *d, const void *bytes, size_t n) {
  (void)d, (void)bytes, (void)n;
  return -EINVAL;
}
static size_t timer_available(const struct rt_description *d) {
  (void)d;
  return sizeof(uint64_t);
}

static const struct rt_kind timer_kind = {
    .read = timer_read, .write = timer_write, .available = timer_available, .ready = timer_ready, .mode = 0600};

static long next_timer(const struct poll_set *set) {
  long moment = -1;
  for (int i = 0; i < set->count; i++) {
    const struct rt_description *d = __heddle_rt_descriptor(set->fd(set, i));
    if (d == NULL || d->kind != &timer_kind) continue;
    const struct timer *t = d->more;
    if (t->moment >= 0 && (moment < 0 || t->moment < moment)) moment = t->moment;
  }
  return moment;
}

/* Whoever makes a timer has a clock. */
static long *volatile kept_clock;

static int make_timer(clockid_t clock, int flags) {
  kept_clock = __heddle_rt_ticks;
  struct rt_description *d = __heddle_rt_new_description(&timer_kind, O_RDWR | flags);
  struct timer *t = __heddle_malloc(sizeof *t, RT_KEPT);
  *t = (struct timer){.moment = -1, .of_day = clock == CLOCK_REALTIME};
  d->more = t;
  return __heddle_rt_new_descriptor(d, 0);
}

int timerfd_create(clockid_t clock, int flags) {
  if ((clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC && clock != CLOCK_BOOTTIME) ||
      flags & ~(TFD_CLOEXEC | TFD_NONBLOCK))
    return (int)__heddle_rt_result(-EINVAL);
  RT_CALL(int, make_timer(clock, flags));
}

static struct timer *timer_of(int fd, int *error) {
  const struct rt_description *d = __heddle_rt_descriptor(fd);
  *error = d == NULL ? -EBADF : d->kind == &timer_kind ? 0 : -EINVAL;
  return *error == 0 ? d->more : NULL;
}

static void show_timer(const struct timer *t, struct itimerspec *to) {
  long rest = t->moment < 0 ? 0 : t->moment - __heddle_clock()[RT_CLOCK_TICKS];
  memset(to, 0, sizeof *to);
  to->it_interval.tv_sec = t->interval / 1000;
  to->it_interval.tv_nsec = t->interval % 1000 * 1000000;
  if (rest <= 0) return;
  to->it_value.tv_sec = rest / 1000;
  to->it_value.tv_nsec = rest % 1000 * 1000000;
}

static int set_timer(int fd, int flags, const struct itimerspec *new, struct itimerspec *old) {
  int error;
  struct timer *t = timer_of(fd, &error);
  if (t == NULL) return error;
  show_timer(t, old);
  time_t since = flags & TFD_TIMER_ABSTIME && t->of_day ? RT_CLOCK_START : 0;
  long value = in_milliseconds(new->it_value.tv_sec - since, new->it_value.tv_nsec);
  int is_set = new->it_value.tv_sec != 0 || new->it_value.tv_nsec != 0;
  t->moment = !is_set                     ? -1
              : flags & TFD_TIMER_ABSTIME ? (value < 0 ? 0 : value)
                                          : __heddle_clock()[RT_CLOCK_TICKS] + value;
  t->interval = in_milliseconds(new->it_interval.tv_sec, new->it_interval.tv_nsec);
  return 0;
}

static int is_good(const struct timespec *t) { return t->tv_sec >= 0 && t->tv_nsec >= 0 && t->tv_nsec < 1000000000; }

int timerfd_settime(int fd, int flags, const struct itimerspec *new, struct itimerspec *old) {
  struct itimerspec wanted = *new, before;
  if (flags & ~(TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET) || !is_good(&wanted.it_value) ||
      !is_good(&wanted.it_interval))
    return (int)__heddle_rt_result(-EINVAL);
  __heddle_rt_files_begin();
  int error = set_timer(fd, flags, &wanted, &before);
  __heddle_rt_files_end();
  if (error == 0 && old != NULL) *old = before;
  return (int)__heddle_rt_result(error);
}

int timerfd_gettime(int fd, struct itimerspec *to) {
  struct itimerspec now;
  int error;
  __heddle_rt_files_begin();
  const struct timer *t = timer_of(fd, &error);
  if (t != NULL) show_timer(t, &now);
  __heddle_rt_files_end();
  if (error == 0) *to = now;
  return (int)__heddle_rt_result(error);
}
