/* Block operations, piece by piece as the interpreter has them (src/vm/block.c): what others see is read as a whole
   first, then written, a machine word each, of long blocks MOST_PIECES equal pieces. Whether others see the source or
   the destination is known to the interpreter alone: the schedule has a step for each piece that they see, and
   nothing for the others.

   The first turn of an operation has come before it is called. */
#define _GNU_SOURCE
#include <string.h>
#include <sys/mman.h>

#include "watch.h"

#pragma GCC diagnostic ignored "-Wmissing-prototypes" /* the instrumented program calls these */

enum { MOST_PIECES = 16 };

static size_t piece_bytes(size_t size) {
  size_t words = (size + sizeof(void *) - 1) / sizeof(void *);
  return (words + MOST_PIECES - 1) / MOST_PIECES * sizeof(void *);
}

/* Where a block lies meanwhile; no heap memory, whose addresses the program sees. */
static char *buffer_of(struct thread *t, size_t size) {
  if (size <= t->buffer_size) return t->buffer;
  if (t->buffer) munmap(t->buffer, t->buffer_size);
  t->buffer_size = (size + 4095) / 4096 * 4096;
  t->buffer = mmap(NULL, t->buffer_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (t->buffer == MAP_FAILED) report_error("out of memory");
  return t->buffer;
}

/* Copies piece by piece, each in its turn; the turn of the first one has come if `begun`. When the schedule has no
   more of them nobody sees the rest. */
static void copy_pieces(uint32_t ins, enum operation kind, bool begun, char *to, const char *from, size_t size) {
  size_t bytes = piece_bytes(size);
  for (size_t at = 0; at < size; at += bytes) {
    if ((at || !begun) && !token_piece(ins, kind)) bytes = size - at;
    memcpy(to + at, from + at, bytes < size - at ? bytes : size - at);
  }
}

static void move(uint32_t ins, char *to, const char *from, size_t size) {
  struct thread *t = hd_self;
  if (t->did == OP_COUNT) {
    memmove(to, from, size);
    return;
  }
  char *buffer = buffer_of(t, size);
  bool reads = t->did == OP_READ;
  if (reads) copy_pieces(ins, OP_READ, true, buffer, from, size);
  else memcpy(buffer, from, size);
  copy_pieces(ins, OP_WRITE, !reads, to, buffer, size);
}

static void fill(uint32_t ins, char *to, int byte, size_t size) {
  struct thread *t = hd_self;
  if (t->did == OP_COUNT) {
    memset(to, byte, size);
    return;
  }
  char *buffer = buffer_of(t, size);
  memset(buffer, byte, size);
  copy_pieces(ins, OP_WRITE, true, to, buffer, size);
}

/* The program's own: the instruction was counted with its first turn. The memory sanitizer follows the copies, which
   are calls of memcpy and memset: what nobody wrote is not written by being copied. */
void hd_move(unsigned ins, void *to, const void *from, size_t size) {
  hd_self->hooks--;
  move(ins, to, from, size);
  hd_self->hooks++;
}
void hd_fill(unsigned ins, void *to, unsigned byte, size_t size) {
  hd_self->hooks--;
  fill(ins, to, (int)byte, size);
  hd_self->hooks++;
}

/* In functions of the library. */
void block_move(void *to, const void *from, size_t size) { move(LIBRARY, to, from, size); }
void block_fill(void *to, int byte, size_t size) { fill(LIBRARY, to, byte, size); }
