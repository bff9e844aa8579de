/* A schedule in columns:

       main.1: add                        | main.2: add
       12  x = x + 1;                     |
             reads x = 0                  |
                                          | 12  x = x + 1;
                                          |       reads x = 0
                                          |       writes x = 1
       12  x = x + 1;                     |
             writes x = 1                 |

   A source line stands once above the steps that it makes without being interrupted. With many threads, or in a narrow
   terminal, names before the lines take the place of columns. A source line that is too long is cut; what a step does
   is not, because the value stands at its end: it goes on in the next line. What the first thread does before any other
   one is set-up, and is folded. */
#include "report/columns.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "report/source.h"
#include "report/words.h"

enum { WIDTH = 112, INDENT = 2, MOST_COLUMNS = 4, NARROWEST = 100, MOST_ROWS = 120, SET_UP = 8 };

struct grid {
  const struct pen *pen;
  const struct result_failure *failure;
  bool all;
  VEC(const char *) threads; /* one column each */
  int width;                 /* of a column */
  bool single;               /* one column for all, with names */
  uint32_t set_up;           /* steps at the start that are folded */
  struct result_step above;  /* the source line that was written last is this step's; no thread: none */
  size_t start;              /* of what was written of it */
};

static bool shown(const struct grid *g, const struct result_step *step) { return step->matters || g->all; }

/* What one thread does before another one makes its first step. Little of it, or all there is, is no set-up. */
static uint32_t set_up_of(const struct result_failure *f, bool all) {
  uint32_t count = 0;
  while (count < f->nsteps && !strcmp(f->steps[count].thread, f->steps[0].thread)) count++;
  return all || count < SET_UP || count == f->nsteps ? 0 : count;
}

static uint32_t column_of(const struct grid *g, const char *thread) {
  for (uint32_t i = 0; i < g->threads.count; i++)
    if (!strcmp(g->threads.data[i], thread)) return i;
  return UINT32_MAX;
}

/* main, main.1, main.2, main.10: numbers by value. */
static int compare_names(const void *left, const void *right) {
  const char *a = *(const char *const *)left, *b = *(const char *const *)right;
  while (*a && *a == *b) a++, b++;
  size_t x = strspn(a, "0123456789"), y = strspn(b, "0123456789");
  return x != y ? (x > y) - (x < y) : strcmp(a, b);
}

/* Columns are for threads that do something: one that only creates others needs none. */
static void find_columns(struct grid *g) {
  g->set_up = set_up_of(g->failure, g->all);
  for (uint32_t i = g->set_up; i < g->failure->nsteps; i++) {
    const struct result_step *step = &g->failure->steps[i];
    if (step->choice && shown(g, step) && column_of(g, step->thread) == UINT32_MAX) vec_push(&g->threads, step->thread);
  }
  if (!g->threads.count) return;
  qsort(g->threads.data, g->threads.count, sizeof *g->threads.data, compare_names);
  int all = g->pen->width ? g->pen->width : WIDTH;
  if (all < 40) all = 40;
  g->single = g->threads.count > MOST_COLUMNS || all < NARROWEST;
  g->width = g->single ? all - INDENT : (all - INDENT) / (int)g->threads.count - 2;
}

/* ---- cells ---- */

/* As many characters as fit; UTF-8 is not cut inside a character. Returns how many were written. */
static int write_cut(const struct pen *pen, enum pen_ink ink, const char *text, int room) {
  char *clean = words_clean(text, true);
  int columns = 0;
  size_t bytes = 0;
  for (size_t i = 0; clean[i]; i++) {
    if (clean[i] == '\t') clean[i] = ' ';
    if ((clean[i] & 0xc0) != 0x80 && columns++ == room) break;
    bytes = i + 1;
  }
  bool cut = clean[bytes] != 0;
  if (cut) columns = room;
  while (cut && bytes && (columns > room - 2)) {
    do bytes--;
    while (bytes && (clean[bytes] & 0xc0) == 0x80);
    columns--;
  }
  clean[bytes] = 0;
  pen_write(pen, ink, "%s%s", clean, cut ? ".." : "");
  free(clean);
  return columns + (cut ? 2 : 0);
}

