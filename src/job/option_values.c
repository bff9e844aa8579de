/* Parsers of option values. `row->field` says where a value goes; its type is what the parser's name says. */
#include "job/option_values.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "util/suggest.h"

static void *field(struct cli_options *options, const struct option_row *row) { return (char *)options + row->field; }

/* ---- plain values ---- */

bool parse_flag(struct cli_options *options, const struct option_row *row, const char *value) {
  (void)value;
  *(bool *)field(options, row) = true;
  return true;
}

bool parse_text(struct cli_options *options, const struct option_row *row, const char *value) {
  if (!*value) return options_fail(options, "--%s%s: the value is empty", row->name, row->argument);
  *(const char **)field(options, row) = value;
  return true;
}

bool parse_json(struct cli_options *options, const struct option_row *row, const char *value) {
  options->json = true;
  return !value || parse_text(options, row, value);
}

bool parse_quiet(struct cli_options *options, const struct option_row *row, const char *value) {
  (void)row, (void)value;
  options->level = REPORT_QUIET;
  return true;
}

bool parse_verbose(struct cli_options *options, const struct option_row *row, const char *value) {
  (void)row, (void)value;
  options->level = REPORT_VERBOSE;
  return true;
}

/* ---- numbers ---- */

/* Digits up to `end`, nothing else, at most `max`. */
static bool read_number(const char *text, const char *end, uint64_t max, uint64_t *number) {
  *number = 0;
  if (text == end) return false;
  for (; text < end; text++) {
    if (*text < '0' || *text > '9') return false;
    uint64_t digit = (uint64_t)(*text - '0');
    if (*number > (max - digit) / 10) return false;
    *number = *number * 10 + digit;
  }
  return true;
}

static bool number_of(struct cli_options *options, const struct option_row *row, const char *value, uint64_t max,
                      uint64_t *number) {
  if (read_number(value, value + strlen(value), max, number)) return true;
  return options_fail(options, "--%s=%s: not a whole number between 0 and %llu", row->name, value,
                      (unsigned long long)max);
}

bool parse_u32(struct cli_options *options, const struct option_row *row, const char *value) {
  uint64_t number;
  if (!number_of(options, row, value, UINT32_MAX, &number)) return false;
  *(uint32_t *)field(options, row) = (uint32_t)number;
  return true;
}

bool parse_u64(struct cli_options *options, const struct option_row *row, const char *value) {
  return number_of(options, row, value, UINT64_MAX, (uint64_t *)field(options, row));
}

/* MiB, kept as KiB. */
bool parse_mib(struct cli_options *options, const struct option_row *row, const char *value) {
  uint64_t *kib = field(options, row);
  if (!number_of(options, row, value, UINT64_MAX / 1024, kib)) return false;
  *kib *= 1024;
  return true;
}

bool parse_seconds(struct cli_options *options, const struct option_row *row, const char *value) {
  bool plain = value[strspn(value, "0123456789.")] == 0 && strpbrk(value, "0123456789");
  const char *point = strchr(value, '.');
  if (!plain || (point && strchr(point + 1, '.')) || strlen(value) > 15)
    return options_fail(options, "--%s=%s: not a number of seconds", row->name, value);
  *(double *)field(options, row) = strtod(value, NULL);
  return true;
}

/* Less than all. */
bool parse_share(struct cli_options *options, const struct option_row *row, const char *value) {
  char *end;
  double share = strtod(value, &end);
  if (!*value || *end || value[strspn(value, "0123456789.")] || share > 0.9)
    return options_fail(options, "--%s=%s: not a number from 0 to 0.9", row->name, value);
  *(double *)field(options, row) = share;
  return true;
}

/* MIN,MAX,LEN or N,LEN. */
bool parse_sym_args(struct cli_options *options, const struct option_row *row, const char *value) {
  uint64_t numbers[3];
  uint32_t count = 0;
  for (const char *at = value;; at++) {
    const char *end = at + strcspn(at, ",");
    if (count == 3 || !read_number(at, end, 1000000, &numbers[count++]))
      return options_fail(options, "--%s=%s: expected MIN,MAX,LEN or N,LEN", row->name, value);
    if (!*(at = end)) break;
  }
  if (count < 2) return options_fail(options, "--%s=%s: expected MIN,MAX,LEN or N,LEN", row->name, value);
  if (count == 3 && numbers[0] > numbers[1])
    return options_fail(options, "--%s=%s: MIN is greater than MAX", row->name, value);
  options->explore.config.sym_args_min = (uint32_t)numbers[0];
  options->explore.config.sym_args_max = (uint32_t)numbers[count - 2];
  options->explore.config.sym_args_len = (uint32_t)numbers[count - 1];
  return true;
}

