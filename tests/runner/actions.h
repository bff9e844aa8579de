/* What a test does besides running commands: files, revisions of a repository, tests with given inputs. */
#ifndef HEDDLE_RUNNER_ACTIONS_H
#define HEDDLE_RUNNER_ACTIONS_H
#include "check.h"

/* Writes the file of a FILE line. */
void action_file(struct test *test, const struct expect_step *step);

/* Commits everything in the directory, which becomes a repository if it is none, and tags that. */
void action_revision(struct test *test, const struct expect_step *step);

/* Writes a .ktest file with the inputs `name=number[:bytes]`. */
void action_ktest(struct test *test, const struct expect_step *step);

/* Makes the directory and those above it. */
void action_make_directory(const char *path);
#endif
