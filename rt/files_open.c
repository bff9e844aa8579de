/* Descriptors and open file descriptions: the calls of unistd.h and fcntl.h on them. */
#include "channels.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

static struct rt_description *descriptors[RT_DESCRIPTORS];
static unsigned char close_on_exec[RT_DESCRIPTORS];
/* Whoever can make a descriptor has the table that read, write and the streams ask for (__heddle_files). */
const struct rt_files *volatile __heddle_rt_kept_table;

struct rt_description *__heddle_rt_descriptor(int fd) {
  return fd >= 0 && fd < RT_DESCRIPTORS ? descriptors[fd] : NULL;
}

struct rt_description *__heddle_rt_new_description(const struct rt_kind *kind, int flags) {
  struct rt_description *d = __heddle_malloc(sizeof *d, RT_KEPT);
  memset(d, 0, sizeof *d);
  d->kind = kind;
  d->flags = flags;
  return d;
}

int __heddle_rt_new_descriptor(struct rt_description *d, int lowest) {
  int fd = lowest < RT_STANDARD ? RT_STANDARD : lowest;
  while (fd < RT_DESCRIPTORS && descriptors[fd] != NULL) fd++;
  if (fd >= RT_DESCRIPTORS) return -EMFILE;
  descriptors[fd] = d;
  close_on_exec[fd] = (d->flags & O_CLOEXEC) != 0;
  d->uses++;
  __heddle_rt_kept_table = &__heddle_rt_file_table;
  return fd;
}

static void release(struct rt_description *d) {
  if (--d->uses > 0) return;
  if (d->kind->release != NULL) d->kind->release(d);
  if (d->node != NULL) {
    d->node->uses--;
    __heddle_rt_drop(d->node);
  }
  __heddle_free(d);
}

int __heddle_rt_close(int fd) {
  struct rt_description *d = __heddle_rt_descriptor(fd);
  if (fd >= 0 && fd < RT_STANDARD) __heddle_unsupported("closing a standard descriptor");
  if (d == NULL) return -EBADF;
  descriptors[fd] = NULL;
  release(d);
  return 0;
}

/* ---- files */

static ssize_t read_device(enum rt_device device, void *to, size_t n) {
  if (device == RT_NULL) return 0;
  if (device == RT_RANDOM && n > 0) __heddle_symbolic(to, n, "random");
  else memset(to, 0, n);
  return (ssize_t)n;
}

static ssize_t read_at(const struct rt_description *d, void *to, size_t n, off_t at) {
  const struct rt_node *node = d->node;
  if (S_ISDIR(node->mode)) return -EISDIR;
  if (S_ISCHR(node->mode)) return read_device(node->device, to, n);
  if (at >= (off_t)node->size) return 0;
  size_t rest = node->size - (size_t)at;
  if (n > rest) n = rest;
  memcpy(to, node->bytes + at, n);
  return (ssize_t)n;
}

static ssize_t write_at(const struct rt_description *d, const void *bytes, size_t n, off_t at) {
  struct rt_node *node = d->node;
  if (S_ISCHR(node->mode) && node->device == RT_FULL) return -ENOSPC;
  if (S_ISCHR(node->mode) || n == 0) return (ssize_t)n;
  size_t end = (size_t)at + n;
  if (end > node->size || node->room == 0 || node->mapped)
    __heddle_rt_resize(node, end > node->size ? end : node->size);
  memcpy(node->bytes + at, bytes, n);
  return (ssize_t)n;
}

static ssize_t file_read(struct rt_description *d, void *to, size_t n) {
  ssize_t got = read_at(d, to, n, d->at);
  if (got > 0 && !S_ISCHR(d->node->mode)) d->at += got;
  return got;
}

static ssize_t file_write(struct rt_description *d, const void *bytes, size_t n) {
  if (d->flags & O_APPEND) d->at = (off_t)d->node->size;
  ssize_t put = write_at(d, bytes, n, d->at);
  if (put > 0 && !S_ISCHR(d->node->mode)) d->at += put;
  return put;
}

static const struct rt_kind file_kind = {.read = file_read, .write = file_write};

