/* A strict reader of a part of TOML: [tables], [[arrays of tables]], keys with strings, decimal numbers, true/false,
   and arrays of these. Every file it accepts means the same to any other TOML reader. */
#ifndef HEDDLE_JOB_TOML_H
#define HEDDLE_JOB_TOML_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/mem.h"
#include "util/vec.h"

enum toml_kind { TOML_STRING, TOML_NUMBER, TOML_BOOLEAN };

struct toml_value {
  enum toml_kind kind;
  const char *text; /* of a number: digits without underscores; "true" or "false" */
};

struct toml_entry {
  const char *table; /* "" before the first one */
  uint32_t number;   /* which [[table]] of that name, from 0 */
  const char *key;
  uint32_t line;
  bool array;
  VEC(struct toml_value) values; /* one unless it is an array */
};

struct toml_table {
  const char *name;
  uint32_t line;
  uint32_t number; /* as in struct toml_entry */
  bool array;      /* [[name]] */
};

struct toml {
  VEC(struct toml_table) tables; /* in order */
  VEC(struct toml_entry) entries;
  struct arena memory;
  uint32_t line; /* of the error */
  char why[160];
};

/* False: line and why. toml_free is needed either way. */
bool toml_parse(struct toml *toml, const char *text, size_t length);
void toml_free(struct toml *toml);
#endif
