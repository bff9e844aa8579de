/* The write of `value` can only be seen if the reader comes late: a run in which it comes early has to be turned round. */
#include <pthread.h>

static int value, seen;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *reader(void *unused) {
  (void)unused;
  pthread_mutex_lock(&lock);
  seen = value;
  pthread_mutex_unlock(&lock);
  return NULL;
}

static void *writer(void *unused) {
  (void)unused;
  for (int i = 0; i < 6; i++) {
    pthread_mutex_lock(&lock);
    value = i; /* a later round hides an earlier one, the last one of a round this one */
    value = i + 1;
    pthread_mutex_unlock(&lock);
  }
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, writer, NULL);
  pthread_create(&b, NULL, reader, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return seen;
}
