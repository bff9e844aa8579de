// string.h, strings.h, ctype.h, and names that compilers and old headers use.
// VERDICT: safe
// OUTPUT-LIKE-NATIVE: yes
// ARGS: -- -fno-builtin
#define _GNU_SOURCE
#include "show.h"
#include <ctype.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <strings.h>
extern int __xpg_strerror_r(int, char *, size_t);
extern char *__strdup(const char *), *__strtok_r(char *, const char *, char **), *__strndup(const char *, size_t);

int main(void) {
  char buffer[40] = "abcdef", *rest, small[4];
  bcopy(buffer, buffer + 1, 6), TEXT(buffer), bzero(buffer + 2, 2), TEXT(buffer), bcopy(buffer + 4, buffer, 3), TEXT(buffer);
  explicit_bzero(buffer, 1), TEXT(buffer);
  SHOW(ffsl(0)), SHOW(ffsl(LONG_MIN)), SHOW(ffs(12)), SHOW(ffsll(1LL << 40));
  SHOW(_tolower('A')), SHOW(_toupper('z')), SHOW(toascii(200)), SHOW(isascii(-1));
  strcpy(buffer, " one  two");
  TEXT(__strtok_r(buffer, " ", &rest)), TEXT(__strtok_r(NULL, " ", &rest)), TEXT(__strtok_r(NULL, " ", &rest));
  TEXT(__strdup("copy")), TEXT(__strndup("copy", 2)), TEXT(__strndup("", 9));
  SHOW(__xpg_strerror_r(EINVAL, buffer, sizeof buffer)), TEXT(buffer), SHOW(__xpg_strerror_r(99999, buffer, sizeof buffer));
  TEXT(buffer), SHOW(__xpg_strerror_r(EINVAL, small, sizeof small)), TEXT(small);
  for (int i = -1; i < 70; i += 5) TEXT(sigdescr_np(i)), TEXT(strsignal(i)), TEXT(strerror(i * 2));
  TEXT(basename("/a/b")), TEXT(basename("/")), TEXT(basename("")), TEXT(basename("a/"));
  SHOW(strcoll("a", "b") < 0), SHOW(strxfrm(NULL, "abc", 0)), SHOW(strverscmp("a9", "a10") < 0);
  SHOW(strverscmp("a01", "a1") < 0), SHOW(strverscmp("1.0", "1.0")), SHOW(strverscmp("000", "00") < 0);
  return 0;
}
