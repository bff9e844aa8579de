/* Definition-use pairs between threads, from the accesses, the threads and the marks of the change.

   For each writer in the order of the program: the readers of places that may share a byte with one that it writes, if
   two threads can execute them in that order and the change affects one of them. So the work is proportional to the
   pairs, not to the accesses squared. */
#define _GNU_SOURCE /* qsort_r */
#include <stdlib.h>
#include <string.h>

#include "augment/pairs_inside.h"
#include "util/assert.h"

struct search {
  struct accesses accesses;
  struct meetings meetings;
  struct names names;
  uint8_t *marks; /* per instruction; NULL: every pair is asked for */
  struct pairs *found;
  numbers *overlapping; /* per cell that is written: cells that are read, once it was looked for */
  bool *looked;
  uint32_t *seen; /* per instruction: the writer, plus one, with which it was looked at last */
};

/* Locks, waits and flags order only what nothing else orders. */
static unsigned reasons_of(const struct search *x, uint32_t writer, uint32_t reader, bool parallel) {
  if (!x->marks) return PAIR_ASKED;
  unsigned marks = x->marks[writer] | x->marks[reader];
  unsigned reasons = marks & PAIR_SLICE;
  if (parallel) reasons |= marks & (PAIR_LOCKS | PAIR_WAITS | PAIR_FLAG);
  if (marks & MARK_ORDER) reasons |= PAIR_WAITS;
  return reasons;
}

static void add_pair(struct search *x, struct access writer, struct access reader) {
  struct meeting m = meetings_find(&x->meetings, writer.ins, reader.ins);
  if (!m.first) return;
  unsigned reasons = reasons_of(x, writer.ins, reader.ins, m.parallel);
  if (!reasons) return;
  const struct static_location *cells = x->accesses.cells.data;
  struct pair pair = {.writer = writer.ins,
                      .reader = reader.ins,
                      .writer_threads = m.first,
                      .reader_threads = m.second,
                      .reasons = reasons};
  pair.variable = names_variable(&x->names, &cells[writer.cell], writer.ins, &cells[reader.cell], reader.ins);
  vec_push(&x->found->list, pair);
}

static void find_readers(struct search *x, struct access writer) {
  const struct accesses *a = &x->accesses;
  numbers *cells = &x->overlapping[writer.cell];
  if (!x->looked[writer.cell]) accesses_overlapping(a, writer.cell, cells);
  x->looked[writer.cell] = true;
  for (uint32_t i = 0; i < cells->count; i++)
    for (uint32_t k = a->first_reader[cells->data[i]]; k < a->first_reader[cells->data[i] + 1]; k++) {
      struct access reader = a->by_cell[k];
      if (x->seen[reader.ins] == writer.ins + 1) continue;
      x->seen[reader.ins] = writer.ins + 1;
      if (!x->marks || x->marks[writer.ins] || x->marks[reader.ins]) add_pair(x, writer, reader);
    }
}

/* In the order of the source; by number where that does not tell. */
static int compare_places(const struct ir_program *p, uint32_t a, uint32_t b) {
  const struct ir_loc *x = &p->locs[p->ins[a].loc], *y = &p->locs[p->ins[b].loc];
  if (x->file != y->file) return strcmp(ir_text(p, x->file), ir_text(p, y->file));
  if (x->line != y->line) return x->line < y->line ? -1 : 1;
  if (x->column != y->column) return x->column < y->column ? -1 : 1;
  return (a > b) - (a < b);
}

static int compare(const void *left, const void *right, void *program) {
  const struct pair *a = left, *b = right;
  int order = compare_places(program, a->writer, b->writer);
  return order ? order : compare_places(program, a->reader, b->reader);
}

static void find_pairs(struct search *x) {
  const struct accesses *a = &x->accesses;
  x->overlapping = mem_zalloc(((size_t)a->cells.count + 1) * sizeof *x->overlapping);
  x->looked = mem_zalloc((size_t)a->cells.count + 1);
  x->seen = mem_zalloc((a->p->nins + 1) * sizeof *x->seen);
  for (uint32_t i = 0; i < a->writes.count; i++) find_readers(x, a->writes.data[i]);
  struct pairs *found = x->found;
  if (found->list.count) qsort_r(found->list.data, found->list.count, sizeof *found->list.data, compare, (void *)a->p);
  for (uint32_t c = 0; c < a->cells.count; c++) vec_free(&x->overlapping[c]);
  free(x->overlapping);
  free(x->looked);
  free(x->seen);
}

struct pairs *pairs_open(const struct ir_program *program, const struct change *change, const struct impact *impact) {
  ASSERT(!change || change->nothing || impact);
  struct pairs *pairs = mem_zalloc(sizeof *pairs);
  struct search x = {.found = pairs};
  pairs->memory = mem_zalloc(sizeof *pairs->memory);
  if (change && change->nothing) return pairs;
  struct statics *own = change ? NULL : static_open(program);
  const struct statics *s = change ? impact->new_statics : own;
  accesses_find(&x.accesses, program, s);
  meetings_open(&x.meetings, program, s, pairs->memory);
  names_open(&x.names, program, pairs->memory);
  if (change) x.marks = marks_find(change, impact);
  find_pairs(&x);
  free(x.marks);
  names_close(&x.names);
  meetings_close(&x.meetings);
  accesses_free(&x.accesses);
  if (own) static_close(own);
  return pairs;
}

void pairs_close(struct pairs *pairs) {
  if (!pairs) return;
  arena_free(pairs->memory);
  free(pairs->memory);
  vec_free(&pairs->list);
  free(pairs);
}
