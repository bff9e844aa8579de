/* Running a command without a shell: its words, where its output goes, how it ended. */
#ifndef HEDDLE_RUNNER_PROC_H
#define HEDDLE_RUNNER_PROC_H
#include "util/vec.h"

typedef VEC(char *) words; /* owned strings; proc_run() adds the NULL that exec wants */

/* Splits a line like a shell does: blanks separate, '..' and ".." quote, \ escapes. NULL-terminated text in, words
   appended. Returns 0, or -1 if a quote is left open. */
int words_split(words *list, const char *line);
void words_push(words *list, const char *word);
void words_free(words *list);

struct proc_result {
  int code;  /* exit code; 128 + number if a signal ended it; 127 if it could not be started */
  char *out; /* standard output, NUL-terminated */
  char *err; /* standard error */
};

/* Runs a command in directory `cwd` with empty standard input and waits for its end. */
struct proc_result proc_run(words *command, const char *cwd);
void proc_result_free(struct proc_result *result);

/* The whole file as NUL-terminated text, its size in *size if wanted; NULL if it cannot be read. */
char *file_read(const char *path, size_t *size);
char *text_format(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The directory that the path is in, "." if it does not say; for the caller to free. */
char *path_directory(const char *path);
#endif
