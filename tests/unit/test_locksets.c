/* Tests of locksets: what is held where, by context, and where two versions differ. */
#include "pairs_subject.h"

#include "augment/locksets.h"

/* An instruction of the line that accesses memory; a call if there is none. */
static uint32_t access_in(const struct ir_program *p, uint32_t line) {
  uint32_t call = IR_NONE;
  for (uint32_t i = 0; i < p->nins; i++) {
    if (ir_function_of(p, i)->flags & IR_FN_LIBRARY || line_at(p, i) != line) continue;
    if (p->ins[i].op == IR_STORE || p->ins[i].op == IR_LOAD || p->ins[i].op == IR_RMW) return i;
    if (p->ins[i].op == IR_CALL) call = i;
  }
  assert_int_not_equal(call, IR_NONE);
  return call;
}

static void open_locksets(struct versions *v, struct locksets **l, const char *old, const char *new) {
  open_versions(v, old, new);
  *l = locksets_open(v->change, v->impact->old_statics, v->impact->new_statics);
}

static void close_locksets(struct versions *v, struct locksets *l) {
  locksets_close(l);
  close_versions(v);
}

/* The sets at lines of one program: "5 {m}\n7 {}\n" for the lines that are asked for. */
static void expect_sets(const char *body, const char *wanted) {
  char source[4000];
  struct versions v;
  struct locksets *l;
  snprintf(
      source, sizeof source,
      "#include <pthread.h>\n#include <semaphore.h>\n#include <threads.h>\n"
      "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER, ms[3];\n"
      "pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER; pthread_spinlock_t spin; sem_t sem; mtx_t c11; mtx_t mine;\n"
      "struct box { int data; pthread_mutex_t lock; } boxes[2]; int x, y;\n"
      "void __VERIFIER_atomic_begin(void); void __VERIFIER_atomic_end(void);\n#line 1\n%s",
      body);
  open_locksets(&v, &l, source, source);
  char *text = NULL;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  assert_non_null(out);
  for (const char *at = wanted; *at; at = strchr(at, '\n') + 1) {
    uint32_t line = (uint32_t)atoi(at), ins = access_in(v.p[NEW], line);
    fprintf(out, "%u ", line);
    locksets_print(l, NEW, ins, out);
    fputc('\n', out);
    assert_false(locksets_differ(l, ins));
  }
  fclose(out);
  expect_text(text, wanted);
  free(text);
  close_locksets(&v, l);
}

static void plain_locks(void **state) {
  (void)state;
  expect_sets("int main(void) {\n"
              "  x = 1;\n"
              "  pthread_mutex_lock(&m);\n"
              "  x = 2;\n"
              "  pthread_mutex_lock(&n);\n"
              "  x = 3;\n"
              "  pthread_mutex_unlock(&m);\n"
              "  x = 4;\n"
              "  pthread_mutex_unlock(&n);\n"
              "  x = 5;\n"
              "  return 0; }\n",
              "2 {}\n4 {m}\n6 {m, n}\n8 {n}\n10 {}\n");
}

/* What is held on one way only is not held for certain. */
static void ways_that_meet(void **state) {
  (void)state;
  expect_sets("int main(int argc, char **argv) {\n"
              "  if (argc > 1) pthread_mutex_lock(&m);\n"
              "  x = 1;\n"
              "  if (argc > 1) pthread_mutex_unlock(&m);\n"
              "  for (int i = 0; i < argc; i++) {\n"
              "    pthread_mutex_lock(&n);\n"
              "    x = 2;\n"
              "    if (x == argc) break;\n"
              "    pthread_mutex_unlock(&n);\n"
              "  }\n"
              "  x = 3;\n"
              "  switch (argc) {\n"
              "  case 7: pthread_mutex_lock(&m); break;\n"
              "  case 8: pthread_mutex_lock(&m); y = 1; break;\n"
              "  default: return 0;\n"
              "  }\n"
              "  x = 4;\n"
              "  return 0; }\n",
              "3 {}\n7 {n}\n11 {}\n17 {m}\n");
}

