/* Descriptors that may have to wait: pipes, sockets, counters, timers. All they are is ordinary memory behind the
   atomic sections of the files (files.h); only waiting is not: a call waits at a gate, outside of any section.

   A gate is a semaphore that is open (1) or not (0). Whoever waits for it takes it, and then tries in a section, which
   sets all gates by what is there. So a gate that is shut although there is something was taken by a thread that is
   about to try: nobody waits in vain, and nobody goes round in a loop. */
#ifndef HEDDLE_RT_CHANNELS_H
#define HEDDLE_RT_CHANNELS_H
#include "files.h"

/* Somebody waits for any of several events. */
struct rt_watch {
  struct rt_watch *next;
  unsigned *gate;
};

/* What can be waited for. */
struct rt_pollable {
  unsigned readable, writable; /* gates */
  struct rt_watch *watches;
  unsigned long changes; /* so far */
};

/* Bytes on their way from a writer to a reader. */
struct rt_channel {
  struct rt_pollable events;
  unsigned char *bytes;      /* those from first to end are on their way */
  size_t first, end, room;   /* room: of `bytes` */
  size_t capacity;           /* of the channel */
  unsigned readers, writers; /* open descriptions */
};

enum { RT_PIPE_BYTES = 65536, RT_SOCKET_BYTES = 212992, RT_ATOMIC_BYTES = 4096 };

/* channels.c, inside a section */
void __heddle_rt_new_events(struct rt_pollable *events);
void __heddle_rt_set_gate(unsigned *gate, int open);
void __heddle_rt_changed(struct rt_pollable *events, int readable, int writable);
struct rt_channel *__heddle_rt_new_channel(size_t capacity);
void __heddle_rt_channel_changed(struct rt_channel *c);
ssize_t __heddle_rt_take(struct rt_channel *c, void *to, size_t n, int peek); /* -EAGAIN: there is nothing yet */
ssize_t __heddle_rt_give(struct rt_channel *c, const void *bytes, size_t n);  /* -EAGAIN: not now; -EPIPE */
void __heddle_rt_broken(void); /* outside: SIGPIPE for the calling thread */
int __heddle_rt_two(struct rt_description *a, struct rt_description *b, int fds[2]); /* descriptors for both */

/* poll.c, inside a section: POLLIN, ... of an open description; when a timer will be readable, or -1 */
int __heddle_rt_ready(struct rt_description *d);
#endif
