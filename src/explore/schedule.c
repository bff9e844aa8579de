/* Writing and reading schedules. */
#include "explore/schedule.h"

#include <stdlib.h>
#include <string.h>

#include "suite/meta.h"
#include "util/bytes.h"

/* ---- writing: many schedules are written, and few are long ---- */

static void put_word(struct sink *out, const char *word, char behind) {
  uint64_t start = out->size;
  sink_put(out, word, strlen(word));
  for (uint64_t i = start; i < out->size; i++)
    if (out->bytes[i] == ' ') out->bytes[i] = '-';
  sink_put(out, &behind, 1);
}

static void put_number(struct sink *out, uint64_t n) {
  char digits[24];
  unsigned first = sizeof digits - 1;
  digits[first] = ' ';
  do digits[--first] = (char)('0' + n % 10);
  while (n /= 10);
  sink_put(out, digits + first, sizeof digits - first);
}

static void encode_step(struct sink *out, const struct vm *vm, uint32_t thread, const struct vm_op *op) {
  bool woke = op->kind == VM_OP_SIGNAL && op->ticket;
  put_word(out, vm_name_of_thread(vm, thread), ' ');
  put_number(out, op->ins);
  put_word(out, vm_operation_text(op->kind), ' ');
  put_number(out, op->ordinal);
  put_word(out, woke ? vm_name_of_thread(vm, (uint32_t)op->ticket - 1) : "-", '\n');
}

static char *finish(struct sink *out) {
  sink_put(out, "", 1);
  return (char *)out->bytes;
}

char *schedule_encode_done(const struct vm *vm, const struct schedule_done *steps, uint32_t count) {
  struct sink out = {0};
  for (uint32_t i = 0; i < count; i++) encode_step(&out, vm, steps[i].thread, &steps[i].op);
  return finish(&out);
}

char *schedule_encode(const struct vm *vm, const struct dpor *dpor) {
  uint32_t count = 0;
  const struct dpor_event *events = dpor ? dpor_events(dpor, &count) : NULL;
  struct sink out = {0};
  if (!count) return NULL;
  for (uint32_t i = 0; i < count; i++) encode_step(&out, vm, events[i].thread, &events[i].op);
  return finish(&out);
}

/* ---- reading ---- */

static bool is_kind(const char *text, const char *kind) {
  for (; *text && *text == (*kind == ' ' ? '-' : *kind); text++, kind++) {}
  return !*text && !*kind;
}

static bool find_kind(const char *text, enum vm_operation *kind) {
  for (int k = 0; k < VM_OP_COUNT; k++) {
    if (!is_kind(text, vm_operation_text((enum vm_operation)k))) continue;
    *kind = (enum vm_operation)k;
    return true;
  }
  return false;
}

/* The next word of a line; false: there is none, or it is too long. */
static bool get_word(const char **at, char *word, size_t room) {
  *at += strspn(*at, " \t\r");
  size_t length = strcspn(*at, " \t\r");
  if (!length || length >= room) return false;
  memcpy(word, *at, length);
  word[length] = 0;
  *at += length;
  return true;
}

static bool get_number(const char **at, uint64_t *number) {
  char digits[24], *end;
  if (!get_word(at, digits, sizeof digits) || digits[0] < '0' || digits[0] > '9') return false;
  *number = strtoull(digits, &end, 10);
  return !*end;
}

static bool decode_line(const char *at, struct schedule_step *step) {
  char kind[32];
  uint64_t ins;
  if (!get_word(&at, step->thread, sizeof step->thread) || !get_number(&at, &ins) || ins > UINT32_MAX ||
      !get_word(&at, kind, sizeof kind) || !get_number(&at, &step->ordinal) ||
      !get_word(&at, step->woken, sizeof step->woken))
    return false;
  step->ins = (uint32_t)ins;
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
