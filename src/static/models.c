/* Functions that the interpreter provides: which model a function has, and whether it can return or wait for ever. The
   names in models.def are vm/builtins.def in other words; a unit test compares the two. */
#include <string.h>

#include "static/inside.h"

static const char *const names[] = {
    [MODEL_NONE] = "",
#define MODEL(name, functions, effect) [MODEL_##name] = functions,
#include "static/models.def"
#undef MODEL
};

static const struct {
  const char *name;
  enum model model;
} thread_functions[] = {
#define PROVIDED(name, handler, kind, sync, model, ...) {#name, MODEL_##model},
#define INTERNAL PROVIDED
#include "ir/thread_functions.def"
};

static bool has_word(const char *words, const char *word) {
  size_t length = strlen(word);
  for (const char *at = words; (at = strstr(at, word)) != NULL; at += length)
    if ((at == words || at[-1] == ' ') && (at[length] == ' ' || at[length] == 0)) return true;
  return false;
}

enum model model_named(const char *name) {
  for (unsigned i = 0; i < sizeof thread_functions / sizeof *thread_functions; i++)
    if (!strcmp(thread_functions[i].name, name)) return thread_functions[i].model;
  for (unsigned m = MODEL_UNKNOWN + 1; *name && m < MODEL_COUNT; m++)
    if (has_word(names[m], name)) return (enum model)m;
  return MODEL_NONE;
}

bool static_knows_function(const char *name) { return model_named(name) != MODEL_NONE; }

/* klee_assert is the one that a program may define itself. */
void models_bind(struct statics *s) {
  s->models = mem_zalloc(s->p->nfunctions + 1);
  for (uint32_t f = 0; f < s->p->nfunctions; f++) {
    const char *name = ir_text(s->p, s->p->functions[f].name);
    bool defined = s->p->functions[f].flags & IR_FN_DEFINED;
    enum model model = model_named(name);
    if (defined && !strcmp(name, "klee_assert")) model = MODEL_NONE;
    if (!defined && model == MODEL_NONE) model = MODEL_UNKNOWN;
    s->models[f] = (uint8_t)model;
  }
}

bool model_returns(enum model m) { return m != MODEL_FAIL && m != MODEL_EXIT && m != MODEL_THREAD_EXIT; }

bool model_stalls(enum model m) {
  switch (m) {
  case MODEL_UNKNOWN:
  case MODEL_ASSUME:
  case MODEL_ASSERT:
  case MODEL_FAIL:
  case MODEL_EXIT:
  case MODEL_JOIN:
  case MODEL_THREAD_EXIT:
  case MODEL_BLOCK:
  case MODEL_STRING: return true;
  default: return false;
  }
}

bool model_only_fails(enum model m) {
  return m == MODEL_ASSERT || m == MODEL_FAIL || m == MODEL_STRING || m == MODEL_UNKNOWN;
}

bool model_is_sync(enum model m) {
  switch (m) {
  case MODEL_CREATE:
  case MODEL_JOIN:
  case MODEL_HANDLE:
  case MODEL_ATOMIC:
  case MODEL_SYNC:
  case MODEL_BLOCK: return true;
  default: return false;
  }
}