/* A duplicate of standard input, output or error. */
static ssize_t standard_read(struct rt_description *d, void *to, size_t n) {
  return d->at == STDIN_FILENO ? read(STDIN_FILENO, to, n) : -EBADF;
}
static ssize_t standard_write(struct rt_description *d, const void *bytes, size_t n) {
  if (d->at == STDIN_FILENO) return -EBADF;
  return write((int)d->at, bytes, n);
}
static const struct rt_kind standard_kind = {.read = standard_read, .write = standard_write, .mode = S_IFIFO | 0600};

/* ---- open and close */

static int truncates(int flags) { return (flags & O_TRUNC) != 0; }

static int open_node(struct rt_node *node, int flags) {
  int access = flags & O_ACCMODE, wanted = access == O_RDONLY ? R_OK : access == O_WRONLY ? W_OK : R_OK | W_OK;
  if (S_ISDIR(node->mode) && (access != O_RDONLY || flags & O_CREAT)) return -EISDIR;
  if (!S_ISDIR(node->mode) && flags & O_DIRECTORY) return -ENOTDIR;
  int error = __heddle_rt_may(node, wanted | (truncates(flags) ? W_OK : 0));
  if (error != 0) return error;
  if (truncates(flags) && S_ISREG(node->mode)) __heddle_rt_resize(node, 0);
  return 0;
}

int __heddle_rt_open(const char *path, int flags, mode_t mode) {
  struct rt_node *node;
  if (__heddle_rt_io_fails(1)) return -EIO;
  int error = __heddle_rt_lookup(path, &node);
  if (error == 0 && flags & O_CREAT && flags & O_EXCL) return -EEXIST;
  if (error == 0) error = open_node(node, flags);
  else if (error == -ENOENT && flags & O_CREAT) error = __heddle_rt_make(path, S_IFREG | (mode & 07777), &node);
  if (error != 0) return error;
  struct rt_description *d = __heddle_rt_new_description(&file_kind, flags & ~(O_CREAT | O_EXCL | O_TRUNC | O_NOCTTY));
  int fd = __heddle_rt_new_descriptor(d, 0);
  if (fd < 0) {
    __heddle_free(d);
    return fd;
  }
  d->node = node;
  node->uses++;
  return fd;
}

static int open_path(const char *path, int flags, mode_t mode) {
  RT_PATH(copy, path);
  RT_CALL(int, __heddle_rt_open(copy, flags, mode));
}

#define TAKE_MODE(mode, flags)                                                                                         \
  mode_t mode = 0;                                                                                                     \
  if ((flags) & O_CREAT || ((flags) & O_TMPFILE) == O_TMPFILE) {                                                       \
    va_list list;                                                                                                      \
    va_start(list, flags);                                                                                             \
    mode = va_arg(list, mode_t);                                                                                       \
    va_end(list);                                                                                                      \
  }

int open(const char *path, int flags, ...) {
  TAKE_MODE(mode, flags)
  if ((flags & O_TMPFILE) == O_TMPFILE) __heddle_unsupported("open with O_TMPFILE");
  return open_path(path, flags, mode);
}

static int open_at(int directory, const char *path, int flags, mode_t mode) {
  struct rt_node *before;
  int error = __heddle_rt_enter(directory, path, &before);
  if (error != 0) return error;
  int fd = __heddle_rt_open(path, flags, mode);
  __heddle_rt_leave(before);
  return fd;
}

int openat(int directory, const char *path, int flags, ...) {
  TAKE_MODE(mode, flags)
  if ((flags & O_TMPFILE) == O_TMPFILE) __heddle_unsupported("openat with O_TMPFILE");
  RT_PATH(copy, path);
  RT_CALL(int, open_at(directory, copy, flags, mode));
}

int creat(const char *path, mode_t mode) { return open_path(path, O_CREAT | O_WRONLY | O_TRUNC, mode); }

int close(int fd) {
  RT_CALL(int, __heddle_rt_io_fails(1) ? (__heddle_rt_close(fd) < 0 ? -EBADF : -EIO) : __heddle_rt_close(fd));
}

