/* stdio.h and unistd.h: unformatted output, and what one can ask of a stream. */
#include <limits.h>
#include <errno.h>
#include <stdio_ext.h>
#include <string.h>
#include <unistd.h>
#include "builtins.h"
#include "files.h"
#include "stdio_stream.h"

ssize_t write(int fd, const void *bytes, size_t n) {
  if (fd >= RT_STANDARD && __heddle_files() != NULL) return __heddle_files()->write(fd, bytes, n);
  if (fd != STDOUT_FILENO && fd != STDERR_FILENO) {
    errno = EBADF;
    return -1;
  }
  if (n > 0) __heddle_output(fd, bytes, n);
  return (ssize_t)n;
}

size_t fwrite(const void *restrict bytes, size_t size, size_t count, FILE *restrict stream) {
  if (size == 0 || count == 0) return 0;
  if (rt_is_file(stream)) {
    size_t put = __heddle_files()->put(stream, bytes, size * count);
    return put == size * count ? count : put / size;
  }
  return write(stream->_fileno, bytes, size * count) < 0 ? 0 : count;
}

size_t fwrite_unlocked(const void *restrict bytes, size_t size, size_t count, FILE *restrict stream) {
  return fwrite(bytes, size, count, stream);
}

int fputc(int c, FILE *stream) {
  unsigned char byte = (unsigned char)c;
  if (rt_is_file(stream)) return __heddle_files()->put(stream, &byte, 1) == 1 ? byte : EOF;
  return write(stream->_fileno, &byte, 1) < 0 ? EOF : byte;
}

int putc(int c, FILE *stream) { return fputc(c, stream); }
int fputc_unlocked(int c, FILE *stream) { return fputc(c, stream); }
int putc_unlocked(int c, FILE *stream) { return fputc(c, stream); }
int _IO_putc(int c, FILE *stream);
int _IO_putc(int c, FILE *stream) { return fputc(c, stream); }
int putchar(int c) { return fputc(c, stdout); }
int putchar_unlocked(int c) { return fputc(c, stdout); }

/* Writes the string without forking: it is printed up to its first symbolic byte, then a mark stands for the rest.
   Its length, or -1 if there was such a byte, or -2 if the stream cannot be written. */
static long put_string(const char *text, int fd) {
  static const char mark[] = "{symbolic}";
  size_t n = 0;
  while (!__heddle_is_symbolic((unsigned char)text[n]) && text[n] != '\0') n++;
  if (write(fd, text, n) < 0) return -2;
  if (!__heddle_is_symbolic((unsigned char)text[n])) return (long)n;
  __heddle_check_string(text + n, ULONG_MAX);
  write(fd, mark, sizeof mark - 1);
  return -1;
}

int fputs(const char *restrict text, FILE *restrict stream) {
  if (rt_is_file(stream)) {
    size_t n = strlen(text);
    return __heddle_files()->put(stream, text, n) == n ? 1 : EOF;
  }
  return put_string(text, stream->_fileno) == -2 ? EOF : 1;
}

int fputs_unlocked(const char *restrict text, FILE *restrict stream) { return fputs(text, stream); }

int puts(const char *text) {
  long n = put_string(text, stdout->_fileno);
  if (n == -2 || fputc('\n', stdout) == EOF) return EOF;
  return n < 0 ? 1 : (int)n + 1; /* any number that is not negative means success */
}

void perror(const char *prefix) {
  const char *text = strerror(errno);
  if (prefix != NULL && *prefix != '\0') fprintf(stderr, "%s: ", prefix);
  fprintf(stderr, "%s\n", text);
}

int fflush(FILE *stream) {
  if (stream != NULL ? rt_is_file(stream) : __heddle_files() != NULL) return __heddle_files()->flush(stream);
  return 0;
}

int fflush_unlocked(FILE *stream) { return fflush(stream); }

int fclose(FILE *stream) { return rt_is_file(stream) ? __heddle_files()->close(stream) : 0; }

int setvbuf(FILE *restrict stream, char *restrict buffer, int mode, size_t size) {
  if (rt_is_file(stream)) return __heddle_files()->buffer(stream, buffer, mode, size);
  return mode == _IOFBF || mode == _IOLBF || mode == _IONBF ? 0 : -1;
}

void setbuf(FILE *restrict stream, char *restrict buffer) { setbuffer(stream, buffer, BUFSIZ); }
void setbuffer(FILE *restrict stream, char *restrict buffer, size_t size) {
  setvbuf(stream, buffer, buffer == NULL ? _IONBF : _IOFBF, size);
}
void setlinebuf(FILE *stream) { setvbuf(stream, NULL, _IOLBF, 0); }

int fileno(FILE *stream) {
  if (stream->_fileno < 0) errno = EBADF;
  return stream->_fileno;
}
int fileno_unlocked(FILE *stream) { return fileno(stream); }
int feof(FILE *stream) { return (stream->_flags & RT_STREAM_END) != 0; }
int feof_unlocked(FILE *stream) { return feof(stream); }
int ferror(FILE *stream) { return (stream->_flags & RT_STREAM_ERROR) != 0; }
int ferror_unlocked(FILE *stream) { return ferror(stream); }
void clearerr(FILE *stream) { stream->_flags = 0; }
void clearerr_unlocked(FILE *stream) { clearerr(stream); }

int __fsetlocking(FILE *stream, int how) {
  (void)stream, (void)how;
  return 1; /* FSETLOCKING_INTERNAL, where nobody has changed it */
}

int isatty(int fd) {
  const struct rt_files *files = __heddle_files();
  errno = (fd >= 0 && fd <= STDERR_FILENO) || (files != NULL && files->is_open(fd)) ? ENOTTY : EBADF;
  return 0;
}

pid_t getpid(void) { return 1000; }
pid_t getppid(void) { return 1; }
