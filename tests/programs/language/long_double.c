// long double is either computed as native does or reported, never silently wrong.
// VERDICT: incomplete
// REASON: long_double.c
static long double half(long double x) {
  return x / 2;
}
int main(void) { return half(3) == 1.5L ? 0 : 1; }
