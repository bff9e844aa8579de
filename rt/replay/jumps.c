/* longjmp, where the runtime's own checks are built in: is the function that called setjmp still there? A real jump to
   one that has returned goes anywhere.

   A landing is known by the stack and the code that setjmp has saved, so that a copy of the buffer is as good as the
   buffer. It lives as long as the frame does, whose local objects tell (hd_frame_end). */
#include <setjmp.h>
#include <stdlib.h>

#include "watch.h"

#pragma GCC diagnostic ignored "-Wmissing-prototypes" /* the instrumented program calls these */

#ifdef __i386__
enum { SAVED_STACK = 4, SAVED_CODE = 5 };
#else
enum { SAVED_STACK = 6, SAVED_CODE = 7 };
#endif

struct landing {
  long stack, code;
  const struct thread *thread;
  unsigned locals; /* of the thread, when setjmp was called */
  bool alive;
};
static struct landing *landings;
static unsigned count;

static struct landing *landing_of(const struct __jmp_buf_tag *buffer) {
  for (unsigned i = 0; i < count; i++)
    if (landings[i].stack == buffer->__jmpbuf[SAVED_STACK] && landings[i].code == buffer->__jmpbuf[SAVED_CODE])
      return &landings[i];
  return NULL;
}

void hd_landed(struct __jmp_buf_tag *buffer, int result) {
  struct landing *l = landing_of(buffer);
  if (result) return;
  if (!l) {
    landings = checked_realloc(landings, (count + 1) * sizeof *landings);
    l = &landings[count++];
  }
  *l = (struct landing){buffer->__jmpbuf[SAVED_STACK], buffer->__jmpbuf[SAVED_CODE], hd_self, hd_self->nlocals, true};
}

void jumps_end_frame(unsigned mark) {
  for (unsigned i = 0; i < count; i++)
    if (landings[i].thread == hd_self && landings[i].locals > mark) landings[i].alive = false;
}

/* The frames above the landing end. */
static void check_jump(const struct __jmp_buf_tag *buffer) {
  const struct landing *l = landing_of(buffer);
  if (!l) report_failure("memory", "longjmp with a buffer that no setjmp has written");
  if (!l->alive) report_failure("memory", "longjmp to a function that has returned");
  if (l->thread != hd_self) report_failure("memory", "longjmp to a setjmp of another thread");
  hd_frame_end(l->locals);
}

_Noreturn void jumps_go(struct __jmp_buf_tag *buffer, int value) {
  if (watch_is_on()) check_jump(buffer);
  siglongjmp(buffer, value);
}

_Noreturn void hd_longjmp(struct __jmp_buf_tag *buffer, int value) {
  call_end();
  jumps_go(buffer, value);
}
_Noreturn void hd__longjmp(struct __jmp_buf_tag *buffer, int value) { hd_longjmp(buffer, value); }
_Noreturn void hd_siglongjmp(struct __jmp_buf_tag *buffer, int value) { hd_longjmp(buffer, value); }
_Noreturn void hd___longjmp_chk(struct __jmp_buf_tag *buffer, int value) { hd_longjmp(buffer, value); }
