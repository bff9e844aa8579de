/* What the instrumented program calls: shared by the instrumentation (src/front/instrument.c) and the runtime.

     hd_access(ins, count, kind)  before an LLVM instruction that is `count` instructions of ir_is_hook, the first being `ins`
     hd_call(ins)                 before a call of a function of the runtime that is such an instruction
     hd_plain(ins)                before another call that may be of such a function
     hd_library()                 before a call of a function of the C library
     hd_hold()                    before one that does not return: the program is about to fail
     hd_point(ins)                before an instruction that is not counted but may be a step of the schedule
     hd_before(ins, count)        before a direct call of a function that begins with copies of its arguments
     hd_enter(ins, count)         at the beginning of that function
     hd_unreachable()             where the program promised never to come
     hd_atomic_enter(), hd_atomic_leave()   around the body of a __VERIFIER_atomic_ function
     hd_user_ranges               pairs: first and last + 1 of the instructions of the program's own functions */
#ifndef HEDDLE_RT_REPLAY_HOOKS_H
#define HEDDLE_RT_REPLAY_HOOKS_H

enum hook_kind { HOOK_READ, HOOK_WRITE, HOOK_UPDATE, HOOK_BLOCK, HOOK_CALL };

#define HOOK_PREFIX "hd_"            /* of the runtime's version of a function in functions.def */
#define HOOK_ENTRY "hd_program"      /* the program's entry */
#define HOOK_RANGES "hd_user_ranges" /* array of unsigned int */
#define HOOK_RANGE_COUNT "hd_user_range_count"
#endif
