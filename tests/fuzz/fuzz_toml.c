/* Fuzzes the reader of heddle.toml: any text is accepted or refused with a line and a reason. */
#include <stdlib.h>
#include <string.h>

#include "job/toml.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct toml toml;
  char *text = malloc(size ? size : 1); /* exactly as long: reading on is noticed */
  memcpy(text, data, size);
  bool good = toml_parse(&toml, text, size);
  if (!good && (!toml.why[0] || !toml.line)) abort();
  for (uint32_t i = 0; good && i < toml.entries.count; i++)
    if (!toml.entries.data[i].array && toml.entries.data[i].values.count != 1) abort();
  toml_free(&toml);
  free(text);
  return 0;
}
