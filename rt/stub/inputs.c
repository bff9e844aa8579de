/* Where inputs come from: a block of bytes (heddle_stub_run), a test (HEDDLE_TEST=FILE), or chance (HEDDLE_SEED=N).

   The n-th input of a name is the object NAME of the test, then NAME_1, NAME_2, ...; in other threads than the first
   NAME@THREAD. Nobody tells this library how heddle calls a thread: a thread that asks for an input gets the first name
   that has one and that no other thread has. Schedules are not followed; heddle replay --native does that. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "inside.h"

/* How many inputs of a name were handed out: a list, for there are few. */
struct used {
  struct used *next;
  unsigned count;
  char name[];
};

/* The name of a thread that some thread here has taken. */
struct taken {
  struct taken *next;
  char name[];
};

enum source { SOURCE_UNKNOWN, SOURCE_BYTES, SOURCE_TEST, SOURCE_RANDOM };

/* The program has one of these; the lock guards it. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static enum source source;
static struct stub_test test;
static struct used *inputs_used;
static struct taken *threads_taken;
static uint64_t seed, state;
static const unsigned char *bytes_left;
static size_t nbytes_left;
static _Thread_local const char *own_name; /* of this thread in the test; NULL: not known yet */

/* ---- chance ---- */

static uint64_t next_random(void) {
  state += 0x9e3779b97f4a7c15u;
  uint64_t x = state;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

/* Limits and small numbers are where programs decide: half of the inputs are such. */
static void fill_random(unsigned char *to, size_t size) {
  uint64_t kind = next_random() % 8;
  memset(to, kind == 1 ? 0xff : 0, size);
  if (kind < 2) return;
  if (kind < 4) to[0] = (unsigned char)(next_random() % 16);
  else
    for (size_t i = 0; i < size; i++) to[i] = (unsigned char)next_random();
}

/* ---- a test ---- */

static const struct stub_object *find(const char *name) {
  for (uint32_t i = 0; i < test.count; i++)
    if (!strcmp(test.objects[i].name, name)) return &test.objects[i];
  return NULL;
}

static unsigned count_of(const char *name) {
  for (struct used *u = inputs_used; u; u = u->next)
    if (!strcmp(u->name, name)) return u->count++;
  struct used *u = malloc(sizeof *u + strlen(name) + 1);
  if (!u) stub_refuse("out of memory");
  *u = (struct used){.next = inputs_used, .count = 1};
  strcpy(u->name, name);
  inputs_used = u;
  return 0;
}

static int is_taken(const char *name) {
  for (struct taken *t = threads_taken; t; t = t->next)
    if (!strcmp(t->name, name)) return 1;
  return 0;
}

static const char *take_name(const char *name) {
  struct taken *t = malloc(sizeof *t + strlen(name) + 1);
  if (!t) stub_refuse("out of memory");
  t->next = threads_taken;
  strcpy(t->name, name);
  threads_taken = t;
  return t->name;
}

/* "" for the first thread; NULL: the test has no thread left that asks for such an input. */
static const char *thread_name(const char *input) {
  size_t length = strlen(input);
  if (own_name) return own_name;
  if (getpid() == gettid()) return own_name = "";
  for (uint32_t i = 0; i < test.count; i++) {
    const char *name = test.objects[i].name;
    if (strncmp(name, input, length) != 0 || name[length] != '@' || is_taken(name + length + 1)) continue;
    return own_name = take_name(name + length + 1);
  }
  return NULL;
}

static void from_test(void *to, size_t size, const char *given) {
  char base[400], name[420];
  const char *thread = thread_name(given);
  const struct stub_object *object = NULL;
  if (thread) {
    snprintf(base, sizeof base, "%.199s%s%.180s", given, *thread ? "@" : "", thread);
    unsigned before = count_of(base);
    if (before) snprintf(name, sizeof name, "%s_%u", base, before);
    else snprintf(name, sizeof name, "%s", base);
    object = find(name);
  } else snprintf(name, sizeof name, "%.199s", given);
  memset(to, 0, size);
  if (!object) fprintf(stderr, "heddle-stub: the test has no input '%s' here; it is 0\n", name);
  else if (object->size != size)
    stub_refuse("input '%s' has %u bytes in the test and %zu in the program", name, object->size, size);
  else memcpy(to, object->bytes, size);
}

/* ---- */

static void from_bytes(unsigned char *to, size_t size) {
  size_t n = size < nbytes_left ? size : nbytes_left;
  memset(to, 0, size);
  if (n) memcpy(to, bytes_left, n);
  bytes_left += n;
  nbytes_left -= n;
}

static void choose_source(void) {
  const char *file = getenv("HEDDLE_TEST"), *number = getenv("HEDDLE_SEED");
  struct timespec now;
  char *end = NULL;
  source = file && *file ? SOURCE_TEST : SOURCE_RANDOM;
  if (source == SOURCE_TEST) {
    stub_test_read(&test, file);
    return;
  }
  clock_gettime(CLOCK_REALTIME, &now);
  seed = (uint64_t)now.tv_nsec ^ (uint64_t)now.tv_sec << 20 ^ (uint64_t)getpid();
  if (number && *number) seed = strtoull(number, &end, 10);
  if (end && *end) stub_refuse("HEDDLE_SEED must be a number, not '%s'", number);
  state = seed;
}

void stub_input(void *to, size_t size, const char *name) {
  if (!size) return;
  pthread_mutex_lock(&lock);
  if (source == SOURCE_UNKNOWN) choose_source();
  if (source == SOURCE_BYTES) from_bytes(to, size);
  else if (source == SOURCE_TEST) from_test(to, size, name && *name ? name : "unnamed");
  else fill_random(to, size);
  pthread_mutex_unlock(&lock);
}

uint64_t stub_seed(int *used) {
  *used = source == SOURCE_RANDOM;
  return seed;
}

void stub_use_bytes(const unsigned char *data, size_t size) {
  pthread_mutex_lock(&lock);
  source = data ? SOURCE_BYTES : SOURCE_UNKNOWN;
  bytes_left = data;
  nbytes_left = size;
  pthread_mutex_unlock(&lock);
}
