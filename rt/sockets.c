/* sys/socket.h: making, naming and connecting sockets. socket_data.c has what moves bytes, socket_names.c names of
   hosts. Whoever connects finds a socket of the program that listens there, or the peer outside. */
#include "sockets.h"
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <stddef.h>
#include <string.h>
#include <sys/un.h>
#include <unistd.h>

enum { FIRST_PORT = 40000, MOST_WAITING = 4096, NOBODY_CALLS = -100000 };

static struct rt_socket *named; /* all with an address of their own */
static unsigned short last_port = FIRST_PORT;

/* ---- as a kind of description */

static ssize_t socket_read(struct rt_description *d, void *to, size_t n) {
  struct rt_socket *s = d->more;
  if (s->state != RT_SOCKET_CONNECTED)
    return s->state == RT_SOCKET_LISTENS || s->domain != AF_UNIX ? -ENOTCONN : -EINVAL;
  return s->reads ? __heddle_rt_take(s->in, to, n, 0) : 0;
}

static ssize_t socket_write(struct rt_description *d, const void *bytes, size_t n) {
  struct rt_socket *s = d->more;
  if (s->state != RT_SOCKET_CONNECTED) return s->domain == AF_UNIX ? -ENOTCONN : -EPIPE;
  if (!s->writes) return -EPIPE;
  return s->out == NULL ? (ssize_t)n : __heddle_rt_give(s->out, bytes, n);
}

static struct rt_pollable *socket_events(struct rt_description *d, int writes) {
  struct rt_socket *s = d->more;
  if (s->state == RT_SOCKET_LISTENS && !writes) return &s->events;
  if (s->state != RT_SOCKET_CONNECTED || (writes ? s->send_timeout : s->receive_timeout) > 0) return NULL;
  if (writes ? !s->writes : !s->reads) return NULL;
  struct rt_channel *c = writes ? s->out : s->in;
  return c == NULL ? NULL : &c->events;
}

static size_t socket_available(const struct rt_description *d) {
  const struct rt_socket *s = d->more;
  return s->state == RT_SOCKET_CONNECTED ? s->in->end - s->in->first : 0;
}

static int listens_ready(const struct rt_socket *s) { return s->waiting > 0 ? POLLIN | POLLRDNORM : 0; }

static int socket_ready(struct rt_description *d) {
  const struct rt_socket *s = d->more;
  if (s->state == RT_SOCKET_LISTENS) return listens_ready(s);
  if (s->state == RT_SOCKET_NEW) return POLLOUT | POLLWRNORM | POLLHUP;
  int ended = s->in->writers == 0 || !s->reads, ready = 0;
  if (s->in->end > s->in->first || ended) ready |= POLLIN | POLLRDNORM;
  if (ended) ready |= POLLRDHUP;
  if (ended && (!s->writes || (s->out != NULL && s->out->readers == 0))) ready |= POLLHUP;
  int room =
      s->out == NULL || s->out->readers == 0 || s->out->capacity - (s->out->end - s->out->first) >= RT_ATOMIC_BYTES;
  return ready | (room ? POLLOUT | POLLWRNORM : 0);
}

static void end_reading(struct rt_socket *s) {
  if (!s->holds) return;
  s->reads = s->holds = 0;
  s->in->readers--;
  __heddle_rt_channel_changed(s->in);
}

static void end_writing(struct rt_socket *s) {
  if (!s->writes) return;
  s->writes = 0;
  if (s->out == NULL) return;
  s->out->writers--;
  __heddle_rt_channel_changed(s->out);
}

static void forget_name(struct rt_socket *s) {
  struct rt_socket **at = &named;
  while (*at != NULL && *at != s) at = &(*at)->next_named;
  if (*at != NULL) *at = s->next_named;
}

/* Like a channel it is never freed: a thread may wait at its gates. */
static void socket_release(struct rt_description *d) {
  struct rt_socket *s = d->more;
  s->is_open = 0;
  forget_name(s);
  if (s->state == RT_SOCKET_CONNECTED) {
    end_reading(s);
    end_writing(s);
  }
  for (struct rt_socket *w = s->first_waiting; w != NULL; w = w->next) {
    end_reading(w);
    end_writing(w);
  }
}

