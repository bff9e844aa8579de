/* Rows of thread_functions.def as data. */
#include "ir/thread_functions.h"

#include <stdio.h>
#include <string.h>

#define R(argument, object) {argument, THREAD_OBJECT_##object, true, false},
#define W(argument, object) {argument, THREAD_OBJECT_##object, false, true},
#define RW(argument, object) {argument, THREAD_OBJECT_##object, true, true},
#define NIL
#define MEANING(lock, order, replay, results) THREAD_LOCK_##lock, THREAD_ORDER_##order, THREAD_REPLAY_##replay, results

static const struct thread_function table[] = {
#define PROVIDED(name, handler, kind, sync, model, touches, lock, order, replay, results)                              \
  {#name, THREAD_PROVIDED, {touches}, MEANING(lock, order, replay, results)},
#define INTERNAL(name, handler, kind, sync, model, touches, lock, order, replay, results)                              \
  {#name, THREAD_INTERNAL, {touches}, MEANING(lock, order, replay, results)},
#define MODELLED(name, touches, lock, order, replay, results)                                                          \
  {#name, THREAD_MODELLED, {touches}, MEANING(lock, order, replay, results)},
#include "ir/thread_functions.def"
};
enum { ROWS = sizeof table / sizeof *table };

/* Of each name: the callers ask for every call of a program. */
static const uint8_t lengths[] = {
#define PROVIDED(name, handler, kind, sync, model, touches, lock, order, replay, results) sizeof #name - 1,
#define INTERNAL(name, handler, kind, sync, model, touches, lock, order, replay, results) sizeof #name - 1,
#define MODELLED(name, touches, lock, order, replay, results) sizeof #name - 1,
#include "ir/thread_functions.def"
};

uint32_t thread_function_count(void) { return ROWS; }
const struct thread_function *thread_function_at(uint32_t i) { return &table[i]; }

static const struct thread_function *row_named(const char *name) {
  size_t length = strlen(name);
  for (uint32_t i = 0; i < ROWS; i++)
    if (lengths[i] == length && !memcmp(table[i].name, name, length)) return &table[i];
  return NULL;
}

/* What takes the place of a function in some programs (src/front/cancels.c) is like it. */
const struct thread_function *thread_function_named(const char *name) {
  static const char prefix[] = "pthread_cancel_", other[] = "pthread_robust_";
  _Static_assert(sizeof prefix == sizeof other, "either is as long");
  char full[64];
  const struct thread_function *row = row_named(name);
  if (row || (strncmp(name, prefix, sizeof prefix - 1) != 0 && strncmp(name, other, sizeof other - 1) != 0)) return row;
  snprintf(full, sizeof full, "pthread_%s", name + sizeof prefix - 1);
  row = row_named(full);
  return row ? row : row_named(name + sizeof prefix - 1);
}

enum thread_order thread_function_order(const char *name) {
  const struct thread_function *row = *name ? thread_function_named(name) : NULL;
  return row ? row->order : THREAD_ORDER_NONE;
}

uint64_t thread_object_bytes(enum thread_object object) {
  static const uint64_t bytes[] = {
#define X(name, bytes) bytes,
      THREAD_OBJECTS(X)
#undef X
  };
  return bytes[object];
}
