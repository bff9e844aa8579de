/* Noting what is executed, for reports. See record.h.

   The tree has a node for each visible operation and for each condition on inputs that a run takes on, in the order in
   which they came. Runs that begin alike share nodes: a node is found by the one before it and by what follows there.
 */
#include "explore/record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void record_open(struct explore_record *r, const struct ir_program *program) {
  *r = (struct explore_record){.program = program, .flow = mem_zalloc((program->nins + 1) * sizeof *r->flow)};
}

void record_close(struct explore_record *r) {
  free(r->flow);
  vec_free(&r->nodes);
  strings_free(&r->texts);
  map_free(&r->children);
  *r = (struct explore_record){0};
}

/* ---- coverage ---- */

struct vm_flow *record_flow(struct explore_record *r, const struct ir_program *program) {
  return r && r->program == program ? r->flow : NULL;
}

/* Control that comes to an instruction goes on to the next one of the block, unless it leaves. */
uint64_t *record_counts(const struct explore_record *r) {
  const struct ir_program *p = r->program;
  uint64_t *counts = mem_zalloc((p->nins + 1) * sizeof *counts);
  for (uint64_t b = 0; b < p->nblocks; b++) {
    uint64_t here = 0;
    for (uint32_t i = p->blocks[b].first; i < p->blocks[b].first + p->blocks[b].count; i++) {
      counts[i] = here += r->flow[i].came;
      here = here > r->flow[i].left ? here - r->flow[i].left : 0;
    }
  }
  return counts;
}

void record_since(const struct explore_record *r, const struct vm_flow *before, struct vm_flow *since) {
  for (uint32_t i = 0; i < r->program->nins; i++) {
    since[i].came = r->flow[i].came - before[i].came;
    since[i].left = r->flow[i].left - before[i].left;
  }
}

void record_add(struct explore_record *r, const struct vm_flow *since) {
  for (uint32_t i = 0; i < r->program->nins; i++) {
    r->flow[i].came += since[i].came;
    r->flow[i].left += since[i].left;
  }
}

/* ---- the tree ---- */

void record_begin(struct explore_record *r, const struct ir_program *program) {
  if (!r || r->program != program) return;
  r->nodes.count = 0;
  map_free(&r->children);
}

static uint32_t root_of(struct explore_record *r, uint32_t round) {
  uint64_t key = hash_join(RECORD_ROOT, round);
  uint32_t root = r->nodes.count;
  if (map_get(&r->children, key, &root)) return root;
  struct record_node fresh = {.kind = RECORD_ROOT, .parent = IR_NONE};
  vec_push(&r->nodes, fresh);
  map_put(&r->children, key, root);
  return root;
}

void record_show(struct explore_record *r, uint32_t round) {
  uint32_t root;
  if (r && map_get(&r->children, hash_join(RECORD_ROOT, round), &root)) r->shown = root;
}

/* The node that follows; made with `fresh` if there is none. IR_NONE: there are enough. */
static uint32_t follow(struct explore_record *r, uint32_t from, uint64_t what, struct record_node fresh) {
  uint64_t key = hash_join(hash_join(RECORD_END + 1, from), what);
  struct record_node *root = &r->nodes.data[r->shown];
  uint32_t node = r->nodes.count;
  if (from == IR_NONE || map_get(&r->children, key, &node)) return from == IR_NONE ? from : node;
  root->left_out = root->count >= RECORD_MOST_NODES;
  if (root->left_out) return IR_NONE;
  root->count++;
  fresh.parent = from;
  vec_push(&r->nodes, fresh);
  map_put(&r->children, key, node);
  return node;
}

static uint32_t add_condition(struct explore_record *r, uint32_t from, const struct sym *sym, sym_id term) {
  char *text = NULL;
  size_t length;
  FILE *out = open_memstream(&text, &length);
  if (!out) return IR_NONE;
  sym_print(sym, term, 12, out);
  fclose(out);
  struct record_node fresh = {.kind = RECORD_DECISION, .text = strings_add(&r->texts, text)};
  free(text);
  return follow(r, from, hash_join(RECORD_DECISION, term), fresh);
}

static uint32_t add_event(struct explore_record *r, uint32_t from, const struct vm *vm, const struct dpor_event *e) {
  uint32_t ins = e->stack[0] == IR_NONE ? e->op.ins : e->stack[0];
  struct record_node fresh = {.kind = RECORD_STEP,
                              .ins = ins,
                              .thread = strings_add(&r->texts, vm_name_of_thread(vm, e->thread)),
                              .text = strings_add(&r->texts, vm_operation_text((enum vm_operation)e->op.kind))};
  uint64_t what = hash_join(hash_join(RECORD_STEP, e->thread), hash_join(ins, e->op.kind));
  return follow(r, from, hash_join(what, e->op.range[0].address), fresh);
}

/* Conditions lie between events: each event says how many there were before it. */
static uint32_t follow_run(struct explore_record *r, const struct record_end *end) {
  uint32_t nevents, nconditions, at = r->shown, c = 0;
  const struct dpor_event *events = dpor_events(end->dpor, &nevents);
  const sym_id *path = smt_path(end->smt, &nconditions);
  for (uint32_t i = 0; i <= nevents && at != IR_NONE; i++) {
    uint32_t until = i < nevents && events[i].assumed < nconditions ? events[i].assumed : nconditions;
    for (; c < until && at != IR_NONE; c++) at = add_condition(r, at, end->sym, path[c]);
    if (i < nevents && at != IR_NONE) at = add_event(r, at, end->vm, &events[i]);
  }
  return at;
}

void record_run(struct explore_record *r, const struct record_end *end, uint32_t round, const char *how) {
  if (!r || r->program != end->program) return;
  r->shown = root_of(r, round);
  if (r->nodes.data[r->shown].left_out) return;
  struct record_node fresh = {.kind = RECORD_END, .text = strings_add(&r->texts, how)};
  uint32_t at = follow(r, follow_run(r, end), hash_join(RECORD_END, fresh.text), fresh);
  if (at != IR_NONE) r->nodes.data[at].count++;
}
