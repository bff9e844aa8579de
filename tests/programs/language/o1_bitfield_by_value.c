// A record of bit-fields passed and returned by value in optimised code: what the bits nobody wrote hold never matters.
// VERDICT: safe
// RUNS: full=1
// ARGS: -- -O1
#include <assert.h>
struct small { unsigned a : 5; int b : 7; unsigned long c : 45; };
struct record { signed char small; unsigned short half; unsigned field : 5; int sign : 7; unsigned long cross : 45; long wide; };
static struct record records[4];
static unsigned char table[16];
static int fuel = 10;
__attribute__((noinline)) static struct small make(int i) {
  struct small s = {(unsigned)i, -i, (unsigned long)i << 20};
  return s;
}
__attribute__((noinline)) static int use(struct small s) { return (int)s.a + s.b + (int)(s.c >> 20); }
__attribute__((noinline)) static long take(struct record r, int k) {
  if (fuel-- <= 0) return 0;
  r.sign ^= k;
  r.cross += (unsigned long)k;
  table[(r.cross + (unsigned)r.sign) & 15]++;
  return r.sign + (long)r.cross;
}
int main(void) {
  for (int i = 0; i < 4; i++)
    records[i] = (struct record){(signed char)(i * 50), (unsigned short)(i * 999), (unsigned)i, i - 2, (unsigned long)i << 40, -i};
  long s = 0;
  for (int i = 0; i < 4; i++) s += take(records[i], i), s += use(make(i));
  records[2].cross ^= (unsigned long)s;
  records[1].field |= (unsigned)records[2].sign;
  table[records[1].field & 15]++;
  table[(records[2].cross >> 3) & 15]++;
  int n = 0;
  for (int i = 0; i < 16; i++) n += table[i];
  assert(n == 6);
  return 0;
}
