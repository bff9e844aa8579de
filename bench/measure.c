/* Runs a command and says what it cost.

     measure [-n TIMES] COMMAND ARGUMENT...

   Standard output and error of the command go to /dev/null. Prints one line: CPU seconds (user + system, of the command
   and all its children), elapsed seconds, peak memory in KiB (of the largest process), exit code. With -n the command
   runs several times and the cheapest run counts: other work on the machine only ever adds. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

struct cost {
  double cpu, elapsed;
  long kib;
  int code;
};

static double seconds(struct timeval t) { return (double)t.tv_sec + (double)t.tv_usec / 1e6; }

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void run(char **command) {
  int null = open("/dev/null", O_RDWR);
  dup2(null, 0);
  dup2(null, 1);
  dup2(null, 2);
  execvp(command[0], command);
  _exit(127);
}

static int measure(char **command, struct cost *cost) {
  struct rusage usage;
  int status;
  double start = now();
  pid_t child = fork();
  if (child < 0) return -1;
  if (child == 0) run(command);
  if (wait4(child, &status, 0, &usage) < 0) return -1;
  cost->elapsed = now() - start;
  cost->cpu = seconds(usage.ru_utime) + seconds(usage.ru_stime);
  cost->kib = usage.ru_maxrss;
  cost->code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return 0;
}

int main(int argc, char **argv) {
  int times = 1, first = 1;
  struct cost best = {0}, cost;
  if (argc > 3 && !strcmp(argv[1], "-n")) times = atoi(argv[2]), first = 3;
  if (first >= argc || times < 1) {
    fprintf(stderr, "usage: measure [-n TIMES] COMMAND ARGUMENT...\n");
    return 2;
  }
  for (int i = 0; i < times; i++) {
    if (measure(argv + first, &cost)) {
      perror("measure");
      return 2;
    }
    if (i == 0 || cost.cpu < best.cpu) best = cost;
  }
  printf("%.4f %.4f %ld %d\n", best.cpu, best.elapsed, best.kib, best.code);
  return 0;
}
