// Atomic objects of any size.
// VERDICT: safe
// OUTPUT-LIKE-NATIVE: yes
// ARGS: -- -Wl,--no-as-needed -latomic
#include "show.h"

struct triple { char c[3]; };
int main(void) {
  struct triple a = {"ab"}, b = {"cd"}, got = {""};
  __atomic_store(&a, &b, 5), __atomic_load(&a, &got, 5), TEXT(got.c), b.c[0] = 'x', __atomic_exchange(&a, &b, &got, 5), TEXT(got.c);
  SHOW(__atomic_compare_exchange(&a, &got, &b, 0, 5, 5)), SHOW(__atomic_compare_exchange(&a, &got, &b, 0, 5, 5));
  SHOW(__atomic_is_lock_free(sizeof(int), NULL)), SHOW(__atomic_is_lock_free(3, NULL));
  return 0;
}

