/* Versions that were explored before: a new version that does what one of them does is known, too. A fix often takes a
   change back while something else, which makes no difference, stays.

   The store has a list of the last versions of a program in which nothing failed, the newest first, each with hashes of
   its functions, so that it can be told without loading it how much differs. The versions themselves are under their
   own keys. */
#define _GNU_SOURCE
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "check/inside.h"
#include "check/history.h"
#include "store/program_key.h"
#include "util/bytes.h"
#include "util/map.h"
#include "util/mem.h"
#include "util/mutate.h"

enum {
  MOST_VERSIONS = 16, /* in the list */
  MOST_TRIED = 2,     /* versions that are compared with the new one */
  MOST_FUNCTIONS = 12 /* that may differ for it to be worth it */
};

typedef VEC(uint64_t) hash_list;
struct version {
  struct store_key program;
  hash_list hashes; /* of its functions, sorted */
};
typedef VEC(struct version) version_list;

/* ---- hashes of functions ---- */

static uint64_t text_hash(const struct ir_program *p, uint32_t text) {
  const char *s = ir_text(p, text);
  return hash_bytes(s, strlen(s));
}

/* Constants have names that the compiler made up. */
static uint64_t global_hash(const struct ir_program *p, uint32_t global) {
  const struct ir_global *g = &p->globals[global];
  return g->flags & IR_GLOBAL_CONST ? g->size : text_hash(p, g->name);
}

static uint64_t value_hash(const struct ir_program *p, ir_value v) {
  if (!ir_is_const(v)) return (uint64_t)v;
  const struct ir_const *c = &p->consts[ir_const_index(v)];
  uint64_t hash = hash_join(hash_join(c->kind + 5u, c->value), c->width);
  if (c->kind == IR_CONST_FUNC) return hash_join(hash, text_hash(p, p->functions[c->symbol].name));
  return c->kind == IR_CONST_GLOBAL ? hash_join(hash, global_hash(p, c->symbol)) : hash;
}

static uint64_t operand_hash(const struct ir_program *p, const struct ir_function *f, const struct ir_ins *ins,
                             char shape, int32_t value) {
  uint64_t hash = 3;
  switch (shape) {
  case 'v': return value_hash(p, value);
  case 'l': return (uint32_t)value - f->first_block;
  case 'f': return text_hash(p, p->functions[value].name);
  case 'g': return global_hash(p, (uint32_t)value);
  case 'x':
    for (int32_t i = 0; i < ins->c; i++) {
      int32_t one = p->extra[value + i];
      bool block = ins->op == IR_SWITCH && i % 2 == 0;
      hash = hash_join(hash, block ? (uint32_t)one - f->first_block : value_hash(p, one));
    }
    return hash;
  case 's':
  case '-': return 0;
  default: return (uint32_t)value;
  }
}

static uint64_t function_hash(const struct ir_program *p, const struct ir_function *f) {
  uint64_t hash = text_hash(p, f->name);
  for (uint32_t i = f->first_ins; i < f->first_ins + f->nins; i++) {
    const struct ir_ins *ins = &p->ins[i];
    const char *shape = ir_ops[ins->op].shape + 2;
    hash =
        hash_join(hash, (uint64_t)ins->op << 48 | (uint64_t)ins->width << 40 | (uint64_t)ins->flags << 32 | ins->dst);
    hash = hash_join(hash, operand_hash(p, f, ins, shape[0], ins->a));
    hash = hash_join(hash, operand_hash(p, f, ins, shape[1], ins->b));
    hash = hash_join(hash, operand_hash(p, f, ins, shape[2], ins->c));
  }
  return hash;
}

static int by_hash(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return (x > y) - (x < y);
}

static hash_list hashes_of(const struct ir_program *p) {
  hash_list list = {0};
  for (uint64_t f = 0; f < p->nfunctions; f++)
    if (p->functions[f].nins && !(p->functions[f].flags & IR_FN_LIBRARY))
      vec_push(&list, function_hash(p, &p->functions[f]));
  if (list.count) qsort(list.data, list.count, sizeof *list.data, by_hash);
  return list;
}

