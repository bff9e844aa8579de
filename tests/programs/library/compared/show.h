/* Shows results, and errors by name. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#define SHOW(call) (errno = 0, show(#call, (long)(call)))
static inline void show(const char *call, long result) {
  printf("%s = %ld", call, result);
  if (errno != 0) printf(" %s", strerror(errno));
  printf("\n");
}
#define TEXT(call) show_text(#call, call)
static inline void show_text(const char *call, const char *text) { printf("%s = [%s]\n", call, text ? text : "NULL"); }
