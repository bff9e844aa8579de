// A walk of 4 moves through a tiny maze: exactly one way reaches the goal.
// VERDICT: unsafe
// INPUT: move[0] == 115
// INPUT: move[1] == 100
// INPUT: move[2] == 115
// INPUT: move[3] == 100
// REPLAY: yes
#include <assert.h>
#include "heddle.h"
static const char maze[3][4] = {"@#.", "..#", "#.G"};
int main(void) {
  char move[4];
  int x = 0, y = 0;
  heddle_symbolic(move, sizeof move, "move");
  for (int i = 0; i < 4; i++) {
    switch (move[i]) {
    case 'w': y--; break;
    case 's': y++; break;
    case 'a': x--; break;
    case 'd': x++; break;
    default: return 1;
    }
    if (x < 0 || y < 0 || x > 2 || y > 2 || maze[y][x] == '#') return 1;
  }
  assert(maze[y][x] != 'G'); // FAIL-HERE: assert
  return 0;
}
