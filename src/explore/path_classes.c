/* The log says where branches went and which functions were entered; all other code follows from that. */
#include "explore/path_classes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "suite/folder.h"
#include "util/assert.h"
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

bool path_classes_add(struct path_classes *s, struct recorder *r) {
  ASSERT(vm_log_is_on(r->vm)); /* from the start of the run */
  uint32_t length, thread = 0, known;
  const struct vm_log_entry *log = vm_log(r->vm, &length);
  VEC(uint32_t) sequence = {0};
  uint64_t hash = 1;
  for (uint32_t i = 0; i < length; i++) {
    uint32_t mark = mark_of(s, r->program, &log[i]);
    if (log[i].kind == LOG_THREAD) thread = log[i].small;
    if (!mark) continue;
    hash = hash_join(hash, (uint64_t)(log[i].kind == LOG_START ? (uint32_t)log[i].a : thread) << 32 | mark);
    vec_push(&sequence, mark);
  }
  bool new = !map_get(&s->seen, hash, &known);
  if (new) {
    map_put(&s->seen, hash, 1);
    keep(r, sequence.data, sequence.count);
  }
  vec_free(&sequence);
  return new;
}

void path_classes_close(struct path_classes *s) { map_free(&s->seen); }
