/* The three standard streams, by descriptor. Any other stream is one of files_stream.c. They are told apart by their
   addresses alone: nothing is read that another thread could change. */
#ifndef HEDDLE_RT_STDIO_STREAM_H
#define HEDDLE_RT_STDIO_STREAM_H
#include <stdio.h>

extern FILE __heddle_rt_stdin, __heddle_rt_stdout, __heddle_rt_stderr;
static inline int rt_is_file(const FILE *stream) {
  return stream != &__heddle_rt_stdin && stream != &__heddle_rt_stdout && stream != &__heddle_rt_stderr;
}

enum { RT_STREAM_END = 1, RT_STREAM_ERROR = 2 }; /* bits of FILE's _flags */

size_t __heddle_rt_input(void *to, size_t n); /* up to n bytes of standard input; what ungetc pushed back comes first */
#endif
