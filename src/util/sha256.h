/* SHA-256 (FIPS 180-4) of bytes, for forms that ask for it. */
#ifndef HEDDLE_UTIL_SHA256_H
#define HEDDLE_UTIL_SHA256_H
#include <stddef.h>

enum { SHA256_TEXT = 65 };
/* In hexadecimal digits, ended by a zero. */
void sha256_text(const void *bytes, size_t count, char text[SHA256_TEXT]);
#endif
