/* How structures are given to callers, who may know a shorter one of an earlier version of the header. */
#ifndef HEDDLE_API_GIVE_H
#define HEDDLE_API_GIVE_H
#include <libheddle.h>
#include <stddef.h>
#include <string.h>

/* `room`: what the caller says its structure has. The size itself stays as it is. */
static inline int give(void *to, const void *from, unsigned room, size_t size) {
  if (room < sizeof(unsigned) || room > size) return LIBHEDDLE_ERROR;
  memcpy((char *)to + sizeof(unsigned), (const char *)from + sizeof(unsigned), room - sizeof(unsigned));
  return 0;
}
#endif
