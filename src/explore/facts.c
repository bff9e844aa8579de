/* Facts by hash. A path is compared with a fact by looking up the fact's hashes among the terms that were on a path so
   far; a term counts only if it is on the path now. Bounded: a full record takes no more facts. */
#include "explore/facts.h"

#include <string.h>

#include "util/bytes.h"
#include "util/mutate.h"

enum { MOST_HASHES = 1 << 21, MOST_TRIED = 256 };
static const uint32_t format = 0x48444631; /* changes with the form, and with what a hash is made of */

void facts_open(struct facts *r, struct sym *sym) { *r = (struct facts){.sym = sym}; }

void facts_free(struct facts *r) {
  vec_free(&r->hashes);
  vec_free(&r->facts);
  map_free(&r->by_condition);
  map_free(&r->terms);
}

static bool same(struct sym_hash a, struct sym_hash b) { return a.low == b.low && a.high == b.high; }

static bool has_fact(const struct facts *r, const struct sym_hash *hashes, uint32_t count, uint32_t *number) {
  uint32_t next;
  if (!map_get(&r->by_condition, hashes[0].low, &next)) return false;
  for (; next; next = r->facts.data[next - 1].next) {
    const struct fact *f = &r->facts.data[next - 1];
    if (f->count == count && !memcmp(r->hashes.data + f->first, hashes, count * sizeof *hashes)) {
      *number = next - 1;
      return true;
    }
  }
  return false;
}

/* The last `count` hashes become a fact, unless it is there already. */
static void add_last(struct facts *r, uint32_t count, bool fresh) {
  struct fact fact = {.first = r->hashes.count - count, .count = count, .fresh = fresh};
  const struct sym_hash *hashes = r->hashes.data + fact.first;
  uint32_t old;
  if (has_fact(r, hashes, count, &old)) {
    r->facts.data[old].fresh |= fresh;
    r->hashes.count = fact.first;
    return;
  }
  map_get(&r->by_condition, hashes[0].low, &fact.next);
  vec_push(&r->facts, fact);
  map_put(&r->by_condition, hashes[0].low, r->facts.count);
}

/* ---- from and to bytes ---- */

static bool read_fact(struct facts *r, struct source *s) {
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

bool facts_decode(struct facts *r, const void *bytes, uint64_t size) {
  struct source s = {.bytes = bytes, .size = size};
  if (source_get32(&s) != format || s.bad) return false;
  struct facts read = {.sym = r->sym};
  bool good = true;
  while (good && s.at < s.size) good = read_fact(&read, &s);
  for (uint32_t i = 0; good && i < read.facts.count; i++) {
    const struct fact *f = &read.facts.data[i];
    for (uint32_t k = 0; k < f->count; k++) vec_push(&r->hashes, read.hashes.data[f->first + k]);
    add_last(r, f->count, false);
  }
  facts_free(&read);
  return good;
}

uint8_t *facts_encode(const struct facts *r, uint64_t *size) {
  struct sink s = {0};
  sink_put32(&s, format);
  for (uint32_t i = 0; i < r->facts.count; i++) {
    const struct fact *f = &r->facts.data[i];
    if (!f->fresh) continue;
    sink_put32(&s, f->count);
    sink_put(&s, r->hashes.data + f->first, f->count * sizeof *r->hashes.data);
  }
  *size = s.size;
  return s.bytes;
}

/* ---- asking ---- */

void facts_shorter(struct facts *r, uint32_t constraints) {
  if (r->known > constraints) r->known = constraints;
}

static void name_terms(struct facts *r, const sym_id *path, uint32_t count) {
  for (; r->known < count; r->known++) map_put(&r->terms, sym_hash_of(r->sym, path[r->known]).low, path[r->known]);
}

static bool on_path(struct facts *r, struct sym_hash hash, const sym_id *path, uint32_t count) {
  sym_id term;
  if (!map_get(&r->terms, hash.low, &term) || !same(sym_hash_of(r->sym, term), hash)) return false;
  for (uint32_t i = count; i-- > 0;)
    if (path[i] == term) return true;
  return false;
}

bool facts_excludes(struct facts *r, sym_id condition, const sym_id *path, uint32_t count) {
  uint32_t next;
  if (!r->facts.count) return false;
  struct sym_hash hash = sym_hash_of(r->sym, condition);
  if (!map_get(&r->by_condition, hash.low, &next)) return false;
  name_terms(r, path, count);
  for (unsigned tried = 0; next && tried < MOST_TRIED; tried++) {
    struct fact *f = &r->facts.data[next - 1];
    const struct sym_hash *hashes = r->hashes.data + f->first;
    bool all = same(hashes[0], hash);
    for (uint32_t i = 1 + MUTATED(SUITE_RECORD); all && i < f->count; i++) all = on_path(r, hashes[i], path, count);
    if (all) {
      f->fresh = true;
      return true;
    }
    next = f->next;
  }
  return false;
}

void facts_learn(struct facts *r, sym_id condition, const sym_id *constraints, uint32_t count) {
  if (r->hashes.count > MOST_HASHES) return;
  vec_push(&r->hashes, sym_hash_of(r->sym, condition));
  for (uint32_t i = 0; i < count; i++) vec_push(&r->hashes, sym_hash_of(r->sym, constraints[i]));
  add_last(r, count + 1, true);
}
