/* The tree of directories and files, and the calls on names. */
#include "files.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_BYTES = 16 << 20 }; /* of one file */

static struct rt_node *root, *working;
static ino_t numbers;
static unsigned long orders;
static mode_t mask = 022;
static const char home[] = "/home/program";

int __heddle_rt_io_fails(int kinds) {
  if (!__heddle_option(RT_OPTION_IO_FAILS)) return 0;
  unsigned char chosen;
  __heddle_symbolic(&chosen, 1, "io_fails");
  __heddle_assume(chosen <= kinds);
  for (int i = 1; i <= kinds; i++)
    if (chosen == i) return i;
  return 0;
}

long __heddle_rt_result(long result) {
  if (result >= 0) return result;
  errno = (int)-result;
  return -1;
}

struct rt_node *__heddle_rt_new_node(mode_t mode) {
  struct rt_node *node = __heddle_malloc(sizeof *node, RT_KEPT);
  memset(node, 0, sizeof *node);
  node->mode = mode;
  node->number = ++numbers;
  return node;
}

void __heddle_rt_drop(struct rt_node *node) {
  if (node->links > 0 || node->uses > 0) return;
  if (node->room > 0) __heddle_free(node->bytes);
  __heddle_free(node);
}

int __heddle_rt_may(const struct rt_node *node, int wanted) {
  return (node->mode >> 6 & (mode_t)wanted) == (mode_t)wanted ? 0 : -EACCES;
}

int __heddle_rt_resize(struct rt_node *node, size_t size) {
  if (node->mapped) __heddle_unsupported("changing a file that is mapped into memory");
  if (size > MOST_BYTES) __heddle_unsupported("a file of more than 16 MiB");
  if (size > node->room) {
    size_t room = size < 128 ? 256 : 2 * size;
    unsigned char *grown = __heddle_malloc(room, node->number == 0 ? 16 : RT_KEPT);
    memcpy(grown, node->bytes, size < node->size ? size : node->size);
    if (node->room > 0) __heddle_free(node->bytes);
    node->bytes = grown;
    node->room = room;
  }
  if (size > node->size) memset(node->bytes + node->size, 0, size - node->size);
  node->size = size;
  return 0;
}

/* ---- names */

static struct rt_entry *find(struct rt_node *directory, const char *name, size_t length) {
  for (struct rt_entry *e = directory->first; e != NULL; e = e->next)
    if (strncmp(e->name, name, length) == 0 && e->name[length] == '\0') return e;
  return NULL;
}

static void add(struct rt_node *directory, const char *name, size_t length, struct rt_node *node) {
  struct rt_entry *e = __heddle_malloc(sizeof *e + length + 1, RT_KEPT), **last = &directory->first;
  memcpy(e->name, name, length);
  e->name[length] = '\0';
  e->node = node;
  e->next = NULL;
  e->order = ++orders;
  while (*last != NULL) last = &(*last)->next;
  *last = e;
  node->links++;
  if (!S_ISDIR(node->mode)) return;
  node->parent = directory;
  node->links++;
  directory->links++;
}

static void cut(struct rt_node *directory, struct rt_entry *e) {
  struct rt_entry **at = &directory->first;
  while (*at != e) at = &(*at)->next;
  *at = e->next;
  e->node->links--;
  if (S_ISDIR(e->node->mode)) {
    e->node->links--;
    e->node->parent = e->node; /* removed: who still stands there finds no way out */
    directory->links--;
  }
  __heddle_rt_drop(e->node);
  __heddle_free(e);
}

/* Walks to the directory of the last component, which is at *name, without its slashes; length 0: the root. */
static int walk(const char *path, struct rt_node **directory, const char **name, size_t *length) {
  struct rt_node *at = *path == '/' ? root : working;
  if (*path == '\0') return -ENOENT;
  if (strlen(path) >= PATH_MAX) return -ENAMETOOLONG;
  for (;;) {
    while (*path == '/') path++;
    size_t n = 0, rest;
    while (path[n] != '\0' && path[n] != '/') n++;
    if (n > NAME_MAX) return -ENAMETOOLONG;
    for (rest = n; path[rest] == '/';) rest++;
    *directory = at;
    *name = path;
    *length = n;
    if (path[rest] == '\0') return __heddle_rt_may(at, X_OK);
    int error = __heddle_rt_may(at, X_OK);
    if (error != 0) return error;
    if (n == 2 && path[0] == '.' && path[1] == '.') {
      at = at->parent;
    } else if (!(n == 1 && path[0] == '.')) {
      struct rt_entry *e = find(at, path, n);
      if (e == NULL) return -ENOENT;
      at = e->node;
    }
    if (!S_ISDIR(at->mode)) return -ENOTDIR;
    path += n;
  }
}

