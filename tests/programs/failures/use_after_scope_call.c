// A dead frame stays dead even when another call has taken its place.
// VERDICT: unsafe
static int *leak(int v) {
  int a[2] = {v, v};
  int *volatile p = a;
  return p;
}
static int other(int v) {
  int a[2] = {v, v};
  volatile int *q = a;
  return q[0];
}
int main(void) {
  int *p = leak(1);
  other(2);
  return p[0]; // FAIL-HERE: memory
}
