/* A growing array of any type:  VEC(int) v = {0};  vec_push(&v, 3);  v.data[0];  vec_free(&v);  */
#ifndef HEDDLE_UTIL_VEC_H
#define HEDDLE_UTIL_VEC_H
#include <stdint.h>
#include <stdlib.h>

#include "util/mem.h"

#define VEC(T)                                                                                                         \
  struct {                                                                                                             \
    T *data;                                                                                                           \
    uint32_t count;                                                                                                    \
    uint32_t capacity;                                                                                                 \
  }

/* Makes room for at least `n` elements in all. */
#define vec_reserve(v, n)                                                                                              \
  do {                                                                                                                 \
    uint32_t vec_want_ = (n);                                                                                          \
    if ((v)->capacity < vec_want_) {                                                                                   \
      uint32_t vec_cap_ = (v)->capacity ? (v)->capacity : 8;                                                           \
      while (vec_cap_ < vec_want_) vec_cap_ *= 2;                                                                      \
      (v)->data = mem_resize((v)->data, (size_t)vec_cap_ * sizeof *(v)->data);                                         \
      (v)->capacity = vec_cap_;                                                                                        \
    }                                                                                                                  \
  } while (0)

#define vec_push(v, x)                                                                                                 \
  do {                                                                                                                 \
    if ((v)->count == (v)->capacity) vec_reserve(v, (v)->count + 1);                                                   \
    (v)->data[(v)->count++] = (x);                                                                                     \
  } while (0)

#define vec_pop(v) ((v)->data[--(v)->count])
#define vec_last(v) ((v)->data[(v)->count - 1])
#define vec_free(v) (free((v)->data), (v)->data = NULL, (v)->count = (v)->capacity = 0)
#endif