static void pad(const struct pen *pen, int count) {
  if (count > 0) pen_write(pen, INK_PLAIN, "%*s", count, "");
}

/* One line of the grid with text in one column. */
static void write_cell(const struct grid *g, uint32_t column, enum pen_ink ink, const char *text) {
  pad(g->pen, INDENT);
  for (uint32_t i = 0; !g->single && i < column; i++) {
    pad(g->pen, g->width);
    pen_write(g->pen, INK_FAINT, "| ");
  }
  int used = write_cut(g->pen, ink, text, g->width);
  for (uint32_t i = column; !g->single && i + 1 < g->threads.count; i++) {
    pad(g->pen, g->width - used);
    pen_write(g->pen, INK_FAINT, i + 2 < g->threads.count ? "| " : "|");
    used = 0;
  }
  fputc('\n', g->pen->out);
}

static char *print(const char *format, ...) __attribute__((format(printf, 1, 2)));
static char *print(const char *format, ...) {
  char *text = NULL;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  if (!out) return mem_strdup("");
  va_list args;
  va_start(args, format);
  vfprintf(out, format, args);
  va_end(args);
  fclose(out);
  return text;
}

static void write_owned(const struct grid *g, uint32_t column, enum pen_ink ink, char *text) {
  write_cell(g, column, ink, text);
  free(text);
}

/* All of the text, in as many lines as it needs; those after the first are indented further. */
static void write_wrapped(const struct grid *g, uint32_t column, enum pen_ink ink, const char *indent,
                          const char *text) {
  char *clean = words_clean(text, true);
  for (char *at = clean; *at; at++)
    if (*at == '\t' || *at == '\n') *at = ' ';
  const char *more = "";
  for (const char *at = clean; *at; more = "  ") {
    int room = g->width - (int)strlen(indent) - (int)strlen(more);
    size_t bytes = words_fitting(at, room > 8 ? room : 8);
    write_owned(g, column, ink, print("%s%s%.*s", indent, more, (int)bytes, at));
    at += bytes + strspn(at + bytes, " ");
  }
  free(clean);
}

/* ---- rows ---- */

static const char *base_name(const char *file) {
  const char *slash = strrchr(file, '/');
  return slash ? slash + 1 : file;
}

/* The line's number, with the file where it is not the failure's own, and a star where it changed. */
static char *line_label(const struct grid *g, const struct result_step *step) {
  const char *own = g->failure->nframes ? g->failure->frames[0].file : NULL;
  if (!step->line) return mem_strdup("?");
  const char *mark = step->changed ? "*" : "";
  if (own && step->file && strcmp(own, step->file) != 0)
    return print("%s:%u%s", base_name(step->file), step->line, mark);
  return print("%u%s", step->line, mark);
}

/* Where to start showing a source line: at the step's own statement if the line is too long for the column. */
static size_t start_of(const struct grid *g, const struct result_step *step, const char *line) {
  size_t start = strspn(line, " \t"), at = step->column ? step->column - 1 : 0;
  if (strlen(line) - start + 5 <= (size_t)g->width || at >= strlen(line)) return start;
  for (int depth = 0; at > start && (depth > 0 || !strchr(";{}", line[at - 1])); at--) {
    depth += line[at - 1] == ')';
    depth -= line[at - 1] == '(';
  }
  return at + strspn(line + at, " \t");
}

static void write_source_of(struct grid *g, uint32_t column, const struct result_step *step) {
  const struct result_step *a = &g->above;
  char *line = source_line_of(g->pen->program, step->file, step->line);
  size_t start = line ? start_of(g, step, line) : 0;
  bool again = a->thread && !strcmp(a->thread, step->thread) && a->line == step->line && !strcmp(a->file, step->file);
  if (again && start == g->start) {
    free(line);
    return;
  }
  g->start = start;
  char *label = line_label(g, step);
  const char *text = line ? line + start : "";
  if (g->single) write_owned(g, column, INK_STRONG, print("%-8s %s  %s", step->thread, label, text));
  else write_owned(g, column, INK_STRONG, print("%s  %s", label, text));
  free(line);
  free(label);
  g->above = *step;
}

