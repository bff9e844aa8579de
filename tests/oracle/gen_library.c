/* Programs about the thread library: every function of src/ir/thread_functions.def occurs in some of them, which
   oracle --functions checks.

   A program has up to three families of objects. Threads call functions of those families and look at results; main
   makes the objects and ends them. In a text $l is a local that is assigned, $x a shared variable, $v a value, $t a
   test, $n a small number. A new row of the table needs a text that calls it. */
#include <string.h>

#include "gen_inside.h"

enum { MOST_LINES = 24, FAMILIES_OF_ONE = 3 };

struct call_text {
  const char *text;
  int cost; /* visible operations, about */
};

struct family {
  const char *prepare, *finish;       /* in main, before the threads and behind them; NULL: nothing */
  struct call_text calls[MOST_LINES]; /* in threads */
};

static const struct family families[] = {
    {.prepare = "{ pthread_mutexattr_t kind; "
                "l2 += pthread_mutexattr_init(&kind) + pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_ERRORCHECK); "
                "l2 += pthread_mutex_init(&me, &kind); }",
     .finish = "l2 += pthread_mutex_destroy(&me);",
     .calls = {{"if (($l = pthread_mutex_lock(&me)) == 0) { $x = $v; pthread_mutex_unlock(&me); }", 3},
               {"$l = pthread_mutex_unlock(&me);", 1},
               {"if (($l = pthread_mutex_trylock(&me)) == 0) { $x = $v; $l = pthread_mutex_unlock(&me); }", 3},
               {"if (($l = pthread_mutex_timedlock(&me, &soon)) == 0) { $x = $v; $l = pthread_mutex_unlock(&me); }", 3},
               {"if (($l = pthread_mutex_clocklock(&me, CLOCK_MONOTONIC, &soon)) == 0) { $x = $v; "
                "pthread_mutex_unlock(&me); }",
                3},
               {"$l = pthread_mutex_lock(&me); $l = pthread_mutex_timedlock(&me, &soon); "
                "pthread_mutex_unlock(&me);",
                3},
               {"$l = pthread_mutex_timedlock(&me, &never);", 1},
               {"if ($t) pthread_mutex_destroy(&me);", 1}}},
    {.prepare = "{ pthread_condattr_t kind; l2 += pthread_condattr_init(&kind); "
                "l2 += pthread_cond_init(&cond, $n ? &kind : NULL); }",
     .finish = "l2 += pthread_cond_destroy(&cond);",
     .calls = {{"pthread_mutex_lock(&mc); if (!flag) $l = pthread_cond_wait(&cond, &mc); $x = $v; "
                "pthread_mutex_unlock(&mc);",
                3},
               {"pthread_mutex_lock(&mc); if (!flag) $l = pthread_cond_timedwait(&cond, &mc, &soon); "
                "pthread_mutex_unlock(&mc);",
                4},
               {"pthread_mutex_lock(&mc); $l = pthread_cond_clockwait(&cond, &mc, CLOCK_REALTIME, &soon); "
                "pthread_mutex_unlock(&mc);",
                4},
               {"pthread_mutex_lock(&mc); $l = pthread_cond_timedwait(&cond, &mc, &never); "
                "pthread_mutex_unlock(&mc);",
                2},
               {"pthread_mutex_lock(&mc); flag = $v; pthread_cond_signal(&cond); pthread_mutex_unlock(&mc);", 4},
               {"flag = $v; pthread_cond_signal(&cond);", 2},
               {"pthread_mutex_lock(&mc); flag = 1; pthread_cond_broadcast(&cond); pthread_mutex_unlock(&mc);", 4}}},
    {.prepare = "{ pthread_rwlockattr_t kind; l2 += pthread_rwlockattr_init(&kind); "
                "l2 += pthread_rwlock_init(&rw, $n ? &kind : NULL); }",
     .finish = "l2 += pthread_rwlock_destroy(&rw);",
     .calls = {{"pthread_rwlock_rdlock(&rw); $l = $x; pthread_rwlock_unlock(&rw);", 3},
               {"pthread_rwlock_wrlock(&rw); $x = $v; pthread_rwlock_unlock(&rw);", 3},
               {"if (($l = pthread_rwlock_tryrdlock(&rw)) == 0) { $l = $x; pthread_rwlock_unlock(&rw); }", 3},
               {"if (($l = pthread_rwlock_trywrlock(&rw)) == 0) { $x = $v; pthread_rwlock_unlock(&rw); }", 3},
               {"if (($l = pthread_rwlock_timedrdlock(&rw, &soon)) == 0) { $l = $x; pthread_rwlock_unlock(&rw); }", 3},
               {"if (($l = pthread_rwlock_timedwrlock(&rw, &soon)) == 0) { $x = $v; pthread_rwlock_unlock(&rw); }", 3},
               {"if (($l = pthread_rwlock_clockrdlock(&rw, CLOCK_REALTIME, &soon)) == 0) "
                "pthread_rwlock_unlock(&rw);",
                2},
               {"if (($l = pthread_rwlock_clockwrlock(&rw, CLOCK_MONOTONIC, &soon)) == 0) "
                "pthread_rwlock_unlock(&rw);",
                2}}},
    {.prepare = "{ pthread_barrierattr_t kind; l2 += pthread_barrierattr_init(&kind); "
                "l2 += pthread_barrier_init(&barrier, &kind, 2); }",
     .finish = "l2 += pthread_barrier_destroy(&barrier);",
     .calls = {{"$l = pthread_barrier_wait(&barrier);", 2},
               {"$x = $v; if (pthread_barrier_wait(&barrier)) $l = $x;", 3},
               {"if ($t) $l = pthread_barrier_wait(&barrier);", 2}}},
    {.prepare = "l2 += pthread_spin_init(&spin, $n);",
     .finish = "l2 += pthread_spin_destroy(&spin);",
     .calls = {{"pthread_spin_lock(&spin); $x = $v; pthread_spin_unlock(&spin);", 3},
               {"if (($l = pthread_spin_trylock(&spin)) == 0) { $x = $v; pthread_spin_unlock(&spin); }", 3}}},
    {.prepare = "l2 += sem_init(&sem, 0, $n);",
     .finish = "sem_getvalue(&sem, &l1); l2 += sem_destroy(&sem);",
     .calls = {{"$l = sem_wait(&sem);", 1},
               {"sem_wait(&sem); $x = $v;", 2},
               {"$l = sem_post(&sem);", 1},
               {"sem_wait(&sem); $x = $v; sem_post(&sem);", 3},
               {"if (($l = sem_trywait(&sem)) == 0) $x = $v;", 2},
               {"$l = sem_timedwait(&sem, &soon);", 1},
               {"$l = sem_clockwait(&sem, CLOCK_REALTIME, &soon);", 1},
               {"$l = sem_getvalue(&sem, &$l);", 1},
               {"sem_getvalue(&sem, &$l);", 1},
               {"sem_getvalue(&sem, &x0);", 1},
               {"sem_getvalue(&sem, &$l); if ($l == $n) $x = $v;", 2},
               {"__VERIFIER_atomic_begin(); sem_getvalue(&sem, &$l); __VERIFIER_atomic_end();", 1},
               {"__VERIFIER_atomic_begin(); $l = sem_trywait(&sem); __VERIFIER_atomic_end();", 1},
               {"__VERIFIER_atomic_begin(); $l = sem_post(&sem); $x = $v; __VERIFIER_atomic_end();", 2},
               {"memcpy(&$l, &sem, sizeof(int));", 1},
               {"if ($t) sem_destroy(&sem);", 1},
               {"if ($t) sem_init(&sem, 0, $n);", 1}}},
    {.prepare = "l2 += pthread_key_create(&pk, NULL); pthread_setspecific(pk, &x0);",
     .finish = "l1 = pthread_getspecific(pk) == &x0; l2 += pthread_key_delete(pk);",
     .calls = {{"$l = pthread_setspecific(pk, &x1); q = pthread_getspecific(pk); if (q) $l = *q;", 3},
               {"$l = pthread_getspecific(pk) != NULL;", 1},
               {"$l = pthread_key_delete(pk);", 2},
               {"{ pthread_key_t more; $l = pthread_key_create(&more, NULL); }", 3}}},
    {.prepare = "l2 += mtx_init(&cm, $n ? mtx_timed : mtx_plain) + cnd_init(&cc);",
     .finish = "mtx_destroy(&cm); cnd_destroy(&cc);",
     .calls = {{"$l = mtx_lock(&cm); $x = $v; mtx_unlock(&cm);", 3},
               {"if (($l = mtx_trylock(&cm)) == thrd_success) { $x = $v; mtx_unlock(&cm); }", 3},
               {"if (($l = mtx_timedlock(&cm, &soon)) == thrd_success) { $x = $v; mtx_unlock(&cm); }", 3},
               {"mtx_lock(&cm); if (!flag) $l = cnd_wait(&cc, &cm); mtx_unlock(&cm);", 4},
               {"mtx_lock(&cm); if (!flag) $l = cnd_timedwait(&cc, &cm, &soon); mtx_unlock(&cm);", 4},
               {"mtx_lock(&cm); flag = $v; $l = cnd_signal(&cc); mtx_unlock(&cm);", 4},
               {"flag = 1; $l = cnd_broadcast(&cc);", 2}}},
    {.prepare = "l2 += tss_create(&tk, NULL); tss_set(tk, &x0);",
     .finish = "l1 = tss_get(tk) == &x0; tss_delete(tk);",
     .calls = {{"$l = tss_set(tk, &x1); q = tss_get(tk); if (q) $l = *q;", 3},
               {"$l = tss_get(tk) != NULL;", 1},
               {"tss_delete(tk);", 2},
               {"{ tss_t more; $l = tss_create(&more, NULL); }", 3}}},
    {.calls = {{"$l = pthread_once(&control, set_up);", 3},
               {"call_once(&cf, set_up);", 3},
               {"$l = pthread_equal(pthread_self(), (pthread_t)arg);", 1},
               {"$l = thrd_equal(thrd_current(), (thrd_t)arg);", 1},
               {"$l = got != NULL;", 1},
               {"$l = sched_yield(); $x = $v;", 1},
               {"pthread_yield(); $l = $x;", 1},
               {"thrd_yield(); $x = $v;", 1},
               {"$l = thrd_sleep(&soon, NULL); $l = $x;", 1},
               {"$l = thrd_sleep(&never, NULL); $x = $v;", 1}}},
};
enum { SEMAPHORES = 5, FAMILIES = sizeof families / sizeof *families };

