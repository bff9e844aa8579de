// Destructors run at the end of threads, not at the end of the program.
// ARGS: --strategy=dpor --tests=failures --check=+leak
// VERDICT: unsafe
#include <pthread.h>
#include <stdlib.h>
static pthread_key_t key;
int main(void) {
  pthread_key_create(&key, free);
  void *own = malloc(10); // FAIL-HERE: leak
  pthread_setspecific(key, own);
  return 0;
}
