// Bit-fields beside bits that nobody wrote, read at a symbolic index: the value has none of these bits in it.
// VERDICT: safe
#include <assert.h>
#include "heddle.h"
struct record { signed char small; unsigned short half; unsigned field : 5; int sign : 7; unsigned long cross : 45; long wide; };
static struct record records[4];
static const unsigned char table[8] = {0, 1, 2, 3, 4, 5, 6, 7};
int main(void) {
  for (int i = 0; i < 4; i++) records[i] = (struct record){(signed char)(i * 50), (unsigned short)(i * 999), (unsigned)i, i - 2, (unsigned long)i << 40, -i};
  unsigned char k;
  heddle_symbolic(&k, 1, "k");
  heddle_assume(k < 4);
  assert(table[records[k].field & 7] == k);
  assert(table[(records[k].sign + 2) & 7] == k);
  assert(records[k].cross >> 40 == k);
  return 0;
}