static int is_dots(const char *name, size_t length) {
  return length == 0 || (length == 1 && name[0] == '.') || (length == 2 && name[0] == '.' && name[1] == '.');
}

static int find_last(struct rt_node *directory, const char *name, size_t length, struct rt_node **node) {
  *node = directory;
  if (length == 2 && name[0] == '.' && name[1] == '.') *node = directory->parent;
  if (is_dots(name, length)) return 0;
  struct rt_entry *e = find(directory, name, length);
  if (e == NULL) return -ENOENT;
  *node = e->node;
  return name[length] == '/' && !S_ISDIR(e->node->mode) ? -ENOTDIR : 0;
}

int __heddle_rt_lookup(const char *path, struct rt_node **node) {
  struct rt_node *directory;
  const char *name;
  size_t length;
  int error = walk(path, &directory, &name, &length);
  return error != 0 ? error : find_last(directory, name, length, node);
}

int __heddle_rt_make(const char *path, mode_t mode, struct rt_node **node) {
  struct rt_node *directory;
  const char *name;
  size_t length;
  int error = walk(path, &directory, &name, &length);
  if (error != 0) return error;
  if (find_last(directory, name, length, node) != -ENOENT) return -EEXIST;
  if (name[length] == '/' && !S_ISDIR(mode)) return -EISDIR;
  if (directory->links == 0) return -ENOENT;
  error = __heddle_rt_may(directory, W_OK);
  if (error != 0) return error;
  *node = __heddle_rt_new_node(mode & ~mask);
  add(directory, name, length, *node);
  return 0;
}

/* ---- what is there when the program starts */

static void place(const char *path, const unsigned char *bytes, size_t size) {
  struct rt_node *node;
  char part[strlen(path) + 1];
  for (size_t i = 1; path[i] != '\0'; i++) {
    if (path[i] != '/') continue;
    memcpy(part, path, i);
    part[i] = '\0';
    __heddle_rt_make(part, S_IFDIR | 0755, &node);
  }
  int error = __heddle_rt_make(path, S_IFREG | 0644, &node);
  if (error != 0) __heddle_unsupported("a given file whose name is that of another one or of a directory");
  node->bytes = (unsigned char *)bytes;
  node->size = size;
}

static void make_directory(const char *path, mode_t mode) {
  struct rt_node *node;
  __heddle_rt_make(path, S_IFDIR | mode, &node);
  node->mode = S_IFDIR | mode;
}

static void make_device(const char *path, enum rt_device device) {
  struct rt_node *node;
  __heddle_rt_make(path, S_IFCHR | 0666, &node);
  node->mode = S_IFCHR | 0666;
  node->device = device;
}

static void set_up(void) {
  root = working = __heddle_rt_new_node(S_IFDIR | 0755);
  root->parent = root;
  root->links = 2;
  make_directory("/dev", 0755);
  make_directory("/home", 0755);
  make_directory(home, 0755);
  make_directory("/tmp", 01777);
  make_device("/dev/null", RT_NULL);
  make_device("/dev/zero", RT_ZERO);
  make_device("/dev/full", RT_FULL);
  make_device("/dev/random", RT_RANDOM);
  make_device("/dev/urandom", RT_RANDOM);
  __heddle_rt_lookup(home, &working);
  working->uses++;
  for (int i = 0;; i++) {
    unsigned long length, size;
    const char *name = (const char *)__heddle_given(&length, RT_GIVEN_FILE_NAME, i);
    if (name == NULL) break;
    place(name, __heddle_given(&size, RT_GIVEN_FILE, i), size);
  }
}

