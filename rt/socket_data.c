/* sys/socket.h: what moves bytes, and the options of sockets. */
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdarg.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/time.h>
#include "clock.h"
#include "signals.h"
#include "sockets.h"

/* ---- receiving */

static struct rt_socket *open_socket(int fd, int *error) {
  struct rt_socket *s = __heddle_rt_socket(fd, error);
  if (s != NULL && s->state != RT_SOCKET_CONNECTED) *error = -ENOTCONN;
  return *error == 0 ? s : NULL;
}

static ssize_t receive(int fd, void *to, size_t n, int flags, unsigned *passed, unsigned **gate) {
  int error;
  struct rt_socket *s = open_socket(fd, &error);
  *gate = NULL;
  if (s == NULL) return error;
  *gate = flags & MSG_DONTWAIT ? NULL : __heddle_rt_gate(__heddle_rt_descriptor(fd), 0);
  if (*gate != NULL && *gate != passed) return -EAGAIN;
  int fails = __heddle_rt_io_fails(n > 1 ? 2 : 1);
  ssize_t got = fails == 1  ? -ECONNRESET
                : !s->reads ? 0
                            : __heddle_rt_take(s->in, to, fails == 2 ? 1 : n, flags & MSG_PEEK);
  if (passed != NULL && got <= 0 && got != -EAGAIN) __heddle_rt_set_gate(passed, 1);
  if (got != -EAGAIN || *gate != NULL || s->receive_timeout == 0 || flags & MSG_DONTWAIT) return got;
  const struct rt_sent *sent = __heddle_sent();
  if (sent != NULL && sent->comes_within(s->receive_timeout)) return -EINTR;
  __heddle_rt_let_pass(s->receive_timeout);
  return got;
}

static size_t waiting_bytes(int fd, size_t n) {
  int error;
  const struct rt_socket *s = open_socket(fd, &error);
  size_t count = s == NULL ? 0 : s->in->end - s->in->first;
  return n < count ? n : count;
}

static ssize_t receive_once(int fd, unsigned char *to, size_t n, int flags) {
  for (unsigned *gate, *passed = NULL;; passed = gate) {
    __heddle_rt_files_begin();
    size_t most = waiting_bytes(fd, n);
    unsigned char copy[most + 1];
    ssize_t got = receive(fd, copy, n == 0 ? 0 : most == 0 ? 1 : most, flags, passed, &gate);
    __heddle_rt_files_end();
    if (got > 0) memcpy(to, copy, (size_t)got);
    if (got == -EINTR && __heddle_rt_deliver_all() == RT_NOT_HANDLED) continue;
    if (got != -EAGAIN || gate == NULL) return got;
    int error = __heddle_rt_wait_at(gate, 1);
    if (error != 0) return error;
  }
}

enum { RECEIVE_FLAGS = MSG_DONTWAIT | MSG_PEEK | MSG_WAITALL | MSG_NOSIGNAL | MSG_CMSG_CLOEXEC | MSG_TRUNC };

ssize_t recv(int fd, void *to, size_t n, int flags) {
  size_t done = 0;
  if (flags & ~(RECEIVE_FLAGS & ~MSG_TRUNC)) __heddle_unsupported("this flag of recv");
  for (;;) {
    ssize_t got = receive_once(fd, (unsigned char *)to + done, n - done, flags);
    if (got > 0) done += (size_t)got;
    if (got <= 0 || done == n || !(flags & MSG_WAITALL) || flags & (MSG_PEEK | MSG_DONTWAIT))
      return done > 0 ? (ssize_t)done : __heddle_rt_result(got);
  }
}

ssize_t recvfrom(int fd, void *restrict to, size_t n, int flags, struct sockaddr *restrict from,
                 socklen_t *restrict size) {
  ssize_t got = recv(fd, to, n, flags);
  if (got >= 0 && from != NULL) *size = 0; /* a stream does not say it */
  return got;
}

