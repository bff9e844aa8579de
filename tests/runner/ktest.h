/* Reading and writing KLEE's .ktest format, written here a second time on purpose: the tests must not trust heddle's
 * own reader. */
#ifndef HEDDLE_RUNNER_KTEST_H
#define HEDDLE_RUNNER_KTEST_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Finds object `name` in the file. The bytes are allocated for the caller. Returns NULL if all went well, else what is
   wrong. */
const char *ktest_object(const char *path, const char *name, unsigned char **bytes, uint32_t *size);

/* Whether the whole file is well formed: NULL, or what is wrong with it. */
const char *ktest_check(const char *path);

/* Writes a test with inputs `name=number[:bytes]`. NULL, or what is wrong. */
const char *ktest_write(const char *path, char *const *inputs, uint32_t count);
#endif
