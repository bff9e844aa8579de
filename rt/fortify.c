/* The checked forms of memory and string functions that fortified headers call: one more argument, the size of
   the target as the compiler knows it. That may be a member of a larger object, so this check says more than the
   interpreter's. */
#include <string.h>
#include "builtins.h"

static void check(size_t n, size_t known) {
  if (n > known) __heddle_fail("memory", "library call writes more than the target holds");
}

#define COPY(name, from_type)                                                                                          \
  void *__##name##_chk(void *to, from_type from, size_t n, size_t known);                                              \
  void *__##name##_chk(void *to, from_type from, size_t n, size_t known) {                                             \
    check(n, known);                                                                                                   \
    return name(to, from, n);                                                                                          \
  }
COPY(memcpy, const void *)
COPY(memmove, const void *)
COPY(mempcpy, const void *)
COPY(memset, int)

#define BOUNDED(name)                                                                                                  \
  char *__##name##_chk(char *to, const char *from, size_t n, size_t known);                                            \
  char *__##name##_chk(char *to, const char *from, size_t n, size_t known) {                                           \
    check(n, known);                                                                                                   \
    return name(to, from, n);                                                                                          \
  }
BOUNDED(strncpy)
BOUNDED(stpncpy)

#define WHOLE(name)                                                                                                    \
  char *__##name##_chk(char *to, const char *from, size_t known);                                                      \
  char *__##name##_chk(char *to, const char *from, size_t known) {                                                     \
    check(strlen(from) + 1, known);                                                                                    \
    return name(to, from);                                                                                             \
  }
WHOLE(strcpy)
WHOLE(stpcpy)

char *__strcat_chk(char *to, const char *from, size_t known);
char *__strcat_chk(char *to, const char *from, size_t known) {
  check(strlen(to) + strlen(from) + 1, known);
  return strcat(to, from);
}

char *__strncat_chk(char *to, const char *from, size_t n, size_t known);
char *__strncat_chk(char *to, const char *from, size_t n, size_t known) {
  check(strlen(to) + strnlen(from, n) + 1, known);
  return strncat(to, from, n);
}

void __explicit_bzero_chk(void *to, size_t n, size_t known);
void __explicit_bzero_chk(void *to, size_t n, size_t known) {
  check(n, known);
  explicit_bzero(to, n);
}
