/* The three standard streams. A stream is told apart by its descriptor; the flags matter for standard input only. */
#ifndef HEDDLE_RT_STDIO_STREAM_H
#define HEDDLE_RT_STDIO_STREAM_H
#include <stdio.h>

enum { RT_STREAM_END = 1, RT_STREAM_ERROR = 2 }; /* bits of FILE's _flags */

size_t __heddle_rt_input(void *to, size_t n); /* up to n bytes of standard input; what ungetc pushed back comes first */
#endif
