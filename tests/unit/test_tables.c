/* Tables against each other and against the documents: what a new row must be followed by, and what says so if it is
   not. Runs in the root of the repository. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/stats.h"
#include "ir/ir.h"
#include "smt/smt.h"
#include "util/file.h"
#include "vm/term.h"

static char *text_of(const char *path) {
  const char *why;
  size_t length;
  char *text = file_whole(path, &length, &why);
  if (!text) fail_msg("%s: %s", path, why);
  return text;
}

/* ---- operations ---- */

static unsigned width_of(char column) { return column == 'p' ? 64 : column == 'o' ? 48 : column == '1' ? 1 : 24; }

/* Constants give a constant, as wide as the row says: a pure operation without a term ends the test. */
static void every_pure_operation_has_a_term(void **state) {
  (void)state;
  struct sym *sym = sym_open();
  for (int op = 0; op < IR_OP_COUNT; op++) {
    const struct ir_op_info *row = &ir_ops[op];
    struct ir_ins ins = {.op = (uint16_t)op, .width = 24, .c = 48};
    sym_id values[3] = {0};
    uint64_t value;
    if (row->class != IR_CLASS_PURE) continue;
    for (int k = 0; k < 3; k++)
      if (row->shape[2 + k] == 'v') values[k] = sym_const(sym, 1 + (uint64_t)k % 2, width_of(row->widths[2 + k]));
    sym_id term = term_of(sym, &ins, 64, values[0], values[1], values[2]);
    if (!sym_is_const(sym, term, &value) || sym_width(sym, term) != width_of(row->widths[0]))
      fail_msg("the term of %s", row->text);
  }
  sym_close(sym);
}

/* ---- statistics ---- */

static void sums_follow_the_columns(void **state) {
  (void)state;
  struct result_stats a = {.nodes = 3, .threads = 4, .seconds = 1.5, .solver_seconds = 0.5};
  const struct result_stats b = {.nodes = 2, .threads = 3, .seconds = 9, .solver_seconds = 0.25};
  stats_add(&a, &b);
  assert_int_equal(a.nodes, 5);
  assert_int_equal(a.threads, 4);
  assert_true(a.seconds == 1.5 && a.solver_seconds == 0.75);
}

/* A table of docs/statistics.md has a line "| `name` | text |" for each row, in their order, and no others. */
struct page {
  char *text, *at;
};
static void begin_table(struct page *page, const char *title) {
  page->at = strstr(page->text, title);
  if (!page->at) fail_msg("docs/statistics.md has no '%s'", title);
  page->at = strstr(page->at, "\n| `");
  assert_non_null(page->at);
}
static void expect_line(struct page *page, const char *name, const char *text) {
  char line[300];
  int length = snprintf(line, sizeof line, "\n| `%s` | %s |", name, text);
  if (strncmp(page->at, line, (size_t)length)) fail_msg("docs/statistics.md must have next: %s", line + 1);
  page->at += length;
}
static void end_table(const struct page *page) {
  if (!strncmp(page->at, "\n|", 2)) fail_msg("docs/statistics.md has too much: %.60s", page->at + 1);
}

static void document_lists_every_statistic(void **state) {
  (void)state;
  struct page page = {text_of("docs/statistics.md"), NULL};
  begin_table(&page, "## `stats`");
  for (unsigned i = 0; i < STATS_ROWS; i++) expect_line(&page, stats_rows[i].name, stats_rows[i].text);
  end_table(&page);
#define X(name, text) expect_line(&page, #name, text);
  begin_table(&page, "## `stats.summaries`");
  SUMMARY_STATS(X)
  end_table(&page);
  begin_table(&page, "## `stats.solver`");
  SMT_STATS(X)
  end_table(&page);
#undef X
  free(page.text);
}

/* ---- how to add ---- */

/* A path of the repository in backticks; those with a placeholder are none. */
static bool is_path(const char *word) {
  static const char *const folders[] = {"src/", "tests/", "docs/", "rt/", "scripts/", "include/"};
  for (unsigned i = 0; i < sizeof folders / sizeof *folders; i++)
    if (!strncmp(word, folders[i], strlen(folders[i])))
      return word[strcspn(word, "*{} ABCDEFGHIJKLMNOPQRSTUVWXYZ")] == 0;
  return false;
}

static void places_to_touch_exist(void **state) {
  (void)state;
  char *text = text_of("docs/how-to-add.md");
  unsigned found = 0;
  for (char *word = strtok(text, "`"); word; word = strtok(NULL, "`")) {
    if (!is_path(word)) continue;
    found++;
    if (access(word, F_OK)) fail_msg("docs/how-to-add.md names %s, which is not there", word);
  }
  assert_true(found > 20);
  free(text);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_pure_operation_has_a_term), cmocka_unit_test(sums_follow_the_columns),
      cmocka_unit_test(document_lists_every_statistic), cmocka_unit_test(places_to_touch_exist)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
