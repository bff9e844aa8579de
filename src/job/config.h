/* heddle.toml: which files a program has, how they are compiled, and options. docs/versions.md describes it. */
#ifndef HEDDLE_JOB_CONFIG_H
#define HEDDLE_JOB_CONFIG_H
#include "job/version.h"
#include "job/options.h"

/* An option, as on the command line. */
struct config_option {
  const char *text;  /* "--timeout=60" */
  unsigned commands; /* enum options_command: whom it is for */
  uint32_t line;
};

/* [[entry]]: one of several programs of a project. */
struct config_entry {
  const char *name;     /* NULL: not said yet */
  const char *function; /* where it starts; NULL: main */
  const char *harness;  /* a file of the work tree, whatever the revision; NULL: none */
  options_texts files, flags;
  uint32_t line;
};

/* Paths are relative to where the user is, wherever the file lies. */
struct config {
  char *file; /* as shown in messages */
  options_texts files, flags;
  const char *compile_commands; /* a directory or database; NULL: none */
  VEC(struct config_option) options;
  VEC(struct config_entry) entries;
  struct arena memory; /* of the texts */
};

/* The nearest directory above `here` that has a .git; NULL: none. Freed by the caller. */
char *config_root(const char *here);
/* The heddle.toml of `here`, else that of `root` (NULL: none), a directory above. `tree`: the files of `root` lie
   there instead (a revision); NULL: they do not. *config becomes NULL where there is none. False after a message. */
bool config_load(struct config **config, const char *here, const char *root, const char *tree);
/* The one for a version: that of the revision `commit`; the work tree's if there is none, or if that is the version
   (NULL). */
bool config_find(struct config **config, struct version_context *place, const char *commit);
/* The entry of that name; NULL: there is none. */
const struct config_entry *config_entry(const struct config *config, const char *name);
/* Makes the entry of that name the program of the file: its files, its flags behind those of [build], its function and
   harness as options. False: the file has entries, but none of that name; or there is no file. */
bool config_choose(struct config *config, struct cli_options *options);
/* The revision's own; NULL: it has none. */
bool config_of_revision(struct config **config, struct version_context *place, const char *commit);
bool config_names_files(const struct config *config); /* or a database, or entries */
/* Leaves out flags that are not to be trusted, as config_apply does; with a warning, or without. */
void config_trust(struct config *config, const struct cli_options *options, bool warns);
/* Adds its options to those of the command line, which win, and leaves out flags that are not to be trusted. False
   after a message. */
bool config_apply(struct config *config, struct cli_options *options);
void config_free(struct config *config);
#endif
