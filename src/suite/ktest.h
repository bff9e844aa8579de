/* Tests as files in KLEE's .ktest format (version 3): arguments, then named objects with their bytes.

   Objects whose names start with "heddle." carry what KLEE does not know (schedule, verdict, version); KLEE's tools
   show them as further objects. Reading checks every length against what is left: files come from anywhere. */
#ifndef HEDDLE_SUITE_KTEST_H
#define HEDDLE_SUITE_KTEST_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct ktest_object {
  char *name;
  uint8_t *bytes;
  uint32_t size;
};

struct ktest {
  char **arguments; /* the program and its arguments */
  uint32_t narguments;
  uint32_t sym_argvs, sym_argv_len;
  struct ktest_object *objects;
  uint32_t nobjects;
};

/* False with a static message in *why; `test` is then empty. */
bool ktest_parse(const void *data, size_t bytes, struct ktest *test, const char **why);
bool ktest_read(const char *path, struct ktest *test, const char **why);
/* The same, and the file as it is; its bytes are freed by the caller. */
bool ktest_read_whole(const char *path, struct ktest *test, uint8_t **bytes, size_t *size, const char **why);
void ktest_free(struct ktest *test);
void ktest_put(struct ktest *test, const char *name, const void *bytes, uint32_t size); /* adds an object */
void ktest_set(struct ktest *test, const char *name, const void *bytes,
               uint32_t size); /* the same in place of one with that name */
const struct ktest_object *ktest_find(const struct ktest *test, const char *name);

/* Writes one test at hot-path speed: the whole file is composed in `buffer` (grown as needed, reused by the caller
   from test to test) and written with one system call. */
struct ktest_writer {
  uint8_t *buffer;
  size_t used, capacity;
  size_t count_at; /* where the number of objects stands */
  uint32_t nobjects;
};
void ktest_begin(struct ktest_writer *w, const char *const *arguments, uint32_t narguments);
void ktest_add(struct ktest_writer *w, const char *name, const void *bytes, uint32_t size);
void ktest_end(struct ktest_writer *w); /* all objects are there: `buffer` is the file */
bool ktest_write(struct ktest_writer *w, int directory_fd, const char *file_name); /* false: errno says why */
bool ktest_put_file(const void *bytes, size_t size, int directory_fd,
                    const char *file_name); /* a file that is there as bytes already */
void ktest_writer_free(struct ktest_writer *w);
#endif
