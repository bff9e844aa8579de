/* heddle: picks the command and hands it the rest of the command line. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/version.h"
#include "cli/commands.h"
#include "cli/suggest.h"

static const struct {
  const char *name;
  enum exit_code (*run)(const char *const *texts, uint32_t count);
} commands[] = {{"run", command_run},         {"diff", command_diff},       {"check", command_check},
                {"augment", command_augment}, {"replay", command_replay},   {"link", command_link},
                {"init", command_init},       {"harness", command_harness}, {"report", command_report},
                {"accept", command_accept},   {"worker", command_worker},   {"status", command_status}};
enum { NCOMMANDS = sizeof commands / sizeof *commands };

static enum exit_code unknown_command(const char *word) {
  struct suggest suggest;
  const char *end = strrchr(word, '.');
  if (end && (!strcmp(end, ".c") || !strcmp(end, ".bc") || !strcmp(end, ".i") || !strcmp(end, ".ll") ||
              !strcmp(end, ".cpp") || !strcmp(end, ".cc") || !strcmp(end, ".cxx")))
    error_exit(EXIT_USAGE, "unknown command '%s'; did you mean: heddle run %s", word, word);
  if (end && !strcmp(end, ".ktest"))
    error_exit(EXIT_USAGE, "unknown command '%s'; did you mean: heddle replay %s", word, word);
  suggest_begin(&suggest, word, strlen(word));
  for (uint32_t i = 0; i < NCOMMANDS; i++) suggest_offer(&suggest, commands[i].name);
  if (suggest.best) error_exit(EXIT_USAGE, "unknown command '%s'; did you mean '%s'?", word, suggest.best);
  error_exit(EXIT_USAGE, "unknown command '%s'; see heddle --help", word);
}

/* heddle --help and the like. */
static enum exit_code without_command(const char *const *texts, uint32_t count) {
  struct cli_options options;
  if (!options_read(&options, OPTIONS_ALONE, texts, count)) error_exit(EXIT_USAGE, "%s", options.error);
  if (options.version) printf("heddle %s\n", HEDDLE_VERSION);
  else if (options.man) help_man(stdout);
  else if (options.man_page) {
    if (!help_man_command(stdout, options.man_page)) error_exit(EXIT_USAGE, "no command '%s'", options.man_page);
  } else if (options.completion) {
    if (!completion_print(stdout, options.completion))
      error_exit(EXIT_USAGE, "--completion=%s: the shells are bash, zsh and fish", options.completion);
  } else if (options.list_library) library_list(stdout);
  else help_overview(stdout);
  options_free(&options);
  return EXIT_SAFE;
}

/* heddle help COMMAND: as heddle COMMAND --help. */
static enum exit_code help(const char *const *texts, uint32_t count) {
  static const char *const asked[] = {"--help"};
  if (!count) {
    help_overview(stdout);
    return EXIT_SAFE;
  }
  for (uint32_t i = 0; i < NCOMMANDS; i++)
    if (!strcmp(texts[0], commands[i].name)) return commands[i].run(asked, 1);
  return unknown_command(texts[0]);
}

/* A report that nobody got is none. */
static enum exit_code finish(enum exit_code code) {
  errno = 0;
  if (fflush(stdout) == 0 && !ferror(stdout)) return code;
  error_say("cannot write to the standard output%s%s", errno ? ": " : "", errno ? strerror(errno) : "");
  return EXIT_USAGE;
}

int main(int argc, char **argv) {
  const char *const *texts = (const char *const *)argv + 1;
  if (argc < 2) {
    help_overview(stderr);
    return EXIT_USAGE;
  }
  for (uint32_t i = 0; i < NCOMMANDS; i++)
    if (!strcmp(texts[0], commands[i].name)) return (int)finish(commands[i].run(texts + 1, (uint32_t)argc - 2));
  if (!strcmp(texts[0], "help")) return (int)finish(help(texts + 1, (uint32_t)argc - 2));
  if (texts[0][0] == '-') return (int)finish(without_command(texts, (uint32_t)argc - 1));
  return (int)unknown_command(texts[0]);
}
