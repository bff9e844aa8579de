/* The cache of unsatisfiable cores: which conditions cannot hold together, by hashes of their structure (sym_hash_of).
   A core says something
   about formulas and inputs, not about a program: what was found while one version was explored holds in every other
   one. */
#ifndef HEDDLE_EXPLORE_UNSAT_CACHE_H
#define HEDDLE_EXPLORE_UNSAT_CACHE_H
#include <stdbool.h>
#include "sym/sym.h"
#include "util/map.h"
#include "util/vec.h"

/* A condition that some others exclude. */
struct unsat_core {
  uint32_t first, count; /* in hashes: the condition, then those that exclude it */
  uint32_t next;         /* another core with the same lower half of the condition's hash, + 1; 0: none */
  bool fresh;            /* found or used in this exploration: it goes into the next cache */
};

struct unsat_cache {
  VEC(struct sym_hash) hashes;
  VEC(struct unsat_core) cores;
  struct map by_condition; /* lower half of a hash -> newest core + 1 */
  struct map terms;        /* lower half of a hash -> term of this exploration that was on a path */
  struct sym *sym;
  uint32_t known; /* terms up to this place of the path are in `terms` */
};

void unsat_cache_open(struct unsat_cache *cache, struct sym *sym);
void unsat_cache_close(struct unsat_cache *cache);

/* Adds what unsat_cache_encode made. False: it is no such thing, or damaged; nothing was added. */
bool unsat_cache_decode(struct unsat_cache *cache, const void *bytes, uint64_t size);
/* What this exploration found or used; to be freed. */
uint8_t *unsat_cache_encode(const struct unsat_cache *cache, uint64_t *size);

void unsat_cache_shorten(struct unsat_cache *cache, uint32_t constraints); /* the path is not longer than that */
/* Does a core say that the condition cannot hold on this path? */
bool unsat_cache_excludes(struct unsat_cache *cache, sym_id condition, const sym_id *path, uint32_t count);
void unsat_cache_learn(struct unsat_cache *cache, sym_id condition, const sym_id *constraints, uint32_t count);
#endif
