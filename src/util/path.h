/* Paths as text: joined, made plain, compared. Nothing here looks at the disk. Results are freed by the caller. */
#ifndef HEDDLE_UTIL_PATH_H
#define HEDDLE_UTIL_PATH_H

/* `path` seen from `directory`; "" is here. An absolute path stays what it is. */
char *path_join(const char *directory, const char *path);
/* Without "//", "." and, where something comes before it, "..": "a/../b" is "b". "" is ".". */
char *path_plain(const char *path);
/* What follows `directory` and its slash in `path`: "" for the directory itself, NULL if it is not below it. Both
   plain. */
const char *path_below(const char *directory, const char *path);
/* `path` seen from `directory`: "../src/queue.c". Both absolute and plain. */
char *path_relative(const char *directory, const char *path);
/* A name for mkstemp and mkdtemp where temporary files go: in $TMPDIR, or /tmp. */
char *path_temporary(const char *name);
#endif
