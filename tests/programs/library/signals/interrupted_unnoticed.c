// A call that is not written for handlers: sem_wait is interrupted, and the program goes on without the token.
// VERDICT: unsafe
// FAILURE: assert 23 tokens > 0
// REPLAY: 10
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <string.h>

static sem_t semaphore;
static int tokens;
static void handle(int signal) { (void)signal; }

static void *give(void *to) {
  pthread_kill(*(pthread_t *)to, SIGUSR1);
  __atomic_add_fetch(&tokens, 1, __ATOMIC_SEQ_CST);
  sem_post(&semaphore);
  return NULL;
}
static void take(void) {
  sem_wait(&semaphore);
  assert(tokens > 0);
}
int main(void) {
  pthread_t self = pthread_self(), thread;
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = handle;
  sigaction(SIGUSR1, &action, NULL);
  sem_init(&semaphore, 0, 0);
  pthread_create(&thread, NULL, give, &self);
  take();
  pthread_join(thread, NULL);
  return 0;
}
