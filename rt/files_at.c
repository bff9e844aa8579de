/* Calls on names relative to an open directory, owners, and copies between descriptors. There are no symbolic links. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/statvfs.h>
#include <unistd.h>
#include "files.h"

/* ---- relative to a directory */

/* A whole call: one section around an expression, in that directory. */
#define AT_CALL(directory, path, expression)                                                                           \
  struct rt_node *before;                                                                                              \
  __heddle_rt_files_begin();                                                                                           \
  int result = __heddle_rt_enter(directory, path, &before);                                                            \
  if (result == 0) result = (expression);                                                                              \
  __heddle_rt_leave(before);                                                                                           \
  __heddle_rt_files_end()

int fstatat(int directory, const char *restrict path, struct stat *restrict to, int flags) {
  RT_PATH(copy, path);
  struct stat found;
  if (flags & ~(AT_SYMLINK_NOFOLLOW | AT_EMPTY_PATH | AT_NO_AUTOMOUNT)) return (int)__heddle_rt_result(-EINVAL);
  if (*copy == '\0' && flags & AT_EMPTY_PATH) return fstat(directory, to);
  AT_CALL(directory, copy, __heddle_rt_stat_path(copy, &found));
  if (result == 0) *to = found;
  return (int)__heddle_rt_result(result);
}
int faccessat(int directory, const char *path, int wanted, int flags) {
  RT_PATH(copy, path);
  if (flags & ~(AT_SYMLINK_NOFOLLOW | AT_EACCESS)) return (int)__heddle_rt_result(-EINVAL);
  AT_CALL(directory, copy, __heddle_rt_access_path(copy, wanted));
  return (int)__heddle_rt_result(result);
}
int unlinkat(int directory, const char *path, int flags) {
  RT_PATH(copy, path);
  int is_directory = (flags & AT_REMOVEDIR) != 0;
  if (flags & ~AT_REMOVEDIR) return (int)__heddle_rt_result(-EINVAL);
  AT_CALL(directory, copy, __heddle_rt_io_fails(1) ? -EIO : __heddle_rt_remove_name(copy, is_directory, !is_directory));
  return (int)__heddle_rt_result(result);
}
int mkdirat(int directory, const char *path, mode_t mode) {
  RT_PATH(copy, path);
  AT_CALL(directory, copy, __heddle_rt_make_path(copy, S_IFDIR | (mode & 01777)));
  return (int)__heddle_rt_result(result);
}
int fchmodat(int directory, const char *path, mode_t mode, int flags) {
  RT_PATH(copy, path);
  if (flags & ~AT_SYMLINK_NOFOLLOW) return (int)__heddle_rt_result(-EINVAL);
  AT_CALL(directory, copy, __heddle_rt_change_mode(copy, mode));
  return (int)__heddle_rt_result(result);
}

/* Both names in the same directory, or one of them from the root. */
static int link_at(int from_directory, const char *from, int to_directory, const char *to, int moves) {
  RT_PATH(source, from);
  RT_PATH(target, to);
  int directory = *source == '/' ? to_directory : from_directory;
  if (*source != '/' && *target != '/' && from_directory != to_directory)
    __heddle_unsupported("names in two directories");
  AT_CALL(directory, directory == from_directory ? source : target,
          __heddle_rt_io_fails(1) ? -EIO : __heddle_rt_link_path(source, target, moves));
  return (int)__heddle_rt_result(result);
}
int renameat(int from_directory, const char *from, int to_directory, const char *to) {
  return link_at(from_directory, from, to_directory, to, 1);
}
int linkat(int from_directory, const char *from, int to_directory, const char *to, int flags) {
  if (flags & ~AT_SYMLINK_FOLLOW) return (int)__heddle_rt_result(-EINVAL);
  return link_at(from_directory, from, to_directory, to, 0);
}

/* Nothing is a symbolic link. */
ssize_t readlinkat(int directory, const char *restrict path, char *restrict to, size_t size) {
  RT_PATH(copy, path);
  struct stat found;
  (void)to;
  if (size == 0) return __heddle_rt_result(-EINVAL);
  AT_CALL(directory, copy, __heddle_rt_stat_path(copy, &found));
  return __heddle_rt_result(result == 0 ? -EINVAL : result);
}
ssize_t readlink(const char *restrict path, char *restrict to, size_t size) {
  return readlinkat(AT_FDCWD, path, to, size);
}

static int change_to(int fd) {
  const struct rt_description *d = __heddle_rt_descriptor(fd);
  if (d == NULL) return fd >= 0 && fd < RT_STANDARD ? -ENOTDIR : -EBADF;
  return d->node == NULL ? -ENOTDIR : __heddle_rt_go_to(d->node);
}
int fchdir(int fd) { RT_CALL(int, change_to(fd)); }

/* ---- owners: everything belongs to one user, who cannot give it away */

