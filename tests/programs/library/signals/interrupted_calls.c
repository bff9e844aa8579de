// Which calls a handler interrupts, and which begin again where it was set with SA_RESTART: as Linux has it.
// VERDICT: safe
// NATIVE: yes
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <semaphore.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static sem_t semaphore;
static int ends[2], pair[2], counter, group;
static volatile sig_atomic_t rang;

static void handle(int signal) {
  assert(signal == SIGALRM);
  rang++;
}

/* What the call waits for comes with the second signal. */
static void handle_and_help(int signal) {
  handle(signal);
  if (rang != 2) return;
  sem_post(&semaphore);
  assert(write(ends[1], "x", 1) == 1 && write(pair[1], "x", 1) == 1);
  assert(eventfd_write(counter, 1) == 0);
}

static void begin(int restarts, int helps) {
  struct sigaction action;
  struct itimerval often = {{0, 20000}, {0, 20000}};
  memset(&action, 0, sizeof action);
  action.sa_handler = helps ? handle_and_help : handle;
  action.sa_flags = restarts ? SA_RESTART : 0;
  sigaction(SIGALRM, &action, NULL);
  rang = 0;
  setitimer(ITIMER_REAL, &often, NULL);
}

static void end(void) {
  static const struct itimerval never;
  setitimer(ITIMER_REAL, &never, NULL);
  assert(rang > 0);
}

static void is_interrupted(int result) {
  assert(result == -1 && errno == EINTR);
  end();
}

static void semaphores(int restarts) {
  struct timespec until;
  begin(restarts, restarts);
  if (!restarts) is_interrupted(sem_wait(&semaphore));
  else assert(sem_wait(&semaphore) == 0), end();
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_sec += 60;
  begin(0, 0);
  is_interrupted(sem_timedwait(&semaphore, &until));
}

static void descriptors(int which, int restarts) {
  uint64_t bytes;
  begin(restarts, restarts);
  ssize_t got = which == 0   ? read(ends[0], &bytes, 1)
                : which == 1 ? read(pair[0], &bytes, 1)
                : which == 2 ? recv(pair[0], &bytes, 1, 0)
                             : read(counter, &bytes, sizeof bytes);
  if (!restarts) is_interrupted((int)got);
  else assert(got == (which == 3 ? (int)sizeof bytes : 1)), end();
}

static void polls(int which) {
  struct pollfd fd = {ends[0], POLLIN, 0};
  struct epoll_event event = {.events = EPOLLIN};
  struct timeval limit = {60, 0};
  struct timespec minute = {60, 0};
  fd_set set;
  sigset_t none;
  sigemptyset(&none);
  FD_ZERO(&set);
  FD_SET(ends[0], &set);
  begin(1, 0);
  switch (which) {
  case 0: is_interrupted(poll(&fd, 1, -1)); break;
  case 1: is_interrupted(poll(&fd, 1, 60000)); break;
  case 2: is_interrupted(ppoll(&fd, 1, NULL, &none)); break;
  case 3: is_interrupted(select(ends[0] + 1, &set, NULL, NULL, &limit)); break;
  case 4: is_interrupted(pselect(ends[0] + 1, &set, NULL, NULL, &minute, &none)); break;
  default: is_interrupted(epoll_wait(group, &event, 1, -1));
  }
}

int main(void) {
  sem_init(&semaphore, 0, 0);
  assert(pipe(ends) == 0 && socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0);
  counter = eventfd(0, 0);
  group = epoll_create1(0);
  semaphores(0);
  for (int i = 0; i < 4; i++) descriptors(i, 0);
  for (int i = 0; i < 6; i++) polls(i);
  semaphores(1);
  return 0;
}
