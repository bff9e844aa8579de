/* Compiler flags that come from a file: a compilation database, heddle.toml, a test. Whoever looks at a foreign program
   must be able to trust that compiling it only reads. */
#ifndef HEDDLE_UTIL_FLAGS_TRUST_H
#define HEDDLE_UTIL_FLAGS_TRUST_H
#include <stddef.h>
#include <stdint.h>

/* What was left out, each flag once, for one warning. */
struct flags_dropped {
  char text[400];
  size_t used;
};

/* Leaves out flags that load code into the compiler, make it run other programs, read further flags that nobody sees,
   or write files. The words are only moved. Returns how many are left. */
uint32_t flags_keep_trusted(const char **words, uint32_t count, struct flags_dropped *dropped);
/* Says it, if there is something to say. */
void flags_warn(const struct flags_dropped *dropped, const char *source);
#endif