/* Functions of which the other one has no equal, in both. */
static uint32_t difference(const hash_list *a, const hash_list *b) {
  uint32_t i = 0, k = 0, count = 0;
  while (i < a->count || k < b->count) {
    if (i < a->count && k < b->count && a->data[i] == b->data[k]) {
      i++, k++;
      continue;
    }
    count++;
    if (k == b->count || (i < a->count && a->data[i] < b->data[k])) i++;
    else k++;
  }
  return count;
}

/* ---- the list ---- */

/* All programs that are explored with the same options have one list: a name does not tell which are versions of one,
   but how much differs does. */
static struct store_key key_of_list(const struct ir_program *p, const struct explore_config *config) {
  return program_key_of_run(p, (struct store_key){.low = 0x76657273u}, config, true);
}

/* Where the program itself is: not where the front end keeps it. */
static struct store_key key_of_image(struct store_key program) {
  return (struct store_key){hash_join(program.low, 0x616e63u), program.high};
}

static void free_list(version_list *list) {
  for (uint32_t i = 0; i < list->count; i++) vec_free(&list->data[i].hashes);
  vec_free(list);
}

static version_list read_list(struct store *store, struct store_key key) {
  version_list list = {0};
  struct store_blob value;
  if (!store_get(store, STORE_VERSIONS, key, &value)) return list;
  struct source s = {.bytes = value.bytes, .size = value.size};
  for (uint32_t n = source_get_count(&s, 20); n-- > 0 && !s.bad;) {
    struct version v = {.program.low = source_get64(&s)};
    v.program.high = source_get64(&s);
    for (uint32_t m = source_get_count(&s, 8); m-- > 0 && !s.bad;) vec_push(&v.hashes, source_get64(&s));
    vec_push(&list, v);
  }
  if (s.bad) free_list(&list);
  free(value.bytes);
  return list;
}

static bool write_list(struct store *store, struct store_key key, const version_list *list) {
  struct sink s = {0};
  sink_put32(&s, list->count);
  for (uint32_t i = 0; i < list->count; i++) {
    const struct version *v = &list->data[i];
    sink_put64(&s, v->program.low);
    sink_put64(&s, v->program.high);
    sink_put32(&s, v->hashes.count);
    for (uint32_t k = 0; k < v->hashes.count; k++) sink_put64(&s, v->hashes.data[k]);
  }
  bool good = store_put(store, STORE_VERSIONS, key, s.bytes, s.size);
  free(s.bytes);
  return good;
}

/* ---- programs ---- */

static bool put_program(struct store *store, const struct ir_program *p, struct store_key program) {
  int fd = memfd_create("program", MFD_CLOEXEC);
  off_t size = fd >= 0 && ir_save(p, fd) ? lseek(fd, 0, SEEK_END) : 0;
  void *image = size > 0 ? mmap(NULL, (size_t)size, PROT_READ, MAP_PRIVATE, fd, 0) : MAP_FAILED;
  bool good = image != MAP_FAILED && store_put(store, STORE_IR, key_of_image(program), image, (size_t)size);
  if (image != MAP_FAILED) munmap(image, (size_t)size);
  if (fd >= 0) close(fd);
  return good;
}

static struct ir_program *get_program(struct store *store, struct store_key program) {
  struct store_blob image;
  const char *why;
  if (!store_get(store, STORE_IR, key_of_image(program), &image)) return NULL;
  struct ir_program *p = ir_load(image.bytes, image.size, &why);
  free(image.bytes);
  if (p && store_key_same(program_key_of(p), program)) return p;
  if (p) ir_free(p);
  return NULL;
}

