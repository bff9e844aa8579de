// A large object of which two words are written: a pointer in its middle publishes another object, and states that
// differ only in one of its words are different states.
// VERDICT: unsafe
// FAILURE: assert large_mostly_untouched.c:30
// FAILURE: assert large_mostly_untouched.c:31
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

enum { WORDS = 1 << 17, MIDDLE = 65003, LAST = WORDS - 1 };
static long **table;

static void *work(void *number) {
  long *count = table[MIDDLE];
  *count = *count + 1;
  *(volatile long *)&table[LAST] = (long)number;
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  table = malloc(WORDS * sizeof *table);
  table[MIDDLE] = calloc(1, sizeof(long));
  for (long i = 0; i < 2; i++) pthread_create(&threads[i], NULL, work, (void *)(i + 1));
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  long count = *table[MIDDLE], last = (long)table[LAST];
  free(table[MIDDLE]);
  free(table);
  if (count == 2 && last == 1) return 0;
  assert(count == 2 || last == 2);
  assert(last == 1);
}