static void write_step(struct grid *g, const struct result_step *step) {
  static const char *const marks[] = {[MARK_NONE] = "", [MARK_RACE] = "   <== race", [MARK_HELD] = "   <== kept"};
  uint32_t column = column_of(g, step->thread);
  enum pen_ink ink = step->mark ? INK_BAD : step->matters ? INK_PLAIN : INK_FAINT;
  write_source_of(g, column, step);
  char *text = print("%s%s", step->text, marks[step->mark]);
  write_wrapped(g, column, ink, g->single ? "             " : "    ", text);
  free(text);
}

static void write_left_out(struct grid *g, const char *thread, uint32_t count) {
  char text[WORDS_COUNT];
  words_count(count, "step", text);
  uint32_t column = column_of(g, thread);
  if (!count) return;
  if (column == UINT32_MAX || g->single) write_owned(g, 0, INK_FAINT, print("... %s of %s left out", text, thread));
  else write_owned(g, column, INK_FAINT, print("... %s left out", text));
  g->above.thread = NULL;
}

static void write_set_up(const struct grid *g) {
  char text[WORDS_COUNT];
  if (!g->set_up) return;
  pad(g->pen, INDENT);
  pen_write(g->pen, INK_FAINT, "... set-up: %s of ", words_count(g->set_up, "step", text));
  pen_foreign(g->pen, INK_FAINT, g->failure->steps[0].thread);
  pen_write(g->pen, INK_FAINT, " (--full-schedule shows them)\n");
}

/* Leaving out a single step saves nothing. */
static bool hide(const struct grid *g, uint32_t at) {
  const struct result_step *steps = g->failure->steps;
  bool before = at && !shown(g, &steps[at - 1]) && !strcmp(steps[at - 1].thread, steps[at].thread);
  bool after =
      at + 1 < g->failure->nsteps && !shown(g, &steps[at + 1]) && !strcmp(steps[at + 1].thread, steps[at].thread);
  return !shown(g, &steps[at]) && (before || after || column_of(g, steps[at].thread) == UINT32_MAX);
}

static void write_rows(struct grid *g) {
  const struct result_step *steps = g->failure->steps;
  uint32_t n = g->failure->nsteps, hidden = 0, rows = 0;
  const char *whose = NULL;
  write_set_up(g);
  for (uint32_t i = g->set_up; i < n; i++) {
    const struct result_step *step = &steps[i];
    bool column = column_of(g, step->thread) != UINT32_MAX;
    if (!step->choice && (!column || !shown(g, step))) continue;
    bool visible = !hide(g, i) && (g->all || rows < MOST_ROWS / 2 || n - i <= MOST_ROWS / 2);
    if (whose && (visible || strcmp(whose, step->thread) != 0)) {
      write_left_out(g, whose, hidden);
      whose = NULL;
    }
    if (!visible) {
      hidden = whose ? hidden + 1 : 1;
      whose = step->thread;
      continue;
    }
    write_step(g, step);
    rows++;
  }
  if (whose) write_left_out(g, whose, hidden);
}

/* ---- head and foot ---- */

static const char *function_of(const struct grid *g, const char *thread) {
  for (uint32_t i = 0; i < g->failure->nsteps; i++)
    if (g->failure->steps[i].start && !strcmp(g->failure->steps[i].thread, thread)) return g->failure->steps[i].start;
  return "?";
}

static bool has_changed(const struct result_failure *f) {
  for (uint32_t i = 0; i < f->nsteps; i++)
    if (f->steps[i].changed) return true;
  return false;
}

static void write_head(const struct grid *g) {
  char figure[WORDS_FIGURE], found[WORDS_FIGURE];
  const struct result_failure *f = g->failure;
  pen_write(g->pen, INK_FAINT, "  %-6s ", "how");
  pen_write(g->pen, INK_PLAIN, "%s switch%s between threads", words_figure(f->switches, figure),
            f->switches == 1 ? "" : "es");
  if (f->switches_found > f->switches)
    pen_write(g->pen, INK_FAINT, " (as found: %s)", words_figure(f->switches_found, found));
  pen_write(g->pen, INK_PLAIN, "%s%s\n\n", g->single ? "" : "; time goes down",
            has_changed(f) ? "; * is a changed line" : "");
  if (g->single) return;
  pad(g->pen, INDENT);
  for (uint32_t i = 0; i < g->threads.count; i++) {
    char *title = print("%s: %s", g->threads.data[i], function_of(g, g->threads.data[i]));
    int used = write_cut(g->pen, INK_STRONG, title, g->width);
    if (i + 1 < g->threads.count) {
      pad(g->pen, g->width - used);
      pen_write(g->pen, INK_FAINT, "| ");
    }
    free(title);
  }
  fputc('\n', g->pen->out);
}

