/* Reports of commands that end before their time. See ending.h. */
#include "job/ending.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/version.h"
#include "job/output.h"
#include "report/report.h"
#include "util/stop.h"

/* error_exit may be called anywhere: nobody there knows the command. */
static struct ending watched;

static void on_exit_by_error(enum exit_code code);

void ending_watch(const struct ending *ending, double seconds) {
  watched = *ending;
  error_before_exit(on_exit_by_error);
  stop_begin(seconds);
}

void ending_overrun(struct result *result, const char *what) {
  char text[100];
  stop_words(text, sizeof text);
  result_add_reason(result,
                    result_text(result, "%s, and %s did not come to its end", text, what ? what : "the command"));
  result->verdict = result->failures.count ? VERDICT_UNSAFE : VERDICT_INCOMPLETE;
}

/* ---- where the JSON object goes ---- */

/* The last --json of the command line: NULL: none; "": stdout. */
static const char *json_wanted(const char *const *texts, uint32_t count) {
  const char *wanted = NULL;
  for (uint32_t i = 0; i < count && strcmp(texts[i], "--"); i++) {
    if (!strcmp(texts[i], "--json")) wanted = "";
    else if (!strncmp(texts[i], "--json=", 7)) wanted = texts[i] + 7;
  }
  return wanted;
}

static FILE *open_json(const char *wanted) {
  if (!*wanted) return stdout;
  FILE *out = output_open_json(wanted);
  if (out) output_empty_json(out, wanted);
  return out;
}

static void close_json(FILE *out) {
  if (out != stdout && fclose(out)) error_say("the report cannot be written");
}

/* ---- errors ---- */

/* "FILE:LINE: ...", as the compiler and heddle.toml's reader say it. */
static void add_place(json_t *error, const char *message) {
  const char *colon = strchr(message, ':');
  char *end = NULL;
  unsigned long line = colon ? strtoul(colon + 1, &end, 10) : 0;
  if (!line || *end != ':' || memchr(message, ' ', (size_t)(colon - message))) return;
  json_object_set_new(error, "file", json_stringn_nocheck(message, (size_t)(colon - message)));
  json_object_set_new(error, "line", json_integer((json_int_t)line));
}

static void write_error(FILE *out, const char *command) {
  const char *message = error_first() ? error_first() : "unknown";
  json_t *object = json_object(), *error = json_object(), *text = json_string(message);
  json_object_set_new(error, "message", text ? text : json_string("a message that is no valid text"));
  if (text) add_place(error, message);
  json_object_set_new(object, "heddle", json_string(HEDDLE_VERSION));
  json_object_set_new(object, "command", json_string(command));
  json_object_set_new(object, "verdict", json_string("error"));
  json_object_set_new(object, "error", error);
  bool good = json_dumpf(object, out, JSON_INDENT(2)) == 0 && fputc('\n', out) != EOF && fflush(out) == 0;
  json_decref(object);
  if (!good) error_say("the report cannot be written");
}

/* ---- stopped before the start ---- */

static void write_stopped(FILE *json, const char *command, enum report_level level) {
  struct result result = {.verdict = VERDICT_INCOMPLETE};
  struct report_info info = {.command = command, .level = level, .colour = report_wants_colour(stdout)};
  char text[100];
  result_add_reason(&result, result_text(&result, "%s before the exploration began", stop_words(text, sizeof text)));
  if (json != stdout) report_text(stdout, &info, &result);
  if (json && !report_json(json, &info, &result)) error_say("the report cannot be written");
  result_free(&result);
}

enum exit_code ending_early(const struct ending *ending, enum report_level level) {
  const char *wanted = json_wanted(ending->texts, ending->count);
  bool stopped = stop_signal() || (stop_wanted() && !error_first());
  stop_end();
  FILE *json = wanted ? open_json(wanted) : NULL;
  if (stopped) write_stopped(json, ending->command, level);
  else if (json) write_error(json, ending->command);
  if (json) close_json(json);
  return stopped ? EXIT_INCOMPLETE : EXIT_USAGE;
}

static void on_exit_by_error(enum exit_code code) {
  (void)code;
  const char *wanted = json_wanted(watched.texts, watched.count);
  error_before_exit(NULL);
  stop_end();
  FILE *json = wanted ? open_json(wanted) : NULL;
  if (json) write_error(json, watched.command);
  if (json) close_json(json);
}
