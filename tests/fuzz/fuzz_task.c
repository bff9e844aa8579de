/* Fuzzes the reader of task definitions. */
#include <stdlib.h>

#include "job/task.h"

/* What is promised: a reason, or inputs and properties that are all there. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct task task;
  char why[256] = "";
  bool good = task_parse((const char *)data, size, &task, why, sizeof why);
  if (good == (why[0] != 0)) abort();
  if (good && (!task.inputs.count || !task.properties.count)) abort();
  for (uint32_t i = 0; good && i < task.properties.count; i++)
    if (!task.properties.data[i].file) abort();
  task_free(&task);
  return 0;
}
