/* Small pieces of text that the printers share: safe text, bytes, figures. */
#ifndef HEDDLE_REPORT_WORDS_H
#define HEDDLE_REPORT_WORDS_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A copy in valid UTF-8: a byte that is not part of a valid character becomes \xNN. With `printable`, control
   characters
   too (a name in a program must not be able to drive a terminal), newlines and tabs excepted. Freed by the caller. */
char *words_clean(const char *text, bool printable);

/* Bytes as two hexadecimal digits each. Freed by the caller. */
char *words_hex(const uint8_t *bytes, uint32_t size);

/* Bytes as a quoted C string, at most `limit` bytes of them, then "...". Freed by the caller. */
char *words_quote(const uint8_t *bytes, uint32_t size, uint32_t limit);

/* The bytes as a little-endian number, sign extended; false for other sizes than 1, 2, 4, 8. */
bool words_number(const uint8_t *bytes, uint32_t size, int64_t *value);

/* 1234567 as "1,234,567". The text lies in the buffer that is passed. */
enum { WORDS_FIGURE = 32 };
const char *words_figure(uint64_t value, char buffer[WORDS_FIGURE]);

/* "1 run", "2 runs" with figures as above. */
enum { WORDS_COUNT = 64 };
const char *words_count(uint64_t value, const char *one, char buffer[WORDS_COUNT]);

/* A duration as a person says it: "0.031 s", "12.4 s", "3 min 07 s". */
const char *words_seconds(double seconds, char buffer[WORDS_FIGURE]);

/* Bytes of the text that fit into so many columns, at least one character of it; up to a space where there is one in
   the second half. */
size_t words_fitting(const char *text, int room);

/* A path as one word of a POSIX shell command, quoted only if needed. Freed by the caller. */
char *words_shell(const char *text);
#endif
