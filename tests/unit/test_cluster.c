/* What comes from other machines: states arrive whole or not at all, damaged bytes are refused and crash nobody. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>
#include <xxhash.h>

#include "cluster/inside.h"
#include "stateful/parcel.h"

enum { SLOTS = 1 << 10, ROOM = 1 << 20, STATES = 50, DAMAGED = 20000 };

static struct vm_control state_key(uint64_t i) {
  return (struct vm_control){.low = hash_mix(i + 1), .high = hash_mix(i + 77777)};
}

struct machine {
  struct parcels parcels;
};

static struct machine open_machine(uint64_t seed) {
  return (struct machine){.parcels = {.table = shared_open(SLOTS, ROOM), .seed = seed}};
}

static void close_machine(struct machine *m) {
  shared_close(m->parcels.table);
  parcels_free(&m->parcels);
}

/* A state whose footprint has two operations, of which the first is that of others, too. */
static void finish(struct machine *m, uint64_t i) {
  uint64_t operation[3] = {i % 7, ~(i % 7), 5}, common[3] = {1, 2, 3};
  struct shared_states *t = m->parcels.table;
  uint32_t set[3] = {0, shared_put_once(t, common, sizeof common), shared_put_once(t, operation, sizeof operation)};
  shared_publish(shared_take(t, state_key(i)), (uint64_t)shared_put_once(t, set, sizeof set) << 32);
}

static bool knows(struct machine *m, uint64_t i) {
  const struct shared_slot *slot = shared_find(m->parcels.table, state_key(i));
  uint64_t payload = slot ? shared_payload(slot) : 0;
  uint32_t size = 0;
  bool found[2] = {false, false};
  if (!payload) return false;
  const uint32_t *set = shared_at(m->parcels.table, (uint32_t)(payload >> 32), &size);
  assert_true(set && size == 12 && !set[0] && set[1] < set[2]);
  for (unsigned k = 1; k < 3; k++) {
    const uint64_t *operation = shared_at(m->parcels.table, set[k], &size);
    assert_true(operation && size == 24);
    found[0] |= operation[0] == 1 && operation[1] == 2 && operation[2] == 3;
    found[1] |= operation[0] == i % 7 && operation[1] == ~(i % 7) && operation[2] == 5;
  }
  assert_true(found[0] && found[1]);
  return true;
}

/* States `from` to `to`, and a hint about the one behind them. */
static struct sink parcel_of(struct machine *m, uint64_t from, uint64_t to) {
  struct vm_control keys[STATES];
  struct sink sink = {0};
  division_hints hints = {0};
  struct division_hint hint = {.key = state_key(to), .wanted = 6, .trying = 2};
  for (uint64_t i = from; i < to; i++) {
    finish(m, i);
    keys[i - from] = state_key(i);
  }
  vec_push(&hints, hint);
  assert_true(parcel_put(&m->parcels, &sink, keys, (uint32_t)(to - from), &hints));
  vec_free(&hints);
  return sink;
}

static void states_arrive_with_their_footprints(void **state) {
  (void)state;
  struct machine one = open_machine(1), other = open_machine(1), foreign = open_machine(2);
  shared_name_thread(one.parcels.table, 1, 1);
  struct sink first = parcel_of(&one, 0, 10), second = parcel_of(&one, 10, 20);
  assert_true(parcel_get(&other.parcels, first.bytes, first.size));
  assert_true(parcel_get(&other.parcels, second.bytes, second.size));
  assert_true(parcel_get(&other.parcels, first.bytes, first.size)); /* once more: nothing changes */
  for (uint64_t i = 0; i < 20; i++) assert_true(knows(&other, i));
  assert_false(knows(&other, 20));
  const struct shared_slot *hinted = shared_find(other.parcels.table, state_key(20));
  assert_true(hinted && hinted->wanted == 6 && hinted->trying == 2 && !hinted->payload);
  assert_int_equal(shared_thread_name(other.parcels.table, 1), 1);
  assert_false(parcel_get(&foreign.parcels, first.bytes, first.size)); /* of another job */
  free(first.bytes), free(second.bytes);
  close_machine(&one), close_machine(&other), close_machine(&foreign);
}

/* A footprint goes out once: who has not got it does not believe the state. */
static void a_state_without_its_footprint_is_dropped(void **state) {
  (void)state;
  struct machine one = open_machine(1), other = open_machine(1);
  struct sink first = parcel_of(&one, 0, 7);
  struct vm_control again = state_key(0);
  struct sink second = {0};
  division_hints none = {0};
  assert_true(parcel_put(&one.parcels, &second, &again, 1, &none));
  assert_true(parcel_get(&other.parcels, second.bytes, second.size));
  assert_false(knows(&other, 0));
  assert_int_equal(other.parcels.dropped, 1);
  free(first.bytes), free(second.bytes);
  close_machine(&one), close_machine(&other);
}

