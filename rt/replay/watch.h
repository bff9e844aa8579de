/* The runtime's own checks, for recorded failures that would not show by themselves. Only a build with the calls of
   src/front/watch.c does anything here; hd_announce_globals tells it apart.

   Objects: every one that the program has or had, with its bounds. Clocks: what happens before what, through the
   program's synchronisation alone; the order of the schedule does not count. */
#ifndef HEDDLE_RT_REPLAY_WATCH_H
#define HEDDLE_RT_REPLAY_WATCH_H
#include "replay.h"

/* watch.c */
bool watch_is_on(void);
void watch_start(void);  /* reads HEDDLE_WATCH: kind of failure and instructions of the line, "KIND N N ..." */
void watch_thread(void); /* the calling thread begins */
bool watch_is_suspect(const struct thread *t, uint32_t ins, const char *kind); /* was this failure recorded there? */
void watch_hold(void); /* before a mistake with memory: that of another thread than the one that failed waits */
void watch_range(void *p, size_t size,
                 unsigned flags); /* an access by the runtime in place of the program, for the current call */

void hd_frame_end(unsigned mark); /* the local objects end that the thread made behind the first `mark` ones */

/* jumps.c */
struct __jmp_buf_tag;
_Noreturn void jumps_go(struct __jmp_buf_tag *buffer, int value);
void jumps_end_frame(unsigned mark);

/* objects.c */
enum object_kind { OBJECT_GLOBAL, OBJECT_LOCAL, OBJECT_HEAP };
void object_begin(const void *start, size_t size, enum object_kind kind);
void object_end(const void *start);
void object_set_scope(const void *start, bool over);            /* its block ends, or begins again */
bool object_size(const void *start, size_t *size, bool *ended); /* of the one that begins there */
/* Is the access inside the object that `base` points to? If not: a failure. */
bool object_allows(const char *address, size_t size, const char *base);
void object_check(const char *address, size_t size, bool write, const char *base);

/* clocks.c */
void clock_create(struct thread *child); /* by the calling thread */
void clock_join(const struct thread *ended);
void clock_release(const void *object);
void clock_acquire(const void *object);
void clock_wake(struct thread *woken);
void clock_operation(const void *object, unsigned kinds); /* by the interpreter's rules for these kinds */
void clock_access(uint32_t ins, const char *address, size_t size, unsigned flags);
void clock_fence(unsigned flags);
void clock_forget(const void *start, size_t size); /* new memory: what was there before says nothing */
#endif
