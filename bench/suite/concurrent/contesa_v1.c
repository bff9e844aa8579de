/* contesa: the example of the ConTesa paper (figure 1). Two threads share x and y, which are inputs, as is z; a
   lock guards both.

   Thread 1 computes a new y from x if x is large, and expects that it is not 0; thread 2 computes a new x from y,
   and may then step y up. */
#include <assert.h>
#include <heddle.h>
#include <pthread.h>

static int x, y, z;
static int skipped, settled; /* what happens where the figure has dots; only thread 1 writes them */
static pthread_mutex_t lk = PTHREAD_MUTEX_INITIALIZER;

static void *thr1(void *unused) {
  (void)unused;
  if (y < 0) {
    pthread_mutex_lock(&lk);
    if (x > 3) {
      y = x + 1;
      assert(y != 0);
    } else {
      skipped++;
    }
    pthread_mutex_unlock(&lk);
  }
  if (z < 3) {
    settled = 1;
  }
  return NULL;
}

static void *thr2(void *unused) {
  (void)unused;
  pthread_mutex_lock(&lk);
  x = y - 1;
  pthread_mutex_unlock(&lk);

  pthread_mutex_lock(&lk);
  if (x < 3 && y == -1)
    y = y + 1;
  pthread_mutex_unlock(&lk);
  return NULL;
}

int main(void) {
  pthread_t t1, t2;
  heddle_symbolic(&x, sizeof x, "x");
  heddle_symbolic(&y, sizeof y, "y");
  heddle_symbolic(&z, sizeof z, "z");
  pthread_create(&t1, NULL, thr1, NULL);
  pthread_create(&t2, NULL, thr2, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
