// A semaphore of zeros has the value 0.
// EACH: none 0
// USE: ../slept_safe.steps
#include <semaphore.h>
static sem_t semaphore;
int main(void) { return sem_post(&semaphore) || sem_wait(&semaphore) || !sem_trywait(&semaphore); }
