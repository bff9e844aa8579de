/* Which functions of the thread library (src/ir/thread_functions.def) the generated programs call. */
#ifndef ORACLE_FUNCTIONS_H
#define ORACLE_FUNCTIONS_H
#include <stdint.h>

/* Prints in how many of the programs each function occurs; 1 if there is one that never does. */
int functions_count(uint64_t seed, uint64_t count, int size);
#endif
