/* Checked allocation and the bump allocator. */
#include "util/mem.h"

#include <stdlib.h>
#include <string.h>

#include "util/error.h"

static void *checked(void *piece) {
  if (!piece) error_exit(EXIT_INCOMPLETE, "out of memory");
  return piece;
}

void *mem_alloc(size_t bytes) { return checked(malloc(bytes ? bytes : 1)); }

void *mem_zalloc(size_t bytes) { return checked(calloc(bytes ? bytes : 1, 1)); }

void *mem_resize(void *old, size_t bytes) { return checked(realloc(old, bytes ? bytes : 1)); }

char *mem_strdup(const char *text) {
  size_t bytes = strlen(text) + 1;
  return memcpy(mem_alloc(bytes), text, bytes);
}

enum { ARENA_CHUNK = 64 * 1024 };

struct arena_chunk {
  struct arena_chunk *older;
  size_t size;
  _Alignas(16) unsigned char data[];
};

void *arena_alloc(struct arena *arena, size_t bytes) {
  bytes = (bytes + 15) & ~(size_t)15;
  if (!arena->chunks || arena->used + bytes > arena->chunks->size) {
    size_t size = bytes > ARENA_CHUNK ? bytes : ARENA_CHUNK;
    struct arena_chunk *chunk = mem_alloc(sizeof *chunk + size);
    chunk->older = arena->chunks;
    chunk->size = size;
    arena->chunks = chunk;
    arena->used = 0;
  }
  void *piece = arena->chunks->data + arena->used;
  arena->used += bytes;
  return piece;
}

void arena_free(struct arena *arena) {
  while (arena->chunks) {
    struct arena_chunk *older = arena->chunks->older;
    free(arena->chunks);
    arena->chunks = older;
  }
  arena->used = 0;
}
