/* Runs of hundreds of steps that have nothing to do with the pair: an input must be solved for, and then the order turned round. */
#include <heddle.h>
#include <pthread.h>

enum { ROUNDS = 70 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count, flag, seen, key;

static void work(void) {
  for (int i = 0; i < ROUNDS; i++) {
    pthread_mutex_lock(&lock);
    count++;
    pthread_mutex_unlock(&lock);
  }
}

static void *writer(void *argument) {
  work();
  if (key == 1234567) flag = 1;
  return argument;
}

static void *reader(void *argument) {
  work();
  seen = flag;
  return argument;
}

int main(void) {
  pthread_t thread[2];
  heddle_symbolic(&key, sizeof key, "key");
  pthread_create(&thread[0], NULL, reader, NULL);
  pthread_create(&thread[1], NULL, writer, NULL);
  pthread_join(thread[0], NULL);
  pthread_join(thread[1], NULL);
  return seen;
}
