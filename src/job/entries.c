/* The entries of a project as one suite. Each is a command of its own, in a process of its own: the same words with
   --target=NAME. So what one does (memory, limits, a crash) is nothing to the others, and one alone gives the same
   result. Files that would be written by all get the entry's name: report.html becomes report.NAME.html.

   In: the command line. Out: what the entries print, then a table; with --json one object with all results. */
#define _GNU_SOURCE
#include "job/entries.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/version.h"
#include "job/config.h"
#include "job/ending.h"
#include "job/output.h"
#include "report/model.h"
#include "report/words.h"
#include "util/clock.h"
#include "util/stop.h"

struct row {
  const char *name;
  int code;       /* exit code; -1: it was not begun */
  json_t *result; /* what it wrote as JSON; NULL: nothing */
  double seconds;
};

struct suite_run {
  const struct cli_options *options;
  const char *command;
  const char *const *texts;
  uint32_t ntexts;
  double started;
  FILE *json; /* of --json=FILE; NULL: none, or stdout */
  VEC(struct row) rows;
};

/* ---- whether ---- */

static bool has_files(const struct cli_options *options) {
  return options->command == OPTIONS_RUN ? options->words.count > 0 : options->cflags.count > 0;
}

/* Of a check: words that are revisions, or none. Which of them NEW is decides whose entries count. */
static bool find_new(struct version_context *place, const struct cli_options *options, char commit[REVISION_HASH]) {
  const char *why;
  commit[0] = 0;
  if (options->command == OPTIONS_RUN || !options->words.count) return true;
  struct revision_repository *r = version_repository(place, &why);
  if (!r || options->words.count > 2) return false;
  const char *first = options->words.data[0], *last = options->words.data[options->words.count - 1];
  const char *dots = strstr(last, "..");
  if (!access(first, F_OK) || !access(last, F_OK)) return false;
  if (options->words.count == 1 && !dots) return revision_find(r, first, commit) ? (commit[0] = 0, true) : false;
  const char *new = dots ? dots + 2 + (dots[2] == '.') : last;
  return revision_find(r, *new ? new : "HEAD", commit);
}

/* The entries of the version in question; false: there are none, or somebody else says what is wrong. */
static bool find_entries(struct suite_run *s, struct cli_options *options) {
  struct version_context place;
  struct config *config = NULL;
  char commit[REVISION_HASH];
  if (!version_context_open(&place)) return false;
  if (find_new(&place, options, commit) && config_find(&config, &place, commit[0] ? commit : NULL))
    for (uint32_t i = 0; config && i < config->entries.count; i++) {
      struct row row = {.name = options_keep(options, config->entries.data[i].name), .code = -1};
      vec_push(&s->rows, row);
    }
  config_free(config);
  version_context_close(&place);
  return s->rows.count > 0;
}

/* ---- one entry ---- */

/* Options whose file, or directory, would be the same for all. */
static bool names_output(const char *text) {
  static const char *const options[] = {"--html=", "--sarif=", "--junit=", "--witness=", "--dot=", "--lcov="};
  for (size_t i = 0; i < sizeof options / sizeof *options; i++)
    if (!strncmp(text, options[i], strlen(options[i]))) return true;
  return false;
}

/* "report.html" as "report.NAME.html", "tests" as "tests.NAME". */
static char *own_file(const char *text, const char *name) {
  const char *slash = strrchr(text, '/'), *dot = strrchr(text, '.');
  if (!dot || (slash && dot < slash)) dot = text + strlen(text);
  char *own = NULL;
  if (asprintf(&own, "%.*s.%s%s", (int)(dot - text), text, name, dot) < 0) own = NULL;
  return own;
}

typedef VEC(char *) word_list;

static void add(word_list *words, char *text) { vec_push(words, text); }

/* The words of the command line, with those of the entry before "--". */
static void add_words(const struct suite_run *s, const char *name, const char *json, word_list *words) {
  char *text = NULL;
  uint32_t at = 0;
  add(words, mem_strdup("heddle"));
  add(words, mem_strdup(s->command));
  for (; at < s->ntexts && strcmp(s->texts[at], "--"); at++) {
    const char *given = s->texts[at];
    bool out = !strncmp(given, "--out=", 6) || !strcmp(given, "--json") || !strncmp(given, "--json=", 7);
    if (!out) add(words, names_output(given) ? own_file(given, name) : mem_strdup(given));
    else if (given[2] == 'o') add(words, own_file(given, name));
  }
  if (asprintf(&text, "--target=%s", name) >= 0) add(words, text);
  if (asprintf(&text, "--json=%s", json) >= 0) add(words, text);
  double limit = s->options->explore.config.timeout_seconds, left = limit - (clock_now() - s->started);
  if (limit > 0 && asprintf(&text, "--timeout=%.3f", left > 0.001 ? left : 0.001) >= 0) add(words, text);
  for (; at < s->ntexts; at++) add(words, mem_strdup(s->texts[at]));
  vec_push(words, NULL);
}

static bool wants_text(const struct suite_run *s) { return !s->options->json || s->options->json_file; }

static void become(const struct suite_run *s, word_list *words) {
  int nothing = wants_text(s) ? -1 : open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nothing >= 0) dup2(nothing, 1);
  execv("/proc/self/exe", words->data);
  _exit(127);
}

