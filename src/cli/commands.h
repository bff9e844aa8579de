/* The commands, and what they share. Each returns the exit code of the process. */
#ifndef HEDDLE_CLI_COMMANDS_H
#define HEDDLE_CLI_COMMANDS_H
#include "cli/options.h"
#include "ir/ir.h"
#include "util/error.h"

enum exit_code command_run(const char *const *texts, uint32_t count);
enum exit_code command_check(const char *const *texts, uint32_t count);
enum exit_code command_augment(const char *const *texts, uint32_t count);
enum exit_code command_replay(const char *const *texts, uint32_t count);
enum exit_code command_link(const char *const *texts, uint32_t count);
enum exit_code command_report(const char *const *texts, uint32_t count);
enum exit_code command_init(const char *const *texts, uint32_t count);
enum exit_code command_accept(const char *const *texts, uint32_t count);
enum exit_code command_harness(const char *const *texts, uint32_t count);
enum exit_code command_worker(const char *const *texts, uint32_t count);
enum exit_code command_status(const char *const *texts, uint32_t count);
enum exit_code command_diff(const char *const *texts, uint32_t count);

/* help.c */
void help_overview(FILE *out);
void help_command(FILE *out, enum options_command command);
void help_man(FILE *out);
/* The page of one command, "run"; false: there is none of that name. */
bool help_man_command(FILE *out, const char *name);
/* The i-th command; false: there are not so many. */
struct help_entry {
  enum options_command command;
  const char *name, *summary;
};
bool help_entry(uint32_t i, struct help_entry *entry);

/* completion.c: what bash, zsh or fish reads; false: another shell. */
bool completion_print(FILE *out, const char *shell);

/* library.c */
void library_list(FILE *out);

/* program.c: what the commands do with PROGRAM. */

/* Loads what options->words from `first` on name; NULL: the message is on stderr. Files of a revision (REV:FILE) become
   their plain names there, options->revision says which. */
struct ir_program *program_load(struct cli_options *options, uint32_t first);
/* What --dump asks for of a program itself; and where dumps go, so that no other output of the command is disturbed. */
void program_dump(const struct cli_options *options, const struct ir_program *program);
FILE *program_dump_file(const struct cli_options *options);
/* Adds what heddle.toml says: options, compiler flags, and its files where the command line names none from word
   `first` on. For commands with one PROGRAM, before program_load. False after a message. */
bool program_configure(struct cli_options *options, uint32_t first);
/* Removes what was exported for a revision: when its source text is not needed any more. */
void program_close(struct cli_options *options);
/* "queue" for src/queue.c; the directory's name for a directory. Freed by the caller. */
char *program_name(const char *input);
/* The text that tests carry to say how their program was given. Freed by the caller. */
char *program_describe(const struct cli_options *options);
#endif
