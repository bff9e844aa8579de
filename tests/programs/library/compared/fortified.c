// What compilers call in place of others: forms that know the room, 128-bit division.
// VERDICT: safe
// OUTPUT-LIKE-NATIVE: yes
// ARGS: -- -fno-builtin
#define _GNU_SOURCE
#include "show.h"
#include <stdarg.h>
#include <stdlib.h>
#include <unistd.h>
typedef __int128 wide;
typedef unsigned __int128 uwide;
extern wide __divti3(wide, wide), __modti3(wide, wide);
extern uwide __udivti3(uwide, uwide), __umodti3(uwide, uwide);
extern void *__memcpy_chk(void *, const void *, size_t, size_t), *__memmove_chk(void *, const void *, size_t, size_t);
extern void *__mempcpy_chk(void *, const void *, size_t, size_t), *__memset_chk(void *, int, size_t, size_t);
extern void __explicit_bzero_chk(void *, size_t, size_t);
extern char *__strcpy_chk(char *, const char *, size_t), *__strcat_chk(char *, const char *, size_t), *__stpcpy_chk(char *, const char *, size_t);
extern char *__strncpy_chk(char *, const char *, size_t, size_t), *__strncat_chk(char *, const char *, size_t, size_t);
extern char *__stpncpy_chk(char *, const char *, size_t, size_t), *__fgets_chk(char *, size_t, int, FILE *);
extern int __sprintf_chk(char *, int, size_t, const char *, ...), __snprintf_chk(char *, size_t, int, size_t, const char *, ...);
extern int __printf_chk(int, const char *, ...), __fprintf_chk(FILE *, int, const char *, ...), __asprintf_chk(char **, int, const char *, ...);
extern int __dprintf_chk(int, int, const char *, ...), __vasprintf_chk(char **, int, const char *, va_list);
extern int __vsprintf_chk(char *, int, size_t, const char *, va_list), __vsnprintf_chk(char *, size_t, int, size_t, const char *, va_list);
extern int __vprintf_chk(int, const char *, va_list), __vfprintf_chk(FILE *, int, const char *, va_list);
extern ssize_t __read_chk(int, void *, size_t, size_t);
extern int __cxa_atexit(void (*)(void *), void *, void *);

static void lists(int which, const char *format, ...) {
  char buffer[30] = "", *made;
  va_list list;
  va_start(list, format);
  switch (which) {
  case 0: SHOW(__vsprintf_chk(buffer, 1, sizeof buffer, format, list)), TEXT(buffer); break;
  case 1: SHOW(__vsnprintf_chk(buffer, 3, 1, sizeof buffer, format, list)), TEXT(buffer); break;
  case 2: SHOW(__vprintf_chk(1, format, list)); break;
  case 3: SHOW(__vfprintf_chk(stdout, 1, format, list)); break;
  default: SHOW(__vasprintf_chk(&made, 1, format, list)), TEXT(made), free(made);
  }
  va_end(list);
}

static void divided(wide a, wide b) {
  SHOW(__divti3(a, b)), SHOW(__modti3(a, b)), SHOW(__udivti3((uwide)a, (uwide)b)), SHOW(__umodti3((uwide)a, (uwide)b));
  SHOW(__divti3(a, b) >> 64), SHOW(__udivti3((uwide)a, (uwide)b) >> 64);
}

static void at_end(void *text) { printf("%s\n", (char *)text); }

int main(void) {
  char buffer[30] = "abc", *made;
  FILE *f = tmpfile();
  __memcpy_chk(buffer, "xyz", 2, 30), TEXT(buffer), __memmove_chk(buffer + 1, buffer, 3, 29), TEXT(buffer), __memset_chk(buffer, 'm', 2, 30), TEXT(buffer);
  SHOW((char *)__mempcpy_chk(buffer, "pq", 2, 30) - buffer), __strcpy_chk(buffer, "copy", 30), __strcat_chk(buffer, "+cat", 30), TEXT(buffer);
  SHOW(__stpcpy_chk(buffer, "stp", 30) - buffer), __strncpy_chk(buffer, "long text", 4, 30), TEXT(buffer), __strncat_chk(buffer, "more", 2, 30), TEXT(buffer);
  SHOW(__stpncpy_chk(buffer, "stpn", 2, 30) - buffer), TEXT(buffer), __explicit_bzero_chk(buffer, 3, 30), TEXT(buffer);
  SHOW(__sprintf_chk(buffer, 1, 30, "%d", 42)), SHOW(__snprintf_chk(buffer, 4, 1, 30, "%s", "too long")), TEXT(buffer);
  SHOW(__printf_chk(1, "%x\n", 255)), SHOW(__fprintf_chk(stdout, 1, "%s\n", "f")), SHOW(__asprintf_chk(&made, 1, "%c", 'a')), TEXT(made), free(made);
  fflush(stdout), SHOW(__dprintf_chk(1, 1, "%d\n", 3)), SHOW(__read_chk(0, buffer, 5, 30)), fputs("line\nnext", f), rewind(f);
  TEXT(__fgets_chk(buffer, 30, 9, f)), fclose(f);
  for (int i = 0; i < 5; i++) lists(i, "%d|%s|\n", i, "list");
  divided(100, 7), divided(-100, 7), divided((wide)1 << 100, 12345), divided(-((wide)5 << 90), (wide)3 << 70);
  SHOW(__cxa_atexit(at_end, "end", NULL));
  return 0;
}
