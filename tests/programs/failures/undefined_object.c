// An object that is declared and defined nowhere has no value: what depends on it is not known. One that is only declared does no harm.
// RUN: heddle run --tests=runs --json=%t/out.json --out=%t/tests %s
// VERDICT: incomplete
// REASON: 'config' is declared, but defined nowhere
// RUN: heddle run --tests=runs --json=%t/out.json --out=%t/tests --unknown=input %s
// FAILURE: assert 18
// INPUT: config != 0
// REPLAY: yes
// RUN: heddle run --tests=runs --json=%t/out.json --out=%t/tests %s -- -DWHOLE
// VERDICT: safe
#include <assert.h>
#ifdef WHOLE
int config;
#endif
extern int config;
extern int never_read;
int main(void) {
  assert(config == 0);
  return &never_read == 0;
}
