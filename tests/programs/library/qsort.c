// qsort of numbers and structs with a comparison function; bsearch finds what is there.
// VERDICT: safe
// RUNS: full=1
// NATIVE: yes
#include <assert.h>
#include <stdlib.h>
#include <string.h>
struct p { char name[8]; int age; };
static int by_int(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static int by_age(const void *a, const void *b) { return ((const struct p *)a)->age - ((const struct p *)b)->age; }
int main(void) {
  int v[40], key;
  for (int i = 0; i < 40; i++) v[i] = i * 17 % 41;
  qsort(v, 40, sizeof *v, by_int);
  for (int i = 1; i < 40; i++) assert(v[i - 1] < v[i]);
  key = 30;
  int *f = bsearch(&key, v, 40, sizeof *v, by_int);
  assert(f && *f == 30);
  key = 99;
  assert(!bsearch(&key, v, 40, sizeof *v, by_int) && !bsearch(&key, v, 0, sizeof *v, by_int));
  struct p people[3] = {{"carol", 50}, {"alice", 30}, {"bob", 40}};
  qsort(people, 3, sizeof *people, by_age);
  assert(!strcmp(people[0].name, "alice") && !strcmp(people[2].name, "carol"));
  qsort(v, 0, sizeof *v, by_int);
  qsort(v, 1, sizeof *v, by_int);
  return 0;
}
