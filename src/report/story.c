/* A stored run for people: the verdict, a few lines for each failure, why it is incomplete, and the figures. The source
   lines are those that the run has seen, whatever the files are by now. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "report/formats.h"
#include "report/model.h"
#include "report/words.h"

static void put(FILE *out, const char *text) {
  char *clean = words_clean(text, true);
  fputs(clean, out);
  free(clean);
}

static void put_place(FILE *out, const json_t *place) {
  put(out, *model_text(place, "file") ? model_text(place, "file") : "(no source)");
  if (model_count(place, "line")) fprintf(out, ":%" PRIu64, model_count(place, "line"));
  if (model_count(place, "column")) fprintf(out, ":%" PRIu64, model_count(place, "column"));
}

static void put_inputs(FILE *out, const json_t *failure) {
  size_t at;
  json_t *input;
  json_array_foreach (json_object_get(failure, "inputs"), at, input) {
    const json_t *number = json_object_get(input, "int");
    fputs("  ", out);
    put(out, model_text(input, "name"));
    if (number) fprintf(out, " = %" JSON_INTEGER_FORMAT "\n", json_integer_value(number));
    else fprintf(out, " = 0x%s\n", model_text(input, "hex"));
  }
}

static void put_failure(FILE *out, const json_t *model, const json_t *failure, const char *list) {
  const char *age = model_age(model, failure);
  bool old = !strcmp(age, "fixed");
  const char *line = model_source(model, old, model_text(failure, "file"), model_count(failure, "line"));
  fputc('\n', out);
  put_place(out, failure);
  fprintf(out, ": %s%s: ", !strcmp(list, "warnings") ? "warning: " : "", model_text(failure, "kind"));
  put(out, model_message(failure));
  if (!strcmp(list, "accepted")) fputs(" (accepted)", out);
  else if (*age) fprintf(out, " (%s)", age);
  fputc('\n', out);
  if (line) {
    fprintf(out, "%6" PRIu64 " | ", model_count(failure, "line"));
    put(out, line);
    fputc('\n', out);
  }
  put_inputs(out, failure);
  if (!*model_text(failure, "test")) return;
  fputs("  test ", out);
  put(out, model_text(failure, "test"));
  fputc('\n', out);
}

static void put_list(FILE *out, const json_t *model, const char *list) {
  size_t at;
  json_t *failure;
  json_array_foreach (json_object_get(model, list), at, failure) put_failure(out, model, failure, list);
}

void story_text(FILE *out, const json_t *model) {
  char count[WORDS_COUNT], figure[WORDS_FIGURE];
  const json_t *runs = json_object_get(model, "runs"), *stats = json_object_get(model, "stats");
  size_t at;
  json_t *reason;
  fprintf(out, "%s: %s in ", model_text(model, "verdict"),
          words_count(json_array_size(json_object_get(model, "failures")), "failure", count));
  fprintf(out, "%s\n", words_count(model_count(runs, "full") + model_count(runs, "partial"), "run", count));
  put_list(out, model, "failures");
  put_list(out, model, "warnings");
  put_list(out, model, "fixed");
  put_list(out, model, "accepted");
  if (json_array_size(json_object_get(model, "reasons"))) fputs("\nnot everything was explored:\n", out);
  json_array_foreach (json_object_get(model, "reasons"), at, reason) {
    fputs("  ", out);
    put(out, json_string_value(reason));
    fputc('\n', out);
  }
  fprintf(out, "\nfigures %s, %s\n", words_count(model_count(stats, "instructions"), "instruction", count),
          words_seconds(model_real(stats, "seconds"), figure));
}
