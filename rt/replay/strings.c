/* Functions of string.h that read or write memory which threads share. They do what the C library's do; before that the
   runtime's own checks (watch.h) get to know which bytes, so that races with them are found. Elsewhere nothing is
   added. */
#include <stdlib.h>
#include <string.h>

#include "hooks.h"
#include "watch.h"

#pragma GCC diagnostic ignored "-Wmissing-prototypes" /* the program under test knows these by their other names */

void hd_library(void);

static void reads(const void *p, size_t size) { watch_range((void *)p, size, TOUCH_READ); }
static void writes(void *p, size_t size) { watch_range(p, size, TOUCH_WRITE); }

/* With its end. */
static void reads_text(const char *text) {
  if (watch_is_on()) reads(text, strlen(text) + 1);
}
static size_t size_up_to(const char *text, size_t most) {
  size_t length = strnlen(text, most);
  return length < most ? length + 1 : most;
}

size_t hd_strlen(const char *text) {
  hd_library();
  reads_text(text);
  return strlen(text);
}
size_t hd_strnlen(const char *text, size_t most) {
  hd_library();
  if (watch_is_on()) reads(text, size_up_to(text, most));
  return strnlen(text, most);
}
char *hd_strchr(const char *text, int c) {
  hd_library();
  char *found = strchr(text, c);
  if (watch_is_on()) reads(text, found ? (size_t)(found - text) + 1 : strlen(text) + 1);
  return found;
}
char *hd_strrchr(const char *text, int c) {
  hd_library();
  reads_text(text);
  return strrchr(text, c);
}

/* How many bytes of both a comparison looks at: up to the first difference or the end. */
static size_t compared(const char *a, const char *b, size_t most, bool text) {
  size_t n = 0;
  while (n < most && a[n] == b[n] && (a[n] || !text)) n++;
  return n < most ? n + 1 : most;
}
static void reads_both(const char *a, const char *b, size_t most, bool text) {
  hd_library();
  if (!watch_is_on()) return;
  size_t n = compared(a, b, most, text);
  reads(a, n);
  reads(b, n);
}
int hd_strcmp(const char *a, const char *b) {
  reads_both(a, b, SIZE_MAX, true);
  return strcmp(a, b);
}
int hd_strncmp(const char *a, const char *b, size_t most) {
  reads_both(a, b, most, true);
  return strncmp(a, b, most);
}
int hd_memcmp(const void *a, const void *b, size_t size) {
  reads_both(a, b, size, false);
  return memcmp(a, b, size);
}

char *hd_strcpy(char *to, const char *from) {
  hd_library();
  reads_text(from);
  if (watch_is_on()) writes(to, strlen(from) + 1);
  return strcpy(to, from);
}
char *hd_strncpy(char *to, const char *from, size_t most) {
  hd_library();
  if (watch_is_on()) reads(from, size_up_to(from, most));
  writes(to, most);
  return strncpy(to, from, most);
}
char *hd_strcat(char *to, const char *from) {
  hd_library();
  reads_text(from);
  reads_text(to);
  if (watch_is_on()) writes(to + strlen(to), strlen(from) + 1);
  return strcat(to, from);
}

/* Where the compiler left them calls. */
void *hd_memcpy(void *to, const void *from, size_t size) {
  hd_library();
  reads(from, size);
  writes(to, size);
  block_move(to, from, size);
  return to;
}
void *hd_memmove(void *to, const void *from, size_t size) {
  hd_library();
  reads(from, size);
  writes(to, size);
  block_move(to, from, size);
  return to;
}
void *hd_memset(void *to, int value, size_t size) {
  hd_library();
  writes(to, size);
  block_fill(to, value, size);
  return to;
}
