// How many threads there are depends on an input: plans made for more threads do not fit where there are fewer.
#include <pthread.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);
int count, most;
void *adder(void *p) {
  int seen = count;
  count = seen + 1;
  return p;
}
void *judge(void *p) {
  if (count > most) reach_error();
  return p;
}
int main(void) {
  pthread_t t;
  most = __VERIFIER_nondet_int();
  if (most < 1 || most > 3) return 0;
  pthread_create(&t, 0, judge, 0);
  for (int i = 0; i < most; i++) pthread_create(&t, 0, adder, 0);
  return 0;
}
