/* Reading and writing KLEE's .ktest files.

   All numbers are 32 bits, big-endian:
     "KTEST" (or "BOUT\n" in old files), version, number of arguments, each argument (length, bytes),
     from version 2 on: number of symbolic arguments, their length,
     number of objects, each object (length of the name, name, size, bytes).
   The reader trusts no length: a count is accepted only if that many elements of least size fit what is left, so
   memory use is bounded by the size of the file. */
#include "suite/ktest.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/file.h"
#include "util/mem.h"

enum { MAGIC_BYTES = 5, NEWEST_VERSION = 3, SYM_ARGS_SINCE = 2 };

/* ---- reading ---- */

struct reader {
  const uint8_t *at;
  size_t left;
  const char *why; /* the first thing wrong; NULL so far */
};

static bool fail(struct reader *r, const char *why) {
  if (!r->why) r->why = why;
  return false;
}

static bool read_number(struct reader *r, uint32_t *value) {
  if (r->left < 4) return fail(r, "the file is cut short");
  *value = (uint32_t)r->at[0] << 24 | (uint32_t)r->at[1] << 16 | (uint32_t)r->at[2] << 8 | r->at[3];
  r->at += 4;
  r->left -= 4;
  return true;
}

/* A length and that many bytes. The copy has a zero byte behind it, so that it can serve as text. */
static bool read_bytes(struct reader *r, uint8_t **bytes, uint32_t *size) {
  if (!read_number(r, size)) return false;
  if (*size > r->left) return fail(r, "a length reaches beyond the end of the file");
  *bytes = mem_alloc((size_t)*size + 1);
  if (*size) memcpy(*bytes, r->at, *size);
  (*bytes)[*size] = 0;
  r->at += *size;
  r->left -= *size;
  return true;
}

static bool read_text(struct reader *r, char **text) {
  uint8_t *bytes = NULL;
  uint32_t size = 0;
  if (!read_bytes(r, &bytes, &size)) return false;
  *text = (char *)bytes;
  return memchr(bytes, 0, size) == NULL || fail(r, "a zero byte in a name");
}

static bool read_count(struct reader *r, uint32_t *count, uint32_t least_bytes) {
  if (!read_number(r, count)) return false;
  return *count <= r->left / least_bytes || fail(r, "a count reaches beyond the end of the file");
}

/* Counts in `test` grow with what was really read, so that ktest_free is right after a failure anywhere. */
static bool read_arguments(struct reader *r, struct ktest *test) {
  uint32_t count;
  if (!read_count(r, &count, 4)) return false;
  test->arguments = mem_zalloc((size_t)count * sizeof *test->arguments);
  test->narguments = count;
  for (uint32_t i = 0; i < count; i++)
    if (!read_text(r, &test->arguments[i])) return false;
  return true;
}

static bool read_objects(struct reader *r, struct ktest *test) {
  uint32_t count;
  if (!read_count(r, &count, 8)) return false;
  test->objects = mem_zalloc((size_t)count * sizeof *test->objects);
  test->nobjects = count;
  for (uint32_t i = 0; i < count; i++) {
    struct ktest_object *object = &test->objects[i];
    if (!read_text(r, &object->name) || !read_bytes(r, &object->bytes, &object->size)) return false;
  }
  return true;
}

static bool read_header(struct reader *r, uint32_t *version) {
  if (r->left < MAGIC_BYTES || (memcmp(r->at, "KTEST", MAGIC_BYTES) && memcmp(r->at, "BOUT\n", MAGIC_BYTES)))
    return fail(r, "not a .ktest file");
  r->at += MAGIC_BYTES;
  r->left -= MAGIC_BYTES;
  if (!read_number(r, version)) return false;
  return (*version >= 1 && *version <= NEWEST_VERSION) || fail(r, "unknown version of the .ktest format");
}

static bool read_all(struct reader *r, struct ktest *test) {
  uint32_t version = 0;
  if (!read_header(r, &version) || !read_arguments(r, test)) return false;
  if (version >= SYM_ARGS_SINCE && (!read_number(r, &test->sym_argvs) || !read_number(r, &test->sym_argv_len)))
    return false;
  if (!read_objects(r, test)) return false;
  return r->left == 0 || fail(r, "bytes after the last object");
}

bool ktest_parse(const void *data, size_t bytes, struct ktest *test, const char **why) {
  struct reader r = {.at = data, .left = bytes};
  memset(test, 0, sizeof *test);
  if (read_all(&r, test)) return true;
  ktest_free(test);
  *why = r.why;
  return false;
}

/* The rest of a file, whatever it is (a pipe has no size to ask for). NULL: errno says why. */
static uint8_t *read_rest(int fd, size_t *used) {
  size_t capacity = 64 * 1024;
  uint8_t *data = mem_alloc(capacity);
  *used = 0;
  for (;;) {
    ssize_t n = read(fd, data + *used, capacity - *used);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) break;
    if (n == 0) return data;
    *used += (size_t)n;
    if (*used == capacity) data = mem_resize(data, capacity *= 2);
  }
  free(data);
  return NULL;
}

bool ktest_read_whole(const char *path, struct ktest *test, uint8_t **bytes, size_t *size, const char **why) {
  memset(test, 0, sizeof *test);
  *bytes = NULL;
  int fd = file_open(path, why);
  if (fd < 0) return false;
  uint8_t *data = read_rest(fd, size);
  if (!data) *why = strerror(errno);
  close(fd);
  bool good = data && ktest_parse(data, *size, test, why);
  if (good) *bytes = mem_resize(data, *size);
  else free(data);
  return good;
}

