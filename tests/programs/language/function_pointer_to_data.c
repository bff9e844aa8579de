// A call through a pointer to data.
// VERDICT: unsafe
static int data[4] = {1, 2, 3, 4};
int main(void) {
  void (*f)(void) = (void (*)(void))(unsigned long)data;
  f(); // FAIL-HERE: memory
  return 0;
}
