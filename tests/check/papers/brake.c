/* A wheel brake: the pedal's position decides the command, the command the pressure. The new version takes every position up to 0 for released. */
#include <assert.h>
#include <heddle.h>

static int pressure, meter = 2;

int main(void) {
  int pedal, wheel, command;
  heddle_symbolic(&pedal, sizeof pedal, "pedal");
  heddle_symbolic(&wheel, sizeof wheel, "wheel");
  heddle_symbolic(&command, sizeof command, "command");
#if NEW
  if (pedal <= 0)
#else
  if (pedal == 0)
#endif
    command = command + 1;
  else if (pedal == 1)
    command = command + 2;
  else
    command = pedal;
  command = command + 1;
  if (wheel == 0) meter = 1;
  else if (wheel == 1) meter = 2;
  if (command == 2) pressure = 0;
  else if (command == 3) pressure = 25 * meter;
  else pressure = 50 * meter;
  assert(pressure <= 100);
  return 0;
}
