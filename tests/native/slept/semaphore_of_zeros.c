// A semaphore of zeros has the value 0.
// KIND: none
// EXIT: 0
#include <semaphore.h>
static sem_t semaphore;
int main(void) { return sem_post(&semaphore) || sem_wait(&semaphore) || !sem_trywait(&semaphore); }
