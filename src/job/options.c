/* Reads a command line with the table of options.def.

   Options may stand anywhere before "--"; what follows "--" is for the compiler. Errors are one line that says what is
   wrong and, where a word is near to a known one, what was probably meant. */
#include "job/options.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/suggest.h"
#include "job/option_values.h"
#include "explore/record.h"
#include "front/cached.h"
#include "store/store.h"
#include "util/error.h"
#include "util/processors.h"

#define RUN OPTIONS_RUN
#define REPLAY OPTIONS_REPLAY
#define ALONE OPTIONS_ALONE
#define DIFF OPTIONS_DIFF
#define CHECK OPTIONS_CHECK
#define AUGMENT OPTIONS_AUGMENT
#define LINK OPTIONS_LINK
#define HARNESS OPTIONS_HARNESS
#define INIT OPTIONS_INIT
#define REPORT OPTIONS_REPORT
#define WORKER OPTIONS_WORKER
#define STATUS OPTIONS_STATUS
#define ACCEPT OPTIONS_ACCEPT
#define TWO OPTIONS_TWO
const struct option_row option_rows[] = {
#define GROUP(title) {.group = title},
#define OPTION(name_, argument_, commands_, recorded_, parse_, field_, help_)                                          \
  {.name = name_,                                                                                                      \
   .argument = argument_,                                                                                              \
   .commands = commands_,                                                                                              \
   .recorded = recorded_,                                                                                              \
   .parse = parse_,                                                                                                    \
   .field = offsetof(struct cli_options, field_),                                                                      \
   .help = help_},
#include "job/options.def"
#undef OPTION
#undef GROUP
};
#undef RUN
#undef REPLAY
#undef ALONE
#undef DIFF
#undef CHECK
#undef AUGMENT
#undef LINK
#undef HARNESS
#undef INIT
#undef REPORT
#undef ACCEPT
#undef TWO
const uint32_t noption_rows = sizeof option_rows / sizeof *option_rows;

bool options_fail(struct cli_options *options, const char *format, ...) {
  va_list args;
  va_start(args, format);
  vsnprintf(options->error, sizeof options->error, format, args);
  va_end(args);
  return false;
}

static void set_defaults(struct cli_options *options) {
  memset(options, 0, sizeof *options);
  options->explore.config.checks = CHECKS_STANDARD;
  options->explore.config.strategy = STRATEGY_GUIDED;
  options->explore.config.max_summaries = 200000;
  options->explore.config.net_clients = 1;
  options->explore.config.hunt = 0.25;
  options->explore.config.hunt_seed = 1;
  options->explore.config.summary_memory_kib = 256 * 1024;
  options->explore.config.max_warnings = 10;
  options->explore.config.tests = TESTS_FAILURES;
  options->explore.config.max_tests = 10000;
  options->store_limit_kib = STORE_LIMIT_STANDARD / 1024;
  options->level = REPORT_NORMAL;
  options->random_schedules = 32;
  options->seed = 1;
}

/* The row of this name for the command; if there is none, of another command. */
static const struct option_row *find_row(const char *name, size_t length, unsigned command) {
  const struct option_row *other = NULL;
  for (uint32_t i = 0; i < noption_rows; i++) {
    const struct option_row *row = &option_rows[i];
    if (!row->name || strlen(row->name) != length || strncmp(row->name, name, length)) continue;
    if (row->commands & command) return row;
    if (!other) other = row;
  }
  return other;
}

size_t options_name_length(const char *text) { return strcspn(text, "="); }

bool options_is_recorded(const char *text) {
  if (strncmp(text, "--", 2)) return false;
  const struct option_row *row = find_row(text + 2, options_name_length(text) - 2, OPTIONS_REPLAY);
  return row && row->recorded;
}

static bool fail_unknown(struct cli_options *options, enum options_command command, const char *text) {
  size_t length = options_name_length(text);
  if (text[1] != '-')
    return options_fail(options, "unknown option %.*s; compiler flags go after --", (int)length, text);
  struct suggest suggest;
  suggest_begin(&suggest, text + 2, length - 2);
  for (uint32_t i = 0; i < noption_rows; i++)
    if (option_rows[i].name && option_rows[i].commands & command) suggest_offer(&suggest, option_rows[i].name);
  if (!suggest.best) return options_fail(options, "unknown option %.*s", (int)length, text);
  return options_fail(options, "unknown option %.*s; did you mean --%s?", (int)length, text, suggest.best);
}

static const char *command_name(enum options_command command) {
  switch (command) {
  case OPTIONS_RUN: return "heddle run";
  case OPTIONS_REPLAY: return "heddle replay";
  case OPTIONS_DIFF: return "heddle diff";
  case OPTIONS_CHECK: return "heddle check";
  case OPTIONS_AUGMENT: return "heddle augment";
  case OPTIONS_LINK: return "heddle link";
  case OPTIONS_HARNESS: return "heddle harness";
  case OPTIONS_INIT: return "heddle init";
  case OPTIONS_REPORT: return "heddle report";
  case OPTIONS_WORKER: return "heddle worker";
  case OPTIONS_STATUS: return "heddle status";
  case OPTIONS_ACCEPT: return "heddle accept";
  default: return "heddle";
  }
}

static bool read_option(struct cli_options *options, enum options_command command, const char *text) {
  if (!strcmp(text, "-h")) text = "--help";
  size_t length = options_name_length(text);
  const struct option_row *row = text[1] == '-' ? find_row(text + 2, length - 2, command) : NULL;
  if (!row) return fail_unknown(options, command, text);
  if (!(row->commands & command))
    return options_fail(options, "option --%s is not for %s", row->name, command_name(command));
  const char *value = text[length] == '=' ? text + length + 1 : NULL;
  if (!value && row->argument[0] == '=')
    return options_fail(options, "option --%s needs a value: --%s%s", row->name, row->name, row->argument);
  if (value && !row->argument[0]) return options_fail(options, "option --%s takes no value", row->name);
  if (!row->parse(options, row, value)) return false;
  if (row->recorded) vec_push(&options->recorded, text);
  vec_push(&options->given, text);
  return true;
}

