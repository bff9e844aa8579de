/* What a task asks: its properties in terms of heddle's checks, and what a result says about them. */
#ifndef HEDDLE_JOB_TASK_PROPERTY_H
#define HEDDLE_JOB_TASK_PROPERTY_H
#include "job/options.h"
#include "job/task.h"
#include "base/result.h"

/* A kind of property. */
struct property_row {
  const char *name;
  const char *const *words; /* the text of the property file contains one of them */
  const char *options;      /* of heddle that check it; NULL: not supported */
  uint32_t decisive;        /* bits of failure kinds that violate it; others leave it open */
};

/* One property of one task, ready to be explored. */
struct task_run {
  char *file; /* the task */
  const struct property_row *row;
  enum task_expected expected;
  struct task task;
  char *directory; /* of the task; input and property files are relative to it */
};

/* Reads the task and the property with that name; NULL: the first that is supported, else the first. False after a
   message. task_run_free must follow. */
bool task_run_read(struct task_run *run, const char *file, const char *property);
void task_run_free(struct task_run *run);
/* Calls `each` with the names of the task's properties and what is expected. False after a message. */
bool task_run_properties(const char *file,
                         void (*each)(void *context, const char *property, enum task_expected expected), void *context);

/* The program, its data model and the checks as options. False after a message. */
bool task_run_apply(const struct task_run *run, struct cli_options *options);
/* A failure that does not decide the property makes the result incomplete. */
void task_run_judge(const struct task_run *run, struct result *result);

enum task_outcome { OUTCOME_RIGHT, OUTCOME_WRONG, OUTCOME_INCOMPLETE, OUTCOME_COUNT };
enum task_outcome task_outcome(enum task_expected expected, enum result_verdict verdict);
const char *task_outcome_text(enum task_outcome outcome);
#endif
