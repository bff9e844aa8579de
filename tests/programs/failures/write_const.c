// Writing into a const object through a cast.
// VERDICT: unsafe
static const int limit[2] = {1, 2};
static void put(int *p) {
  *p = 5; // FAIL-HERE: memory
}
int main(void) {
  put((int *)&limit[1]);
  return limit[1];
}
