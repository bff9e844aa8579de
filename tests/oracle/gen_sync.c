/* Statements of synchronisation: locks, conditions, semaphores, barriers, atomic sections, loops that wait. Locks
   nest, so that two threads may take two of them in opposite order; a lock that the thread holds already is not
   taken again, except as misuse. */
#include "gen_inside.h"

/* One of the operations that the statement took is for what stands inside. */
static void section_of(struct gen *g, const char *enter, const char *leave, int bit) {
  char end[TEXT_BYTES]; /* what stands inside uses up the texts of expressions */
  snprintf(end, sizeof end, "%s", leave);
  gen_line(g, "%s", enter);
  g->held |= bit;
  g->budget++;
  gen_body(g, 2);
  g->held &= ~bit;
  gen_line(g, "%s", end);
}

/* A mutex that is not held, or -1. */
static int free_mutex(struct gen *g) {
  int m = g->has[TWO_MUTEXES] ? gen_below(g, 2) : 0;
  if (g->held >> m & 1) m = g->has[TWO_MUTEXES] ? 1 - m : -1;
  return m >= 0 && g->held >> m & 1 ? -1 : m;
}

void gen_mutex(struct gen *g) {
  int m = free_mutex(g);
  if (m < 0) {
    gen_read(g);
    return;
  }
  section_of(g, gen_text(g, "pthread_mutex_lock(&m%d);", m), gen_text(g, "pthread_mutex_unlock(&m%d);", m), 1 << m);
}

void gen_try(struct gen *g) {
  int m = free_mutex(g);
  if (m < 0) {
    gen_read(g);
    return;
  }
  const char *call = gen_chance(g, 80) ? gen_text(g, "trylock(&m%d)", m) : gen_text(g, "timedlock(&m%d, &soon)", m);
  section_of(g, gen_text(g, "if (pthread_mutex_%s == 0) {", call), gen_text(g, "  pthread_mutex_unlock(&m%d);", m),
             1 << m);
  if (gen_chance(g, 30)) {
    gen_line(g, "} else {");
    gen_body(g, 1);
  }
  gen_line(g, "}");
}

void gen_recursive(struct gen *g) {
  gen_line(g, "pthread_mutex_lock(&mr);");
  section_of(g, "pthread_mutex_lock(&mr);", "pthread_mutex_unlock(&mr);", 0);
  gen_line(g, "pthread_mutex_unlock(&mr);");
}

void gen_misuse(struct gen *g) {
  switch (gen_below(g, 3)) {
  case 0: gen_line(g, "pthread_mutex_unlock(&m0);"); break;
  case 1: gen_line(g, "if (%s) pthread_mutex_destroy(&m0);", gen_test(g)); break;
  default: gen_line(g, "pthread_mutex_lock(&m0);"); break;
  }
}

/* y0 == y1 holds where the lock is held, if everybody takes it. */
void gen_invariant(struct gen *g) {
  bool lock = !(g->held & 1) && gen_chance(g, 85);
  if (lock) gen_line(g, "pthread_mutex_lock(&m0);");
  if (gen_chance(g, 55)) {
    const char *by = gen_value(g);
    gen_line(g, "y0 = %s; y1 = %s;", by, by);
  } else {
    const char *l = gen_target(g);
    gen_line(g, "%s = y0; assert(%s == y1);", l, l);
  }
  if (lock) gen_line(g, "pthread_mutex_unlock(&m0);");
}

void gen_wait(struct gen *g) {
  if (g->held & 4) {
    gen_read(g);
    return;
  }
  const char *wait = g->has[TIMED] && gen_chance(g, 60) ? "pthread_cond_timedwait(&cond, &mc, &soon)"
                                                        : "pthread_cond_wait(&cond, &mc)";
  gen_line(g, "pthread_mutex_lock(&mc);");
  switch (gen_below(g, 4)) {
  case 0: gen_line(g, "if (!flag) %s;", wait); break;
  case 1: gen_line(g, "%s = %s;", gen_target(g), wait); break;
  default:
    if (g->has[TIMED]) gen_line(g, "for (int i = 0; i < 2 && !flag; i++) %s = %s;", gen_target(g), wait);
    else gen_line(g, "while (!flag) %s;", wait);
  }
  gen_line(g, "%s = flag; pthread_mutex_unlock(&mc);", gen_target(g));
}