static void other_kinds(void **state) {
  (void)state;
  expect_sets("int main(void) {\n"
              "  pthread_rwlock_rdlock(&rw);\n"
              "  x = y;\n"
              "  pthread_rwlock_unlock(&rw);\n"
              "  pthread_rwlock_wrlock(&rw);\n"
              "  x = 2;\n"
              "  pthread_rwlock_unlock(&rw);\n"
              "  pthread_spin_lock(&spin);\n"
              "  x = 3;\n"
              "  pthread_spin_unlock(&spin);\n"
              "  sem_wait(&sem);\n"
              "  x = 4;\n"
              "  sem_post(&sem);\n"
              "  mtx_lock(&c11);\n"
              "  x = 5;\n"
              "  mtx_unlock(&c11);\n"
              "  __VERIFIER_atomic_begin();\n"
              "  x = 6;\n"
              "  __VERIFIER_atomic_end();\n"
              "  x = 7;\n"
              "  return 0; }\n",
              "3 {shared rw}\n6 {rw}\n9 {spin}\n12 {sem}\n15 {c11}\n18 {atomic}\n20 {}\n");
}

static void attempts(void **state) {
  (void)state;
  expect_sets("int main(void) {\n"
              "  if (pthread_mutex_trylock(&m) == 0) {\n"
              "    x = 1;\n"
              "    pthread_mutex_unlock(&m);\n"
              "  } else\n"
              "    x = 2;\n"
              "  if (!mtx_trylock(&c11)) {\n"
              "    x = 3;\n"
              "    mtx_unlock(&c11);\n"
              "  }\n"
              "  int busy = pthread_rwlock_tryrdlock(&rw);\n"
              "  if (busy) {\n"
              "    x = 4;\n"
              "    return 0;\n"
              "  }\n"
              "  x = 5;\n"
              "  return 0; }\n",
              "3 {m}\n6 {}\n8 {c11}\n13 {}\n16 {shared rw}\n");
}

/* The function is entered with and without the lock; it may also take or release it for its caller. */
static void calling_contexts(void **state) {
  (void)state;
  expect_sets("void touch(void) {\n"
              "  x = 1; }\n"
              "void take(pthread_mutex_t *lock) { pthread_mutex_lock(lock); }\n"
              "void give(pthread_mutex_t *lock) { pthread_mutex_unlock(lock); }\n"
              "void around(struct box *b) {\n"
              "  pthread_mutex_unlock(&b->lock);\n"
              "  y = 3;\n"
              "  pthread_mutex_lock(&b->lock); }\n"
              "int main(int argc, char **argv) {\n"
              "  touch();\n"
              "  take(&m);\n"
              "  touch();\n"
              "  x = 2;\n"
              "  give(&m);\n"
              "  x = 3;\n"
              "  struct box *b = &boxes[argc & 1];\n"
              "  take(&b->lock);\n"
              "  b->data = 1;\n"
              "  around(b);\n"
              "  b->data = 2;\n"
              "  give(&b->lock);\n"
              "  b->data = 3;\n"
              "  return 0; }\n",
              "2 {m} {}\n7 {}\n13 {m}\n15 {}\n18 {boxes[computed]+8}\n20 {boxes[computed]+8}\n22 {}\n");
}

static void locks_by_index_and_pointer(void **state) {
  (void)state;
  expect_sets("struct box *volatile shared = boxes;\n"
              "void *work(void *p) {\n"
              "  struct box *b = p;\n"
              "  pthread_mutex_lock(&b->lock);\n"
              "  b->data++;\n"
              "  pthread_mutex_unlock(&b->lock);\n"
              "  b->data = 2;\n"
              "  return 0; }\n"
              "int main(int argc, char **argv) {\n"
              "  pthread_t t[2];\n"
              "  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, work, &boxes[i]);\n"
              "  for (int i = 0; i < 3; i++) {\n"
              "    pthread_mutex_lock(&ms[i]);\n"
              "    x++;\n"
              "    pthread_mutex_unlock(&ms[i]);\n"
              "    y++;\n"
              "  }\n"
              "  return 0; }\n",
              "5 {param0+8}\n7 {}\n14 {ms[computed]}\n16 {}\n");
}

static void recursion_and_callbacks(void **state) {
  (void)state;
  expect_sets("void down(int depth) {\n"
              "  if (depth) down(depth - 1);\n"
              "  x = depth; }\n"
              "void once(void) {\n"
              "  y = 1; }\n"
              "pthread_once_t control = PTHREAD_ONCE_INIT;\n"
              "int main(int argc, char **argv) {\n"
              "  pthread_mutex_lock(&m);\n"
              "  down(argc);\n"
              "  pthread_once(&control, once);\n"
              "  x = 2;\n"
              "  pthread_mutex_unlock(&m);\n"
              "  return 0; }\n",
              "3 {m}\n5 {m}\n11 {m}\n");
}

/* ---- two versions ---- */

