/* The native side of heddle replay. */
#ifndef HEDDLE_JOB_NATIVE_H
#define HEDDLE_JOB_NATIVE_H
#include <stdio.h>

#include "job/options.h"
#include "base/result.h"
#include "replay/native.h"
#include "suite/meta.h"
#include "util/error.h"

struct native_job {
  char *test;      /* absolute path */
  char moved[128]; /* the test as it is followed, in this program's numbers; "": as it is */
  struct native_build build;
  const struct meta_verdict *recorded; /* NULL: the test does not say */
};

/* Before the program is loaded: has its native code written too. False after a message. */
bool native_prepare(struct native_job *job, struct cli_options *options, const struct meta_verdict *recorded);
/* The test is followed as it is here, not in its file. False after a message. */
bool native_write_test(struct native_job *job, const struct ktest *test);
/* `interpreted`: how the test ended in the interpreter. *json, if set, is the file for the JSON result and is
   closed. *model, unless NULL: gets that result. */
enum exit_code native_replay(struct native_job *job, const struct cli_options *options,
                             const struct ir_program *program, const struct result *interpreted, FILE **json,
                             struct json_t **model);
void native_job_close(struct native_job *job);
#endif
