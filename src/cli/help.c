/* --help and the manual page, both made from the table of options. */
#include <string.h>

#include "base/version.h"
#include "cli/commands.h"

enum { OPTION_COLUMN = 36 };

struct command_help {
  enum options_command command;
  const char *name, *usage, *summary, *text;
  const char *examples[5][2]; /* command line, what it does */
};

/* Of all commands with OLD and NEW. */
#define VERSIONS_USAGE "OLD NEW [-- COMPILER-FLAGS] | REV [REV] [-- FILES [-- COMPILER-FLAGS]]"
#define VERSIONS_TEXT                                                                                                  \
  "OLD and NEW are two versions of a program: C or bitcode files, several with commas (a.c,b.c), directories with a\n" \
  "compile_commands.json, or git revisions (REV:a.c,b.c, or REV and the files after --). Without NEW it is the work\n" \
  "tree. A heddle.toml, here or in the repository's root, may name files, flags and options."

static const struct command_help commands[] = {
    {OPTIONS_RUN,
     "run",
     "heddle run [options] PROGRAM... [-- COMPILER-FLAGS]",
     "explore a program over all its inputs",
     "PROGRAM is one or more C files, bitcode files (.bc, .ll), files of a git revision (REV:FILE), or a directory\n"
     "with a compile_commands.json. A heddle.toml, here or in the repository's root, may name files, flags and "
     "options.\n"
     "Inputs are what the program marks with heddle_symbolic(&x, sizeof x, \"x\") from heddle.h; klee_make_symbolic\n"
     "and __VERIFIER_nondet_* work too.",
     {{"heddle run queue.c", "all paths of queue.c, a test for each"},
      {"heddle run --check=+overflow,+leak queue.c", "also look for overflow and leaks"},
      {"heddle run --sym-stdin=8 --timeout=60 parse.c -- -Iinclude", "8 bytes of any input, one minute"},
      {"heddle run --tests=failures --json build/", "tests for failures only, JSON on standard output"}}},
    {OPTIONS_DIFF,
     "diff",
     "heddle diff [options] " VERSIONS_USAGE,
     "what changed between two versions, and what it may affect",
     VERSIONS_TEXT "\nOnly changes of meaning count: formatting, comments, renaming and moving code do not.",
     {{"heddle diff old/queue.c new/queue.c", "changed lines, and the lines they may affect"},
      {"heddle diff --why=queue.c:40 old/queue.c new/queue.c", "how the change comes to line 40"},
      {"heddle diff HEAD~1 HEAD -- src/queue.c", "two revisions of a git repository"}}},
    {OPTIONS_CHECK,
     "check",
     "heddle check [options] OLD NEW [-- COMPILER-FLAGS]",
     "what a change newly breaks",
     "OLD and NEW are two versions of a program: C files, bitcode files, directories with a compile_commands.json, or\n"
     "revisions of a git repository, with the files after --. The old version is explored once and remembered; of the\n"
     "new one only what the change can affect is explored. Failures are new, old (the old version has them too) or "
     "fixed.",
     {{"heddle check queue_v1.c queue_v2.c", "what the second version newly breaks"},
      {"heddle check HEAD~1 HEAD -- src/queue.c test/main.c", "what the last commit newly breaks"},
      {"heddle check HEAD -- src/queue.c test/main.c", "what is changed but not committed yet"},
      {"heddle check --guarantee=paths v1.c v2.c", "the paths that show what the change does"}}},
    {OPTIONS_AUGMENT,
     "augment",
     "heddle augment [options] OLD NEW --suite=DIR [-- COMPILER-FLAGS] | --all PROGRAM --suite=DIR",
     "extend a suite of tests for a change of a program with threads",
     VERSIONS_TEXT
     "\nWhat the change affects is to be covered: each write of a variable by one thread that another thread may "
     "read.\n"
     "Existing tests are tried first, then their inputs under other schedules, then new inputs; what is left is "
     "decided by\n"
     "exploration. One that is stopped goes on where it was when it is started again.",
     {{"heddle augment queue_v1.c queue_v2.c --suite=tests",
       "tests for what the change affects, in .heddle/augment/queue_v2"},
      {"heddle augment --list HEAD~1 HEAD -- src/queue.c", "what the last commit affects"},
      {"heddle augment --all queue.c --suite=tests --timeout=60", "all pairs of one version, one minute"}}},
    {OPTIONS_REPLAY,
     "replay",
     "heddle replay [options] TEST [PROGRAM... [-- COMPILER-FLAGS]]",
     "run one test again",
     "TEST is a .ktest file. A test written by heddle says itself which program it is for and with which\n"
     "options, and a suite.json beside it for which newer version a suite keeps it; give PROGRAM to run it on another\n"
     "one. Since such files decide what is compiled and how, replay only tests you trust, or name PROGRAM yourself.",
     {{"heddle replay heddle-out/queue/test000003.assert.ktest", "the failure once more, with its inputs"},
      {"heddle replay old.ktest queue.c", "is the bug still there?"}}},
};
enum { NCOMMANDS = sizeof commands / sizeof *commands };

static const char *const exit_codes[][2] = {
    {"0", "nothing failed and everything was explored"},
    {"1", "failures were found"},
    {"2", "wrong usage or input; a test that does not fit its program"},
    {"3", "not everything was explored, nothing failed so far"},
};
enum { NEXIT_CODES = sizeof exit_codes / sizeof *exit_codes };

/* ---- --help ---- */

