// Transfers between accounts that take both locks in a fixed order: the sum never changes.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: safe
// RUNS: blocked=0
// NATIVE: yes
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t lock[2];
static int balance[2] = {100, 100};
static void move(int from, int to, int amount) {
  int low = from < to ? from : to, high = from + to - low;
  pthread_mutex_lock(&lock[low]);
  pthread_mutex_lock(&lock[high]);
  balance[from] -= amount;
  balance[to] += amount;
  pthread_mutex_unlock(&lock[high]);
  pthread_mutex_unlock(&lock[low]);
}
static void *there(void *unused) { move(0, 1, 30); return unused; }
static void *back(void *unused) { move(1, 0, 50); return unused; }
int main(void) {
  pthread_t a, b;
  pthread_mutex_init(&lock[0], NULL);
  pthread_mutex_init(&lock[1], NULL);
  pthread_create(&a, NULL, there, NULL);
  pthread_create(&b, NULL, back, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(balance[0] == 120 && balance[1] == 80);
  pthread_mutex_destroy(&lock[0]);
  pthread_mutex_destroy(&lock[1]);
  return 0;
}
