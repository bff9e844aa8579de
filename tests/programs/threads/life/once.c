// pthread_once: exactly one initialisation, and everybody waits for it.
// ARGS: --strategy=dpor --tests=failures --check=+race
// VERDICT: safe
// RUNS: blocked=0
// NATIVE: yes
#include <assert.h>
#include <pthread.h>
static pthread_once_t control = PTHREAD_ONCE_INIT;
static int made;
static void make(void) { made++; }
static void *use(void *unused) {
  pthread_once(&control, make);
  assert(made == 1);
  return unused;
}
int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; i++) pthread_create(&t[i], NULL, use, NULL);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  pthread_once(&control, make);
  assert(made == 1);
  return 0;
}
