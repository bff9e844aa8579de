// Real inline assembly: incomplete with its place.
// VERDICT: incomplete
// REASON: inline_asm.c:7
// REASON: asm
int main(void) {
  int r;
  __asm__("movl $5, %0" : "=r"(r));
  return r;
}
