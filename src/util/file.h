/* Reading a whole file. Only regular files are read: a FIFO or a device may never come to an end, or never begin. */
#ifndef HEDDLE_UTIL_FILE_H
#define HEDDLE_UTIL_FILE_H
#include <stddef.h>
#include <sys/types.h>

/* What a file that is not regular is: "it is a FIFO"; NULL: it is regular. */
const char *file_why_special(mode_t mode);
/* Its descriptor, never waiting for anybody. -1: *why says why, a text that lives as long as the program or until the
   next error. */
int file_open(const char *path, const char **why);
/* The contents with a NUL behind them, freed by the caller. NULL: *why. */
char *file_whole(const char *path, size_t *length, const char **why);
#endif
