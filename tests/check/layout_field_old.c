#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct job {
  struct job *next;
  int kind, cost;
  int *result;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct job *head;
static int results[2];

static void put(int kind, int cost, int *result) {
  struct job *j = malloc(sizeof *j);
  j->kind = kind;
  j->cost = cost;
  j->result = result;
  pthread_mutex_lock(&lock);
  j->next = head;
  head = j;
  pthread_mutex_unlock(&lock);
}

static void *worker(void *arg) {
  pthread_mutex_lock(&lock);
  struct job *j = head;
  if (j) head = j->next;
  pthread_mutex_unlock(&lock);
  if (j) {
    *j->result += j->kind == 1 ? j->cost * 2 : j->cost + 1;
    free(j);
  }
  return arg;
}

int main(void) {
  pthread_t t;
  put(1, 10, &results[0]);
  pthread_create(&t, NULL, worker, NULL);
  put(2, 20, &results[1]);
  pthread_join(t, NULL);
  worker(NULL);
  assert(results[0] == 20);
  return results[1];
}
