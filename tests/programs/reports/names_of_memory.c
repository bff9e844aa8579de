// Memory is named as the source writes it: members by name, elements by index, on the heap and in locals as well.
// RUN: heddle run --tests=none --json=%t/out.json %s
// VERDICT: unsafe
// FAILURE: assert 49
// STDOUT: reads jobs[1].queue.items[2].value = 0
// STDOUT: writes jobs[1].queue.items[2].value = 7
// STDOUT: locks jobs[1].lock
// STDOUT: writes heap:41.next = &jobs[1].queue
// STDOUT: writes heap:42[3] = 5
// STDOUT: writes box.inner.b = 9
// STDOUT: data race on box.inner.b
// STDOUT: data race on heap:42[3]
// NOT-STDOUT: offset
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct item { int key, value; };
struct queue { int count; struct item items[4]; };
struct job { pthread_mutex_t lock; struct queue queue; } jobs[2];
struct node { int value; struct queue *next; };
struct box { struct { int a, b; } inner; union { long whole; char bytes[8]; } u; };

struct node *shared;
int *numbers;
struct box *lent;

static void *other(void *arg) {
  pthread_mutex_lock(&jobs[1].lock);
  jobs[1].queue.items[2].value = 7;
  pthread_mutex_unlock(&jobs[1].lock);
  shared->next = &jobs[1].queue;
  numbers[3] = 5;
  lent->inner.b = 9;
  return arg;
}

int main(void) {
  struct box box = {{1, 2}, {0}};
  pthread_t t;
  shared = calloc(1, sizeof *shared);
  numbers = calloc(8, sizeof *numbers);
  lent = &box;
  pthread_create(&t, NULL, other, NULL);
  pthread_mutex_lock(&jobs[1].lock);
  int seen = jobs[1].queue.items[2].value;
  pthread_mutex_unlock(&jobs[1].lock);
  int more = box.inner.b == 9 && numbers[3] == 5 && shared->next;
  assert(seen == 7 || !more);
  pthread_join(t, NULL);
  free(shared);
  free(numbers);
  return 0;
}
