// Two threads copy a structure to and from the same place: memory operations of several bytes race.
// EACH: race --check=+race
// USE: ../replayed.steps
#include <pthread.h>
#include <string.h>
struct record {
  char name[24];
  long value;
};
static struct record shared, seen;
static void *writer(void *p) {
  struct record mine;
  memset(&mine, 7, sizeof mine);
  shared = mine;
  return p;
}
static void *reader(void *p) {
  memcpy(&seen, &shared, sizeof seen);
  return p;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, writer, 0);
  pthread_create(&b, 0, reader, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
