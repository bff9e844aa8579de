// A pointer made from a number.
// VERDICT: unsafe
int main(void) {
  volatile unsigned long address = 0x123456789000;
  int *p = (int *)address;
  return *p; // FAIL-HERE: memory
}
