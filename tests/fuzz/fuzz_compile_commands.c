/* Fuzzes the reader of compilation databases (JSON through jansson, command lines split as a shell does). */
#include <stdlib.h>
#include <string.h>

#include "front/compile_commands.h"

/* What is promised for every entry that is read. */
static void look_at(const struct compile_command *command) {
  if (!command->file || !command->directory) abort();
  for (uint32_t i = 0; i < command->flags.count; i++)
    if (!command->flags.data[i]) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct compile_commands list = {0};
  char why[256] = "";
  if (!compile_commands_parse((const char *)data, size, &list, why, sizeof why)) {
    if (!why[0]) abort();
    return 0;
  }
  for (uint32_t i = 0; i < list.entries.count; i++) look_at(&list.entries.data[i]);
  compile_commands_free(&list);
  return 0;
}
