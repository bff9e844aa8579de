/* The comparison as text for a terminal:

     queue.c: put()
       - 12 |   if (n < 4)
       + 12 |   if (n <= 4)                        slt -> sle
       ~ 20 |   total += n;                        now volatile

   "-" is the line of the old version, "+" that of the new one, "~" one whose text is the same and whose meaning is
   not. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "change/lines.h"
#include "report/diff.h"
#include "report/pen.h"
#include "report/source_cache.h"
#include "report/words.h"

enum { SHOWN = 40 /* rows of one function, lines of one list */, WORDS_COLUMN = 50 };

struct writer {
  const struct diff_report *r;
  struct pen pen;
  struct source_cache texts;
};

static const char *source(struct writer *w, int side, const char *file, uint32_t line) {
  if (!line || !*file) return NULL;
  char *path = w->r->locate ? w->r->locate(w->r->context, side == NEW, file) : NULL;
  const char *text = source_cache_line(&w->texts, path ? path : file, line);
  free(path);
  return text;
}

static const char *base_name(const char *path) { return strrchr(path, '/') ? strrchr(path, '/') + 1 : path; }

/* ---- changed lines ---- */

/* One line with its sign; returns how wide it became. */
static void write_line(struct writer *w, enum pen_ink ink, char sign, uint32_t line, const char *text,
                       const char *words) {
  int width = text ? (int)strlen(text) : 0;
  pen_write(&w->pen, ink, "  %c %4u |", sign, line);
  if (text) {
    pen_write(&w->pen, ink, " ");
    pen_foreign(&w->pen, ink, text);
  }
  if (*words) pen_write(&w->pen, INK_FAINT, "%*s", width < WORDS_COLUMN ? WORDS_COLUMN - width : 2, "");
  if (*words) pen_foreign(&w->pen, INK_FAINT, words);
  fputc('\n', w->pen.out);
}

static bool same_words(const char *a, const char *b) {
  for (;; a++, b++) {
    while (*a == ' ' || *a == '\t') a++;
    while (*b == ' ' || *b == '\t') b++;
    if (*a != *b || !*a) return *a == *b;
  }
}

static void write_instruction(struct writer *w, int side, uint32_t ins, const char *sign) {
  const struct ir_program *p = side == OLD ? w->r->change->old.program : w->r->change->new.program;
  if (ins == IR_NONE) return;
  fprintf(w->pen.out, "         %s ", sign);
  ir_print_ins(p, (uint32_t)(ir_function_of(p, ins) - p->functions), ins, w->pen.out);
  fputc('\n', w->pen.out);
}

/* A line that reads the same and only follows from a change elsewhere is left out if there is something else to
   show. */
static bool is_shown(struct writer *w, const struct lines_function *f, const struct lines_row *row) {
  if (!row->derived || w->r->level == REPORT_VERBOSE) return true;
  const char *old = source(w, OLD, row->file[OLD], row->line[OLD]),
             *new = source(w, NEW, row->file[NEW], row->line[NEW]);
  if (row->kind == LINES_MODIFIED && old && new && !same_words(old, new)) return true;
  for (uint32_t i = 0; i < f->rows.count; i++)
    if (!f->rows.data[i].derived) return false;
  return true;
}

static void write_row(struct writer *w, const struct lines_row *row) {
  const char *old = source(w, OLD, row->file[OLD], row->line[OLD]),
             *new = source(w, NEW, row->file[NEW], row->line[NEW]);
  char words[DIFF_WORDS];
  diff_words(w->r->change, row, words);
  if (row->kind == LINES_MODIFIED && old && new && same_words(old, new))
    write_line(w, INK_WARN, '~', row->line[NEW], new, words);
  else {
    if (row->kind != LINES_ADDED) write_line(w, INK_BAD, '-', row->line[OLD], old, "");
    if (row->kind != LINES_DELETED) write_line(w, INK_GOOD, '+', row->line[NEW], new, words);
  }
  if (w->r->level != REPORT_VERBOSE) return;
  write_instruction(w, OLD, row->ins[OLD], "-");
  write_instruction(w, NEW, row->ins[NEW], "+");
}

static const char *name_of(const struct diff_report *r, int side, uint32_t function) {
  const struct ir_program *p = side == OLD ? r->change->old.program : r->change->new.program;
  return ir_text(p, p->functions[function].name);
}

