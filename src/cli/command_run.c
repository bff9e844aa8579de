/* heddle run: explores one version of a program, by the public library. */
#include "cli/commands.h"
#include "cli/through_library.h"

enum exit_code command_run(const char *const *texts, uint32_t count) {
  return through_library(libheddle_run, texts, count);
}
