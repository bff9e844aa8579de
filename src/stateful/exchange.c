/* Permutations of the numbers of threads, applied to keys and footprints. */
#include "stateful/exchange.h"

#include <stdio.h>
#include <string.h>

#include "util/mutate.h"

static void identity(uint8_t *as) {
  for (uint32_t i = 0; i < VM_MOST_EXCHANGED; i++) as[i] = (uint8_t)i;
}

struct vm_control exchange_look_up(struct vm *vm, struct exchange *x) {
  identity(x->as);
  struct vm_control key = vm_ordered_hash(vm, x->as);
  x->changed = false;
  for (uint32_t i = 0; i < VM_MOST_EXCHANGED; i++) x->changed |= x->as[i] != i;
  return key;
}

static void invert(const uint8_t *as, uint8_t *who) {
  for (uint32_t i = 0; i < VM_MOST_EXCHANGED; i++) who[as[i]] = (uint8_t)i;
}

footprint exchange_to_table(const struct exchange *x, const struct vm *vm, struct footprints *f, footprint set) {
  return x->changed && !MUTATED(ALIKE_FOOTPRINT) ? footprint_rename(f, set, vm, x->as) : set;
}

footprint exchange_from_table(const struct exchange *x, const struct vm *vm, struct footprints *f, footprint set) {
  uint8_t who[VM_MOST_EXCHANGED];
  if (!x->changed || MUTATED(ALIKE_FOOTPRINT)) return set;
  invert(x->as, who);
  return footprint_rename(f, set, vm, who);
}

uint32_t exchange_equal(struct vm *vm, uint32_t thread, uint64_t tried) {
  for (; tried; tried &= tried - 1) {
    uint32_t other = (uint32_t)__builtin_ctzll(tried);
    if (other != thread && vm_threads_are_equal(vm, thread, other)) return other;
  }
  return IR_NONE;
}

footprint exchange_two(const struct vm *vm, struct footprints *f, footprint set, uint32_t a, uint32_t b) {
  uint8_t as[VM_MOST_EXCHANGED];
  identity(as);
  as[a] = (uint8_t)b;
  as[b] = (uint8_t)a;
  return footprint_rename(f, set, vm, as);
}

const char *exchange_text(const struct exchange *here, const struct exchange *there, const struct vm *vm,
                          struct result *result) {
  uint8_t who[VM_MOST_EXCHANGED];
  char text[512];
  size_t used = 0;
  invert(there->as, who);
  for (uint32_t i = 0; i < vm_thread_count(vm) && used < sizeof text; i++) {
    uint32_t then = who[here->as[i]];
    if (then == i) continue;
    int n = snprintf(text + used, sizeof text - used, "%s%s as %s", used ? ", " : "", vm_name_of_thread(vm, i),
                     vm_name_of_thread(vm, then));
    used += n > 0 ? (size_t)n : 0;
  }
  return used ? result_text(result, "%s", text) : NULL;
}