static bool check_combinations(struct cli_options *options) {
  if (options->json && !options->json_file && options->explore.config.show_output)
    return options_fail(options, "--show-output and --json both write to standard output; use --json=FILE");
  if (options->explore.config.stdin_file && options->explore.config.sym_stdin)
    return options_fail(options, "--stdin and --sym-stdin exclude each other");
  if (options->explore.config.net_file && options->explore.config.sym_net)
    return options_fail(options, "--net and --sym-net exclude each other");
  if (options->no_store && (options->store || options->rebuild_store))
    return options_fail(options, "--no-store and %s exclude each other",
                        options->store ? "--store" : "--rebuild-store");
  return true;
}

/* "-j4" and "-j 4" as make has them; *used: how many texts that is. Other texts stay what they are. */
static const char *long_form(struct cli_options *options, const char *const *texts, uint32_t count, uint32_t *used) {
  const char *value = texts[0] + 2;
  *used = 1;
  if (strncmp(texts[0], "-j", 2)) return texts[0];
  if (!*value && count > 1) value = texts[1], *used = 2;
  if (!*value || value[strspn(value, "0123456789")]) {
    *used = 1;
    return texts[0];
  }
  char *text = arena_alloc(&options->memory, strlen(value) + sizeof "--jobs=");
  return strcat(strcpy(text, "--jobs="), value);
}

/* "--name value" as "--name=value", where the option needs a value and the next text can be one. */
static const char *joined(struct cli_options *options, enum options_command command, const char *const *texts,
                          uint32_t count, uint32_t *used) {
  const char *text = texts[0];
  *used = 1;
  if (strncmp(text, "--", 2) || strchr(text, '=') || count < 2 || texts[1][0] == '-') return text;
  const struct option_row *row = find_row(text + 2, strlen(text) - 2, command);
  if (!row || !(row->commands & command) || row->argument[0] != '=') return text;
  char *whole = arena_alloc(&options->memory, strlen(text) + strlen(texts[1]) + 2);
  sprintf(whole, "%s=%s", text, texts[1]);
  *used = 2;
  return whole;
}

bool options_read(struct cli_options *options, enum options_command command, const char *const *texts, uint32_t count) {
  set_defaults(options);
  options->command = command;
  uint32_t i = 0;
  for (; i < count && strcmp(texts[i], "--") != 0; i++) {
    uint32_t used;
    const char *text = long_form(options, texts + i, count - i, &used);
    if (text == texts[i]) text = joined(options, command, texts + i, count - i, &used);
    if (text[0] != '-' || !text[1]) vec_push(&options->words, text);
    else if (!read_option(options, command, text)) return false;
    i += used - 1;
  }
  for (uint32_t k = 0; !(command & OPTIONS_TWO) && k < options->flags.count; k++)
    vec_push(&options->cflags, options->flags.data[k]);
  for (i++; i < count; i++) vec_push(&options->cflags, texts[i]);
  options->explore.config.arguments = options->arguments.data;
  options->explore.config.narguments = options->arguments.count;
  options->explore.config.files = options->files.data;
  options->explore.config.nfiles = options->files.count;
  return check_combinations(options);
}

bool options_add(struct cli_options *options, const char *text) {
  bool good = read_option(options, OPTIONS_RUN, text);
  if (!good) error_say("%s", options->error);
  return good;
}

static bool is_given(const struct cli_options *options, const struct option_row *row) {
  for (uint32_t i = 0; i < options->given.count; i++) {
    const char *text = options->given.data[i];
    if (find_row(text + 2, options_name_length(text) - 2, options->command) == row) return true;
  }
  return false;
}

bool options_add_default(struct cli_options *options, const char *text) {
  const struct option_row *row = find_row(text + 2, options_name_length(text) - 2, options->command);
  if (row && row->commands != OPTIONS_ALONE && !(row->commands & options->command)) return true;
  if (row && is_given(options, row)) return true;
  uint32_t given = options->given.count;
  if (!read_option(options, options->command, text)) return false;
  options->given.count = given; /* an option of the file may be repeated there */
  options->explore.config.arguments = options->arguments.data;
  options->explore.config.narguments = options->arguments.count;
  options->explore.config.files = options->files.data;
  options->explore.config.nfiles = options->files.count;
  return check_combinations(options);
}

uint32_t options_jobs(const struct cli_options *options) { return options->jobs ? options->jobs : processors_usable(); }

bool options_wants_colour(const struct cli_options *options) {
  if (options->colour == COLOUR_AUTO) return report_wants_colour(stdout);
  return options->colour == COLOUR_ALWAYS;
}

const char *options_keep(struct cli_options *options, const char *text) {
  return strcpy(arena_alloc(&options->memory, strlen(text) + 1), text);
}

void options_free(struct cli_options *options) {
  vec_free(&options->words);
  vec_free(&options->flags);
  vec_free(&options->cflags);
  vec_free(&options->old_flags);
  vec_free(&options->new_flags);
  vec_free(&options->arguments);
  vec_free(&options->files);
  vec_free(&options->recorded);
  vec_free(&options->given);
  accept_free(&options->accepted);
  arena_free(&options->memory);
  if (options->explore.goal.record) record_close(options->explore.goal.record);
  free(options->explore.goal.record);
  cached_close(options->cached);
  store_close(options->opened);
}
