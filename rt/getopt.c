/* getopt and getopt_long, as in the C library: operands are moved behind the options, names may be abbreviated, the
   texts of errors are the same. */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "builtins.h"

char *optarg;
int optind = 1, opterr = 1, optopt = '?';

enum order { PERMUTE, REQUIRE_ORDER, RETURN_IN_ORDER };

static struct {
  int started;
  enum order order;
  int first, last; /* operands that were passed over: first..last */
  char *next;      /* rest of a group of short options */
} scan;

struct call {
  int argc;
  char **argv;
  const char *shorts;
  const struct option *longs;
  int *index;
  int only_long; /* "-name" is a long option, too */
  int quiet;
};

static void reverse(char **from, char **to) {
  while (from < --to) {
    char *text = *from;
    *from++ = *to;
    *to = text;
  }
}

/* The operands first..last and the options last..optind change places. */
static void exchange(char **argv) {
  reverse(argv + scan.first, argv + scan.last);
  reverse(argv + scan.last, argv + optind);
  reverse(argv + scan.first, argv + optind);
  scan.first += optind - scan.last;
  scan.last = optind;
}

static void start(struct call *c) {
  if (optind == 0 || !scan.started) {
    if (optind == 0) optind = 1;
    scan.first = scan.last = optind;
    scan.next = NULL;
    scan.order = *c->shorts == '-'                   ? RETURN_IN_ORDER
                 : *c->shorts == '+'                 ? REQUIRE_ORDER
                 : getenv("POSIXLY_CORRECT") != NULL ? REQUIRE_ORDER
                                                     : PERMUTE;
    scan.started = 1;
  }
  if (*c->shorts == '-' || *c->shorts == '+') c->shorts++;
  c->quiet = !opterr || *c->shorts == ':';
}

static int is_operand(const char *text) { return text[0] != '-' || text[1] == '\0'; }

static void pass_operands(const struct call *c) {
  if (scan.last > optind) scan.last = optind;
  if (scan.first > optind) scan.first = optind;
  if (scan.order == PERMUTE) {
    if (scan.first != scan.last && scan.last != optind) exchange(c->argv);
    else if (scan.last != optind) scan.first = optind;
    while (optind < c->argc && is_operand(c->argv[optind])) optind++;
    scan.last = optind;
  }
  if (optind == c->argc || strcmp(c->argv[optind], "--") != 0) return;
  optind++;
  if (scan.first != scan.last && scan.last != optind) exchange(c->argv);
  else if (scan.first == scan.last) scan.first = optind;
  scan.last = optind = c->argc;
}

/* ---- long options */

static int same(const struct option *a, const struct option *b) {
  return a->has_arg == b->has_arg && a->flag == b->flag && a->val == b->val;
}

/* The option whose name this is, or whose name alone begins so; NULL: none, *ambiguous: several. */
static const struct option *find_long(const struct call *c, size_t length, int *ambiguous) {
  const struct option *found = NULL;
  *ambiguous = 0;
  for (const struct option *o = c->longs; o->name != NULL; o++) {
    if (strncmp(o->name, scan.next, length) != 0) continue;
    if (strlen(o->name) == length) {
      *ambiguous = 0;
      return o;
    }
    if (found == NULL) found = o;
    else if (c->only_long || !same(found, o)) *ambiguous = 1;
  }
  return found;
}

static int say_ambiguous(const struct call *c, const char *prefix, size_t length) {
  if (!c->quiet) {
    fprintf(stderr, "%s: option '%s%s' is ambiguous; possibilities:", c->argv[0], prefix, scan.next);
    for (const struct option *o = c->longs; o->name != NULL; o++)
      if (strncmp(o->name, scan.next, length) == 0) fprintf(stderr, " '%s%s'", prefix, o->name);
    fprintf(stderr, "\n");
  }
  scan.next += strlen(scan.next);
  optind++;
  optopt = 0;
  return '?';
}

static int refuse(const struct call *c, const char *prefix, const struct option *o, const char *why, int result) {
  if (!c->quiet) fprintf(stderr, "%s: option '%s%s' %s\n", c->argv[0], prefix, o->name, why);
  optopt = o->val;
  return result;
}

