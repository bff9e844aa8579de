// A symbolic byte offset inside a word picks the right byte.
// VERDICT: safe
#include <assert.h>
#include <stdint.h>
#include "heddle.h"
int main(void) {
  uint32_t w;
  unsigned char k;
  heddle_symbolic(&w, sizeof w, "w");
  heddle_symbolic(&k, 1, "k");
  heddle_assume(k < 4);
  assert(((unsigned char *)&w)[k] == (unsigned char)(w >> 8 * k));
  return 0;
}
