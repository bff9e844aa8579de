/* The formatting engine of the printf family. It hands bytes to a sink: memory, or one of the output streams. */
#ifndef HEDDLE_RT_STDIO_FORMAT_H
#define HEDDLE_RT_STDIO_FORMAT_H
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

enum { RT_SINK_CHUNK = 256 };
struct rt_sink {
  int fd;           /* > 0: a stream; 0: memory */
  char *memory;     /* where the next byte goes ... */
  size_t room;      /* ... while this many may still be stored */
  size_t count;     /* bytes produced, stored or not */
  int saw_symbolic; /* a conversion was replaced by a mark, the count is unknown */
  size_t fill;      /* of chunk: bytes not handed to the stream yet */
  char chunk[RT_SINK_CHUNK];
};

/* The arguments as a struct, so that helpers can advance the same list on every platform. */
struct rt_args {
  va_list list;
};

void __heddle_rt_format(struct rt_sink *sink, const char *format, struct rt_args *args);
void __heddle_rt_put(struct rt_sink *sink, const char *bytes, size_t n);
void __heddle_rt_pad(struct rt_sink *sink, char c, int n); /* nothing if n <= 0 */
void __heddle_rt_flush(struct rt_sink *sink);
void __heddle_rt_put_symbolic(struct rt_sink *sink); /* the mark for what is not known */

enum rt_length { RT_INT, RT_CHAR, RT_SHORT, RT_LONG, RT_LLONG, RT_MAX, RT_SIZE, RT_PTRDIFF, RT_LDOUBLE };

/* One conversion specification. */
struct rt_spec {
  int left, plus, space, alternate, zero; /* flags - + space # 0 */
  int width;
  int precision; /* -1: none */
  enum rt_length length;
  char conversion;
};
void __heddle_rt_format_long(struct rt_sink *sink, const struct rt_spec *spec, uint64_t mantissa, unsigned head);
void __heddle_rt_format_float(struct rt_sink *sink, const struct rt_spec *spec, double value);
const char *__heddle_rt_parse_length(const char *p, enum rt_length *length);
#endif
