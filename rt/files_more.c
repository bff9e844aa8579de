/* Directories as streams, temporary names, and files mapped into memory. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "files.h"

/* ---- directories: "." and "..", then the entries in the order in which they were made */

struct __dirstream {
  int fd;
  unsigned long seen; /* 0, 1: of "." and ".."; then 2 + the order of the last entry */
  struct dirent entry;
};

static int open_directory(const char *path) { return __heddle_rt_open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0); }

static DIR *new_stream(int fd) {
  if (fd < 0) {
    errno = -fd;
    return NULL;
  }
  DIR *d = __heddle_malloc(sizeof *d, 16);
  d->fd = fd;
  d->seen = 0;
  return d;
}

DIR *opendir(const char *path) {
  RT_PATH(copy, path);
  __heddle_rt_files_begin();
  int fd = open_directory(copy);
  __heddle_rt_files_end();
  return new_stream(fd);
}

static int check_directory(int fd) {
  const struct rt_description *d = __heddle_rt_descriptor(fd);
  if (d == NULL) return -EBADF;
  return d->node != NULL && S_ISDIR(d->node->mode) ? fd : -ENOTDIR;
}

DIR *fdopendir(int fd) {
  __heddle_rt_files_begin();
  int result = check_directory(fd);
  __heddle_rt_files_end();
  return new_stream(result);
}

static void fill(struct dirent *to, const char *name, const struct rt_node *node, unsigned long seen) {
  memset(to, 0, sizeof *to);
  to->d_ino = node->number;
  to->d_off = (off_t)seen;
  to->d_reclen = sizeof *to;
  to->d_type = (unsigned char)(node->mode >> 12);
  strcpy(to->d_name, name);
}

static int next_entry(DIR *d, struct dirent *to) {
  const struct rt_node *node = __heddle_rt_descriptor(d->fd)->node;
  if (d->seen < 2) {
    fill(to, d->seen == 0 ? "." : "..", d->seen == 0 ? node : node->parent, d->seen + 1);
    d->seen++;
    return 1;
  }
  for (const struct rt_entry *e = node->first; e != NULL; e = e->next) {
    if (e->order + 2 <= d->seen) continue;
    d->seen = e->order + 2;
    fill(to, e->name, e->node, d->seen);
    return 1;
  }
  return 0;
}

struct dirent *readdir(DIR *d) {
  struct dirent found;
  __heddle_rt_files_begin();
  int more = next_entry(d, &found);
  __heddle_rt_files_end();
  if (!more) return NULL;
  d->entry = found;
  return &d->entry;
}

int readdir_r(DIR *restrict d, struct dirent *restrict to, struct dirent **restrict result);
int readdir_r(DIR *restrict d, struct dirent *restrict to, struct dirent **restrict result) {
  const struct dirent *found = readdir(d);
  if (found != NULL) *to = *found;
  *result = found != NULL ? to : NULL;
  return 0;
}

void rewinddir(DIR *d) { d->seen = 0; }
long telldir(DIR *d) { return (long)d->seen; }
void seekdir(DIR *d, long place) { d->seen = (unsigned long)place; }
int dirfd(DIR *d) { return d->fd; }

int closedir(DIR *d) {
  int result = close(d->fd);
  __heddle_free(d);
  return result;
}

/* ---- temporary names: the first that is free */

/* Six X before the last `end` characters. */
static int has_pattern(const char *template, int end, size_t *at) {
  size_t n = strlen(template), more = 6 + (size_t)end;
  *at = n - more;
  return end >= 0 && n >= more && strncmp(template + *at, "XXXXXX", 6) == 0;
}

static int make_unique(char *template, int end, int directory, int flags) {
  struct rt_node *node;
  size_t at;
  if (!has_pattern(template, end, &at)) return -EINVAL;
  for (unsigned number = 0; number < 1000000; number++) {
    unsigned rest = number;
    for (int i = 5; i >= 0; i--, rest /= 10) template[at + (size_t)i] = (char)('0' + rest % 10);
    int error = directory ? __heddle_rt_make(template, S_IFDIR | 0700, &node)
                          : __heddle_rt_open(template, O_RDWR | O_CREAT | O_EXCL | flags, 0600);
    if (error != -EEXIST) return error;
  }
  return -EEXIST;
}

