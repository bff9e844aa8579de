/* A hash table from 64-bit keys to 32-bit values, and an interning table for strings. Nothing is ever removed
   but everything at once. */
#ifndef HEDDLE_UTIL_MAP_H
#define HEDDLE_UTIL_MAP_H
#include <stdbool.h>
#include <stdint.h>

struct map_slot {
  uint64_t key;
  uint32_t value;
  uint32_t used;
};

struct map {
  struct map_slot *slots;
  uint32_t count;
  uint32_t mask; /* number of slots - 1; 0 before the first insertion */
};

bool map_get(const struct map *map, uint64_t key, uint32_t *value);
void map_put(struct map *map, uint64_t key, uint32_t value); /* replaces */
void map_free(struct map *map);

/* Mixes the bits of one word; good enough to use any bits of the result. */
static inline uint64_t hash_mix(uint64_t x) {
  x ^= x >> 32;
  x *= 0xd6e8feb86659fd93u;
  x ^= x >> 32;
  x *= 0xd6e8feb86659fd93u;
  return x ^ (x >> 32);
}
/* Both are mixed: of small numbers, as places and kinds are, different pairs would come to the same. */
static inline uint64_t hash_join(uint64_t h, uint64_t x) { return hash_mix(hash_mix(h + 0x9e3779b97f4a7c15u) ^ x); }
uint64_t hash_bytes(const void *data, uint64_t bytes);

/* String table: each different string once, by index; index 0 is "". Text lies in one growing block, so that it can be
   saved as it is. */
struct strings {
  char *text;
  uint32_t used, capacity;
  struct map by_hash;
};
uint32_t strings_add(struct strings *table, const char *text); /* offset of the text */
static inline const char *strings_get(const struct strings *table, uint32_t offset) { return table->text + offset; }
void strings_free(struct strings *table);
#endif
