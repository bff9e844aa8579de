/* --list-library: the functions a program under test may call, grouped by header, in the order of the table. */
#include <libheddle.h>
#include <string.h>

#include "cli/help.h"

enum { LINE_WIDTH = 100 };

static bool row_at(unsigned i, struct libheddle_function *row) {
  row->size = sizeof *row;
  return libheddle_function(i, row) == 0;
}

/* The names of one kind and header, wrapped. Returns how many there are. */
static unsigned print_names(FILE *out, const char *kind, const char *header) {
  struct libheddle_function row;
  unsigned count = 0;
  int column = 0;
  for (unsigned i = 0; row_at(i, &row); i++) {
    if (strcmp(row.kind, kind) || strcmp(row.header, header)) continue;
    if (column && column + 1 + (int)strlen(row.name) > LINE_WIDTH) {
      fputc('\n', out);
      column = 0;
    }
    column += fprintf(out, column ? " %s" : "  %s", row.name);
    count++;
  }
  if (column) fputc('\n', out);
  return count;
}

static bool seen_before(unsigned index, const struct libheddle_function *row) {
  struct libheddle_function other;
  for (unsigned i = 0; i < index && row_at(i, &other); i++)
    if (!strcmp(other.kind, row->kind) && !strcmp(other.header, row->header)) return true;
  return false;
}

static unsigned print_kind(FILE *out, const char *kind, const char *title) {
  struct libheddle_function row;
  unsigned count = 0;
  fprintf(out, "%s\n", title);
  for (unsigned i = 0; row_at(i, &row); i++) {
    if (strcmp(row.kind, kind) || seen_before(i, &row)) continue;
    if (strcmp(kind, "builtin")) fprintf(out, " %s\n", row.header);
    count += print_names(out, kind, row.header);
  }
  return count;
}

void library_list(FILE *out) {
  unsigned models = print_kind(out, "model", "Functions that are modelled:");
  print_kind(out, "object", "Objects:");
  print_kind(out, "builtin", "Functions of the interpreter itself:");
  unsigned refused = print_kind(out, "refused", "Known but refused (a path that calls one ends as incomplete):");
  fprintf(out, "%u functions are modelled, %u refused.\n", models, refused);
}
