/* Inside libheddle-stub: where inputs come from, and how a run ends. */
#ifndef HEDDLE_RT_STUB_INSIDE_H
#define HEDDLE_RT_STUB_INSIDE_H
#include <stddef.h>
#include <stdint.h>

/* inputs.c: the next input of this name. */
void stub_input(void *to, size_t size, const char *name);

/* test.c: reads a test once; ends the program with a message where it is none. */
struct stub_object {
  const char *name; /* with a NUL */
  const unsigned char *bytes;
  uint32_t size;
};
struct stub_test {
  struct stub_object *objects;
  uint32_t count;
};
void stub_test_read(struct stub_test *test, const char *path);

/* ends.c. The run is not of interest any more: the harness of heddle_stub_run returns, a program ends with code 0. */
_Noreturn void stub_reject(void);
/* A failure: a message, and how to see it again, then abort(). */
_Noreturn void stub_fail(const char *what, const char *message);
/* The test or the environment cannot be used: a message, exit code 2. */
_Noreturn void stub_refuse(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* The seed of random inputs; *used: whether inputs are random at all. */
uint64_t stub_seed(int *used);
/* Inputs from a block of bytes, until it is called with NULL. */
void stub_use_bytes(const unsigned char *data, size_t size);
#endif
