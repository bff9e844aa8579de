/* A work-stealing queue (owner pushes and takes at the bottom, a thief steals at the top); take() publishes the new
   bottom too late: the order of the two is the missing fence. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#define ITEMS 4
static atomic_int top, bottom; static int items[16]; static atomic_int taken[ITEMS];
static void push(int v) { int b = bottom; items[b % 16] = v; bottom = b + 1; }
static int take(void) {
  int b = bottom - 1, t = top;   /* must be: bottom = b before top is read */
  bottom = b;
  if (t > b) { bottom = b + 1; return -1; }
  int v = items[b % 16];
  if (t == b) { int e = t; if (!atomic_compare_exchange_strong(&top, &e, t + 1)) v = -1; bottom = b + 1; }
  return v;
}
static int steal(void) {
  int t = top, b = bottom;
  if (t >= b) return -1;
  int v = items[t % 16], e = t;
  return atomic_compare_exchange_strong(&top, &e, t + 1) ? v : -1;
}
static void use(int v) { if (v >= 0) assert(atomic_fetch_add(&taken[v], 1) == 0); }
static void *thief(void *u) { for (int i = 0; i < 3; i++) use(steal()); return u; }
int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, thief, 0);
  for (int i = 0; i < ITEMS; i++) push(i);
  for (int i = 0; i < ITEMS; i++) use(take());
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  return 0;
}
