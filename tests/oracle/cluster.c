/* Starting and stopping, and how much of the work was divided. The workers are processes of this program, so that a
   mutant is one on both sides. */
#define _GNU_SOURCE
#include "cluster.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cluster/cluster.h"
#include "redis/redis.h"
#include "util/error.h"

/* One that nobody has now. */
static unsigned free_port(void) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t size = sizeof address;
  int s = socket(AF_INET, SOCK_STREAM, 0);
  if (s < 0 || bind(s, (struct sockaddr *)&address, size) || getsockname(s, (struct sockaddr *)&address, &size))
    error_exit(EXIT_USAGE, "there is no free port: %s", strerror(errno));
  close(s);
  return ntohs(address.sin_port);
}

static pid_t start_server(unsigned port) {
  char text[16];
  snprintf(text, sizeof text, "%u", port);
  pid_t id = fork();
  if (id) return id;
  int nothing = open("/dev/null", O_RDWR);
  dup2(nothing, 1), dup2(nothing, 2);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  execlp("redis-server", "redis-server", "--port", text, "--bind", "127.0.0.1", "--save", "", "--appendonly", "no",
         (char *)NULL);
  _exit(127);
}

static pid_t start_worker(const char *url) {
  char why[1000];
  pid_t id = fork();
  if (id) return id;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  FILE *log = fopen(getenv("ORACLE_WORKER_LOG") ? getenv("ORACLE_WORKER_LOG") : "/dev/null", "a");
  _exit(log && cluster_work(url, log, why, sizeof why) ? 0 : 1);
}

bool oracle_cluster_is_possible(void) {
  return getenv("CI") || !system("command -v redis-server > /dev/null"); /* a fixed command */
}

static bool is_there(const char *url) {
  char why[1000];
  for (unsigned i = 0; i < 100; i++) {
    struct redis *r = redis_open(url, "oracle", why, sizeof why);
    if (r) {
      redis_close(r);
      return true;
    }
    nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
  }
  error_say("%s", why);
  return false;
}

bool oracle_cluster_start(struct oracle_cluster *c, uint32_t workers) {
  unsigned port = free_port();
  snprintf(c->url, sizeof c->url, "redis://127.0.0.1:%u/oracle", port);
  fflush(NULL);
  c->server = start_server(port);
  if (c->server < 0 || !is_there(c->url)) return false;
  for (c->count = 0; c->count < workers && c->count < CLUSTER_MOST; c->count++)
    c->workers[c->count] = start_worker(c->url);
  return true;
}

uint64_t oracle_cluster_branches(const struct oracle_cluster *c) {
  char *text = NULL, why[1000];
  size_t bytes;
  uint64_t branches = 0;
  FILE *out = open_memstream(&text, &bytes);
  cluster_status(c->url, out, why, sizeof why);
  fclose(out);
  for (const char *at = text; (at = strstr(at, "; ")) != NULL; at++) branches += strtoull(at + 2, NULL, 10);
  free(text);
  return branches;
}

void oracle_cluster_stop(struct oracle_cluster *c) {
  for (uint32_t i = 0; i < c->count; i++)
    if (c->workers[i] > 0) kill(c->workers[i], SIGKILL), waitpid(c->workers[i], NULL, 0);
  if (c->server > 0) kill(c->server, SIGKILL), waitpid(c->server, NULL, 0);
}
