/* Shadow memory: per byte the access that wrote it last. Changes are kept on a trail by the number of the access
   that made them. */
#include "augment/coverage.h"
#include "util/assert.h"

#include <stdlib.h>
#include <string.h>

#include "util/map.h"
#include "util/mem.h"
#include "vm/log.h"

enum { END_FIRST = 1, END_SECOND = 2 };

struct word {
  uint32_t writer[8]; /* access + 1; 0: nobody so far */
};

struct undo {
  uint32_t access; /* that overwrote it */
  uint32_t word, old;
  uint8_t byte;
};

typedef VEC(struct coverage_hit) hit_list;

struct coverage {
  const struct ir_program *program;
  const struct targets *targets;
  uint8_t *ends;      /* per instruction: of which end of a target it is */
  struct map by_ends; /* both ends -> target */
  struct map places;  /* address / 8 -> word */
  VEC(struct word) words;
  VEC(struct undo) trail;
  hit_list hits;  /* by access */
  hit_list reach; /* of a read that has not come yet */
  uint32_t at;    /* accesses looked at */
};

static uint64_t key_of(uint32_t first, uint32_t second) { return (uint64_t)first << 32 | second; }

struct coverage *coverage_open(const struct ir_program *program, const struct targets *targets) {
  struct coverage *c = mem_zalloc(sizeof *c);
  c->program = program;
  c->targets = targets;
  c->ends = mem_zalloc(program->nins + 1);
  for (uint32_t i = 0; i < targets->list.count; i++) {
    const struct target *t = &targets->list.data[i];
    c->ends[t->first] |= END_FIRST;
    c->ends[t->second] |= END_SECOND;
    map_put(&c->by_ends, key_of(t->first, t->second), i);
  }
  return c;
}

void coverage_close(struct coverage *c) {
  if (!c) return;
  map_free(&c->by_ends);
  map_free(&c->places);
  vec_free(&c->words);
  vec_free(&c->trail);
  vec_free(&c->hits);
  vec_free(&c->reach);
  free(c->ends);
  free(c);
}

void coverage_prepare(const struct targets *targets, struct explore_goal *goal) {
  if (targets->criterion == CRITERION_BRANCHES) goal->watch_branches = true;
  else goal->watch = WATCH_ACCESSES;
}

static uint32_t word_at(struct coverage *c, uint64_t address) {
  uint32_t word;
  if (map_get(&c->places, address >> 3, &word)) return word;
  word = c->words.count;
  map_put(&c->places, address >> 3, word);
  vec_push(&c->words, ((struct word){{0}}));
  return word;
}

static void write_bytes(struct coverage *c, uint32_t access, const struct vm_access *a) {
  for (uint64_t address = a->address; address < a->address + a->size; address++) {
    uint32_t word = word_at(c, address);
    uint8_t byte = address & 7;
    struct undo undo = {.access = access, .word = word, .byte = byte, .old = c->words.data[word].writer[byte]};
    vec_push(&c->trail, undo);
    c->words.data[word].writer[byte] = access + 1;
  }
}

/* The target with these ends; false: there is none. */
static bool find_target(const struct coverage *c, uint32_t first, uint32_t second, uint32_t *target) {
  if (!(c->ends[first] & END_FIRST) || !(c->ends[second] & END_SECOND)) return false;
  return map_get(&c->by_ends, key_of(first, second), target);
}

/* An end may be named by the instruction itself or by the call of the library in which it lies. */
static uint32_t find_pairs(const struct coverage *c, const struct vm_access *w, const struct vm_access *r,
                           uint32_t targets[4]) {
  uint32_t count = 0;
  bool in_library = w->user != w->ins, reads_in_library = r->user != r->ins;
  count += find_target(c, w->ins, r->ins, &targets[count]);
  if (in_library) count += find_target(c, w->user, r->ins, &targets[count]);
  if (reads_in_library) count += find_target(c, w->ins, r->user, &targets[count]);
  if (in_library && reads_in_library) count += find_target(c, w->user, r->user, &targets[count]);
  return count;
}

