/* Hashes of content: the same program explored the same way has the same key, whatever its files are called and
   wherever its lines stand. Equal keys mean equal numbers too: functions, globals, blocks, instructions and registers
   are counted alike, so that what was recorded by number about one program holds of the other.

   This file knows the representation of programs and the options, nothing else: the summaries use it as well as the
   store. */
#ifndef HEDDLE_STORE_PROGRAM_KEY_H
#define HEDDLE_STORE_PROGRAM_KEY_H
#include <stdbool.h>

#include "base/options.h"
#include "ir/ir.h"
#include "store/store.h"

/* What the program does, and the numbers of an earlier version if it has been given any. Ignored: source positions,
   names of locals and blocks, and the place that an assertion hands to the library, which the library ignores too. */
struct store_key program_key_of(const struct ir_program *program);

/* The same without functions and variables that nothing refers to, and without numbers: programs with this key behave
   alike, but what was recorded by number about one of them does not fit the other. */
struct store_key program_key_of_reach(const struct ir_program *program);

/* Inputs and limits of single paths: everything but the checks that decides what a program does, or where its paths
   end. Limits of a whole exploration (time, memory, runs) are not part of it: what they cut off is in the result. Nor
   is the program's own name, argv[0], where the program cannot see it. */
struct store_key program_key_of_inputs(const struct ir_program *program, const struct explore_config *config);

/* This very build of heddle: another one may have other rules, or other mistakes. */
struct store_key program_key_of_engine(void);

/* What a result is filed under: all three with the checks. Summaries say themselves which checks they were made with,
   and are filed without. `key`: of the program as it was loaded. */
struct store_key program_key_of_run(const struct ir_program *program, struct store_key key,
                                    const struct explore_config *config, bool with_checks);
#endif
