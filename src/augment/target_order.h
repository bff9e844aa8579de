/* In which order targets are tried: by how far from the start of the program their farther end is, or at random. */
#ifndef HEDDLE_AUGMENT_TARGET_ORDER_H
#define HEDDLE_AUGMENT_TARGET_ORDER_H
#include "augment/augment.h"

struct target_order {
  uint32_t *list; /* numbers of targets */
  uint32_t count;
};
void target_order_open(struct target_order *order, const struct augment_request *request,
                       const struct targets *targets);
void target_order_close(struct target_order *order);
#endif
