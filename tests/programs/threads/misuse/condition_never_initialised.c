// The mutex beside it is initialised, the condition variable is not.
// ARGS: --strategy=dpor --tests=failures
// VERDICT: unsafe
// REPLAY: yes
#include <pthread.h>
#include <stdlib.h>
struct gate {
  pthread_mutex_t lock;
  pthread_cond_t opened;
  int open;
};
static void *opens(void *arg) {
  struct gate *g = arg;
  pthread_mutex_lock(&g->lock);
  g->open = 1;
  pthread_cond_signal(&g->opened); // FAIL-HERE: sync
  pthread_mutex_unlock(&g->lock);
  return NULL;
}
int main(void) {
  pthread_t t;
  struct gate *g = malloc(sizeof *g);
  if (!g) return 0;
  g->open = 0;
  pthread_mutex_init(&g->lock, NULL);
  pthread_create(&t, NULL, opens, g);
  pthread_mutex_lock(&g->lock);
  while (!g->open) pthread_cond_wait(&g->opened, &g->lock); // FAIL-HERE: sync
  pthread_mutex_unlock(&g->lock);
  pthread_join(t, NULL);
  return 0;
}