static void write_heading(struct writer *w, const struct lines_function *f) {
  int side = f->function[NEW] != IR_NONE ? NEW : OLD;
  const struct ir_program *p = side == OLD ? w->r->change->old.program : w->r->change->new.program;
  pen_foreign(&w->pen, INK_STRONG, base_name(ir_text(p, p->locs[p->functions[f->function[side]].loc].file)));
  pen_write(&w->pen, INK_STRONG, ": ");
  pen_foreign(&w->pen, INK_STRONG, name_of(w->r, side, f->function[side]));
  pen_write(&w->pen, INK_STRONG, "()");
  if (f->function[OLD] == IR_NONE) pen_write(&w->pen, INK_GOOD, " added");
  if (f->function[NEW] == IR_NONE) pen_write(&w->pen, INK_BAD, " deleted");
  if (f->renamed)
    pen_write(&w->pen, INK_FAINT, ", once "), pen_foreign(&w->pen, INK_FAINT, name_of(w->r, OLD, f->function[OLD]));
  fputc('\n', w->pen.out);
}

/* Do both versions do the same? */
static void write_equivalence(struct writer *w, const struct lines_function *f) {
  const struct equivalence_function *e = equivalence_of(w->r->equivalence, f->function[NEW]);
  if (f->function[NEW] == IR_NONE || !e) return;
  if (e->verdict == EQUIVALENCE_PROVED)
    pen_write(&w->pen, INK_GOOD, "  equivalent%s%s (proved)",
              e->only_reached ? " in every state that the old version reaches" : "",
              e->unless_old_fails ? ", if it does not fail" : "");
  else if (e->verdict == EQUIVALENCE_DIFFERS) pen_write(&w->pen, INK_PLAIN, "  differs ");
  else pen_write(&w->pen, INK_FAINT, "  not decided whether it is equivalent: ");
  if (e->text) pen_foreign(&w->pen, INK_PLAIN, e->text);
  if (e->regions_proved && e->verdict != EQUIVALENCE_PROVED)
    pen_write(&w->pen, INK_FAINT, " (%u of %u changed regions are equivalent)", e->regions_proved, e->regions);
  fputc('\n', w->pen.out);
}

static void write_rows(struct writer *w, const struct lines_function *f) {
  uint32_t shown = 0, left_out = 0;
  write_heading(w, f);
  for (uint32_t i = 0; i < f->rows.count; i++) {
    if (!is_shown(w, f, &f->rows.data[i])) continue;
    if (shown++ < SHOWN || w->r->level == REPORT_VERBOSE) write_row(w, &f->rows.data[i]);
    else left_out++;
  }
  if (left_out) pen_write(&w->pen, INK_FAINT, "  and %u more lines (--verbose shows them)\n", left_out);
  write_equivalence(w, f);
  fputc('\n', w->pen.out);
}

/* ---- globals and names ---- */

static void write_global(struct writer *w, const struct lines_global *g) {
  int side = g->global[NEW] != IR_NONE ? NEW : OLD;
  const struct ir_program *p = side == OLD ? w->r->change->old.program : w->r->change->new.program;
  const struct ir_global *global = &p->globals[g->global[side]];
  const struct ir_loc *loc = &p->locs[global->loc];
  char words[DIFF_WORDS];
  if (loc->line) {
    pen_foreign(&w->pen, INK_STRONG, base_name(ir_text(p, loc->file)));
    pen_write(&w->pen, INK_STRONG, ":%u: ", loc->line);
  }
  pen_foreign(&w->pen, INK_STRONG, ir_text(p, global->name));
  if (g->global[OLD] == IR_NONE) pen_write(&w->pen, INK_GOOD, " added\n");
  else if (g->global[NEW] == IR_NONE) pen_write(&w->pen, INK_BAD, " deleted\n");
  else pen_write(&w->pen, INK_PLAIN, ": %s\n", diff_words_global(w->r->change, g, words));
}

static void write_globals(struct writer *w) {
  const struct lines *lines = w->r->lines;
  bool any = false;
  for (uint32_t i = 0; i < lines->globals.count; i++) {
    const struct lines_global *g = &lines->globals.data[i];
    if (g->global[OLD] != IR_NONE && g->global[NEW] != IR_NONE && !g->changed) continue;
    write_global(w, g);
    any = true;
  }
  if (any) fputc('\n', w->pen.out);
}

static void write_rename(struct writer *w, const char *where, const char *old, const char *new, const char *end) {
  pen_write(&w->pen, INK_FAINT, "renamed ");
  pen_foreign(&w->pen, INK_PLAIN, old);
  pen_write(&w->pen, INK_PLAIN, "%s -> ", end);
  pen_foreign(&w->pen, INK_PLAIN, new);
  pen_write(&w->pen, INK_PLAIN, "%s", end);
  if (where)
    pen_write(&w->pen, INK_PLAIN, " in "), pen_foreign(&w->pen, INK_PLAIN, where), pen_write(&w->pen, INK_PLAIN, "()");
  fputc('\n', w->pen.out);
}

