/* Rarely used functions of text: numbers in base 64, decimal digits, suboptions, pairs of bytes, names of paths. */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char digits64[] = "./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

char *l64a(long number) {
  static char text[7];
  unsigned rest = (unsigned)number;
  int n = 0;
  for (; rest != 0; rest >>= 6) text[n++] = digits64[rest & 63];
  text[n] = '\0';
  return text;
}

long a64l(const char *text) {
  unsigned long number = 0;
  for (int i = 0; i < 6 && text[i] != '\0'; i++) {
    const char *digit = strchr(digits64, text[i]);
    if (digit == NULL) break;
    number |= (unsigned long)(digit - digits64) << (6 * i);
  }
  return (long)(number & 0xffffffff);
}

/* What the text names is at *at, up to a comma; *value is what stands behind its equals sign. */
int getsubopt(char **at, char *const *names, char **value) {
  char *text = *at, *end = text + strcspn(text, ","), *sign;
  if (*text == '\0') return -1;
  sign = memchr(text, '=', (size_t)(end - text));
  size_t length = (size_t)((sign != NULL ? sign : end) - text);
  *at = *end == '\0' ? end : end + 1;
  for (int i = 0; names[i] != NULL; i++) {
    if (strncmp(names[i], text, length) != 0 || names[i][length] != '\0') continue;
    *value = sign != NULL ? sign + 1 : NULL;
    *end = '\0';
    return i;
  }
  *value = text;
  *end = '\0';
  return -1;
}

void swab(const void *from, void *to, ssize_t n) {
  const char *a = from;
  char *b = to;
  for (ssize_t i = 0; i + 1 < n; i += 2) {
    char first = a[i], second = a[i + 1];
    b[i] = second, b[i + 1] = first;
  }
}

void *memfrob(void *memory, size_t n) {
  unsigned char *bytes = memory;
  for (size_t i = 0; i < n; i++) bytes[i] ^= 42;
  return memory;
}

char *gcvt(double value, int digits, char *to) {
  sprintf(to, "%.*g", digits > 17 ? 17 : digits, value);
  return to;
}

char *canonicalize_file_name(const char *path) { return realpath(path, NULL); }
char *get_current_dir_name(void) { return getcwd(NULL, 0); }
static int is_given(const void *pointer) { return pointer != NULL; } /* the header declares that it is */
char *getwd(char *to) {
  if (is_given(to)) return getcwd(to, PATH_MAX);
  errno = EINVAL;
  return NULL;
}
