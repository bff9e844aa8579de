/* What the instrumented program calls: shared by the instrumentation (src/front/instrument.c) and the runtime.

     hd_access(ins, count, kind)  before an LLVM instruction that is `count` instructions of ir_is_hook, the first being
   `ins` hd_move(ins, to, from, size), hd_fill(ins, to, byte, size)   in place of a block operation, after the call
   above hd_weak(ins, same)           before a weak compare-and-swap, after the call above; same: its values are equal.
   1: it fails all the same hd_call(ins)                 before a call of a function of the runtime that is such an
   instruction hd_plain(ins)                before another call that may be of such a function hd_library() before a
   call of a function of the C library hd_hold()                    before one that does not return: the program is
   about to fail hd_point(ins)                before an instruction that is not counted but may be a step of the
   schedule hd_before(ins)               before a direct call of a function that begins with copies of its arguments:
   they have been made hd_enter(ins, count)         at the beginning of that function hd_unreachable()             where
   the program promised never to come hd_atomic_enter(), hd_atomic_leave()   around the body of a __VERIFIER_atomic_
   function hd_unknown(p, size, name)    in the body of a function that is defined nowhere: its result is an input
     hd_user_ranges               pairs: first and last + 1 of the instructions of the program's own functions

   In a build with the runtime's own checks also:
     hd_touch(ins, flags, address, size, base)   before an access, after the call above; base: the pointer that offsets
   were added to hd_fence(flags)              before a fence hd_arithmetic(ins, what, width, a, b)       before signed
   arithmetic that must not overflow, and before shifts hd_fill_local(address)       a local object begins: what nobody
   wrote gets its value hd_stored(number, address, size)   a value that is stored, for the memory sanitizer: in a copy
     hd_fill_value()              the value of a variable that nobody wrote
     hd_local(address, size)      a local object begins
     hd_variadic(integers, floats, memory)   before a call with variable arguments: registers and bytes that they take
     hd_va_start(list)            after va_start
     hd_scope_begin(address), hd_scope_end(address)   a block begins and ends one of its local objects
     hd_stack_restore(address)    the local objects below this address end
     hd_frame(), hd_frame_end(mark)   around the life of a function's local objects
     hd_landed(buffer, result)    after setjmp
     hd_announce_globals(), hd_announce_thread_locals()   in the program: call hd_global, hd_local for each object */
#ifndef HEDDLE_RT_REPLAY_HOOKS_H
#define HEDDLE_RT_REPLAY_HOOKS_H

enum hook_kind { HOOK_READ, HOOK_WRITE, HOOK_UPDATE, HOOK_BLOCK, HOOK_COPIES, HOOK_CALL };
enum hook_touch { TOUCH_READ = 1, TOUCH_WRITE = 2, TOUCH_ATOMIC = 4, TOUCH_ACQUIRE = 8, TOUCH_RELEASE = 16 };
enum hook_arithmetic { ARITHMETIC_NONE, ARITHMETIC_ADD, ARITHMETIC_SUB, ARITHMETIC_MUL, ARITHMETIC_SHIFT };

#define HOOK_PREFIX "hd_"            /* of the runtime's version of a function in functions.def */
#define HOOK_ENTRY "hd_program"      /* the program's entry */
#define HOOK_RANGES "hd_user_ranges" /* array of unsigned int */
#define HOOK_RANGE_COUNT "hd_user_range_count"
#endif
