/* Replaying a test on a native build of the program: the instrumented bitcode of heddle-front
   (front_request.instrument) is compiled and linked with the replay runtime (rt/replay), and runs with the real C
   library and real threads. */
#ifndef HEDDLE_REPLAY_NATIVE_H
#define HEDDLE_REPLAY_NATIVE_H
#include <stdbool.h>
#include <stdint.h>

#include "base/options.h"
#include "ir/ir.h"
#include "util/vec.h"

struct native_request {
  const struct ir_program *program; /* lowered together with the bitcode: tells where instructions are */
  const char *test;                 /* file */
  const char *suspect;     /* thread that fails: it runs first after the schedule. "": of the last step. NULL: none */
  bool deadlock;           /* that is the failure: threads that go round in loops are one, too */
  bool spurious_wakeups;   /* may happen */
  bool fresh;              /* no memory is handed out again */
  const char *kind, *file; /* how and where it failed, for the runtime's own checks; NULL: it did not */
  uint32_t line;
  const char *const *unchecked; /* kinds that the test was not looking for, NULL behind the last */
  const char *name;             /* argv[0] */
  const char *const *arguments;
  uint32_t narguments;
  const char *stdin_file; /* NULL: empty, or what the test says */
  const struct given_file *files;
  uint32_t nfiles;
  const struct explore_config *config; /* what the library asks for (vm/world.h) */
  uint32_t times;
  double timeout_seconds; /* for each replay */
  bool leaks;             /* a sanitized build also looks for leaks */
  bool show_output;       /* the program's own output goes through */
};

struct native_build {
  char directory[64]; /* temporary, removed by native_close */
  char bitcode[96];   /* for front_request.instrument */
  char binary[96];
  bool data_model_32;
  const char *sanitizer; /* what clang built it with: "address", "memory", or NULL */
};

/* What one kind of outcome looked like: the first failing replay, or the first one that could not be carried
   through. */
struct native_result {
  uint32_t runs, failed, stuck; /* stuck: diverged, timed out or could not start */
  char kind[32];                /* of the first failure, as in failure_kind_text; "": none */
  char message[600];
  char detail[1500]; /* of a deadlock: who waits for what; of a race: the other access */
  char thread[120];
  char function[200], file[400]; /* innermost place in the program's own code; "" if unknown */
  uint32_t line;
  int signal;     /* that ended it, or 0 */
  char why[900];  /* stuck: what happened */
  double seconds; /* all replays together */
};

bool native_open(struct native_build *build); /* makes the directory. False after a message */
void native_close(struct native_build *build);
/* Compiles and links build->bitcode, with a sanitizer of clang if that is possible. False after a message. */
bool native_link(struct native_build *build, const char *sanitizer);
void native_run(const struct native_build *build, const struct native_request *request, struct native_result *result);
/* The function of the library that the test's schedule interrupts, or NULL. */
const char *native_interrupted(const struct ir_program *program, const char *test);
/* Under gdb: interactive at a terminal, else the backtraces of all threads. Returns gdb's exit code. */
int native_debug(const struct native_build *build, const struct native_request *request);
#endif
