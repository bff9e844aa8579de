/* Pipes, pairs of sockets as bytes, counters of eventfd, and what all descriptors that wait have in common. */
#include "channels.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <semaphore.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>
#include "signals.h"

/* ---- gates */

void __heddle_rt_pass_gate(unsigned *gate) { sem_wait((sem_t *)gate); }

int __heddle_rt_wait_at(unsigned *gate, int restarts) {
  const struct rt_sent *sent = __heddle_sent();
  if (sent != NULL) return sent->pass(gate, restarts);
  __heddle_rt_pass_gate(gate);
  return 0;
}

void __heddle_rt_set_gate(unsigned *gate, int open) {
  const struct rt_sent *sent = __heddle_sent();
  int is_open = __heddle_sem_value(gate) > 0;
  if (open && !is_open) __heddle_sem_post(gate);
  if (open && !is_open && sent != NULL) sent->wake(gate);
  if (!open && is_open) __heddle_sem_trywait(gate);
}

void __heddle_rt_new_events(struct rt_pollable *events) {
  memset(events, 0, sizeof *events);
  __heddle_sem_init(&events->readable, 0);
  __heddle_sem_init(&events->writable, 0);
}

void __heddle_rt_changed(struct rt_pollable *events, int readable, int writable) {
  __heddle_rt_set_gate(&events->readable, readable);
  __heddle_rt_set_gate(&events->writable, writable);
  events->changes++;
  for (struct rt_watch *w = events->watches; w != NULL; w = w->next) __heddle_rt_set_gate(w->gate, 1);
}

/* ---- bytes on their way */

static size_t count_of(const struct rt_channel *c) { return c->end - c->first; }

void __heddle_rt_channel_changed(struct rt_channel *c) {
  int readable = count_of(c) > 0 || c->writers == 0;
  __heddle_rt_changed(&c->events, readable, c->capacity - count_of(c) >= RT_ATOMIC_BYTES || c->readers == 0);
}

/* It is never freed: a thread may wait at its gates. */
struct rt_channel *__heddle_rt_new_channel(size_t capacity) {
  struct rt_channel *c = __heddle_malloc(sizeof *c, RT_KEPT);
  memset(c, 0, sizeof *c);
  __heddle_rt_new_events(&c->events);
  c->capacity = capacity;
  c->readers = c->writers = 1;
  __heddle_rt_channel_changed(c);
  return c;
}

static void make_room(struct rt_channel *c, size_t n) {
  if (c->end + n <= c->room) return;
  size_t room = c->room < 64 ? 64 : c->room, count = count_of(c);
  while (room < count + n) room *= 2;
  unsigned char *bytes = __heddle_malloc(room, RT_KEPT);
  if (count > 0) memcpy(bytes, c->bytes + c->first, count);
  if (c->bytes != NULL) __heddle_free(c->bytes);
  c->bytes = bytes;
  c->room = room;
  c->first = 0;
  c->end = count;
}

ssize_t __heddle_rt_take(struct rt_channel *c, void *to, size_t n, int peek) {
  size_t count = count_of(c);
  if (count == 0) return c->writers == 0 || n == 0 ? 0 : -EAGAIN;
  if (n > count) n = count;
  memcpy(to, c->bytes + c->first, n);
  if (!peek) c->first += n;
  if (c->first == c->end) c->first = c->end = 0;
  __heddle_rt_channel_changed(c);
  return (ssize_t)n;
}

/* A short text goes as a whole or not at all. */
ssize_t __heddle_rt_give(struct rt_channel *c, const void *bytes, size_t n) {
  size_t free = c->capacity - count_of(c);
  if (c->readers == 0) return -EPIPE;
  if (n == 0) return 0;
  if (free == 0 || (n <= RT_ATOMIC_BYTES && n > free)) return -EAGAIN;
  if (n > free) n = free;
  make_room(c, n);
  memcpy(c->bytes + c->end, bytes, n);
  c->end += n;
  __heddle_rt_channel_changed(c);
  return (ssize_t)n;
}

void __heddle_rt_broken(void) { raise(SIGPIPE); }

/* ---- pipes */

static ssize_t pipe_read(struct rt_description *d, void *to, size_t n) { return __heddle_rt_take(d->more, to, n, 0); }
static ssize_t pipe_write(struct rt_description *d, const void *bytes, size_t n) {
  return __heddle_rt_give(d->more, bytes, n);
}
static struct rt_pollable *pipe_events(struct rt_description *d, int writes) {
  (void)writes;
  return &((struct rt_channel *)d->more)->events;
}
static size_t pipe_available(const struct rt_description *d) { return count_of(d->more); }

static void pipe_release(struct rt_description *d) {
  struct rt_channel *c = d->more;
  if ((d->flags & O_ACCMODE) == O_RDONLY) c->readers--;
  else c->writers--;
  __heddle_rt_channel_changed(c);
}

