/* The verifiers notice what they are there for: each is given a sound state, of which it says nothing, and then the
   same with a planted defect, of which it must name the rule. They are called directly, so that every build tests them.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "front/front.h"
#include "static/static.h"
#include "../scratch.h"

/* Private headers, each of which has structs of the same names. */
#include "vm/verify.h"
#define node dpor_node_
#include "dpor/inside.h"
#undef node
#define entry summary_entry_
#define access summary_access_
#include "summary/inside.h"
#undef entry
#undef access
#include "store/inside.h"

static const char source[] = "#include <pthread.h>\nint x, y;\n"
                             "void *writer(void *p) { int own = 3; int *q = &own; *q = 4; x = own; return p; }\n"
                             "int main(void) { pthread_t a, b; char never[16];\n"
                             "pthread_create(&a, 0, writer, 0); pthread_create(&b, 0, writer, never);\n"
                             "pthread_join(a, 0); pthread_join(b, 0); return y; }\n";

/* A search without anybody who wants to know: the machine and the scheduler. */
struct engine {
  struct ir_program *program;
  struct explore_options options;
  struct sym *sym;
  struct smt *smt;
  struct vm *vm;
  struct dpor *dpor;
};

static void on_failure(void *c, enum failure_kind kind, const char *message, const char *detail) {
  (void)c, (void)kind, (void)message, (void)detail;
}
static void on_incomplete(void *c, const char *reason) { (void)c, (void)reason; }
static bool on_poll(void *c) { return c == NULL; }
static uint64_t on_mark(void *c) { return dpor_mark(((struct engine *)c)->dpor); }
static uint32_t on_events(void *c) {
  uint32_t count;
  dpor_events(((struct engine *)c)->dpor, &count);
  return count;
}
static void on_rewind(void *c, uint64_t mark, bool schedule) {
  dpor_rewind(((struct engine *)c)->dpor, mark, schedule);
}
static bool on_disturbed(void *c, uint32_t thread, uint32_t from, uint32_t to) {
  return dpor_disturbed(((struct engine *)c)->dpor, thread, from, to);
}
static uint64_t on_loop_hash(void *c, uint32_t from, uint32_t to) {
  return dpor_loop_hash(((struct engine *)c)->dpor, from, to);
}

static struct ir_program *compile(void) {
  char file[SCRATCH_BYTES];
  int fd = mkstemps(scratch_name(file, "heddle-verify-XXXXXX.c"), 2);
  assert_true(fd >= 0);
  assert_int_equal(write(fd, source, sizeof source - 1), (ssize_t)sizeof source - 1);
  close(fd);
  const char *input = file, *flag = "-w";
  struct front_request request = {.inputs = &input, .ninputs = 1, .cflags = &flag, .ncflags = 1};
  struct ir_program *program = front_load(&request);
  unlink(file);
  assert_non_null(program);
  return program;
}

static int open_engine(void **state) {
  struct engine *e = mem_zalloc(sizeof *e);
  struct vm_host host = {.context = e,
                         .failure = on_failure,
                         .incomplete = on_incomplete,
                         .poll = on_poll,
                         .events = {.context = e,
                                    .mark = on_mark,
                                    .count = on_events,
                                    .rewind = on_rewind,
                                    .disturbed = on_disturbed,
                                    .loop_hash = on_loop_hash}};
  e->program = compile();
  e->options = (struct explore_options){.config = {.strategy = STRATEGY_DPOR, .program_name = "verify"}};
  e->sym = sym_open();
  e->smt = smt_open(e->sym, &(struct smt_options){0});
  e->dpor = dpor_open(false, &(struct dpor_races){0});
  e->vm = vm_open(e->program, &e->options.config, e->sym, e->smt, &host);
  dpor_attach(e->dpor, e->vm);
  *state = e;
  return 0;
}

static int close_engine(void **state) {
  struct engine *e = *state;
  dpor_close(e->dpor);
  vm_close(e->vm);
  smt_close(e->smt);
  sym_close(e->sym);
  ir_free(e->program);
  free(e);
  return 0;
}

/* To the end of the run; `steps`: or so many operations. */
static void go(struct engine *e, uint32_t steps) {
  bool runs = vm_thread_status(e->vm, vm_current_thread(e->vm)) == THREAD_LOCAL;
  enum vm_end end = runs ? vm_run(e->vm) : VM_YIELDED;
  for (; steps && end == VM_YIELDED; steps--) {
    if (dpor_next(e->dpor) != DPOR_RUN) return;
    end = vm_run(e->vm);
  }
}

static struct object *global(const struct engine *e, const char *name) {
  const struct region *r = &e->vm->regions[0];
  for (uint32_t i = 0; i < r->count; i++) {
    struct object *o = r->slots[i];
    if (o && o->kind == OBJECT_GLOBAL && !strcmp(ir_text(e->program, o->name), name)) return o;
  }
  fail_msg("no global %s", name);
  return NULL;
}

