// A call through a null function pointer.
// VERDICT: unsafe
static void (*hook)(int);
int main(void) {
  hook(3); // FAIL-HERE: memory
  return 0;
}
