/* Names of memory. The program's instructions do not know arrays and structs any more, the source line does: "flag[" in it says
   that flag is an array, "s.count" that the field is count. Where the line does not tell, the offset is shown. */
#include "explain/names.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "report/source.h"

enum { MOST_NAME = 64 };

static bool in_word(char c) { return isalnum((unsigned char)c) || c == '_'; }

/* The next place after `from` where `word` stands as a whole word; NULL: none. */
static const char *find_word(const char *line, const char *from, const char *word) {
  size_t length = strlen(word);
  for (const char *at = from; length && (at = strstr(at, word)); at++)
    if ((at == line || !in_word(at[-1])) && !in_word(at[length])) return at;
  return NULL;
}

/* The one field that follows `mark` ("." or "->") at `at`; false if there is none. */
static bool read_field(const char *at, char field[MOST_NAME]) {
  size_t n = 0;
  while (in_word(at[n])) n++;
  if (!n || n >= MOST_NAME || isdigit((unsigned char)*at) || at[n] == '(') return false;
  memcpy(field, at, n);
  field[n] = 0;
  return true;
}

/* The field of `name.field` in the line, if only one field of it is named there. */
static bool only_field(const char *line, const char *name, char field[MOST_NAME]) {
  bool found = false;
  for (const char *at = line; (at = find_word(line, at, name)); at++) {
    char other[MOST_NAME];
    if (at[strlen(name)] != '.' || !read_field(at + strlen(name) + 1, other)) continue;
    if (found && strcmp(field, other) != 0) return false;
    strcpy(field, other);
    found = true;
  }
  return found;
}

/* The same for `->field`, whatever stands before. */
static bool only_arrow(const char *line, char field[MOST_NAME]) {
  bool found = false;
  for (const char *at = line; (at = strstr(at, "->")); at += 2) {
    char other[MOST_NAME];
    if (!read_field(at + 2, other)) continue;
    if (found && strcmp(field, other) != 0) return false;
    strcpy(field, other);
    found = true;
  }
  return found;
}

static bool is_array(const char *line, const char *name) {
  for (const char *at = line; (at = find_word(line, at, name)); at++)
    if (at[strlen(name)] == '[') return true;
  return false;
}

/* "heap:31" for what line 31 allocated; with the thread unless it was the first one, with a number from the second on. */
static void name_heap(char *text, size_t capacity, const struct vm *vm, const struct ir_program *p,
                      const struct vm_where *w) {
  uint32_t line = w->made_at == IR_NONE ? 0 : p->locs[p->ins[w->made_at].loc].line;
  int n = snprintf(text, capacity, "heap:%u", line);
  if (w->thread && n > 0 && (size_t)n < capacity)
    n += snprintf(text + n, capacity - (size_t)n, "@%s", vm_name_of_thread(vm, w->thread));
  if (w->number && n > 0 && (size_t)n < capacity) snprintf(text + n, capacity - (size_t)n, "#%u", w->number + 1);
}

static void name_object(char *text, size_t capacity, const struct vm *vm, const struct ir_program *p,
                        const struct vm_where *w) {
  if (w->kind == VM_WHERE_HEAP) name_heap(text, capacity, vm, p, w);
  else if (w->kind == VM_WHERE_OTHER) snprintf(text, capacity, "the arguments");
  else snprintf(text, capacity, "%s", *w->name ? w->name : "an unnamed object");
}

/* What follows the object's name. */
static void name_part(char *text, size_t capacity, const struct vm_where *w, uint64_t size, const char *line) {
  char field[MOST_NAME];
  text[0] = 0;
  if (!size || size >= w->size) return;
  if (*w->name && only_field(line, w->name, field)) snprintf(text, capacity, ".%s", field);
  else if (*w->name && is_array(line, w->name) && w->offset % size == 0 && w->size % size == 0)
    snprintf(text, capacity, "[%" PRIu64 "]", w->offset / size);
  else if (only_arrow(line, field) && !*w->name) snprintf(text, capacity, "->%s", field);
  else if (only_arrow(line, field)) snprintf(text, capacity, "+%" PRIu64 " (%s)", w->offset, field);
  else if (w->offset) snprintf(text, capacity, "+%" PRIu64, w->offset);
}

void name_memory(char *text, size_t capacity, const struct vm *vm, const struct ir_program *program, uint64_t address,
                 uint64_t size, const struct result_frame *place) {
  struct vm_where w;
  char object[MOST_NAME * 2], part[MOST_NAME + 32];
  if (!vm_locate(vm, address, &w)) {
    snprintf(text, capacity, "0x%" PRIx64, address);
    return;
  }
  char *line = place ? source_line_of(program, place->file, place->line) : NULL;
  name_object(object, sizeof object, vm, program, &w);
  name_part(part, sizeof part, &w, size, line ? line : "");
  snprintf(text, capacity, "%s%s", object, part);
  free(line);
}

uint64_t name_object_size(const struct ir_program *program, const struct vm_op *op) {
  static const uint8_t wide[] = {48, 40, 32, 56, 56, 4, 32, 4},
                       narrow[] = {48, 24, 16, 32, 32, 4, 20, 4}; /* by enum vm_sync */
  if (op->kind == VM_OP_READ || op->kind == VM_OP_WRITE || op->kind == VM_OP_UPDATE) return op->range[0].size;
  return program->pointer_bits == 64 ? wide[op->sync] : narrow[op->sync];
}

static bool name_pointer(char *text, size_t capacity, const struct vm *vm, const struct ir_program *p, uint64_t value) {
  struct vm_where w;
  char object[MOST_NAME * 2];
  if (!vm_locate(vm, value, &w)) return false;
  name_object(object, sizeof object, vm, p, &w);
  if (w.offset) snprintf(text, capacity, "&%s+%" PRIu64, object, w.offset);
  else snprintf(text, capacity, w.kind == VM_WHERE_FUNCTION ? "%s" : "&%s", object);
  return true;
}

/* A number that is much too large to be counted, but an ordinary one as a double, probably is one. */
static bool looks_like_double(uint64_t value, uint64_t size, double *number) {
  int64_t whole = (int64_t)value;
  if (size != sizeof *number || (whole < (int64_t)1 << 54 && whole > -((int64_t)1 << 54))) return false;
  memcpy(number, &value, sizeof *number);
  double magnitude = *number < 0 ? -*number : *number;
  return magnitude > 1e-6 && magnitude < 1e12;
}

void name_value(char *text, size_t capacity, const struct vm *vm, const struct ir_program *program,
                const uint8_t *bytes, uint64_t size) {
  uint64_t value = 0;
  text[0] = 0;
  if (size != 1 && size != 2 && size != 4 && size != 8) return;
  memcpy(&value, bytes, size);
  if (size * 8 == program->pointer_bits && name_pointer(text, capacity, vm, program, value)) return;
  unsigned unused = 64 - 8 * (unsigned)size;
  int used = snprintf(text, capacity, "%" PRId64, (int64_t)(value << unused) >> unused);
  double number;
  if (looks_like_double(value, size, &number) && used > 0 && (size_t)used < capacity)
    snprintf(text + used, capacity - (size_t)used, " (as a double: %g)", number);
}
