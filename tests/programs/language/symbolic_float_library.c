// Functions of math.h on inputs: nothing is lost where no condition asks for them, few values are tried one by one, a
// condition is met by the inverse function, and what holds for any result of a function holds for its own.
// VERDICT: unsafe
// FAILURE: assert 20
// FAILURE: assert 22
// REPLAY: 20
#include <assert.h>
#include <heddle.h>
#include <math.h>
int main(void) {
  double x, unasked;
  unsigned char n;
  heddle_symbolic(&x, sizeof x, "x");
  heddle_symbolic(&unasked, sizeof unasked, "unasked");
  heddle_symbolic(&n, sizeof n, "n");
  double nothing = pow(unasked, 1.5) + sin(unasked) + fmod(unasked, 3) + tgamma(unasked) + hypot(unasked, x);
  (void)nothing;
  assert(fmod(n, 7) < 7 && cos(n) <= 1 && cbrt(n) <= n);
  float third = n / 3.0f;
  assert(powf(third, 2) != 49);
  if (n == 1 && exp(x) > 20)
    assert(x > 3);
  if (n == 2 && x > 1 && fmod(x, 2) == 1.5) assert(fmod(x, 2) > 1);
  return 0;
}
