/* Inside the static analyses: the variables of blocks. */
#ifndef HEDDLE_STATIC_SCOPE_H
#define HEDDLE_STATIC_SCOPE_H
#include "static/inside.h"

bool scope_may_be_over(const struct statics *s, uint32_t alloca, uint32_t ins);
#endif
