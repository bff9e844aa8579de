// --data-model=32: pointers and long have 4 bytes.
// VERDICT: safe
// ARGS: --data-model=32
// RUNS: full=1
#define CHECK(c) do { if (!(c)) __builtin_trap(); } while (0)
static int a[3] = {1, 2, 3};
static int *p = &a[1];
struct s { char c; long l; void *v; };
int main(void) {
  CHECK(sizeof(long) == 4 && sizeof(void *) == 4 && sizeof(struct s) == 12);
  CHECK(p[1] == 3 && (char *)(p + 1) - (char *)p == 4);
  unsigned long big = 0xffffffffUL;
  big++;
  CHECK(big == 0);
  unsigned long long wide = 1ULL << 40;
  CHECK(wide >> 38 == 4);
  return 0;
}
