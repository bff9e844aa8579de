/* Order variables are numbers of as many bits as it takes to count the nodes, one per node. Between nodes of one
   thread the order is known. Sections under one lock exclude each other, in either order; an acquisition of a semaphore
   needs the release that it had in the run; signals, barriers and whatever else synchronises keep the order of the run.
   An answer is only a candidate: it is executed before anybody believes it. */
#include "augment/encoding.h"

#include <stdio.h>
#include <string.h>

#include "suite/meta.h"
#include "util/map.h"
#include "util/mem.h"

struct builder {
  const struct encoding *q;
  struct symbolic *s;
  struct sym *sym;
  bool in_order;      /* all steps stay in the order of the run */
  sym_id *order;      /* per node */
  uint32_t *first;    /* per node: the first one of its two variables */
  VEC(sym_id) all;    /* conditions */
  struct map readers; /* variable -> the read whose value it is */
  bool *matters;      /* per access: a read whose value has influence on what is demanded */
  VEC(uint32_t) todo; /* reads that matter and were not looked at */
};

static sym_id constant(struct builder *b, bool value) { return sym_const(b->sym, value, 1); }
static sym_id both(struct builder *b, sym_id x, sym_id y) { return sym_binary(b->sym, SYM_AND, x, y); }
static sym_id either(struct builder *b, sym_id x, sym_id y) { return sym_binary(b->sym, SYM_OR, x, y); }
static void demand(struct builder *b, sym_id condition) { vec_push(&b->all, condition); }

static const struct symbolic_node *node_at(const struct builder *b, uint32_t i) { return &b->s->nodes.data[i]; }

/* Node x comes before node y. */
static sym_id before(struct builder *b, uint32_t x, uint32_t y) {
  if (node_at(b, x)->thread == node_at(b, y)->thread) return constant(b, x < y);
  return sym_binary(b->sym, SYM_ULT, b->order[x], b->order[y]);
}

/* It counts: it is not behind the last one. */
static sym_id counts(struct builder *b, uint32_t x) {
  if (node_at(b, x)->thread == node_at(b, b->q->last)->thread) return constant(b, x <= b->q->last);
  return sym_binary(b->sym, SYM_ULT, b->order[x], b->order[b->q->last]);
}

static void demand_if_counts(struct builder *b, uint32_t node, sym_id condition) {
  demand(b, either(b, sym_not(b->sym, counts(b, node)), condition));
}

/* ---- order and path ---- */

static void make_orders(struct builder *b) {
  unsigned width = 1;
  while (b->s->nodes.count >> width) width++;
  b->order = mem_alloc((b->s->nodes.count + 1ull) * sizeof *b->order);
  b->first = mem_alloc((b->s->nodes.count + 1ull) * sizeof *b->first);
  for (uint32_t i = 0; i < b->s->nodes.count; i++) {
    char name[40];
    snprintf(name, sizeof name, "heddle.order.%u", i);
    b->first[i] = sym_input_at(b->sym, sym_input(b->sym, name, 2, SYM_INPUT))->first;
    b->order[i] =
        b->in_order ? sym_const(b->sym, i, width) : sym_extract(b->sym, sym_bytes(b->sym, b->first[i], 2), 0, width);
    uint32_t earlier = node_at(b, i)->before;
    if (earlier != IR_NONE) demand(b, sym_binary(b->sym, SYM_ULT, b->order[earlier], b->order[i]));
  }
}

static void demand_path(struct builder *b, uint32_t i) {
  const struct symbolic_node *n = node_at(b, i);
  uint32_t count = i == b->q->last ? b->q->conditions : n->conditions.count;
  sym_id all = constant(b, true);
  for (uint32_t k = 0; k < count && k < n->conditions.count; k++) all = both(b, all, n->conditions.data[k]);
  demand_if_counts(b, i, all);
}

/* ---- synchronisation ---- */

static bool is_access(const struct vm_op *op) {
  return op->kind == VM_OP_READ || op->kind == VM_OP_WRITE || op->kind == VM_OP_UPDATE || op->kind == VM_OP_ATOMIC;
}

/* The lock that is taken or given back, 0: none. Waiting for a condition gives its mutex back, waking up takes it
   again. */
static uint64_t lock_of(const struct vm_op *op) {
  switch (op->kind) {
  case VM_OP_LOCK:
  case VM_OP_UNLOCK:
  case VM_OP_WAKE: return op->range[0].address;
  case VM_OP_WAIT: return op->range[1].address;
  default: return 0;
  }
}
static bool takes_lock(const struct vm_op *op) { return op->kind == VM_OP_LOCK || op->kind == VM_OP_WAKE; }
static bool gives_lock(const struct vm_op *op) { return op->kind == VM_OP_UNLOCK || op->kind == VM_OP_WAIT; }