/* ---- reading and writing */

int __heddle_rt_can(const struct rt_description *d, int writes) {
  int access = d->flags & O_ACCMODE;
  return access == O_RDWR || access == (writes ? O_WRONLY : O_RDONLY);
}

unsigned *__heddle_rt_gate(struct rt_description *d, int writes) {
  if (d == NULL || d->kind->events == NULL || d->flags & O_NONBLOCK || !__heddle_rt_can(d, writes)) return NULL;
  struct rt_pollable *events = d->kind->events(d, writes);
  return events == NULL ? NULL : writes ? &events->writable : &events->readable;
}

ssize_t __heddle_rt_read(int fd, void *to, size_t n) {
  struct rt_description *d = __heddle_rt_descriptor(fd);
  if (d == NULL || !__heddle_rt_can(d, 0)) return -EBADF;
  int fails = __heddle_rt_io_fails(n > 1 ? 2 : 1);
  return fails == 1 ? -EIO : d->kind->read(d, to, fails == 2 ? 1 : n);
}

ssize_t __heddle_rt_write(int fd, const void *bytes, size_t n) {
  struct rt_description *d = __heddle_rt_descriptor(fd);
  if (d == NULL || !__heddle_rt_can(d, 1)) return -EBADF;
  int fails = __heddle_rt_io_fails(n > 1 ? 2 : 1);
  return fails == 1 ? -ENOSPC : d->kind->write(d, bytes, fails == 2 ? 1 : n);
}

enum { MOST_AT_ONCE = 0x7ffff000 };

static size_t limited(size_t n) { return n > MOST_AT_ONCE ? MOST_AT_ONCE : n; }

/* How much of a request can come: no larger copies than that. */
static size_t available(int fd, size_t n) {
  const struct rt_description *d = __heddle_rt_descriptor(fd);
  if (d != NULL && d->kind->available != NULL) return n > d->kind->available(d) ? d->kind->available(d) : n;
  if (d == NULL || d->node == NULL || S_ISCHR(d->node->mode)) return n > RT_BLOCK * 16 ? RT_BLOCK * 16 : n;
  return n > d->node->size ? d->node->size : n;
}

/* The thread has passed the gate: if it does not try after all, or if it cannot, others may. */
static ssize_t tried(unsigned *passed, ssize_t result) {
  if (passed != NULL && result <= 0 && result != -EAGAIN) __heddle_rt_set_gate(passed, 1);
  return result;
}

/* One attempt; *gate: where the caller waits before it tries again, or NULL. `passed` is where it has waited. */
static ssize_t try_read(int fd, void *to, size_t n, unsigned *passed, unsigned **gate) {
  __heddle_rt_files_begin();
  *gate = __heddle_rt_gate(__heddle_rt_descriptor(fd), 0);
  if (*gate != NULL && *gate != passed) {
    if (passed != NULL) __heddle_rt_set_gate(passed, 1);
    __heddle_rt_files_end();
    return -EAGAIN;
  }
  size_t most = available(fd, limited(n));
  unsigned char copy[most + 1];
  ssize_t got = tried(passed, __heddle_rt_read(fd, copy, n > 0 && most == 0 ? 1 : most));
  __heddle_rt_files_end();
  if (got > 0) memcpy(to, copy, (size_t)got);
  return got;
}

ssize_t __heddle_rt_read_into(int fd, void *to, size_t n) {
  unsigned *gate, *passed = NULL;
  for (;;) {
    ssize_t got = try_read(fd, to, n, passed, &gate);
    if (got == -EAGAIN && gate != NULL) got = __heddle_rt_wait_at(gate, 1);
    else return __heddle_rt_result(got);
    if (got != 0) return __heddle_rt_result(got);
    passed = gate;
  }
}

/* There is room nearly always, so it waits only where there was none. */
static ssize_t try_write(int fd, const void *bytes, size_t n, unsigned *passed, unsigned **gate) {
  __heddle_rt_files_begin();
  *gate = __heddle_rt_gate(__heddle_rt_descriptor(fd), 1);
  ssize_t put = tried(passed, __heddle_rt_write(fd, bytes, n));
  __heddle_rt_files_end();
  return put;
}

