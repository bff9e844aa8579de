/* What the interpreter does for the models, done natively; see rt_host.h. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "builtins.h"
#include "channels.h"
#include "rt_host.h"

struct host host;

void *__heddle_malloc(unsigned long size, unsigned long align) {
  void *p = NULL;
  if (posix_memalign(&p, align & ~1UL, size + 8) != 0) abort();
  return p;
}

unsigned long __heddle_heap_size(void *p) { return malloc_usable_size(p); }
void __heddle_free(void *p) { free(p); }

void __heddle_symbolic(void *p, unsigned long size, const char *name) {
  memcpy(p, &host.input_value, size < sizeof host.input_value ? size : sizeof host.input_value);
  strcat(strcat(host.inputs, name), " ");
}

void __heddle_assume(int condition) {
  if (!condition) fail_msg("assumption does not hold");
}

void __VERIFIER_assume(int condition);
void __VERIFIER_assume(int condition) { __heddle_assume(condition); }

/* Native strings are read as far as they go. */
void __heddle_check_string(const char *text, unsigned long max) { (void)text, (void)max; }
double __heddle_math(int function, double x, double y) { /* of symbolic values alone */
  (void)function, (void)y;
  return x;
}
int __heddle_is_symbolic(unsigned long value) {
  return value == MAGIC_INT || (host.bytes_may_be_symbolic && value == MAGIC_BYTE);
}

unsigned long __heddle_unknown(unsigned long max) { return max; }

static _Noreturn void end_program(const char *kind, const char *text, int status) {
  host.end_kind = kind;
  host.end_status = status;
  snprintf(host.end_text, sizeof host.end_text, "%s", text);
  longjmp(host.end, 1);
}

void __heddle_fail(const char *kind, const char *message) { end_program(kind, message, -1); }
void __heddle_exit(int status) { end_program("exit", "", status); }
void __heddle_unsupported(const char *what) { end_program("unsupported", what, -1); }

void __heddle_output(int fd, const void *bytes, unsigned long n) {
  assert_true(host.noutput[fd] + n < sizeof host.output[fd]);
  memcpy(host.output[fd] + host.noutput[fd], bytes, n);
  host.noutput[fd] += n;
}

const unsigned char *__heddle_stdin(unsigned long *size) {
  *size = host.ninput;
  return (const unsigned char *)host.input;
}

long __heddle_option(int which) { return host.options[which]; }

void __VERIFIER_atomic_begin(void) {}
void __VERIFIER_atomic_end(void) {}
const struct rt_files *__heddle_files(void) { return &__heddle_rt_file_table; }
const unsigned char *__heddle_given(unsigned long *size, int what, int number) {
  (void)what, (void)number;
  *size = 0;
  return NULL;
}
long *__heddle_clock(void);
long *__heddle_clock(void) { return NULL; }
int __heddle_rt_wait_at(unsigned *gate, int restarts) {
  (void)gate, (void)restarts;
  return 0;
}
void __heddle_rt_set_gate(unsigned *gate, int open) { (void)gate, (void)open; }