/* The condition variable, 0: none. */
static uint64_t condition_of(const struct vm_op *op) {
  return op->kind == VM_OP_WAIT || op->kind == VM_OP_SIGNAL || op->kind == VM_OP_TIMEOUT ? op->range[0].address : 0;
}

/* Does this object see nothing but locking and unlocking? */
static bool is_lock_only(const struct builder *b, uint64_t address) {
  for (uint32_t i = 0; i < b->s->nodes.count; i++) {
    const struct symbolic_node *n = node_at(b, i);
    if (n->birth || lock_of(&n->op) == address) continue;
    for (unsigned k = 0; k < 2; k++) {
      const struct vm_range *r = &n->op.range[k];
      if (r->size && address >= r->address && address < r->address + r->size) return false;
    }
  }
  return true;
}

/* The node in which the lock of node i is given back, or IR_NONE. */
static uint32_t release_of(const struct builder *b, uint32_t i) {
  uint32_t depth = 0;
  for (uint32_t k = i; k < b->s->nodes.count; k++) {
    const struct symbolic_node *n = node_at(b, k);
    if (n->birth || n->thread != node_at(b, i)->thread || lock_of(&n->op) != lock_of(&node_at(b, i)->op)) continue;
    if (takes_lock(&n->op)) depth++;
    if (gives_lock(&n->op) && --depth == 0) return k;
  }
  return IR_NONE;
}

/* Two critical sections: one is over before the other begins, or one of them does not begin at all. */
static void exclude(struct builder *b, uint32_t x, uint32_t y) {
  uint32_t x_end = release_of(b, x), y_end = release_of(b, y);
  sym_id apart = either(b, sym_not(b->sym, counts(b, x)), sym_not(b->sym, counts(b, y)));
  if (x_end != IR_NONE) apart = either(b, apart, before(b, x_end, y));
  if (y_end != IR_NONE) apart = either(b, apart, before(b, y_end, x));
  demand(b, apart);
}

/* An end of an object is a write that no entry of the access log shows. */
static bool has_access(const struct builder *b, uint32_t i) {
  for (uint32_t k = 0; k < node_at(b, i)->accesses.count; k++) {
    const struct vm_access *a = &b->s->accesses.data[node_at(b, i)->accesses.data[k]];
    if (a->ins == node_at(b, i)->op.ins) return true;
  }
  return node_at(b, i)->op.everything;
}

/* Both on one semaphore, which only counts? */
static bool is_counting(const struct vm_op *p, const struct vm_op *q) {
  bool semaphore = p->sync == VM_SYNC_SEMAPHORE && q->sync == VM_SYNC_SEMAPHORE;
  return semaphore && p->range[0].address == q->range[0].address &&
         (p->kind == VM_OP_ACQUIRE || p->kind == VM_OP_RELEASE) &&
         (q->kind == VM_OP_ACQUIRE || q->kind == VM_OP_RELEASE);
}

/* How many operations of that kind on the semaphore come before node i in the run. */
static uint64_t count_before(const struct builder *b, uint32_t i, enum vm_operation kind, uint64_t semaphore) {
  uint64_t count = 0;
  for (uint32_t k = 0; k < i; k++) {
    const struct symbolic_node *n = node_at(b, k);
    count += !n->birth && n->op.kind == kind && n->op.sync == VM_SYNC_SEMAPHORE && n->op.range[0].address == semaphore;
  }
  return count;
}

/* The n-th acquisition needs the n-th release, but for those that the semaphore had to begin with: it has what came
   before and is left. */
static bool is_needed(const struct builder *b, uint32_t release, uint32_t acquisition) {
  uint64_t semaphore = node_at(b, release)->op.range[0].address;
  uint64_t released = count_before(b, release, VM_OP_RELEASE, semaphore);
  uint64_t acquired = count_before(b, acquisition, VM_OP_ACQUIRE, semaphore);
  uint64_t first = node_at(b, release)->op.state + count_before(b, release, VM_OP_ACQUIRE, semaphore) - released;
  return acquired >= first && acquired - first == released;
}

