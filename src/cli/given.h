/* One version of a program as the user gave it: files where they are, or files of a git revision. docs/versions.md
   says how such a version is written. */
#ifndef HEDDLE_CLI_GIVEN_H
#define HEDDLE_CLI_GIVEN_H
#include "cli/options.h"
#include "front/front.h"
#include "ir/ir.h"
#include "revision/revision.h"

/* Where the user is; shared by the versions of one command. */
struct given_place {
  char *here;                            /* the current directory, absolute */
  bool asked;                            /* has the repository been looked for? */
  struct revision_repository repository; /* root NULL: this is no repository */
};

enum given_form {
  GIVEN_FILES,          /* a.c,b.c: files, a directory, a database */
  GIVEN_REVISION,       /* HEAD~1: a commit; its files are said elsewhere */
  GIVEN_REVISION_FILES, /* HEAD~1:a.c,b.c */
};

struct given {
  enum given_form form;
  const char *role;           /* "OLD", "NEW"; "": the only one. For messages */
  char *name;                 /* as shown: "queue.c", "HEAD~1 (1a2b3c4d5e)", "the work tree" */
  char commit[REVISION_HASH]; /* of the two forms with a revision */
  options_texts inputs;       /* relative to where the user is, or absolute */
  options_texts cflags;       /* the same holds for their paths */
  struct arena memory;        /* of the texts made here */
  struct front_tree tree;     /* of a revision, once loaded: for its source text */
};

bool given_place_open(struct given_place *place); /* False after a message */
void given_place_close(struct given_place *place);
/* The repository; NULL: there is none, or no git, and `why` says what git said. */
struct revision_repository *given_repository(struct given_place *place, const char **why);

/* What does the word name? False after a message. */
bool given_read(struct given *given, struct given_place *place, const char *role, const char *word);
/* A compile_commands.json, or a directory that should have one? */
bool given_is_database(const char *path);
/* Compiles it, with the options' entry and so on. NULL after a message. */
struct ir_program *given_load(struct given *given, struct given_place *place, struct cli_options *options);
/* The text that tests carry to say how their program was given. Freed by the caller. */
char *given_record(const struct given *given, const struct given_place *place, const struct cli_options *options);
void given_free(struct given *given);
#endif