ssize_t recvmsg(int fd, struct msghdr *message, int flags) {
  ssize_t done = 0;
  message->msg_flags = 0;
  message->msg_controllen = 0;
  message->msg_namelen = 0;
  for (size_t i = 0; i < message->msg_iovlen; i++) {
    const struct iovec *part = &message->msg_iov[i];
    if (part->iov_len == 0) continue;
    ssize_t got = recv(fd, part->iov_base, part->iov_len, done > 0 ? flags | MSG_DONTWAIT : flags);
    if (got < 0) return done > 0 ? done : -1;
    done += got;
    if ((size_t)got < part->iov_len) break;
  }
  return done;
}

/* ---- sending */

static ssize_t give(int fd, const void *bytes, size_t n, int flags, unsigned **gate) {
  int error;
  struct rt_socket *s = __heddle_rt_socket(fd, &error);
  *gate = NULL;
  if (s == NULL) return error;
  if (s->state != RT_SOCKET_CONNECTED) return s->domain == AF_UNIX ? -ENOTCONN : -EPIPE;
  *gate = flags & MSG_DONTWAIT ? NULL : __heddle_rt_gate(__heddle_rt_descriptor(fd), 1);
  if (!s->writes) return -EPIPE;
  int fails = __heddle_rt_io_fails(n > 1 ? 2 : 1);
  if (fails == 1) return -ECONNRESET;
  if (fails == 2) n = 1;
  return s->out == NULL ? (ssize_t)n : __heddle_rt_give(s->out, bytes, n);
}

enum { SEND_FLAGS = MSG_DONTWAIT | MSG_NOSIGNAL | MSG_MORE };

ssize_t send(int fd, const void *bytes, size_t n, int flags) {
  __heddle_rt_check_end(bytes, n);
  unsigned char copy[n + 1];
  unsigned *gate;
  size_t done = 0;
  memcpy(copy, bytes, n);
  if (flags & ~SEND_FLAGS) __heddle_unsupported("this flag of send");
  for (;;) {
    __heddle_rt_files_begin();
    ssize_t put = give(fd, copy + done, n - done, flags, &gate);
    __heddle_rt_files_end();
    if (put > 0) done += (size_t)put;
    if (put == -EPIPE && done == 0 && !(flags & MSG_NOSIGNAL)) __heddle_rt_broken();
    if (gate == NULL || (put < 0 && put != -EAGAIN) || done == n || (put >= 0 && __heddle_option(RT_OPTION_IO_FAILS)))
      return done > 0 ? (ssize_t)done : __heddle_rt_result(put);
    int error = put == -EAGAIN ? __heddle_rt_wait_at(gate, done == 0) : 0;
    if (error != 0) return done > 0 ? (ssize_t)done : __heddle_rt_result(error);
  }
}

ssize_t sendto(int fd, const void *bytes, size_t n, int flags, const struct sockaddr *to, socklen_t size) {
  (void)to, (void)size; /* of a stream they do not matter */
  return send(fd, bytes, n, flags);
}

ssize_t sendmsg(int fd, const struct msghdr *message, int flags) {
  size_t total = 0, at = 0;
  if (message->msg_controllen > 0) __heddle_unsupported("sendmsg with data beside the bytes");
  for (size_t i = 0; i < message->msg_iovlen; i++) {
    __heddle_rt_check_end(message->msg_iov[i].iov_base, message->msg_iov[i].iov_len);
    total += message->msg_iov[i].iov_len;
  }
  unsigned char copy[total + 1];
  for (size_t i = 0; i < message->msg_iovlen; at += message->msg_iov[i++].iov_len)
    memcpy(copy + at, message->msg_iov[i].iov_base, message->msg_iov[i].iov_len);
  return send(fd, copy, total, flags);
}

/* ---- options: most are only remembered */

enum { KEEPALIVE = 1, REUSE = 2, REUSE_PORT = 4, BROADCAST = 8, NODELAY = 16, V6ONLY = 32, OOB = 64 };

static int bit_of(int level, int name) {
  if (level == IPPROTO_TCP && name == TCP_NODELAY) return NODELAY;
  if (level == IPPROTO_IPV6 && name == IPV6_V6ONLY) return V6ONLY;
  if (level != SOL_SOCKET) return 0;
  switch (name) {
  case SO_KEEPALIVE: return KEEPALIVE;
  case SO_REUSEADDR: return REUSE;
  case SO_REUSEPORT: return REUSE_PORT;
  case SO_BROADCAST: return BROADCAST;
  case SO_OOBINLINE: return OOB;
  default: return 0;
  }
}

