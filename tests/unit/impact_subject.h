/* Two versions of a small C program under the analysis of a change, for its tests: loaded, compared, asked by line. */
#ifndef HEDDLE_TESTS_IMPACT_SUBJECT_H
#define HEDDLE_TESTS_IMPACT_SUBJECT_H
#include "change/impact.h"
#include "static_subject.h"
#include "edited.h"

struct pair {
  struct subject old, new;
  struct change *change;
  struct impact *impact;
};

static const uint32_t no_checks = CHECKS_STANDARD; /* no others */
static const struct impact_failures no_failures = {0};

static inline void open_pair(struct pair *t, const char *old, const char *new, uint32_t checks,
                             const struct impact_failures *failures) {
  open_subject(&t->old, old);
  open_subject(&t->new, new);
  t->change = change_open(t->old.p, t->new.p);
  t->impact = impact_open(t->change, checks, failures);
  impact_find_backward(t->impact);
}

static inline void close_pair(struct pair *t) {
  impact_close(t->impact);
  change_close(t->change);
  close_subject(&t->old);
  close_subject(&t->new);
}

/* The lines of the program's own code in a set, as "3 4 7". What counts in a line is as in lines_of, unless everything
   does. */
static inline void lines_in(const struct subject *t, const struct static_set *set, bool all, char *text, size_t room) {
  enum { LINES = 200 };
  bool found[2][LINES] = {0}, has_effect[LINES] = {0};
  for (uint32_t i = 0; i < t->p->nins; i++) {
    uint32_t op = t->p->ins[i].op, line = line_of(t, i), pure = ir_ops[op].class == IR_CLASS_PURE;
    if (!is_users(t, i) || line >= LINES || op == IR_BR || op == IR_ALLOCA || !static_is_live(t->s, i)) continue;
    if (!pure && !all) has_effect[line] = true;
    if (static_set_has(set, i)) found[pure][line] = true;
  }
  text[0] = 0;
  for (uint32_t line = 1; line < LINES; line++) {
    size_t used = strlen(text);
    if (found[!has_effect[line]][line] || (all && found[0][line]))
      snprintf(text + used, room - used, "%s%u", used ? " " : "", line);
  }
}

/* The library functions with something in the set, as " free malloc" behind the lines; in order of their place in the
   program. */
static inline void library_in(const struct subject *t, const struct static_set *set, char *text, size_t room) {
  for (uint32_t f = 0; f < t->p->nfunctions; f++) {
    const struct ir_function *function = &t->p->functions[f];
    size_t used = strlen(text);
    bool found = false;
    for (uint32_t i = 0; i < function->nins && !found; i++) found = static_set_has(set, function->first_ins + i);
    if (found && function->flags & IR_FN_LIBRARY)
      snprintf(text + used, room - used, "%s%s", used ? " " : "", ir_text(t->p, function->name));
  }
}

static inline void expect_lines(const struct subject *t, const struct static_set *set, const char *what,
                                const char *wanted) {
  char text[2000];
  lines_in(t, set, *what != 'f' && *what != 't', text, sizeof text);
  if (*what == 't') library_in(t, set, text, sizeof text);
  if (strcmp(text, wanted)) print_error("%s: found \"%s\", wanted \"%s\"\n", what, text, wanted);
  assert_string_equal(text, wanted);
}
#endif