static void broken(const char *rule, const char *expected) {
  if (!rule || !strstr(rule, expected)) fail_msg("'%s' does not say '%s'", rule ? rule : "nothing", expected);
}

/* ---- the trail ---- */

static const char *differs(const struct engine *e, const struct fingerprint *before) {
  struct fingerprint now = vm_fingerprint(e->vm);
  return vm_fingerprint_differs(before, &now);
}

static void the_trail_restores_all(void **state) {
  struct engine *e = *state;
  go(e, 1);
  vm_push_schedule(e->vm);
  uint64_t depth = vm_depth(e->vm);
  struct fingerprint before = vm_fingerprint(e->vm);
  assert_null(differs(e, &before));
  go(e, 3);
  assert_non_null(differs(e, &before));
  while (vm_depth(e->vm) >= depth) vm_backtrack(e->vm);
  assert_null(differs(e, &before));
}

static void the_trail_forgot_memory(void **state) {
  struct engine *e = *state;
  go(e, 1);
  struct fingerprint before = vm_fingerprint(e->vm);
  struct object *x = global(e, "x");
  x->data[0] ^= 1;
  broken(differs(e, &before), "memory");
  x->data[0] ^= 1;
  x->only ^= 1;
  broken(differs(e, &before), "memory");
  x->only ^= 1;
  assert_null(differs(e, &before));
}

static sym_id new_byte(const struct engine *e) {
  return sym_bytes(e->sym, sym_input_at(e->sym, sym_input(e->sym, "in", 1, SYM_INPUT))->first, 1);
}

/* What nobody wrote kept an expression. */
static void the_trail_left_an_expression(void **state) {
  struct engine *e = *state;
  go(e, 1);
  const struct region *stack = &e->vm->regions[2];
  struct object *never = NULL;
  for (uint32_t i = 0; i < stack->count; i++)
    if (stack->slots[i] && stack->slots[i]->size == 16) never = stack->slots[i];
  assert_non_null(never);
  vm_push_schedule(e->vm);
  struct fingerprint before = vm_fingerprint(e->vm);
  object_put(e->vm, never, 0, 8, 0, new_byte(e));
  broken(differs(e, &before), "memory");
  vm_backtrack(e->vm);
  assert_null(differs(e, &before));
  assert_non_null(never->sym);
  never->sym[0] = 8;
  broken(differs(e, &before), "memory");
}

static void the_trail_forgot_threads(void **state) {
  struct engine *e = *state;
  go(e, 1);
  struct fingerprint before = vm_fingerprint(e->vm);
  struct thread *main_thread = e->vm->threads.data[0];
  main_thread->cells[main_thread->regs.base].value ^= 1;
  broken(differs(e, &before), "registers");
  main_thread->cells[main_thread->regs.base].value ^= 1;
  main_thread->regs.children++;
  broken(differs(e, &before), "registers");
  main_thread->regs.children--;
  e->vm->unjoined++;
  broken(differs(e, &before), "counters");
  e->vm->unjoined--;
  sym_id byte = new_byte(e);
  smt_assume(e->smt, sym_binary(e->sym, SYM_EQ, byte, sym_const(e->sym, smt_value(e->smt, e->sym, byte), 8)));
  broken(differs(e, &before), "path condition");
}

/* ---- the scheduler ---- */

/* One run, and back to where the other order is tried. */
static void run_and_resume(struct engine *e) {
  go(e, 1000);
  assert_null(dpor_verify(e->dpor));
  dpor_end_run(e->dpor);
  for (;;) {
    assert_int_equal(vm_backtrack(e->vm), VM_BACK_SCHEDULE);
    if (dpor_resume(e->dpor)) return;
  }
}

static void clocks_are_verified(void **state) {
  struct engine *e = *state;
  struct dpor *d = e->dpor;
  go(e, 1000);
  assert_null(dpor_verify(d));
  assert_true(d->events.count >= 3);
  struct dpor_event *last = &vec_last(&d->events);
  uint32_t *own = &d->clocks.data[last->clock + last->thread];
  --*own;
  broken(dpor_verify(d), "names the event itself");
  ++*own;
  uint32_t other = last->thread ? 0 : 1, *entry = &d->clocks.data[last->clock + other], kept = *entry;
  assert_true(kept);
  *entry = 0;
  broken(dpor_verify(d), "dominates");
  *entry = d->events.count + 1;
  broken(dpor_verify(d), "is older");
  *entry = kept;
  uint32_t before = last->before;
  last->before = d->events.count - 1;
  broken(dpor_verify(d), "older one of the thread");
  last->before = before;
  assert_null(dpor_verify(d));
}

