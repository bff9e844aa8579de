/* JUnit XML, as continuous integration reads it. The suite is the command; its cases are the failures, then the
   question whether something fails at all and whether everything was explored. A failure that the old version has too
   is a skipped case: it is shown and breaks nothing. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "report/formats.h"
#include "report/model.h"
#include "report/words.h"

/* Is there a character at `at` that XML 1.0 does not know, though it is valid UTF-8 (U+FFFE, U+FFFF)? */
static bool is_foreign(const char *at) { return !strncmp(at, "\xef\xbf\xbe", 3) || !strncmp(at, "\xef\xbf\xbf", 3); }

static void put(FILE *out, const char *text) {
  char *clean = words_clean(text, true);
  for (const char *at = clean; *at; at++) {
    if (is_foreign(at)) {
      fprintf(out, "\\x%02x\\x%02x\\x%02x", 0xef, 0xbf, (unsigned char)at[2]);
      at += 2;
    } else if (*at == '&') fputs("&amp;", out);
    else if (*at == '<') fputs("&lt;", out);
    else if (*at == '>') fputs("&gt;", out);
    else if (*at == '"') fputs("&quot;", out);
    else if (*at == '\n') fputs("&#10;", out);
    else if (*at == '\t') fputs("&#9;", out);
    else fputc(*at, out);
  }
  free(clean);
}

static void attribute(FILE *out, const char *name, const char *value) {
  fprintf(out, " %s=\"", name);
  put(out, value);
  fputc('"', out);
}

/* ---- a failure ---- */

static void put_frame(FILE *out, const json_t *frame) {
  put(out, "  at ");
  put(out, model_text(frame, "function"));
  put(out, " (");
  put(out, model_text(frame, "file"));
  fprintf(out, ":%" PRIu64 ":%" PRIu64 ")\n", model_count(frame, "line"), model_count(frame, "column"));
}

static void put_inputs(FILE *out, const json_t *failure) {
  size_t at;
  json_t *input;
  json_array_foreach (json_object_get(failure, "inputs"), at, input) {
    const json_t *number = json_object_get(input, "int");
    put(out, "  ");
    put(out, model_text(input, "name"));
    if (number) fprintf(out, " = %" JSON_INTEGER_FORMAT "\n", json_integer_value(number));
    else {
      put(out, " = 0x");
      put(out, model_text(input, "hex"));
      fputc('\n', out);
    }
  }
}

static void put_schedule(FILE *out, const json_t *failure) {
  size_t at;
  json_t *step;
  json_array_foreach (json_object_get(failure, "schedule"), at, step) {
    if (!json_is_true(json_object_get(step, "matters"))) continue;
    put(out, "  ");
    put(out, model_text(step, "thread"));
    fprintf(out, " line %" PRIu64 " ", model_count(step, "line"));
    put(out, model_text(step, "text"));
    fputc('\n', out);
  }
}

static void put_body(FILE *out, const json_t *failure) {
  size_t at;
  json_t *frame;
  put(out, model_message(failure));
  fputc('\n', out);
  json_array_foreach (json_object_get(failure, "stack"), at, frame) put_frame(out, frame);
  put_inputs(out, failure);
  put_schedule(out, failure);
  if (*model_text(failure, "test")) {
    put(out, "  heddle replay ");
    char *word = words_shell(model_text(failure, "test"));
    put(out, word);
    free(word);
    fputc('\n', out);
  }
}

static void put_case(FILE *out, const json_t *model, const json_t *failure) {
  char line[32];
  bool old = !strcmp(model_age(model, failure), "old");
  snprintf(line, sizeof line, "%" PRIu64, model_count(failure, "line"));
  fputs("    <testcase name=\"", out);
  put(out, model_text(failure, "kind"));
  put(out, ": ");
  put(out, model_text(failure, "function"));
  fprintf(out, ": line %s\"", line);
  attribute(out, "classname", *model_text(failure, "file") ? model_text(failure, "file") : "heddle");
  attribute(out, "file", model_text(failure, "file"));
  attribute(out, "line", line);
  fputs(" time=\"0\">\n", out);
  fprintf(out, "      <%s", old ? "skipped" : "failure");
  attribute(out, "message", old ? "the old version fails here too" : model_message(failure));
  if (!old) attribute(out, "type", model_text(failure, "kind"));
  fputs(">", out);
  put_body(out, failure);
  fprintf(out, "</%s>\n    </testcase>\n", old ? "skipped" : "failure");
}

/* ---- the suite ---- */

static uint32_t count_failures(const json_t *model, bool old) {
  size_t at;
  uint32_t count = 0;
  json_t *failure;
  json_array_foreach (json_object_get(model, "failures"), at, failure) {
    count += !strcmp(model_age(model, failure), "old") == old;
  }
  return count;
}

static void put_complete(FILE *out, const json_t *model, double seconds) {
  size_t at;
  json_t *reason;
  bool whole = !json_array_size(json_object_get(model, "reasons"));
  fprintf(out, "    <testcase name=\"everything was explored\" classname=\"heddle\" time=\"%.3f\"%s", seconds,
          whole ? "/>\n" : ">\n");
  if (whole) return;
  fputs("      <error message=\"not everything was explored\" type=\"incomplete\">", out);
  json_array_foreach (json_object_get(model, "reasons"), at, reason) {
    put(out, json_string_value(reason));
    fputc('\n', out);
  }
  fputs("</error>\n    </testcase>\n", out);
}

void junit_write(FILE *out, const json_t *model) {
  uint32_t failures = count_failures(model, false), old = count_failures(model, true);
  uint32_t errors = json_array_size(json_object_get(model, "reasons")) > 0;
  double seconds = model_real(json_object_get(model, "stats"), "seconds");
  char counts[200];
  size_t at;
  json_t *failure;
  snprintf(counts, sizeof counts, "tests=\"%u\" failures=\"%u\" errors=\"%u\" skipped=\"%u\" time=\"%.3f\"",
           failures + old + 1 + !failures, failures, errors, old, seconds);
  fprintf(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites %s>\n  <testsuite", counts);
  fprintf(out, " name=\"heddle %s ", model_text(model, "command"));
  put(out, model_text(json_object_get(model, "details"), "name"));
  fprintf(out, "\" %s>\n", counts);
  json_array_foreach (json_object_get(model, "failures"), at, failure) put_case(out, model, failure);
  if (!failures)
    fprintf(out, "    <testcase name=\"%s\" classname=\"heddle\" time=\"0\"/>\n",
            model_is_two_versions(model) ? "nothing fails newly" : "nothing fails");
  put_complete(out, model, seconds);
  fputs("  </testsuite>\n</testsuites>\n", out);
}
