// No static initialiser makes a spin lock: on x86 one of zeros is taken.
// KIND: sync
// EXIT: 124
#include <pthread.h>
static pthread_spinlock_t spin;
int main(void) { return pthread_spin_lock(&spin); }
