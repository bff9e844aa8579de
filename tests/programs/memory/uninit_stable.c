// What nobody wrote has a value that is not known, but one: each look at it and each copy shows the same.
// VERDICT: safe
// REPLAY: yes
#include <assert.h>
#include <stdlib.h>
#include <string.h>
struct pair {
  int first, second;
};
struct holes {
  char c;
  long l;
};
int g, h;
static int same(int a, int b) { return a == b; }
static int give(int x) { return x; }

static void locals(void) {
  int t;
  g = t;
  h = t;
  assert(g == h && g == t);
  assert(same(t, g) && give(t) == t);
  int *p = &t, copy = *p;
  assert(copy == t);
}

static void phis(int n) {
  int t, seen = 0;
  for (int i = 0; i < n; i++) {
    if (i == 1) seen = t;
  }
  assert(seen == t);
}

static void structs(void) {
  struct pair a, b, c[2];
  b = a;
  assert(b.first == a.first && b.second == a.second);
  c[0] = b;
  memcpy(&c[1], &c[0], sizeof c[0]);
  assert(memcmp(&c[1], &a, sizeof a) == 0);
  struct holes x, y;
  x.c = 1;
  x.l = 2;
  y = x;
  assert(memcmp(&x, &y, sizeof x) == 0);
}

static void heap(void) {
  char *a = malloc(100), *b = malloc(100);
  memcpy(b, a, 100);
  assert(memcmp(a, b, 100) == 0);
  memmove(a + 1, a, 60);
  assert(memcmp(a + 1, b, 60) == 0);
  a = realloc(a, 200);
  assert(memcmp(a + 1, b, 60) == 0);
  unsigned long word, again;
  memcpy(&word, b + 5, sizeof word); /* across two words */
  memcpy(&again, b + 5, sizeof again);
  assert(word == again && (unsigned char)(word >> 8) == (unsigned char)b[6]);
  free(a);
  free(b);
}

int main(void) {
  locals();
  phis(2);
  structs();
  heap();
  return 0;
}
