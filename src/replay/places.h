/* Where native code is in the program's source. */
#ifndef HEDDLE_REPLAY_PLACES_H
#define HEDDLE_REPLAY_PLACES_H
#include <stdbool.h>
#include <stdint.h>

struct place_text {
  char function[200], file[400];
  uint32_t line;
};

/* The first of the addresses (hexadecimal, innermost first) that lies in code of the program with debug information. */
bool places_find(const char *binary, const char *addresses, struct place_text *place);
#endif
