/* The objects of the program: an array in the order of their addresses, none overlapping another. One that has ended
   stays until its memory is used again, so that a pointer to it can be told from a wild one. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hooks.h"
#include "watch.h"

struct object {
  const char *start;
  size_t size;
  enum object_kind kind;
  bool ended, scope; /* scope: by the end of its block */
};

static struct table {
  struct object *data;
  size_t count, capacity;
} objects;

/* What an object occupies: one without bytes has an address of its own all the same. */
static const char *end_of(const struct object *o) { return o->start + (o->size ? o->size : 1); }

/* The number of objects that begin at or before p. */
static size_t position_of(const char *p) {
  size_t low = 0, high = objects.count;
  while (low < high) {
    size_t mid = (low + high) / 2;
    if (objects.data[mid].start <= p) low = mid + 1;
    else high = mid;
  }
  return low;
}

static struct object *object_at(const char *p) {
  size_t at = position_of(p);
  struct object *o = at ? &objects.data[at - 1] : NULL;
  return o && p < end_of(o) ? o : NULL;
}

static void make_room(void) {
  if (objects.count < objects.capacity) return;
  objects.capacity = objects.capacity ? objects.capacity * 2 : 256;
  objects.data = checked_realloc(objects.data, objects.capacity * sizeof *objects.data);
}

/* Takes out whatever lay in [start, end). */
static void remove_range(const char *start, const char *end) {
  size_t from = position_of(start), to;
  if (from && end_of(&objects.data[from - 1]) > start) from--;
  for (to = from; to < objects.count && objects.data[to].start < end;) to++;
  memmove(objects.data + from, objects.data + to, (objects.count - to) * sizeof *objects.data);
  objects.count -= to - from;
}

void object_begin(const void *start, size_t size, enum object_kind kind) {
  struct object new = {.start = start, .size = size, .kind = kind};
  if (!start) return;
  remove_range(new.start, end_of(&new));
  make_room();
  size_t at = position_of(new.start);
  memmove(objects.data + at + 1, objects.data + at, (objects.count - at) * sizeof *objects.data);
  objects.data[at] = new;
  objects.count++;
  clock_forget(start, size);
}

void object_end(const void *start) {
  struct object *o = object_at(start);
  if (o && o->start == start) o->ended = true, o->scope = false;
}

void object_set_scope(const void *start, bool over) {
  struct object *o = object_at(start);
  if (o && o->start == start) o->ended = o->scope = over;
}

bool object_size(const void *start, size_t *size, bool *ended) {
  const struct object *o = object_at(start);
  if (!o || o->start != start) return false;
  *size = o->size;
  *ended = o->ended;
  return true;
}

/* ---- checking ---- */

static const char *words_of(const struct object *o) {
  static const char *const words[] = {
      [OBJECT_GLOBAL] = "a global", [OBJECT_LOCAL] = "a local object", [OBJECT_HEAP] = "a heap object"};
  return words[o->kind];
}

static bool is_inside(const struct object *o, const char *address, size_t size) {
  return address >= o->start && size <= o->size && (size_t)(address - o->start) <= o->size - size;
}

/* Right behind one object another may begin: then a pointer says nothing about which of the two is meant. */
static bool is_inside_neighbour(const struct object *o, const char *base, const char *address, size_t size) {
  size_t at = (size_t)(o - objects.data);
  const struct object *before = at ? &objects.data[at - 1] : NULL;
  return before && !before->ended && base == o->start && before->start + before->size == base &&
         is_inside(before, address, size);
}

/* Where the object is not the program's nothing is known about it. */
bool object_allows(const char *address, size_t size, const char *base) {
  const struct object *o = object_at(base);
  if (!o || !size) return true;
  return !o->ended && (is_inside(o, address, size) || is_inside_neighbour(o, base, address, size));
}

void object_check(const char *address, size_t size, bool write, const char *base) {
  if (object_allows(address, size, base)) return;
  const struct object *o = object_at(base);
  const char *what = write ? "write" : "read";
  if (o->ended)
    report_failure("memory", "use after %s: %s of %zu byte%s at offset %ld of %s (%zu bytes) that has ended",
                   o->kind == OBJECT_HEAP ? "free"
                   : o->scope             ? "scope"
                                          : "return",
                   what, size, size == 1 ? "" : "s", (long)(address - o->start), words_of(o), o->size);
  report_failure("memory", "out-of-bounds %s of %zu byte%s at offset %ld of %s (%zu bytes)", what, size,
                 size == 1 ? "" : "s", (long)(address - o->start), words_of(o), o->size);
}
