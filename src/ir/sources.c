/* From the names of source files to where their text is, and back: they differ for a program of a revision. */
#include <stdlib.h>

#include "ir/ir.h"
#include "util/mem.h"
#include "util/path.h"

char *ir_source_file(const struct ir_program *p, const char *name) {
  const struct ir_sources *sources = &p->sources;
  if (sources->root == NULL) return mem_strdup(name);
  const char *below = path_below(sources->shown, name);
  return below != NULL ? path_join(sources->root, below) : path_join(sources->directory, name);
}

char *ir_shown_file(const struct ir_program *p, const char *path) {
  const struct ir_sources *sources = &p->sources;
  const char *below = sources->root != NULL ? path_below(sources->root, path) : NULL;
  return below != NULL ? path_join(sources->shown, below) : mem_strdup(path);
}
