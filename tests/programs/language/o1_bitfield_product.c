// The low bits of a product of a bit-field: optimised code multiplies the whole unit and cuts, so that unwritten bits take
// part in the product but not in the result.
// VERDICT: safe
// RUNS: full=1
// ARGS: -- -O1
struct record { signed char small; unsigned short half; unsigned field : 5; int sign : 7; unsigned long cross : 45; long wide; };
struct record records[4];
unsigned char table[16];
unsigned long factor = 7;
__attribute__((noinline)) struct record pass(struct record a, struct record b) {
  a.cross ^= b.cross;
  return a;
}
__attribute__((noinline)) void reset(void) {
  for (int i = 0; i < 4; i++)
    records[i] = (struct record){(signed char)(i * 50), (unsigned short)(i * 999), (unsigned)i, i - 2, (unsigned long)i << 40, -i};
}
__attribute__((noinline)) int use(void) {
  short product = (short)(records[3].cross * factor), sum = (short)(records[2].cross + factor);
  short rest = (short)(records[1].cross - 3 * factor);
  unsigned shifted = (unsigned)(records[1].cross << (factor & 3));
  table[product & 15]++;
  table[sum & 15]++;
  table[rest & 15]++;
  table[shifted & 15]++;
  return product > 3 ? table[product & 15] == 0 : 0;
}
int main(void) {
  reset();
  records[3].cross ^= factor;
  use();
  records[1] = pass(records[3], records[2]);
  return use();
}
