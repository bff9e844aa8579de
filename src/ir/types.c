/* Types of the source: which part of an object lies at an offset, in the notation of C. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "ir/ir.h"

enum { DEEPEST = 64 }; /* levels of nesting that are named */

/* What is still to be named: `size` bytes at `offset` of a type, written at the end of a text. */
struct part {
  const struct ir_program *p;
  uint64_t offset, size;
  bool any;
  char *text;
  size_t capacity, used;
};

static void append(struct part *part, const char *text, size_t length) {
  if (part->used + length + 1 > part->capacity) length = part->capacity - part->used - 1;
  memcpy(part->text + part->used, text, length);
  part->used += length;
  part->text[part->used] = 0;
}

static bool contains(const struct part *part, const struct ir_member *m) {
  return part->offset >= m->offset && part->offset + part->size <= m->offset + part->p->types[m->type].size;
}

/* Of the members that contain the part the smallest, of a union the first of these. */
static const struct ir_member *member_at(const struct part *part, const struct ir_type *record) {
  const struct ir_member *best = NULL;
  for (uint32_t i = record->first_member; i < record->first_member + record->nmembers; i++) {
    const struct ir_member *m = &part->p->members[i];
    if (contains(part, m) && (!best || part->p->types[m->type].size < part->p->types[best->type].size)) best = m;
  }
  return best;
}

static bool name_member(struct part *part, const struct ir_type *record, uint32_t *type) {
  const struct ir_member *m = member_at(part, record);
  if (!m) return false;
  const char *name = ir_text(part->p, m->name);
  if (*name) append(part, ".", 1), append(part, name, strlen(name));
  part->offset -= m->offset;
  *type = m->type;
  return true;
}

static bool name_element(struct part *part, const struct ir_type *array, uint32_t *type) {
  uint64_t size = part->p->types[array->element].size;
  char index[24];
  if (!size || part->offset % size + part->size > size) return false;
  int n = part->any ? snprintf(index, sizeof index, "[]")
                    : snprintf(index, sizeof index, "[%" PRIu64 "]", part->offset / size);
  append(part, index, (size_t)n);
  part->offset %= size;
  *type = array->element;
  return true;
}

bool ir_part_name(const struct ir_program *p, uint32_t type, uint64_t offset, uint64_t size, bool any, char *text,
                  size_t capacity) {
  struct part part = {p, offset, size, any, text, capacity, 0};
  text[0] = 0;
  if (!type || offset + size > p->types[type].size) return false;
  for (unsigned depth = 0; depth < DEEPEST && part.size < p->types[type].size; depth++) {
    const struct ir_type *t = &p->types[type];
    if (t->kind == IR_TYPE_RECORD ? !name_member(&part, t, &type)
                                  : t->kind != IR_TYPE_ARRAY || !name_element(&part, t, &type))
      return part.offset == 0 || t->kind == IR_TYPE_SCALAR;
  }
  return true;
}