static int is_own(uid_t user, gid_t group) {
  return (user == (uid_t)-1 || user == getuid()) && (group == (gid_t)-1 || group == getgid()) ? 0 : -EPERM;
}
int fchownat(int directory, const char *path, uid_t user, gid_t group, int flags) {
  RT_PATH(copy, path);
  struct stat found;
  if (flags & ~(AT_SYMLINK_NOFOLLOW | AT_EMPTY_PATH)) return (int)__heddle_rt_result(-EINVAL);
  AT_CALL(directory, copy, __heddle_rt_stat_path(copy, &found));
  return (int)__heddle_rt_result(result == 0 ? is_own(user, group) : result);
}
int chown(const char *path, uid_t user, gid_t group) { return fchownat(AT_FDCWD, path, user, group, 0); }
int lchown(const char *path, uid_t user, gid_t group) { return chown(path, user, group); }
int fchown(int fd, uid_t user, gid_t group) {
  struct stat unused;
  return fstat(fd, &unused) != 0 ? -1 : (int)__heddle_rt_result(is_own(user, group));
}

/* ---- file systems */

static int describe(struct statvfs *to) {
  memset(to, 0, sizeof *to);
  to->f_bsize = to->f_frsize = RT_BLOCK;
  to->f_blocks = to->f_files = 1 << 20;
  to->f_bfree = to->f_bavail = to->f_ffree = to->f_favail = 1 << 19;
  to->f_namemax = 255;
  return 0;
}
int statvfs(const char *restrict path, struct statvfs *restrict to) {
  struct stat unused;
  return stat(path, &unused) != 0 ? -1 : describe(to);
}
int fstatvfs(int fd, struct statvfs *to) {
  struct stat unused;
  return fstat(fd, &unused) != 0 ? -1 : describe(to);
}

/* ---- room and copies */

static int make_room(int fd, off_t end) {
  const struct rt_description *d = __heddle_rt_descriptor(fd);
  if (d == NULL) return fd >= 0 && fd < RT_STANDARD ? ESPIPE : EBADF;
  if (!__heddle_rt_can(d, 1)) return EBADF;
  if (d->node == NULL) return ESPIPE;
  if (!S_ISREG(d->node->mode)) return ENODEV;
  if (__heddle_rt_io_fails(1)) return ENOSPC;
  return (size_t)end <= d->node->size ? 0 : -__heddle_rt_resize(d->node, (size_t)end);
}
int posix_fallocate(int fd, off_t from, off_t n) {
  if (from < 0 || n <= 0) return EINVAL;
  RT_CALL(int, make_room(fd, from + n));
}

/* From a file; several steps, as natively. */
ssize_t sendfile(int to, int from, off_t *at, size_t n) {
  unsigned char block[RT_BLOCK];
  size_t done = 0;
  off_t place = at != NULL ? *at : lseek(from, 0, SEEK_CUR);
  if (fcntl(to, F_GETFL) < 0 || fcntl(from, F_GETFL) < 0) return -1;
  if (place < 0) return __heddle_rt_result(at != NULL || errno == ESPIPE ? -EINVAL : -errno);
  while (done < n) {
    ssize_t got = pread(from, block, n - done < sizeof block ? n - done : sizeof block, place);
    if (got <= 0) {
      if (got < 0 && done == 0) return -1;
      break;
    }
    ssize_t put = write(to, block, (size_t)got);
    if (put < 0 && done == 0) return -1;
    if (put <= 0) break;
    done += (size_t)put;
    place += put;
    if (put < got) break;
  }
  if (at != NULL) *at = place;
  else lseek(from, place, SEEK_SET);
  return (ssize_t)done;
}

/* ---- lists of entries */

int alphasort(const struct dirent **a, const struct dirent **b) { return strcoll((*a)->d_name, (*b)->d_name); }
int versionsort(const struct dirent **a, const struct dirent **b) { return strverscmp((*a)->d_name, (*b)->d_name); }

typedef int (*by_order)(const void *, const void *);

/* One entry more, a copy. False: there is no memory. */
static int add_entry(struct dirent ***list, size_t count, const struct dirent *entry) {
  struct dirent **more = realloc(*list, (count + 1) * sizeof *more);
  if (more == NULL) return 0;
  *list = more;
  more[count] = malloc(sizeof *entry);
  if (more[count] == NULL) return 0;
  *more[count] = *entry;
  return 1;
}

static int without_memory(DIR *d, struct dirent **list, size_t count) {
  while (count > 0) free(list[--count]);
  free(list);
  closedir(d);
  errno = ENOMEM;
  return -1;
}

int scandir(const char *restrict path, struct dirent ***restrict result, int (*wanted)(const struct dirent *),
            int (*compare)(const struct dirent **, const struct dirent **)) {
  struct dirent **list = NULL, *entry;
  size_t count = 0;
  DIR *d = opendir(path);
  if (d == NULL) return -1;
  while ((entry = readdir(d)) != NULL) {
    if (wanted != NULL && !wanted(entry)) continue;
    if (!add_entry(&list, count, entry)) return without_memory(d, list, count);
    count++;
  }
  closedir(d);
  if (compare != NULL && count > 0) qsort(list, count, sizeof *list, (by_order)compare);
  *result = list;
  return (int)count;
}
