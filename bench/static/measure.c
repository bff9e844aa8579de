/* How long the static layer takes:  measure FILE...
   One line per program: its size, what was found, and the seconds for the analysis and for the slice of all failure
   sites. */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "front/front.h"
#include "static/static.h"

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static const char *base_name(const char *path) { return strrchr(path, '/') ? strrchr(path, '/') + 1 : path; }

static bool measure(const char *file) {
  const char *inputs[] = {file};
  struct front_request request = {.inputs = inputs, .ninputs = 1};
  struct ir_program *p = front_load(&request);
  if (!p) return false;
  double start = now();
  struct statics *s = static_open(p);
  double opened = now();
  struct static_set targets = static_targets(s, &(struct static_checks){0});
  struct static_slice *slice = static_backward(s, &targets, STATIC_FAILING);
  double sliced = now();
  struct static_counts c = static_count(s);
  unsigned accesses = 0, relevant = 0;
  for (uint32_t i = 0; i < p->nins; i++) {
    if (ir_function_of(p, i)->flags & IR_FN_LIBRARY || !static_is_shared_access(s, i)) continue;
    accesses++;
    relevant += static_relevance(slice, i) == STATIC_VALUE;
  }
  printf("| %-18s | %9lu | %8lu | %7lu | %6lu | %7u | %8u | %8.3f | %8.3f |\n", base_name(file),
         (unsigned long)c.instructions, (unsigned long)c.live, (unsigned long)c.objects, (unsigned long)c.shared,
         accesses, relevant, opened - start, sliced - opened);
  static_slice_free(slice);
  static_set_free(&targets);
  static_close(s);
  ir_free(p);
  return true;
}

int main(int argc, char **argv) {
  int bad = 0;
  printf(
      "| program            |    instr. | can run  | objects | shared | accesses| relevant | analysis |    slice |\n");
  printf(
      "|--------------------|----------:|---------:|--------:|-------:|--------:|---------:|---------:|---------:|\n");
  for (int i = 1; i < argc; i++) bad |= !measure(argv[i]);
  return bad;
}