static void write_local(struct writer *w, const struct lines_function *f, const struct lines_name *name) {
  char old[64], new[64];
  snprintf(old, sizeof old, "%.*s", (int)strcspn(name->name[OLD], "."), name->name[OLD]);
  snprintf(new, sizeof new, "%.*s", (int)strcspn(name->name[NEW], "."), name->name[NEW]);
  write_rename(w, name_of(w->r, NEW, f->function[NEW]), old, new, "");
}

static void write_renames(struct writer *w) {
  const struct change *c = w->r->change;
  const struct lines *lines = w->r->lines;
  for (uint32_t i = 0; i < lines->functions.count; i++) {
    const struct lines_function *f = &lines->functions.data[i];
    if (f->renamed)
      write_rename(w, NULL, name_of(w->r, OLD, f->function[OLD]), name_of(w->r, NEW, f->function[NEW]), "()");
    for (uint32_t k = 0; k < f->locals.count; k++) write_local(w, f, &f->locals.data[k]);
  }
  for (uint32_t i = 0; i < lines->globals.count; i++) {
    const struct lines_global *g = &lines->globals.data[i];
    if (!g->renamed) continue;
    write_rename(w, NULL, ir_text(c->old.program, c->old.program->globals[g->global[OLD]].name),
                 ir_text(c->new.program, c->new.program->globals[g->global[NEW]].name), "");
  }
}

/* ---- what is affected ---- */

/* "12, 14-17, 30" of the places from `at` on that are of one function and file; the index behind them. */
static uint32_t write_ranges(struct writer *w, const struct diff_places *places, uint32_t at) {
  uint32_t function = places->data[at].function;
  const char *separator = "";
  while (at < places->count && places->data[at].function == function) {
    uint32_t end = at;
    while (end + 1 < places->count && places->data[end + 1].function == function &&
           places->data[end + 1].line == places->data[end].line + 1)
      end++;
    pen_write(&w->pen, INK_PLAIN, end > at ? "%s%u-%u" : "%s%u", separator, places->data[at].line,
              places->data[end].line);
    separator = ", ";
    at = end + 1;
  }
  fputc('\n', w->pen.out);
  return at;
}

static void write_affected_functions(struct writer *w, const struct diff_places *places) {
  uint32_t shown = 0;
  for (uint32_t i = 0; i < places->count; shown++) {
    if (shown == SHOWN && w->r->level != REPORT_VERBOSE) {
      pen_write(&w->pen, INK_FAINT, "  and more functions (--verbose shows them)\n");
      return;
    }
    pen_write(&w->pen, INK_PLAIN, "  ");
    pen_foreign(&w->pen, INK_PLAIN, base_name(places->data[i].file));
    pen_write(&w->pen, INK_PLAIN, ": ");
    pen_foreign(&w->pen, INK_PLAIN, name_of(w->r, NEW, places->data[i].function));
    pen_write(&w->pen, INK_PLAIN, "() line ");
    i = write_ranges(w, places, i);
  }
}

static void write_affected(struct writer *w) {
  const struct impact *impact = w->r->impact;
  uint32_t live;
  struct diff_places places = diff_affected(w->r, false, &live);
  uint32_t lines = places.count;
  free(places.data);
  pen_write(&w->pen, INK_STRONG, "affected: ");
  pen_write(&w->pen, INK_PLAIN, "%u of %u lines (%.1f %%), %" PRIu64 " of %" PRIu64 " instructions (%.1f %%)\n", lines,
            live, live ? 100.0 * lines / live : 0, impact->affected, impact->live,
            impact->live ? 100.0 * (double)impact->affected / (double)impact->live : 0);
  if (w->r->level == REPORT_QUIET) return;
  places = diff_affected(w->r, true, &live);
  write_affected_functions(w, &places);
  free(places.data);
}

static void write_set(struct writer *w, const struct static_set *set, const char *name) {
  static const char *const parts[] = {[DIFF_CONDITIONS] = "conditions", [DIFF_WRITES] = "writes"};
  for (unsigned part = DIFF_CONDITIONS; part <= DIFF_WRITES; part++) {
    struct diff_places places = diff_set(w->r, set, part);
    pen_write(&w->pen, INK_STRONG, "%s %s:", name, parts[part]);
    pen_write(&w->pen, INK_PLAIN, places.count ? "\n" : " none\n");
    write_affected_functions(w, &places);
    free(places.data);
  }
}

