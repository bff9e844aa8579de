/* In which order targets are tried: by how far from the start of the program their farther end is, or at random. */
#ifndef HEDDLE_AUGMENT_ORDER_H
#define HEDDLE_AUGMENT_ORDER_H
#include "augment/drive.h"

struct order {
  uint32_t *list; /* numbers of targets */
  uint32_t count;
};
void order_open(struct order *order, const struct augment_request *request, const struct targets *targets);
void order_close(struct order *order);
#endif
