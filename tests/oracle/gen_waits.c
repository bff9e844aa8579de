/* Whole programs about waiting: for a signal with a time limit while somebody else holds the mutex, for a read-write
   lock that prefers writers while one reads twice, for objects that somebody ends meanwhile. What matters in each needs
   three or four operations of two threads in the right order, which random statements seldom have.

   Which programs are of this kind follows from the seed alone: the others are what they were. */
#include "gen_inside.h"

enum family { NO_FAMILY, TIMED_WAITS, WRITERS_FIRST, ENDED_OBJECTS, ENDED_BARRIER, FAMILIES };

void gen_waits_choose(struct gen *g, uint64_t seed) {
  uint64_t h = (seed ^ seed >> 31) * 0x9e3779b97f4a7c15u >> 40;
  if (h % 12) return;
  static const enum family shares[] = {TIMED_WAITS,   TIMED_WAITS,   TIMED_WAITS,   WRITERS_FIRST,
                                       WRITERS_FIRST, ENDED_OBJECTS, ENDED_OBJECTS, ENDED_BARRIER};
  g->waits = shares[h / 12 % (sizeof shares / sizeof *shares)];
  g->profile = PROFILE_LOCKS;
  bool input = gen_chance(g, 15);
  for (int i = 0; i < FEATURE_COUNT; i++) g->has[i] = false;
  g->has[INPUT] = input;
  g->has[CONDITION] = g->waits == TIMED_WAITS;
  g->has[ATOMICS] = gen_chance(g, 20);
}

/* Something else now and then. */
static void noise(struct gen *g, int percent) {
  g->budget = 1;
  if (gen_chance(g, percent)) gen_statement(g);
}

/* ---- waits that may time out ---- */

static const char *waiting(struct gen *g, int percent_timed) {
  if (!gen_chance(g, percent_timed)) return "pthread_cond_wait(&cond, &mc)";
  return gen_chance(g, 80) ? "pthread_cond_timedwait(&cond, &mc, &soon)"
                           : "pthread_cond_clockwait(&cond, &mc, CLOCK_MONOTONIC, &soon)";
}

static void waiter(struct gen *g, int percent_timed) {
  const char *wait = waiting(g, percent_timed);
  gen_line(g, "pthread_mutex_lock(&mc);");
  if (gen_chance(g, 30)) gen_line(g, "w++;");
  switch (gen_below(g, 4)) {
  case 0: gen_line(g, "if (!flag) l0 = %s != 0;", wait); break;
  case 1: gen_line(g, "for (int i = 0; i < 2 && !flag; i++) l0 = %s != 0;", waiting(g, 100)); break;
  default: gen_line(g, "l0 = %s != 0;", wait);
  }
  gen_line(g, "l1 = flag;");
  if (gen_chance(g, 30)) gen_line(g, "flag = 0;");
  gen_line(g, "pthread_mutex_unlock(&mc);");
  if (gen_chance(g, 25)) gen_line(g, "if (%sl0) pthread_cond_signal(&cond);", gen_chance(g, 70) ? "!" : "");
  if (gen_chance(g, 60)) gen_line(g, "assert(!(l0 && l1 == %d));", gen_below(g, 3));
  if (gen_chance(g, 40)) gen_line(g, "assert(l0 || l1);");
  gen_line(g, "x%d = l0 * 2 + l1;", gen_below(g, 2));
}

static void signaller(struct gen *g) {
  const char *call = gen_chance(g, 60) ? "pthread_cond_signal(&cond);" : "pthread_cond_broadcast(&cond);";
  bool inside = gen_chance(g, 70), only_then = gen_chance(g, 20);
  gen_line(g, "pthread_mutex_lock(&mc);");
  if (only_then) gen_line(g, "l2 = w;");
  gen_line(g, "flag = %d;", 1 + gen_below(g, 2));
  if (inside) gen_line(g, "%s%s", only_then ? "if (l2) " : "", call);
  gen_line(g, "pthread_mutex_unlock(&mc);");
  if (!inside || gen_chance(g, 10)) gen_line(g, "%s", call);
}

static void timed_waits(struct gen *g, int thread) {
  if (thread == 0) waiter(g, 85);
  else if (thread == 1) signaller(g);
  else if (gen_chance(g, 50)) waiter(g, 50);
  else if (gen_chance(g, 50)) signaller(g);
  else gen_line(g, "pthread_mutex_lock(&mc); x0 = flag; pthread_mutex_unlock(&mc);");
}

/* ---- read-write locks ---- */

static void reader(struct gen *g) {
  gen_line(g, "pthread_rwlock_rdlock(&rw);");
  noise(g, 20);
  switch (gen_below(g, 4)) {
  case 0: gen_line(g, "pthread_rwlock_rdlock(&rw); l0 = x0; pthread_rwlock_unlock(&rw);"); break;
  case 1: gen_line(g, "l1 = pthread_rwlock_tryrdlock(&rw) != 0; if (!l1) pthread_rwlock_unlock(&rw);"); break;
  case 2: gen_line(g, "l1 = pthread_rwlock_timedrdlock(&rw, &soon) != 0; if (!l1) pthread_rwlock_unlock(&rw);"); break;
  default: gen_line(g, "l0 = x0;");
  }
  gen_line(g, "pthread_rwlock_unlock(&rw);");
  if (gen_chance(g, 35)) gen_line(g, "pthread_rwlock_wrlock(&rw); l2 = x0; x0 = 3; pthread_rwlock_unlock(&rw);");
  if (gen_chance(g, 50)) gen_line(g, "assert(!(l1 && l2 == 0));");
  if (gen_chance(g, 40)) gen_line(g, "assert(%s != %d);", gen_chance(g, 50) ? "l1" : "l0", gen_below(g, 3));
  gen_line(g, "x1 += l1 * 2 + (l2 == 0);");
}

