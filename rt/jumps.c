/* setjmp.h: the jump itself. What setjmp saves is kept by the interpreter; the variable tells those who read the
   program, and never execute it, that control goes elsewhere (src/front/jumps.c). */
#include "builtins.h"

struct __jmp_buf_tag;
void __heddle_jump(struct __jmp_buf_tag *environment, int value);

extern _Thread_local int __heddle_rt_jumped;
_Thread_local int __heddle_rt_jumped;

void longjmp(struct __jmp_buf_tag *environment, int value);
void longjmp(struct __jmp_buf_tag *environment, int value) {
  __heddle_rt_jumped = value | 1;
  __heddle_jump(environment, value);
}

void _longjmp(struct __jmp_buf_tag *environment, int value);
void _longjmp(struct __jmp_buf_tag *environment, int value) { longjmp(environment, value); }
void siglongjmp(struct __jmp_buf_tag *environment, int value);
void siglongjmp(struct __jmp_buf_tag *environment, int value) { longjmp(environment, value); }
void __longjmp_chk(struct __jmp_buf_tag *environment, int value);
void __longjmp_chk(struct __jmp_buf_tag *environment, int value) { longjmp(environment, value); }