const struct rt_kind __heddle_rt_socket_kind = {.read = socket_read,
                                                .write = socket_write,
                                                .release = socket_release,
                                                .events = socket_events,
                                                .available = socket_available,
                                                .ready = socket_ready,
                                                .broken = __heddle_rt_broken,
                                                .mode = S_IFSOCK | 0777};

struct rt_socket *__heddle_rt_socket(int fd, int *error) {
  const struct rt_description *d = __heddle_rt_descriptor(fd);
  *error = d == NULL && !(fd >= 0 && fd < RT_STANDARD) ? -EBADF : -ENOTSOCK;
  if (d == NULL || d->kind != &__heddle_rt_socket_kind) return NULL;
  *error = 0;
  return d->more;
}

struct rt_socket *__heddle_rt_new_socket(int domain) {
  struct rt_socket *s = __heddle_malloc(sizeof *s, RT_KEPT);
  memset(s, 0, sizeof *s);
  s->domain = domain;
  s->is_open = s->outside_only = 1;
  __heddle_rt_new_events(&s->events);
  return s;
}

int __heddle_rt_socket_fd(struct rt_socket *s, int flags) {
  struct rt_description *d = __heddle_rt_new_description(&__heddle_rt_socket_kind, O_RDWR | flags);
  d->more = s;
  return __heddle_rt_new_descriptor(d, 0);
}

/* ---- making */

static int check_kind(int domain, int type, int protocol) {
  int kind = type & ~(SOCK_CLOEXEC | SOCK_NONBLOCK);
  if (domain != AF_INET && domain != AF_INET6 && domain != AF_UNIX) {
    if (domain <= 0 || domain > AF_MAX) return -EAFNOSUPPORT;
    __heddle_unsupported("this family of sockets");
  }
  if (kind < 0 || kind > SOCK_PACKET) return -EINVAL;
  if (kind != SOCK_STREAM) __heddle_unsupported("a socket that is no stream");
  if (protocol != 0 && (domain == AF_UNIX || protocol != IPPROTO_TCP)) return -EPROTONOSUPPORT;
  return 0;
}

static int flags_of(int type) {
  return (type & SOCK_CLOEXEC ? O_CLOEXEC : 0) | (type & SOCK_NONBLOCK ? O_NONBLOCK : 0);
}

int socket(int domain, int type, int protocol) {
  int error = check_kind(domain, type, protocol);
  if (error != 0) return (int)__heddle_rt_result(error);
  RT_CALL(int,
          __heddle_rt_io_fails(1) ? -EMFILE : __heddle_rt_socket_fd(__heddle_rt_new_socket(domain), flags_of(type)));
}

static void join(struct rt_socket *a, struct rt_socket *b) {
  a->in = b->out = __heddle_rt_new_channel(RT_SOCKET_BYTES);
  b->in = a->out = __heddle_rt_new_channel(RT_SOCKET_BYTES);
  a->state = b->state = RT_SOCKET_CONNECTED;
  a->reads = a->writes = a->holds = b->reads = b->writes = b->holds = 1;
}

static int make_pair(int domain, int type, int fds[2]) {
  struct rt_socket *a = __heddle_rt_new_socket(domain), *b = __heddle_rt_new_socket(domain);
  join(a, b);
  a->own.size = a->peer.size = b->own.size = b->peer.size = sizeof(sa_family_t);
  a->own.any.sa_family = a->peer.any.sa_family = b->own.any.sa_family = b->peer.any.sa_family = AF_UNIX;
  fds[0] = __heddle_rt_socket_fd(a, flags_of(type));
  fds[1] = fds[0] < 0 ? fds[0] : __heddle_rt_socket_fd(b, flags_of(type));
  return fds[1] < 0 ? fds[1] : 0;
}

int socketpair(int domain, int type, int protocol, int fds[2]) {
  int made[2], error = check_kind(domain, type, protocol);
  if (error == 0 && domain != AF_UNIX) error = -EOPNOTSUPP;
  if (error != 0) return (int)__heddle_rt_result(error);
  __heddle_rt_files_begin();
  error = make_pair(domain, type, made);
  __heddle_rt_files_end();
  if (error == 0) memcpy(fds, made, sizeof made);
  return (int)__heddle_rt_result(error);
}

/* ---- addresses */

