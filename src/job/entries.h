/* Several entries in one heddle.toml: `heddle run` and `heddle check` without a program explore them one after the
   other and end with one table. docs/versions.md describes it. */
#ifndef HEDDLE_JOB_ENTRIES_H
#define HEDDLE_JOB_ENTRIES_H
#include "job/options.h"
#include "util/error.h"

/* False: one program is asked for, the command goes on as usual. True: all entries were explored, *code is the worst
   exit code of theirs. */
bool entries_run(struct cli_options *options, const char *const *texts, uint32_t count, enum exit_code *code);
#endif
