/* Lines that programs around heddle pick up: commands of GitHub's runners, and the form of gcc's messages. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "report/formats.h"
#include "report/model.h"
#include "report/words.h"

/* ---- what both tell ---- */

enum severity { SEVERITY_ERROR, SEVERITY_WARNING, SEVERITY_NOTE };

static enum severity severity_of(const json_t *model, const json_t *failure, bool warning) {
  const char *age = model_age(model, failure);
  return warning || !strcmp(age, "old") ? SEVERITY_WARNING : SEVERITY_ERROR;
}

static const char *age_words(const json_t *model, const json_t *failure) {
  const char *age = model_age(model, failure);
  if (!strcmp(age, "old")) return " (the old version fails here too)";
  return !strcmp(age, "unknown") ? " (not known to be new)" : "";
}

/* "NEW of ALL failures are new" and the like. Freed by the caller. */
static char *verdict_line(const json_t *model) {
  char *text = NULL, count[WORDS_COUNT];
  size_t size, failures = json_array_size(json_object_get(model, "failures"));
  FILE *out = open_memstream(&text, &size);
  if (!out) return mem_strdup("");
  fprintf(out, "heddle %s: %s, %s%s", model_text(model, "command"), model_text(model, "verdict"),
          words_count(failures, "failure", count),
          json_array_size(json_object_get(model, "reasons")) ? ", not everything explored" : "");
  fclose(out);
  return text;
}

/* ---- GitHub: ::error file=F,line=L::message ---- */

/* In values of properties commas and colons end something, too. */
static void put_github(FILE *out, const char *text, bool property) {
  char *clean = words_clean(text, true);
  for (const char *at = clean; *at; at++) {
    bool special = *at == '%' || *at == '\r' || *at == '\n' || (property && (*at == ':' || *at == ','));
    if (special) fprintf(out, "%%%02X", (unsigned char)*at);
    else fputc(*at, out);
  }
  free(clean);
}

static void put_property(FILE *out, const char *before, const char *name, const char *value) {
  fprintf(out, "%s%s=", before, name);
  put_github(out, value, true);
}

static void put_story(FILE *out, const json_t *failure) {
  size_t at, told = 0;
  json_t *input;
  json_array_foreach (json_object_get(failure, "inputs"), at, input) {
    const json_t *number = json_object_get(input, "int");
    if (!number || told == 8) continue;
    fputs(told++ ? ", " : "%0Ainputs: ", out);
    put_github(out, model_text(input, "name"), false);
    fprintf(out, " = %" JSON_INTEGER_FORMAT, json_integer_value(number));
  }
  if (*model_text(failure, "test")) {
    fputs("%0Areplay: heddle replay ", out);
    put_github(out, model_text(failure, "test"), false);
  }
}

static void github_failure(FILE *out, const json_t *model, const json_t *failure, bool warning) {
  static const char *const words[] = {"error", "warning", "notice"};
  char title[80];
  uint64_t line = model_count(failure, "line"), column = model_count(failure, "column");
  fprintf(out, "::%s ", words[severity_of(model, failure, warning)]);
  snprintf(title, sizeof title, "heddle: %s", model_text(failure, "kind"));
  put_property(out, "", "title", title);
  if (*model_text(failure, "file")) put_property(out, ",", "file", model_text(failure, "file"));
  if (line) fprintf(out, ",line=%" PRIu64, line);
  if (line && column) fprintf(out, ",col=%" PRIu64, column);
  fputs("::", out);
  put_github(out, model_message(failure), false);
  fputs(age_words(model, failure), out);
  put_story(out, failure);
  fputc('\n', out);
}

void annotations_github(FILE *out, const json_t *model) {
  size_t at;
  json_t *item;
  json_array_foreach (json_object_get(model, "failures"), at, item) github_failure(out, model, item, false);
  json_array_foreach (json_object_get(model, "warnings"), at, item) github_failure(out, model, item, true);
  json_array_foreach (json_object_get(model, "reasons"), at, item) {
    fputs("::warning title=heddle%3A not everything explored::", out);
    put_github(out, json_string_value(item), false);
    fputc('\n', out);
  }
  char *verdict = verdict_line(model);
  fprintf(out, "%s\n", verdict);
  free(verdict);
}

/* ---- gcc: FILE:LINE:COLUMN: error: message [heddle-kind] ---- */

static void put_line(FILE *out, const char *text) {
  char *clean = words_clean(text, true);
  for (const char *at = clean; *at; at++) fputc(*at == '\n' || *at == '\t' ? ' ' : *at, out);
  free(clean);
}

static void gcc_place(FILE *out, const json_t *place, enum severity severity) {
  static const char *const words[] = {"error", "warning", "note"};
  uint64_t line = model_count(place, "line"), column = model_count(place, "column");
  put_line(out, *model_text(place, "file") ? model_text(place, "file") : "heddle");
  if (line) fprintf(out, ":%" PRIu64, line);
  if (line && column) fprintf(out, ":%" PRIu64, column);
  fprintf(out, ": %s: ", words[severity]);
}

static void gcc_stack(FILE *out, const json_t *frames, size_t first) {
  for (size_t i = first; i < json_array_size(frames); i++) {
    gcc_place(out, json_array_get(frames, i), SEVERITY_NOTE);
    fputs("called from ", out);
    put_line(out, model_text(json_array_get(frames, i), "function"));
    fputc('\n', out);
  }
}

static void gcc_failure(FILE *out, const json_t *model, const json_t *failure, bool warning) {
  const json_t *other = json_object_get(failure, "other");
  gcc_place(out, failure, severity_of(model, failure, warning));
  put_line(out, model_message(failure));
  fprintf(out, "%s [heddle-%s]\n", age_words(model, failure), model_text(failure, "kind"));
  gcc_stack(out, json_object_get(failure, "stack"), 1);
  if (!json_array_size(json_object_get(other, "stack"))) return;
  gcc_place(out, json_array_get(json_object_get(other, "stack"), 0), SEVERITY_NOTE);
  fputs("races with ", out);
  put_line(out, model_text(other, "message"));
  fputs(" in thread ", out);
  put_line(out, model_text(other, "thread"));
  fputc('\n', out);
}

void annotations_gcc(FILE *out, const json_t *model) {
  size_t at;
  json_t *item;
  json_array_foreach (json_object_get(model, "failures"), at, item) gcc_failure(out, model, item, false);
  json_array_foreach (json_object_get(model, "warnings"), at, item) gcc_failure(out, model, item, true);
  json_array_foreach (json_object_get(model, "reasons"), at, item) {
    fputs("heddle: warning: not everything was explored: ", out);
    put_line(out, json_string_value(item));
    fputs(" [heddle-incomplete]\n", out);
  }
  char *verdict = verdict_line(model);
  fprintf(out, "%s\n", verdict);
  free(verdict);
}
