/* Coverage as a tracefile of lcov: for each source file the functions, and the lines with how often the search came
   there. A stretch that many runs share is executed once and counts once. */
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>

#include "report/formats.h"
#include "report/model.h"

static json_int_t number_at(const json_t *list, size_t index) {
  return json_integer_value(json_array_get(list, index));
}

/* Names come from the program: a record is one line, and its fields are divided by commas. */
static void put_name(FILE *out, const char *name) {
  for (; *name; name++) fputc((unsigned char)*name < ' ' || *name == ',' ? '_' : *name, out);
}

static void put_functions(FILE *out, const json_t *functions) {
  size_t at, hit = 0;
  json_t *one;
  json_array_foreach (functions, at, one) {
    fprintf(out, "FN:%" JSON_INTEGER_FORMAT ",", number_at(one, 1));
    put_name(out, json_string_value(json_array_get(one, 0)));
    fputc('\n', out);
  }
  json_array_foreach (functions, at, one) {
    hit += number_at(one, 2) > 0;
    fprintf(out, "FNDA:%" JSON_INTEGER_FORMAT ",", number_at(one, 2));
    put_name(out, json_string_value(json_array_get(one, 0)));
    fputc('\n', out);
  }
  fprintf(out, "FNF:%zu\nFNH:%zu\n", json_array_size(functions), hit);
}

static void put_lines(FILE *out, const json_t *lines) {
  size_t at, hit = 0;
  json_t *one;
  json_array_foreach (lines, at, one) {
    hit += number_at(one, 1) > 0;
    fprintf(out, "DA:%" JSON_INTEGER_FORMAT ",%" JSON_INTEGER_FORMAT "\n", number_at(one, 0), number_at(one, 1));
  }
  fprintf(out, "LF:%zu\nLH:%zu\n", json_array_size(lines), hit);
}

void lcov_write(FILE *out, const json_t *model) {
  const json_t *details = json_object_get(model, "details");
  size_t at;
  json_t *file;
  fputs("TN:heddle\n", out);
  json_array_foreach (json_object_get(details, "coverage"), at, file) {
    char real[PATH_MAX];
    const char *name = model_text(file, "file");
    fputs("SF:", out);
    put_name(out, realpath(name, real) ? real : name);
    fputc('\n', out);
    put_functions(out, json_object_get(file, "functions"));
    put_lines(out, json_object_get(file, "lines"));
    fputs("end_of_record\n", out);
  }
}