/* A description that waits takes all, if need be in several steps. */
ssize_t __heddle_rt_write_from(int fd, const void *bytes, size_t n) {
  __heddle_rt_check_end(bytes, n);
  unsigned char copy[n + 1];
  unsigned *gate, *passed = NULL;
  size_t done = 0;
  memcpy(copy, bytes, n);
  for (;;) {
    ssize_t put = try_write(fd, copy + done, n - done, passed, &gate);
    if (put >= 0) done += (size_t)put;
    if (put == -EPIPE) __heddle_rt_descriptor(fd)->kind->broken();
    if (gate == NULL || (put < 0 && put != -EAGAIN) || done == n || (put >= 0 && __heddle_option(RT_OPTION_IO_FAILS)))
      return done > 0 ? (ssize_t)done : __heddle_rt_result(put);
    passed = put == -EAGAIN ? gate : NULL;
    int error = passed != NULL ? __heddle_rt_wait_at(gate, done == 0) : 0;
    if (error != 0) return done > 0 ? (ssize_t)done : __heddle_rt_result(error);
  }
}

static int positioned(int fd, int writes, off_t at, struct rt_description **d) {
  *d = __heddle_rt_descriptor(fd);
  if (fd >= 0 && fd < RT_STANDARD) return -ESPIPE;
  if (*d == NULL) return -EBADF;
  if (at < 0) return -EINVAL;
  if ((*d)->node == NULL) return -ESPIPE;
  if (!__heddle_rt_can(*d, writes)) return -EBADF;
  return __heddle_rt_io_fails(1) ? -EIO : 0;
}

ssize_t pread(int fd, void *to, size_t n, off_t at) {
  struct rt_description *d;
  __heddle_rt_files_begin();
  size_t most = available(fd, limited(n));
  unsigned char copy[most + 1];
  int error = positioned(fd, 0, at, &d);
  ssize_t got = error != 0 ? error : read_at(d, copy, most, at);
  __heddle_rt_files_end();
  if (got > 0) memcpy(to, copy, (size_t)got);
  return __heddle_rt_result(got);
}

static ssize_t write_positioned(int fd, const void *bytes, size_t n, off_t at) {
  struct rt_description *d;
  int error = positioned(fd, 1, at, &d);
  if (error != 0) return error;
  return write_at(d, bytes, n, d->flags & O_APPEND ? (off_t)d->node->size : at); /* as Linux has it */
}

ssize_t pwrite(int fd, const void *bytes, size_t n, off_t at) {
  __heddle_rt_check_end(bytes, n);
  unsigned char copy[n + 1];
  memcpy(copy, bytes, n);
  RT_CALL(ssize_t, write_positioned(fd, copy, n, at));
}

static ssize_t total_of(const struct iovec *parts, int count) {
  size_t total = 0;
  if (count < 0 || count > IOV_MAX) return -EINVAL;
  for (int i = 0; i < count; i++) total += parts[i].iov_len;
  return total > SSIZE_MAX ? -EINVAL : (ssize_t)total;
}

ssize_t writev(int fd, const struct iovec *parts, int count) {
  ssize_t total = total_of(parts, count);
  if (total < 0) return __heddle_rt_result(total);
  for (int i = 0; i < count; i++) __heddle_rt_check_end(parts[i].iov_base, parts[i].iov_len);
  unsigned char copy[total + 1];
  size_t at = 0;
  for (int i = 0; i < count; at += parts[i++].iov_len) memcpy(copy + at, parts[i].iov_base, parts[i].iov_len);
  return write(fd, copy, (size_t)total);
}

static ssize_t deal_out(const struct iovec *parts, const unsigned char *bytes, ssize_t got) {
  for (ssize_t at = 0; at < got; parts++) {
    size_t n = (size_t)(got - at) < parts->iov_len ? (size_t)(got - at) : parts->iov_len;
    memcpy(parts->iov_base, bytes + at, n);
    at += (ssize_t)n;
  }
  return got;
}

