// A variable ends with its block, whichever way the block is left. An address that outlives it leads nowhere.
// ARGS: --tests=runs
// VERDICT: unsafe
// RUNS: full=12
// REPLAY: yes
#include <heddle.h>
#include <stddef.h>
struct point {
  int x, y;
};
static int *kept;
static int wait_for;

static void end_of_block(void) {
  {
    int local = 1;
    kept = &local;
  }
  *kept = 2; // FAIL-HERE: memory use after scope: write of local 'local' after its block has ended
}

static int promoted(void) {
  int *p;
  {
    int local = 1;
    p = &local;
  }
  return *p; // FAIL-HERE: memory use after scope: read of local 'local'
}

static int left_by_break(int n) {
  for (int i = 0; i < n; i++) {
    struct point here = {i, i};
    kept = &here.y;
    if (i == 1) break;
  }
  return *kept; // FAIL-HERE: memory use after scope: read of local 'here'
}

static int left_by_continue(int n) {
  for (int i = 0; i < n; i++) {
    if (i == 1) return *kept; // FAIL-HERE: memory use after scope: read of local 'item'
    int item = i;
    kept = &item;
    if (wait_for == 0) continue;
  }
  return 0;
}

static int left_by_goto(void) {
  {
    int local = 5;
    kept = &local;
    if (*kept == 5) goto out;
    *kept = 6;
  }
out:
  return *kept; // FAIL-HERE: memory use after scope: read of local 'local'
}

static int of_a_case(int n) {
  switch (n) {
  case 3: {
    int in_case = n;
    kept = &in_case;
    break;
  }
  default: kept = NULL;
  }
  return *kept; // FAIL-HERE: memory use after scope: read of local 'in_case'
}

static int of_an_array(int n) {
  if (n) {
    char text[4] = "abc";
    kept = (int *)(void *)text;
  }
  return *kept; // FAIL-HERE: memory use after scope: read of local 'text'
}

static int two_blocks_deep(void) {
  int *outer = NULL;
  {
    int a = 1;
    {
      int b = 2;
      kept = &b;
    }
    outer = &a;
    a += *outer;
  }
  return *outer; // FAIL-HERE: memory use after scope: read of local 'a'
}

static int variable_length(int n) {
  if (n) {
    int list[n];
    list[0] = 1;
    kept = list;
  }
  return *kept; // FAIL-HERE: memory use after scope: read of local
}

static int is_fine(int n) {
  int sum = 0, *p = NULL;
  for (int i = 0; i < n; i++) {
    int local = i;
    p = &local;
    sum += *p;
    if (sum > 100) return sum;
  }
  int last = sum;
  p = &last;
  return *p;
}

/* Into the block past the declaration: it is the block that counts. */
static int jumps_in(int n) {
  if (n) goto inside;
  {
    int local;
    int *p = &local;
    *p = 1;
  inside:
    p = &local;
    *p = 4;
    return *p;
  }
}

/* Back to a place in the same block: the variable goes on. */
static int jumps_back(void) {
  int rounds = 0, *p = NULL;
  {
  again:;
    int local;
    if (rounds == 1) return *p;
    local = 7;
    p = &local;
    rounds++;
    goto again;
  }
}

int main(void) {
  unsigned char which;
  heddle_symbolic(&which, sizeof which, "which");
  if (which == 0) end_of_block();
  else if (which == 1) promoted();
  else if (which == 2) left_by_break(3);
  else if (which == 3) left_by_continue(3);
  else if (which == 4) left_by_goto();
  else if (which == 5) of_a_case(3);
  else if (which == 6) of_an_array(1);
  else if (which == 7) two_blocks_deep();
  else if (which == 8) variable_length(3);
  else if (which == 9) is_fine(4);
  else if (which == 10) heddle_assert(jumps_in(1) == 4, "in");
  else heddle_assert(jumps_back() == 7, "back");
  return 0;
}
