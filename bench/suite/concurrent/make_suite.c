/* Makes a test suite of pseudo-random inputs: make_suite TEMPLATE DIRECTORY COUNT SEED [NAME=NUMBER |
   NAME=LOW..HIGH]...

   TEMPLATE is any test of the program (.ktest): it says which objects there are and how large they are. Each test
   that is written to DIRECTORY (test000001.ktest, ...) has the same objects with other bytes, always the same for
   one seed; it has inputs only, no schedule and no verdict. With NAME=LOW..HIGH each byte of an object is one of these
   numbers, since the program takes no others. With NAME=NUMBER... the first test has these numbers instead, other
   objects are 0 in it. */
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "suite/ktest.h"

/* splitmix64: one word of state, any seed is good */
static uint64_t random_next(uint64_t *state) {
  uint64_t z = *state += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

static bool is_ours(const char *name) { return strncmp(name, "heddle.", 7) == 0; }

/* Little endian; what is longer than a word is 0 behind it. */
static void store(uint8_t *bytes, uint32_t size, uint64_t value) {
  for (uint32_t i = 0; i < size; i++) bytes[i] = i < 8 ? (uint8_t)(value >> 8 * i) : 0;
}

struct range {
  uint8_t low, high;
};

static void fill_randomly(uint8_t *bytes, uint32_t size, struct range range, uint64_t *state) {
  unsigned values = range.high - range.low + 1u;
  for (uint32_t i = 0; i < size; i++) bytes[i] = (uint8_t)(range.low + random_next(state) % values);
}

/* Two numbers, or only the first: then `*range` stays as it is. False: it is neither. */
static bool read_given(const char *text, uint64_t *number, struct range *range) {
  char *end;
  *number = (uint64_t)strtoll(text, &end, 0);
  if (end == text || !*end) return end != text;
  if (strncmp(end, "..", 2)) return false;
  unsigned long high = strtoul(end + 2, &end, 0);
  if (*end || *number > high || high > UINT8_MAX) return false;
  *range = (struct range){(uint8_t)*number, (uint8_t)high};
  return true;
}

static bool is_range(const char *given) { return strstr(given, "..") != NULL; }

/* What is given about an object; the number is 0, the range all bytes, if nothing is. */
static uint64_t look_up(const char *name, char **given, int ngiven, struct range *range) {
  size_t length = strlen(name);
  uint64_t number, found = 0;
  *range = (struct range){0, UINT8_MAX};
  for (int i = 0; i < ngiven; i++) {
    if (strncmp(given[i], name, length) || given[i][length] != '=') continue;
    if (read_given(given[i] + length + 1, &number, range) && !is_range(given[i])) found = number;
  }
  return found;
}

/* Is there a first test to be had from them? */
static bool has_number(char **given, int ngiven) {
  for (int i = 0; i < ngiven; i++)
    if (!is_range(given[i])) return true;
  return false;
}

struct suite {
  const struct ktest *template;
  int directory;
  uint64_t random;
  char **given;
  int ngiven;
  struct ktest_writer writer;
  uint8_t *bytes; /* room for the largest object */
};

static bool write_test(struct suite *s, unsigned number) {
  char name[32];
  const struct ktest *t = s->template;
  ktest_begin(&s->writer, (const char *const *)t->arguments, t->narguments);
  for (uint32_t i = 0; i < t->nobjects; i++) {
    const struct ktest_object *o = &t->objects[i];
    if (is_ours(o->name)) continue;
    struct range range;
    uint64_t given = look_up(o->name, s->given, s->ngiven, &range);
    if (number == 1 && has_number(s->given, s->ngiven)) store(s->bytes, o->size, given);
    else fill_randomly(s->bytes, o->size, range, &s->random);
    ktest_add(&s->writer, o->name, s->bytes, o->size);
  }
  snprintf(name, sizeof name, "test%06u.ktest", number);
  return ktest_write(&s->writer, s->directory, name);
}

/* Every word must name an object. */
static bool check_given(const struct ktest *t, char **given, int ngiven) {
  for (int i = 0; i < ngiven; i++) {
    const char *equals = strchr(given[i], '=');
    char name[256];
    uint64_t number;
    struct range range;
    if (!equals || (size_t)(equals - given[i]) >= sizeof name || !read_given(equals + 1, &number, &range)) return false;
    snprintf(name, sizeof name, "%.*s", (int)(equals - given[i]), given[i]);
    if (!ktest_find(t, name)) return false;
  }
  return true;
}

static uint8_t *largest_object(const struct ktest *t) {
  size_t largest = 1;
  for (uint32_t i = 0; i < t->nobjects; i++)
    if (t->objects[i].size > largest) largest = t->objects[i].size;
  return malloc(largest);
}

static bool write_suite(struct suite *s, unsigned count) {
  for (unsigned i = 1; i <= count; i++)
    if (!write_test(s, i)) return false;
  return true;
}

static int fail(const char *what, const char *why) {
  fprintf(stderr, "make_suite: %s: %s\n", what, why);
  return 2;
}

int main(int argc, char **argv) {
  struct ktest template;
  const char *why;
  if (argc < 5) {
    fputs("usage: make_suite TEMPLATE DIRECTORY COUNT SEED [NAME=NUMBER | NAME=LOW..HIGH]...\n", stderr);
    return 2;
  }
  if (!ktest_read(argv[1], &template, &why)) return fail(argv[1], why);
  if (!check_given(&template, argv + 5, argc - 5))
    return fail(argv[1], "no object of such a name, or neither a number nor a range");
  if (mkdir(argv[2], 0777) && errno != EEXIST) return fail(argv[2], strerror(errno));
  struct suite suite = {.template = &template,
                        .directory = open(argv[2], O_RDONLY | O_DIRECTORY),
                        .random = strtoull(argv[4], NULL, 0),
                        .given = argv + 5,
                        .ngiven = argc - 5,
                        .bytes = largest_object(&template)};
  if (suite.directory < 0 || !suite.bytes) return fail(argv[2], strerror(errno));
  bool good = write_suite(&suite, (unsigned)strtoul(argv[3], NULL, 0));
  int error = errno;
  ktest_writer_free(&suite.writer);
  ktest_free(&template);
  free(suite.bytes);
  close(suite.directory);
  return good ? 0 : fail(argv[2], strerror(error));
}