ssize_t readv(int fd, const struct iovec *parts, int count) {
  ssize_t total = total_of(parts, count);
  if (total < 0) return __heddle_rt_result(total);
  unsigned char copy[total + 1];
  return deal_out(parts, copy, read(fd, copy, (size_t)total));
}

ssize_t pwritev(int fd, const struct iovec *parts, int count, off_t at) {
  ssize_t total = total_of(parts, count);
  if (total < 0) return __heddle_rt_result(total);
  for (int i = 0; i < count; i++) __heddle_rt_check_end(parts[i].iov_base, parts[i].iov_len);
  unsigned char copy[total + 1];
  size_t done = 0;
  for (int i = 0; i < count; done += parts[i++].iov_len) memcpy(copy + done, parts[i].iov_base, parts[i].iov_len);
  return pwrite(fd, copy, (size_t)total, at);
}

ssize_t preadv(int fd, const struct iovec *parts, int count, off_t at) {
  ssize_t total = total_of(parts, count);
  if (total < 0) return __heddle_rt_result(total);
  unsigned char copy[total + 1];
  return deal_out(parts, copy, pread(fd, copy, (size_t)total, at));
}

/* ---- positions and sizes */

off_t __heddle_rt_seek(int fd, off_t offset, int whence) {
  struct rt_description *d = __heddle_rt_descriptor(fd);
  if (fd >= 0 && fd < RT_STANDARD) return -ESPIPE;
  if (d == NULL) return -EBADF;
  if (d->node == NULL) return -ESPIPE;
  if (S_ISCHR(d->node->mode)) return whence >= SEEK_SET && whence <= SEEK_END ? 0 : -EINVAL;
  off_t size = (off_t)d->node->size, at;
  switch (whence) {
  case SEEK_SET: at = offset; break;
  case SEEK_CUR: at = d->at + offset; break;
  case SEEK_END: at = size + offset; break;
  case SEEK_DATA: at = offset >= 0 && offset < size ? offset : -ENXIO; break;
  case SEEK_HOLE: at = offset >= 0 && offset < size ? size : -ENXIO; break;
  default: return -EINVAL;
  }
  if (at < 0) return at == -ENXIO && (whence == SEEK_DATA || whence == SEEK_HOLE) ? at : -EINVAL;
  d->at = at;
  return at;
}

off_t lseek(int fd, off_t offset, int whence) { RT_CALL(off_t, __heddle_rt_seek(fd, offset, whence)); }

static int set_size(struct rt_node *node, off_t size) {
  if (size < 0 || !S_ISREG(node->mode)) return -EINVAL;
  return __heddle_rt_resize(node, (size_t)size);
}

static int truncate_descriptor(int fd, off_t size) {
  struct rt_description *d = __heddle_rt_descriptor(fd);
  if (fd >= 0 && fd < RT_STANDARD) return -EINVAL;
  if (d == NULL) return -EBADF;
  if (d->node == NULL || !__heddle_rt_can(d, 1)) return -EINVAL;
  return __heddle_rt_io_fails(1) ? -EIO : set_size(d->node, size);
}

int ftruncate(int fd, off_t size) { RT_CALL(int, truncate_descriptor(fd, size)); }

static int truncate_path(const char *path, off_t size) {
  struct rt_node *node;
  if (size < 0) return -EINVAL;
  int error = __heddle_rt_lookup(path, &node);
  if (error == 0 && S_ISDIR(node->mode)) error = -EISDIR;
  if (error == 0) error = __heddle_rt_may(node, W_OK);
  return error != 0 ? error : set_size(node, size);
}

int truncate(const char *path, off_t size) {
  RT_PATH(copy, path);
  RT_CALL(int, truncate_path(copy, size));
}

static int synchronise(int fd) {
  const struct rt_description *d = __heddle_rt_descriptor(fd);
  if (fd >= 0 && fd < RT_STANDARD) return -EINVAL;
  if (d == NULL) return -EBADF;
  return d->node == NULL ? -EINVAL : __heddle_rt_io_fails(1) ? -EIO : 0;
}

