// No static initialiser makes a barrier: the C library divides by its count.
// EACH: sync 136
// USE: ../slept_fails.steps
#include <pthread.h>
static pthread_barrier_t barrier;
int main(void) { return pthread_barrier_wait(&barrier); }
