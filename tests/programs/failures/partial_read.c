// A word whose last byte lies past the end.
// VERDICT: unsafe
#include <stdint.h>
int main(void) {
  char a[7] = {0};
  uint32_t *p = (uint32_t *)(a + 4);
  return *p != 0; // FAIL-HERE: memory
}
