// A field of a null struct pointer: an address near null is recognised.
// VERDICT: unsafe
struct s { int a[10]; int b; };
static int get(const struct s *s) {
  return s->b; // FAIL-HERE: memory null
}
int main(void) { return get(0); }
