// An uninitialised local array element decides a branch.
// VERDICT: unsafe
// ARGS: --check=+uninit
int main(void) {
  int a[3];
  a[0] = 1;
  a[2] = 2;
  volatile int *p = a;
  if (p[1] > 0) // FAIL-HERE: memory
    return 1;
  return 0;
}
