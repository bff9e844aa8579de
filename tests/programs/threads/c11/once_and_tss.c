// call_once and thread-specific storage with destructors.
// ARGS: --strategy=dpor --tests=failures --check=+race
// VERDICT: safe
// RUNS: blocked=0
// NATIVE: yes
#include <assert.h>
#include <stdatomic.h>
#include <threads.h>
static once_flag flag = ONCE_FLAG_INIT;
static tss_t key;
static int made;
static atomic_int destroyed;
static void destroy(void *p) { atomic_fetch_add(&destroyed, *(int *)p); }
static void make(void) {
  made++;
  tss_create(&key, destroy);
}
static int work(void *p) {
  call_once(&flag, make);
  assert(made == 1 && tss_get(key) == NULL);
  assert(tss_set(key, p) == thrd_success && tss_get(key) == p);
  return 0;
}
int main(void) {
  thrd_t a, b;
  int one = 1, two = 2;
  thrd_create(&a, work, &one);
  thrd_create(&b, work, &two);
  thrd_join(a, NULL);
  thrd_join(b, NULL);
  assert(made == 1 && destroyed == 3);
  tss_delete(key);
  return 0;
}
