/* Task definitions: small YAML files that name a program, properties to check and the verdicts that are known to be
   right. */
#ifndef HEDDLE_JOB_TASK_H
#define HEDDLE_JOB_TASK_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "util/mem.h"
#include "util/vec.h"

enum task_expected { TASK_UNKNOWN, TASK_TRUE, TASK_FALSE };
const char *task_expected_text(enum task_expected expected);

struct task_property {
  const char *file; /* as the task names it */
  enum task_expected expected;
  uint32_t line;
};

struct task {
  VEC(const char *) inputs; /* as the task names them */
  VEC(struct task_property) properties;
  bool data_model_64;  /* else 32: what tasks without options mean */
  struct arena memory; /* of all texts */
};

/* Reads the text of a task definition. False: `why` is one line, "LINE: what is wrong". Either way task_free must
   follow. */
bool task_parse(const char *text, size_t length, struct task *task, char *why, size_t capacity);
void task_free(struct task *task);
#endif
