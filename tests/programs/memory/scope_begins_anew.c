// Each time a block is entered its variables are new ones: what the last one held is gone, in registers and in memory.
// ARGS: --check=uninit
// FAILURE: memory 13 a decision depends on uninitialised data
// FAILURE: memory 25 read of uninitialised data
// REPLAY: yes
#include <heddle.h>
static int *kept;

static int in_register(int n) {
  int seen = 0;
  for (int i = 0; i < n; i++) {
    int local;
    if (i && local == 5) seen++;
    local = 5;
  }
  return seen;
}

static int in_memory(int n) {
  int seen = 0;
  for (int i = 0; i < n; i++) {
    int local;
    kept = &local;
    if (i)
      if (*kept == 5) seen++;
    *kept = 5;
  }
  return seen;
}

int main(void) {
  int which;
  heddle_symbolic(&which, sizeof which, "which");
  return which ? in_register(2) : in_memory(2);
}