static int take_address(const struct sockaddr *from, socklen_t size, struct rt_address *to) {
  if (size > sizeof to->bytes) return -EINVAL;
  memcpy(to->bytes, from, size);
  to->size = size;
  return 0;
}

static int check_address(const struct rt_socket *s, const struct rt_address *a, int binds) {
  socklen_t least = s->domain == AF_INET ? sizeof(struct sockaddr_in) : s->domain == AF_INET6 ? 24 : 2;
  if (a->size < least) return -EINVAL;
  if (a->any.sa_family != s->domain) return binds && s->domain == AF_UNIX ? -EINVAL : -EAFNOSUPPORT;
  if (s->domain == AF_UNIX && a->size <= offsetof(struct sockaddr_un, sun_path)) return -EINVAL;
  return 0;
}

static unsigned short *port_of(struct rt_address *a) { return &a->four.sin_port; }

static int is_any(const struct rt_address *a) {
  static const unsigned char zeros[16];
  if (a->any.sa_family == AF_INET) return memcmp(a->bytes + 4, zeros, 4) == 0;
  return a->any.sa_family == AF_INET6 && memcmp(a->bytes + 8, zeros, 16) == 0;
}

/* Does one who calls `a` reach one that is called `b`? */
static int meet(const struct rt_address *a, const struct rt_address *b) {
  if (a->any.sa_family != b->any.sa_family || a->size == 0 || b->size == 0) return 0;
  if (a->any.sa_family == AF_UNIX)
    return strncmp((const char *)a->bytes + 2, (const char *)b->bytes + 2, sizeof a->bytes - 2) == 0;
  if (memcmp(a->bytes + 2, b->bytes + 2, 2) != 0) return 0;
  size_t at = a->any.sa_family == AF_INET ? 4 : 8, n = a->any.sa_family == AF_INET ? 4 : 16;
  return is_any(a) || is_any(b) || memcmp(a->bytes + at, b->bytes + at, n) == 0;
}

static struct rt_socket *find_named(const struct rt_address *a, int listens) {
  for (struct rt_socket *s = named; s != NULL; s = s->next_named)
    if (meet(a, &s->own) && (!listens || s->state == RT_SOCKET_LISTENS)) return s;
  return NULL;
}

static void give_name(struct rt_socket *s, const struct rt_address *name) {
  s->own = *name;
  if (s->domain != AF_UNIX && *port_of(&s->own) == 0) *port_of(&s->own) = htons(last_port++);
  s->next_named = named;
  named = s;
}

/* A socket that nobody has named gets a free port when it needs one. */
static void need_name(struct rt_socket *s) {
  static const unsigned char loopback[4] = {127, 0, 0, 1};
  struct rt_address name;
  if (s->own.size > 0) return;
  memset(&name, 0, sizeof name);
  name.any.sa_family = (sa_family_t)s->domain;
  name.size = s->domain == AF_INET ? 16 : s->domain == AF_INET6 ? 28 : 2;
  if (s->domain == AF_INET) memcpy(name.bytes + 4, loopback, 4);
  if (s->domain == AF_INET6) name.bytes[23] = 1;
  if (s->domain == AF_UNIX) s->own = name;
  else give_name(s, &name);
}

static int bind_socket(int fd, const struct rt_address *name) {
  int error;
  struct rt_socket *s = __heddle_rt_socket(fd, &error);
  if (s == NULL) return error;
  error = check_address(s, name, 1);
  if (error != 0) return error;
  if (s->own.size > 0 || s->state != RT_SOCKET_NEW) return -EINVAL;
  if (__heddle_rt_io_fails(1)) return -EADDRINUSE;
  struct rt_address copy = *name;
  if ((s->domain == AF_UNIX || *port_of(&copy) != 0) && find_named(name, 0) != NULL) return -EADDRINUSE;
  give_name(s, name);
  return 0;
}

int bind(int fd, const struct sockaddr *address, socklen_t size) {
  struct rt_address name;
  int error = take_address(address, size, &name);
  if (error != 0) return (int)__heddle_rt_result(error);
  RT_CALL(int, bind_socket(fd, &name));
}

