/* stdio.h, output: what goes to the standard streams goes to the interpreter at once, there are no buffers. Writing
   reads the stream object but never writes it, so threads that print do not conflict. For files see files_stream.c. */
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "builtins.h"
#include "files.h"
#include "stdio_format.h"
#include "stdio_stream.h"

FILE __heddle_rt_stdin = {._fileno = 0}, __heddle_rt_stdout = {._fileno = 1}, __heddle_rt_stderr = {._fileno = 2};
FILE *stdin = &__heddle_rt_stdin;
FILE *stdout = &__heddle_rt_stdout;
FILE *stderr = &__heddle_rt_stderr;

static int format_result(const struct rt_sink *s) {
  if (s->saw_symbolic) return (int)__heddle_unknown(INT_MAX);
  if (s->count <= INT_MAX) return (int)s->count;
  errno = EOVERFLOW;
  return -1;
}

/* A struct rt_args from a va_list parameter, which is a pointer on some platforms. */
#define TAKE_ARGS(name, source)                                                                                        \
  struct rt_args name;                                                                                                 \
  va_copy(name.list, source)

/* Text for a file is exact, also where it is symbolic: somebody may read it. */
static int format_file(FILE *stream, int fd, const char *format, va_list list) {
  va_list again;
  va_copy(again, list);
  int n = vsnprintf(NULL, 0, format, list);
  if (n >= 0) {
    char text[n + 1];
    vsprintf(text, format, again);
    if (stream == NULL) n = (int)write(fd, text, (size_t)n);
    else if (__heddle_files()->put(stream, text, (size_t)n) != (size_t)n) n = -1;
  }
  va_end(again);
  return n;
}

int vdprintf(int fd, const char *restrict format, va_list list) {
  if (fd >= RT_STANDARD && __heddle_files() != NULL) return format_file(NULL, fd, format, list);
  if (fd != STDOUT_FILENO && fd != STDERR_FILENO) {
    errno = EBADF;
    return -1;
  }
  struct rt_sink sink;
  sink.fd = fd;
  sink.count = sink.fill = 0;
  sink.saw_symbolic = 0;
  TAKE_ARGS(args, list);
  __heddle_rt_format(&sink, format, &args);
  va_end(args.list);
  __heddle_rt_flush(&sink);
  return format_result(&sink);
}

/* Formats into memory; at most `room` bytes are stored, without a NUL. Returns where the text ends. */
static int format_memory(char *to, size_t room, char **end, const char *format, va_list list) {
  struct rt_sink sink;
  sink.fd = 0;
  sink.memory = to;
  sink.room = room;
  sink.count = 0;
  sink.saw_symbolic = 0;
  TAKE_ARGS(args, list);
  __heddle_rt_format(&sink, format, &args);
  va_end(args.list);
  *end = sink.memory;
  return format_result(&sink);
}

int vfprintf(FILE *restrict stream, const char *restrict format, va_list list) {
  if (rt_is_file(stream)) return format_file(stream, 0, format, list);
  return vdprintf(stream->_fileno, format, list);
}

int vprintf(const char *restrict format, va_list list) { return vfprintf(stdout, format, list); }

int vsnprintf(char *restrict to, size_t size, const char *restrict format, va_list list) {
  char *end;
  int n = format_memory(to, size > 0 ? size - 1 : 0, &end, format, list);
  if (size > 0) *end = '\0';
  return n;
}

int vsprintf(char *restrict to, const char *restrict format, va_list list) {
  char *end;
  int n = format_memory(to, SIZE_MAX, &end, format, list);
  *end = '\0';
  return n;
}

int vasprintf(char **restrict result, const char *restrict format, va_list list) {
  int n = vsnprintf(NULL, 0, format, list);
  if (n < 0) return -1;
  char *text = malloc((size_t)n + 1);
  if (text == NULL) return -1;
  *result = text;
  return vsprintf(text, format, list);
}

