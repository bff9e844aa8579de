/* --accept as the commands use it: the file is read before anything is explored, and applied to the result just before
   it is reported. What is kept in the store has all failures: another file may accept others. */
#include "job/use_accept.h"

#include <stdlib.h>

#include "util/error.h"

bool use_accept_open(struct cli_options *options) {
  char *why = NULL;
  if (!options->accept) return true;
  bool good = accept_read(&options->accepted, options->accept, &why);
  if (!good) error_say("%s", why);
  free(why);
  options->explore.config.accept = &options->accepted;
  return good;
}

void use_accept(struct cli_options *options, struct result *result, bool all) {
  struct accept *accept = &options->accepted;
  if (!options->accept) return;
  accept_apply(accept, result);
  for (uint32_t i = 0; all && !result->reasons.count && i < accept->entries.count; i++) {
    const struct accept_entry *entry = &accept->entries.data[i];
    if (!entry->met)
      result_add_note(result, result_text(result, "%s:%u: this failure is accepted, but nothing fails so any more",
                                          accept->path, entry->line));
  }
}
