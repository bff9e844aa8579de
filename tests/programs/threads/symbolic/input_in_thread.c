// An input made inside a thread.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: unsafe
// INPUT: secret@main.1 == 1234
// REPLAY: yes
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
static int flag;
static void *work(void *unused) {
  int secret;
  heddle_symbolic(&secret, sizeof secret, "secret");
  if (secret == 1234) assert(flag == 0); // FAIL-HERE: assert
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  flag = 1;
  pthread_join(t, NULL);
  return 0;
}