/* Two operations of the run, x the earlier one. What waits for conditions keeps its order towards signals. */
static void order_pair(struct builder *b, uint32_t x, uint32_t y) {
  const struct vm_op *p = &node_at(b, x)->op, *q = &node_at(b, y)->op;
  if (node_at(b, x)->thread == node_at(b, y)->thread || !dpor_depend(p, q)) return;
  uint64_t lock = lock_of(p);
  if (lock && lock == lock_of(q) && is_lock_only(b, lock)) {
    bool shared = p->sync == VM_SYNC_READ && q->sync == VM_SYNC_READ;
    if (takes_lock(p) && takes_lock(q) && !shared) exclude(b, x, y);
    if (condition_of(p) && condition_of(p) == condition_of(q)) demand(b, before(b, x, y));
    return;
  }
  if (is_counting(p, q)) {
    if (p->kind == VM_OP_RELEASE && q->kind == VM_OP_ACQUIRE && is_needed(b, x, y)) demand(b, before(b, x, y));
    return;
  }
  if (is_access(p) && is_access(q) && has_access(b, x) && has_access(b, y)) return;
  demand(b, before(b, x, y));
}

static void order_join(struct builder *b, uint32_t i) {
  for (uint32_t k = 0; k < i; k++)
    if (node_at(b, k)->thread == (uint32_t)node_at(b, i)->op.ticket) demand(b, before(b, k, i));
}

static void demand_synchronisation(struct builder *b) {
  for (uint32_t i = 0; i < b->s->nodes.count; i++) {
    if (node_at(b, i)->birth) continue;
    if (node_at(b, i)->op.kind == VM_OP_JOIN) order_join(b, i);
    if (node_at(b, i)->op.kind == VM_OP_WAKE && node_at(b, i)->op.after != IR_NONE && node_at(b, i)->op.after)
      for (uint32_t k = i; k-- > 0;) /* whoever woke it */
        if (node_at(b, k)->op.kind == VM_OP_SIGNAL && !node_at(b, k)->birth) {
          demand(b, before(b, k, i));
          break;
        }
    for (uint32_t k = 0; k < i; k++)
      if (!node_at(b, k)->birth) order_pair(b, k, i);
  }
}

/* ---- which write a read sees ---- */

static bool overlap(const struct vm_access *x, const struct vm_access *y) {
  return x->address < y->address + y->size && y->address < x->address + x->size;
}

struct writer {
  uint32_t node, access;
};
typedef VEC(struct writer) writers;

/* Every write to bytes of the read. False: one of them is to other bytes as well, or of an unknown value. */
static bool find_writers(const struct builder *b, const struct vm_access *read, writers *found) {
  bool plain = true;
  for (uint32_t i = 0; i < b->s->nodes.count; i++)
    for (uint32_t k = 0; k < node_at(b, i)->accesses.count; k++) {
      struct writer w = {.node = i, .access = node_at(b, i)->accesses.data[k]};
      const struct vm_access *a = &b->s->accesses.data[w.access];
      if (!a->write || !overlap(a, read)) continue;
      plain &= a->address == read->address && a->size == read->size && a->value;
      vec_push(found, w);
    }
  return plain;
}

static sym_id whole(struct builder *b, sym_id value, const struct vm_access *a) {
  return sym_zext(b->sym, value, (unsigned)a->size * 8);
}

static sym_id same_value(struct builder *b, const struct vm_access *read, sym_id value) {
  return sym_binary(b->sym, SYM_EQ, whole(b, read->value, read), whole(b, value, read));
}

/* In the order of the run before or behind: access x and access y, of nodes m and n. */
static sym_id access_before(struct builder *b, const struct writer *x, uint32_t node, uint32_t access) {
  return x->node == node ? constant(b, x->access < access) : before(b, x->node, node);
}

/* The read sees writer w: nobody else comes between. */
static sym_id sees(struct builder *b, uint32_t node, uint32_t read, const writers *all, uint32_t w) {
  const struct writer *m = &all->data[w];
  const struct vm_access *r = &b->s->accesses.data[read];
  sym_id result = both(b, access_before(b, m, node, read), same_value(b, r, b->s->accesses.data[m->access].value));
  for (uint32_t i = 0; i < all->count; i++) {
    if (i == w) continue;
    sym_id earlier = access_before(b, &all->data[i], m->node, m->access);
    sym_id later = sym_not(b->sym, access_before(b, &all->data[i], node, read));
    result = both(b, result, either(b, earlier, later));
  }
  return result;
}

