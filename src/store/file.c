/* The file of a store as the file system sees it: its directory, its lock, and its removal for a rebuild.

   Every user holds a shared lock on PATH.lock as long as the store is open, and a rebuild needs it alone: deleting a
   database under another process would let that one delete the log of the new database when it closes the old one. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <time.h>
#include <unistd.h>

#include "store/inside.h"
#include "util/hidden.h"

static bool say(char *why, size_t room, const char *text, const char *path) {
  snprintf(why, room, "%s %s: %s", text, path, strerror(errno));
  return false;
}

/* ---- directory ---- */

/* SQLite's log needs memory that all users share, which machines do not have over a network. */
static bool is_remote(const char *directory) {
  static const long remote[] = {0x6969 /* NFS */, 0x517b /* SMB */, 0xff534d42 /* CIFS */, 0xfe534d42 /* SMB2 */,
                                0x5346414f /* AFS */};
  struct statfs info;
  if (statfs(directory, &info)) return false;
  for (size_t i = 0; i < sizeof remote / sizeof *remote; i++)
    if ((uint32_t)info.f_type == (uint32_t)remote[i]) return true;
  return false;
}

bool store_file_prepare(const char *path, char *why, size_t room) {
  char *copy = mem_strdup(path);
  const char *directory = dirname(copy);
  struct stat info;
  bool good = true;
  if (mkdir(directory, 0777) == 0) hidden_from_git(directory);
  else if (errno != EEXIST) good = say(why, room, "cannot create the directory of the store", directory);
  if (good && is_remote(directory)) {
    snprintf(why, room, "the store %s would lie on a network file system; --store=PATH names a local place", path);
    good = false;
  }
  if (good && stat(path, &info) == 0 && !S_ISREG(info.st_mode)) {
    snprintf(why, room, "the store %s is no file", path);
    good = false;
  }
  free(copy);
  return good;
}

/* ---- lock ---- */

static char *with_end(const char *path, const char *end) {
  char *longer = mem_alloc(strlen(path) + strlen(end) + 1);
  return strcat(strcpy(longer, path), end);
}

enum { LOCK_TRIES = 40, LOCK_PAUSE = 50000000 }; /* nanoseconds between two of them: two seconds in all */

static bool take(int fd, int how) {
  for (unsigned tries = 0; tries < LOCK_TRIES; tries++) {
    if (flock(fd, how | LOCK_NB) == 0) return true;
    if (errno != EWOULDBLOCK && errno != EINTR) return false;
    nanosleep(&(struct timespec){.tv_nsec = LOCK_PAUSE}, NULL);
  }
  return false;
}

int store_file_lock(const char *path, bool rebuild, char *why, size_t room) {
  char *name = with_end(path, ".lock");
  int fd = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (fd < 0) say(why, room, "cannot use the store", path);
  else if (!take(fd, rebuild ? LOCK_EX : LOCK_SH)) {
    snprintf(why, room,
             rebuild ? "the store %s is in use by another process and cannot be rebuilt now"
                     : "the store %s is being rebuilt by another process",
             path);
    close(fd);
    fd = -1;
  }
  free(name);
  return fd;
}

/* ---- removal ---- */

/* By its head, as SQLite's file format has it: the text at the start, the application's number (big-endian) at 68. */
static bool is_ours(const char *path) {
  unsigned char head[72];
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  bool whole = fd >= 0 && read(fd, head, sizeof head) == (ssize_t)sizeof head;
  if (fd >= 0) close(fd);
  if (!whole || memcmp(head, "SQLite format 3", 16)) return false;
  uint32_t number = (uint32_t)head[68] << 24 | (uint32_t)head[69] << 16 | (uint32_t)head[70] << 8 | head[71];
  return number == STORE_APPLICATION;
}

static bool move_aside(const char *path, char *why, size_t room) {
  for (unsigned i = 1; i < 1000; i++) {
    char end[16];
    snprintf(end, sizeof end, ".old%u", i);
    char *aside = with_end(path, end);
    bool moved = renameat2(AT_FDCWD, path, AT_FDCWD, aside, RENAME_NOREPLACE) == 0;
    int error = errno;
    if (moved)
      snprintf(why, room, "%s is no whole store of heddle: it was moved to %s, and an empty store was made", path,
               aside);
    free(aside);
    if (moved) return true;
    errno = error;
    if (error != EEXIST) break;
  }
  return say(why, room, "cannot move aside", path);
}

/* The database goes before its log: without a database SQLite ignores an old log, the other way round it would lack
   one. */
bool store_file_clear(const char *path, char *why, size_t room) {
  static const char *const ends[] = {"-wal", "-shm", "-journal"};
  struct stat info;
  if (stat(path, &info) == 0) {
    if (info.st_size && !is_ours(path)) {
      if (!move_aside(path, why, room)) return false;
    } else {
      if (unlink(path)) return say(why, room, "cannot remove the old store", path);
      snprintf(why, room, "the old store %s was removed, and an empty one made", path);
    }
  }
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
    char *name = with_end(path, ends[i]);
    bool good = unlink(name) == 0 || errno == ENOENT;
    free(name);
    if (!good) return say(why, room, "cannot remove a part of the old store", path);
  }
  return true;
}