/* Programs that cancel threads or have robust mutexes are apart: there other functions take the place of some. 130 is
   EOWNERDEAD. */
static const struct family cancelling = {
    .prepare = "{ pthread_mutexattr_t kind; l2 += sem_init(&sem, 0, $n) + pthread_cond_init(&cond, NULL); "
               "pthread_mutexattr_init(&kind); l2 += pthread_mutexattr_setrobust(&kind, PTHREAD_MUTEX_ROBUST); "
               "l2 += pthread_mutex_init(&me, &kind) + pthread_mutex_getprioceiling(&me, &l1); "
               "l2 += pthread_mutex_setprioceiling(&me, $n, NULL); }",
    .calls = {
        {"if (($l = pthread_mutex_lock(&me)) == 130) $x = $v; if ($t) $l = pthread_mutex_unlock(&me);", 3},
        {"if (pthread_mutex_lock(&me) == 130) $l = pthread_mutex_consistent(&me); pthread_mutex_unlock(&me);", 3},

        {"pthread_cancel((pthread_t)arg);", 1},
        {"pthread_cancel(pthread_self());", 1},
        {"pthread_testcancel(); $x = $v;", 2},
        {"if ($t) pthread_testcancel();", 1},
        {"$l = pthread_setcancelstate($n, NULL); $x = $v;", 1},
        {"$l = pthread_setcanceltype($n, &$l);", 2},
        {"sem_wait(&sem); $x = $v;", 3},
        {"$l = sem_timedwait(&sem, &soon);", 2},
        {"$l = sem_post(&sem);", 2},
        {"pthread_mutex_lock(&mc); if (!flag) $l = pthread_cond_wait(&cond, &mc); pthread_mutex_unlock(&mc);", 5},
        {"pthread_mutex_lock(&mc); $l = pthread_cond_timedwait(&cond, &mc, &soon); pthread_mutex_unlock(&mc);", 5},
        {"flag = 1; pthread_cond_signal(&cond);", 3},
        {"flag = 1; pthread_cond_broadcast(&cond);", 3},
        {"sched_yield(); thrd_sleep(&soon, NULL); $x = $v;", 2}}};
