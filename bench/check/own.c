/* Loaded into heddle by bench/check/run (LD_PRELOAD): says what heddle itself used, without the compiler and front end that it starts.

   The environment variable OWN_FILE names a file; when the process ends, CPU seconds (user + system) of this process
   alone are written there, unless the file has a smaller number from an earlier run already. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

static double seconds(struct timeval t) { return (double)t.tv_sec + (double)t.tv_usec / 1e6; }

static double least_before(const char *path) {
  double before = 1e9;
  FILE *in = fopen(path, "r");
  if (in && fscanf(in, "%lf", &before) != 1) before = 1e9;
  if (in) fclose(in);
  return before;
}

__attribute__((destructor)) static void say(void) {
  const char *path = getenv("OWN_FILE");
  struct rusage used;
  if (!path || strcmp(program_invocation_short_name, "heddle") || getrusage(RUSAGE_SELF, &used)) return;
  double now = seconds(used.ru_utime) + seconds(used.ru_stime);
  if (now >= least_before(path)) return;
  FILE *out = fopen(path, "w");
  if (!out) return;
  fprintf(out, "%.4f\n", now);
  fclose(out);
}
