/* Revisions of a git repository: finding them, and their files as a directory tree to compile from.

   git itself is run for everything. The user's index, work tree and hooks are never touched: a revision is read
   into an index of our own and checked out below a temporary directory ($TMPDIR), where headers, generated names
   and everything else are those of the revision. That directory disappears with the process, however it ends. */
#ifndef HEDDLE_REVISION_REVISION_H
#define HEDDLE_REVISION_REVISION_H
#include <stdbool.h>
#include <sys/types.h>

#include "util/flags.h"
#include "util/vec.h"

enum { REVISION_HASH = 65 }; /* digits of the longest hash, and the end */

struct revision_tree {
  char commit[REVISION_HASH];
  char *root; /* absolute: where the files are */
};

struct revision_repository {
  char *root;    /* of the work tree: absolute; NULL: not opened */
  char *prefix;  /* from there to where the user is: "" or "src/" */
  char *scratch; /* temporary directory; NULL: none yet */
  int leash;     /* closed when the process ends: then `guard` removes the directory */
  pid_t guard;
  VEC(struct revision_tree) trees; /* exported so far */
  char why[400];                   /* what git said when something did not work */
};

/* The repository that `directory` is in. False: `why` says so, and only revision_close may follow. */
bool revision_open(struct revision_repository *repository, const char *directory);
void revision_close(struct revision_repository *repository);

/* Is this the name of a commit? Then its full hash. */
bool revision_find(struct revision_repository *repository, const char *name, char commit[REVISION_HASH]);
/* The root of the commit's files, exported at the first call; valid until revision_close. NULL after a message. */
const char *revision_export(struct revision_repository *repository, const char *commit);
/* A new file below the temporary directory, for one revision's use; freed by the caller. NULL after a message. */
char *revision_scratch_file(struct revision_repository *repository, const char *name);
/* Does git ignore this path of the work tree (a build directory)? */
bool revision_is_ignored(struct revision_repository *repository, const char *path);

/* relocate.c: paths of the work tree, as they are in the exported tree. Results are freed by the caller. */

/* An absolute path. What lies outside of the repository, or is ignored by git and not in the tree, stays. */
char *revision_path(struct revision_repository *repository, const char *tree, const char *path);
/* Appends compiler flags whose relative paths start in `directory` of the work tree. */
void revision_flags(struct revision_repository *repository, const char *tree, const char *directory,
                    const char *const *flags, uint32_t count, flags_list *out);
/* A compilation database for the tree made from `database`, whose relative directories start in `directory` of the work
   tree: a file in the temporary directory. NULL after a message. */
char *revision_database(struct revision_repository *repository, const char *tree, const char *database,
                        const char *directory);
/* With its parents. False: errno. */
bool revision_make_directory(const char *path);
#endif