enum { CANCELLING = -1 }; /* in place of a number of a family */

static const struct family *family_at(int number) { return number == CANCELLING ? &cancelling : &families[number]; }

/* Attributes are nobody else's business: main sets and reads some. */
static const char *const attributes[] = {
    "{ pthread_attr_t k; size_t s; l2 += pthread_attr_init(&k) + pthread_attr_setstacksize(&k, 65536u << $n); "
    "l2 += pthread_attr_getstacksize(&k, &s) + (s > 65536) + pthread_attr_destroy(&k); }",
    "{ pthread_attr_t k; size_t s; void *low; pthread_attr_init(&k); l2 += pthread_attr_setstack(&k, &x0, 65536) & 3; "
    "l2 += pthread_attr_getstack(&k, &low, &s) + (low == &x0); }",
    "{ pthread_attr_t k; size_t s; pthread_attr_init(&k); l2 += pthread_attr_setguardsize(&k, $n); "
    "l2 += pthread_attr_getguardsize(&k, &s) + (int)s; }",
    "{ pthread_attr_t k; pthread_attr_init(&k); l2 += pthread_attr_setdetachstate(&k, $n) & 3; "
    "l2 += pthread_attr_getdetachstate(&k, &l1) + l1; }",
    "{ pthread_attr_t k; pthread_attr_init(&k); l2 += pthread_attr_setinheritsched(&k, $n) & 3; "
    "l2 += pthread_attr_getinheritsched(&k, &l1) + l1; }",
    "{ pthread_attr_t k; pthread_attr_init(&k); l2 += pthread_attr_setscope(&k, $n) & 3; "
    "l2 += pthread_attr_getscope(&k, &l1) + l1; }",
    "{ pthread_attr_t k; pthread_attr_init(&k); l2 += pthread_attr_setschedpolicy(&k, $n) & 3; "
    "l2 += pthread_attr_getschedpolicy(&k, &l1) + l1; }",
    "{ pthread_attr_t k; struct sched_param p; pthread_attr_init(&k); "
    "l2 += pthread_attr_getschedparam(&k, &p) + p.sched_priority; "
    "l2 += pthread_attr_setschedparam(&k, &p); }",
    "{ pthread_mutexattr_t k; pthread_mutexattr_init(&k); "
    "l2 += pthread_mutexattr_settype(&k, $n) + pthread_mutexattr_gettype(&k, &l1) + l1; }",
    "{ pthread_mutexattr_t k; pthread_mutexattr_init(&k); l2 += pthread_mutexattr_setpshared(&k, $n) & 3; "
    "l2 += pthread_mutexattr_getpshared(&k, &l1) + l1 + pthread_mutexattr_destroy(&k); }",
    "{ pthread_mutexattr_t k; pthread_mutexattr_init(&k); l2 += pthread_mutexattr_setprotocol(&k, $n) & 3; "
    "l2 += pthread_mutexattr_getprotocol(&k, &l1) + l1; }",
    "{ pthread_mutexattr_t k; pthread_mutexattr_init(&k); l2 += pthread_mutexattr_setprioceiling(&k, $n) & 3; "
    "l2 += pthread_mutexattr_getprioceiling(&k, &l1) + l1; }",
    "{ pthread_mutexattr_t k; pthread_mutexattr_init(&k); "
    "l2 += pthread_mutexattr_setrobust(&k, PTHREAD_MUTEX_STALLED); l2 += pthread_mutexattr_getrobust(&k, &l1) + l1; "
    "}",
    "{ pthread_condattr_t k; clockid_t id; pthread_condattr_init(&k); l2 += pthread_condattr_setclock(&k, $n) & 3; "
    "l2 += pthread_condattr_getclock(&k, &id) + id + pthread_condattr_destroy(&k); }",
    "{ pthread_condattr_t k; pthread_condattr_init(&k); l2 += pthread_condattr_setpshared(&k, $n) & 3; "
    "l2 += pthread_condattr_getpshared(&k, &l1) + l1; }",
    "{ pthread_rwlockattr_t k; pthread_rwlockattr_init(&k); l2 += pthread_rwlockattr_setkind_np(&k, $n); "
    "l2 += pthread_rwlockattr_getkind_np(&k, &l1) + l1; }",
    "{ pthread_rwlockattr_t k; pthread_rwlockattr_init(&k); l2 += pthread_rwlockattr_setpshared(&k, $n) & 3; "
    "l2 += pthread_rwlockattr_getpshared(&k, &l1) + l1 + pthread_rwlockattr_destroy(&k); }",
    "{ pthread_barrierattr_t k; pthread_barrierattr_init(&k); l2 += pthread_barrierattr_setpshared(&k, $n) & 3; "
    "l2 += pthread_barrierattr_getpshared(&k, &l1) + l1 + pthread_barrierattr_destroy(&k); }",
};
enum { ATTRIBUTES = sizeof attributes / sizeof *attributes };

