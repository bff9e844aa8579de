// A whole struct as one input, its parts used separately.
// VERDICT: unsafe
// REPLAY: yes
#include <assert.h>
#include "heddle.h"
struct msg { unsigned char type, len; unsigned short crc; };
int main(void) {
  struct msg m;
  heddle_symbolic(&m, sizeof m, "msg");
  if (m.type == 7 && m.len > 3)
    assert(m.crc != 0xbeef); // FAIL-HERE: assert
  return 0;
}
