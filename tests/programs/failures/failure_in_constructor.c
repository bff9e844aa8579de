// A failure before main.
// VERDICT: unsafe
static int *p;
__attribute__((constructor)) static void early(void) {
  *p = 1; // FAIL-HERE: memory null
}
int main(void) { return 0; }
