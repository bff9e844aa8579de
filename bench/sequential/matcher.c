/* A matcher of patterns with literals, '.', '*', '^' and '$', run with a pattern of 7 symbolic bytes on a fixed text. */
void klee_make_symbolic(void *addr, unsigned long size, const char *name);
#ifndef N
#define N 7
#endif
static int match_here(const char *p, const char *t);
static int match_repeated(char c, const char *p, const char *t) {
  do {
    if (match_here(p, t)) return 1;
  } while (*t && (*t++ == c || c == '.'));
  return 0;
}
static int match_here(const char *p, const char *t) {
  if (!p[0]) return 1;
  if (p[1] == '*') return match_repeated(p[0], p + 2, t);
  if (p[0] == '$' && !p[1]) return !*t;
  if (*t && (p[0] == '.' || p[0] == *t)) return match_here(p + 1, t + 1);
  return 0;
}
static int match(const char *p, const char *t) {
  if (p[0] == '^') return match_here(p + 1, t);
  do {
    if (match_here(p, t)) return 1;
  } while (*t++);
  return 0;
}
volatile int out;
int main(void) {
  char pattern[N + 1];
  klee_make_symbolic(pattern, N, "pattern");
  pattern[N] = 0;
  out = match(pattern, "hello");
  return 0;
}
