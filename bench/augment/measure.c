/* How long it takes to find definition-use pairs:  measure [--list] NEW        every pair of a program
                                                    measure [--list] OLD NEW    those that the change affects
   One row of a table: size, seconds of the analysis of the change (of the program, if there is one version) and of the
   pairs, how many there are, and how many with each reason. With --list the table of the pairs comes first. */
#include <stdio.h>
#include <string.h>

#include "front/front.h"
#include "report/augment.h"
#include "util/clock.h"

static struct ir_program *load(const char *file) {
  const char *inputs[] = {file};
  struct front_request request = {.inputs = inputs, .ninputs = 1};
  return front_load(&request);
}

static void list(const struct ir_program *p, const struct pairs *pairs) {
  VEC(struct augment_row) rows = {0};
  struct pen pen = {.out = stdout, .program = p};
  for (uint32_t i = 0; i < pairs->list.count; i++)
    vec_push(&rows, ((struct augment_row){.pair = &pairs->list.data[i]}));
  augment_text(&pen, p, rows.data, rows.count, REPORT_VERBOSE);
  vec_free(&rows);
}

static unsigned count(const struct pairs *pairs, unsigned reason) {
  unsigned found = 0;
  for (uint32_t i = 0; i < pairs->list.count; i++) found += (pairs->list.data[i].reasons & reason) != 0;
  return found;
}

int main(int argc, char **argv) {
  bool listing = argc > 1 && !strcmp(argv[1], "--list");
  int first = 1 + listing;
  if (argc - first < 1 || argc - first > 2) return 2;
  struct ir_program *old = argc - first == 2 ? load(argv[first]) : NULL, *new = load(argv[argc - 1]);
  if (!new || (argc - first == 2 && !old)) return 1;
  double start = clock_now();
  struct change *change = old ? change_open(old, new) : NULL;
  struct static_checks checks = {.standard = true};
  struct impact_failures failures = {0};
  struct impact *impact = old ? impact_open(change, &checks, &failures) : NULL;
  double analysed = clock_now();
  struct pairs *pairs = pairs_open(new, change, impact);
  double done = clock_now();
  if (listing) list(new, pairs);
  printf("| %8lu | %8.2f | %8.2f | %9u | %9u | %9u | %9u | %9u |\n", (unsigned long)new->nins, analysed - start,
         done - analysed, pairs->list.count, count(pairs, PAIR_SLICE), count(pairs, PAIR_LOCKS),
         count(pairs, PAIR_WAITS), count(pairs, PAIR_FLAG));
  pairs_close(pairs);
  impact_close(impact);
  change_close(change);
  ir_free(new);
  if (old) ir_free(old);
  return 0;
}
