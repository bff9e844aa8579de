/* Fuzzes the reader of what heddle-cc leaves in object files, programs and archives. */
#include <stdlib.h>

#include "util/bitcode_records.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  bitcode_records records = {0};
  uint32_t members = 0;
  enum bitcode_file found = bitcode_records_read((const char *)data, size, &records, &members);
  if (found == BITCODE_FILE_NO_ELF && (records.count || members)) abort();
  for (uint32_t i = 0; i < records.count; i++)
    if (records.data[i].path[0] != '/') abort();
  bitcode_records_free(&records);
  return 0;
}
