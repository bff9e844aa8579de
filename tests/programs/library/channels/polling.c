// poll, select, epoll and timers: what is ready, with good and bad arguments.
// VERDICT: safe
// OUTPUT-LIKE-NATIVE: yes
#define _GNU_SOURCE
#include "show.h"
#include <poll.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <time.h>

static int fds[2], pair[2];
static char text[8];

static void with_poll(void) {
  struct pollfd p[] = {{fds[0], POLLIN, 9}, {fds[1], POLLOUT, 9}, {-1, POLLIN, 9}, {99, POLLIN, 9}};
  SHOW(poll(p, 3, 0));
  for (int i = 0; i < 3; i++) printf("%x ", p[i].revents);
  SHOW(poll(p, 4, -1));
  printf("%x\n", p[3].revents);
  SHOW(poll(p, 1, 0));
  SHOW(poll(p, 1, 5));
  SHOW(write(fds[1], "x", 1));
  SHOW(poll(p, 1, -1));
  printf("%x\n", p[0].revents);
  struct timespec bad = {0, -1};
  SHOW(ppoll(p, 1, &bad, NULL));
  SHOW(ppoll(p, 1, NULL, NULL));
  SHOW(poll(NULL, 0, 3));
}

static void with_select(void) {
  fd_set reads, writes;
  struct timeval now = {0, 0}, bad = {-1, 0};
  FD_ZERO(&reads);
  FD_ZERO(&writes);
  FD_SET(fds[0], &reads);
  FD_SET(pair[0], &reads);
  FD_SET(fds[1], &writes);
  SHOW(select(16, &reads, &writes, NULL, NULL));
  printf("%d %d %d\n", FD_ISSET(fds[0], &reads), FD_ISSET(pair[0], &reads), FD_ISSET(fds[1], &writes));
  SHOW(read(fds[0], text, 8));
  SHOW(select(16, &reads, NULL, NULL, &now));
  printf("%d\n", FD_ISSET(fds[0], &reads));
  SHOW(select(16, NULL, NULL, NULL, &bad));
  SHOW(select(-1, NULL, NULL, NULL, &now));
  FD_SET(20, &reads);
  SHOW(select(21, &reads, NULL, NULL, &now));
  struct timespec soon = {0, 2000000};
  SHOW(pselect(0, NULL, NULL, NULL, &soon, NULL));
}

static void with_epoll(void) {
  int group = epoll_create1(0);
  struct epoll_event e = {.events = EPOLLIN, .data.fd = 7}, got[4];
  SHOW(epoll_ctl(group, EPOLL_CTL_ADD, fds[0], &e));
  SHOW(epoll_ctl(group, EPOLL_CTL_ADD, fds[0], &e));
  SHOW(epoll_ctl(group, EPOLL_CTL_MOD, fds[1], &e));
  SHOW(epoll_ctl(group, EPOLL_CTL_DEL, 99, &e));
  SHOW(epoll_ctl(fds[0], EPOLL_CTL_ADD, fds[1], &e));
  SHOW(epoll_wait(group, got, 4, 0));
  SHOW(epoll_wait(group, got, 0, 0));
  SHOW(epoll_wait(fds[0], got, 4, 0));
  SHOW(write(fds[1], "yz", 2));
  SHOW(epoll_wait(group, got, 4, -1));
  printf("%x %d\n", got[0].events, got[0].data.fd);
  SHOW(epoll_wait(group, got, 4, 0));
  e.events = EPOLLIN | EPOLLET;
  SHOW(epoll_ctl(group, EPOLL_CTL_MOD, fds[0], &e));
  SHOW(epoll_wait(group, got, 4, 0));
  SHOW(epoll_wait(group, got, 4, 0));
  SHOW(write(fds[1], "!", 1));
  SHOW(epoll_wait(group, got, 4, 0));
  e.events = EPOLLIN | EPOLLONESHOT;
  SHOW(epoll_ctl(group, EPOLL_CTL_MOD, fds[0], &e));
  SHOW(epoll_wait(group, got, 4, 0));
  SHOW(epoll_wait(group, got, 4, 0));
  SHOW(epoll_ctl(group, EPOLL_CTL_DEL, fds[0], NULL));
  SHOW(epoll_wait(group, got, 4, 2));
  SHOW(epoll_create(0));
  SHOW(epoll_create1(99));
  SHOW(close(group));
}

static void with_timers(void) {
  int timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK), waits = timerfd_create(CLOCK_MONOTONIC, 0);
  struct itimerspec soon = {.it_value = {0, 5000000}}, bad = {.it_value = {0, -1}}, left;
  struct pollfd p = {timer, POLLIN, 0};
  uint64_t times = 0;
  SHOW(read(timer, &times, 8));
  SHOW(timerfd_settime(timer, 0, &bad, NULL));
  SHOW(timerfd_settime(fds[0], 0, &soon, NULL));
  SHOW(timerfd_settime(timer, 0, &soon, NULL));
  SHOW(timerfd_gettime(timer, &left));
  printf("%d\n", left.it_value.tv_sec == 0 && left.it_value.tv_nsec > 0 && left.it_value.tv_nsec <= 5000000);
  SHOW(read(timer, &times, 8));
  SHOW(poll(&p, 1, -1));
  SHOW(read(timer, &times, 4));
  SHOW(read(timer, &times, 8));
  printf("%llu\n", (unsigned long long)times);
  SHOW(timerfd_settime(waits, 0, &soon, NULL));
  SHOW(read(waits, &times, 8));
  SHOW(timerfd_create(77, 0));
}

int main(void) {
  pipe(fds);
  SHOW(socketpair(AF_UNIX, SOCK_STREAM, 0, pair));
  with_poll();
  with_select();
  with_epoll();
  with_timers();
  return 0;
}
