// Why a run was cut, in the words of the program: global variables and arrays by name, heap objects by the line that made them, locals
// with their function; what is about the library is only counted.
// RUN: heddle run --strategy=guided --prune=conditions --tests=none --explain-pruning %s
// STDOUT: was cut by summary
// STDOUT: nothing can fail from there on if
// STDOUT: (x[1] == 0) or (x[1] == 10)
// STDOUT: is live and has at least 4 bytes
// STDOUT: on stack frames and the library's own state
// NOT-STDOUT: at_exit
// RUN: heddle run --json=%t/out.json --out=%t/tests --strategy=guided --prune=conditions --tests=none --explain-pruning %s
// VERDICT: safe
// JSON: stats.summaries.made >= 1
// JSON: stats.summaries.cut >= 1
// RUN: heddle run --json --strategy=guided --prune=conditions --tests=none --explain-pruning %s
// STDOUT: "pruning": [
// STDOUT: "made_after_run": 3,
// STDOUT: "heap:36 is live and has at least 4 bytes"
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static volatile int x[3];
static volatile int *shared;
static void *reader(void *unused) {
  for (int i = 0; i < 3; i++) {
    int a = x[i];
    assert(a == 0 || a == 10);
  }
  return unused;
}
static void *writer(void *unused) {
  for (int i = 0; i < 3; i++) x[i] = 10;
  *shared = 1;
  return unused;
}
int main(void) {
  shared = malloc(sizeof *shared);
  if (!shared) return 0;
  pthread_t a, b;
  pthread_create(&a, NULL, reader, NULL);
  pthread_create(&b, NULL, writer, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  free((void *)shared);
  return 0;
}
