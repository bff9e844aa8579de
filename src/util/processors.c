/* See processors.h. */
#define _GNU_SOURCE
#include "util/processors.h"

#include <inttypes.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <unistd.h>

/* Microseconds of processors in each so many of the clock; 0: nothing limits it. */
static uint32_t quota(void) {
  uint64_t most, period;
  FILE *file = fopen("/sys/fs/cgroup/cpu.max", "re");
  if (!file) return 0;
  bool limited = fscanf(file, "%" SCNu64 " %" SCNu64, &most, &period) == 2 && period;
  fclose(file);
  return limited ? (uint32_t)((most + period - 1) / period) : 0;
}

uint32_t processors_usable(void) {
  cpu_set_t set;
  long there = sched_getaffinity(0, sizeof set, &set) ? sysconf(_SC_NPROCESSORS_ONLN) : CPU_COUNT(&set);
  uint32_t count = there > 0 ? (uint32_t)there : 1, most = quota();
  return most && most < count ? most : count;
}