/* The last writer, plus one, of a byte, if it is another thread's; 0: it is not. */
static uint32_t writer_of(const struct coverage *c, uint64_t address, uint32_t thread, const struct vm_access *all) {
  uint32_t word, writer = 0;
  if (map_get(&c->places, address >> 3, &word)) writer = c->words.data[word].writer[address & 7];
  return writer && all[writer - 1].thread != thread ? writer : 0;
}

static bool is_reader(const struct coverage *c, const struct vm_access *a) {
  return (c->ends[a->ins] | c->ends[a->user]) & END_SECOND;
}

/* The targets that a read meets. */
static void find_met(const struct coverage *c, const struct vm_access *read, uint32_t access,
                     const struct vm_access *all, hit_list *hits) {
  for (uint64_t address = read->address, before = 0; address < read->address + read->size; address++) {
    uint32_t targets[4], writer = writer_of(c, address, read->thread, all);
    uint32_t count = writer && writer != before ? find_pairs(c, &all[writer - 1], read, targets) : 0;
    for (uint32_t i = 0; i < count; i++)
      vec_push(hits, ((struct coverage_hit){.target = targets[i], .access = access, .writer = writer - 1}));
    before = writer;
  }
}

const struct coverage_hit *coverage_can_meet(struct coverage *c, const struct vm *vm, const struct vm_access *read,
                                             uint32_t *count) {
  uint32_t accesses;
  const struct vm_access *all = vm_accesses(vm, &accesses);
  c->reach.count = 0;
  find_met(c, read, accesses, all, &c->reach);
  *count = c->reach.count;
  return c->reach.data;
}

static void go_back(struct coverage *c, uint32_t access) {
  while (c->trail.count && vec_last(&c->trail).access >= access) {
    struct undo undo = vec_pop(&c->trail);
    ASSERT(undo.word < c->words.count);
    c->words.data[undo.word].writer[undo.byte] = undo.old;
  }
  while (c->hits.count && vec_last(&c->hits).access >= access) c->hits.count--;
  if (c->at > access) c->at = access;
}

static void follow_accesses(struct coverage *c, struct vm *vm) {
  uint32_t count;
  const struct vm_access *all = vm_accesses(vm, &count);
  go_back(c, vm_accesses_same(vm));
  ASSERT(c->at <= count);
  for (; c->at < count; c->at++) {
    if (all[c->at].write) write_bytes(c, c->at, &all[c->at]);
    else if (is_reader(c, &all[c->at])) find_met(c, &all[c->at], c->at, all, &c->hits);
  }
}

static void follow_log(struct coverage *c, struct vm *vm) {
  uint32_t count;
  const struct vm_log_entry *log = vm_log(vm, &count);
  c->hits.count = 0;
  for (uint32_t i = 0; i < count; i++) {
    struct coverage_hit hit = {.access = i};
    if (log[i].kind != LOG_BRANCH || log[i].a) continue;
    if (find_target(c, (uint32_t)log[i].b, c->program->blocks[log[i].small].first, &hit.target))
      vec_push(&c->hits, hit);
  }
}

void coverage_follow(struct coverage *c, struct vm *vm) {
  if (c->targets->criterion == CRITERION_BRANCHES) follow_log(c, vm);
  else follow_accesses(c, vm);
}

bool coverage_is_partial(const struct coverage *c, const struct vm *vm) {
  uint32_t count;
  vm_log(vm, &count);
  return vm_accesses_lost(vm) || (c->targets->criterion == CRITERION_BRANCHES && count >= VM_LOG_MOST);
}

void coverage_restart(struct coverage *c) { go_back(c, 0); }

const struct coverage_hit *coverage_hits(const struct coverage *c, uint32_t *count) {
  *count = c->hits.count;
  return c->hits.data;
}
