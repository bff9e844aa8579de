// Neither size nor contents of the array are known, and writing to it tells nothing either.
// VERDICT: incomplete
// REASON: 'table' is declared, but defined nowhere
// ARGS: --unknown=input
extern int table[];
int main(void) {
  table[3] = 4;
  return 0;
}