static int pipe_ready(struct rt_description *d) {
  const struct rt_channel *c = d->more;
  if ((d->flags & O_ACCMODE) == O_RDONLY)
    return (count_of(c) > 0 ? POLLIN | POLLRDNORM : 0) | (c->writers == 0 ? POLLHUP : 0);
  return (c->capacity - count_of(c) >= RT_ATOMIC_BYTES ? POLLOUT | POLLWRNORM : 0) | (c->readers == 0 ? POLLERR : 0);
}

static const struct rt_kind pipe_kind = {.read = pipe_read,
                                         .write = pipe_write,
                                         .release = pipe_release,
                                         .events = pipe_events,
                                         .available = pipe_available,
                                         .ready = pipe_ready,
                                         .broken = __heddle_rt_broken,
                                         .mode = S_IFIFO | 0600};

int __heddle_rt_two(struct rt_description *a, struct rt_description *b, int fds[2]) {
  fds[0] = __heddle_rt_new_descriptor(a, 0);
  fds[1] = fds[0] < 0 ? -1 : __heddle_rt_new_descriptor(b, 0);
  if (fds[0] >= 0 && fds[1] < 0) __heddle_rt_close(fds[0]);
  return fds[1] < 0 ? -EMFILE : 0;
}

static int make_pipe(int fds[2], int flags) {
  struct rt_description *from = __heddle_rt_new_description(&pipe_kind, O_RDONLY | flags);
  struct rt_description *to = __heddle_rt_new_description(&pipe_kind, O_WRONLY | flags);
  from->more = to->more = __heddle_rt_new_channel(RT_PIPE_BYTES);
  return __heddle_rt_two(from, to, fds);
}

int pipe2(int fds[2], int flags) {
  int made[2];
  if (flags & ~(O_CLOEXEC | O_NONBLOCK | O_DIRECT)) return (int)__heddle_rt_result(-EINVAL);
  if (flags & O_DIRECT) __heddle_unsupported("pipe2 with O_DIRECT");
  __heddle_rt_files_begin();
  int result = make_pipe(made, flags);
  __heddle_rt_files_end();
  if (result == 0) memcpy(fds, made, sizeof made);
  return (int)__heddle_rt_result(result);
}

int pipe(int fds[2]) { return pipe2(fds, 0); }

/* ---- eventfd */

struct counter {
  struct rt_pollable events;
  uint64_t value;
  int one_by_one; /* EFD_SEMAPHORE */
};

static int counter_ready(struct rt_description *d) {
  const struct counter *c = d->more;
  return (c->value > 0 ? POLLIN : 0) | (c->value < UINT64_MAX - 1 ? POLLOUT : 0);
}

static void counter_changed(struct counter *c) {
  __heddle_rt_changed(&c->events, c->value > 0, c->value < UINT64_MAX - 1);
}

static ssize_t counter_read(struct rt_description *d, void *to, size_t n) {
  struct counter *c = d->more;
  uint64_t one = 1, *given = c->one_by_one ? &one : &c->value;
  if (n < sizeof c->value) return -EINVAL;
  if (c->value == 0) return -EAGAIN;
  memcpy(to, given, sizeof *given);
  c->value = c->one_by_one ? c->value - 1 : 0;
  counter_changed(c);
  return sizeof *given;
}

static ssize_t counter_write(struct rt_description *d, const void *bytes, size_t n) {
  struct counter *c = d->more;
  uint64_t more;
  if (n < sizeof more) return -EINVAL;
  memcpy(&more, bytes, sizeof more);
  if (more == UINT64_MAX) return -EINVAL;
  if (UINT64_MAX - 1 - c->value < more) return -EAGAIN;
  c->value += more;
  counter_changed(c);
  return sizeof more;
}

static struct rt_pollable *counter_events(struct rt_description *d, int writes) {
  (void)writes;
  return &((struct counter *)d->more)->events;
}
static size_t counter_available(const struct rt_description *d) {
  (void)d;
  return sizeof(uint64_t);
}

static const struct rt_kind counter_kind = {.read = counter_read,
                                            .write = counter_write,
                                            .events = counter_events,
                                            .available = counter_available,
                                            .ready = counter_ready,
                                            .mode = 0600};

static int make_counter(unsigned value, int flags) {
  struct rt_description *d = __heddle_rt_new_description(&counter_kind, O_RDWR | (flags & ~EFD_SEMAPHORE));
  struct counter *c = __heddle_malloc(sizeof *c, RT_KEPT);
  __heddle_rt_new_events(&c->events);
  c->value = value;
  c->one_by_one = (flags & EFD_SEMAPHORE) != 0;
  counter_changed(c);
  d->more = c;
  return __heddle_rt_new_descriptor(d, 0);
}

int eventfd(unsigned value, int flags) {
  if (flags & ~(EFD_CLOEXEC | EFD_NONBLOCK | EFD_SEMAPHORE)) return (int)__heddle_rt_result(-EINVAL);
  RT_CALL(int, make_counter(value, flags));
}

static int move_counter(ssize_t result) { return result == sizeof(uint64_t) ? 0 : -1; }
int eventfd_read(int fd, eventfd_t *value) { return move_counter(read(fd, value, sizeof *value)); }
int eventfd_write(int fd, eventfd_t value) { return move_counter(write(fd, &value, sizeof value)); }
