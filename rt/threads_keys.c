/* Thread-specific data: keys, values, destructors.

   The table of keys is shared and only touched by atomic operations: creating and deleting a key, setting and reading
   a value conflict only where they name the same key. The values are thread-local. A key in use has an odd sequence
   number; a value belongs to the key only if it was set under the same number, so that nothing shows through when a
   key is used again. */
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include "threads_builtins.h"

enum { KEYS = 128 }; /* what POSIX promises; glibc has 1024 */

static struct key {
  unsigned sequence; /* odd: in use */
  void (*destructor)(void *);
} keys[KEYS];

static _Thread_local struct value {
  unsigned sequence; /* of the key when it was set */
  void *data;
} values[KEYS];
static _Thread_local unsigned highest; /* values from here on were never set */

static unsigned sequence_of(unsigned key) { return __atomic_load_n(&keys[key].sequence, __ATOMIC_SEQ_CST); }

static int advance(unsigned key, unsigned sequence) {
  unsigned next = sequence + 1;
  return __atomic_compare_exchange_n(&keys[key].sequence, &sequence, next, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}

int pthread_key_create(pthread_key_t *result, void (*destructor)(void *)) {
  for (unsigned key = 0; key < KEYS; key++) {
    unsigned sequence = sequence_of(key);
    if (sequence % 2 == 1 || !advance(key, sequence)) continue;
    __atomic_store_n(&keys[key].destructor, destructor, __ATOMIC_SEQ_CST);
    *result = key;
    return 0;
  }
  __heddle_unsupported("pthread_key_create: more than 128 keys");
}

int pthread_key_delete(pthread_key_t key) {
  if (key >= KEYS) return EINVAL;
  unsigned sequence = sequence_of(key);
  return sequence % 2 == 1 && advance(key, sequence) ? 0 : EINVAL;
}

/* One value that is set and has a destructor: 1. */
static int destroy(unsigned key) {
  struct value *v = &values[key];
  void *data = v->data;
  if (data == NULL) return 0;
  v->data = NULL;
  if (v->sequence != sequence_of(key)) return 0;
  void (*destructor)(void *) = __atomic_load_n(&keys[key].destructor, __ATOMIC_SEQ_CST);
  if (destructor == NULL) return 0;
  destructor(data);
  return 1;
}

/* A destructor may set values again: they have further rounds, but not for ever. */
static void destroy_values(void) {
  for (int round = 0; round < PTHREAD_DESTRUCTOR_ITERATIONS; round++) {
    int called = 0;
    for (unsigned key = 0; key < highest; key++) called |= destroy(key);
    if (!called) return;
  }
}

int pthread_setspecific(pthread_key_t key, const void *data) {
  if (key >= KEYS) return EINVAL;
  unsigned sequence = sequence_of(key);
  if (sequence % 2 == 0) return EINVAL;
  values[key] = (struct value){sequence, (void *)data};
  if (highest <= key) highest = key + 1;
  __heddle_rt_thread_end = destroy_values;
  return 0;
}

void *pthread_getspecific(pthread_key_t key) {
  if (key >= KEYS || values[key].data == NULL) return NULL;
  return values[key].sequence == sequence_of(key) ? values[key].data : NULL;
}
