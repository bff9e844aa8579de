// printf, puts, putchar, fputs, fprintf, fwrite, fputc, putc to the standard streams.
// VERDICT: safe
// RUNS: full=1
// NATIVE: yes
// OUTPUT-LIKE-NATIVE: yes
#include <assert.h>
#include <stdio.h>
int main(void) {
  assert(printf("%d %s\n", 7, "seven") == 8);
  puts("a line");
  putchar('x');
  putchar('\n');
  fputs("no newline", stdout);
  fprintf(stdout, " %c\n", '!');
  assert(fwrite("raw bytes\n", 1, 10, stdout) == 10);
  fputc('p', stdout);
  putc('\n', stdout);
  fprintf(stderr, "to the other one\n");
  fflush(stdout);
  return 0;
}