void __heddle_rt_files_begin(void) {
  __VERIFIER_atomic_begin();
  if (root == NULL) set_up();
}

void __heddle_rt_files_end(void) { __VERIFIER_atomic_end(); }

/* ---- calls on names */

static int set_stat(const struct rt_node *node, struct stat *to) {
  enum { START = 1704067200 }; /* when the program's clock starts; what is done later does not show */
  memset(to, 0, sizeof *to);
  to->st_dev = 1;
  to->st_ino = node->number;
  to->st_mode = node->mode;
  to->st_nlink = node->links;
  to->st_uid = to->st_gid = 1000;
  to->st_size = S_ISDIR(node->mode) ? RT_BLOCK : (off_t)node->size;
  to->st_blksize = RT_BLOCK;
  static const dev_t numbers[] = {[RT_NULL] = 0x103, [RT_ZERO] = 0x105, [RT_FULL] = 0x107, [RT_RANDOM] = 0x108};
  if (S_ISCHR(node->mode)) to->st_rdev = numbers[node->device];
  to->st_blocks = (to->st_size + RT_BLOCK - 1) / RT_BLOCK * (RT_BLOCK / 512);
  to->st_atime = to->st_mtime = to->st_ctime = START;
  return 0;
}

int __heddle_rt_stat_path(const char *path, struct stat *to) {
  struct rt_node *node;
  int error = __heddle_rt_lookup(path, &node);
  return error != 0 ? error : set_stat(node, to);
}

static int stat_descriptor(int fd, struct stat *to) {
  struct rt_node other = {.mode = S_IFIFO | 0600, .links = 1};
  const struct rt_description *d = __heddle_rt_descriptor(fd);
  if (fd >= 0 && fd < RT_STANDARD) return set_stat(&other, to);
  if (d == NULL) return -EBADF;
  other.mode = d->kind->mode;
  return set_stat(d->node != NULL ? d->node : &other, to);
}

/* Both take the result into memory of their own first. */
static int give_stat(int result, const struct stat *found, struct stat *to) {
  if (result == 0) *to = *found;
  return (int)__heddle_rt_result(result);
}

int stat(const char *restrict path, struct stat *restrict to) {
  RT_PATH(copy, path);
  struct stat found;
  __heddle_rt_files_begin();
  int result = __heddle_rt_stat_path(copy, &found);
  __heddle_rt_files_end();
  return give_stat(result, &found, to);
}

int lstat(const char *restrict path, struct stat *restrict to) { return stat(path, to); } /* there are no links */

int fstat(int fd, struct stat *to) {
  struct stat found;
  __heddle_rt_files_begin();
  int result = stat_descriptor(fd, &found);
  __heddle_rt_files_end();
  return give_stat(result, &found, to);
}

int __heddle_rt_access_path(const char *path, int wanted) {
  struct rt_node *node;
  if (wanted & ~(R_OK | W_OK | X_OK)) return -EINVAL;
  int error = __heddle_rt_lookup(path, &node);
  return error != 0 ? error : __heddle_rt_may(node, wanted);
}

int access(const char *path, int wanted) {
  RT_PATH(copy, path);
  RT_CALL(int, __heddle_rt_access_path(copy, wanted));
}

int __heddle_rt_remove_name(const char *path, int directories, int files) {
  struct rt_node *directory, *node;
  const char *name;
  size_t length;
  int error = walk(path, &directory, &name, &length);
  if (error != 0) return error;
  if (length == 0) return directories ? -EBUSY : -EISDIR;
  if (is_dots(name, length)) return !directories ? -EISDIR : length == 1 ? -EINVAL : -ENOTEMPTY;
  error = find_last(directory, name, length, &node);
  if (error != 0) return error;
  if (S_ISDIR(node->mode) && !directories) return -EISDIR;
  if (!S_ISDIR(node->mode) && !files) return -ENOTDIR;
  if (S_ISDIR(node->mode) && node->first != NULL) return -ENOTEMPTY;
  if (node == root) return -EBUSY;
  error = __heddle_rt_may(directory, W_OK);
  if (error == 0) cut(directory, find(directory, name, length));
  return error;
}

int __heddle_rt_unlink(const char *path) { return __heddle_rt_remove_name(path, 0, 1); }