static void sleep_sets_are_verified(void **state) {
  struct engine *e = *state;
  struct dpor *d = e->dpor;
  run_and_resume(e);
  assert_null(dpor_verify(d));
  struct dpor_node_ *n = &vec_last(&d->nodes);
  assert_true(n->nsleepers > 0);
  n->nsleepers--;
  broken(dpor_verify(d), "one above the other");
  n->nsleepers++;
  struct sleeper *s = &vec_last(&d->sleepers);
  uint32_t thread = s->thread;
  s->thread = d->pool.data[n->branches].thread;
  broken(dpor_verify(d), "goes first");
  s->thread = thread;
  assert_null(dpor_verify(d));
}

static void wakeup_trees_are_verified(void **state) {
  struct engine *e = *state;
  struct dpor *d = e->dpor;
  run_and_resume(e);
  struct dpor_node_ *n = &vec_last(&d->nodes);
  struct branch *b = &d->pool.data[n->branches];
  uint32_t child = b->child;
  b->child = n->branches;
  broken(dpor_verify(d), "once");
  b->child = child;
  b->reserve = true;
  b->child = 0;
  broken(dpor_verify(d), "reserve");
  b->child = child;
  b->reserve = false;
  uint32_t unused = d->unused;
  d->unused = n->branches;
  broken(dpor_verify(d), "not free");
  d->unused = unused;
  uint32_t lost = branch_new(d, 0, &b->op);
  broken(dpor_verify(d), "or free");
  branch_release(d, lost);
  assert_null(dpor_verify(d));
}

/* ---- summaries ---- */

static struct summary_engine *open_summaries(struct engine *e, struct stateful **s) {
  *s = stateful_open(e->vm, e->dpor, &e->options, (struct stateful_layers){.exact = true, .summaries = true});
  struct summary_machine machine = {e->program, e->vm, e->smt, e->sym, e->dpor, *s};
  return summary_open(&machine, &e->options);
}

static void summaries_are_verified(void **state) {
  struct engine *e = *state;
  go(e, 1000);
  struct stateful *s;
  struct summary_engine *g = open_summaries(e, &s);
  struct outcome o = {.ok = true};
  uint64_t place = vm_location_word(global(e, "x")->base);
  sym_id byte = places_bytes(&g->places, place, 0, 1);
  vec_push(&o.terms, sym_binary(g->places.sym, SYM_EQ, byte, sym_const(g->places.sym, 4, 8)));
  assert_null(summary_verify_made(g, &o));
  vec_push(&o.terms, sym_binary(g->places.sym, SYM_EQ, byte, sym_const(g->places.sym, 5, 8)));
  broken(summary_verify_made(g, &o), "condition");
  outcome_free(&o);
  summary_close(g);
  stateful_close(s);
}

/* times * x + more <= limit */
static void demand(struct summary_engine *g, struct outcome *o, sym_id x, uint64_t times, uint64_t more,
                   uint64_t limit) {
  struct sym *sym = g->places.sym;
  sym_id sum =
      sym_binary(sym, SYM_ADD, sym_binary(sym, SYM_MUL, x, sym_const(sym, times, 32)), sym_const(sym, more, 32));
  outcome_require(o, &g->members, sym_binary(sym, SYM_SLE, sum, sym_const(sym, limit, 32)));
}

/* Of the same comparison with larger and larger sums the last one stays, and a bound; x is 4. */
static void implied_conditions_go(void **state) {
  struct engine *e = *state;
  go(e, 1000);
  struct stateful *s;
  struct summary_engine *g = open_summaries(e, &s);
  uint64_t address = global(e, "x")->base;
  sym_id x = places_bytes(&g->places, vm_location_word(address), address & 7, 4);
  struct outcome o = {.ok = true};
  for (uint64_t i = 1; i <= 10; i++) demand(g, &o, x, i, i, 100);
  assert_int_equal(o.terms.count, 10);
  g->visit++;
  linear_reduce(g, &o);
  assert_true(o.ok);
  assert_int_equal(o.terms.count, 2);
  assert_null(summary_verify_made(g, &o));
  outcome_reset(&o, true);
  for (uint64_t i = 1; i <= 10; i++) demand(g, &o, x, i, 0, 100 * i); /* the larger the sum, the larger the limit */
  g->visit++;
  linear_reduce(g, &o);
  assert_int_equal(o.terms.count, 10);
  outcome_free(&o);
  summary_close(g);
  stateful_close(s);
}

