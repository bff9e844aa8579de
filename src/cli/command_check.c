/* heddle check: what a change from one version to the next newly breaks, by the public library. */
#include "cli/commands.h"
#include "cli/through_library.h"

enum exit_code command_check(const char *const *texts, uint32_t count) {
  return through_library(libheddle_check, texts, count);
}
