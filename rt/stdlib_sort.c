/* Sorting and searching. qsort is a merge sort that compares the same pairs in the same order as glibc 2.36, so
   even an inconsistent comparison function gives the native result; nothing but that function forks. */
#include <search.h>
#include <stdlib.h>
#include <string.h>
#include "builtins.h"

struct order {
  size_t size; /* of one element */
  __compar_d_fn_t compare;
  void *context;
  char *spare; /* room for all elements */
};

static void merge(const struct order *o, char *base, size_t nleft, size_t nright) {
  char *left = base, *right = base + nleft * o->size, *out = o->spare;
  while (nleft > 0 && nright > 0) {
    if (o->compare(left, right, o->context) <= 0) {
      memcpy(out, left, o->size);
      left += o->size;
      nleft--;
    } else {
      memcpy(out, right, o->size);
      right += o->size;
      nright--;
    }
    out += o->size;
  }
  memcpy(out, left, nleft * o->size); /* what is left of the right part is in place already */
  memcpy(base, o->spare, (size_t)(out - o->spare) + nleft * o->size);
}

static void sort(const struct order *o, char *base, size_t n) {
  if (n <= 1) return;
  size_t half = n / 2;
  sort(o, base, half);
  sort(o, base + half * o->size, n - half);
  merge(o, base, half, n - half);
}

void qsort_r(void *base, size_t n, size_t size, __compar_d_fn_t compare, void *context) {
  if (n <= 1 || size == 0) return;
  struct order o = {size, compare, context, __heddle_malloc(n * size, 2 * sizeof(void *))};
  sort(&o, base, n);
  __heddle_free(o.spare);
}

static int compare_plain(const void *a, const void *b, void *compare) { return (*(__compar_fn_t *)compare)(a, b); }

void qsort(void *base, size_t n, size_t size, __compar_fn_t compare) {
  qsort_r(base, n, size, compare_plain, &compare);
}

void *bsearch(const void *key, const void *base, size_t n, size_t size, __compar_fn_t compare) {
  size_t low = 0, high = n;
  while (low < high) {
    size_t middle = (low + high) / 2;
    const char *element = (const char *)base + middle * size;
    int order = compare(key, element);
    if (order == 0) return (void *)element;
    if (order < 0) high = middle;
    else low = middle + 1;
  }
  return NULL;
}

void *lfind(const void *key, const void *base, size_t *n, size_t size, __compar_fn_t compare) {
  const char *element = base;
  for (size_t i = 0; i < *n; i++, element += size)
    if (compare(key, element) == 0) return (void *)element;
  return NULL;
}

void *lsearch(const void *key, void *base, size_t *n, size_t size, __compar_fn_t compare) {
  void *found = lfind(key, base, n, size, compare);
  if (found != NULL) return found;
  found = memcpy((char *)base + *n * size, key, size);
  *n += 1;
  return found;
}
