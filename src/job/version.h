/* One version of a program as the user gave it: files where they are, or files of a git revision. docs/versions.md
   says how such a version is written. */
#ifndef HEDDLE_JOB_VERSION_H
#define HEDDLE_JOB_VERSION_H
#include "job/options.h"
#include "front/front.h"
#include "ir/ir.h"
#include "revision/revision.h"

/* Where the user is; shared by the versions of one command. */
struct version_context {
  char *here;                            /* the current directory, absolute */
  bool asked;                            /* has the repository been looked for? */
  struct revision_repository repository; /* root NULL: this is no repository */
};

enum version_form {
  VERSION_FILES,          /* a.c,b.c: files, a directory, a database */
  VERSION_REVISION,       /* HEAD~1: a commit; its files are said elsewhere */
  VERSION_REVISION_FILES, /* HEAD~1:a.c,b.c */
};

struct version {
  enum version_form form;
  const char *role;           /* "OLD", "NEW"; "": the only one. For messages */
  char *name;                 /* as shown: "queue.c", "HEAD~1 (1a2b3c4d5e)", "the work tree" */
  char commit[REVISION_HASH]; /* of the two forms with a revision */
  options_texts inputs;       /* relative to where the user is, or absolute */
  options_texts cflags;       /* the same holds for their paths */
  struct arena memory;        /* of the texts made here */
  struct front_tree tree;     /* of a revision, once loaded: for its source text */
};

bool version_context_open(struct version_context *place); /* False after a message */
void version_context_close(struct version_context *place);
/* The repository; NULL: there is none, or no git, and `why` says what git said. */
struct revision_repository *version_repository(struct version_context *place, const char **why);

/* What does the word name? False after a message. */
bool version_read(struct version *version, struct version_context *place, const char *role, const char *word);
/* A compile_commands.json, or a directory that should have one? */
bool version_is_database(const char *path);
/* Compiles it, with the options' entry and so on. NULL after a message. */
struct ir_program *version_load(struct version *version, struct version_context *place, struct cli_options *options);
/* The text that tests carry to say how their program was given. Freed by the caller. */
char *version_describe(const struct version *version, const struct version_context *place,
                       const struct cli_options *options);
void version_free(struct version *version);
#endif
