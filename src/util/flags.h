/* Compiler flags that name files or directories (-I and the like), for moving them to another place. */
#ifndef HEDDLE_UTIL_FLAGS_H
#define HEDDLE_UTIL_FLAGS_H
#include <stdint.h>

#include "util/vec.h"

/* The path to use instead, freed by flags_move; NULL: it stays. */
typedef char *flags_change(void *context, const char *path);
typedef VEC(char *) flags_list; /* of owned words */

/* Appends the flags with every path in them changed; also in "-I dir", "-Idir" and "--sysroot=dir". */
void flags_move(const char *const *flags, uint32_t count, flags_change *change, void *context, flags_list *out);
void flags_free(flags_list *list);
#endif
