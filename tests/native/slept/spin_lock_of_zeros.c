// No static initialiser makes a spin lock: on x86 one of zeros is taken.
// EACH: sync 124
// USE: ../slept_fails.steps
#include <pthread.h>
static pthread_spinlock_t spin;
int main(void) { return pthread_spin_lock(&spin); }
