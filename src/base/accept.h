/* Failures that a project lives with: a text file says which, and they do not count.

   A line is one failure: KIND FUNCTION: MESSAGE, of a race KIND FUNCTION and FUNCTION: MESSAGE. `*` as the function is
   any, `*` in the message any text; without ": MESSAGE" every message is meant. Lines that begin with # are comments;
   those directly above a failure say why it is accepted. Nothing in it depends on lines of the source. */
#ifndef HEDDLE_BASE_ACCEPT_H
#define HEDDLE_BASE_ACCEPT_H
#include "base/result.h"

struct accept_entry {
  enum failure_kind kind;
  const char *function, *other; /* other: of a race, NULL: any */
  const char *message;          /* NULL: any */
  const char *why;              /* "": the file does not say */
  uint32_t line;                /* of the file */
  bool met;
};

struct accept {
  const char *path;
  VEC(struct accept_entry) entries;
  struct arena memory; /* of the texts */
};

/* False: *why says what is wrong, with its place; freed by the caller. */
bool accept_read(struct accept *accept, const char *path, char **why);
void accept_free(struct accept *accept);

/* The first entry that means this failure; NULL: none does. */
struct accept_entry *accept_find(const struct accept *accept, const struct result_failure *failure);

/* Moves what is accepted from the failures and warnings of a result to its accepted ones; the verdict follows. */
void accept_apply(struct accept *accept, struct result *result);

/* The line for a failure, freed by the caller. `function`, `other`: NULL: any. */
char *accept_line(const char *kind, const char *function, const char *other, const char *message);
/* Does the file say that already? `line`: as accept_line makes it. */
bool accept_has_line(const struct accept *accept, const char *line);
#endif