/* A signal that the user sends to this process alone is passed on. */
static int wait_for(pid_t child) {
  int status = 0;
  bool passed = false;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR)
    if (stop_signal() && !passed) {
      kill(child, stop_signal());
      passed = true;
    }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static void run_entry(const struct suite_run *s, struct row *row) {
  char json[] = "/tmp/heddle-entry-XXXXXX";
  word_list words = {0};
  double started = clock_now();
  int fd = mkstemp(json);
  if (fd < 0) error_exit(EXIT_USAGE, "cannot write a temporary file: %s", strerror(errno));
  close(fd);
  add_words(s, row->name, json, &words);
  if (wants_text(s)) printf("== %s\n", row->name);
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) become(s, &words);
  row->code = child < 0 ? 127 : wait_for(child);
  row->result = json_load_file(json, 0, NULL);
  row->seconds = clock_now() - started;
  unlink(json);
  for (uint32_t i = 0; i < words.count; i++) free(words.data[i]);
  vec_free(&words);
  if (wants_text(s)) printf("\n");
}

/* ---- all ---- */

/* From good to bad: safe, incomplete, unsafe, an error. */
static int badness(int code) {
  return code == EXIT_SAFE ? 0 : code == EXIT_INCOMPLETE ? 1 : code == EXIT_UNSAFE ? 2 : 3;
}

static int code_of(const struct row *row) {
  if (row->code < 0) return EXIT_INCOMPLETE;
  return badness(row->code) == 3 ? EXIT_USAGE : row->code;
}

static const char *verdict_of(const struct row *row) {
  const char *verdict = model_text(row->result, "verdict");
  return *verdict ? verdict : row->code < 0 ? "not begun" : "error";
}

static uint32_t new_failures(const struct row *row) {
  size_t at;
  uint32_t count = 0;
  json_t *failure;
  json_array_foreach (json_object_get(row->result, "failures"), at, failure) {
    count += !json_is_false(json_object_get(failure, "new"));
  }
  return count;
}

static enum exit_code worst(const struct suite_run *s) {
  int code = EXIT_SAFE;
  for (uint32_t i = 0; i < s->rows.count; i++)
    if (badness(code_of(&s->rows.data[i])) > badness(code)) code = code_of(&s->rows.data[i]);
  return (enum exit_code)code;
}

static void print_table(const struct suite_run *s) {
  int width = (int)strlen("entry");
  char figure[WORDS_FIGURE];
  for (uint32_t i = 0; i < s->rows.count; i++)
    if ((int)strlen(s->rows.data[i].name) > width) width = (int)strlen(s->rows.data[i].name);
  bool check = s->options->command == OPTIONS_CHECK;
  printf("%-*s  %-10s  %12s  %12s  %9s\n", width, "entry", "verdict", check ? "new failures" : "failures", "runs",
         "time");
  for (uint32_t i = 0; i < s->rows.count; i++) {
    const struct row *row = &s->rows.data[i];
    const json_t *runs = json_object_get(row->result, "runs");
    printf("%-*s  %-10s  %12u  %12s  %7.2f s\n", width, row->name, verdict_of(row), new_failures(row),
           words_figure(model_count(runs, "full") + model_count(runs, "partial"), figure), row->seconds);
  }
}

static bool write_json(const struct suite_run *s, FILE *out) {
  static const char *const verdicts[] = {
      [EXIT_SAFE] = "safe", [EXIT_UNSAFE] = "unsafe", [EXIT_USAGE] = "error", [EXIT_INCOMPLETE] = "incomplete"};
  json_t *entries = json_array();
  for (uint32_t i = 0; i < s->rows.count; i++) {
    const struct row *row = &s->rows.data[i];
    json_array_append_new(entries, json_pack("{s:s,s:i,s:f,s:O?}", "name", row->name, "exit_code", code_of(row),
                                             "seconds", row->seconds, "result", row->result));
  }
  json_t *root = json_pack("{s:s,s:s,s:s,s:i,s:o}", "heddle", HEDDLE_VERSION, "command", s->command, "verdict",
                           verdicts[worst(s)], "exit_code", worst(s), "entries", entries);
  bool good = json_dumpf(root, out, JSON_INDENT(2) | JSON_REAL_PRECISION(9)) == 0 && fputc('\n', out) != EOF;
  json_decref(root);
  return good && fflush(out) == 0;
}

static bool report(struct suite_run *s) {
  if (wants_text(s)) print_table(s);
  else return write_json(s, stdout);
  if (!s->json) return true;
  output_empty_json(s->json, s->options->json_file);
  bool good = write_json(s, s->json);
  if (fclose(s->json)) good = false;
  if (!good) error_say("cannot write %s: %s", s->options->json_file, strerror(errno));
  return good;
}

static enum exit_code run_all(struct suite_run *s) {
  const struct ending ending = {s->command, s->texts, s->ntexts};
  ending_watch(&ending, 0);
  if (s->options->json_file && !(s->json = output_open_json(s->options->json_file)))
    return ending_early(&ending, s->options->level);
  for (uint32_t i = 0; i < s->rows.count && !stop_signal(); i++) run_entry(s, &s->rows.data[i]);
  stop_end();
  return report(s) ? worst(s) : EXIT_USAGE;
}

bool entries_run(struct cli_options *options, const char *const *texts, uint32_t count, enum exit_code *code) {
  bool run = options->command == OPTIONS_RUN;
  struct suite_run s = {
      .options = options, .command = run ? "run" : "check", .texts = texts, .ntexts = count, .started = clock_now()};
  if (options->target || options->task || has_files(options) || !find_entries(&s, options)) {
    vec_free(&s.rows);
    return false;
  }
  *code = run_all(&s);
  for (uint32_t i = 0; i < s.rows.count; i++) json_decref(s.rows.data[i].result);
  vec_free(&s.rows);
  return true;
}
