// getopt and getopt_long with good and bad arguments, as the C library's.
// VERDICT: safe
// OUTPUT-LIKE-NATIVE: yes
#define _GNU_SOURCE
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int flag;
static const struct option longs[] = {{"all", no_argument, NULL, 'A'},       {"name", required_argument, NULL, 'n'},
                                      {"level", optional_argument, NULL, 3}, {"alloc", no_argument, &flag, 7},
                                      {"same", no_argument, NULL, 9},        {"same2", no_argument, NULL, 9},
                                      {NULL, 0, NULL, 0}};

static void run(const char *shorts, int kind, const char *line) {
  char copy[200], *argv[20] = {"prog"};
  int argc = 1, c;
  strcpy(copy, line);
  for (char *word = strtok(copy, " "); word; word = strtok(NULL, " ")) argv[argc++] = word;
  printf("%s | %s\n ", shorts, line);
  optind = 0;
  for (;;) {
    int index = -1;
    if (kind == 0) c = getopt(argc, argv, shorts);
    else if (kind == 1) c = getopt_long(argc, argv, shorts, longs, &index);
    else c = getopt_long_only(argc, argv, shorts, longs, &index);
    if (c == -1) break;
    printf(" %d%s%s(%d)", c, optarg ? "=" : "", optarg ? optarg : "", index);
    if (c == '?' || c == ':') printf("[%d]", optopt);
  }
  printf(" | %d %d:", optind, flag);
  for (int i = 1; i < argc; i++) printf(" %s", argv[i]);
  printf("\n");
  flag = 0;
}

int main(void) {
  static const char *const lines[] = {"-a -b x y", "x -ab y -c", "-cx -c", "-bc -a", "-a -- -b x", "x y z",
                                      "- -a", "-z -a", "-d -dx y", "", "x -b", "-a x -b y z -c q w"};
  static const char *const long_lines[] = {"--all x --name=n y", "--name n", "--name", "--all=x", "--al", "--alloc z", "--na q",
                                           "--level --level=3 w", "--nothing", "-a --sam", "-all x", "-q", "-nx", "--"};
  static const char *const kinds[] = {"ab:cd::", "+ab:cd::", "-ab:cd::", ":ab:cd::"};
  for (unsigned k = 0; k < 4; k++)
    for (unsigned i = 0; i < sizeof lines / sizeof *lines; i++) run(kinds[k], 0, lines[i]);
  for (unsigned i = 0; i < sizeof long_lines / sizeof *long_lines; i++) {
    run("an:", 1, long_lines[i]);
    run(":an:", 2, long_lines[i]);
  }
  opterr = 0;
  run("a", 0, "-x -a");
  return 0;
}
