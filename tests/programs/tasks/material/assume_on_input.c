// The other thread sees the input before this one assumes something about it.
#include <pthread.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
void reach_error(void);
int shared = 1;
void *chooser(void *p) {
  shared = __VERIFIER_nondet_int();
  __VERIFIER_assume(shared > 0);
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, chooser, 0);
  if (shared < 0) reach_error();
  pthread_join(t, 0);
  if (shared <= 0) reach_error();
  return 0;
}
