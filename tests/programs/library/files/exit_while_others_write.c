// The program ends while another thread still uses a stream: nothing of the stream is gone.
// VERDICT: safe
// ARGS: --check=+leak
#include <pthread.h>
#include <stdio.h>

static void *work(void *out) {
  fputs("x", out);
  fputs("y", out);
  return NULL;
}

int main(void) {
  pthread_t thread;
  FILE *out = fopen("out", "w");
  fputs("first", out);
  pthread_create(&thread, NULL, work, out);
  return 0;
}
