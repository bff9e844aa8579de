/* Dynamic memory. Objects come from the interpreter, which knows their bounds and liveness; here are the rules of the
   C library: zero sizes, sizes that cannot be, overflow, alignment and, by option, requests that fail. */
#include <errno.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "builtins.h"

enum { DEFAULT_ALIGN = 2 * sizeof(void *), PAGE = 4096 };

/* By option every request may fail: the choice is an input of the program. */
static int request_fails(void) {
  if (!__heddle_option(RT_OPTION_MALLOC_FAILS)) return 0;
  unsigned char fails;
  __heddle_symbolic(&fails, 1, "malloc_fails");
  __heddle_assume(fails <= 1);
  return fails;
}

static void *allocate(size_t size, size_t align) {
  if (size <= PTRDIFF_MAX && !request_fails()) return __heddle_malloc(size, align);
  errno = ENOMEM;
  return NULL;
}

void *malloc(size_t size) { return allocate(size, DEFAULT_ALIGN); }

void *calloc(size_t count, size_t size) {
  size_t total;
  if (__builtin_mul_overflow(count, size, &total)) total = SIZE_MAX;
  void *p = allocate(total, DEFAULT_ALIGN);
  if (p != NULL) memset(p, 0, total);
  return p;
}

void free(void *p) {
  if (p != NULL) __heddle_free(p);
}

/* Always moves: what still uses the old address is then found. */
void *realloc(void *p, size_t size) {
  if (p == NULL) return malloc(size);
  if (size == 0) {
    __heddle_free(p);
    return NULL;
  }
  size_t old = __heddle_heap_size(p);
  void *q = malloc(size);
  if (q == NULL) return NULL;
  memcpy(q, p, old < size ? old : size);
  __heddle_free(p);
  return q;
}

void *reallocarray(void *p, size_t count, size_t size) {
  size_t total;
  if (!__builtin_mul_overflow(count, size, &total)) return realloc(p, total);
  errno = ENOMEM;
  return NULL;
}

static int is_power_of_two(size_t n) { return n != 0 && (n & (n - 1)) == 0; }

void *memalign(size_t align, size_t size) {
  size_t rounded = DEFAULT_ALIGN;
  if (align > SIZE_MAX / 2 + 1) {
    errno = EINVAL;
    return NULL;
  }
  while (rounded < align) rounded *= 2;
  return allocate(size, rounded);
}

/* As the standard has it, and glibc from 2.38 on: an alignment that is none is refused. */
void *aligned_alloc(size_t align, size_t size) {
  if (is_power_of_two(align)) return memalign(align, size);
  errno = EINVAL;
  return NULL;
}

int posix_memalign(void **result, size_t align, size_t size) {
  if (align % sizeof(void *) != 0 || !is_power_of_two(align)) return EINVAL;
  int saved = errno;
  void *p = memalign(align, size);
  errno = saved;
  if (p == NULL) return ENOMEM;
  *result = p;
  return 0;
}

void *valloc(size_t size) { return allocate(size, PAGE); }

void *pvalloc(size_t size) {
  if (size > PTRDIFF_MAX) return allocate(size, PAGE);
  return allocate((size + PAGE - 1) / PAGE * PAGE, PAGE);
}

size_t malloc_usable_size(void *p) { return p == NULL ? 0 : __heddle_heap_size(p); }
