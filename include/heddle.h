/* heddle.h: what a program under test may say to heddle.
   The functions exist while heddle runs the program and in a native replay. For any other run of the program there is
   libheddle-stub, which takes inputs from a test, from a fuzzer or at random. */
#ifndef HEDDLE_H
#define HEDDLE_H
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The `size` bytes at `address` become an input: any values are possible. The name appears in reports and tests. */
void heddle_symbolic(void *address, size_t size, const char *name);

/* Only executions in which the condition holds are of interest from here on. */
void heddle_assume(int condition);

/* A failure with the given text if the condition does not hold. */
void heddle_assert(int condition, const char *message);

#ifdef __cplusplus
}
#endif
#endif
