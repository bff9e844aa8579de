/* Cores by hash. A path is compared with a core by looking up the core's hashes among the terms that were on a path so
   far; a term counts only if it is on the path now. Bounded: a full cache takes no more cores. */
#include "explore/unsat_cache.h"

#include <string.h>

#include "util/bytes.h"
#include "util/mutate.h"

enum { MOST_HASHES = 1 << 21, MOST_TRIED = 256 };
static const uint32_t format = 0x48444631; /* changes with the form, and with what a hash is made of */

void unsat_cache_open(struct unsat_cache *r, struct sym *sym) { *r = (struct unsat_cache){.sym = sym}; }

void unsat_cache_close(struct unsat_cache *r) {
  vec_free(&r->hashes);
  vec_free(&r->cores);
  map_free(&r->by_condition);
  map_free(&r->terms);
}

static bool same(struct sym_hash a, struct sym_hash b) { return a.low == b.low && a.high == b.high; }

static bool has_core(const struct unsat_cache *r, const struct sym_hash *hashes, uint32_t count, uint32_t *number) {
  uint32_t next;
  if (!map_get(&r->by_condition, hashes[0].low, &next)) return false;
  for (; next; next = r->cores.data[next - 1].next) {
    const struct unsat_core *f = &r->cores.data[next - 1];
    if (f->count == count && !memcmp(r->hashes.data + f->first, hashes, count * sizeof *hashes)) {
      *number = next - 1;
      return true;
    }
  }
  return false;
}

/* The last `count` hashes become a core, unless it is there already. */
static void add_last(struct unsat_cache *r, uint32_t count, bool fresh) {
  struct unsat_core core = {.first = r->hashes.count - count, .count = count, .fresh = fresh};
  const struct sym_hash *hashes = r->hashes.data + core.first;
  uint32_t old;
  if (has_core(r, hashes, count, &old)) {
    r->cores.data[old].fresh |= fresh;
    r->hashes.count = core.first;
    return;
  }
  map_get(&r->by_condition, hashes[0].low, &core.next);
  vec_push(&r->cores, core);
  map_put(&r->by_condition, hashes[0].low, r->cores.count);
}

/* ---- from and to bytes ---- */

static bool read_core(struct unsat_cache *r, struct source *s) {
  uint32_t count = source_get_count(s, sizeof(struct sym_hash));
  if (s->bad || !count) return false;
  for (uint32_t i = 0; i < count; i++) {
    struct sym_hash hash;
    source_get(s, &hash, sizeof hash);
    vec_push(&r->hashes, hash);
  }
  add_last(r, count, false);
  return true;
}

bool unsat_cache_decode(struct unsat_cache *r, const void *bytes, uint64_t size) {
  struct source s = {.bytes = bytes, .size = size};
  if (source_get32(&s) != format || s.bad) return false;
  struct unsat_cache read = {.sym = r->sym};
  bool good = true;
  while (good && s.at < s.size) good = read_core(&read, &s);
  for (uint32_t i = 0; good && i < read.cores.count; i++) {
    const struct unsat_core *f = &read.cores.data[i];
    for (uint32_t k = 0; k < f->count; k++) vec_push(&r->hashes, read.hashes.data[f->first + k]);
    add_last(r, f->count, false);
  }
  unsat_cache_close(&read);
  return good;
}

uint8_t *unsat_cache_encode(const struct unsat_cache *r, uint64_t *size) {
  struct sink s = {0};
  sink_put32(&s, format);
  for (uint32_t i = 0; i < r->cores.count; i++) {
    const struct unsat_core *f = &r->cores.data[i];
    if (!f->fresh) continue;
    sink_put32(&s, f->count);
    sink_put(&s, r->hashes.data + f->first, f->count * sizeof *r->hashes.data);
  }
  *size = s.size;
  return s.bytes;
}

/* ---- asking ---- */

void unsat_cache_shorten(struct unsat_cache *r, uint32_t constraints) {
  if (r->known > constraints) r->known = constraints;
}

static void name_terms(struct unsat_cache *r, const sym_id *path, uint32_t count) {
  for (; r->known < count; r->known++) map_put(&r->terms, sym_hash_of(r->sym, path[r->known]).low, path[r->known]);
}

static bool on_path(struct unsat_cache *r, struct sym_hash hash, const sym_id *path, uint32_t count) {
  sym_id term;
  if (!map_get(&r->terms, hash.low, &term) || !same(sym_hash_of(r->sym, term), hash)) return false;
  for (uint32_t i = count; i-- > 0;)
    if (path[i] == term) return true;
  return false;
}

bool unsat_cache_excludes(struct unsat_cache *r, sym_id condition, const sym_id *path, uint32_t count) {
  uint32_t next;
  if (!r->cores.count) return false;
  struct sym_hash hash = sym_hash_of(r->sym, condition);
  if (!map_get(&r->by_condition, hash.low, &next)) return false;
  name_terms(r, path, count);
  for (unsigned tried = 0; next && tried < MOST_TRIED; tried++) {
    struct unsat_core *f = &r->cores.data[next - 1];
    const struct sym_hash *hashes = r->hashes.data + f->first;
    bool all = same(hashes[0], hash);
    for (uint32_t i = 1 + MUTATED(SUITE_CORES); all && i < f->count; i++) all = on_path(r, hashes[i], path, count);
    if (all) {
      f->fresh = true;
      return true;
    }
    next = f->next;
  }
  return false;
}

void unsat_cache_learn(struct unsat_cache *r, sym_id condition, const sym_id *constraints, uint32_t count) {
  if (r->hashes.count > MOST_HASHES) return;
  vec_push(&r->hashes, sym_hash_of(r->sym, condition));
  for (uint32_t i = 0; i < count; i++) vec_push(&r->hashes, sym_hash_of(r->sym, constraints[i]));
  add_last(r, count + 1, true);
}
