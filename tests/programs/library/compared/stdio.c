// stdio.h: forms of the functions that take lists, that do not lock, and that old headers use.
// VERDICT: safe
// OUTPUT-LIKE-NATIVE: yes
// ARGS: -- -fno-builtin
#define _GNU_SOURCE
#include "show.h"
#include <stdarg.h>
#include <stdlib.h>
#include <sys/types.h>
#include <unistd.h>
#ifdef getc_unlocked
#undef getc_unlocked
#endif
extern char *gets(char *);
extern int _IO_getc(FILE *), _IO_putc(int, FILE *);
extern ssize_t __getdelim(char **, size_t *, int, FILE *);
extern int __isoc99_sscanf(const char *, const char *, ...), __isoc99_fscanf(FILE *, const char *, ...);
extern int __isoc99_vsscanf(const char *, const char *, va_list), __isoc99_vfscanf(FILE *, const char *, va_list);
extern int __isoc99_scanf(const char *, ...), __isoc99_vscanf(const char *, va_list);

static void lists(int which, const char *format, ...) {
  char buffer[60] = "", *made = NULL;
  va_list list;
  va_start(list, format);
  switch (which) {
  case 0: SHOW(vsprintf(buffer, format, list)), TEXT(buffer); break;
  case 1: SHOW(vasprintf(&made, format, list)), TEXT(made), free(made); break;
  case 2: SHOW(vprintf(format, list)); break;
  case 3: SHOW(vfprintf(stdout, format, list)); break;
  case 4: fflush(stdout), SHOW(vdprintf(1, format, list)); break;
  case 5: fflush(stdout), SHOW(vdprintf(77, format, list)); break;
  case 6: SHOW(vsscanf("12 ab 5", format, list)); break;
  case 7: SHOW(__isoc99_vsscanf("12 ab 5", format, list)); break;
  case 8: SHOW(vscanf(format, list)); break;
  case 9: SHOW(__isoc99_vscanf(format, list)); break;
  }
  va_end(list);
}

static void from(FILE *f, int which, const char *format, ...) {
  va_list list;
  va_start(list, format);
  if (which == 0) SHOW(vfscanf(f, format, list));
  else SHOW(__isoc99_vfscanf(f, format, list));
  va_end(list);
}

static void unlocked(FILE *f) {
  char buffer[20] = "";
  rewind(f);
  SHOW(fputc_unlocked('a', f)), SHOW(fputs_unlocked("bc\n", f) >= 0), SHOW(putc_unlocked('d', f)), SHOW(_IO_putc('e', f));
  SHOW(fwrite_unlocked("fgh\n", 1, 4, f)), SHOW(fflush_unlocked(f)), SHOW(fileno_unlocked(f) == fileno(f));
  SHOW(fseeko(f, 0, SEEK_SET)), SHOW(ftello(f)), SHOW(fseeko(f, -1, SEEK_SET)), SHOW(fseeko(f, 0, 9));
  SHOW(fgetc_unlocked(f)), SHOW(getc_unlocked(f)), SHOW(_IO_getc(f)), SHOW(getc(f));
  TEXT(fgets_unlocked(buffer, 3, f)), SHOW(fread_unlocked(buffer, 1, 10, f)), SHOW(feof_unlocked(f)), SHOW(ferror_unlocked(f));
  clearerr_unlocked(f), SHOW(feof(f)), SHOW(getc(f)), SHOW(feof(f));
}

static void lines(FILE *f) {
  char *line = NULL;
  size_t room = 0;
  rewind(f);
  SHOW(getdelim(&line, &room, 'c', f)), TEXT(line), SHOW(__getdelim(&line, &room, '\n', f)), SHOW(getline(&line, &room, f));
  TEXT(line), SHOW(getline(&line, &room, f)), SHOW(getline(NULL, &room, f)), SHOW(getline(&line, NULL, f));
  free(line);
}

static void scans(FILE *f) {
  int number = 0;
  char word[20] = "";
  rewind(f);
  fprintf(f, "17 word 0x1f 3");
  rewind(f);
  SHOW(fscanf(f, "%d %3s", &number, word)), SHOW(number), TEXT(word), SHOW(__isoc99_fscanf(f, "%s%i", word, &number));
  SHOW(number), from(f, 0, "%d", &number), SHOW(number), from(f, 1, "%d", &number), SHOW(number);
  SHOW(sscanf("5 x", "%d%*c%c", &number, word)), SHOW(__isoc99_sscanf("", "%d", &number)), SHOW(sscanf("abc", "%[a-b]", word));
  SHOW(scanf("%d", &number)), SHOW(__isoc99_scanf("%d", &number)), SHOW(getchar_unlocked());
  lists(6, "%d %s %d", &number, word, &number), lists(7, "%d %s", &number, word), lists(8, "%d", &number), lists(9, "%d", &number);
}

int main(void) {
  static char room[BUFSIZ];
  FILE *f = tmpfile();
  for (int i = 0; i < 6; i++) lists(i, "%d %s|%5.2f|%-4x|\n", i, "text", 2.345, 255u);
  unlocked(f), lines(f), scans(f), fclose(f);
  fflush(stdout), SHOW(dprintf(1, "%c%c\n", 'o', 'k')), SHOW(dprintf(-1, "x")), SHOW(putchar_unlocked('u'));
  SHOW(gets(room) == NULL), f = tmpfile(), setbuf(f, room), SHOW(fputc('x', f)), fclose(f);
  f = tmpfile(), setbuffer(f, room, 10), setlinebuf(f), SHOW(fputs("x\n", f) >= 0), fclose(f);
  f = tmpfile(), SHOW(setvbuf(f, NULL, 9, 0)), SHOW(setvbuf(f, NULL, _IONBF, 0)), fclose(f);
  return 0;
}
