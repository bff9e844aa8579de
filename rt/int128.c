/* Division of 128-bit integers, called by compiled code. A number is passed and returned as two halves, which is
   how the platform's calling convention sees __int128 too; nothing here needs 128-bit division itself. */
#include <stdint.h>

struct wide {
  uint64_t low, high;
};

struct wide __udivti3(struct wide a, struct wide b);
struct wide __umodti3(struct wide a, struct wide b);
struct wide __divti3(struct wide a, struct wide b);
struct wide __modti3(struct wide a, struct wide b);

static struct wide negate(struct wide a) { return (struct wide){-a.low, ~a.high + (a.low == 0)}; }

static struct wide negate_if(struct wide a, uint64_t condition) { return condition ? negate(a) : a; }

/* Schoolbook division, bit by bit; the subtraction is masked instead of branched on. */
static struct wide divide(struct wide a, struct wide b, struct wide *rest) {
  if ((a.high | b.high) == 0) { /* division by zero is reported here as well */
    *rest = (struct wide){a.low % b.low, 0};
    return (struct wide){a.low / b.low, 0};
  }
  if ((b.low | b.high) == 0) a.low /= b.low;
  struct wide r = {0, 0};
  for (int i = 0; i < 128; i++) {
    uint64_t out = r.high >> 63;
    r.high = r.high << 1 | r.low >> 63;
    r.low = r.low << 1 | a.high >> 63;
    a.high = a.high << 1 | a.low >> 63;
    a.low <<= 1;
    uint64_t fits = out | (r.high > b.high) | ((r.high == b.high) & (r.low >= b.low));
    uint64_t mask = -fits, borrow = r.low < (b.low & mask);
    r.low -= b.low & mask;
    r.high -= (b.high & mask) + borrow;
    a.low |= fits;
  }
  *rest = r;
  return a;
}

struct wide __udivti3(struct wide a, struct wide b) {
  struct wide rest;
  return divide(a, b, &rest);
}

struct wide __umodti3(struct wide a, struct wide b) {
  struct wide rest;
  divide(a, b, &rest);
  return rest;
}

struct wide __divti3(struct wide a, struct wide b) {
  uint64_t sign_a = a.high >> 63, sign_b = b.high >> 63;
  struct wide rest, quotient = divide(negate_if(a, sign_a), negate_if(b, sign_b), &rest);
  return negate_if(quotient, sign_a ^ sign_b);
}

struct wide __modti3(struct wide a, struct wide b) {
  uint64_t sign_a = a.high >> 63, sign_b = b.high >> 63;
  struct wide rest;
  divide(negate_if(a, sign_a), negate_if(b, sign_b), &rest);
  return negate_if(rest, sign_a);
}
