/* OLD and NEW on the command line: two versions of one program, loaded. docs/versions.md says how they are written. */
#ifndef HEDDLE_JOB_VERSIONS_H
#define HEDDLE_JOB_VERSIONS_H
#include "job/version.h"
#include "job/options.h"
#include "ir/ir.h"

struct versions {
  struct ir_program *old, *new;
  char *old_name, *new_name;               /* as shown: "v1/queue.c", "HEAD~1 (1a2b3c4d5e)", "the work tree" */
  char *program;                           /* "queue", from NEW's first file: names the directory of tests */
  char *old_description, *new_description; /* the texts that tests carry to say how their program was given */
  struct version_context place;
  struct version old_given, new_given;
  struct config *config;     /* heddle.toml of NEW; NULL: none */
  struct config *old_config; /* of OLD, or NEW's again; NULL: none */
};

/* Reads options->words and what followed "--", and heddle.toml, whose options join `options` where the command line
   does not give them. Everything is compiled then. False after a message on stderr; versions_free is needed either
   way. `options` must outlive it. */
bool versions_load(struct versions *versions, struct cli_options *options);
void versions_free(struct versions *versions);

/* The file with the source text of a place of OLD or NEW that is called `shown` in the IR; there until versions_free.
   The text is freed by the caller. */
char *versions_source(const struct versions *versions, bool new, const char *shown);
#endif
