// abort() and a failed assertion end the program, but only reach_error() is asked for.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
void reach_error(void);
int flag;
void *first(void *p) {
  flag = 1;
  abort();
  return p;
}
void *second(void *p) {
  assert(flag == 0);
  return p;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  reach_error(); // nobody joins a thread that aborts
  return 0;
}
