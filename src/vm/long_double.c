/* long double of x86: the host's own, on concrete numbers. A number is its 64 bits of mantissa and 16 of sign and
   exponent. */
#include <math.h>

#include "util/float_bits.h"
#include "vm/state.h"

#if defined(__x86_64__) || defined(__i386__)
enum { HOST_HAS_IT = 1 };
#else
enum { HOST_HAS_IT = 0 };
#endif

struct number {
  uint64_t mantissa;
  uint64_t head; /* sign and exponent */
};

static long double value_of(struct number n) {
  long double value = 0;
  memcpy(&value, &n.mantissa, 8);
  memcpy((char *)&value + 8, &n.head, 2);
  return value;
}

static struct number number_of(long double value) {
  struct number n = {0};
  memcpy(&n.mantissa, &value, 8);
  memcpy(&n.head, (const char *)&value + 8, 2);
  return n;
}

static struct number plain(uint64_t bits) { return (struct number){.mantissa = bits}; }

static struct number float_of(float f) { return plain(bits_of_float(f)); }
static struct number double_of(double d) { return plain(bits_of_double(d)); }

/* One of the bits of LLVM's predicates. */
static struct number compare(long double x, long double y) {
  return plain(isunordered(x, y) ? 8 : x == y ? 1 : x > y ? 2 : 4);
}

/* Where it does not fit the processor gives the "integer indefinite" value. */
static struct number to_signed(long double x) {
  bool fits = x > -9223372036854775809.0L && x < 9223372036854775808.0L;
  return plain(fits ? (uint64_t)(int64_t)x : (uint64_t)INT64_MIN);
}

static struct number to_unsigned(long double x) {
  if (!(x >= 9223372036854775808.0L)) return to_signed(x);
  return plain(x < 18446744073709551616.0L ? (uint64_t)x : (uint64_t)1 << 63);
}

static struct number compute(enum ir_long what, struct number a, struct number b) {
  long double x = value_of(a), y = value_of(b);
  switch (what) {
  case IR_LONG_ADD: return number_of(x + y);
  case IR_LONG_SUB: return number_of(x - y);
  case IR_LONG_MUL: return number_of(x * y);
  case IR_LONG_DIV: return number_of(x / y);
  case IR_LONG_REM: return number_of(fmodl(x, y));
  case IR_LONG_COMPARE: return compare(x, y);
  case IR_LONG_OF_FLOAT: return number_of(float_of_bits(a.mantissa));
  case IR_LONG_OF_DOUBLE: return number_of(double_of_bits(a.mantissa, 64));
  case IR_LONG_OF_SIGNED: return number_of((int64_t)a.mantissa);
  case IR_LONG_OF_UNSIGNED: return number_of(a.mantissa);
  case IR_LONG_TO_FLOAT: return float_of((float)x);
  case IR_LONG_TO_DOUBLE: return double_of((double)x);
  case IR_LONG_TO_SIGNED: return to_signed(x);
  case IR_LONG_TO_UNSIGNED: return to_unsigned(x);
  }
  return a;
}

enum step long_double(const struct call *c) {
  struct vm *vm = c->vm;
  for (uint32_t i = 1; i < 5; i++)
    if (call_argument(c, i)->expr || !HOST_HAS_IT) return decide_cut(vm, "long double arithmetic on a symbolic value");
  struct number a = {call_argument(c, 1)->value, call_argument(c, 2)->value};
  struct number b = {call_argument(c, 3)->value, call_argument(c, 4)->value};
  struct number r = compute((enum ir_long)call_argument(c, 0)->value, a, b);
  call_give(c, r.mantissa);
  cell_put(vm, c->regs + c->ins->dst + 1, r.head);
  return STEP_NEXT;
}
