// Structs of floats among variable arguments: two floats share a word.
// VERDICT: safe
// OUTPUT-LIKE-NATIVE: yes
#include <stdarg.h>
#include <stdio.h>
struct two { float a, b; };
struct three { float a, b, c; };
struct mixed { float a; int b; };
struct doubles { double a, b; };

static void show(const char *kinds, ...) {
  va_list list;
  va_start(list, kinds);
  for (; *kinds; kinds++) {
    if (*kinds == '2') {
      struct two x = va_arg(list, struct two);
      printf("%.1f,%.1f ", x.a, x.b);
    } else if (*kinds == '3') {
      struct three x = va_arg(list, struct three);
      printf("%.1f,%.1f,%.1f ", x.a, x.b, x.c);
    } else if (*kinds == 'm') {
      struct mixed x = va_arg(list, struct mixed);
      printf("%.1f,%d ", x.a, x.b);
    } else {
      struct doubles x = va_arg(list, struct doubles);
      printf("%.1f,%.1f ", x.a, x.b);
    }
  }
  va_end(list);
  putchar('\n');
}

int main(void) {
  struct two two = {1.5f, 2.5f};
  struct three three = {3.5f, 4.5f, 5.5f};
  struct mixed mixed = {6.5f, 7};
  struct doubles doubles = {8.5, 9.5};
  show("2", two);
  show("23md32m", two, three, mixed, doubles, three, two, mixed);
  show("3333", three, three, three, three);
  return 0;
}
