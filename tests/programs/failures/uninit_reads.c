// What counts as a read of uninitialised data: by the program's own text, also if nothing depends on the value. Padding, words of
// bit-fields and structs that are copied or passed whole are no reads.
// VERDICT: unsafe
// ARGS: --check=+uninit
// REPLAY: yes
#include <heddle.h>
#include <stdlib.h>
#include <string.h>
struct flags {
  unsigned a : 3, b : 5, c : 8;
};
struct holes {
  char c;
  int i;
};
static int sink;
static long sum(struct holes h) { return h.c + h.i; }
static struct holes give(int i) {
  struct holes h;
  h.c = 1;
  h.i = i;
  return h;
}
int main(void) {
  unsigned char which;
  int local, *heap = malloc(8);
  if (!heap) return 0;
  heddle_symbolic(&which, sizeof which, "which");
  if (which == 0) sink = local; // FAIL-HERE: memory read of uninitialised data
  if (which == 1) {
    int *volatile p = heap;
    sink = p[1]; // FAIL-HERE: memory read of uninitialised data
  }
  if (which == 2) {
    struct holes h;
    h.c = 1;
    struct holes copy = h, again;
    memcpy(&again, &copy, sizeof again);
    sink = again.i; // FAIL-HERE: memory read of uninitialised data
  }
  if (which == 3) {
    struct flags f;
    f.b = 3;
    f.a = 1;
    if (f.a != 1 || f.b != 3) return 1;
    struct holes h = give(4);
    if (sum(h) != 5) return 1;
    heap = realloc(heap, 100);
  }
  free(heap);
  return 0;
}