int fsync(int fd) { RT_CALL(int, synchronise(fd)); }
int fdatasync(int fd) { RT_CALL(int, synchronise(fd)); }
void sync(void) {}

/* ---- duplicates, flags */

static struct rt_description *standard(int fd) {
  struct rt_description *d = __heddle_rt_new_description(&standard_kind, fd == 0 ? O_RDONLY : O_WRONLY);
  d->at = fd;
  return d;
}

static int duplicate(int fd, int lowest, int flags) {
  struct rt_description *d = __heddle_rt_descriptor(fd);
  if (fd >= 0 && fd < RT_STANDARD) d = standard(fd);
  if (d == NULL) return -EBADF;
  if (lowest < 0 || lowest >= RT_DESCRIPTORS) return -EINVAL;
  int new = __heddle_rt_new_descriptor(d, lowest);
  if (new < 0 && d->uses == 0) __heddle_free(d);
  if (new >= 0) close_on_exec[new] = (flags & O_CLOEXEC) != 0;
  return new;
}

int dup(int fd) { RT_CALL(int, duplicate(fd, 0, 0)); }

static int duplicate_to(int fd, int to, int flags) {
  if (to < 0 || to >= RT_DESCRIPTORS) return -EBADF;
  if (fd >= 0 && fd < RT_STANDARD && fd == to) return to;
  if (fd >= RT_STANDARD && __heddle_rt_descriptor(fd) == NULL) return -EBADF;
  if (fd < 0) return -EBADF;
  if (fd == to) return to;
  if (to < RT_STANDARD) __heddle_unsupported("redirecting a standard descriptor");
  // cppcheck-suppress arrayIndexOutOfBoundsCond ; the first line has looked
  if (descriptors[to] != NULL) __heddle_rt_close(to);
  return duplicate(fd, to, flags);
}

int dup2(int fd, int to) { RT_CALL(int, duplicate_to(fd, to, 0)); }

int dup3(int fd, int to, int flags) {
  if (fd == to || flags & ~O_CLOEXEC) return (int)__heddle_rt_result(-EINVAL);
  RT_CALL(int, duplicate_to(fd, to, flags));
}

enum { SETTABLE = O_APPEND | O_NONBLOCK | O_NOATIME | O_ASYNC };

static int control(int fd, int command, int argument) {
  struct rt_description *d = __heddle_rt_descriptor(fd);
  if (d == NULL && !(fd >= 0 && fd < RT_STANDARD)) return -EBADF;
  switch (command) {
  case F_DUPFD: return duplicate(fd, argument, 0);
  case F_DUPFD_CLOEXEC: return duplicate(fd, argument, O_CLOEXEC);
  case F_GETFD: return close_on_exec[fd];
  case F_SETFD: close_on_exec[fd] = argument & FD_CLOEXEC; return 0;
  case F_GETFL: return d == NULL ? (fd == 0 ? O_RDONLY : O_WRONLY) : (d->flags & ~O_CLOEXEC) | (__O_LARGEFILE);
  case F_SETFL:
    if (d == NULL) __heddle_unsupported("changing the flags of a standard descriptor");
    d->flags = (d->flags & ~SETTABLE) | (argument & SETTABLE);
    return 0;
  default: __heddle_unsupported("this command of fcntl");
  }
}

int fcntl(int fd, int command, ...) {
  va_list list;
  va_start(list, command);
  int argument = command == F_GETFD || command == F_GETFL ? 0 : va_arg(list, int);
  va_end(list);
  RT_CALL(int, control(fd, command, argument));
}

int posix_fadvise(int fd, off_t from, off_t n, int advice) {
  const struct rt_description *d = __heddle_rt_descriptor(fd);
  (void)from;
  if (d == NULL && !(fd >= 0 && fd < RT_STANDARD)) return EBADF;
  if (d == NULL || d->node == NULL) return ESPIPE;
  return n < 0 || advice < POSIX_FADV_NORMAL || advice > POSIX_FADV_NOREUSE ? EINVAL : 0;
}
