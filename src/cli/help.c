/* --help and the manual page, both made from the table of options. */
#include "cli/help.h"

#include <libheddle.h>
#include <string.h>

#include "base/version.h"

enum { OPTION_COLUMN = 36 };

struct command_help {
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
    {"run",
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
    {"diff",
     "heddle diff [options] " VERSIONS_USAGE,
     "what changed between two versions, and what it may affect",
     VERSIONS_TEXT "\nOnly changes of meaning count: formatting, comments, renaming and moving code do not.",
     {{"heddle diff old/queue.c new/queue.c", "changed lines, and the lines they may affect"},
      {"heddle diff --why=queue.c:40 old/queue.c new/queue.c", "how the change comes to line 40"},
      {"heddle diff HEAD~1 HEAD -- src/queue.c", "two revisions of a git repository"}}},
    {"check",
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
    {"augment",
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
    {"replay",
     "heddle replay [options] TEST [PROGRAM... [-- COMPILER-FLAGS]]",
     "run one test again",
     "TEST is a .ktest file. A test written by heddle says itself which program it is for and with which\n"
     "options, and a suite.json beside it for which newer version a suite keeps it; give PROGRAM to run it on another\n"
     "one. Since such files decide what is compiled and how, replay only tests you trust, or name PROGRAM yourself.",
     {{"heddle replay heddle-out/queue/test000003.assert.ktest", "the failure once more, with its inputs"},
      {"heddle replay old.ktest queue.c", "is the bug still there?"}}},
    {"init",
     "heddle init [options]",
     "write a heddle.toml to begin with",
     "Looks through the current directory for files with a main, for the files that their headers stand for, and\n"
     "for a compile_commands.json, and names them in heddle.toml, with comments. A file that is there is not\n"
     "overwritten.\n",
     {{"heddle init && heddle run", "explore every program that was found"}}},
    {"harness",
     "heddle harness [options] FILE.c:FUNCTION [-- COMPILER-FLAGS]",
     "write a main program that calls a function from several threads",
     "The harness makes the arguments symbolic: values, buffers as long as a parameter beside them says, texts,\n"
     "structures that the threads share, callbacks that answer anything. It compiles as it is, and is ready to edit.",
     {{"heddle harness queue.c:queue_push", "harness_queue_push.c, with two threads"},
      {"heddle harness --threads=3 --out=test/push.c src/queue.c:queue_push -- -Iinclude", "another name and flags"}}},
    {"link",
     "heddle link [options] BINARY...",
     "collect the bitcode of a program that heddle-cc built",
     "BINARY is a program, a static or shared library or an object file that was built with heddle-cc (make\n"
     "CC=heddle-cc), which keeps bitcode beside the object files. The bitcode of everything that is in BINARY becomes\n"
     "one file, BINARY.bc, which heddle run, check and the other commands read.",
     {{"make CC=heddle-cc && heddle link server && heddle run server.bc", "explore what make built"},
      {"heddle link --out=all.bc server libqueue.so", "with a library that is loaded at run time"}}},
    {"report",
     "heddle report [options] [RUN]",
     "reports of a run that the store kept",
     "RUN is the number of a stored run; without it, the last one. Run, check and augment take the same options and\n"
     "write the reports when they end. A report shows the source lines as the run saw them.",
     {{"heddle report --html=report.html", "the last run as a page for the browser"},
      {"heddle report --sarif=heddle.sarif --junit=heddle.xml", "the last run for continuous integration"},
      {"heddle report --format=gcc", "a line for each failure, as editors read them"}}},
    {"worker",
     "heddle worker --cluster=URL",
     "search for others, on any number of machines",
     "Waits for work that run and check hand out with --cluster=URL, and does it until a signal ends it. It needs\n"
     "the same build of heddle as the command; it does what the program's IR says, and listens on nothing.",
     {{"heddle worker --cluster=redis://build-host/team", "serve the jobs of one cluster"}}},
    {"status",
     "heddle status --cluster=URL",
     "who works on what in a cluster",
     "Lists the jobs, the workers that are at work, and the units that wait.",
     {{"heddle status --cluster=redis://build-host/team", "what goes on there"}}},
    {"accept",
     "heddle accept [options] [RUN | TEST...]",
     "record failures that the project lives with",
     "The failures of a stored run (the last one unless RUN is its number), or those that tests (.ktest) show, are\n"
     "written to a file. With --accept=FILE run, check and augment show them, but do not count them. A failure is\n"
     "known by its kind, function and message, so the file stays right when lines move; comment it and keep it with\n"
     "the sources.",
     {{"heddle accept", "all failures of the last run, in heddle-accept.txt"},
      {"heddle accept .heddle/tests/queue/test000001.assert.ktest", "one of them"},
      {"heddle check --accept=heddle-accept.txt HEAD~1 HEAD", "the others"}}},
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

static void print_option(FILE *out, const struct libheddle_option *row) {
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

static void print_options(FILE *out, const char *command) {
  struct libheddle_option option = {.size = sizeof option};
  const char *title = "";
  for (unsigned i = 0; libheddle_option(command, i, &option) == 0; i++) {
    if (strcmp(title, option.group)) fprintf(out, "\n%s:\n", option.group);
    title = option.group;
    print_option(out, &option);
  }
}

/* Does the command understand --check? */
static bool has_checks(const char *command) {
  struct libheddle_option option = {.size = sizeof option};
  for (unsigned i = 0; libheddle_option(command, i, &option) == 0; i++)
    if (!strcmp(option.name, "check")) return true;
  return false;
}

static void print_checks(FILE *out) {
  fputs("\nChecks (* is on unless --check says otherwise; `all` means every one):\n", out);
  struct libheddle_checker check = {.size = sizeof check};
  for (unsigned i = 0; libheddle_checker(i, &check) == 0; i++)
    fprintf(out, "  %c %-13s%s\n", check.standard ? '*' : ' ', check.name, check.what);
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
  print_options(out, "");
  fputs("\nTry:\n  heddle run --help\n  heddle replay --help\n", out);
}

bool help_command(FILE *out, const char *name) {
  for (uint32_t i = 0; i < NCOMMANDS; i++) {
    const struct command_help *help = &commands[i];
    if (strcmp(help->name, name) != 0) continue;
    fprintf(out, "Usage: %s\n\n%s\n", help->usage, help->text);
    print_options(out, name);
    if (has_checks(name)) print_checks(out);
    print_exit_codes(out);
    print_examples(out, help);
    return true;
  }
  return false;
}

/* ---- the manual pages ---- */

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
    if (i) fputs(".br\n", out);
    roff_text(out, commands[i].usage);
    fputc('\n', out);
  }
  fputs(".SH COMMANDS\n", out);
  for (uint32_t i = 0; i < NCOMMANDS; i++) {
    roff_entry(out, commands[i].name, "", commands[i].summary);
    fputs(".IP\n", out);
    roff_text(out, commands[i].text);
    fputc('\n', out);
  }
}

/* Of a command; NULL: of all. */
static void roff_options(FILE *out, const char *command) {
  struct libheddle_option option = {.size = sizeof option};
  const char *title = "";
  fputs(".SH OPTIONS\n", out);
  for (unsigned i = 0; libheddle_option(command, i, &option) == 0; i++) {
    char head[64];
    if (strcmp(title, option.group)) fprintf(out, ".SS %s\n", option.group);
    title = option.group;
    snprintf(head, sizeof head, "--%s", option.name);
    roff_entry(out, head, option.argument, option.help);
  }
}

static void roff_examples(FILE *out) {
  fputs(".SH EXAMPLES\n", out);
  for (uint32_t i = 0; i < NCOMMANDS; i++)
    for (uint32_t k = 0; commands[i].examples[k][0]; k++)
      roff_entry(out, commands[i].examples[k][0], "", commands[i].examples[k][1]);
}

static void roff_checks(FILE *out) {
  fputs(".SH CHECKS\nThose marked (standard) are on unless \\-\\-check says otherwise.\n", out);
  struct libheddle_checker check = {.size = sizeof check};
  for (unsigned i = 0; libheddle_checker(i, &check) == 0; i++)
    roff_entry(out, check.name, check.standard ? " (standard)" : "", check.what);
}

static void roff_exit_codes(FILE *out) {
  fputs(".SH EXIT STATUS\n", out);
  for (uint32_t i = 0; i < NEXIT_CODES; i++) roff_entry(out, exit_codes[i][0], "", exit_codes[i][1]);
}

bool help_entry(uint32_t i, struct help_entry *entry) {
  if (i >= NCOMMANDS) return false;
  *entry = (struct help_entry){commands[i].name, commands[i].summary};
  return true;
}

static void man_of_command(FILE *out, const struct command_help *help) {
  fputs(".TH HEDDLE\\-", out);
  for (const char *at = help->name; *at; at++) fputc(*at & ~0x20, out);
  fprintf(out, " 1 \"" HEDDLE_DATE "\" \"heddle %s\" \"User Commands\"\n.SH NAME\nheddle\\-%s \\- ", HEDDLE_VERSION,
          help->name);
  roff_text(out, help->summary);
  fputs("\n.SH SYNOPSIS\n", out);
  roff_text(out, help->usage);
  fputs("\n.SH DESCRIPTION\n", out);
  roff_text(out, help->text);
  fputc('\n', out);
  roff_options(out, help->name);
  if (has_checks(help->name)) roff_checks(out);
  roff_exit_codes(out);
  fputs(".SH EXAMPLES\n", out);
  for (uint32_t k = 0; help->examples[k][0]; k++) roff_entry(out, help->examples[k][0], "", help->examples[k][1]);
  fputs(".SH SEE ALSO\n.BR heddle (1)\n", out);
}

bool help_man_command(FILE *out, const char *name) {
  for (uint32_t i = 0; i < NCOMMANDS; i++) {
    if (strcmp(commands[i].name, name) != 0) continue;
    man_of_command(out, &commands[i]);
    return true;
  }
  return false;
}

void help_man(FILE *out) {
  fprintf(out, ".TH HEDDLE 1 \"" HEDDLE_DATE "\" \"heddle %s\" \"User Commands\"\n", HEDDLE_VERSION);
  fputs(".SH NAME\nheddle \\- explore C programs over all their inputs\n", out);
  roff_commands(out);
  roff_options(out, NULL);
  roff_checks(out);
  roff_exit_codes(out);
  roff_examples(out);
}
