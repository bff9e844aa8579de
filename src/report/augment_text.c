/* Definition-use pairs as a table:

     writer     reader     variable  threads        why           status   test
     queue.c:17 queue.c:33 y         thr1 -> thr2   slice, locks  covered  test000002 (flipped)

   Columns are as wide as what stands in them, up to a limit. Where two rows would look the same, the column of the
   source follows the line. On a terminal that is narrower than the table a row has two lines: where, then what came
   of it. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "change/lines.h"
#include "report/augment.h"
#include "report/words.h"
#include "util/map.h"

enum { SHOWN = 200 /* rows */, WIDEST = 64 /* of a column that is padded */ };
enum column { WRITER, READER, VARIABLE, THREADS, WHY, STATUS, TEST, COLUMNS };

struct table {
  const struct pen *pen;
  const struct ir_program *p;
  const struct augment_row *rows;
  uint32_t count;
  int width[COLUMNS];
  bool *ambiguous; /* per row: another one has the same lines and variable */
  bool folded;     /* two lines for a row */
};

const char *augment_status_text(enum augment_status status) {
  static const char *const texts[] = {[AUGMENT_OPEN] = "open",
                                      [AUGMENT_COVERED] = "covered",
                                      [AUGMENT_INFEASIBLE] = "infeasible",
                                      [AUGMENT_UNKNOWN] = "unknown"};
  return texts[status];
}

const char *augment_reason_text(unsigned bit) {
  switch (bit) {
  case PAIR_SLICE: return "slice";
  case PAIR_LOCKS: return "locks";
  case PAIR_WAITS: return "waits";
  case PAIR_FLAG: return "flag";
  case PAIR_ASKED: return "all";
  default: return NULL;
  }
}

/* ---- cells ---- */

static const char *base_name(const char *path) { return strrchr(path, '/') ? strrchr(path, '/') + 1 : path; }

static void write_place(const struct table *t, uint32_t row, uint32_t ins, FILE *out) {
  const char *file;
  uint32_t line, column = t->p->locs[t->p->ins[ins].loc].column;
  lines_place(t->p, ins, &file, &line);
  fprintf(out, "%s:%u", *file ? base_name(file) : "(no source)", line);
  if (t->ambiguous[row] && column) fprintf(out, ":%u", column);
}

static void write_reasons(unsigned reasons, FILE *out) {
  const char *separator = "";
  for (unsigned bit = 1; bit <= reasons; bit *= 2) {
    if (!(reasons & bit) || !augment_reason_text(bit)) continue;
    fprintf(out, "%s%s", separator, augment_reason_text(bit));
    separator = ", ";
  }
}

static void write_test(const struct augment_row *row, FILE *out) {
  if (row->test) fputs(row->test, out);
  if (row->how) fprintf(out, row->test ? " (%s)" : "%s", row->how);
}

/* What stands in a cell, cleaned for a terminal; freed by the caller. */
static char *cell_text(const struct table *t, uint32_t row, enum column column) {
  const struct pair *pair = t->rows[row].pair;
  char *text = NULL;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  if (!out) return mem_strdup("");
  switch (column) {
  case WRITER: write_place(t, row, pair->writer, out); break;
  case READER: write_place(t, row, pair->reader, out); break;
  case VARIABLE: fputs(pair->variable, out); break;
  case THREADS: fprintf(out, "%s -> %s", pair->writer_threads, pair->reader_threads); break;
  case WHY: write_reasons(pair->reasons, out); break;
  case STATUS: fputs(augment_status_text(t->rows[row].status), out); break;
  default: write_test(&t->rows[row], out); break;
  }
  fclose(out);
  char *clean = words_clean(text, true);
  free(text);
  return clean;
}

/* Characters, not bytes. */
static int columns_of(const char *text) {
  int columns = 0;
  for (; *text; text++) columns += (*text & 0xc0) != 0x80;
  return columns;
}

/* ---- rows ---- */

static const char *const titles[] = {"writer", "reader", "variable", "threads", "why", "status", "test"};

static uint64_t look_of(const struct table *t, uint32_t row) {
  const struct pair *pair = t->rows[row].pair;
  uint32_t ends[] = {pair->writer, pair->reader};
  uint64_t key = hash_bytes(pair->variable, strlen(pair->variable));
  for (unsigned k = 0; k < 2; k++) {
    const char *file;
    uint32_t line;
    lines_place(t->p, ends[k], &file, &line);
    key = hash_join(key, line);
  }
  return key;
}

static void find_ambiguous(struct table *t) {
  struct map first = {0};
  t->ambiguous = mem_zalloc(t->count + 1);
  for (uint32_t i = 0; i < t->count; i++) {
    uint32_t other;
    uint64_t key = look_of(t, i);
    if (map_get(&first, key, &other)) t->ambiguous[i] = t->ambiguous[other] = true;
    else map_put(&first, key, i);
  }
  map_free(&first);
}

