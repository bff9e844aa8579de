/* Layouts side by side. See layouts.h.

   Structures are paired by their tag or the name of their typedef. Where a version has several different ones of a name
   (in several files), nobody knows which is meant, and they are compared by offset as ever. */
#include "change/layouts.h"

#include <stdlib.h>
#include <string.h>

#include "util/map.h"
#include "util/mem.h"
#include "util/vec.h"

enum { MOST_BYTES = 1 << 16 }; /* of a structure */

struct sides {
  const struct ir_program *p, *q; /* of the first and of the second type */
};

static const struct ir_member *member(const struct ir_program *p, const struct ir_type *t, uint32_t i) {
  return &p->members[t->first_member + i];
}

/* ---- laid out alike ---- */

static bool alike(struct sides s, uint32_t a, uint32_t b);

static bool members_alike(struct sides s, const struct ir_member *m, const struct ir_member *n) {
  return m->offset == n->offset && !strcmp(ir_text(s.p, m->name), ir_text(s.q, n->name)) && alike(s, m->type, n->type);
}

static bool alike(struct sides s, uint32_t a, uint32_t b) {
  const struct ir_type *t = &s.p->types[a], *u = &s.q->types[b];
  if (!a || !b || t->kind != u->kind || t->size != u->size) return false;
  if (t->kind == IR_TYPE_ARRAY) return !t->size || alike(s, t->element, u->element);
  if (t->kind != IR_TYPE_RECORD) return true;
  if (t->nmembers != u->nmembers) return false;
  for (uint32_t i = 0; i < t->nmembers; i++)
    if (!members_alike(s, member(s.p, t, i), member(s.q, u, i))) return false;
  return true;
}

/* ---- which byte is which ---- */

/* A union, or bit-fields that share a byte. */
static bool overlaps(const struct ir_program *p, const struct ir_type *t) {
  for (uint32_t i = 0; i < t->nmembers; i++)
    for (uint32_t k = 0; k < i; k++) {
      const struct ir_member *m = member(p, t, i), *n = member(p, t, k);
      if (m->offset < n->offset + p->types[n->type].size && n->offset < m->offset + p->types[m->type].size) return true;
    }
  return false;
}

/* The only member of that name. */
static const struct ir_member *find_member(const struct ir_program *p, const struct ir_type *t, const char *name) {
  const struct ir_member *found = NULL;
  for (uint32_t i = 0; i < t->nmembers; i++) {
    if (strcmp(ir_text(p, member(p, t, i)->name), name)) continue;
    if (found) return NULL;
    found = member(p, t, i);
  }
  return found;
}

static void map_type(const struct layouts *l, uint32_t old, uint32_t new, int64_t at, int64_t *to);

/* A member that has no match by name, of an object of the same type at the same place: it has another name now. */
static const struct ir_member *find_renamed(const struct layouts *l, const struct ir_type *t, const struct ir_member *m,
                                            const struct ir_type *u) {
  for (uint32_t i = 0; i < u->nmembers; i++) {
    const struct ir_member *n = member(l->p[1], u, i);
    if (n->offset != m->offset || !alike((struct sides){l->p[0], l->p[1]}, m->type, n->type)) continue;
    return find_member(l->p[0], t, ir_text(l->p[1], n->name)) ? NULL : n;
  }
  return NULL;
}

static void map_record(const struct layouts *l, const struct ir_type *t, const struct ir_type *u, int64_t at,
                       int64_t *to) {
  if (overlaps(l->p[0], t) || overlaps(l->p[1], u)) return;
  for (uint32_t i = 0; i < t->nmembers; i++) {
    const struct ir_member *m = member(l->p[0], t, i);
    const char *name = ir_text(l->p[0], m->name);
    const struct ir_member *n = find_member(l->p[1], u, name);
    if (!n) n = find_renamed(l, t, m, u);
    else if (find_member(l->p[0], t, name) != m) continue;
    if (n) map_type(l, m->type, n->type, at + (int64_t)n->offset, to + m->offset);
  }
}

static void map_array(const struct layouts *l, const struct ir_type *t, const struct ir_type *u, int64_t at,
                      int64_t *to) {
  uint64_t a = l->p[0]->types[t->element].size, b = l->p[1]->types[u->element].size;
  if (!a || !b || t->size / a != u->size / b) return;
  for (uint64_t i = 0; i < t->size / a; i++) map_type(l, t->element, u->element, at + (int64_t)(i * b), to + i * a);
}

