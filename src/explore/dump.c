/* The tree of schedules: each run as the events in which it differs from the run before.

   Input: the events of a run that has ended, and how far the search was taken back since the one before. Output: a line
   per run and one per new event, its depth first: thread, operation, instruction and place. What lies deep in a long
   run is counted only. The same program gives the same lines. */
#include "explore/dump.h"

#include <stdio.h>

enum { MOST_EVENTS = 200 }; /* of one run */

void dump_back(struct dump_tree *t, uint32_t events) {
  if (t->shown > events) t->shown = events;
}

static void dump_event(const struct vm *vm, const struct dpor_event *e, uint32_t depth) {
  uint32_t ins = e->stack[0] == IR_NONE ? e->op.ins : e->stack[0];
  struct result_frame place = vm_frame_at(vm, ins);
  printf("%6u %s %s", depth, vm_name_of_thread(vm, e->thread), vm_operation_text((enum vm_operation)e->op.kind));
  if (e->op.range[0].size) printf(" 0x%llx", (unsigned long long)e->op.range[0].address);
  printf(" in %s", place.function);
  if (place.line) printf(" at %s:%u", place.file, place.line);
  printf("\n");
}

void dump_run(struct dump_tree *t, const struct dpor *d, const struct vm *vm, const char *end) {
  uint32_t count;
  const struct dpor_event *events = dpor_events(d, &count);
  if (t->shown > count) t->shown = count;
  printf("run %llu ends in %s, %u of %u events as before\n", (unsigned long long)++t->runs, end, t->shown, count);
  for (uint32_t i = t->shown; i < count && i < t->shown + MOST_EVENTS; i++) dump_event(vm, &events[i], i);
  if (count > t->shown + MOST_EVENTS) printf("       %u more\n", count - t->shown - MOST_EVENTS);
  t->shown = count;
}