/* Nobody has written before; what is there then is what the first access to it found. */
static sym_id sees_first(struct builder *b, uint32_t node, uint32_t read, const writers *all) {
  const struct vm_access *r = &b->s->accesses.data[read];
  sym_id result = constant(b, false);
  for (uint32_t i = 0; i < b->s->accesses.count; i++) {
    const struct vm_access *a = &b->s->accesses.data[i];
    if (!overlap(a, r) || !a->visible) continue;
    if (a->address == r->address && a->size == r->size && a->before) result = same_value(b, r, a->before);
    break;
  }
  for (uint32_t i = 0; i < all->count; i++)
    result = both(b, result, sym_not(b->sym, access_before(b, &all->data[i], node, read)));
  return result;
}

/* As in the run: the same writes before, and the same value. */
static sym_id sees_the_same(struct builder *b, uint32_t node, uint32_t read, const writers *all) {
  const struct vm_access *r = &b->s->accesses.data[read];
  uint64_t value = smt_value(b->s->machine.smt, b->sym, r->value);
  sym_id result = sym_binary(b->sym, SYM_EQ, r->value, sym_const(b->sym, value, sym_width(b->sym, r->value)));
  for (uint32_t i = 0; i < all->count; i++) {
    sym_id earlier = access_before(b, &all->data[i], node, read);
    result = both(b, result, all->data[i].access < read ? earlier : sym_not(b->sym, earlier));
  }
  return result;
}

/* ---- which reads matter ---- */

/* The reads in a term do. */
static void need(struct builder *b, sym_id term) {
  uint32_t count, access;
  const uint32_t *support = term ? sym_support(b->sym, term, &count) : NULL;
  for (uint32_t i = 0; support && i < count; i++) {
    if (!map_get(&b->readers, support[i], &access) || b->matters[access]) continue;
    b->matters[access] = true;
    vec_push(&b->todo, access);
  }
}

static void number_readers(struct builder *b) {
  for (uint32_t i = 0; i < b->s->accesses.count; i++) {
    const struct vm_access *a = &b->s->accesses.data[i];
    uint32_t count = 0;
    const uint32_t *support = !a->write && a->value ? sym_support(b->sym, a->value, &count) : NULL;
    for (uint32_t k = 0; k < count; k++) map_put(&b->readers, support[k], i);
  }
}

/* What a read may see matters if the read does. A read of which nothing depends may see anything: that is most of a
   long run. */
static void find_mattering(struct builder *b) {
  b->matters = mem_zalloc(b->s->accesses.count + 1ull);
  number_readers(b);
  for (uint32_t i = 0; i < b->s->nodes.count; i++)
    for (uint32_t k = 0; k < node_at(b, i)->conditions.count; k++) need(b, node_at(b, i)->conditions.data[k]);
  need(b, b->q->wanted);
  if (b->q->read != IR_NONE) need(b, b->s->accesses.data[b->q->read].value);
  while (b->todo.count) {
    const struct vm_access *read = &b->s->accesses.data[vec_pop(&b->todo)];
    for (uint32_t i = 0; i < b->s->accesses.count; i++) {
      const struct vm_access *a = &b->s->accesses.data[i];
      if (!overlap(a, read)) continue;
      need(b, a->before);
      if (a->write) need(b, a->value);
    }
  }
}

static void demand_read(struct builder *b, uint32_t node, uint32_t read) {
  const struct vm_access *r = &b->s->accesses.data[read];
  bool last = read == b->q->read;
  writers all = {0};
  if (!last && (!r->value || !b->matters[read])) return;
  sym_id any = constant(b, false);
  bool plain = find_writers(b, r, &all) && r->value;
  for (uint32_t i = 0; plain && i < all.count; i++)
    if (!last || all.data[i].access == b->q->write) any = either(b, any, sees(b, node, read, &all, i));
  if (plain && !last) any = either(b, any, sees_first(b, node, read, &all));
  if (!plain && !last) any = sees_the_same(b, node, read, &all);
  demand_if_counts(b, node, any);
  vec_free(&all);
}

static void demand_reads(struct builder *b, uint32_t node) {
  for (uint32_t k = 0; k < node_at(b, node)->accesses.count; k++) {
    uint32_t access = node_at(b, node)->accesses.data[k];
    if (!b->s->accesses.data[access].write) demand_read(b, node, access);
  }
}

/* ---- the answer ---- */

static void add_inputs(struct builder *b, const uint8_t *model, uint32_t nvars, struct ktest *test) {
  for (uint32_t i = 0; i < vm_inputs(b->s->machine.vm); i++) {
    const struct sym_input *input = vm_input(b->s->machine.vm, i);
    uint8_t *bytes = mem_zalloc(input->size + 1u);
    for (uint32_t k = 0; k < input->size && input->first + k < nvars; k++) bytes[k] = model[input->first + k];
    ktest_put(test, input->name, bytes, input->size);
    free(bytes);
  }
}

