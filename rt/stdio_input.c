/* stdio.h and unistd.h, input: the standard one comes from the one object that holds it, other from files_stream.c.
   There is one position for the stream and the descriptor: reading with both natively depends on buffering anyway. */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "builtins.h"
#include "files.h"
#include "stdio_stream.h"

enum { PUSHED_BACK = 8 };

struct input {
  size_t at;
  int npushed;
  unsigned char pushed[PUSHED_BACK];
};
static struct input input;

size_t __heddle_rt_input(void *to, size_t n) {
  unsigned char *out = to;
  size_t got = 0;
  for (; got < n && input.npushed > 0; got++) out[got] = input.pushed[--input.npushed];
  unsigned long size;
  const unsigned char *all = __heddle_stdin(&size);
  size_t rest = n - got < size - input.at ? n - got : size - input.at;
  memcpy(out + got, all + input.at, rest);
  input.at += rest;
  return got + rest;
}

ssize_t read(int fd, void *to, size_t n) {
  if (fd == STDIN_FILENO) return (ssize_t)__heddle_rt_input(to, n);
  if (fd >= RT_STANDARD && __heddle_files() != NULL) return __heddle_files()->read(fd, to, n);
  errno = EBADF;
  return -1;
}

/* Reads from a stream; the end and misuse are noted in it. */
static size_t take(FILE *stream, void *to, size_t n) {
  if (rt_is_file(stream)) return __heddle_files()->get(stream, to, n, EOF);
  if (stream->_fileno != STDIN_FILENO) {
    errno = EBADF;
    stream->_flags |= RT_STREAM_ERROR;
    return 0;
  }
  size_t got = __heddle_rt_input(to, n);
  if (got < n) stream->_flags |= RT_STREAM_END;
  return got;
}

size_t fread(void *restrict to, size_t size, size_t count, FILE *restrict stream) {
  if (size == 0 || count == 0) return 0;
  return take(stream, to, size * count) / size;
}

size_t fread_unlocked(void *restrict to, size_t size, size_t count, FILE *restrict stream) {
  return fread(to, size, count, stream);
}

int fgetc(FILE *stream) {
  unsigned char c;
  return take(stream, &c, 1) == 1 ? c : EOF;
}

int getc(FILE *stream) { return fgetc(stream); }
int fgetc_unlocked(FILE *stream) { return fgetc(stream); }
int getc_unlocked(FILE *stream) { return fgetc(stream); }
int _IO_getc(FILE *stream);
int _IO_getc(FILE *stream) { return fgetc(stream); }
int getchar(void) { return fgetc(stdin); }
int getchar_unlocked(void) { return fgetc(stdin); }

int ungetc(int c, FILE *stream) {
  if (rt_is_file(stream)) return __heddle_files()->push_back(stream, c);
  if (c == EOF || stream->_fileno != STDIN_FILENO || input.npushed == PUSHED_BACK) return EOF;
  input.pushed[input.npushed++] = (unsigned char)c;
  stream->_flags &= ~RT_STREAM_END;
  return (unsigned char)c;
}

char *fgets(char *restrict to, int size, FILE *restrict stream) {
  int n = 0;
  if (size <= 0) return NULL;
  int file = rt_is_file(stream);
  if (file) n = (int)__heddle_files()->get(stream, to, (size_t)size - 1, '\n');
  while (!file && n < size - 1) {
    int c = fgetc(stream);
    if (c == EOF) break;
    to[n++] = (char)c;
    if (c == '\n') break;
  }
  if (n == 0 && size > 1) return NULL;
  to[n] = '\0';
  return to;
}

char *fgets_unlocked(char *restrict to, int size, FILE *restrict stream) { return fgets(to, size, stream); }

char *__fgets_chk(char *to, size_t known, int size, FILE *stream);
char *__fgets_chk(char *to, size_t known, int size, FILE *stream) {
  if (size > 0 && (size_t)size > known) __heddle_fail("memory", "fgets may write more than the target holds");
  return fgets(to, size, stream);
}

ssize_t __read_chk(int fd, void *to, size_t n, size_t known);
ssize_t __read_chk(int fd, void *to, size_t n, size_t known) {
  if (n > known) __heddle_fail("memory", "read may write more than the target holds");
  return read(fd, to, n);
}

char *gets(char *to);
char *gets(char *to) {
  int n = 0, c;
  while ((c = getchar()) != EOF && c != '\n') to[n++] = (char)c;
  if (c == EOF && n == 0) return NULL;
  to[n] = '\0';
  return to;
}

static ssize_t read_line(char **line, size_t *room, int stop, FILE *stream) {
  size_t n = 0;
  int c = 0;
  if (*line == NULL) *room = 0;
  while ((c = fgetc(stream)) != EOF) {
    if (n + 2 > *room) {
      size_t grown = *room < 60 ? 120 : *room * 2;
      char *p = realloc(*line, grown);
      if (p == NULL) return -1;
      *line = p;
      *room = grown;
    }
    (*line)[n++] = (char)c;
    if (c == (unsigned char)stop) break;
  }
  if (n == 0) return -1;
  (*line)[n] = '\0';
  return (ssize_t)n;
}

/* On a file it is one step, like everything that holds the lock of its stream. */
ssize_t getdelim(char **restrict line, size_t *restrict room, int stop, FILE *restrict stream) {
  if (line == NULL || room == NULL) {
    errno = EINVAL;
    return -1;
  }
  int file = rt_is_file(stream);
  if (file) __heddle_files()->begin();
  ssize_t n = read_line(line, room, stop, stream);
  if (file) __heddle_files()->end();
  return n;
}

ssize_t __getdelim(char **restrict line, size_t *restrict room, int stop, FILE *restrict stream) {
  return getdelim(line, room, stop, stream);
}

ssize_t getline(char **restrict line, size_t *restrict room, FILE *restrict stream) {
  return getdelim(line, room, '\n', stream);
}