static int give_unique(char *template, int end, int directory, int flags) {
  RT_PATH(copy, template);
  __heddle_rt_files_begin();
  int result = make_unique(copy, end, directory, flags);
  __heddle_rt_files_end();
  if (result >= 0) strcpy(template, copy);
  return (int)__heddle_rt_result(result);
}

int mkstemp(char *template) { return give_unique(template, 0, 0, 0); }
int mkstemps(char *template, int end) { return give_unique(template, end, 0, 0); }
int mkostemps(char *template, int end, int flags) {
  return give_unique(template, end, 0, flags & (O_APPEND | O_CLOEXEC));
}
int mkostemp(char *template, int flags) { return mkostemps(template, 0, flags); }
char *mkdtemp(char *template) { return give_unique(template, 0, 1, 0) < 0 ? NULL : template; }

/* ---- memory. A mapping is an object of its own. A private one is a copy; of shared ones, that of a file that is only
   read is a copy too: whoever writes the file then is told that this is not supported. */

static int map_bytes(const struct rt_description *d, unsigned char *to, size_t size, off_t from) {
  memset(to, 0, size);
  if (d == NULL || from >= (off_t)d->node->size) return 0;
  size_t rest = d->node->size - (size_t)from;
  memcpy(to, d->node->bytes + from, rest < size ? rest : size);
  return 0;
}

static int can_map(struct rt_description *d, int protection, int flags) {
  if (d == NULL) return -EBADF;
  if (d->node == NULL) return -ENODEV;
  if (S_ISCHR(d->node->mode) && d->node->device == RT_ZERO && !(flags & MAP_SHARED)) return 0;
  if (!S_ISREG(d->node->mode)) return -ENODEV;
  int access = d->flags & O_ACCMODE, writes = flags & MAP_SHARED && protection & PROT_WRITE;
  if (access == O_WRONLY || (writes && access != O_RDWR)) return -EACCES;
  if (writes) __heddle_unsupported("mmap of a file to write it");
  if (flags & MAP_SHARED) d->node->mapped = 1;
  return 0;
}

void *mmap(void *wanted, size_t size, int protection, int flags, int fd, off_t from) {
  (void)wanted; /* only a hint */
  int kind = flags & MAP_TYPE, anonymous = flags & MAP_ANONYMOUS;
  int error = size == 0 || (kind != MAP_SHARED && kind != MAP_PRIVATE) || from % RT_BLOCK != 0 ? -EINVAL : 0;
  if (flags & MAP_FIXED) __heddle_unsupported("mmap at a fixed address");
  if (size > PTRDIFF_MAX) error = -ENOMEM;
  unsigned char *memory = NULL;
  __heddle_rt_files_begin();
  struct rt_description *d = anonymous ? NULL : __heddle_rt_descriptor(fd);
  if (error == 0 && __heddle_rt_io_fails(1)) error = -ENOMEM;
  if (error == 0 && !anonymous) error = can_map(d, protection, flags);
  if (error == 0) {
    memory = __heddle_malloc((size + RT_BLOCK - 1) / RT_BLOCK * RT_BLOCK, RT_BLOCK);
    map_bytes(d, memory, (size + RT_BLOCK - 1) / RT_BLOCK * RT_BLOCK, from);
  }
  __heddle_rt_files_end();
  if (error == 0) return memory;
  errno = -error;
  return MAP_FAILED;
}

int munmap(void *memory, size_t size) {
  if (size == 0 || (uintptr_t)memory % RT_BLOCK != 0) return (int)__heddle_rt_result(-EINVAL);
  if (__heddle_heap_size(memory) != (size + RT_BLOCK - 1) / RT_BLOCK * RT_BLOCK)
    __heddle_unsupported("munmap of a part of a mapping");
  __heddle_free(memory);
  return 0;
}

int msync(void *memory, size_t size, int flags) {
  (void)size, (void)flags;
  return (uintptr_t)memory % RT_BLOCK == 0 ? 0 : (int)__heddle_rt_result(-EINVAL);
}

int madvise(void *memory, size_t size, int advice) {
  (void)size;
  if (advice == MADV_DONTNEED || advice == MADV_REMOVE) __heddle_unsupported("this advice of madvise");
  return (uintptr_t)memory % RT_BLOCK == 0 ? 0 : (int)__heddle_rt_result(-EINVAL);
}
