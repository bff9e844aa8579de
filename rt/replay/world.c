/* What the interpreter offers to the library's models (rt/builtins.h), natively: the models of files are part of the
   native program (src/front/kept.c). A call of one waits for its first step and then happens as a whole, so an atomic
   section inside is nothing. */
#define _GNU_SOURCE
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../builtins.h"
#include "replay.h"

#pragma GCC diagnostic ignored "-Wmissing-prototypes" /* only the models call these */

void hd_library(void);

enum { MOST_FILES = 256 };
static struct {
  char *name;
  unsigned char *bytes;
  unsigned long size;
} files[MOST_FILES + 1];
static int nfiles;
static long given_options[RT_OPTION_COUNT];
static const char *net;
static char *listed;

void world_start(const char *list, const char *options, const char *net_file) {
  listed = list ? strdup(list) : NULL;
  net = net_file;
  for (int i = 0; options && i < RT_OPTION_COUNT; i++) {
    char *end;
    given_options[i] = strtol(options, &end, 10);
    options = end;
  }
}

static void read_bytes(const char *path, int i) {
  FILE *in = fopen(path, "rb");
  if (!in) report_error("cannot read %s", path);
  size_t room = 4096, n;
  files[i].bytes = checked_realloc(NULL, room);
  while ((n = fread(files[i].bytes + files[i].size, 1, room - files[i].size, in)) > 0) {
    files[i].size += n;
    if (files[i].size == room) files[i].bytes = checked_realloc(files[i].bytes, room *= 2);
  }
  fclose(in);
}

static void find_bytes(int i) {
  char input[300];
  snprintf(input, sizeof input, "file:%s", files[i].name);
  const struct input *found = test_find(input);
  if (!found) report_error("the test has no input '%s'", input);
  files[i].bytes = checked_realloc(NULL, found->size + 1);
  memcpy(files[i].bytes, found->bytes, found->size);
  files[i].size = found->size;
}

/* Lines in turn: a name, and where its bytes are, or nothing. */
static void place_files(void) {
  char *at = listed;
  listed = NULL;
  while (at && *at && nfiles < MOST_FILES) {
    char *path = strchr(at, '\n'), *end = path ? strchr(path + 1, '\n') : NULL;
    if (!end) return;
    *path++ = *end = 0;
    files[nfiles].name = at;
    if (*path) read_bytes(path, nfiles);
    else find_bytes(nfiles);
    nfiles++;
    at = end + 1;
  }
}

/* Behind the files. */
static const unsigned char *given_net(unsigned long *size) {
  if (!net) return NULL;
  if (!files[MOST_FILES].bytes) read_bytes(net, MOST_FILES);
  *size = files[MOST_FILES].size;
  return files[MOST_FILES].bytes;
}

const unsigned char *__heddle_given(unsigned long *size, int what, int number) {
  if (listed) place_files();
  *size = 0;
  if (what == RT_GIVEN_NET) return given_net(size);
  if (number >= nfiles || what > RT_GIVEN_FILE) return NULL;
  *size = what == RT_GIVEN_FILE ? files[number].size : strlen(files[number].name);
  return what == RT_GIVEN_FILE ? files[number].bytes : (const unsigned char *)files[number].name;
}

void *__heddle_malloc(unsigned long size, unsigned long align) {
  void *p = NULL;
  align &= ~1UL;
  if (posix_memalign(&p, align < sizeof p ? sizeof p : align, size ? size : 1) != 0)
    report_error("there is no memory left");
  return p;
}
void __heddle_free(void *p) { free(p); }
unsigned long __heddle_heap_size(void *p) { return malloc_usable_size(p); }

void __heddle_symbolic(void *p, unsigned long size, const char *name) { input_bytes(p, size, name); }
void __heddle_assume(int condition) { (void)condition; } /* the test's inputs fulfil it */
int __heddle_is_symbolic(unsigned long value) {
  (void)value;
  return 0;
}
double __heddle_math(int function, double x, double y) { /* no value is symbolic */
  (void)function, (void)y;
  return x;
}
void __heddle_check_string(const char *p, unsigned long max) { (void)p, (void)max; }
unsigned long __heddle_unknown(unsigned long max) { return max; }

void __heddle_fail(const char *kind, const char *message) {
  token_hold();
  report_failure(kind, "%s", message);
}
void __heddle_unsupported(const char *what) {
  token_hold();
  report_error("%s is not supported", what);
}
void __heddle_exit(int status) {
  token_exit();
  _exit(status);
}
void __heddle_output(int fd, const void *bytes, unsigned long n) {
  for (ssize_t put; n > 0 && (put = write(fd, bytes, n)) > 0; n -= (unsigned long)put)
    bytes = (const char *)bytes + put;
}

/* Standard input as a whole. */
const unsigned char *__heddle_stdin(unsigned long *size) {
  static unsigned char *bytes;
  static unsigned long count;
  if (!bytes) {
    size_t room = 4096;
    bytes = checked_realloc(NULL, room);
    for (ssize_t n; (n = read(STDIN_FILENO, bytes + count, room - count)) > 0;) {
      count += (unsigned long)n;
      if (count == room) bytes = checked_realloc(bytes, room *= 2);
    }
  }
  *size = count;
  return bytes;
}

long __heddle_option(int which) { return which < RT_OPTION_COUNT ? given_options[which] : 0; }

/* ---- sections and gates. The call has waited for its first step (hd_library); others within it come here. */

static unsigned sections; /* begun: only who has the token is inside */

void __VERIFIER_atomic_begin(void) {
  if (sections++ > 0) return;
  if (hd_self->did != OP_ATOMIC) hd_library();
  hd_self->did = OP_COUNT;
}
void __VERIFIER_atomic_end(void) { sections--; }

static bool is_open(struct thread *t) { return *(unsigned *)t->object > 0; }

void __heddle_rt_pass_gate(unsigned *gate) {
  if (cancel_is_on()) {
    cancel_pass(gate);
    return;
  }
  hd_self->object = gate;
  hd_self->doing = "a descriptor";
  if (hd_self->did != OP_ACQUIRE) token_turn(LIBRARY, false, KIND(ACQUIRE), is_open, NULL);
  hd_self->did = OP_COUNT;
  --*gate;
}
void __heddle_sem_init(void *semaphore, unsigned value) { *(unsigned *)semaphore = value; }
int __heddle_sem_value(void *semaphore) { return (int)*(unsigned *)semaphore; }
int __heddle_sem_post(void *semaphore) {
  ++*(unsigned *)semaphore;
  cancel_woken(semaphore);
  return 0;
}
int __heddle_sem_trywait(void *semaphore) {
  unsigned *value = semaphore;
  if (*value == 0) return -1;
  --*value;
  return 0;
}