static void writer(struct gen *g) {
  int value = 1 + gen_below(g, 3);
  switch (gen_below(g, 6)) {
  case 0: gen_line(g, "if (pthread_rwlock_trywrlock(&rw) == 0) { x0 = %d; pthread_rwlock_unlock(&rw); }", value); break;
  case 1:
    gen_line(g, "if (pthread_rwlock_timedwrlock(&rw, &soon) == 0) { x0 = %d; pthread_rwlock_unlock(&rw); }", value);
    break;
  default: gen_line(g, "pthread_rwlock_wrlock(&rw); x0 = %d; pthread_rwlock_unlock(&rw);", value);
  }
  noise(g, 20);
}

static void writers_first(struct gen *g, int thread) {
  if (thread == 0 || (thread == 2 && gen_chance(g, 45))) reader(g);
  else writer(g);
}

/* ---- objects that end ---- */

enum object { CONDITION_VARIABLE, SEMAPHORE_OBJECT, READ_WRITE, SPIN_LOCK, MUTEX_OBJECT, OBJECTS };
static const char *const uses[OBJECTS] = {
    "pthread_mutex_lock(&mc); l0 = pthread_cond_timedwait(&cond, &mc, &soon); pthread_mutex_unlock(&mc);",
    "sem_wait(&sem);", "pthread_rwlock_rdlock(&rw); l0 = x0; pthread_rwlock_unlock(&rw);",
    "pthread_spin_lock(&spin); x0++; pthread_spin_unlock(&spin);",
    "pthread_mutex_lock(&m0); x0++; pthread_mutex_unlock(&m0);"};
static const char *const helps[OBJECTS] = {"pthread_cond_broadcast(&cond);", "sem_post(&sem);",
                                           "if (pthread_rwlock_trywrlock(&rw) == 0) pthread_rwlock_unlock(&rw);",
                                           "if (pthread_spin_trylock(&spin) == 0) pthread_spin_unlock(&spin);",
                                           "if (pthread_mutex_trylock(&m0) == 0) pthread_mutex_unlock(&m0);"};
static const char *const ends[OBJECTS] = {"pthread_cond_destroy(&cond);", "sem_destroy(&sem);",
                                          "pthread_rwlock_destroy(&rw);", "pthread_spin_destroy(&spin);",
                                          "pthread_mutex_destroy(&m0);"};
static const char *const begins[OBJECTS] = {"pthread_cond_init(&cond, NULL);", "sem_init(&sem, 0, 1);",
                                            "pthread_rwlock_init(&rw, NULL);", "pthread_spin_init(&spin, 0);",
                                            "pthread_mutex_init(&m0, NULL);"};

static void ended_objects(struct gen *g, int thread) {
  enum object object = (enum object)(g->pick[1] % OBJECTS);
  if (thread == 0) {
    gen_line(g, "%s", uses[object]);
    gen_line(g, "w = 1;");
  } else if (thread == 1) {
    const char *when = gen_chance(g, 50) ? "if (w) " : gen_chance(g, 50) ? "if (x1) " : "";
    gen_line(g, "%s%s", when, ends[object]);
    if (gen_chance(g, 40)) gen_line(g, "%s", begins[object]);
  } else {
    gen_line(g, "%s", gen_chance(g, 60) ? helps[object] : uses[object]);
    if (gen_chance(g, 50)) gen_line(g, "x1 = 1;");
  }
}

/* Whoever leaves first ends the barrier, and perhaps begins another. */
static void ended_barrier(struct gen *g, int thread) {
  bool again = g->pick[1] % 2;
  noise(g, 20);
  gen_line(g, "l0 = pthread_barrier_wait(&barrier);");
  gen_line(g, "if (l0) { pthread_barrier_destroy(&barrier);%s }",
           again ? " pthread_barrier_init(&barrier, NULL, 1);" : "");
  if (thread == 0 && gen_chance(g, 50))
    gen_line(g, "if (%s) pthread_barrier_wait(&barrier);", g->pick[2] % 2 ? "x0" : "l0");
  gen_line(g, "x0 = 1;");
}

/* ---- the program ---- */

void gen_waits_thread(struct gen *g, int thread) {
  switch ((enum family)g->waits) {
  case TIMED_WAITS: timed_waits(g, thread); break;
  case WRITERS_FIRST: writers_first(g, thread); break;
  case ENDED_OBJECTS: ended_objects(g, thread); break;
  case ENDED_BARRIER: ended_barrier(g, thread); break;
  case NO_FAMILY:
  case FAMILIES: break;
  }
}

void gen_waits_size(struct gen *g) {
  g->nthreads = 2 + (g->waits == ENDED_OBJECTS || (g->waits != ENDED_BARRIER && gen_chance(g, 40)));
  for (unsigned i = 0; i < sizeof g->pick / sizeof *g->pick; i++) g->pick[i] = (unsigned)gen_below(g, 1000);
}

void gen_waits_prepare(struct gen *g) {
  if (g->waits == WRITERS_FIRST && gen_chance(g, 90)) {
    gen_line(g, "pthread_rwlockattr_t preference;\n  pthread_rwlockattr_init(&preference);");
    gen_line(g, "pthread_rwlockattr_setkind_np(&preference, %d);", gen_chance(g, 85) ? 2 : gen_below(g, 2));
    gen_line(g, "pthread_rwlock_init(&rw, &preference);");
  }
  if (g->waits == ENDED_OBJECTS) gen_line(g, "sem_init(&sem, 0, %d);\n  pthread_spin_init(&spin, 0);", gen_below(g, 2));
  if (g->waits == ENDED_BARRIER) gen_line(g, "pthread_barrier_init(&barrier, NULL, 2);");
}
