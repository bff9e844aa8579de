// A signal without a handler ends the program: that is a failure, as abort is.
#include <signal.h>

int main(void) {
  raise(SIGTERM); // FAIL-HERE: abort signal 15 ends the program
  return 0;
}
