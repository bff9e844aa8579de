/* Allocation that cannot fail for the caller: when memory runs out the process ends with a clear message. */
#ifndef HEDDLE_UTIL_MEM_H
#define HEDDLE_UTIL_MEM_H
#include <stddef.h>
#include <stdint.h>

void *mem_alloc(size_t bytes);
void *mem_zalloc(size_t bytes);
void *mem_resize(void *old, size_t bytes);
char *mem_strdup(const char *text);

/* A bump allocator: many small pieces with one lifetime, released together. */
struct arena_chunk;
struct arena {
  struct arena_chunk *chunks; /* newest first */
  size_t used;                /* bytes taken from the newest chunk */
};
void *arena_alloc(struct arena *arena, size_t bytes);
void arena_free(struct arena *arena);
#endif