int unlink(const char *path) {
  RT_PATH(copy, path);
  RT_CALL(int, __heddle_rt_io_fails(1) ? -EIO : __heddle_rt_remove_name(copy, 0, 1));
}

int rmdir(const char *path) {
  RT_PATH(copy, path);
  RT_CALL(int, __heddle_rt_io_fails(1) ? -EIO : __heddle_rt_remove_name(copy, 1, 0));
}

int remove(const char *path) {
  RT_PATH(copy, path);
  RT_CALL(int, __heddle_rt_io_fails(1) ? -EIO : __heddle_rt_remove_name(copy, 1, 1));
}

int __heddle_rt_make_path(const char *path, mode_t mode) {
  struct rt_node *node;
  if (__heddle_rt_io_fails(1)) return -ENOSPC;
  return __heddle_rt_make(path, mode, &node);
}

int mkdir(const char *path, mode_t mode) {
  RT_PATH(copy, path);
  RT_CALL(int, __heddle_rt_make_path(copy, S_IFDIR | (mode & 01777)));
}

static int is_inside(const struct rt_node *directory, const struct rt_node *other) {
  while (directory != other && directory != root) directory = directory->parent;
  return directory == other;
}

int __heddle_rt_link_path(const char *from, const char *to, int moves) {
  struct rt_node *source, *target, *old, *replaced;
  const char *old_name, *new_name = "";
  size_t old_length, new_length = 0;
  int error = walk(from, &source, &old_name, &old_length);
  if (error == 0) error = walk(to, &target, &new_name, &new_length);
  if (error == 0 && target->links == 0) error = -ENOENT;
  if (error == 0 && moves && (is_dots(old_name, old_length) || is_dots(new_name, new_length))) error = -EBUSY;
  if (error == 0) error = find_last(source, old_name, old_length, &old);
  if (error != 0) return error;
  int is_directory = S_ISDIR(old->mode) != 0;
  error = find_last(target, new_name, new_length, &replaced);
  if (error != 0 && error != -ENOENT) return error;
  if (error == 0 && !moves) return -EEXIST;
  if (is_directory && !moves) return -EPERM;
  if (error == -ENOENT && !is_directory && new_name[new_length] == '/') return -ENOTDIR;
  if (is_directory && is_inside(target, old)) return -EINVAL;
  if (error == 0 && S_ISDIR(replaced->mode) && is_inside(source, replaced)) return -ENOTEMPTY;
  if (error == 0 && replaced == old) return 0;
  if (error == 0 && is_directory && !S_ISDIR(replaced->mode)) return -ENOTDIR;
  if (error == 0 && !is_directory && S_ISDIR(replaced->mode)) return -EISDIR;
  if (error == 0 && is_directory && replaced->first != NULL) return -ENOTEMPTY;
  int may = __heddle_rt_may(target, W_OK) | (moves ? __heddle_rt_may(source, W_OK) : 0);
  if (may != 0) return -EACCES;
  if (error == 0) cut(target, find(target, new_name, new_length));
  old->uses++;
  if (moves) cut(source, find(source, old_name, old_length));
  add(target, new_name, new_length, old);
  old->uses--;
  return 0;
}

int rename(const char *from, const char *to) {
  RT_PATH(source, from);
  RT_PATH(target, to);
  RT_CALL(int, __heddle_rt_io_fails(1) ? -EIO : __heddle_rt_link_path(source, target, 1));
}

int link(const char *from, const char *to) {
  RT_PATH(source, from);
  RT_PATH(target, to);
  RT_CALL(int, __heddle_rt_link_path(source, target, 0));
}

static int set_mode(int error, struct rt_node *node, mode_t mode) {
  if (error == 0) node->mode = (node->mode & S_IFMT) | (mode & 07777);
  return error;
}

int __heddle_rt_change_mode(const char *path, mode_t mode) {
  struct rt_node *node;
  int error = __heddle_rt_lookup(path, &node);
  return set_mode(error, node, mode);
}

int chmod(const char *path, mode_t mode) {
  RT_PATH(copy, path);
  RT_CALL(int, __heddle_rt_change_mode(copy, mode));
}