static void the_table_is_verified(void **state) {
  struct engine *e = *state;
  struct stateful *s;
  struct summary_engine *g = open_summaries(e, &s);
  struct outcome o = {.ok = true};
  struct vm_control key = {.low = 7, .high = 8};
  sym_id byte = places_bytes(&g->places, 100, 0, 1);
  for (uint64_t i = 0; i < 3; i++) {
    vec_push(&o.terms, sym_binary(g->places.sym, SYM_ULT, byte, sym_const(g->places.sym, 9 + i, 8)));
    summaries_add(g, key, &o);
    assert_null(summary_verify_table(&g->table));
  }
  assert_int_equal(g->table.entries.count, 4);
  g->table.entries.data[3].next = 3;
  broken(summary_verify_table(&g->table), "ends");
  g->table.entries.data[3].next = 9;
  broken(summary_verify_table(&g->table), "in the table");
  g->table.entries.data[3].next = 2;
  g->table.keys.data[2].high = 9;
  broken(summary_verify_table(&g->table), "one control state");
  outcome_free(&o);
  summary_close(g);
  stateful_close(s);
}

/* ---- the store ---- */

static void the_store_is_verified(void **state) {
  (void)state;
  char directory[SCRATCH_BYTES], path[SCRATCH_BYTES + 32], command[SCRATCH_BYTES + 16], why[600];
  assert_non_null(mkdtemp(scratch_name(directory, "heddle-verify-XXXXXX")));
  snprintf(path, sizeof path, "%s/store.db", directory);
  struct store *s = store_open(path, false, why, sizeof why);
  assert_non_null(s);
  struct store_key key = {.low = 1, .high = 2};
  assert_true(store_put(s, STORE_RESULT, key, "right", 5));
  struct store_stats stats = *store_stats(s);
  assert_null(store_verify(s, STORE_RESULT, key, "right", 5));
  broken(store_verify(s, STORE_RESULT, key, "wrong", 5), "reads back");
  broken(store_verify(s, STORE_RESULT, key, "righ", 4), "reads back");
  assert_memory_equal(&stats, store_stats(s), sizeof stats);
  store_close(s);
  snprintf(command, sizeof command, "rm -rf '%s'", directory);
  assert_int_equal(system(command), 0);
}

/* ---- the static analysis ---- */

/* Whoever is before a write to x. */
static struct thread *before_write(const struct engine *e, const struct object *x) {
  for (uint32_t t = 0; t < e->vm->threads.count; t++) {
    struct thread *thread = e->vm->threads.data[t];
    if (thread->regs.status == THREAD_READY && thread->regs.op.kind == VM_OP_WRITE &&
        thread->regs.op.range[0].address == x->base)
      return thread;
  }
  fail_msg("nobody writes x");
  return NULL;
}

static void accesses_are_verified(void **state) {
  struct engine *e = *state;
  struct object *x = global(e, "x"), *y = global(e, "y");
  for (enum vm_end end = vm_run(e->vm); end == VM_YIELDED && vm_continue_local(e->vm);) end = vm_run(e->vm);
  struct thread *kept = e->vm->thread;
  struct statics *statics = static_open(e->program);
  e->vm->thread = before_write(e, x);
  vm_verify_with(e->vm, statics);
  assert_null(vm_verify_access(e->vm, x, 0, 4, true));
  broken(vm_verify_access(e->vm, x, 0, 4, false), "points-to");
  broken(vm_verify_access(e->vm, x, 2, 4, true), "points-to");
  broken(vm_verify_access(e->vm, y, 0, 4, true), "points-to");
  uint64_t key = hash_join(hash_join(x->base, x->made_at), x->size);
  map_put(&e->vm->accessed_by, key, (e->vm->thread->index + 2) | 1u << 16);
  broken(vm_verify_access(e->vm, x, 0, 4, true), "private");
  vm_verify_with(e->vm, NULL);
  e->vm->thread = kept;
  static_close(statics);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(the_trail_restores_all, open_engine, close_engine),
      cmocka_unit_test_setup_teardown(the_trail_forgot_memory, open_engine, close_engine),
      cmocka_unit_test_setup_teardown(the_trail_left_an_expression, open_engine, close_engine),
      cmocka_unit_test_setup_teardown(the_trail_forgot_threads, open_engine, close_engine),
      cmocka_unit_test_setup_teardown(clocks_are_verified, open_engine, close_engine),
      cmocka_unit_test_setup_teardown(sleep_sets_are_verified, open_engine, close_engine),
      cmocka_unit_test_setup_teardown(wakeup_trees_are_verified, open_engine, close_engine),
      cmocka_unit_test_setup_teardown(summaries_are_verified, open_engine, close_engine),
      cmocka_unit_test_setup_teardown(implied_conditions_go, open_engine, close_engine),
      cmocka_unit_test_setup_teardown(the_table_is_verified, open_engine, close_engine),
      cmocka_unit_test(the_store_is_verified),
      cmocka_unit_test_setup_teardown(accesses_are_verified, open_engine, close_engine),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