/* -1: it is none, try short ones. */
static int take_long(const struct call *c, const char *prefix) {
  size_t length = strcspn(scan.next, "=");
  char *value = scan.next + length;
  int ambiguous;
  const struct option *o = find_long(c, length, &ambiguous);
  if (ambiguous) return say_ambiguous(c, prefix, length);
  if (o == NULL) {
    if (c->only_long && c->argv[optind][1] != '-' && strchr(c->shorts, *scan.next) != NULL) return -1;
    if (!c->quiet) fprintf(stderr, "%s: unrecognized option '%s%s'\n", c->argv[0], prefix, scan.next);
    scan.next = NULL;
    optind++;
    optopt = 0;
    return '?';
  }
  optind++;
  scan.next = NULL;
  if (*value != '\0' && o->has_arg == no_argument) return refuse(c, prefix, o, "doesn't allow an argument", '?');
  if (*value != '\0') optarg = value + 1;
  else if (o->has_arg == required_argument) {
    if (optind >= c->argc) return refuse(c, prefix, o, "requires an argument", *c->shorts == ':' ? ':' : '?');
    optarg = c->argv[optind++];
  }
  if (c->index != NULL) *c->index = (int)(o - c->longs);
  if (o->flag == NULL) return o->val;
  *o->flag = o->val;
  return 0;
}

/* ---- short options */

static int take_argument(const struct call *c, int letter, int optional) {
  int result = letter;
  if (*scan.next != '\0') optarg = scan.next, optind++;
  else if (optional) optarg = NULL;
  else if (optind < c->argc) optarg = c->argv[optind++];
  else {
    if (!c->quiet) fprintf(stderr, "%s: option requires an argument -- '%c'\n", c->argv[0], letter);
    optopt = letter;
    result = *c->shorts == ':' ? ':' : '?';
  }
  scan.next = NULL;
  return result;
}

static int take_short(const struct call *c) {
  int letter = (unsigned char)*scan.next++;
  const char *found = strchr(c->shorts, letter);
  if (*scan.next == '\0') optind++;
  if (found == NULL || letter == ':' || letter == ';') {
    if (!c->quiet) fprintf(stderr, "%s: invalid option -- '%c'\n", c->argv[0], letter);
    optopt = letter;
    return '?';
  }
  if (letter == 'W' && found[1] == ';') __heddle_unsupported("getopt with \"W;\"");
  if (found[1] == ':') return take_argument(c, letter, found[2] == ':');
  return letter;
}

static int take(struct call *c) {
  if (c->argc < 1) return -1;
  optarg = NULL;
  start(c);
  if (scan.next == NULL || *scan.next == '\0') {
    pass_operands(c);
    if (optind == c->argc) {
      if (scan.first != scan.last) optind = scan.first;
      return -1;
    }
    char *word = c->argv[optind];
    if (is_operand(word)) {
      if (scan.order == REQUIRE_ORDER) return -1;
      optarg = c->argv[optind++];
      return 1;
    }
    if (c->longs != NULL && word[1] == '-') {
      scan.next = word + 2;
      return take_long(c, "--");
    }
    scan.next = word + 1;
    if (c->longs != NULL && c->only_long && (word[2] != '\0' || strchr(c->shorts, word[1]) == NULL)) {
      int result = take_long(c, "-");
      if (result != -1) return result;
    }
  }
  return take_short(c);
}

int getopt(int argc, char *const *argv, const char *shorts) {
  return take(&(struct call){.argc = argc, .argv = (char **)argv, .shorts = shorts});
}

int getopt_long(int argc, char *const *argv, const char *shorts, const struct option *longs, int *index) {
  return take(&(struct call){.argc = argc, .argv = (char **)argv, .shorts = shorts, .longs = longs, .index = index});
}

int getopt_long_only(int argc, char *const *argv, const char *shorts, const struct option *longs, int *index) {
  struct call c = {
      .argc = argc, .argv = (char **)argv, .shorts = shorts, .longs = longs, .index = index, .only_long = 1};
  return take(&c);
}