bool ktest_read(const char *path, struct ktest *test, const char **why) {
  uint8_t *bytes;
  size_t size;
  bool good = ktest_read_whole(path, test, &bytes, &size, why);
  free(bytes);
  return good;
}

void ktest_free(struct ktest *test) {
  for (uint32_t i = 0; i < test->narguments; i++) free(test->arguments[i]);
  for (uint32_t i = 0; i < test->nobjects; i++) {
    free(test->objects[i].name);
    free(test->objects[i].bytes);
  }
  free(test->arguments);
  free(test->objects);
  memset(test, 0, sizeof *test);
}

void ktest_put(struct ktest *test, const char *name, const void *bytes, uint32_t size) {
  test->objects = mem_resize(test->objects, (test->nobjects + 1u) * sizeof *test->objects);
  struct ktest_object *o = &test->objects[test->nobjects++];
  *o = (struct ktest_object){.name = mem_strdup(name), .bytes = mem_alloc(size + 1u), .size = size};
  if (size) memcpy(o->bytes, bytes, size);
}

void ktest_set(struct ktest *test, const char *name, const void *bytes, uint32_t size) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < test->nobjects; i++) {
    struct ktest_object *o = &test->objects[i];
    if (strcmp(o->name, name)) test->objects[kept++] = *o;
    else free(o->name), free(o->bytes);
  }
  test->nobjects = kept;
  ktest_put(test, name, bytes, size);
}

const struct ktest_object *ktest_find(const struct ktest *test, const char *name) {
  for (uint32_t i = 0; i < test->nobjects; i++)
    if (!strcmp(test->objects[i].name, name)) return &test->objects[i];
  return NULL;
}

/* ---- writing ---- */

static uint8_t *take(struct ktest_writer *w, size_t bytes) {
  if (w->capacity - w->used < bytes) {
    size_t capacity = w->capacity ? w->capacity : 4096;
    while (capacity - w->used < bytes) capacity *= 2;
    w->buffer = mem_resize(w->buffer, capacity);
    w->capacity = capacity;
  }
  uint8_t *piece = w->buffer + w->used;
  w->used += bytes;
  return piece;
}

static void store_number(uint8_t *at, uint32_t value) {
  at[0] = (uint8_t)(value >> 24);
  at[1] = (uint8_t)(value >> 16);
  at[2] = (uint8_t)(value >> 8);
  at[3] = (uint8_t)value;
}

static void put_number(struct ktest_writer *w, uint32_t value) { store_number(take(w, 4), value); }

static void put_bytes(struct ktest_writer *w, const void *bytes, uint32_t size) {
  uint8_t *at = take(w, 4 + (size_t)size);
  store_number(at, size);
  if (size) memcpy(at + 4, bytes, size);
}

static void put_text(struct ktest_writer *w, const char *text) { put_bytes(w, text, (uint32_t)strlen(text)); }

void ktest_begin(struct ktest_writer *w, const char *const *arguments, uint32_t narguments) {
  w->used = 0;
  w->nobjects = 0;
  memcpy(take(w, MAGIC_BYTES), "KTEST", MAGIC_BYTES);
  put_number(w, NEWEST_VERSION);
  put_number(w, narguments);
  for (uint32_t i = 0; i < narguments; i++) put_text(w, arguments[i]);
  put_number(w, 0); /* symbolic arguments: ours are plain objects */
  put_number(w, 0);
  w->count_at = w->used;
  put_number(w, 0);
}

void ktest_add(struct ktest_writer *w, const char *name, const void *bytes, uint32_t size) {
  put_text(w, name);
  put_bytes(w, bytes, size);
  w->nobjects++;
}

static bool write_all(int fd, const uint8_t *data, size_t bytes) {
  while (bytes) {
    ssize_t n = write(fd, data, bytes);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return false;
    data += n;
    bytes -= (size_t)n;
  }
  return true;
}

/* Opens a file for writing, new or over an old one. An old file is not emptied first and not replaced by a new one:
   file systems are slow at both (ext4 takes 30 s instead of one for 65,536 tests where as many were just deleted). One
   that has other names is replaced, as those are not ours to change. *old_size is what must be cut off if longer. */
static int open_over(int directory_fd, const char *file_name, off_t *old_size) {
  struct stat st;
  int fd = openat(directory_fd, file_name, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
  if (fd < 0) return -1;
  if (fstat(fd, &st) == 0 && st.st_nlink <= 1) {
    *old_size = st.st_size;
    return fd;
  }
  close(fd);
  *old_size = 0;
  if (unlinkat(directory_fd, file_name, 0)) return -1;
  return openat(directory_fd, file_name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
}

/* A file that could not be written whole is removed: half a test is worse than none. */
bool ktest_put_file(const void *bytes, size_t size, int directory_fd, const char *file_name) {
  off_t old_size;
  int fd = open_over(directory_fd, file_name, &old_size);
  if (fd < 0) return false;
  bool good = write_all(fd, bytes, size) && (old_size <= (off_t)size || ftruncate(fd, (off_t)size) == 0);
  int error = errno;
  if (close(fd) < 0 && good) {
    error = errno;
    good = false;
  }
  if (!good) unlinkat(directory_fd, file_name, 0);
  errno = error;
  return good;
}

void ktest_end(struct ktest_writer *w) { store_number(w->buffer + w->count_at, w->nobjects); }

bool ktest_write(struct ktest_writer *w, int directory_fd, const char *file_name) {
  ktest_end(w);
  return ktest_put_file(w->buffer, w->used, directory_fd, file_name);
}

void ktest_writer_free(struct ktest_writer *w) {
  free(w->buffer);
  memset(w, 0, sizeof *w);
}
