/* What compilers call for atomic objects that no instruction can handle: too large, or not aligned. The whole operation
   is one atomic section. The names belong to builtins of the compiler, hence the labels. */
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include "threads_builtins.h"

#define NAMED(name) __asm__(#name)

void load(size_t size, const void *object, void *result, int order) NAMED(__atomic_load);
void store(size_t size, void *object, const void *value, int order) NAMED(__atomic_store);
void exchange(size_t size, void *object, const void *value, void *result, int order) NAMED(__atomic_exchange);
bool compare_exchange(size_t size, void *object, void *expected, const void *desired, int success, int failure)
    NAMED(__atomic_compare_exchange);
bool is_lock_free(size_t size, const void *object) NAMED(__atomic_is_lock_free);

void load(size_t size, const void *object, void *result, int order) {
  (void)order;
  __VERIFIER_atomic_begin();
  __builtin_memcpy(result, object, size);
  __VERIFIER_atomic_end();
}

void store(size_t size, void *object, const void *value, int order) {
  (void)order;
  __VERIFIER_atomic_begin();
  __builtin_memcpy(object, value, size);
  __VERIFIER_atomic_end();
}

void exchange(size_t size, void *object, const void *value, void *result, int order) {
  (void)order;
  __VERIFIER_atomic_begin();
  char old[size];
  __builtin_memcpy(old, object, size); /* value and result may be the same */
  __builtin_memcpy(object, value, size);
  __builtin_memcpy(result, old, size);
  __VERIFIER_atomic_end();
}

bool compare_exchange(size_t size, void *object, void *expected, const void *desired, int success, int failure) {
  (void)success, (void)failure;
  __VERIFIER_atomic_begin();
  bool equal = memcmp(object, expected, size) == 0;
  if (equal) __builtin_memcpy(object, desired, size);
  else __builtin_memcpy(expected, object, size);
  __VERIFIER_atomic_end();
  return equal;
}

bool is_lock_free(size_t size, const void *object) { return (size_t)object % 8 + size <= 8; /* within one word */ }
