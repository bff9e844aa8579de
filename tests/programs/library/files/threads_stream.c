// A line that is printed to a shared stream by one call is never torn, a line by two calls may be.
// REPLAY: yes
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static FILE *out;

static void *whole(void *name) {
  fprintf(out, "%s:%s\n", (char *)name, (char *)name);
  return NULL;
}
static void *parts(void *name) {
  fputs(name, out);
  fputs("\n", out);
  return NULL;
}

static void run(void *(*work)(void *)) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, "a");
  pthread_create(&b, NULL, work, "b");
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}

int main(void) {
  char line[32];
  out = fopen("out", "w+");
  run(whole);
  rewind(out);
  while (fgets(line, sizeof line, out)) assert(strlen(line) == 4 && line[0] == line[2]);
  fclose(out);
  out = fopen("out", "w+");
  run(parts);
  rewind(out);
  while (fgets(line, sizeof line, out)) assert(strlen(line) == 2); // FAIL-HERE: assert
  fclose(out);
  return 0;
}
