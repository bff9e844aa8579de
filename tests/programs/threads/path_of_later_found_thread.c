// Threads are numbered as the search meets them: here the first one's child comes before main's second on one side of the decision, and
// after it on the other. A replay numbers them anew; the path does not depend on that.
// VERDICT: safe
// ARGS: --tests=paths
// REPLAY: yes
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int go;

static void *child(void *arg) {
  return arg;
}

static void *creates(void *arg) {
  pthread_t t;
  go++;
  pthread_create(&t, NULL, child, NULL);
  pthread_join(t, NULL);
  return arg;
}

static void *decides(void *arg) {
  return arg ? arg : NULL;
}

int main(void) {
  pthread_t first, second;
  unsigned char late;
  heddle_symbolic(&late, sizeof late, "late");
  pthread_create(&first, NULL, creates, NULL);
  go++;
  if (late) pthread_join(first, NULL);
  pthread_create(&second, NULL, decides, &late);
  if (!late) pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
