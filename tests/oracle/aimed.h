/* Explorations that look for some failures only: what they find must be what is there, and what they learn must not be
 * used for more. */
#ifndef ORACLE_AIMED_H
#define ORACLE_AIMED_H
#include "answer.h"

/* Targets are all places that fail and some that do not; the failures must be those of brute force. Then the summaries
   of an exploration with some targets are offered to one with all of them. NULL, or what differs (freed by the caller).
 */
char *aimed_compare(const struct ir_program *program, const struct explore_options *guided,
                    const struct answer *expected, uint64_t seed);
#endif
