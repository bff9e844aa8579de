// pthread_exit between pthread_cleanup_push and pop runs the handlers, innermost first, then the destructors of keys.
// VERDICT: safe
// NATIVE: yes
// REPLAY: yes
#include <assert.h>
#include <pthread.h>
static int order, seen[3];
static pthread_key_t key;
static void clean(void *place) { *(int *)place = ++order; }

static void leave(void *result) {
  pthread_cleanup_push(clean, &seen[1]);
  pthread_exit(result);
  pthread_cleanup_pop(0);
}

static void *work(void *leaves) {
  pthread_setspecific(key, &seen[2]);
  pthread_cleanup_push(clean, &seen[0]);
  if (leaves) leave((void *)5);
  pthread_cleanup_pop(1);
  return (void *)6;
}

int main(void) {
  pthread_t thread;
  void *result;
  pthread_key_create(&key, clean);
  pthread_create(&thread, NULL, work, &thread);
  pthread_join(thread, &result);
  assert(result == (void *)5 && seen[1] == 1 && seen[0] == 2 && seen[2] == 3);
  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, &result);
  assert(result == (void *)6 && seen[0] == 4 && seen[2] == 5);
  return 0;
}
