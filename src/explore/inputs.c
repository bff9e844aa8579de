/* Giving out the inputs of a test one after the other. What the test does not have is zero. */
#include "explore/inputs.h"

#include <stdio.h>
#include <string.h>

static const uint8_t *zeros(struct inputs *inputs, uint32_t size) {
  uint8_t *bytes = mem_zalloc(size);
  vec_push(&inputs->made, bytes);
  return bytes;
}

const uint8_t *inputs_next(struct inputs *inputs, const char *base, uint32_t size, enum sym_input_kind kind) {
  uint64_t key = hash_bytes(base, strlen(base));
  uint32_t before = 0;
  char name[256];
  map_get(&inputs->used, key, &before);
  map_put(&inputs->used, key, before + 1);
  if (before) snprintf(name, sizeof name, "%s_%u", base, before);
  else snprintf(name, sizeof name, "%s", base);
  const struct ktest_object *object = ktest_find(inputs->test, name);
  if (object && object->size == size) return object->bytes;
  if (!object && inputs->grow) {
    const uint8_t *bytes = zeros(inputs, size);
    if (kind == SYM_INPUT) ktest_put(inputs->grow, name, bytes, size);
    return bytes;
  }
  if (kind == SYM_INPUT && !inputs->diverged) {
    inputs->diverged = true;
    snprintf(inputs->why, sizeof inputs->why,
             object ? "input '%s' has another size in the test" : "the test has no input '%s'", name);
  }
  return zeros(inputs, size);
}

void inputs_free(struct inputs *inputs) {
  for (uint32_t i = 0; i < inputs->made.count; i++) free(inputs->made.data[i]);
  vec_free(&inputs->made);
  map_free(&inputs->used);
}
