/* heddle: picks the command and has the public library (include/libheddle.h) do it. Nothing of the engine is used here:
   what a command can do, another program can do too. */
#include <errno.h>
#include <fcntl.h>
#include <libheddle.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/help.h"
#include "util/error.h"
#include "util/suggest.h"

/* ---- what was inherited ---- */

/* Who reads the standard output may go away: that ends the command, as it ends any other one. A report to another pipe
   that breaks, or a log, is for whoever writes there to say. Programs that are started have no handler. */
static void on_broken_pipe(int number) {
  int error = errno;
  struct pollfd out = {.fd = STDOUT_FILENO};
  if (poll(&out, 1, 0) > 0 && out.revents & POLLERR) {
    signal(number, SIG_DFL);
    raise(number);
  }
  errno = error;
}

/* A descriptor that is closed would be that of the next file that is opened. What is written there is an error. */
static void inherit(void) {
  struct sigaction action = {.sa_handler = on_broken_pipe}, old;
  for (int i = STDIN_FILENO; i <= STDERR_FILENO; i++)
    if (fcntl(i, F_GETFD) < 0 && open("/dev/null", i == STDIN_FILENO ? O_WRONLY : O_RDONLY) < 0) _exit(EXIT_USAGE);
  if (sigaction(SIGPIPE, NULL, &old) == 0 && old.sa_handler == SIG_DFL) sigaction(SIGPIPE, &action, NULL);
}

/* ---- a command ---- */

/* A password in the address of a Redis server, which the list of processes would show. */
static void hide_login(char *text) {
  char *from = strstr(text, "redis://"), *tls = strstr(text, "rediss://"), *last = NULL;
  if (!from && !tls) return;
  from = (from ? from : tls) + (from ? 8 : 9);
  for (char *end = from + strcspn(from, "/?"), *at = from; at < end; at++)
    if (*at == '@') last = at;
  for (; last && from < last; from++) *from = '*';
}

/* The words of the command line, as they are: options too are words there. */
static enum exit_code do_command(const char *name, char **texts, uint32_t count) {
  struct libheddle *h = libheddle_open();
  libheddle_as_command(h);
  for (uint32_t i = 0; i < count; i++) libheddle_add(h, texts[i]);
  for (uint32_t i = 0; i < count; i++) hide_login(texts[i]);
  int code = libheddle_command(h, name);
  libheddle_close(h);
  return (enum exit_code)code;
}

static bool asks_for_help(const char *const *texts, uint32_t count) {
  for (uint32_t i = 0; i < count && strcmp(texts[i], "--") != 0; i++)
    if (!strcmp(texts[i], "--help") || !strcmp(texts[i], "-h")) return true;
  return false;
}

static bool is_command(const char *word) {
  struct help_entry entry;
  for (uint32_t i = 0; help_entry(i, &entry); i++)
    if (!strcmp(word, entry.name)) return true;
  return false;
}

static enum exit_code unknown_command(const char *word) {
  struct suggest suggest;
  struct help_entry entry;
  const char *end = strrchr(word, '.');
  if (end && (!strcmp(end, ".c") || !strcmp(end, ".bc") || !strcmp(end, ".i") || !strcmp(end, ".ll") ||
              !strcmp(end, ".cpp") || !strcmp(end, ".cc") || !strcmp(end, ".cxx")))
    error_exit(EXIT_USAGE, "unknown command '%s'; did you mean: heddle run %s", word, word);
  if (end && !strcmp(end, ".ktest"))
    error_exit(EXIT_USAGE, "unknown command '%s'; did you mean: heddle replay %s", word, word);
  suggest_begin(&suggest, word, strlen(word));
  for (uint32_t i = 0; help_entry(i, &entry); i++) suggest_offer(&suggest, entry.name);
  if (suggest.best) error_exit(EXIT_USAGE, "unknown command '%s'; did you mean '%s'?", word, suggest.best);
  error_exit(EXIT_USAGE, "unknown command '%s'; see heddle --help", word);
}

/* heddle help COMMAND: as heddle COMMAND --help. */
static enum exit_code help(const char *const *texts, uint32_t count) {
  if (!count) help_overview(stdout);
  else if (!help_command(stdout, texts[0])) return unknown_command(texts[0]);
  return EXIT_SAFE;
}

/* ---- heddle --version and the like ---- */

static bool find_option(const char *command, const char *name, size_t length, struct libheddle_option *option) {
  option->size = sizeof *option;
  for (unsigned i = 0; libheddle_option(command, i, option) == 0; i++)
    if (strlen(option->name) == length && !strncmp(option->name, name, length)) return true;
  return false;
}

_Noreturn static void unknown_option(const char *text, size_t length) {
  struct libheddle_option option;
  struct suggest suggest;
  if (text[1] == '-' && find_option(NULL, text + 2, length - 2, &option))
    error_exit(EXIT_USAGE, "option --%s is not for heddle; it is for a command: heddle COMMAND --%s", option.name,
               option.name);
  if (text[1] != '-') error_exit(EXIT_USAGE, "unknown option %.*s; see heddle --help", (int)length, text);
  suggest_begin(&suggest, text + 2, length - 2);
  option.size = sizeof option;
  for (unsigned i = 0; libheddle_option("", i, &option) == 0; i++) suggest_offer(&suggest, option.name);
  if (suggest.best) error_exit(EXIT_USAGE, "unknown option %.*s; did you mean --%s?", (int)length, text, suggest.best);
  error_exit(EXIT_USAGE, "unknown option %.*s", (int)length, text);
}

static enum exit_code without_command(const char *text, const char *next) {
  struct libheddle_option option;
  size_t length = strcspn(text, "=");
  const char *value = text[length] ? text + length + 1 : NULL;
  if (!strcmp(text, "-h")) text = "--help", length = strlen(text);
  if (text[1] != '-' || !find_option("", text + 2, length - 2, &option)) unknown_option(text, length);
  if (!value && option.argument[0] == '=' && next && next[0] != '-') value = next;
  if (!value && option.argument[0] == '=')
    error_exit(EXIT_USAGE, "option --%s needs a value: --%s%s", option.name, option.name, option.argument);
  if (value && !option.argument[0]) error_exit(EXIT_USAGE, "option --%s takes no value", option.name);
  if (!strcmp(option.name, "version")) printf("heddle %s\n", libheddle_version());
  else if (!strcmp(option.name, "man")) help_man(stdout);
  else if (!strcmp(option.name, "man-page")) {
    if (!help_man_command(stdout, value)) error_exit(EXIT_USAGE, "no command '%s'", value);
  } else if (!strcmp(option.name, "completion")) {
    if (!completion_print(stdout, value))
      error_exit(EXIT_USAGE, "--completion=%s: the shells are bash, zsh and fish", value);
  } else if (!strcmp(option.name, "list-library")) library_list(stdout);
  else help_overview(stdout);
  return EXIT_SAFE;
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
  uint32_t count = (uint32_t)argc - 2;
  inherit();
  if (argc < 2) {
    help_overview(stderr);
    return EXIT_USAGE;
  }
  if (!strcmp(texts[0], "help")) return (int)finish(help(texts + 1, count));
  if (texts[0][0] == '-') return (int)finish(without_command(texts[0], count ? texts[1] : NULL));
  if (!is_command(texts[0])) return (int)unknown_command(texts[0]);
  if (asks_for_help(texts + 1, count)) return (int)finish(help(texts, 1));
  return (int)finish(do_command(texts[0], argv + 2, count));
}
