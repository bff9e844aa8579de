/* How many processors there are for this process. */
#ifndef HEDDLE_UTIL_PROCESSORS_H
#define HEDDLE_UTIL_PROCESSORS_H
#include <stdint.h>

/* Those that it may run on, and no more than its container may use on average (cpu.max, rounded up). At least one. */
uint32_t processors_usable(void);
#endif
