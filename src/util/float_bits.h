/* Floating-point numbers and their bit patterns: IEEE binary32 and binary64, as the host has them. */
#ifndef HEDDLE_UTIL_FLOAT_BITS_H
#define HEDDLE_UTIL_FLOAT_BITS_H

#include <stdint.h>
#include <string.h>

static inline float float_of_bits(uint64_t bits) {
  uint32_t low = (uint32_t)bits;
  float f;
  memcpy(&f, &low, 4);
  return f;
}

/* Of a number of 32 or 64 bits; the first has a double of the same value. */
static inline double double_of_bits(uint64_t bits, unsigned width) {
  double d;
  if (width == 32) return float_of_bits(bits);
  memcpy(&d, &bits, 8);
  return d;
}

static inline uint64_t bits_of_float(float f) {
  uint32_t bits;
  memcpy(&bits, &f, 4);
  return bits;
}

static inline uint64_t bits_of_double(double d) {
  uint64_t bits;
  memcpy(&bits, &d, 8);
  return bits;
}
#endif
