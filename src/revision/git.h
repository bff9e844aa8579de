/* Running git and taking its answer. */
#ifndef HEDDLE_REVISION_GIT_H
#define HEDDLE_REVISION_GIT_H
#include <stdbool.h>
#include <stddef.h>

struct git_answer {
  int code;  /* git's exit code; 127: git is not installed; -1: it could not be run or was killed */
  char *out; /* standard output, ended by a zero byte; may hold others */
  size_t length;
  char *err; /* standard error */
};

struct git_place {
  const char *directory; /* where it runs */
  const char *index;     /* index file to use; NULL: the repository's */
  bool foreign;          /* another repository than the one of the environment (GIT_DIR): a submodule */
};

/* Words up to NULL, without "git". True: exit code 0. The answer is to be freed either way. */
bool git_run(struct git_answer *answer, const struct git_place *place, const char *const *words);
void git_free(struct git_answer *answer);
/* The first line of what git complained about, without its "fatal: "; or that it is not installed. */
void git_complaint(const struct git_answer *answer, char *text, size_t capacity);
#endif