static void find_widths(struct table *t, uint32_t shown) {
  for (int c = 0; c < COLUMNS; c++) {
    t->width[c] = (int)strlen(titles[c]);
    for (uint32_t i = 0; i < shown; i++) {
      char *text = cell_text(t, i, (enum column)c);
      int wide = columns_of(text);
      if (wide > WIDEST) wide = WIDEST;
      if (wide > t->width[c]) t->width[c] = wide;
      free(text);
    }
  }
  int whole = 2;
  for (int c = 0; c < COLUMNS; c++) whole += t->width[c] + 2;
  t->folded = t->pen->width && whole > t->pen->width;
}

/* The first line of a row ends before the threads and what came of it. */
static bool ends_line(const struct table *t, enum column column) { return t->folded && column == VARIABLE; }

/* What is too long for its column is cut, but for the last one. */
static void write_cell(const struct table *t, enum column column, enum pen_ink ink, const char *text, bool last) {
  int room = t->width[column] - columns_of(text), kept = 0, bytes = 0;
  bool cut = room < 0 && !last;
  for (; cut && text[bytes] && kept < t->width[column] - 2; bytes++) kept += (text[bytes + 1] & 0xc0) != 0x80;
  if (cut) pen_write(t->pen, ink, "%.*s..", bytes, text);
  else pen_write(t->pen, ink, "%s", text);
  if (ends_line(t, column)) pen_write(t->pen, INK_PLAIN, "\n      ");
  else if (!last) pen_write(t->pen, INK_PLAIN, "%*s", (room > 0 ? room : 0) + 2, "");
}

static enum pen_ink ink_of(enum augment_status status) {
  static const enum pen_ink inks[] = {[AUGMENT_OPEN] = INK_WARN,
                                      [AUGMENT_COVERED] = INK_GOOD,
                                      [AUGMENT_INFEASIBLE] = INK_FAINT,
                                      [AUGMENT_UNKNOWN] = INK_WARN};
  return inks[status];
}

static void write_row(const struct table *t, uint32_t row) {
  bool has_test = t->rows[row].test || t->rows[row].how;
  int last = has_test ? TEST : STATUS;
  pen_write(t->pen, INK_PLAIN, "  ");
  for (int c = 0; c <= last; c++) {
    char *text = cell_text(t, row, (enum column)c);
    enum pen_ink ink = c == STATUS ? ink_of(t->rows[row].status) : c == VARIABLE ? INK_STRONG : INK_PLAIN;
    write_cell(t, (enum column)c, ink, text, c == last);
    free(text);
  }
  fputc('\n', t->pen->out);
}

static void write_titles(const struct table *t) {
  pen_write(t->pen, INK_PLAIN, "  ");
  for (int c = 0; c < COLUMNS; c++) write_cell(t, (enum column)c, INK_FAINT, titles[c], c == TEST);
  fputc('\n', t->pen->out);
}

static void write_counts(const struct table *t) {
  static const enum augment_status order[] = {AUGMENT_COVERED, AUGMENT_INFEASIBLE, AUGMENT_UNKNOWN, AUGMENT_OPEN};
  char text[WORDS_COUNT], figure[WORDS_FIGURE];
  pen_write(t->pen, INK_STRONG, "%s", words_count(t->count, "pair", text));
  const char *separator = ": ";
  for (unsigned k = 0; k < sizeof order / sizeof *order; k++) {
    uint64_t found = 0;
    for (uint32_t i = 0; i < t->count; i++) found += t->rows[i].status == order[k];
    if (!found) continue;
    pen_write(t->pen, INK_PLAIN, "%s", separator);
    pen_write(t->pen, ink_of(order[k]), "%s %s", words_figure(found, figure), augment_status_text(order[k]));
    separator = ", ";
  }
  fputc('\n', t->pen->out);
}

void augment_text(const struct pen *pen, const struct ir_program *program, const struct augment_row *rows,
                  uint32_t count, enum report_level level) {
  struct table t = {.pen = pen, .p = program, .rows = rows, .count = count};
  uint32_t shown = level == REPORT_QUIET ? 0 : level == REPORT_VERBOSE || count < SHOWN ? count : SHOWN;
  char figure[WORDS_FIGURE];
  if (shown) {
    find_ambiguous(&t);
    find_widths(&t, shown);
    write_titles(&t);
    for (uint32_t i = 0; i < shown; i++) write_row(&t, i);
    if (shown < count)
      pen_write(pen, INK_FAINT, "  and %s more (--verbose shows them)\n", words_figure(count - shown, figure));
    free(t.ambiguous);
  }
  write_counts(&t);
}