/* ---- words ---- */

static bool fail_choice(struct cli_options *options, const struct option_row *row, const char *value) {
  return options_fail(options, "--%s=%s: must be one of %s", row->name, value, row->argument + 1);
}

/* The position of the value in the row's argument "=first|second|...". */
static bool choice_of(struct cli_options *options, const struct option_row *row, const char *value, unsigned *choice) {
  *choice = 0;
  for (const char *word = row->argument + 1;; (*choice)++) {
    size_t length = strcspn(word, "|");
    if (strlen(value) == length && !strncmp(word, value, length)) return true;
    if (!word[length]) return fail_choice(options, row, value);
    word += length + 1;
  }
}

_Static_assert(sizeof(enum explore_tests) == sizeof(unsigned) && TESTS_RUNS == 0 && TESTS_FAILURES == 1 &&
                   TESTS_PATHS == 2 && TESTS_NONE == 3,
               "the words of --tests are in this order");
_Static_assert(sizeof(enum explore_strategy) == sizeof(unsigned) && STRATEGY_NAIVE == 0 && STRATEGY_DPOR == 1 &&
                   STRATEGY_GUIDED == 2,
               "the words of --strategy are in this order");
_Static_assert(sizeof(enum check_strategy) == sizeof(unsigned) && CHECK_STRATEGY_AUTO == 0 &&
                   CHECK_STRATEGY_FULL == 1 && CHECK_STRATEGY_IMPACT == 2 && CHECK_STRATEGY_SUMMARIES == 3 &&
                   CHECK_STRATEGY_SUITE == 4 && CHECK_STRATEGY_DIVERGENCE == 5 && GUARANTEE_VERDICT == 0 &&
                   GUARANTEE_PATHS == 1,
               "the words of --strategy and --guarantee of check are in this order");
_Static_assert(sizeof(enum fail_on) == sizeof(unsigned) && FAIL_ON_NEW == 0 && FAIL_ON_ANY == 1 && FAIL_ON_NEVER == 2,
               "the words of --fail-on of check are in this order");
_Static_assert(sizeof(enum explore_extern) == sizeof(unsigned) && EXTERN_ERROR == 0 && EXTERN_INPUT == 1 &&
                   MALLOC_AUTO == 0 && MALLOC_REUSE == 1 && MALLOC_FRESH == 2,
               "the words of --unknown and --malloc are in this order");

bool parse_choice(struct cli_options *options, const struct option_row *row, const char *value) {
  return choice_of(options, row, value, (unsigned *)field(options, row));
}

bool parse_tests(struct cli_options *options, const struct option_row *row, const char *value) {
  options->tests_chosen = true;
  return parse_choice(options, row, value);
}

/* Of two words, the second one is true. */
bool parse_choice_flag(struct cli_options *options, const struct option_row *row, const char *value) {
  unsigned choice;
  if (!choice_of(options, row, value, &choice)) return false;
  *(bool *)field(options, row) = choice == 1;
  return true;
}

/* ---- lists ---- */

static bool fail_check(struct cli_options *options, const char *word, size_t length) {
  struct suggest suggest;
  suggest_begin(&suggest, word, length);
  for (uint32_t i = 0; i < CHECK_COUNT; i++) suggest_offer(&suggest, check_rows[i].text);
  if (suggest.best)
    return options_fail(options, "--check: unknown check '%.*s'; did you mean '%s'?", (int)length, word, suggest.best);
  return options_fail(options, "--check: unknown check '%.*s'; see heddle run --help", (int)length, word);
}

static bool checks_of(struct cli_options *options, const char *word, size_t length, uint32_t *bits) {
  *bits = (1u << CHECK_COUNT) - 1;
  if (length == 3 && !strncmp(word, "all", 3)) return true;
  for (uint32_t i = 0; i < CHECK_COUNT; i++) {
    *bits = 1u << i;
    if (strlen(check_rows[i].text) == length && !strncmp(check_rows[i].text, word, length)) return true;
  }
  return fail_check(options, word, length);
}

/* The first plain name empties the set; + and - work on what is there. */
bool parse_checks(struct cli_options *options, const struct option_row *row, const char *value) {
  uint32_t *checks = field(options, row), bits;
  bool replaced = false;
  for (const char *word = value;; word++) {
    char sign = *word == '+' || *word == '-' ? *word++ : 0;
    size_t length = strcspn(word, ",");
    if (!checks_of(options, word, length, &bits)) return false;
    if (!sign && !replaced) {
      *checks = 0;
      replaced = true;
    }
    *checks = sign == '-' ? *checks & ~bits : *checks | bits;
    if (replaced || bits >> CHECK_RACE & 1) options->explore.goal.ignore_races = !(*checks >> CHECK_RACE & 1);
    word += length;
    if (!*word) return true;
  }
}