static void write_foot(struct grid *g) {
  const struct result_failure *f = g->failure;
  for (uint32_t i = 0; i < f->nwaits; i++) {
    uint32_t column = column_of(g, f->waits[i].thread);
    if (column == UINT32_MAX) continue;
    struct result_step place = {.thread = f->waits[i].thread,
                                .file = f->waits[i].place.file,
                                .line = f->waits[i].place.line,
                                .column = f->waits[i].place.column};
    write_source_of(g, column, &place);
    char *text = print("waits for %s for ever", f->waits[i].object);
    write_wrapped(g, column, INK_BAD, g->single ? "             " : "    ", text);
    free(text);
  }
  uint32_t column = column_of(g, f->thread ? f->thread : "");
  if (f->nwaits || f->kind == FAILURE_RACE || column == UINT32_MAX || !f->nframes) return;
  struct result_step place = {
      .thread = f->thread, .file = f->frames[0].file, .line = f->frames[0].line, .column = f->frames[0].column};
  write_source_of(g, column, &place);
  write_wrapped(g, column, INK_BAD, g->single ? "             " : "    ", f->message);
}

void columns_schedule(const struct pen *pen, const struct result_failure *failure, bool all) {
  struct grid g = {.pen = pen, .failure = failure, .all = all};
  find_columns(&g);
  if (g.threads.count) {
    write_head(&g);
    write_rows(&g);
    write_foot(&g);
  }
  vec_free(&g.threads);
}

/* ---- deadlocks ---- */

static const struct result_wait *wait_of(const struct result_failure *f, const char *thread) {
  for (uint32_t i = 0; thread && i < f->nwaits; i++)
    if (!strcmp(f->waits[i].thread, thread)) return &f->waits[i];
  return NULL;
}

/* From a thread over the holders back to it; false if that does not lead back. */
static bool write_cycle(const struct pen *pen, const struct result_failure *f, const struct result_wait *first) {
  const struct result_wait *at = first;
  uint32_t length = 0;
  do at = wait_of(f, at->held_by);
  while (at && at != first && ++length < f->nwaits);
  if (at != first) return false;
  pen_write(pen, INK_FAINT, "  %-6s ", "circle");
  do {
    pen_write(pen, INK_BAD, "%s", at->thread);
    pen_write(pen, INK_PLAIN, " waits for ");
    at = wait_of(f, at->held_by);
  } while (at != first);
  pen_write(pen, INK_BAD, "%s\n", first->thread);
  return true;
}

static void write_point(const struct pen *pen, const struct result_frame *frame) {
  pen_foreign(pen, INK_PLAIN, frame->file && *frame->file ? frame->file : "(no source)");
  pen_write(pen, INK_PLAIN, ":%u", frame->line);
}

void columns_waits(const struct pen *pen, const struct result_failure *failure) {
  for (uint32_t i = 0; i < failure->nwaits; i++) {
    const struct result_wait *wait = &failure->waits[i];
    pen_write(pen, INK_FAINT, "  %-6s ", "waits");
    pen_foreign(pen, INK_STRONG, wait->thread);
    pen_write(pen, INK_PLAIN, " for ");
    pen_foreign(pen, INK_STRONG, wait->object);
    pen_write(pen, INK_PLAIN, " at ");
    write_point(pen, &wait->place);
    if (wait->held_by) {
      pen_write(pen, INK_PLAIN, ", held by ");
      pen_foreign(pen, INK_STRONG, wait->held_by);
    }
    if (wait->held_since.line) {
      pen_write(pen, INK_PLAIN, " since ");
      write_point(pen, &wait->held_since);
    }
    fputc('\n', pen->out);
  }
  for (uint32_t i = 0; i < failure->nwaits; i++)
    if (failure->waits[i].held_by && write_cycle(pen, failure, &failure->waits[i])) return;
}
