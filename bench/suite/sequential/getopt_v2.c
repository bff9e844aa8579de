/* getopt: option parser of an archiver: clusters of short options, option arguments, long options, `--`, operands.
   Input: two arguments of N and N - 1 bytes. Each argument is used exactly once. */
#include "heddle.h"
#include <assert.h>
#include <stdio.h>
#include <string.h>

#ifndef N
#define N 4
#endif

#define ARGUMENTS 2
#define LEVEL_LIMIT 9
#define BLOCK_LIMIT 512

enum status { OK, UNKNOWN_OPTION, MISSING_ARGUMENT, UNEXPECTED_ARGUMENT, BAD_NUMBER, OUT_OF_RANGE, NO_MODE, TWO_MODES };
enum mode { NONE, CREATE, EXTRACT, LIST };

struct settings {
  enum mode mode;
  int verbose;
  int keep;
  int help;
  int level;
  int blocks;
  const char *file;
  const char *operands[ARGUMENTS];
  int operand_count;
};

struct parser {
  char (*arguments)[N + 1];
  int next;
  int only_operands;
  struct settings *settings;
};

static const char *describe(enum status status) {
  switch (status) {
  case UNKNOWN_OPTION:
    return "unknown option";
  case MISSING_ARGUMENT:
    return "option requires an argument";
  case UNEXPECTED_ARGUMENT:
    return "option takes no argument";
  case BAD_NUMBER:
    return "not a number";
  case OUT_OF_RANGE:
    return "number out of range";
  case NO_MODE:
    return "one of -c -x -t is needed";
  case TWO_MODES:
    return "only one of -c -x -t is possible";
  default:
    return "ok";
  }
}

static enum status parse_number(const char *text, int low, int high, int *number) {
  int value = 0;
  if (!*text)
    return BAD_NUMBER;
  for (; *text; text++) {
    if (*text < '0' || *text > '9')
      return BAD_NUMBER;
    value = value * 10 + (*text - '0');
  }
  if (value < low || value > high)
    return OUT_OF_RANGE;
  *number = value;
  return OK;
}

static enum status set_mode(struct settings *settings, enum mode mode) {
  if (settings->mode != NONE && settings->mode != mode)
    return TWO_MODES;
  settings->mode = mode;
  return OK;
}

static int takes_argument(char letter) { return letter == 'f' || letter == 'l' || letter == 'b'; }

static enum status apply_flag(struct settings *settings, char letter) {
  switch (letter) {
  case 'c':
    return set_mode(settings, CREATE);
  case 'x':
    return set_mode(settings, EXTRACT);
  case 't':
    return set_mode(settings, LIST);
  case 'v':
    settings->verbose++;
    return OK;
  case 'h':
    settings->help = 1;
    return OK;
  case 'k':
    settings->keep = 1;
    return OK;
  default:
    return UNKNOWN_OPTION;
  }
}

static enum status apply_argument(struct settings *settings, char letter, const char *argument) {
  switch (letter) {
  case 'f':
    settings->file = argument;
    return OK;
  case 'l':
    return parse_number(argument, 0, LEVEL_LIMIT, &settings->level);
  default:
    return parse_number(argument, 0, BLOCK_LIMIT, &settings->blocks);
  }
}

static enum status option_argument(struct parser *parser, const char *rest, const char **argument) {
  if (*rest) {
    *argument = rest;
    return OK;
  }
  if (parser->next == ARGUMENTS)
    return MISSING_ARGUMENT;
  *argument = parser->arguments[parser->next++];
  return OK;
}

static enum status parse_cluster(struct parser *parser, const char *letters) {
  for (; *letters; letters++) {
    enum status status;
    if (takes_argument(*letters)) {
      const char *argument;
      status = option_argument(parser, letters + 1, &argument);
      return status == OK ? apply_argument(parser->settings, *letters, argument) : status;
    }
    status = apply_flag(parser->settings, *letters);
    if (status != OK)
      return status;
  }
  return OK;
}

static const struct long_option {
  const char *name;
  char letter;
} long_options[] = {{"c", 'c'}, {"x", 'x'}, {"l", 'l'}, {"b", 'b'}};

static const char *after_prefix(const char *text, const char *prefix) {
  while (*prefix)
    if (*text++ != *prefix++)
      return NULL;
  return text;
}

static enum status parse_long(struct parser *parser, const char *text) {
  for (unsigned i = 0; i < sizeof long_options / sizeof long_options[0]; i++) {
    char letter = long_options[i].letter;
    const char *rest = after_prefix(text, long_options[i].name);
    if (!rest || (*rest && *rest != '='))
      continue;
    if (!takes_argument(letter))
      return *rest ? UNEXPECTED_ARGUMENT : apply_flag(parser->settings, letter);
    if (*rest == '=')
      return apply_argument(parser->settings, letter, rest + 1);
    const char *argument;
    enum status status = option_argument(parser, rest, &argument);
    return status == OK ? apply_argument(parser->settings, letter, argument) : status;
  }
  return UNKNOWN_OPTION;
}

static void add_operand(struct settings *settings, const char *operand) {
  assert(settings->operand_count < ARGUMENTS);
  settings->operands[settings->operand_count++] = operand;
}

static enum status parse_argument(struct parser *parser, const char *argument) {
  if (parser->only_operands || argument[0] != '-' || argument[1] == '\0') {
    add_operand(parser->settings, argument);
    return OK;
  }
  if (argument[1] != '-')
    return parse_cluster(parser, argument + 1);
  if (argument[2] == '\0') {
    parser->only_operands = 1;
    return OK;
  }
  return parse_long(parser, argument + 2);
}

static void usage(void) { puts("archive -c|-x|-t [-vk] [-f FILE] [-l LEVEL] [-b BLOCKS] OPERAND..."); }

static enum status parse(struct parser *parser) {
  while (parser->next < ARGUMENTS) {
    enum status status = parse_argument(parser, parser->arguments[parser->next++]);
    if (status != OK)
      return status;
  }
  if (parser->settings->help)
    return OK;
  return parser->settings->mode == NONE ? NO_MODE : OK;
}

int main(void) {
  char arguments[ARGUMENTS][N + 1];
  struct settings settings;
  struct parser parser = {arguments, 0, 0, &settings};
  heddle_symbolic(arguments[0], N, "first");
  heddle_symbolic(arguments[1], N - 1, "second");
  arguments[0][N] = '\0';
  arguments[1][N - 1] = '\0';
  memset(&settings, 0, sizeof settings);
  settings.blocks = 20;
  enum status status = parse(&parser);
  if (status != OK) {
    fprintf(stderr, "archive: %s\n", describe(status));
    return 2;
  }
  assert(parser.next == ARGUMENTS);
  assert(settings.blocks >= 1 && settings.blocks <= BLOCK_LIMIT);
  assert(settings.level >= 0 && settings.level <= LEVEL_LIMIT);
  if (settings.help)
    usage();
  printf("mode %d, file %s, level %d, blocks %d, operands %d\n", settings.mode, settings.file ? "given" : "-",
         settings.level, settings.blocks, settings.operand_count);
  return 0;
}
