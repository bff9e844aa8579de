// No static initialiser makes a barrier: the C library divides by its count.
// KIND: sync
// EXIT: 136
#include <pthread.h>
static pthread_barrier_t barrier;
int main(void) { return pthread_barrier_wait(&barrier); }
