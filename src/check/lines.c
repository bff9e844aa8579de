/* What a person is shown of an impact: lines instead of instructions. */
#include <stdlib.h>
#include <string.h>

#include "check/check.h"

static int by_place(const void *a, const void *b) {
  const struct check_line *x = a, *y = b;
  int files = strcmp(x->file, y->file);
  return files ? files : (x->line > y->line) - (x->line < y->line);
}

struct check_lines check_affected_lines(const struct check *check) {
  struct check_lines lines = {0};
  if (!check->impact) return lines;
  const struct ir_program *p = check->change->new.program;
  for (uint32_t f = 0; f < p->nfunctions; f++) {
    const struct ir_function *fn = &p->functions[f];
    for (uint32_t i = fn->first_ins; !(fn->flags & IR_FN_LIBRARY) && i < fn->first_ins + fn->nins; i++) {
      const struct ir_loc *loc = &p->locs[p->ins[i].loc];
      if (!loc->line || !static_set_has(&check->impact->forward, i)) continue;
      struct check_line line = {.file = ir_text(p, loc->file), .line = loc->line};
      vec_push(&lines, line);
    }
  }
  if (lines.count) qsort(lines.data, lines.count, sizeof *lines.data, by_place);
  uint32_t kept = 0;
  for (uint32_t i = 0; i < lines.count; i++)
    if (!kept || by_place(&lines.data[kept - 1], &lines.data[i])) lines.data[kept++] = lines.data[i];
  lines.count = kept;
  return lines;
}