static const char *word_for(struct gen *g, char what) {
  switch (what) {
  case 'l': return gen_target(g);
  case 'x': return gen_scalar(g);
  case 'v': return gen_value(g);
  case 't': return gen_test(g);
  default: return gen_text(g, "%d", gen_below(g, 3));
  }
}

/* The text with its words put in, as one line. */
static void put(struct gen *g, const char *text) {
  fprintf(g->out, "%*s", 2 * g->indent, "");
  for (; *text; text++) {
    if (*text == '$') fputs(word_for(g, *++text), g->out);
    else fputc(*text, g->out);
  }
  fputc('\n', g->out);
}

static void statement(struct gen *g, const int *chosen) {
  const struct family *f = family_at(chosen[gen_below(g, FAMILIES_OF_ONE)]);
  int count = 0;
  while (count < MOST_LINES && f->calls[count].text) count++;
  const struct call_text *call = &f->calls[gen_below(g, count)];
  put(g, call->text);
  g->budget -= call->cost;
}

static void thread(struct gen *g, int number, const int *chosen) {
  g->thread = number;
  g->budget = g->size;
  fprintf(g->out, "static void *f%d(void *arg) {\n", number);
  gen_line(g, "int l0 = 0, l1 = 1, l2 = 0, *q = NULL;");
  gen_line(g, "(void)arg, (void)l0, (void)l1, (void)l2, (void)q;");
  while (g->budget > 0) {
    if (gen_chance(g, 80)) statement(g, chosen);
    else put(g, gen_chance(g, 50) ? "$l = $x;" : "$x = $v;"), g->budget--;
    if (gen_chance(g, 25)) gen_assertion(g);
  }
  gen_assertions(g);
  if (gen_chance(g, 15)) gen_line(g, "pthread_exit(NULL);");
  gen_line(g, "return %s;", gen_chance(g, 40) ? "&x0" : "NULL");
  fprintf(g->out, "}\nstatic int k%d(void *arg) {\n  f%d(arg);\n%s  return %d;\n}\n", number, number,
          gen_chance(g, 30) ? "  thrd_exit(1);\n" : "", gen_below(g, 3));
}

