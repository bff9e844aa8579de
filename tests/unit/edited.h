/* Texts of programs that differ in one place. */
#ifndef TESTS_EDITED_H
#define TESTS_EDITED_H
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

/* A copy of the source with the first occurrence of one text replaced by another; freed by the caller. */
static inline char *edited(const char *source, const char *from, const char *to) {
  const char *at = strstr(source, from);
  assert_non_null(at);
  size_t room = strlen(source) + strlen(to) + 1;
  char *copy = malloc(room);
  assert_non_null(copy);
  snprintf(copy, room, "%.*s%s%s", (int)(at - source), source, to, at + strlen(from));
  return copy;
}
#endif