/* ---- why ---- */

static void write_link(struct writer *w, int side, uint32_t ins, const char *how) {
  const struct ir_program *p = side == OLD ? w->r->change->old.program : w->r->change->new.program;
  const char *file;
  uint32_t line;
  lines_place(p, ins, &file, &line);
  const char *text = source(w, side, file, line);
  pen_write(&w->pen, INK_PLAIN, "  ");
  pen_foreign(&w->pen, INK_STRONG, base_name(file));
  pen_write(&w->pen, INK_STRONG, ":%u", line);
  if (side == OLD) pen_write(&w->pen, INK_FAINT, " (old)");
  pen_write(&w->pen, INK_PLAIN, "  ");
  if (text) pen_foreign(&w->pen, INK_PLAIN, text + strspn(text, " \t"));
  pen_write(&w->pen, INK_FAINT, "\n      %s\n", how);
}

static bool same_line(const struct ir_program *p, uint32_t a, uint32_t b) {
  const char *x, *y;
  uint32_t i, j;
  lines_place(p, a, &x, &i);
  lines_place(p, b, &y, &j);
  return i == j && !strcmp(x, y);
}

/* Steps within one line say nothing to a person: only the last one counts. */
static void write_chain(struct writer *w) {
  const struct diff_why *why = &w->r->why;
  int side = why->in_old ? OLD : NEW;
  const struct ir_program *p = why->in_old ? w->r->change->old.program : w->r->change->new.program;
  for (uint32_t i = 0; i < why->count; i++) {
    if (i && same_line(p, why->links[i - 1].ins, why->links[i].ins)) continue;
    const char *how = i             ? diff_words_edge(why->links[i].edge)
                      : why->in_old ? "changed or deleted"
                                    : "changed, added, or behind something that was";
    write_link(w, side, why->links[i].ins, how);
  }
}

static void write_why(struct writer *w) {
  const struct diff_why *why = &w->r->why;
  fputc('\n', w->pen.out);
  pen_foreign(&w->pen, INK_STRONG, why->file);
  pen_write(&w->pen, INK_STRONG, ":%u ", why->line);
  if (!why->known) pen_write(&w->pen, INK_WARN, "has no code that can be executed in the new version\n");
  else if (!why->count) pen_write(&w->pen, INK_GOOD, "is not affected\n");
  else {
    pen_write(&w->pen, INK_STRONG, "is affected:\n");
    write_chain(w);
  }
}

/* ---- all of it ---- */

static void write_counts(struct writer *w) {
  const struct change *c = w->r->change;
  pen_write(&w->pen, INK_STRONG, "changed: ");
  pen_write(&w->pen, INK_PLAIN, "%" PRIu64 " instructions modified, %" PRIu64 " added, %" PRIu64 " deleted\n",
            c->new.modified, c->new.alone, c->old.alone);
}

static void write_stats(struct writer *w) {
  char text[4][WORDS_FIGURE];
  pen_write(&w->pen, INK_FAINT, "time: ");
  pen_write(&w->pen, INK_PLAIN, "compiling %s, comparing %s, equivalence %s, impact %s\n",
            words_seconds(w->r->front_seconds, text[0]), words_seconds(w->r->change_seconds, text[1]),
            words_seconds(w->r->equivalence_seconds, text[2]), words_seconds(w->r->impact_seconds, text[3]));
}

static void write_details(struct writer *w) {
  for (uint32_t i = 0; i < w->r->lines->functions.count; i++)
    if (w->r->lines->functions.data[i].rows.count) write_rows(w, &w->r->lines->functions.data[i]);
  write_globals(w);
  write_renames(w);
}

void diff_text(FILE *out, const struct diff_report *report) {
  struct writer w = {.r = report, .pen = {.out = out, .colour = report->colour}};
  if (report->level != REPORT_QUIET && !report->change->nothing) write_details(&w);
  if (report->change->nothing) {
    if (report->level != REPORT_QUIET) write_renames(&w);
    pen_write(&w.pen, INK_GOOD, "no semantic change\n");
  } else write_counts(&w);
  if (report->impact) write_affected(&w);
  if (report->impact && report->sets) {
    write_set(&w, &report->impact->forward, "forward");
    write_set(&w, &report->impact->backward, "backward");
  }
  if (report->why.file) write_why(&w);
  if (report->stats) write_stats(&w);
  source_cache_free(&w.texts);
}