static int set_timeout(struct rt_socket *s, int name, const unsigned char *value, socklen_t size) {
  struct timeval t;
  if (size < sizeof t) return -EINVAL;
  memcpy(&t, value, sizeof t);
  if (t.tv_usec < 0 || t.tv_usec >= 1000000) return -EDOM;
  long milliseconds = (long)t.tv_sec * 1000 + (t.tv_usec + 999) / 1000;
  if (name == SO_RCVTIMEO) s->receive_timeout = milliseconds;
  else s->send_timeout = milliseconds;
  return 0;
}

static int set_option(int fd, int level, int name, const unsigned char *value, socklen_t size) {
  int error, number = 0;
  struct rt_socket *s = __heddle_rt_socket(fd, &error);
  if (s == NULL) return error;
  if (level == SOL_SOCKET && (name == SO_RCVTIMEO || name == SO_SNDTIMEO)) return set_timeout(s, name, value, size);
  int bit = bit_of(level, name);
  int ignored = (level == SOL_SOCKET && (name == SO_SNDBUF || name == SO_RCVBUF || name == SO_LINGER)) ||
                (level == IPPROTO_TCP && name != TCP_NODELAY) || level == IPPROTO_IP;
  if (bit == 0 && !ignored) __heddle_unsupported("this option of setsockopt");
  if (size < sizeof number) return -EINVAL;
  memcpy(&number, value, sizeof number);
  s->options = number != 0 ? s->options | bit : s->options & ~bit;
  return 0;
}

int setsockopt(int fd, int level, int name, const void *value, socklen_t size) {
  unsigned char copy[64];
  memset(copy, 0, sizeof copy);
  if (size > sizeof copy) return (int)__heddle_rt_result(-EINVAL);
  memcpy(copy, value, size);
  RT_CALL(int, set_option(fd, level, name, copy, size));
}

static int get_option(int fd, int level, int name, int *value) {
  int error;
  struct rt_socket *s = __heddle_rt_socket(fd, &error);
  if (s == NULL) return error;
  int bit = bit_of(level, name);
  if (bit != 0) *value = (s->options & bit) != 0;
  else if (level != SOL_SOCKET) __heddle_unsupported("this option of getsockopt");
  else if (name == SO_ERROR) *value = s->error, s->error = 0;
  else if (name == SO_TYPE) *value = SOCK_STREAM;
  else if (name == SO_DOMAIN) *value = s->domain;
  else if (name == SO_PROTOCOL) *value = s->domain == AF_UNIX ? 0 : IPPROTO_TCP;
  else if (name == SO_ACCEPTCONN) *value = s->state == RT_SOCKET_LISTENS;
  else __heddle_unsupported("this option of getsockopt");
  return 0;
}

int getsockopt(int fd, int level, int name, void *restrict value, socklen_t *restrict size) {
  int number = 0;
  __heddle_rt_files_begin();
  int error = get_option(fd, level, name, &number);
  __heddle_rt_files_end();
  if (error != 0) return (int)__heddle_rt_result(error);
  if (*size > sizeof number) *size = sizeof number;
  memcpy(value, &number, *size);
  return 0;
}

static int control_socket(int fd, unsigned long request, int *value) {
  struct rt_description *d = __heddle_rt_descriptor(fd);
  if (d == NULL) return fd >= 0 && fd < RT_STANDARD ? -ENOTTY : -EBADF;
  if (request == FIONBIO) {
    d->flags = *value != 0 ? d->flags | O_NONBLOCK : d->flags & ~O_NONBLOCK;
    return 0;
  }
  if (request != FIONREAD) __heddle_unsupported("this request of ioctl");
  if (d->kind->available == NULL) return -ENOTTY;
  *value = (int)d->kind->available(d);
  return 0;
}

int ioctl(int fd, unsigned long request, ...) {
  va_list list;
  va_start(list, request);
  int *at = va_arg(list, int *), value = request == FIONBIO ? *at : 0;
  va_end(list);
  __heddle_rt_files_begin();
  int error = control_socket(fd, request, &value);
  __heddle_rt_files_end();
  if (error == 0 && request == FIONREAD) *at = value;
  return (int)__heddle_rt_result(error);
}
