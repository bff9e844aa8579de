#include <pthread.h>
#include <stdlib.h>
struct box { pthread_mutex_t lock; long value; int taken; };
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct box *box;
static int total;
static void *other(void *a) {
  pthread_mutex_lock(&m);
  if (box->value == 1) free(box), box = NULL;
  pthread_mutex_unlock(&m);
  return a;
}
static void give(struct box *b) {
  pthread_mutex_lock(&m);
  b->value = 1;
  pthread_mutex_unlock(&m);
  pthread_mutex_lock(&m);
  total++;
  pthread_mutex_unlock(&m);
}
int main(void) {
  pthread_t t;
  struct box *mine = box = calloc(1, sizeof *box);
  pthread_create(&t, 0, other, 0);
  give(mine);
  pthread_join(t, 0);
  return 0;
}
