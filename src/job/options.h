/* The command line: what was asked for, read from the table in options.def. */
#ifndef HEDDLE_JOB_OPTIONS_H
#define HEDDLE_JOB_OPTIONS_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "augment/augment.h"
#include "base/accept.h"
#include "check/check.h"
#include "base/options.h"
#include "report/formats.h"
#include "report/report.h"
#include "util/mem.h"
#include "util/vec.h"

/* Who understands an option; ALONE: heddle without a command. */
enum options_command {
  OPTIONS_RUN = 1,
  OPTIONS_REPLAY = 2,
  OPTIONS_ALONE = 4,
  OPTIONS_DIFF = 8,
  OPTIONS_CHECK = 16,
  OPTIONS_AUGMENT = 32,
  OPTIONS_LINK = 64,
  OPTIONS_HARNESS = 128,
  OPTIONS_INIT = 256,
  OPTIONS_REPORT = 1 << 20,
  OPTIONS_ACCEPT = 1 << 21,
  OPTIONS_WORKER = 1 << 22,
  OPTIONS_STATUS = 1 << 23,
  OPTIONS_TWO = OPTIONS_DIFF | OPTIONS_CHECK | OPTIONS_AUGMENT, /* those with OLD and NEW */
};

typedef VEC(const char *) options_texts;

struct cli_options {
  enum options_command command;
  struct explore_options explore;
  const char *entry;           /* NULL: main */
  const char *target, *only;   /* which program of several; NULL: there is one */
  const char *chosen;          /* the entry of heddle.toml that `target` is; NULL: it is none */
  const char *harness;         /* a file of the work tree that belongs to every version; NULL: none */
  bool allow_plugins;          /* flags that come from files may do anything */
  const char *task, *property; /* of --task, --property; NULL: none */
  uint32_t jobs;               /* 0: as many as there are processors; of a check: one, undivided */
  const char *cluster;         /* address of a Redis server; NULL: this machine alone */
  uint32_t units;              /* of a suite; 0: by its size */
  bool data_model_32;
  const char *save_bitcode; /* NULL: no */
  const char *out;          /* NULL: the default */
  const char *store;        /* NULL: the default */
  const char *accept;       /* file of accepted failures; NULL: none */
  struct accept accepted;   /* its contents */
  const char *suite;        /* directory of tests; NULL: none */
  const char *hunt_from;    /* likewise, for hunting */
  bool no_store, rebuild_store;
  uint64_t store_limit_kib; /* 0: none */
  bool json;
  const char *json_file;             /* NULL with json: stdout */
  const char *reports[FORMAT_COUNT]; /* files of the other forms; NULL: not asked for */
  enum report_style style;           /* of the standard output */
  enum report_level level;
  enum options_colour { COLOUR_AUTO, COLOUR_ALWAYS, COLOUR_NEVER } colour;
  bool full_schedule;
  bool silent; /* of the library: nothing is printed */
  bool stats, dump_ir, dump_static, dump_change;
  bool sets;       /* diff: show them */
  const char *why; /* diff: FILE:LINE; NULL: nothing was asked */
  enum check_strategy check_strategy;
  enum check_guarantee guarantee;
  enum fail_on fail_on;            /* check: which failures decide about the exit code */
  bool fail_never;                 /* run: none does */
  enum target_criterion criterion; /* augment: what to cover */
  enum augment_order target_order;
  bool all_targets, list_targets, only_random, only_targets, reuse_tests, restart;
  uint32_t random_schedules;
  uint64_t seed;
  bool native, gdb;       /* replay: on a native build; in the debugger */
  uint32_t times;         /* native replays; 0: one */
  const char *instrument; /* where program_load writes the code for a native replay; NULL: nowhere */
  const char *sanitize;   /* that code for this sanitizer of clang: "address", "memory"; NULL: none */
  bool watch;             /* that code with calls of the runtime's own checks */
  bool help, version, list_library, man;
  uint32_t threads;                   /* of a harness; 0: 2 */
  const char *man_page, *completion;  /* a command; a shell; NULL: not asked for */
  options_texts words;                /* what is no option: the program, the test */
  options_texts flags;                /* compiler flags of --cflags */
  options_texts old_flags, new_flags; /* those of one version */
  options_texts cflags;    /* what followed "--": compiler flags, after those of --cflags; of OPTIONS_TWO as written */
  options_texts arguments; /* of the program under test */
  VEC(struct given_file) files;
  options_texts recorded; /* options, as written, that belong into tests */
  options_texts given;    /* all options, as written */
  bool tests_chosen;      /* --tests was given, here or in a file */
  const char *revision;   /* commit of the program; NULL: none. Its inputs and flags are relative to `prefix` in it */
  const char *prefix;
  struct store *opened;          /* use_store.h: the store, until a command takes it; NULL: not open */
  struct cached *cached;         /* programs that were compiled before; NULL: nobody asked yet */
  struct version_context *place; /* of program_load: the revision's files, until program_close */
  struct arena memory;           /* of texts made here */
  char error[512];               /* why reading failed: one line */
};

/* Reads the texts (without the program's name and the command). False: options->error says why. */
bool options_read(struct cli_options *options, enum options_command command, const char *const *texts, uint32_t count);
/* One more option of `heddle run`, as if it had been given; the text must live as long. False after a message. */
bool options_add(struct cli_options *options, const char *text);
/* The same for an option of a file, which gives way to the command line. One that is not for this command but for
   another is skipped. False: options->error. */
bool options_add_default(struct cli_options *options, const char *text);
void options_free(struct cli_options *options);

/* May the text on the standard output have colours? */
uint32_t options_jobs(const struct cli_options *options); /* as given, else one for each processor */
bool options_wants_colour(const struct cli_options *options);

/* A copy that lives as long as the options. */
const char *options_keep(struct cli_options *options, const char *text);

/* Sets the error and returns false. */
bool options_fail(struct cli_options *options, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* One row of the table. */
struct option_row;
typedef bool option_parse(struct cli_options *options, const struct option_row *row, const char *value);
struct option_row {
  const char *group;    /* title of a group: then nothing else is set */
  const char *name;     /* without the dashes */
  const char *argument; /* "", "=X" or "[=X]" */
  unsigned commands;    /* enum options_command */
  bool recorded;
  option_parse *parse;
  size_t field; /* offset in struct cli_options */
  const char *help;
};
extern const struct option_row option_rows[];
extern const uint32_t noption_rows;

/* The option's name in "--name=value"; its length. */
size_t options_name_length(const char *text);
/* May this option come from a test? Only those that are recorded there: a foreign file must not name files to write. */
bool options_is_recorded(const char *text);
#endif