static const char guarded[] = "#include <pthread.h>\n"
                              "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;\n"
                              "int x, y;\n"
                              "void add(int by) {\n"
                              "  pthread_mutex_lock(&m);\n"
                              "  x += by;\n"
                              "  pthread_mutex_unlock(&m);\n"
                              "  y++; }\n"
                              "void *first(void *p) {\n"
                              "  add(1);\n"
                              "  return 0; }\n"
                              "void *second(void *p) {\n"
                              "  add(2);\n"
                              "  return 0; }\n"
                              "int main(void) {\n"
                              "  pthread_t t, u;\n"
                              "  pthread_create(&t, 0, first, 0);\n"
                              "  pthread_create(&u, 0, second, 0);\n"
                              "  pthread_mutex_lock(&n);\n"
                              "  pthread_mutex_unlock(&n);\n"
                              "  return 0; }\n";

/* Which of the lines 6 and 8 differ. */
static void expect_differences(const char *old, const char *new, bool at6, bool at8) {
  struct versions v;
  struct locksets *l;
  open_locksets(&v, &l, old, new);
  assert_int_equal(locksets_differ(l, access_in(v.p[NEW], 6)), at6);
  assert_int_equal(locksets_differ(l, access_in(v.p[NEW], 8)), at8);
  close_locksets(&v, l);
}

static void a_lock_changed(void **state) {
  (void)state;
  char *gone = edited(guarded, "  pthread_mutex_lock(&m);\n", "\n"),
       *none = edited(gone, "  pthread_mutex_unlock(&m);\n", "\n");
  char *a = edited(guarded, "lock(&m)", "lock(&n)"), *other = edited(a, "unlock(&m)", "unlock(&n)");
  char *b = edited(guarded, "  pthread_mutex_unlock(&m);\n  y++; }", "\n  y++; pthread_mutex_unlock(&m); }");
  expect_differences(guarded, none, true, false);
  expect_differences(none, guarded, true, false);
  expect_differences(guarded, other, true, false);
  expect_differences(guarded, b, false, true);
  expect_differences(guarded, guarded, false, false);
  free(gone);
  free(none);
  free(a);
  free(other);
  free(b);
}

/* The same lock by another name is the same: the variable was renamed. */
static void a_lock_renamed(void **state) {
  (void)state;
  char *new = strdup(guarded);
  assert_non_null(new);
  for (char *at = new; (at = strstr(at, "&m)")); at++) at[1] = 'q';
  char *declared = edited(new, "pthread_mutex_t m =", "pthread_mutex_t q =");
  expect_differences(guarded, declared, false, false);
  free(new);
  free(declared);
}

/* One caller holds another lock around the call: one of two contexts. */
static void a_context_changed(void **state) {
  (void)state;
  char *new = edited(guarded, "  add(2);\n", "  pthread_mutex_lock(&n); add(2); pthread_mutex_unlock(&n);\n");
  expect_differences(guarded, new, true, true);
  free(new);
}

/* The callers take the lock instead: what is guarded is as before, what was not guarded now is. */
static void a_lock_moved_to_the_callers(void **state) {
  (void)state;
  char *a = edited(guarded, "  pthread_mutex_lock(&m);\n", "\n"), *b = edited(a, "  pthread_mutex_unlock(&m);\n", "\n");
  char *c = edited(b, "  add(1);\n", "  pthread_mutex_lock(&m); add(1); pthread_mutex_unlock(&m);\n");
  char *d = edited(c, "  add(2);\n", "  pthread_mutex_lock(&m); add(2); pthread_mutex_unlock(&m);\n");
  expect_differences(guarded, c, true, true); /* one of them forgot */
  expect_differences(guarded, d, false, true);
  free(a);
  free(b);
  free(c);
  free(d);
}

/* A new call with locks that were never held, and one with those that were. */
static void a_new_caller(void **state) {
  (void)state;
  char *same = edited(guarded, "  add(2);\n", "  add(2); if (p) add(3);\n");
  char *other = edited(guarded, "  add(2);\n",
                       "  add(2); if (p) { pthread_mutex_lock(&n); add(3); pthread_mutex_unlock(&n); }\n");
  expect_differences(guarded, same, false, false);
  expect_differences(guarded, other, true, true);
  free(same);
  free(other);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(plain_locks),
      cmocka_unit_test(ways_that_meet),
      cmocka_unit_test(other_kinds),
      cmocka_unit_test(attempts),
      cmocka_unit_test(calling_contexts),
      cmocka_unit_test(locks_by_index_and_pointer),
      cmocka_unit_test(recursion_and_callbacks),
      cmocka_unit_test(a_lock_changed),
      cmocka_unit_test(a_lock_renamed),
      cmocka_unit_test(a_context_changed),
      cmocka_unit_test(a_lock_moved_to_the_callers),
      cmocka_unit_test(a_new_caller),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
