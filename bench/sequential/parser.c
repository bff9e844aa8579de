/* Parses an arithmetic expression of 8 symbolic bytes: numbers, + - * / ( ), spaces. */
#include <assert.h>
void klee_make_symbolic(void *addr, unsigned long size, const char *name);
#ifndef N
#define N 8
#endif
struct parser {
  const char *at;
  int failed, depth, divisions;
};
static long sum(struct parser *p);
static char peek(struct parser *p) {
  while (*p->at == ' ') p->at++;
  return *p->at;
}
static long number(struct parser *p) {
  long v = 0;
  while (*p->at >= '0' && *p->at <= '9') v = v * 10 + (*p->at++ - '0');
  return v;
}
static long atom(struct parser *p) {
  char c = peek(p);
  if (c == '(') {
    p->at++;
    p->depth++;
    long v = sum(p);
    if (peek(p) != ')') { p->failed = 1; return 0; }
    p->at++;
    p->depth--;
    return v;
  }
  if (c == '-') { p->at++; return -atom(p); }
  if (c >= '0' && c <= '9') return number(p);
  p->failed = 1;
  return 0;
}
static long product(struct parser *p) {
  long v = atom(p);
  while (!p->failed) {
    char c = peek(p);
    if (c == '*') p->at++, v *= atom(p);
    else if (c == '/') p->at++, p->divisions++, v -= atom(p); /* a node, not a quotient: this is about parsing */
    else break;
  }
  return v;
}
static long sum(struct parser *p) {
  long v = product(p);
  while (!p->failed) {
    char c = peek(p);
    if (c == '+') p->at++, v += product(p);
    else if (c == '-') p->at++, v -= product(p);
    else break;
  }
  return v;
}
volatile long out;
int main(void) {
  char text[N + 1];
  klee_make_symbolic(text, N, "text");
  text[N] = 0;
  struct parser p = {text, 0, 0, 0};
  long v = sum(&p);
  if (peek(&p)) p.failed = 1;
  if (!p.failed) {
    assert(p.depth == 0);
    out = v;
  }
  return 0;
}