/* A thread is one of POSIX or of C11. All know the one that created them. */
static void start(struct gen *g, const bool *posix) {
  for (int i = 0; i < g->nthreads; i++) {
    if (posix[i]) gen_line(g, "l2 += pthread_create(&t[%d], NULL, f%d, (void *)pthread_self());", i, i);
    else gen_line(g, "l2 += thrd_create(&u[%d], k%d, (void *)thrd_current());", i, i);
  }
}

static void finish(struct gen *g, const bool *posix, const int *chosen) {
  bool all = true;
  for (int i = 0; i < g->nthreads; i++) {
    bool detach = gen_chance(g, 10);
    all &= !detach;
    const char *to = gen_chance(g, 30) ? "got" : "result", *number = gen_chance(g, 30) ? "x0" : "l0";
    if (posix[i]) gen_line(g, detach ? "l2 += pthread_detach(t[%d]);" : "l2 += pthread_join(t[%d], &%s);", i, to);
    else gen_line(g, detach ? "l2 += thrd_detach(u[%d]);" : "l2 += thrd_join(u[%d], &%s) + l0;", i, number);
  }
  for (int i = 0; all && i < FAMILIES_OF_ONE; i++)
    if (family_at(chosen[i])->finish && gen_chance(g, 60)) put(g, family_at(chosen[i])->finish);
  if (gen_chance(g, 40)) gen_line(g, "assert(x0 != %d);", 1 + gen_below(g, 3));
  gen_line(g, "SHOW(7, x0, x1, x2, flag, got != NULL, l1, l2);\n  return 0;");
}

