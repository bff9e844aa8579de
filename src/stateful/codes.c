/* One row of words per set, found again by its hash. See codes.h. */
#include "stateful/codes.h"

#include <string.h>

#include "util/map.h"
#include "util/mem.h"
#include "util/vec.h"

struct codes {
  uint32_t words; /* of a set */
  VEC(uint64_t) rows;
  uint32_t count;             /* sets */
  struct map by_hash, joined; /* hash -> set; two sets -> their union */
  uint64_t *scratch;
};

struct codes *codes_open(uint32_t blocks) {
  struct codes *c = mem_zalloc(sizeof *c);
  c->words = blocks / 64 + 1;
  c->scratch = mem_zalloc(c->words * sizeof *c->scratch);
  for (c->count = 0; c->count <= CODE_ANY; c->count++)
    for (uint32_t i = 0; i < c->words; i++) vec_push(&c->rows, 0ull);
  map_put(&c->by_hash, hash_bytes(c->scratch, c->words * sizeof *c->scratch), CODE_NONE);
  return c;
}

void codes_close(struct codes *c) {
  if (!c) return;
  vec_free(&c->rows);
  map_free(&c->by_hash);
  map_free(&c->joined);
  free(c->scratch);
  free(c);
}

static uint64_t *row_of(const struct codes *c, code_set set) { return c->rows.data + (size_t)set * c->words; }

/* What is in the scratch row, as a set. */
static code_set intern(struct codes *c) {
  size_t bytes = c->words * sizeof *c->scratch;
  uint64_t hash = hash_bytes(c->scratch, bytes);
  for (uint32_t set; map_get(&c->by_hash, hash, &set); hash = hash_mix(hash + 1))
    if (!memcmp(row_of(c, set), c->scratch, bytes)) return set;
  map_put(&c->by_hash, hash, c->count);
  for (uint32_t i = 0; i < c->words; i++) vec_push(&c->rows, c->scratch[i]);
  return c->count++;
}

code_set codes_add(struct codes *c, code_set set, const uint32_t *blocks, uint32_t count) {
  if (set == CODE_ANY) return set;
  const uint64_t *row = row_of(c, set);
  bool more = false;
  for (uint32_t i = 0; i < count && !more; i++) more = !(row[blocks[i] / 64] >> blocks[i] % 64 & 1);
  if (!more) return set;
  memcpy(c->scratch, row, c->words * sizeof *row);
  for (uint32_t i = 0; i < count; i++) c->scratch[blocks[i] / 64] |= (uint64_t)1 << blocks[i] % 64;
  return intern(c);
}

code_set codes_add_words(struct codes *c, code_set set, const uint64_t *words, uint32_t count) {
  if (set == CODE_ANY) return set;
  memcpy(c->scratch, row_of(c, set), c->words * sizeof *c->scratch);
  for (uint32_t i = 0; i < count && i < c->words; i++) c->scratch[i] |= words[i];
  return intern(c);
}

code_set codes_join(struct codes *c, code_set a, code_set b) {
  uint32_t known;
  if (a == b || b == CODE_NONE) return a;
  if (a == CODE_NONE) return b;
  if (a == CODE_ANY || b == CODE_ANY) return CODE_ANY;
  uint64_t key = a < b ? (uint64_t)a << 32 | b : (uint64_t)b << 32 | a;
  if (map_get(&c->joined, key, &known)) return known;
  for (uint32_t i = 0; i < c->words; i++) c->scratch[i] = row_of(c, a)[i] | row_of(c, b)[i];
  known = intern(c);
  map_put(&c->joined, key, known);
  return known;
}

const uint64_t *codes_words(const struct codes *c, code_set set, uint32_t *count) {
  *count = c->words;
  return row_of(c, set);
}

uint64_t codes_bytes(const struct codes *c) {
  return c ? c->rows.capacity * sizeof *c->rows.data + (c->joined.mask + c->by_hash.mask) * sizeof(struct map_slot) : 0;
}
