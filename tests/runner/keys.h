/* The keys of a test file, a table: what `// KEY: value` does to the expectations. */
#ifndef HEDDLE_RUNNER_KEYS_H
#define HEDDLE_RUNNER_KEYS_H
#include "expect.h"

/* One line of the head, which is prose if it has no key. NULL, or what is wrong, for the caller to free. */
char *keys_take_line(struct expect *expect, const char *line);

/* A step that runs the default command, until the file says something else. */
void keys_add_step(struct expect *expect);

/* Cuts the next blank-separated word off the text; for the caller to free. */
char *keys_cut_word(const char **text);
#endif