/* The variadic form of a function that takes a va_list. */
#define VARIADIC(call)                                                                                                 \
  va_list list;                                                                                                        \
  va_start(list, format);                                                                                              \
  int n = call;                                                                                                        \
  va_end(list);                                                                                                        \
  return n;

int printf(const char *restrict format, ...) { VARIADIC(vprintf(format, list)) }
int fprintf(FILE *restrict stream, const char *restrict format, ...) { VARIADIC(vfprintf(stream, format, list)) }
int dprintf(int fd, const char *restrict format, ...) { VARIADIC(vdprintf(fd, format, list)) }
int sprintf(char *restrict to, const char *restrict format, ...) { VARIADIC(vsprintf(to, format, list)) }
int snprintf(char *restrict to, size_t size, const char *restrict format, ...) {
  VARIADIC(vsnprintf(to, size, format, list))
}
int asprintf(char **restrict result, const char *restrict format, ...) { VARIADIC(vasprintf(result, format, list)) }

/* The forms that fortified headers call: a flag, and the size of the target as the compiler knows it. */
static void check_room(size_t size, size_t known) {
  if (size > known) __heddle_fail("memory", "snprintf may write more than the target holds");
}

int __vfprintf_chk(FILE *stream, int flag, const char *format, va_list list);
int __vprintf_chk(int flag, const char *format, va_list list);
int __vsprintf_chk(char *to, int flag, size_t known, const char *format, va_list list);
int __vsnprintf_chk(char *to, size_t size, int flag, size_t known, const char *format, va_list list);
int __vasprintf_chk(char **result, int flag, const char *format, va_list list);
int __printf_chk(int flag, const char *format, ...);
int __fprintf_chk(FILE *stream, int flag, const char *format, ...);
int __dprintf_chk(int fd, int flag, const char *format, ...);
int __sprintf_chk(char *to, int flag, size_t known, const char *format, ...);
int __snprintf_chk(char *to, size_t size, int flag, size_t known, const char *format, ...);
int __asprintf_chk(char **result, int flag, const char *format, ...);

int __vfprintf_chk(FILE *stream, int flag, const char *format, va_list list) {
  (void)flag;
  return vfprintf(stream, format, list);
}

int __vprintf_chk(int flag, const char *format, va_list list) {
  (void)flag;
  return vprintf(format, list);
}

int __vsprintf_chk(char *to, int flag, size_t known, const char *format, va_list list) {
  (void)flag;
  int n = vsnprintf(to, known, format, list);
  if (n >= 0 && (size_t)n >= known) __heddle_fail("memory", "sprintf writes more than the target holds");
  return n;
}

int __vsnprintf_chk(char *to, size_t size, int flag, size_t known, const char *format, va_list list) {
  (void)flag;
  check_room(size, known);
  return vsnprintf(to, size, format, list);
}

int __vasprintf_chk(char **result, int flag, const char *format, va_list list) {
  (void)flag;
  return vasprintf(result, format, list);
}

int __printf_chk(int flag, const char *format, ...) { VARIADIC(__vprintf_chk(flag, format, list)) }
int __fprintf_chk(FILE *stream, int flag, const char *format, ...) {
  VARIADIC(__vfprintf_chk(stream, flag, format, list))
}
int __dprintf_chk(int fd, int flag, const char *format, ...) { VARIADIC(((void)flag, vdprintf(fd, format, list))) }
int __sprintf_chk(char *to, int flag, size_t known, const char *format, ...) {
  VARIADIC(__vsprintf_chk(to, flag, known, format, list))
}
int __snprintf_chk(char *to, size_t size, int flag, size_t known, const char *format, ...) {
  VARIADIC(__vsnprintf_chk(to, size, flag, known, format, list))
}
int __asprintf_chk(char **result, int flag, const char *format, ...) {
  VARIADIC(__vasprintf_chk(result, flag, format, list))
}
