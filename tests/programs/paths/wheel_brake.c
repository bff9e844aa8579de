// The wheel brake system. PedalPos <= 0 or == 1 leave PedalCmd free: 3 pressures each; PedalPos >= 2 gives PedalCmd =
// PedalPos + 1 >= 3: 2 pressures. Times 3 positions of BSwitch: (3 + 3 + 2) * 3 = 24.
// ARGS: --strategy=dpor
// VERDICT: safe
// RUNS: full=24
// TESTS: 24
// REPLAY: yes
#include "heddle.h"
int PedalPos, BSwitch, PedalCmd, Meter, AltPress;
int main(void) {
  heddle_symbolic(&PedalPos, sizeof PedalPos, "PedalPos");
  heddle_symbolic(&BSwitch, sizeof BSwitch, "BSwitch");
  heddle_symbolic(&PedalCmd, sizeof PedalCmd, "PedalCmd");
  if (PedalPos <= 0) PedalCmd += 1;
  else if (PedalPos == 1) PedalCmd += 2;
  else PedalCmd = PedalPos;
  PedalCmd += 1;
  if (BSwitch == 0) Meter = 1;
  else if (BSwitch == 1) Meter = 2;
  if (PedalCmd == 2) AltPress = 0;
  else if (PedalCmd == 3) AltPress = 25;
  else AltPress = 50;
  return 0;
}
