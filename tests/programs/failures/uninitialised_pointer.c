// A pointer that was never set.
// VERDICT: unsafe
struct s { int *p; };
static int get(struct s *s) {
  return *s->p; // FAIL-HERE: memory
}
int main(void) {
  struct s s;
  return get(&s);
}
