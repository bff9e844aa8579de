/* Memory and handles of threads that are handed out again when the test says so, and only then. A test in which it
   matters has inputs malloc_reuses.N: 0 for the N-th request of a thread means new memory, k the k-th block of the
   same size class, counted back from the one that was freed last. For such a test the runtime never gives freed
   memory back to the C library. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hooks.h"
#include "watch.h"

struct block {
  struct block *older;
  void *start;
  size_t size;
  unsigned long freed; /* how many were freed before and with it; 0: it is in use */
};
static struct block *newest;
static unsigned long frees;

static bool has_input(const char *prefix) {
  for (uint32_t i = 0; i < hd.ninputs; i++)
    if (!strncmp(hd.inputs[i].name, prefix, strlen(prefix))) return true;
  return false;
}

bool reuse_is_on(void) {
  static int known = -1;
  if (known < 0) known = hd.fresh || has_input("malloc_reuses.");
  return known;
}

/* As in the interpreter (src/vm/reuse.c). */
static size_t class_of(size_t size) {
  size_t chunk = (size + sizeof(void *) + 15) & ~(size_t)15;
  return chunk < 4 * sizeof(void *) ? 4 * sizeof(void *) : chunk;
}

static struct block *next_freed(size_t class, unsigned long before) {
  struct block *found = NULL;
  for (struct block *b = newest; b; b = b->older)
    if (b->freed && b->freed < before && class_of(b->size) == class && (!found || b->freed > found->freed)) found = b;
  return found;
}

static uint32_t value_of(const char *what, unsigned number) {
  char name[60 + NAME_BYTES];
  uint32_t value = 0;
  if (hd_self == hd.first) snprintf(name, sizeof name, "%s.%u", what, number);
  else snprintf(name, sizeof name, "%s.%u@%s", what, number, hd_self->name);
  const struct input *input = test_find(name);
  if (input && input->size == sizeof value) memcpy(&value, input->bytes, sizeof value);
  return value;
}

/* A block has all the room of its class, since a larger object of the class may take its place later. Under the address
   sanitizer only what was asked for may be touched. */
void __asan_poison_memory_region(const volatile void *start, size_t size) __attribute__((weak));
void __asan_unpoison_memory_region(const volatile void *start, size_t size) __attribute__((weak));

static void *lend(struct block *b, size_t size) {
  size_t room = class_of(size) - sizeof(void *);
  b->freed = 0;
  b->size = size;
  if (__asan_unpoison_memory_region) __asan_unpoison_memory_region(b->start, size);
  if (__asan_poison_memory_region) __asan_poison_memory_region((char *)b->start + size, room - size);
  return b->start;
}

/* The block that was freed as the value-th last one; value is at least 1. */
static void *again(size_t size, uint32_t value) {
  struct block *b;
  unsigned long before = frees + 1;
  do {
    b = next_freed(class_of(size), before);
    if (!b) report_error("the test has more freed blocks of %zu bytes than there are", size);
    before = b->freed;
  } while (--value > 0);
  return lend(b, size);
}

void hd_library(void);

void *reuse_allocate(size_t size) {
  if (!reuse_is_on() || size > PTRDIFF_MAX) return malloc(size);
  hd_library();
  uint32_t value = value_of("malloc_reuses", ++hd_self->requests);
  if (value) return again(size, value);
  struct block *b = malloc(sizeof *b);
  void *start = malloc(class_of(size) - sizeof(void *));
  if (!b || !start) report_error("out of memory");
  *b = (struct block){.older = newest, .start = start};
  newest = b;
  return lend(b, size);
}

static struct block *block_at(const void *start) {
  struct block *b = newest;
  while (b && b->start != start) b = b->older;
  return b;
}

size_t reuse_size(const void *start) {
  const struct block *b = block_at(start);
  return b ? b->size : 0;
}

void reuse_free(void *start) {
  struct block *b = reuse_is_on() ? block_at(start) : NULL;
  if (!b) free(start);
  else if (b->freed) report_failure("memory", "double free");
  else b->freed = ++frees;
}

/* ---- handles of threads ---- */

/* thread_reuses.N says of the N-th thread that a thread creates whether it gets the one given back last. */

pthread_t reuse_handle(const struct thread *new) {
  static int known = -1;
  struct thread *last = NULL;
  if (known < 0) known = has_input("thread_reuses.");
  if (!known) return new->handle;
  if (!value_of("thread_reuses", hd_self->children)) return (pthread_t) new; /* no other one ever has that */
  for (struct thread *t = hd.first; t; t = t->following)
    if (t->given_back && (!last || t->given_back > last->given_back)) last = t;
  if (!last) report_error("the test hands out the identity of a thread, but none was given back");
  last->given_back = 0;
  return last->shown;
}

void reuse_give_back(struct thread *t) {
  static unsigned long count;
  t->given_back = ++count;
}
