/* --list-library: the functions a program under test may call, from the tables that define them: rt/library.def (a
   test holds it against the models' bitcode) and the interpreter's own. Grouped by header, in the order of the
   table. */
#include <string.h>

#include "cli/commands.h"

enum { LINE_WIDTH = 100 };

enum library_kind { LIBRARY_MODEL, LIBRARY_DATA, LIBRARY_REFUSED, LIBRARY_BUILTIN };

static const struct library_row {
  const char *name, *header;
  enum library_kind kind;
} rows[] = {
#define FUNCTION(name, header) {#name, header, LIBRARY_MODEL},
#define DATA(name, header) {#name, header, LIBRARY_DATA},
#define REFUSED(name, header) {#name, header, LIBRARY_REFUSED},
#include "../../rt/library.def"
#undef FUNCTION
#undef DATA
#undef REFUSED
#define BUILTIN(name, handler, always) {#name, "heddle", LIBRARY_BUILTIN},
#include "vm/builtins.def"
#undef BUILTIN
#define PROVIDED(name, ...) {#name, "heddle", LIBRARY_BUILTIN},
#include "ir/thread_functions.def"
};
enum { NROWS = sizeof rows / sizeof *rows };

/* What the models themselves call is not for programs. */
static bool is_internal(const struct library_row *row) { return !strncmp(row->name, "__heddle", 8); }

/* The names of one kind and header, wrapped. Returns how many there are. */
static uint32_t print_names(FILE *out, enum library_kind kind, const char *header) {
  int column = 0;
  uint32_t count = 0;
  for (uint32_t i = 0; i < NROWS; i++) {
    const struct library_row *row = &rows[i];
    if (row->kind != kind || strcmp(row->header, header) || is_internal(row)) continue;
    if (column && column + 1 + (int)strlen(row->name) > LINE_WIDTH) {
      fputc('\n', out);
      column = 0;
    }
    column += fprintf(out, column ? " %s" : "  %s", row->name);
    count++;
  }
  if (column) fputc('\n', out);
  return count;
}

static bool seen_before(uint32_t index) {
  for (uint32_t i = 0; i < index; i++)
    if (rows[i].kind == rows[index].kind && !strcmp(rows[i].header, rows[index].header)) return true;
  return false;
}

static uint32_t print_kind(FILE *out, enum library_kind kind, const char *title) {
  uint32_t count = 0;
  fprintf(out, "%s\n", title);
  for (uint32_t i = 0; i < NROWS; i++) {
    if (rows[i].kind != kind || seen_before(i)) continue;
    if (kind != LIBRARY_BUILTIN) fprintf(out, " %s\n", rows[i].header);
    count += print_names(out, kind, rows[i].header);
  }
  return count;
}

void library_list(FILE *out) {
  uint32_t models = print_kind(out, LIBRARY_MODEL, "Functions that are modelled:");
  print_kind(out, LIBRARY_DATA, "Objects:");
  print_kind(out, LIBRARY_BUILTIN, "Functions of the interpreter itself:");
  uint32_t refused = print_kind(out, LIBRARY_REFUSED, "Known but refused (a path that calls one ends as incomplete):");
  fprintf(out, "%u functions are modelled, %u refused.\n", models, refused);
}