static void print_option(FILE *out, const struct option_row *row) {
  int width = fprintf(out, "  --%s%s", row->name, row->argument);
  if (width >= OPTION_COLUMN) {
    fputc('\n', out);
    width = 0;
  }
  for (const char *line = row->help;; line++) {
    int length = (int)strcspn(line, "\n");
    fprintf(out, "%*s%.*s\n", OPTION_COLUMN - width, "", length, line);
    width = 0;
    line += length;
    if (!*line) return;
  }
}

/* A group's title appears only if the command has an option in it. */
static void print_options(FILE *out, enum options_command command) {
  const char *title = NULL;
  for (uint32_t i = 0; i < noption_rows; i++) {
    const struct option_row *row = &option_rows[i];
    if (row->group) title = row->group;
    else if (row->commands & command) {
      if (title) fprintf(out, "\n%s:\n", title);
      title = NULL;
      print_option(out, row);
    }
  }
}

static void print_checks(FILE *out) {
  fputs("\nChecks (* is on unless --check says otherwise; `all` means every one):\n", out);
  for (uint32_t i = 0; i < CHECK_COUNT; i++)
    fprintf(out, "  %c %-13s%s\n", checks_have(CHECKS_STANDARD, i) ? '*' : ' ', check_rows[i].text, check_rows[i].what);
}

static void print_exit_codes(FILE *out) {
  fputs("\nExit code:\n", out);
  for (uint32_t i = 0; i < NEXIT_CODES; i++) fprintf(out, "  %s  %s\n", exit_codes[i][0], exit_codes[i][1]);
}

static void print_examples(FILE *out, const struct command_help *help) {
  fputs("\nExamples:\n", out);
  for (uint32_t i = 0; help->examples[i][0]; i++)
    fprintf(out, "  %s\n      %s\n", help->examples[i][0], help->examples[i][1]);
}

void help_overview(FILE *out) {
  fputs("heddle explores a C program over all its inputs, reports every failure with its place and the input\n"
        "values that lead to it, and writes tests that replay them.\n\nUsage:\n",
        out);
  for (uint32_t i = 0; i < NCOMMANDS; i++) fprintf(out, "  %s\n      %s\n", commands[i].usage, commands[i].summary);
  print_options(out, OPTIONS_ALONE);
  fputs("\nTry:\n  heddle run --help\n  heddle replay --help\n", out);
}

void help_command(FILE *out, enum options_command command) {
  for (uint32_t i = 0; i < NCOMMANDS; i++) {
    const struct command_help *help = &commands[i];
    if (help->command != command) continue;
    fprintf(out, "Usage: %s\n\n%s\n", help->usage, help->text);
    print_options(out, command);
    print_checks(out);
    print_exit_codes(out);
    print_examples(out, help);
  }
}

/* ---- the manual page ---- */

/* Plain text as roff: a backslash and a dash are special anywhere, a dot or quote at the start of a line; a newline
   is a space. */
static void roff_text(FILE *out, const char *text) {
  if (*text == '.' || *text == '\'') fputs("\\&", out);
  for (; *text; text++) {
    if (*text == '-') fputs("\\-", out);
    else if (*text == '\\') fputs("\\e", out);
    else fputc(*text == '\n' ? ' ' : *text, out);
  }
}

static void roff_entry(FILE *out, const char *head, const char *tail, const char *text) {
  fputs(".TP\n\\fB", out);
  roff_text(out, head);
  fputs("\\fR", out);
  roff_text(out, tail);
  fputc('\n', out);
  roff_text(out, text);
  fputc('\n', out);
}

static void roff_commands(FILE *out) {
  fputs(".SH SYNOPSIS\n", out);
  for (uint32_t i = 0; i < NCOMMANDS; i++) {
    roff_text(out, commands[i].usage);
    fputs("\n.br\n", out);
  }
  fputs(".SH COMMANDS\n", out);
  for (uint32_t i = 0; i < NCOMMANDS; i++) {
    roff_entry(out, commands[i].name, "", commands[i].summary);
    fputs(".IP\n", out);
    roff_text(out, commands[i].text);
    fputc('\n', out);
  }
}

static void roff_options(FILE *out) {
  fputs(".SH OPTIONS\n", out);
  for (uint32_t i = 0; i < noption_rows; i++) {
    const struct option_row *row = &option_rows[i];
    if (row->group) fprintf(out, ".SS %s\n", row->group);
    else {
      char head[64];
      snprintf(head, sizeof head, "--%s", row->name);
      roff_entry(out, head, row->argument, row->help);
    }
  }
}

static void roff_examples(FILE *out) {
  fputs(".SH EXAMPLES\n", out);
  for (uint32_t i = 0; i < NCOMMANDS; i++)
    for (uint32_t k = 0; commands[i].examples[k][0]; k++)
      roff_entry(out, commands[i].examples[k][0], "", commands[i].examples[k][1]);
}

void help_man(FILE *out) {
  fprintf(out, ".TH HEDDLE 1 \"\" \"heddle %s\" \"User Commands\"\n", HEDDLE_VERSION);
  fputs(".SH NAME\nheddle \\- explore C programs over all their inputs\n", out);
  roff_commands(out);
  roff_options(out);
  fputs(".SH CHECKS\nThose marked (standard) are on unless \\-\\-check says otherwise.\n", out);
  for (uint32_t i = 0; i < CHECK_COUNT; i++)
    roff_entry(out, check_rows[i].text, checks_have(CHECKS_STANDARD, i) ? " (standard)" : "", check_rows[i].what);
  fputs(".SH EXIT STATUS\n", out);
  for (uint32_t i = 0; i < NEXIT_CODES; i++) roff_entry(out, exit_codes[i][0], "", exit_codes[i][1]);
  roff_examples(out);
}
