/* Reads one line of a source file. The file may be missing, another one by now, or no text at all: then nothing is
   shown, and the report is still right. */
#include "report/source.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { LONGEST_LINE = 2000 };

/* Opening something that is no plain file (a FIFO, a device) could wait for ever. */
static FILE *open_plain(const char *file) {
  struct stat st;
  if (stat(file, &st) || !S_ISREG(st.st_mode)) return NULL;
  return fopen(file, "re");
}

char *source_line(const char *file, uint32_t line) {
  FILE *in = line ? open_plain(file) : NULL;
  if (!in) return NULL;
  char *text = NULL;
  size_t capacity = 0;
  ssize_t length = -1;
  for (uint32_t i = 0; i < line; i++)
    if ((length = getline(&text, &capacity, in)) < 0) break;
  fclose(in);
  while (length > 0 && (text[length - 1] == '\n' || text[length - 1] == '\r')) text[--length] = 0;
  if (length < 0 || length > LONGEST_LINE || memchr(text, 0, (size_t)length)) {
    free(text);
    return NULL;
  }
  return text;
}

char *source_line_of(const struct ir_program *program, const char *name, uint32_t line) {
  if (!program) return source_line(name, line);
  char *file = ir_source_file(program, name), *text = source_line(file, line);
  free(file);
  return text;
}