void gen_signal(struct gen *g) {
  const char *call = gen_chance(g, 60) ? "pthread_cond_signal(&cond)" : "pthread_cond_broadcast(&cond)";
  if (g->held & 4 || gen_chance(g, 15)) {
    gen_line(g, "%s;", call);
    return;
  }
  if (gen_chance(g, 30))
    gen_line(g, "pthread_mutex_lock(&mc); flag = %d; pthread_mutex_unlock(&mc); %s;", 1 + gen_below(g, 2), call);
  else gen_line(g, "pthread_mutex_lock(&mc); flag = %d; %s; pthread_mutex_unlock(&mc);", gen_below(g, 3), call);
}

void gen_semaphore(struct gen *g) {
  switch (gen_below(g, 4)) {
  case 0: gen_line(g, "sem_wait(&sem);"); break;
  case 1: gen_line(g, "if (sem_trywait(&sem) == 0) %s = %s;", gen_scalar(g), gen_value(g)); break;
  case 2:
    if (g->budget < 1) {
      gen_line(g, "sem_post(&sem);");
      break;
    }
    g->budget -= 2;
    section_of(g, "sem_wait(&sem);", "sem_post(&sem);", 0);
    break;
  default: gen_line(g, "sem_post(&sem);"); break;
  }
}

void gen_barrier(struct gen *g) {
  if (g->depth > 0) {
    gen_read(g);
    return;
  }
  gen_line(g, "%s = pthread_barrier_wait(&barrier);", gen_target(g));
}

void gen_rwlock(struct gen *g) {
  if (g->held & 8) {
    gen_read(g);
    return;
  }
  switch (gen_below(g, 5)) {
  case 0:
  case 1: section_of(g, "pthread_rwlock_rdlock(&rw);", "pthread_rwlock_unlock(&rw);", 8); break;
  case 2:
  case 3: section_of(g, "pthread_rwlock_wrlock(&rw);", "pthread_rwlock_unlock(&rw);", 8); break;
  default:
    gen_line(g, "if (pthread_rwlock_try%slock(&rw) == 0) { %s = %s; pthread_rwlock_unlock(&rw); }",
             gen_chance(g, 50) ? "rd" : "wr", gen_scalar(g), gen_value(g));
  }
}

void gen_spin(struct gen *g) {
  if (g->held & 16) {
    gen_read(g);
    return;
  }
  section_of(g, "pthread_spin_lock(&spin);", "pthread_spin_unlock(&spin);", 16);
}

void gen_section(struct gen *g) {
  int budget = g->budget, count = 1 + gen_below(g, 2);
  gen_line(g, "__VERIFIER_atomic_begin();");
  g->indent++;
  for (int i = 0; i < count; i++) {
    const char *x = gen_scalar(g);
    switch (gen_below(g, g->has[INPUT] || g->has[ARRAY] ? 5 : 4)) {
    case 0: gen_read(g); break;
    case 1: gen_line(g, "%s = %s;", x, gen_value(g)); break;
    case 2: gen_line(g, "%s = %s + %d;", x, x, 1 + gen_below(g, 2)); break;
    case 3: gen_line(g, "if (%s) %s = %s;", gen_test(g), x, gen_value(g)); break;
    default:
      gen_line(g, "if (%s) { %s = %s; } else { a[%s] = %s; }", gen_test(g), gen_target(g), x, gen_index(g),
               gen_value(g));
      break;
    }
  }
  g->indent--;
  g->budget = budget;
  gen_line(g, "__VERIFIER_atomic_end();");
}

void gen_once(struct gen *g) { gen_line(g, "pthread_once(&control, set_up);"); }

void gen_rejoin(struct gen *g) {
  gen_line(g, "if (%s) pthread_%s;", gen_test(g), gen_chance(g, 60) ? "join(t[0], NULL)" : "detach(t[0])");
}

/* Waits in a loop for what another thread announces, or for ever. */
void gen_busy(struct gen *g) {
  switch (gen_below(g, 3)) {
  case 0: gen_line(g, "while (w < %d) ;", 1 + gen_below(g, 2)); break;
  case 1: gen_line(g, "while (!__atomic_load_n(&w, __ATOMIC_ACQUIRE)) ;"); break;
  default: gen_line(g, "if (%s) while (w == 0) ;", gen_test(g)); break;
  }
}
void gen_announce(struct gen *g) {
  if (gen_chance(g, 60)) gen_line(g, "w = %d;", 1 + gen_below(g, 2));
  else gen_line(g, "__atomic_fetch_add(&w, 1, __ATOMIC_RELEASE);");
}