static void other_numbers_of_threads_are_not_believed(void **state) {
  (void)state;
  struct machine one = open_machine(1), other = open_machine(1);
  shared_name_thread(one.parcels.table, 1, 1);
  shared_name_thread(other.parcels.table, 1, 2);
  struct sink sink = parcel_of(&one, 0, 5);
  assert_true(parcel_get(&other.parcels, sink.bytes, sink.size));
  for (uint64_t i = 0; i < 5; i++) assert_false(knows(&other, i));
  free(sink.bytes);
  close_machine(&one), close_machine(&other);
}

static uint64_t next_random(uint64_t *seed) { return *seed = hash_mix(*seed + 0x9e3779b97f4a7c15u); }

/* Bytes are changed, cut off or repeated. */
static uint64_t damage(uint8_t *bytes, uint64_t size, uint64_t *seed) {
  for (uint64_t n = 1 + next_random(seed) % 4; n-- > 0;) {
    uint64_t at = next_random(seed) % size, kind = next_random(seed) % 4;
    if (kind == 0) bytes[at] ^= (uint8_t)(1u << next_random(seed) % 8);
    if (kind == 1) bytes[at] = 0xff;
    if (kind == 2) size = at + 1;
    if (kind == 3) memset(bytes + at, 0, size - at < 8 ? size - at : 8);
  }
  return size;
}

/* Whoever knows how hashes are made can send anything: that must not crash the reader. */
static void hash_again(uint8_t *bytes, uint64_t size) {
  if (size < 20) return;
  XXH128_hash_t hash = XXH3_128bits_withSeed(bytes, size - 16, 1);
  memcpy(bytes + size - 16, &hash.low64, 8);
  memcpy(bytes + size - 8, &hash.high64, 8);
}

static void damaged_states_are_refused(void **state) {
  (void)state;
  struct machine one = open_machine(1), other = open_machine(1), forged = open_machine(1);
  shared_name_thread(one.parcels.table, 1, 1);
  struct sink sink = parcel_of(&one, 0, 30);
  uint8_t *copy = mem_alloc(sink.size);
  uint64_t seed = 1;
  for (uint32_t i = 0; i < DAMAGED; i++) {
    memcpy(copy, sink.bytes, sink.size);
    uint64_t size = damage(copy, sink.size, &seed);
    if (size == sink.size && !memcmp(copy, sink.bytes, size)) continue;
    assert_false(parcel_get(&other.parcels, copy, size));
    hash_again(copy, size);
    parcel_get(&forged.parcels, copy, size);
  }
  for (uint64_t i = 0; i < 30; i++) assert_false(knows(&other, i));
  free(copy), free(sink.bytes);
  close_machine(&one), close_machine(&other), close_machine(&forged);
}

static void damaged_prefixes_are_refused(void **state) {
  (void)state;
  division_prefix prefix = {0}, got;
  struct sink sink = {0};
  uint64_t seed = 2, tried;
  for (uint32_t i = 0; i < 9; i++) vec_push(&prefix, ((struct division_step){.thread = i, .check = 1000 + i}));
  division_put_prefix(&sink, &prefix, 5);
  struct source whole = {.bytes = sink.bytes, .size = sink.size};
  assert_true(division_get_prefix(&whole, &got, &tried));
  assert_int_equal(tried, 5);
  assert_int_equal(got.count, 9);
  assert_memory_equal(got.data, prefix.data, 9 * sizeof *prefix.data);
  vec_free(&got);
  uint8_t *copy = mem_alloc(sink.size);
  for (uint32_t i = 0; i < DAMAGED; i++) {
    memcpy(copy, sink.bytes, sink.size);
    struct source source = {.bytes = copy, .size = damage(copy, sink.size, &seed)};
    if (!division_get_prefix(&source, &got, &tried)) continue;
    for (uint32_t k = 0; k < got.count; k++) assert_true(got.data[k].thread < SHARED_THREADS);
    vec_free(&got);
  }
  free(copy), free(sink.bytes);
  vec_free(&prefix);
}

/* What is accepted has no address and no number that is none of its kind. */
static void damaged_jobs_are_refused(void **state) {
  (void)state;
  static const char image[] = "this is no program";
  const char *const words[] = {"one", "two"};
  struct explore_options options = {.config = {.program_name = "p", .arguments = words, .narguments = 2}};
  struct sink sink = job_encode(&options, 0, image, sizeof image);
  uint8_t *copy = mem_alloc(sink.size);
  uint64_t seed = 3;
  struct job job;
  for (uint32_t i = 0; i < DAMAGED; i++) {
    memcpy(copy, sink.bytes, sink.size);
    uint64_t size = i ? damage(copy, sink.size, &seed) : sink.size;
    assert_non_null(job_decode(&job, copy, size, image, sizeof image)); /* at the latest the program is refused */
    const struct explore_config *c = &job.options.config;
    assert_true(!c->accept && !c->files && !c->net_file && !c->stdin_file);
    assert_null(job.program);
    job_free(&job);
  }
  free(copy), free(sink.bytes);
}

