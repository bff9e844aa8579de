/* Makes a test suite of pseudo-random inputs: make_suite TEMPLATE DIRECTORY COUNT SEED [NAME=NUMBER...]

   TEMPLATE is any test of the program (.ktest): it says which objects there are and how large they are. Each test
   that is written to DIRECTORY (test000001.ktest, ...) has the same objects with other bytes, always the same for
   one seed; it has inputs only, no schedule and no verdict. With NAME=NUMBER... the first test has these numbers
   instead, other objects are 0 in it. */
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

static void fill_randomly(uint8_t *bytes, uint32_t size, uint64_t *state) {
  for (uint32_t i = 0; i < size; i++) bytes[i] = (uint8_t)random_next(state);
}

/* What NAME=NUMBER says about an object, 0 if nothing. */
static uint64_t given_number(const char *name, char **given, int ngiven) {
  size_t length = strlen(name);
  for (int i = 0; i < ngiven; i++)
    if (strncmp(given[i], name, length) == 0 && given[i][length] == '=')
      return (uint64_t)strtoll(given[i] + length + 1, NULL, 0);
  return 0;
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
    if (number == 1 && s->ngiven > 0) store(s->bytes, o->size, given_number(o->name, s->given, s->ngiven));
    else fill_randomly(s->bytes, o->size, &s->random);
    ktest_add(&s->writer, o->name, s->bytes, o->size);
  }
  snprintf(name, sizeof name, "test%06u.ktest", number);
  return ktest_write(&s->writer, s->directory, name);
}

/* Every NAME=NUMBER must name an object. */
static bool check_given(const struct ktest *t, char **given, int ngiven) {
  for (int i = 0; i < ngiven; i++) {
    const char *equals = strchr(given[i], '=');
    char name[256];
    if (!equals || (size_t)(equals - given[i]) >= sizeof name) return false;
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
    fputs("usage: make_suite TEMPLATE DIRECTORY COUNT SEED [NAME=NUMBER...]\n", stderr);
    return 2;
  }
  if (!ktest_read(argv[1], &template, &why)) return fail(argv[1], why);
  if (!check_given(&template, argv + 5, argc - 5)) return fail(argv[1], "no object of such a name");
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
