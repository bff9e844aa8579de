// Recursion without end in a thread, on one side of an input and in one order; then what is left is explored.
// VERDICT: unsafe
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
static int flag, in;
static int endless(int n) {
  return endless(n + 1) + 1; // FAIL-HERE: memory
}
static void *work(void *p) {
  if (flag && in == 3) return (void *)(long)endless(0);
  return p;
}
static void *set(void *p) {
  flag = 1;
  return p;
}
int main(void) {
  pthread_t t[2];
  void *result;
  heddle_symbolic(&in, sizeof in, "in");
  pthread_create(&t[0], NULL, work, &flag);
  pthread_create(&t[1], NULL, set, NULL);
  pthread_join(t[0], &result);
  pthread_join(t[1], NULL);
  assert(result == &flag);
  assert(flag != in); // FAIL-HERE: assert
  return 0;
}
