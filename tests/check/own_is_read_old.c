#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
struct entry { long key; int count; };
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct entry *entry;
static void count(void) {
  pthread_mutex_lock(&m);
  entry->count++;
  pthread_mutex_unlock(&m);
}
static void *other(void *a) {
  count();
  return a;
}
int main(void) {
  pthread_t t;
  struct entry expected;
  entry = calloc(1, sizeof *entry);
  memset(&expected, 0, sizeof expected);
  pthread_create(&t, 0, other, 0);
  count();
  pthread_join(t, 0);
  expected.count = 2;
  assert(memcmp(entry, &expected, sizeof expected) == 0);
  return 0;
}