static int get_name(int fd, int peer, struct rt_address *to) {
  int error;
  const struct rt_socket *s = __heddle_rt_socket(fd, &error);
  if (s == NULL) return error;
  if (peer && s->state != RT_SOCKET_CONNECTED) return -ENOTCONN;
  *to = peer ? s->peer : s->own;
  if (to->size > 0) return 0;
  memset(to, 0, sizeof *to);
  to->any.sa_family = (sa_family_t)s->domain;
  to->size = s->domain == AF_INET ? 16 : s->domain == AF_INET6 ? 28 : 2;
  return 0;
}

static void show_address(const struct rt_address *name, struct sockaddr *to, socklen_t *size) {
  if (to == NULL || size == NULL) return;
  memcpy(to, name->bytes, *size < name->size ? *size : name->size);
  *size = name->size;
}

static int give_address(int fd, int peer, struct sockaddr *to, socklen_t *size) {
  struct rt_address name;
  __heddle_rt_files_begin();
  int error = get_name(fd, peer, &name);
  __heddle_rt_files_end();
  if (error == 0) show_address(&name, to, size);
  return (int)__heddle_rt_result(error);
}

int getsockname(int fd, struct sockaddr *restrict to, socklen_t *restrict size) {
  return give_address(fd, 0, to, size);
}
int getpeername(int fd, struct sockaddr *restrict to, socklen_t *restrict size) {
  return give_address(fd, 1, to, size);
}

/* ---- the peer outside */

int __heddle_rt_has_peer(void) {
  unsigned long size;
  return __heddle_option(RT_OPTION_NET) > 0 || __heddle_given(&size, RT_GIVEN_NET, 0) != NULL;
}

/* It has sent all it ever sends, and has ended its side. */
void __heddle_rt_connect_outside(struct rt_socket *s) {
  unsigned long size = 0;
  const unsigned char *given = __heddle_given(&size, RT_GIVEN_NET, 0);
  if (given == NULL) size = (unsigned long)__heddle_option(RT_OPTION_NET) - 1;
  struct rt_channel *in = __heddle_rt_new_channel(RT_SOCKET_BYTES);
  in->bytes = __heddle_malloc(size + 1, RT_KEPT);
  if (given != NULL) memcpy(in->bytes, given, size);
  else if (size > 0) __heddle_symbolic(in->bytes, size, "net");
  in->end = in->room = size;
  in->writers = 0;
  s->in = in;
  s->state = RT_SOCKET_CONNECTED;
  s->reads = s->writes = s->holds = 1;
  __heddle_rt_channel_changed(in);
}

/* ---- connecting */

static void wait_to_be_accepted(struct rt_socket *listens, struct rt_socket *end) {
  struct rt_socket **at = &listens->first_waiting;
  while (*at != NULL) at = &(*at)->next;
  *at = end;
  end->next = NULL;
  listens->waiting++;
  __heddle_rt_changed(&listens->events, 1, 0);
}

static int connect_within(struct rt_socket *s, struct rt_socket *listens) {
  if (listens->waiting > listens->backlog) return s->domain == AF_UNIX ? -EAGAIN : -ETIMEDOUT;
  struct rt_socket *end = __heddle_rt_new_socket(s->domain);
  join(s, end);
  end->own = listens->own;
  end->peer = s->own;
  listens->outside_only = 0;
  wait_to_be_accepted(listens, end);
  return 0;
}

static int connect_socket(int fd, const struct rt_address *to) {
  int error;
  struct rt_socket *s = __heddle_rt_socket(fd, &error);
  if (s == NULL) return error;
  error = check_address(s, to, 0);
  if (error != 0) return error;
  if (s->state == RT_SOCKET_CONNECTED) return -EISCONN;
  if (s->state == RT_SOCKET_LISTENS) return s->domain == AF_UNIX ? -EINVAL : -EISCONN;
  if (__heddle_rt_io_fails(1)) return -ECONNREFUSED;
  struct rt_socket *listens = find_named(to, 1);
  if (listens == NULL && !__heddle_rt_has_peer()) return s->domain == AF_UNIX ? -ENOENT : -ECONNREFUSED;
  need_name(s);
  s->peer = *to;
  if (listens != NULL) return connect_within(s, listens);
  __heddle_rt_connect_outside(s);
  return 0;
}

