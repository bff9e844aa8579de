/* Directories that are heddle's own and no business of version control. */
#ifndef HEDDLE_UTIL_HIDDEN_H
#define HEDDLE_UTIL_HIDDEN_H

/* Has git ignore the directory and what is in it, unless somebody said otherwise there. */
void hidden_from_git(const char *directory);
#endif
