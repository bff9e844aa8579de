// A reader whose assumption fails goes no further; the writer does, and a second reader then meets the wrong value.
typedef unsigned long pthread_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
void __VERIFIER_assume(int);
void reach_error(void);
int locked, value, copy;
void __VERIFIER_atomic_take(void) {
  __VERIFIER_assume(locked == 0);
  locked = 1;
}
void *writer(void *p) {
  __VERIFIER_atomic_take();
  value = 3;
  locked = 0;
  return p;
}
void *reader(void *p) {
  __VERIFIER_assume(locked == 0);
  copy = value;
  if (copy != value) reach_error();
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, reader, 0);
  pthread_create(&t, 0, writer, 0);
  return 0;
}
