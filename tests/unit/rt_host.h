/* The models of the C library run natively: what the interpreter would do for them is done here.
   A value is "symbolic" when it equals one of the magic numbers, so that the treatment of symbolic
   arguments can be tested too. Ends of the program come back to the test as a jump. */
#ifndef TESTS_RT_HOST_H
#define TESTS_RT_HOST_H
#include <setjmp.h>
#include <stddef.h>

enum { MAGIC_INT = 0x5eed5eed, MAGIC_BYTE = 0xf5 };

struct host {
  char output[3][4096]; /* what was printed, by descriptor */
  size_t noutput[3];
  const char *input; /* standard input */
  size_t ninput;
  int bytes_may_be_symbolic; /* MAGIC_BYTE counts */
  long options[4];
  char inputs[256];          /* names of the inputs made, separated by spaces */
  unsigned long input_value; /* what an input gets */
  jmp_buf end;
  const char *end_kind; /* "exit", "unsupported" or the kind of a failure */
  char end_text[600];
  int end_status;
};
extern struct host host;

/* Runs the statement; true if it ended the program in the way of that kind. */
#define ENDS_WITH(kind, statement)                                                                                     \
  (setjmp(host.end) == 0 ? (host.end_kind = "", (void)(statement), 0) : strcmp(host.end_kind, kind) == 0)
#endif
