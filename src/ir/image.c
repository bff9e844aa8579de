/* Saving, loading and freeing programs.

   Image: a header (magic, version, pointer width, entry), the number of elements of every array in the order of
   IR_ARRAYS, then the arrays themselves, each padded with zeros to a multiple of 8 bytes. Byte order and struct
   layout are those of the machine: an image travels between two processes of one installation, it is no exchange
   format. Loading trusts nothing: sizes are checked against the block without overflow, then ir_verify checks every
   index. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ir/ir.h"
#include "util/mem.h"

enum {
  IMAGE_VERSION = 3,
  ARRAY_COUNT = 0
#define ROW(type, name) +1
  IR_ARRAYS(ROW)
#undef ROW
};

struct image_header {
  char magic[8];
  uint32_t version;
  uint32_t pointer_bits;
  uint32_t entry;
  uint32_t ins_size; /* sizeof(struct ir_ins): guards against a stale heddle-front */
  uint64_t counts[ARRAY_COUNT];
};

static const char image_magic[8] = {'H', 'E', 'D', 'D', 'L', 'E', 'I', 'R'};

static bool write_all(int fd, const void *data, uint64_t bytes) {
  const char *at = data;
  while (bytes > 0) {
    ssize_t n = write(fd, at, bytes > (1u << 30) ? (1u << 30) : bytes);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    at += n;
    bytes -= (uint64_t)n;
  }
  return true;
}

static bool write_array(int fd, const void *data, uint64_t bytes) {
  static const char zeros[8];
  return write_all(fd, data, bytes) && write_all(fd, zeros, -bytes & 7);
}

bool ir_save(const struct ir_program *p, int fd) {
  struct image_header header = {
      .version = IMAGE_VERSION, .pointer_bits = p->pointer_bits, .entry = p->entry, .ins_size = sizeof(struct ir_ins)};
  memcpy(header.magic, image_magic, sizeof image_magic);
  uint64_t *count = header.counts;
#define ROW(type, name) *count++ = p->n##name;
  IR_ARRAYS(ROW)
#undef ROW
  if (!write_all(fd, &header, sizeof header)) return false;
#define ROW(type, name)                                                                                                \
  if (!write_array(fd, p->name, p->n##name * sizeof(type))) return false;
  IR_ARRAYS(ROW)
#undef ROW
  return true;
}

/* A part of the image that is still to be read. */
struct reader {
  const char *at;
  uint64_t left;
};

/* Copies the next array; NULL if the image is too short for it. An empty array is an allocated block too. */
static void *read_array(struct reader *r, uint64_t count, uint64_t element) {
  if (count >= UINT32_MAX || count > r->left / element) return NULL;
  uint64_t bytes = count * element, padded = (bytes + 7) & ~(uint64_t)7;
  if (padded > r->left) return NULL;
  void *copy = mem_alloc(bytes ? bytes : 1);
  memcpy(copy, r->at, bytes);
  r->at += padded;
  r->left -= padded;
  return copy;
}

static const char *read_program(struct ir_program *p, const void *image, size_t bytes) {
  struct image_header header;
  if (bytes < sizeof header) return "the image is shorter than its header";
  memcpy(&header, image, sizeof header);
  if (memcmp(header.magic, image_magic, sizeof image_magic) != 0) return "not an IR image";
  if (header.version != IMAGE_VERSION || header.ins_size != sizeof(struct ir_ins))
    return "the image was made by another version of heddle";
  p->pointer_bits = header.pointer_bits;
  p->entry = header.entry;
  struct reader r = {(const char *)image + sizeof header, bytes - sizeof header};
  const uint64_t *count = header.counts;
#define ROW(type, name)                                                                                                \
  p->name = read_array(&r, *count, sizeof(type));                                                                      \
  if (p->name == NULL) return "the image is truncated";                                                                \
  p->n##name = *count++;
  IR_ARRAYS(ROW)
#undef ROW
  if (r.left != 0) return "the image has bytes after its end";
  uint32_t where;
  return ir_verify(p, &where);
}

struct ir_program *ir_load(const void *image, size_t bytes, const char **why) {
  struct ir_program *p = mem_zalloc(sizeof *p);
  *why = read_program(p, image, bytes);
  if (*why == NULL) return p;
  ir_free(p);
  return NULL;
}

void ir_free(struct ir_program *p) {
  if (p == NULL) return;
#define ROW(type, name) free(p->name);
  IR_ARRAYS(ROW)
#undef ROW
  free(p->sources.root);
  free(p->sources.shown);
  free(p->sources.directory);
  free(p);
}

const char *const ir_own_calls[IR_OWN_CALLS] = {"exit", "__heddle_thread_main"};

uint32_t ir_find_function(const struct ir_program *p, const char *name) {
  for (uint32_t i = 0; i < p->nfunctions; i++)
    if (strcmp(ir_text(p, p->functions[i].name), name) == 0) return i;
  return IR_NONE;
}