static int change_mode_of(int fd, mode_t mode) {
  struct rt_description *d = __heddle_rt_descriptor(fd);
  if (d == NULL) return -EBADF;
  return d->node == NULL ? -EINVAL : set_mode(0, d->node, mode);
}

int fchmod(int fd, mode_t mode) { RT_CALL(int, change_mode_of(fd, mode)); }

static mode_t exchange_mask(mode_t new) {
  mode_t old = mask;
  mask = new & 0777;
  return old;
}

mode_t umask(mode_t new) { RT_CALL(mode_t, exchange_mask(new)); }

/* ---- the working directory */

int __heddle_rt_enter(int directory, const char *path, struct rt_node **before) {
  const struct rt_description *d = __heddle_rt_descriptor(directory);
  *before = working;
  if (directory == AT_FDCWD || *path == '/') return 0;
  if (d == NULL && !(directory >= 0 && directory < RT_STANDARD)) return -EBADF;
  if (d == NULL || d->node == NULL || !S_ISDIR(d->node->mode)) return -ENOTDIR;
  working = d->node;
  return 0;
}
void __heddle_rt_leave(struct rt_node *before) { working = before; }

int __heddle_rt_go_to(struct rt_node *node) {
  if (!S_ISDIR(node->mode)) return -ENOTDIR;
  int error = __heddle_rt_may(node, X_OK);
  if (error != 0) return error;
  node->uses++;
  working->uses--;
  __heddle_rt_drop(working);
  working = node;
  return 0;
}

static int change_directory(const char *path) {
  struct rt_node *node;
  int error = __heddle_rt_lookup(path, &node);
  return error != 0 ? error : __heddle_rt_go_to(node);
}

int chdir(const char *path) {
  RT_PATH(copy, path);
  RT_CALL(int, change_directory(copy));
}

static const char *name_of(const struct rt_node *node) {
  const struct rt_entry *e = node->parent->first;
  while (e != NULL && e->node != node) e = e->next;
  return e == NULL ? NULL : e->name;
}

/* Writes the path backwards from the end of the buffer; where it starts, or NULL if the directory was removed. */
static char *path_of(const struct rt_node *node, char *end) {
  *--end = '\0';
  if (node == root) *--end = '/';
  for (; node != root; node = node->parent) {
    const char *name = name_of(node);
    if (name == NULL) return NULL;
    end -= strlen(name);
    memcpy(end, name, strlen(name));
    *--end = '/';
  }
  return end;
}

char *getcwd(char *to, size_t size) {
  char text[PATH_MAX];
  if (size == 0 && to != NULL) {
    errno = EINVAL;
    return NULL;
  }
  __heddle_rt_files_begin();
  const char *path = path_of(working, text + sizeof text);
  __heddle_rt_files_end();
  if (path == NULL || (size > 0 && strlen(path) >= size)) {
    errno = path == NULL ? ENOENT : ERANGE;
    return NULL;
  }
  if (to == NULL) to = malloc(size > 0 ? size : strlen(path) + 1);
  return to == NULL ? NULL : strcpy(to, path);
}

char *realpath(const char *restrict path, char *restrict to) {
  RT_PATH(copy, path);
  char text[PATH_MAX], *found = NULL;
  struct rt_node *directory, *node;
  const char *name;
  size_t length;
  __heddle_rt_files_begin();
  int error = walk(copy, &directory, &name, &length);
  if (error == 0) error = find_last(directory, name, length, &node);
  if (error == 0 && S_ISDIR(node->mode)) found = path_of(node, text + sizeof text);
  if (error == 0 && !S_ISDIR(node->mode)) {
    found = text + sizeof text - length - 1;
    memcpy(found, name, length);
    text[sizeof text - 1] = '\0';
    *--found = '/';
    char saved = *found, *start = path_of(directory, found + 1);
    *found = saved;
    found = start != NULL && directory == root ? start + 1 : start;
  }
  __heddle_rt_files_end();
  if (error != 0 || found == NULL) {
    errno = error != 0 ? -error : ENOENT;
    return NULL;
  }
  if (to == NULL) to = malloc(strlen(found) + 1);
  return to == NULL ? NULL : strcpy(to, found);
}
