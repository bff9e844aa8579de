/* A comparison of two versions as text, for --dump=change: matches of functions, what became of each instruction, and
   what the change may affect.

   Input: a change, and its impact if that was asked for. Output: lines in the order of the new version, then of what
   the old one alone has; the same for the same versions. Functions of the library, and those of which nothing changed
   or is affected, are left out. */
#include "change/impact.h"

#include <stdio.h>

static bool is_shown(const struct ir_function *f) { return f->nins && !(f->flags & IR_FN_LIBRARY); }

/* In the order F, B, T: affected by the change, affecting it, a target. */
static void impact_marks(const struct impact *impact, uint32_t ins, char marks[4]) {
  marks[0] = impact && static_set_has(&impact->forward, ins) ? 'F' : '.';
  marks[1] = impact && static_set_has(&impact->backward, ins) ? 'B' : '.';
  marks[2] = impact && static_set_has(&impact->targets, ins) ? 'T' : '.';
  marks[3] = 0;
}

static bool is_of_interest(const struct change_side *side, const struct impact *impact, uint32_t ins) {
  char marks[4];
  impact_marks(impact, ins, marks);
  return side->status[ins] != CHANGE_SAME || marks[0] == 'F' || marks[2] == 'T';
}

static bool has_interest(const struct change_side *side, const struct impact *impact, const struct ir_function *f) {
  for (uint32_t i = f->first_ins; i < f->first_ins + f->nins; i++)
    if (is_of_interest(side, impact, i)) return true;
  return false;
}

static void dump_ins(const struct change_side *side, const struct impact *impact, uint32_t function, uint32_t ins,
                     const char *alone, FILE *out) {
  const char *const texts[] = {[CHANGE_SAME] = "same", [CHANGE_MODIFIED] = "changed", [CHANGE_ALONE] = alone};
  char marks[4];
  impact_marks(impact, ins, marks);
  fprintf(out, "%6u ", ins);
  if (side->ins[ins] == IR_NONE) fprintf(out, "%6s", "-");
  else fprintf(out, "%6u", side->ins[ins]);
  fprintf(out, " %-7s %s ", texts[side->status[ins]], marks);
  ir_print_ins(side->program, function, ins, out);
  fputc('\n', out);
}

static void dump_new(const struct change *change, const struct impact *impact, uint32_t f, FILE *out) {
  const struct ir_program *p = change->new.program;
  const struct ir_function *function = &p->functions[f];
  uint32_t match = change->new.function[f];
  fprintf(out, "function @%s", ir_text(p, function->name));
  if (match == IR_NONE) fprintf(out, " added\n");
  else fprintf(out, " matches @%s\n", ir_text(change->old.program, change->old.program->functions[match].name));
  for (uint32_t i = function->first_ins; i < function->first_ins + function->nins; i++)
    dump_ins(&change->new, impact, f, i, "added", out);
}

static void dump_deleted(const struct change *change, uint32_t f, FILE *out) {
  const struct ir_function *function = &change->old.program->functions[f];
  fprintf(out, "function @%s of the old version\n", ir_text(change->old.program, function->name));
  for (uint32_t i = function->first_ins; i < function->first_ins + function->nins; i++)
    if (change->old.status[i] == CHANGE_ALONE) dump_ins(&change->old, NULL, f, i, "deleted", out);
}

static bool has_deleted(const struct change *change, const struct ir_function *f) {
  for (uint32_t i = f->first_ins; i < f->first_ins + f->nins; i++)
    if (change->old.status[i] == CHANGE_ALONE) return true;
  return false;
}

static void dump_globals(const struct change_side *side, const char *alone, FILE *out) {
  const struct ir_program *p = side->program;
  for (uint32_t g = 0; g < p->nglobals; g++) {
    if (p->globals[g].flags & IR_GLOBAL_LIBRARY) continue;
    if (side->global[g] == IR_NONE) fprintf(out, "global @%s %s\n", ir_text(p, p->globals[g].name), alone);
    else if (side->global_changed[g]) fprintf(out, "global @%s changed\n", ir_text(p, p->globals[g].name));
  }
}

void change_dump(const struct change *change, const struct impact *impact, FILE *out) {
  const struct ir_program *old = change->old.program, *new = change->new.program;
  fprintf(out, "change: %s; %llu instructions changed, %llu added, %llu deleted\n",
          change->nothing ? "nothing" : "something", (unsigned long long)change->new.modified,
          (unsigned long long)change->new.alone, (unsigned long long)change->old.alone);
  if (impact)
    fprintf(out, "impact: %llu of %llu live instructions affected, %u targets\n", (unsigned long long)impact->affected,
            (unsigned long long)impact->live, static_set_count(&impact->targets));
  dump_globals(&change->new, "added", out);
  for (uint32_t f = 0; f < new->nfunctions; f++)
    if (is_shown(&new->functions[f]) && has_interest(&change->new, impact, &new->functions[f]))
      dump_new(change, impact, f, out);
  for (uint32_t g = 0; g < old->nglobals; g++)
    if (change->old.global[g] == IR_NONE && !(old->globals[g].flags & IR_GLOBAL_LIBRARY))
      fprintf(out, "global @%s deleted\n", ir_text(old, old->globals[g].name));
  for (uint32_t f = 0; f < old->nfunctions; f++)
    if (is_shown(&old->functions[f]) && has_deleted(change, &old->functions[f])) dump_deleted(change, f, out);
}
