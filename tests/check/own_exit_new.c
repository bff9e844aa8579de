// NEW-FAILURE: assert 9
// The program's own exit is called behind main, too: not only with the argument that the program gives it.
#include <assert.h>
#include <unistd.h>

static int done;

void exit(int status) {
  if (status != 3) assert(done != 1);
  _exit(status);
}

int main(void) {
  done = 1;
  if (done == 7) exit(3);
  return 0;
}
