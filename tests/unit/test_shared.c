/* The table that processes share: what one publishes the others find, whole, also where several take the same slots at
   the same time, one is killed in the middle, or there is no room left. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "stateful/shared.h"
#include "util/map.h"

enum { PROCESSES = 4, KEYS = 20000, SLOTS = 1 << 12, ROOM = 1 << 22 };

static struct vm_control key_of(uint64_t i) {
  return (struct vm_control){.low = hash_mix(i + 1), .high = hash_mix(i + 77777)};
}

static void publish(struct shared_states *t, uint64_t i) {
  uint64_t bytes[2] = {i, ~i};
  struct shared_slot *slot = shared_take(t, key_of(i));
  uint32_t number = slot ? shared_put(t, bytes, sizeof bytes) : 0;
  if (number) shared_publish(slot, (uint64_t)number << 32 | (uint32_t)i);
}

/* What is there must be what was put there. */
static bool is_whole(struct shared_states *t, uint64_t i, bool *found) {
  const struct shared_slot *slot = shared_find(t, key_of(i));
  uint64_t payload = slot ? shared_payload(slot) : 0;
  uint32_t size = 0;
  *found = payload;
  if (!payload) return true;
  const uint64_t *bytes = shared_at(t, (uint32_t)(payload >> 32), &size);
  return bytes && size == 16 && bytes[0] == i && bytes[1] == ~i && (uint32_t)payload == (uint32_t)i;
}

/* All of them publish the same keys, each in another order, and look meanwhile. */
static _Noreturn void work(struct shared_states *t, uint32_t who, bool for_ever) {
  for (bool found, good = true; good;) {
    for (uint64_t i = 0; i < KEYS && good; i++) {
      uint64_t k = (i * 7919 + who * 4999) % KEYS;
      publish(t, k);
      good = is_whole(t, (k * 31) % KEYS, &found);
    }
    if (!for_ever || !good) _exit(good ? 0 : 1);
  }
  _exit(1);
}

static void every_key_is_found_whole(void **state) {
  (void)state;
  struct shared_states *t = shared_open(SLOTS, ROOM);
  pid_t processes[PROCESSES];
  uint32_t count = 0;
  assert_non_null(t);
  for (uint32_t i = 0; i < PROCESSES; i++)
    if (!(processes[i] = fork())) work(t, i, i == 0);
  for (uint32_t i = 1; i < PROCESSES; i++) {
    int status;
    waitpid(processes[i], &status, 0);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  }
  kill(processes[0], SIGKILL);
  waitpid(processes[0], NULL, 0);
  for (uint64_t i = 0; i < KEYS; i++) {
    bool found;
    assert_true(is_whole(t, i, &found));
    count += found;
  }
  assert_int_equal(count, KEYS);
  assert_true(shared_used_kib(t) > 0);
  shared_close(t);
}

static void what_has_no_room_is_not_shared(void **state) {
  (void)state;
  struct shared_states *t = shared_open(8, 1024);
  uint32_t count = 0;
  for (uint64_t i = 0; i < KEYS; i++) publish(t, i);
  for (uint64_t i = 0; i < KEYS; i++) {
    bool found;
    assert_true(is_whole(t, i, &found));
    count += found;
  }
  assert_in_range(count, 1, 1024 / 24);
  assert_int_equal(shared_put(t, "x", 1024), 0);
  shared_close(t);
}

/* Each puts all texts, in another order: whoever was first, all have the same numbers. */
static void equal_bytes_lie_there_once(void **state) {
  (void)state;
  enum { TEXTS = 500, BYTES = 40 };
  struct shared_states *t = shared_open(SLOTS, TEXTS * (BYTES + 8) * (PROCESSES + 1));
  uint32_t numbers[TEXTS];
  pid_t processes[PROCESSES];
  for (uint32_t who = 0; who < PROCESSES; who++)
    if (!(processes[who] = fork())) {
      for (uint64_t i = 0; i < TEXTS; i++) {
        uint64_t text[BYTES / 8] = {(i * 7919 + who * 99) % TEXTS};
        uint32_t size, number = shared_put_once(t, text, BYTES);
        const uint64_t *there = shared_at(t, number, &size);
        if (!there || size != BYTES || memcmp(there, text, BYTES)) _exit(1);
      }
      _exit(0);
    }
  for (uint32_t who = 0, status; who < PROCESSES; who++) {
    waitpid(processes[who], (int *)&status, 0);
    assert_int_equal(status, 0);
  }
  for (uint64_t i = 0; i < TEXTS; i++) {
    uint64_t text[BYTES / 8] = {i};
    numbers[i] = shared_put_once(t, text, BYTES);
    assert_int_equal(numbers[i], shared_put_once(t, text, BYTES));
    for (uint64_t k = 0; k < i; k++) assert_int_not_equal(numbers[i], numbers[k]);
    assert_int_not_equal(numbers[i], shared_put_once(t, text, 8));
  }
  shared_close(t);
}

static void a_number_has_one_name(void **state) {
  (void)state;
  struct shared_states *t = shared_open(64, 1024);
  assert_int_equal(shared_thread_name(t, 3), 0);
  assert_true(shared_name_thread(t, 3, 17));
  assert_true(shared_name_thread(t, 3, 17));
  assert_false(shared_name_thread(t, 3, 18));
  assert_int_equal(shared_thread_name(t, 3), 17);
  assert_false(shared_name_thread(t, SHARED_THREADS, 1));
  shared_close(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_key_is_found_whole), cmocka_unit_test(what_has_no_room_is_not_shared),
      cmocka_unit_test(equal_bytes_lie_there_once), cmocka_unit_test(a_number_has_one_name)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
