/* One program out of many that were compiled together: what can be reached from one entry, numbered anew in the old
   order, so that it is the program that compiling it alone would have given. */
#ifndef ORACLE_EXTRACT_H
#define ORACLE_EXTRACT_H
#include "ir/ir.h"

struct ir_program *extract_program(const struct ir_program *all, uint32_t entry);
#endif