bool parse_dump(struct cli_options *options, const struct option_row *row, const char *value) {
  struct {
    const char *name;
    bool *flag;
  } dumps[] = {{"ir", &options->dump_ir},
               {"static", &options->dump_static},
               {"change", &options->dump_change},
               {"expr", &options->explore.config.dump_expr},
               {"paths", &options->explore.config.dump_paths},
               {"queries", &options->explore.config.dump_queries},
               {"schedule", &options->explore.config.dump_schedule},
               {"summaries", &options->explore.config.dump_summaries}};
  enum { DUMPS = sizeof dumps / sizeof *dumps };
  for (const char *word = value;; word++) {
    size_t length = strcspn(word, ","), i = 0;
    while (i < DUMPS && !(strlen(dumps[i].name) == length && !strncmp(dumps[i].name, word, length))) i++;
    if (i == DUMPS)
      return options_fail(options, "--dump: unknown part '%.*s'; there are %s", (int)length, word, row->argument + 1);
    *dumps[i].flag = true;
    word += length;
    if (!*word) break;
  }
  if (!options->dump_change || options->command == OPTIONS_CHECK) return true;
  return options_fail(options, "--dump=change: only heddle check has two versions");
}

/* ---- files of the program under test ---- */

static bool add_file(struct cli_options *options, const struct option_row *row, struct given_file file) {
  if (!*file.name) return options_fail(options, "--%s%s: the name is empty", row->name, row->argument);
  for (uint32_t i = 0; i < options->files.count; i++)
    if (!strcmp(options->files.data[i].name, file.name))
      return options_fail(options, "--%s: there are two files '%s'", row->name, file.name);
  vec_push(&options->files, file);
  return true;
}

bool parse_file(struct cli_options *options, const struct option_row *row, const char *value) {
  const char *path = strchr(value, '=');
  char *name = arena_alloc(&options->memory, strlen(value) + 1);
  strcpy(name, value);
  if (path) name[path++ - value] = 0;
  else path = name;
  return add_file(options, row, (struct given_file){.name = name, .path = path});
}

bool parse_sym_file(struct cli_options *options, const struct option_row *row, const char *value) {
  const char *comma = strrchr(value, ',');
  uint64_t bytes;
  if (!comma || !read_number(comma + 1, comma + strlen(comma), 1 << 20, &bytes))
    return options_fail(options, "--%s%s: '%s' is not a name, a comma and a number up to 1048576", row->name,
                        row->argument, value);
  char *name = arena_alloc(&options->memory, strlen(value) + 1);
  strcpy(name, value);
  name[comma - value] = 0;
  return add_file(options, row, (struct given_file){.name = name, .bytes = (uint32_t)bytes});
}

/* ---- arguments of the program under test ---- */

bool parse_argument(struct cli_options *options, const struct option_row *row, const char *value) {
  (void)row;
  vec_push(&options->arguments, value);
  return true;
}

/* One word of a shell-like text, unquoted into `to`; NULL if a quote is not closed, else what follows. */
static const char *read_word(const char *at, char *to) {
  char quote = 0;
  for (; *at && (quote || !strchr(" \t\n", *at)); at++) {
    if (quote && *at == quote) quote = 0;
    else if (!quote && (*at == '\'' || *at == '"')) quote = *at;
    else if (*at == '\\' && quote != '\'' && at[1]) *to++ = *++at;
    else *to++ = *at;
  }
  *to = 0;
  return quote ? NULL : at;
}

static bool split_words(struct cli_options *options, const struct option_row *row, const char *value,
                        options_texts *to) {
  for (const char *at = value;;) {
    at += strspn(at, " \t\n");
    if (!*at) return true;
    char *word = arena_alloc(&options->memory, strlen(at) + 1);
    at = read_word(at, word);
    if (!at) return options_fail(options, "--%s=%s: a quote is not closed", row->name, value);
    vec_push(to, word);
  }
}

bool parse_arguments(struct cli_options *options, const struct option_row *row, const char *value) {
  return split_words(options, row, value, &options->arguments);
}

bool parse_cflags(struct cli_options *options, const struct option_row *row, const char *value) {
  return split_words(options, row, value, (options_texts *)((char *)options + row->field));
}