/* The bytes from `to` on: the object begins at `at` in the new version. */
static void map_type(const struct layouts *l, uint32_t old, uint32_t new, int64_t at, int64_t *to) {
  const struct ir_type *t = &l->p[0]->types[old], *u = &l->p[1]->types[new];
  if (alike((struct sides){l->p[0], l->p[1]}, old, new)) {
    for (uint64_t i = 0; i < t->size; i++) to[i] = at + (int64_t)i;
    return;
  }
  if (!old || !new || t->kind != u->kind) return;
  if (t->kind == IR_TYPE_RECORD) map_record(l, t, u, at, to);
  if (t->kind == IR_TYPE_ARRAY) map_array(l, t, u, at, to);
}

void layouts_map(const struct layouts *l, uint32_t old, uint32_t new, int64_t *to) {
  for (uint64_t i = 0; i < l->p[0]->types[old].size; i++) to[i] = -1;
  map_type(l, old, new, 0, to);
}

/* ---- pairs by name ---- */

/* The structures of a version by name: the first of each name; *mixed has the names of different ones. */
static void list_records(const struct ir_program *p, struct map *first, struct map *mixed) {
  for (uint32_t t = 1; t < p->ntypes; t++) {
    const struct ir_type *type = &p->types[t];
    const char *name = ir_text(p, type->name);
    uint64_t key = hash_bytes(name, strlen(name));
    uint32_t before;
    if (type->kind != IR_TYPE_RECORD || !*name || !type->size || type->size > MOST_BYTES) continue;
    if (!map_get(first, key, &before)) map_put(first, key, t);
    else if (!alike((struct sides){p, p}, before, t)) map_put(mixed, key, 1);
  }
}

static void add_record(struct layouts *l, uint32_t old, uint32_t new) {
  struct layout_record r = {.type = {old, new}, .size = {l->p[0]->types[old].size, l->p[1]->types[new].size}};
  r.to = mem_alloc((r.size[0] + 1) * sizeof *r.to);
  layouts_map(l, old, new, r.to);
  l->records = mem_resize(l->records, (l->count + 1) * sizeof *l->records);
  l->records[l->count++] = r;
}

static void name_types(struct layouts *l, int s) {
  const struct ir_program *p = l->p[s];
  l->record_of[s] = mem_alloc((p->ntypes + 1) * sizeof *l->record_of[s]);
  for (uint32_t t = 0; t < p->ntypes; t++) {
    l->record_of[s][t] = IR_NONE;
    for (uint32_t r = 0; t && p->types[t].kind == IR_TYPE_RECORD && r < l->count; r++) {
      const char *name = ir_text(p, p->types[l->records[r].type[s]].name);
      if (!strcmp(ir_text(p, p->types[t].name), name)) l->record_of[s][t] = r;
    }
  }
}

bool layouts_moved(const uint64_t size[2], const int64_t *to) {
  if (size[0] != size[1]) return true;
  for (uint64_t i = 0; i < size[0]; i++)
    if (to[i] >= 0 && to[i] != (int64_t)i) return true;
  return false;
}

/* The address of a structure is that of its first member, and a pointer does not say which of them it means. So the
   first byte must be the same one. */
static bool is_usable(const struct layouts *l) {
  const struct layout_record *r = &l->records[l->count - 1];
  return r->to[0] == 0 && layouts_moved(r->size, r->to);
}

struct layouts *layouts_open(const struct ir_program *old, const struct ir_program *new) {
  struct layouts *l = mem_zalloc(sizeof *l);
  struct map first[2] = {0}, mixed = {0};
  l->p[0] = old, l->p[1] = new;
  list_records(old, &first[0], &mixed);
  list_records(new, &first[1], &mixed);
  for (uint32_t t = 1; t < old->ntypes; t++) {
    const char *name = ir_text(old, old->types[t].name);
    uint64_t key = hash_bytes(name, strlen(name));
    uint32_t a, b, no;
    if (!map_get(&first[0], key, &a) || a != t || !map_get(&first[1], key, &b) || map_get(&mixed, key, &no)) continue;
    if (alike((struct sides){old, new}, a, b)) continue;
    add_record(l, a, b);
    if (!is_usable(l)) free(l->records[--l->count].to);
  }
  map_free(&first[0]);
  map_free(&first[1]);
  map_free(&mixed);
  if (!l->count) {
    layouts_close(l);
    return NULL;
  }
  name_types(l, 0);
  name_types(l, 1);
  return l;
}

void layouts_close(struct layouts *l) {
  if (!l) return;
  for (uint32_t i = 0; i < l->count; i++) free(l->records[i].to);
  free(l->records);
  free(l->record_of[0]);
  free(l->record_of[1]);
  free(l);
}