struct place {
  uint64_t order;
  uint32_t node;
};

static int by_order(const void *a, const void *b) {
  const struct place *x = a, *y = b;
  if (x->order != y->order) return x->order < y->order ? -1 : 1;
  return x->node < y->node ? -1 : x->node > y->node;
}

static void add_schedule(struct builder *b, struct smt *smt, struct ktest *test) {
  VEC(struct place) places = {0};
  VEC(struct schedule_done) steps = {0};
  uint64_t end = smt_value(smt, b->sym, b->order[b->q->last]);
  for (uint32_t i = 0; i < b->s->nodes.count; i++) {
    struct place place = {.order = smt_value(smt, b->sym, b->order[i]), .node = i};
    if (place.order <= end && (i <= b->q->last || node_at(b, i)->thread != node_at(b, b->q->last)->thread))
      vec_push(&places, place);
  }
  if (places.count) qsort(places.data, places.count, sizeof *places.data, by_order);
  for (uint32_t i = 0; i < places.count; i++) {
    const struct symbolic_node *n = node_at(b, places.data[i].node);
    struct schedule_done step = {.thread = n->thread, .op = n->op};
    if (!n->birth) vec_push(&steps, step);
  }
  char *text = schedule_encode_done(b->s->machine.vm, steps.data, steps.count);
  ktest_put(test, META_SCHEDULE, text, (uint32_t)strlen(text));
  free(text);
  vec_free(&places);
  vec_free(&steps);
}

/* The run as it was, but for inputs that are to be as in `like`: most of what is demanded holds there. */
static void prefer(struct builder *b, struct smt *smt, const struct ktest *like) {
  uint32_t nvars;
  const uint8_t *model = smt_model(b->s->machine.smt, &nvars);
  for (uint32_t v = 0; v < nvars; v++) smt_set_model(smt, v, model[v]);
  for (uint32_t i = 0; i < b->s->nodes.count; i++)
    for (uint32_t k = 0; k < 2; k++) smt_set_model(smt, b->first[i] + k, (uint8_t)(i >> 8 * k));
  for (uint32_t i = 0; i < vm_inputs(b->s->machine.vm); i++) {
    const struct sym_input *input = vm_input(b->s->machine.vm, i);
    const struct ktest_object *o = ktest_find(like, input->name);
    for (uint32_t k = 0; o && o->size == input->size && k < o->size; k++)
      smt_set_model(smt, input->first + k, o->bytes[k]);
  }
}

/* What does not hold in the run is the question; what has nothing to do with it need not be solved again. */
static sym_id assume_what_holds(struct builder *b, struct smt *smt) {
  sym_id rest = constant(b, true);
  for (uint32_t i = 0; i < b->all.count; i++) {
    if (smt_value(smt, b->sym, b->all.data[i])) smt_assume(smt, b->all.data[i]);
    else rest = both(b, rest, b->all.data[i]);
  }
  return rest;
}

enum smt_answer encoding_solve(const struct encoding *q, bool in_order, const struct smt_options *options,
                               unsigned effort, const struct ktest *like, struct ktest *test) {
  struct builder b = {.q = q, .s = q->s, .sym = q->s->machine.sym, .in_order = in_order};
  make_orders(&b);
  find_mattering(&b);
  demand_synchronisation(&b);
  for (uint32_t i = 0; i < b.s->nodes.count; i++) {
    demand_path(&b, i);
    demand_reads(&b, i);
  }
  if (q->wanted) demand(&b, q->wanted);
  if (!b.s->questions) b.s->questions = smt_open(b.sym, options);
  struct smt *smt = b.s->questions;
  struct smt_mark mark = smt_mark(smt);
  prefer(&b, smt, like);
  sym_id rest = assume_what_holds(&b, smt);
  *test = (struct ktest){0};
  enum smt_answer answer = smt_check_within(smt, rest, effort);
  if (answer == SMT_SAT) {
    uint32_t nvars;
    smt_assume(smt, rest);
    const uint8_t *model = smt_model(smt, &nvars);
    add_inputs(&b, model, nvars, test);
    add_schedule(&b, smt, test);
  }
  smt_rewind(smt, mark);
  free(b.order);
  free(b.first);
  free(b.matters);
  map_free(&b.readers);
  vec_free(&b.todo);
  vec_free(&b.all);
  return answer;
}