/* ---- what is looked for ---- */

enum { INS = 130, BLOCKS = 9 };

/* A job as it is when its program has been read. */
static struct job job_of(struct ir_program *program) {
  *program = (struct ir_program){.nins = INS, .nblocks = BLOCKS};
  return (struct job){.program = program};
}

static struct sink goal_of(struct static_set *targets, uint8_t *changed, struct explore_states *states) {
  struct explore_options options = {.goal = {.targets = targets, .changed = changed, .failures_once = true},
                                    .reuse.states = states};
  struct sink sink = {0};
  assert_true(goal_travels(&options));
  goal_put(&sink, &options, INS);
  return sink;
}

static void a_goal_arrives_as_it_was(void **state) {
  (void)state;
  uint64_t words[3] = {5, 0, 2};
  uint8_t changed[INS] = {0, 1, 1};
  uint32_t block[4] = {0, IR_NONE, 8, 3};
  struct static_set targets = {words, INS};
  struct explore_states states = {.bytes = (const uint8_t *)"states", .size = 6, .block = block, .nblocks = 4};
  struct sink sink = goal_of(&targets, changed, &states);
  struct ir_program program;
  struct job job = job_of(&program);
  struct source source = {.bytes = sink.bytes, .size = sink.size};
  assert_true(goal_get(&source, &job));
  const struct explore_goal *g = &job.options.goal;
  assert_true(g->failures_once && !g->targets_reached && !g->targets_whole && !g->without_failures);
  for (uint32_t i = 0; i < INS; i++) {
    assert_int_equal(static_set_has(g->targets, i), i == 0 || i == 2 || i == 129);
    assert_int_equal(g->changed[i], changed[i]);
  }
  assert_int_equal(job.options.reuse.states->size, 6);
  assert_memory_equal(job.options.reuse.states->bytes, "states", 6);
  assert_int_equal(job.options.reuse.states->nblocks, 4);
  assert_memory_equal(job.options.reuse.states->block, block, sizeof block);
  arena_free(&job.memory);
  free(sink.bytes);
}

/* What cannot go along keeps the exploration here. */
static void some_goals_stay(void **state) {
  (void)state;
  struct explore_options plain = {0}, marks = {0}, suite = {0}, pinned = {0};
  uint32_t mark = 0;
  struct explore_seeds seeds = {0};
  struct ktest test = {0};
  marks.goal.marks = &mark;
  suite.reuse.seeds = &seeds;
  pinned.goal.pinned = &test;
  assert_true(goal_travels(&plain));
  assert_false(goal_travels(&marks) || goal_travels(&suite) || goal_travels(&pinned));
}

static void damaged_goals_are_refused(void **state) {
  (void)state;
  uint64_t words[3] = {5, 0, 2}, seed = 4;
  uint8_t changed[INS] = {1};
  uint32_t block[4] = {0, IR_NONE, 8, 3};
  struct static_set targets = {words, INS};
  struct explore_states states = {.bytes = (const uint8_t *)"states", .size = 6, .block = block, .nblocks = 4};
  struct sink sink = goal_of(&targets, changed, &states);
  uint8_t *copy = mem_alloc(sink.size);
  for (uint32_t i = 0; i < DAMAGED; i++) {
    struct ir_program program;
    struct job job = job_of(&program);
    memcpy(copy, sink.bytes, sink.size);
    struct source source = {.bytes = copy, .size = damage(copy, sink.size, &seed)};
    if (goal_get(&source, &job)) {
      const struct explore_states *s = job.options.reuse.states;
      if (job.options.goal.targets) assert_int_equal(job.options.goal.targets->words[2] >> 2, 0);
      for (uint32_t k = 0; s && k < s->nblocks; k++) assert_true(s->block[k] < BLOCKS || s->block[k] == IR_NONE);
    }
    arena_free(&job.memory);
  }
  free(copy), free(sink.bytes);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(states_arrive_with_their_footprints),
                                     cmocka_unit_test(a_state_without_its_footprint_is_dropped),
                                     cmocka_unit_test(other_numbers_of_threads_are_not_believed),
                                     cmocka_unit_test(damaged_states_are_refused),
                                     cmocka_unit_test(damaged_prefixes_are_refused),
                                     cmocka_unit_test(damaged_jobs_are_refused),
                                     cmocka_unit_test(a_goal_arrives_as_it_was),
                                     cmocka_unit_test(some_goals_stay),
                                     cmocka_unit_test(damaged_goals_are_refused)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