int connect(int fd, const struct sockaddr *address, socklen_t size) {
  struct rt_address name;
  int error = take_address(address, size, &name);
  if (error != 0) return (int)__heddle_rt_result(error);
  RT_CALL(int, connect_socket(fd, &name));
}

static void call_from_outside(struct rt_socket *listens) {
  struct rt_socket *end = __heddle_rt_new_socket(listens->domain);
  __heddle_rt_connect_outside(end);
  end->own = listens->own;
  need_name(end);
  end->peer = end->own;
  wait_to_be_accepted(listens, end);
}

static int listen_socket(int fd, int backlog) {
  int error;
  struct rt_socket *s = __heddle_rt_socket(fd, &error);
  if (s == NULL) return error;
  if (s->state == RT_SOCKET_CONNECTED || (s->domain == AF_UNIX && s->own.size == 0)) return -EINVAL;
  int first = s->state == RT_SOCKET_NEW;
  s->backlog = backlog < 0 || backlog > MOST_WAITING ? MOST_WAITING : (unsigned)backlog;
  s->state = RT_SOCKET_LISTENS;
  need_name(s);
  for (long i = 0; first && __heddle_rt_has_peer() && i < __heddle_option(RT_OPTION_NET_CLIENTS); i++)
    call_from_outside(s);
  return 0;
}

int listen(int fd, int backlog) { RT_CALL(int, listen_socket(fd, backlog)); }

/* The first that waits; *gate: where to wait for one. */
static int accept_socket(int fd, int flags, unsigned *passed, unsigned **gate, struct rt_address *peer) {
  int error;
  struct rt_socket *s = __heddle_rt_socket(fd, &error);
  *gate = NULL;
  if (s == NULL) return error;
  if (s->state != RT_SOCKET_LISTENS) return -EINVAL;
  *gate = __heddle_rt_gate(__heddle_rt_descriptor(fd), 0);
  if (*gate != NULL && s->waiting == 0 && s->outside_only && __heddle_rt_has_peer()) return NOBODY_CALLS;
  if (*gate != NULL && *gate != passed) return -EAGAIN;
  struct rt_socket *end = s->first_waiting;
  if (end == NULL) return -EAGAIN;
  if (__heddle_rt_io_fails(1)) {
    __heddle_rt_changed(&s->events, 1, 0);
    return -ECONNABORTED;
  }
  s->first_waiting = end->next;
  s->waiting--;
  __heddle_rt_changed(&s->events, s->waiting > 0, 0);
  *peer = end->peer;
  return __heddle_rt_socket_fd(end, flags_of(flags));
}

int accept4(int fd, struct sockaddr *restrict to, socklen_t *restrict size, int flags) {
  struct rt_address peer;
  int new;
  if (flags & ~(SOCK_CLOEXEC | SOCK_NONBLOCK)) return (int)__heddle_rt_result(-EINVAL);
  for (unsigned *gate, *passed = NULL;; passed = gate) {
    __heddle_rt_files_begin();
    new = accept_socket(fd, flags, passed, &gate, &peer);
    __heddle_rt_files_end();
    if (new == NOBODY_CALLS)
      __heddle_exit(0); /* when nobody else goes on: the outside is quiet, which is no deadlock */
    if (new != -EAGAIN || gate == NULL) break;
    if ((new = __heddle_rt_wait_at(gate, 1)) != 0) break;
  }
  if (new >= 0) show_address(&peer, to, size);
  return (int)__heddle_rt_result(new);
}

int accept(int fd, struct sockaddr *restrict to, socklen_t *restrict size) { return accept4(fd, to, size, 0); }

static int end_socket(int fd, int how) {
  int error;
  struct rt_socket *s = __heddle_rt_socket(fd, &error);
  if (s == NULL) return error;
  if (how != SHUT_RD && how != SHUT_WR && how != SHUT_RDWR) return -EINVAL;
  if (s->state != RT_SOCKET_CONNECTED) return -ENOTCONN;
  if (how != SHUT_RD) end_writing(s);
  if (how == SHUT_WR || !s->reads) return 0;
  if (s->domain == AF_UNIX) end_reading(s);
  s->reads = 0; /* of others, who sends on is not told */
  __heddle_rt_changed(&s->in->events, 1, 1);
  return 0;
}

int shutdown(int fd, int how) { RT_CALL(int, end_socket(fd, how)); }
