/* Fuzzes the reading of options, which also come from test files: each line of the data is one word of a command
   line. */
#include <stdlib.h>
#include <string.h>

#include "job/options.h"

enum { MOST_WORDS = 64 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char *text = malloc(size + 1), *rest = text, *word;
  const char *words[MOST_WORDS];
  uint32_t count = 0;
  memcpy(text, data, size);
  text[size] = 0;
  while (count < MOST_WORDS && (word = strsep(&rest, "\n"))) words[count++] = word;
  for (unsigned command = OPTIONS_RUN; command <= OPTIONS_ALONE; command *= 2) {
    struct cli_options options;
    if (!options_read(&options, command, words, count) && !options.error[0]) abort();
    options_free(&options);
  }
  free(text);
  return 0;
}