void ancestors_add(struct store *store, const struct ir_program *p, const struct explore_config *config) {
  struct store_key key = key_of_list(p, config), program = program_key_of(p);
  version_list list = read_list(store, key), next = {0};
  bool there = false;
  vec_push(&next, ((struct version){.program = program, .hashes = hashes_of(p)}));
  for (uint32_t i = 0; i < list.count; i++) {
    struct version *v = &list.data[i];
    bool same = store_key_same(v->program, program);
    there |= same;
    if (same || next.count == MOST_VERSIONS) vec_free(&v->hashes);
    else vec_push(&next, *v);
  }
  vec_free(&list);
  if (there || put_program(store, p, program)) write_list(store, key, &next);
  free_list(&next);
}

/* ---- is the new version one of them? ---- */

/* Nothing failed in `known`, which was explored completely: does the new version do the same? */
static bool does_the_same(struct work *w, const struct ir_program *known) {
  uint32_t checks = w->request->options->config.checks;
  struct change *change = change_open(known, w->request->new);
  bool same = change->nothing;
  if (!same) {
    bool may_fail = w->request->options->config.malloc_may_fail;
    struct equivalence *e =
        equivalence_open(change, &(struct equivalence_options){checks, EQUIVALENCE_SHORT, may_fail});
    if (e->proved == e->functions.count || MUTATED(ANCESTOR_PROVED)) {
      struct impact *impact = impact_open(change, checks, &(struct impact_failures){0});
      same =
          MUTATED(ANCESTOR_PROVED) || (!static_set_count(&impact->forward) && !static_set_count(&impact->forward_old));
      impact_close(impact);
    }
    equivalence_close(e);
  }
  change_close(change);
  return same;
}

static bool look_at(struct work *w, const struct version *v) {
  struct store *store = w->request->store;
  const struct explore_config *config = &w->request->options->config;
  struct result *result = &w->check->result;
  struct saved_result saved;
  struct ir_program *p = get_program(store, v->program);
  if (!p) return false;
  bool good = saved_result_get(store, program_key_of_run(p, v->program, config, true), &saved);
  if (good) {
    good = saved.complete && !saved.nfailures && does_the_same(w, p);
    for (uint32_t i = 0; i < saved.nnotes && good; i++)
      result_add_note(result, result_text(result, "%s", saved.notes[i]));
    if (good) result->search = saved.search;
    saved_result_free(&saved);
  }
  ir_free(p);
  return good;
}

static bool has_failed(const struct saved_result *old) {
  for (uint32_t i = 0; i < old->nfailures; i++)
    if (!old->failures[i].warning) return true;
  return false;
}

/* If the old version did not fail, a version is of interest that differs less than the old one does. */
static uint32_t most_differences(const struct work *w, const hash_list *own) {
  if (has_failed(&w->check->old)) return MOST_FUNCTIONS + 1;
  hash_list old = hashes_of(w->request->old);
  uint32_t count = difference(&old, own);
  vec_free(&old);
  return count < MOST_FUNCTIONS ? count : MOST_FUNCTIONS + 1;
}

bool ancestors_know(struct work *w) {
  const struct check_request *r = w->request;
  bool known = false;
  if (!r->store) return false;
  version_list list = read_list(r->store, key_of_list(r->new, &r->options->config));
  hash_list own = hashes_of(r->new);
  struct store_key old = program_key_of(r->old);
  uint32_t most = most_differences(w, &own);
  for (uint32_t tried = 0; tried < MOST_TRIED && !known; tried++) {
    uint32_t best = IR_NONE, least = most;
    for (uint32_t i = 0; i < list.count; i++) {
      uint32_t count = difference(&list.data[i].hashes, &own);
      if (store_key_same(list.data[i].program, old) || count >= least) continue;
      best = i, least = count;
    }
    if (best == IR_NONE) break;
    known = look_at(w, &list.data[best]);
    list.data[best].program = old; /* done */
  }
  vec_free(&own);
  free_list(&list);
  return known;
}
