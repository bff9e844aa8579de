// Random bytes are inputs: the one that breaks the program is found.
// VERDICT: unsafe
// FAILURE: assert 11
// INPUT: random == 77
// REPLAY: yes
#include <assert.h>
#include <sys/random.h>
int main(void) {
  unsigned char key;
  if (getrandom(&key, 1, 0) != 1) return 1;
  assert(key != 77);
  return 0;
}
