/* The write is behind a number that no random schedule finds; the read is behind what another thread wrote. */
#include <heddle.h>
#include <pthread.h>

static int number, door, room, found;

static void *opener(void *unused) {
  (void)unused;
  if (number == 123456789) door = 1;
  return NULL;
}

static void *visitor(void *unused) {
  (void)unused;
  if (door) room = 7;
  return NULL;
}

static void *looker(void *unused) {
  (void)unused;
  found = room;
  return NULL;
}

int main(void) {
  pthread_t t[3];
  heddle_symbolic(&number, sizeof number, "number");
  pthread_create(&t[0], NULL, looker, NULL);
  pthread_create(&t[1], NULL, visitor, NULL);
  pthread_create(&t[2], NULL, opener, NULL);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  return found;
}
