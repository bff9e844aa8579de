// Arguments that allocation functions must refuse, and what they say. A table: the same as natively, but for aligned_alloc with an
// alignment that is none: the standard says NULL, and so does glibc from 2.38 on; older ones round it up.
// ARGS: --malloc=fresh
// VERDICT: safe
// OUTPUT-LIKE-NATIVE: yes
// REPLAY: yes
#define _GNU_SOURCE
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
static void show(const char *what, void *p) {
  printf("%s: %s, errno %d\n", what, p ? "memory" : "NULL", p ? 0 : errno);
  free(p);
  errno = 0;
}
static void show_memalign(size_t align) {
  void *p = NULL;
  int code = posix_memalign(&p, align, 8);
  printf("posix_memalign %zu: %d, %s\n", align, code, p ? "memory" : "untouched");
  if (p && (uintptr_t)p % align) printf("not aligned\n");
  free(p);
}
int main(void) {
  volatile size_t huge = SIZE_MAX, half = SIZE_MAX / 2, zero = 0;
  show("malloc huge", malloc(huge));
  show("malloc beyond PTRDIFF_MAX", malloc(half + 2));
  show("calloc overflow", calloc(half, 4));
  show("calloc huge", calloc(1, huge));
  show("calloc nothing", calloc(zero, 4));
  show("realloc from nothing", realloc(NULL, 4));
  show("realloc huge from nothing", realloc(NULL, huge));
  show("reallocarray overflow", reallocarray(NULL, half, 4));
  char *kept = malloc(4);
  kept[0] = 'k';
  if (reallocarray(kept, half, 4) || kept[0] != 'k') printf("lost\n");
  if (realloc(kept, huge) || kept[0] != 'k') printf("lost\n");
  errno = 0;
  printf("realloc to nothing: %s, errno %d\n", realloc(kept, zero) ? "memory" : "NULL", errno);
  static const size_t aligns[] = {0, 1, 2, 3, 4, 7, 8, 16, 24, 64, 4096};
  for (unsigned i = 0; i < sizeof aligns / sizeof *aligns; i++) show_memalign(aligns[i]);
  show("aligned_alloc 64", aligned_alloc(64, 128));
  show("aligned_alloc 64, not a multiple", aligned_alloc(64, 100));
  show("aligned_alloc huge", aligned_alloc(64, huge));
#ifdef __HEDDLE__
  show("aligned_alloc 3", aligned_alloc(3, 8));
  show("aligned_alloc 0", aligned_alloc(0, 8));
#else
  printf("aligned_alloc 3: NULL, errno %d\naligned_alloc 0: NULL, errno %d\n", EINVAL, EINVAL);
#endif
  return 0;
}
