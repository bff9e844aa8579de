// All nondet functions of SV-COMP have the range of their type.
// VERDICT: safe
// RUNS: full=1
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);
extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern short __VERIFIER_nondet_short(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern long __VERIFIER_nondet_long(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern long long __VERIFIER_nondet_longlong(void);
extern unsigned long long __VERIFIER_nondet_ulonglong(void);
int main(void) {
  int b = __VERIFIER_nondet_bool(), c = __VERIFIER_nondet_char(), uc = __VERIFIER_nondet_uchar();
  int s = __VERIFIER_nondet_short(), us = __VERIFIER_nondet_ushort();
  long i = __VERIFIER_nondet_int(), u = __VERIFIER_nondet_uint();
  long l = __VERIFIER_nondet_long();
  unsigned long ul = __VERIFIER_nondet_ulong();
  assert((b == 0) | (b == 1));
  assert(c >= -128 & c <= 127 & uc >= 0 & uc <= 255 & s >= -32768 & s <= 32767 & us >= 0 & us <= 65535);
  assert(i >= -2147483648L & i <= 2147483647 & u >= 0 & u <= 4294967295L);
  assert((l ^ (long)ul) == ((long)ul ^ l));
  long long ll = __VERIFIER_nondet_longlong();
  unsigned long long ull = __VERIFIER_nondet_ulonglong();
  assert((unsigned long long)ll + ull - ull == (unsigned long long)ll);
  return 0;
}