static void main_function(struct gen *g, const int *chosen) {
  bool posix[MOST_THREADS];
  for (int i = 0; i < MOST_THREADS; i++) posix[i] = i != g->nthreads - 1 || gen_chance(g, 60);
  fprintf(g->out, "int main(void) {\n");
  gen_line(g, "int l0 = 0, l1 = 0, l2 = 0;\n  pthread_t t[4];\n  thrd_t u[4];\n"
              "  void *result;\n  (void)l0, (void)l1, (void)l2, (void)t, (void)u, (void)result;");
  for (int i = 0; i < 2; i++)
    if (gen_chance(g, 60)) put(g, attributes[gen_below(g, ATTRIBUTES)]);
  for (int i = 0; i < FAMILIES_OF_ONE; i++)
    if (family_at(chosen[i])->prepare) put(g, family_at(chosen[i])->prepare);
  start(g, posix);
  if (*chosen == CANCELLING) put(g, gen_chance(g, 50) ? "l2 += pthread_cancel(t[0]);" : "$x = $v;");
  finish(g, posix, chosen);
  fprintf(g->out, "}\n");
}

static void declarations(struct gen *g) {
  FILE *out = g->out;
  fprintf(
      out,
      "static int x0, x1, x2, flag;\nstatic void *got;\nstatic pthread_mutex_t mc = PTHREAD_MUTEX_INITIALIZER, me;\n");
  fprintf(out, "static pthread_cond_t cond;\nstatic pthread_rwlock_t rw;\nstatic pthread_spinlock_t spin;\n"
               "static sem_t sem;\n");
  fprintf(out, "static pthread_barrier_t barrier;\nstatic pthread_once_t control;\nstatic once_flag cf;\n"
               "static mtx_t cm;\n");
  fprintf(out, "static cnd_t cc;\nstatic pthread_key_t pk;\nstatic tss_t tk;\n");
  fprintf(out, "static const struct timespec soon = {1, 0}, never = {1, -1};\n");
  fprintf(out, "__attribute__((unused)) static void set_up(void) { x1++; }\n\n");
}

/* Mostly two families of different objects, one of them more often. Semaphores can be looked at as well as waited for,
   so that there is most to get wrong. */
void gen_library_program(struct gen *g, int size, bool cancels, struct gen_traits *traits) {
  int chosen[FAMILIES_OF_ONE];
  for (int i = 0; i < FAMILIES_OF_ONE; i++) chosen[i] = gen_below(g, FAMILIES);
  if (gen_chance(g, 60)) chosen[1] = chosen[0];
  for (int i = 0, all = gen_chance(g, 30); all && i < FAMILIES_OF_ONE; i++) chosen[i] = SEMAPHORES;
  g->scalars = 2;
  g->density = ASSERTS_NORMAL;
  g->nthreads = 2 + gen_chance(g, 20);
  g->size = size ? size : g->nthreads > 2 ? 1 : 1 + gen_below(g, 4);
  for (int i = 0; cancels && i < FAMILIES_OF_ONE; i++) chosen[i] = CANCELLING;
  if (cancels) g->nthreads = 2, g->size = g->size > 2 ? 2 : g->size;
  g->asserting = gen_below(g, g->nthreads + 1);
  g->indent = 1;
  *traits = (struct gen_traits){.sections = true, .waits = true, .choices = g->nthreads > 2, .profile = g->profile};
  declarations(g);
  for (int i = g->nthreads; i-- > 0;) thread(g, i, chosen);
  main_function(g, chosen);
}
