#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <heddle.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
struct pair { int i, v[2]; };
struct node { int value; struct node *next; };
/* The final state: a character per value after a mark. */
#define SHOW(n, ...) { const int all[] = {__VA_ARGS__}; char text[n + 2] = "="; for (int i = 0; i < n; i++) text[i + 1] = (char)('0' + (all[i] & 63)); text[n + 1] = '\n'; write(1, text, n + 2); }

static int x0 = 0, x1, x2, y0, y1, flag, w, a[3] = {0, 0, 0}, b[3] = {3, 2, 1};
static const int table[4] = {1, 2, 0, 1};
static int *p0, *p1, *sp, *tp, *gp = &x1, *gq = &a[0];
static struct pair s0 = {0, {1, 3}};
static struct node *head;
static _Thread_local int tl = 1;
static atomic_int c;
static unsigned char input;
static pthread_mutex_t m0 = PTHREAD_MUTEX_INITIALIZER, m1 = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t mc = PTHREAD_MUTEX_INITIALIZER, mr;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spin;
static sem_t sem;
static pthread_barrier_t barrier;
static pthread_once_t control;
static struct timespec soon;
__attribute__((unused)) static int bump(int *x, int by) {
  int old = *x;
  *x = old + by;
  return old;
}
__attribute__((unused)) static int twice(int *x) { return bump(x, 0) + 1; }
__attribute__((unused)) static int one_more(int v) { return v + 1; }
__attribute__((unused)) static int one_less(int v) { return v - 1; }
static int (*fp)(int) = one_more;
__attribute__((unused)) static void set_up(void) { x1++; }
__attribute__((unused)) static void lend(int v) {
  int here = v;
  sp = &here;
  x2 = here;
}

static void *f1(void *arg) {
  int l0 = 0, l1 = 1, l2 = 0, own = 5, *q = NULL;
  (void)arg, (void)l0, (void)l1, (void)l2, (void)own, (void)q;
  l1 = bump(&x1, 1);
  x1 = x0;
  l1 = bump(&x1, l0);
  return NULL;
}

static void *f0(void *arg) {
  int l0 = 0, l1 = 1, l2 = 0, own = 5, *q = NULL;
  (void)arg, (void)l0, (void)l1, (void)l2, (void)own, (void)q;
  l1 = (l0 + 2 * l1) & 3;
  x0 = x0 + 2;
  x0 = l0 + 2;
  l2 = a[2];
  __VERIFIER_atomic_begin();
    x0 = 2;
  __VERIFIER_atomic_end();
  return NULL;
}

int main(void) {
  int l0 = 0, l1 = 0, l2 = 0, own = 4, *q = NULL;
  void *result;
  pthread_t t[4];
  (void)l0, (void)l1, (void)l2, (void)own, (void)q, (void)result;
  pthread_create(&t[0], NULL, f0, &own);
  pthread_create(&t[1], NULL, f1, &own);
  pthread_join(t[0], NULL);
  pthread_join(t[1], NULL);
  l0 = x0, l1 = x1;
  assert(l0 <= l0 + 0);
  SHOW(15, x0, x1, x2, y0, flag, w, a[0], a[1], a[2], p0 != NULL, head != NULL, gp == gq, s0.i, (int)c, l2);
  return 0;
}

/* guided: other failures: {race:54-63} instead of {race:54-63,race:54-64}

   build/tests/oracle --seed=69645455187 --count=1
   build/heddle run --strategy=naive --tests=none --show-output --timeout=2 --max-runs=4000 --check=race seed-69645455187.c
   build/heddle run --strategy=guided --tests=none --show-output --timeout=30 --validate --check=race seed-69645455187.c
   build/heddle run --strategy=dpor --tests=none --show-output --timeout=30 --validate --check=race seed-69645455187.c
*/
