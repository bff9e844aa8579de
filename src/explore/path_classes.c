/* The log says where branches went and which functions were entered; all other code follows from that. */
#include "explore/path_classes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "suite/folder.h"
#include "util/assert.h"
#include "util/mutate.h"
#include "vm/log.h"

static uint32_t mark_of(const struct path_classes *s, const struct ir_program *p, const struct vm_log_entry *e) {
  if (e->kind == LOG_BRANCH) return s->marks[e->small];
  if (e->kind == LOG_FRAME || e->kind == LOG_START) return s->marks[p->functions[e->small].first_block];
  return 0;
}

static char *condition_text(const struct recorder *r, sym_id term) {
  enum { MOST_NODES = 200 };
  char *text = NULL;
  size_t length;
  FILE *out = open_memstream(&text, &length);
  if (!out) return NULL;
  sym_print(r->sym, term, MOST_NODES, out);
  fclose(out);
  return text;
}

static void keep(struct recorder *r, const uint32_t *sequence, uint32_t count) {
  struct result *result = r->result;
  struct result_path path = {.nmarks = count};
  uint32_t conditions;
  const sym_id *terms = smt_path(r->smt, &conditions);
  path.marks = arena_alloc(&result->memory, (count + 1ull) * sizeof *path.marks);
  if (count) memcpy(path.marks, sequence, count * sizeof *sequence);
  path.conditions = arena_alloc(&result->memory, (conditions + 1ull) * sizeof *path.conditions);
  for (uint32_t i = 0; i < conditions; i++) {
    char *text = condition_text(r, terms[i]);
    path.conditions[path.nconditions++] = result_text(result, "%s", text ? text : "");
    free(text);
  }
  vec_push(&result->artefacts.paths, path);
}

/* ---- tests that are there already ---- */

static bool fill_model(struct recorder *r, const struct ktest *test, uint8_t *model) {
  for (uint32_t i = 0; i < vm_inputs(r->vm); i++) {
    const struct sym_input *input = vm_input(r->vm, i);
    const struct ktest_object *object = ktest_find(test, input->name);
    if (object && object->size == input->size) memcpy(model + input->first, object->bytes, input->size);
    else if (input->kind == SYM_INPUT) return false;
  }
  return true;
}

static bool takes_path(struct recorder *r, const struct ktest *test, uint8_t *model, uint32_t nvars) {
  uint32_t count;
  const sym_id *path = smt_path(r->smt, &count);
  memset(model, 0, nvars);
  if (!fill_model(r, test, model)) return false;
  for (uint32_t i = 0; i < count; i++)
    if (!sym_eval(r->sym, path[i], model, nvars)) return false;
  return true;
}

/* Inputs alone say which path is taken as long as there is one thread. */
const char *path_classes_find_test(struct recorder *r) {
  const struct suite *suite = r->options->reuse.suite;
  uint32_t nvars = sym_variables(r->sym);
  if (!suite || vm_is_threaded(r->vm)) return NULL;
  uint8_t *model = mem_alloc(nvars + 1ull);
  const char *found = NULL;
  for (uint32_t i = 0; i < suite->tests.count && !found; i++)
    if (takes_path(r, &suite->tests.data[i].test, model, nvars)) found = suite->tests.data[i].path;
  free(model);
  return found ? result_text(r->result, "%s", found) : NULL;
}

/* ---- sequences ---- */

enum { NO_MARK = 1 }; /* hash of the empty sequence */

typedef void with_mark(void *context, uint64_t hash, uint32_t mark);

/* The hash of the sequence so far; `each` is told about every mark, with the hash up to it. */
static uint64_t follow(const struct path_classes *s, const struct recorder *r, with_mark *each, void *context) {
  uint32_t length, thread = 0;
  const struct vm_log_entry *log = vm_log(r->vm, &length);
  uint64_t hash = NO_MARK;
  for (uint32_t i = 0; i < length; i++) {
    uint32_t mark = mark_of(s, r->program, &log[i]);
    if (log[i].kind == LOG_THREAD) thread = log[i].small;
    if (!mark) continue;
    hash = hash_join(hash, (uint64_t)(log[i].kind == LOG_START ? (uint32_t)log[i].a : thread) << 32 | mark);
    if (each) each(context, hash, mark);
  }
  return hash;
}

static struct path_prefix *prefix_at(struct path_classes *s, uint64_t hash) {
  uint32_t at;
  return map_get(&s->prefixes, hash, &at) ? &s->data.data[at] : NULL;
}

static struct path_prefix *prefix_add(struct path_classes *s, uint64_t hash) {
  struct path_prefix *known = prefix_at(s, hash), fresh = {.hash = hash};
  if (known) return known;
  map_put(&s->prefixes, hash, s->data.count);
  vec_push(&s->data, fresh);
  return &vec_last(&s->data);
}

struct adding {
  struct path_classes *s;
  VEC(uint32_t) sequence;
};

static void add_mark(void *context, uint64_t hash, uint32_t mark) {
  struct adding *a = context;
  prefix_add(a->s, hash);
  vec_push(&a->sequence, mark);
}

bool path_classes_add(struct path_classes *s, struct recorder *r) {
  ASSERT(vm_log_is_on(r->vm)); /* from the start of the run */
  struct adding a = {.s = s};
  prefix_add(s, NO_MARK);
  struct path_prefix *whole = prefix_at(s, follow(s, r, add_mark, &a));
  bool new = !whole->ended;
  whole->ended = true;
  if (new) keep(r, a.sequence.data, a.sequence.count);
  vec_free(&a.sequence);
  return new;
}

/* ---- what need not be explored ---- */

/* Was everything seen that begins with this prefix and goes on with one of the set? Of one thread. `deep`: how many
   marks are still followed. */
static bool all_seen(struct path_classes *s, uint64_t hash, const uint64_t *set, unsigned deep) {
  for (uint32_t mark = 0; mark < s->next.words * 64; mark++) {
    if (!next_marks_has(set, mark)) continue;
    uint64_t after = mark == NEXT_END ? hash : hash_join(hash, mark);
    const struct path_prefix *prefix = mark < s->next.count ? prefix_at(s, after) : NULL;
    if (!prefix || (mark == NEXT_END && !prefix->ended)) return false;
    if (mark == NEXT_END || prefix->done) continue;
    if (!deep || !all_seen(s, after, next_marks_after(&s->next, mark), deep - 1)) return false;
    prefix_at(s, after)->done = true;
  }
  return true;
}

/* While there are other threads, what they do may come in between. Once they are joined their order is decided: what
   the first one does from then on races with nothing. */
bool path_classes_cover(struct path_classes *s, const struct recorder *r) {
  enum { MOST_FRAMES = 64, DEEP = 200 };
  uint32_t ins[MOST_FRAMES];
  if (!s->cuts || (vm_is_threaded(r->vm) && !MUTATED(MARKS_THREADS))) return false;
  uint32_t frames = vm_continuations(r->vm, ins, MOST_FRAMES);
  uint64_t hash = frames ? follow(s, r, NULL, NULL) : 0;
  if (!frames || !prefix_at(s, hash)) return false;
  uint64_t *set = next_marks_from(&s->next, ins, frames);
  bool covered = all_seen(s, hash, set, DEEP);
  free(set);
  return covered;
}

void path_classes_open(struct path_classes *s, const struct ir_program *program, const struct statics *statics,
                       const uint32_t *marks) {
  s->marks = marks;
  s->cuts = next_marks_open(&s->next, program, statics, marks);
}

void path_classes_close(struct path_classes *s) {
  next_marks_close(&s->next);
  vec_free(&s->data);
  map_free(&s->prefixes);
}
