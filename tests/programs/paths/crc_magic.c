// A checksum over two bytes must match a third: the solver inverts the arithmetic.
// VERDICT: unsafe
// REPLAY: yes
#include <assert.h>
#include "heddle.h"
int main(void) {
  unsigned char m[3];
  heddle_symbolic(m, sizeof m, "m");
  unsigned char crc = 0xa5;
  for (int i = 0; i < 2; i++) crc = (unsigned char)((crc << 3 | crc >> 5) ^ m[i]);
  if (m[0] == 'O' && m[1] == 'K' && m[2] == crc)
    assert(0); // FAIL-HERE: assert
  return 0;
}
