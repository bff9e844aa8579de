/* Open addressing with linear probing. */
#include "util/map.h"

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "util/mem.h"

static struct map_slot *find(const struct map *map, uint64_t key) {
  uint32_t i = (uint32_t)hash_mix(key) & map->mask;
  while (map->slots[i].used && map->slots[i].key != key) i = (i + 1) & map->mask;
  return &map->slots[i];
}

bool map_get(const struct map *map, uint64_t key, uint32_t *value) {
  if (!map->slots) return false;
  const struct map_slot *slot = find(map, key);
  if (slot->used) *value = slot->value;
  return slot->used;
}

static void grow(struct map *map) {
  struct map old = *map;
  uint32_t slots = old.slots ? (old.mask + 1) * 2 : 16;
  map->slots = mem_zalloc(slots * sizeof *map->slots);
  map->mask = slots - 1;
  for (uint32_t i = 0; old.slots && i <= old.mask; i++)
    if (old.slots[i].used) *find(map, old.slots[i].key) = old.slots[i];
  free(old.slots);
}

void map_put(struct map *map, uint64_t key, uint32_t value) {
  if (!map->slots || map->count * 3 >= map->mask * 2) grow(map);
  struct map_slot *slot = find(map, key);
  if (!slot->used) map->count++;
  *slot = (struct map_slot){.key = key, .value = value, .used = 1};
}

void map_free(struct map *map) {
  free(map->slots);
  *map = (struct map){0};
}

uint64_t hash_bytes(const void *data, uint64_t bytes) { return XXH3_64bits(data, bytes); }

static uint32_t append(struct strings *table, const char *text, uint32_t bytes) {
  if (table->used + bytes > table->capacity) {
    table->capacity = table->capacity ? table->capacity : 1024;
    while (table->used + bytes > table->capacity) table->capacity *= 2;
    table->text = mem_resize(table->text, table->capacity);
  }
  memcpy(table->text + table->used, text, bytes);
  table->used += bytes;
  return table->used - bytes;
}

uint32_t strings_add(struct strings *table, const char *text) {
  if (!table->used) append(table, "", 1);
  if (!*text) return 0;
  uint64_t key = hash_bytes(text, strlen(text));
  uint32_t offset;
  while (map_get(&table->by_hash, key, &offset)) {
    if (!strcmp(table->text + offset, text)) return offset;
    key = hash_mix(key + 1);
  }
  offset = append(table, text, (uint32_t)strlen(text) + 1);
  map_put(&table->by_hash, key, offset);
  return offset;
}

void strings_free(struct strings *table) {
  free(table->text);
  map_free(&table->by_hash);
  *table = (struct strings){0};
}
