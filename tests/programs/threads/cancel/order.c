// Handlers run from the innermost to the outermost, then the destructors of thread-specific data.
// ARGS: --tests=failures
// VERDICT: safe
// NATIVE: yes
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>
static char log[8];
static pthread_key_t key;
static void note(void *text) { strcat(log, text); }
static void *work(void *p) {
  pthread_setspecific(key, "d");
  pthread_cleanup_push(note, "a");
  pthread_cleanup_push(note, "b");
  pthread_cleanup_push(note, "c");
  pthread_cleanup_pop(0);
  pthread_cancel(pthread_self());
  pthread_testcancel();
  pthread_cleanup_pop(0);
  pthread_cleanup_pop(0);
  return p;
}
int main(void) {
  pthread_t t;
  void *result;
  pthread_key_create(&key, note);
  pthread_create(&t, NULL, work, NULL);
  pthread_join(t, &result);
  assert(result == PTHREAD_CANCELED);
  assert(strcmp(log, "bad") == 0);
  return 0;
}
