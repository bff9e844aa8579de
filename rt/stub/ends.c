/* How a run ends before its end: by an assumption, by a failure, or because the test cannot be used. */
#include <inttypes.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "../../include/heddle-stub.h"
#include "inside.h"

/* The run of heddle_stub_run, of which there is one at a time. */
static jmp_buf leave;
static int running;
static atomic_int rejected;
static _Thread_local int runs_here;

int heddle_stub_run(const void *data, size_t size, void (*harness)(void)) {
  static const unsigned char nothing[1];
  stub_use_bytes(data ? data : nothing, size);
  atomic_store(&rejected, 0);
  running = runs_here = 1;
  if (!setjmp(leave)) harness();
  running = runs_here = 0;
  stub_use_bytes(NULL, 0);
  return !atomic_load(&rejected);
}

void stub_reject(void) {
  if (!running) {
    fflush(NULL);
    _exit(0);
  }
  atomic_store(&rejected, 1);
  if (runs_here) longjmp(leave, 1);
  pthread_exit(NULL); /* the harness goes on: it joins its threads */
}

void stub_fail(const char *what, const char *message) {
  int random;
  uint64_t seed = stub_seed(&random);
  fprintf(stderr, "heddle-stub: %s%s%s\n", what, message && *message ? ": " : "", message ? message : "");
  if (random) fprintf(stderr, "heddle-stub: HEDDLE_SEED=%" PRIu64 " has the same inputs again\n", seed);
  abort();
}

void stub_refuse(const char *format, ...) {
  va_list args;
  va_start(args, format);
  fputs("heddle-stub: error: ", stderr);
  vfprintf(stderr, format, args);
  fputc('\n', stderr);
  va_end(args);
  _exit(2);
}
