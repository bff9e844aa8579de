/* Writing and reading schedules. */
#include "explore/schedule.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "suite/meta.h"

static void kind_text(enum vm_operation kind, char *text, size_t capacity) {
  snprintf(text, capacity, "%s", vm_operation_text(kind));
  for (char *c = text; *c; c++)
    if (*c == ' ') *c = '-';
}

static void encode_step(FILE *out, const struct vm *vm, uint32_t thread, const struct vm_op *op) {
  char kind[32];
  kind_text(op->kind, kind, sizeof kind);
  bool woke = op->kind == VM_OP_SIGNAL && op->ticket;
  fprintf(out, "%s %u %s %llu %s\n", vm_name_of_thread(vm, thread), op->ins, kind, (unsigned long long)op->ordinal,
          woke ? vm_name_of_thread(vm, (uint32_t)op->ticket - 1) : "-");
}

char *schedule_encode_done(const struct vm *vm, const struct schedule_done *steps, uint32_t count) {
  char *text = NULL;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  for (uint32_t i = 0; i < count; i++) encode_step(out, vm, steps[i].thread, &steps[i].op);
  fclose(out);
  return text;
}

char *schedule_encode(const struct vm *vm, const struct dpor *dpor) {
  uint32_t count = 0;
  const struct dpor_event *events = dpor ? dpor_events(dpor, &count) : NULL;
  if (!count) return NULL;
  char *text = NULL;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  for (uint32_t i = 0; i < count; i++) encode_step(out, vm, events[i].thread, &events[i].op);
  fclose(out);
  return text;
}

static bool find_kind(const char *text, enum vm_operation *kind) {
  char other[32];
  for (int k = 0; k < VM_OP_COUNT; k++) {
    kind_text((enum vm_operation)k, other, sizeof other);
    if (strcmp(text, other)) continue;
    *kind = (enum vm_operation)k;
    return true;
  }
  return false;
}

static bool decode_line(const char *line, struct schedule_step *step) {
  char kind[32];
  unsigned long long ordinal;
  if (sscanf(line, "%119s %u %31s %llu %119s", step->thread, &step->ins, kind, &ordinal, step->woken) != 5)
    return false;
  step->ordinal = ordinal;
  if (!strcmp(step->woken, "-")) step->woken[0] = 0;
  return find_kind(kind, &step->kind);
}

bool schedule_decode(const struct ktest *test, schedule_steps *steps, uint32_t *line) {
  const struct ktest_object *object = ktest_find(test, META_SCHEDULE);
  *line = 0;
  if (!object) return false;
  char *text = mem_alloc(object->size + 1u);
  memcpy(text, object->bytes, object->size);
  text[object->size] = 0;
  bool good = true;
  for (char *at = text, *end; good && *at; at = end) {
    end = strchr(at, '\n');
    if (end) *end++ = 0;
    else end = at + strlen(at);
    struct schedule_step step;
    ++*line;
    good = decode_line(at, &step);
    if (good) vec_push(steps, step);
  }
  free(text);
  if (!good) vec_free(steps);
  return good;
}
