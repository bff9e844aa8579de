/* The token: who runs. While the schedule lasts, the thread of its next step; after it everybody in turn, the thread
   that failed in the interpreter first.

   A thread compares what it comes to with its own next step: a later one means that nobody else can see this operation,
   so it goes on; the very step waits for its turn; anything else is a divergence. Steps inside a model of the C library
   happen natively inside one call: the call waits for the first of them, the others are passed over when the thread
   comes to its next operation. */
#define _GNU_SOURCE
#include <linux/futex.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "hooks.h"
#include "replay.h"

enum { QUANTUM = 200, SUSPECT_QUANTUM = 1000000 }; /* counted instructions between two switches after the schedule */
enum {
  MOST_ROUNDS = 5000
}; /* switches after which a deadlock that is waited for has come, with loops in place of locks */
enum { MOST_TURNS = 200000, MOST_HELP = 50000000 }; /* where else a replay that does not end is given up */

struct replay hd;
_Thread_local struct thread *hd_self;

static bool following(void) { return hd.next < hd.nsteps; }

/* ---- handing over ---- */

/* A thread that has ended gives its memory back to the C library on its last way; nobody may run before that. */
static void await_dead(void) {
  struct thread *t = hd.dying;
  if (!t) return;
  hd.dying = NULL;
  while (syscall(SYS_tgkill, getpid(), t->tid, 0) == 0) sched_yield();
  if (t->detached) pthread_join(t->handle, NULL);
}

static void await_token(struct thread *t) {
  while (!atomic_load(&t->gate)) syscall(SYS_futex, &t->gate, FUTEX_WAIT_PRIVATE, 0, NULL, NULL, 0);
  atomic_store(&t->gate, 0);
  await_dead();
}

static void give_token(struct thread *t) {
  atomic_store(&t->gate, 1);
  syscall(SYS_futex, &t->gate, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

/* A place for a breakpoint (heddle.gdb): this thread goes on. */
__attribute__((noinline)) void hd_switched(void) { __asm__ volatile(""); }

static void switch_to(struct thread *t) {
  if (t == hd_self) return;
  give_token(t);
  await_token(hd_self);
  hd_switched();
}

void token_take(struct thread *t) {
  hd_self = t;
  await_token(t);
  t->started = true;
}

/* ---- who is next ---- */

static struct thread *find_thread(const char *name) {
  for (struct thread *t = hd.first; t; t = t->following)
    if (!strcmp(t->name, name)) return t;
  return NULL;
}

/* The thread of that name, or whoever has to create it: the nearest of its ancestors that is there. */
static struct thread *thread_or_ancestor(const char *name) {
  char text[NAME_BYTES];
  snprintf(text, sizeof text, "%s", name);
  for (;;) {
    struct thread *t = find_thread(text);
    char *dot = strrchr(text, '.');
    if (t || !dot) return t;
    *dot = 0;
  }
}

static struct thread *next_of_schedule(void) {
  const struct step *step = &hd.steps[hd.next];
  // NOLINTNEXTLINE(clang-analyzer-core.NullDereference): asked only while steps are left
  const char *name = hd.lines[step->line].name;
  struct thread *t = thread_or_ancestor(name);
  if (!t || t->done) report_divergence(step, LIBRARY, "%s has ended", t ? t->name : "main");
  return t;
}

static bool is_runnable(struct thread *t) {
  // NOLINTNEXTLINE(clang-analyzer-core.NullDereference): the list of threads has the main thread
  return !t->done && !t->exiting && !t->parked && !t->halted && !t->held && (!t->started || !t->can_go || t->can_go(t));
}

/* After the schedule: the one who failed, then whoever never ran, then everybody in turn. */
static struct thread *next_in_turn(struct thread *self, bool suspect_first) {
  struct thread *suspect = hd.suspect && suspect_first ? thread_or_ancestor(hd.suspect) : NULL;
  if (suspect && is_runnable(suspect)) return suspect;
  for (struct thread *t = hd.first; t; t = t->following)
    if (!t->started && !t->done) return t;
  struct thread *t = self;
  do {
    // NOLINTNEXTLINE(clang-analyzer-core.NullDereference): the same
    t = t->following ? t->following : hd.first;
    if (is_runnable(t)) return t;
  } while (t != self);
  return NULL;
}

/* ---- deadlock ---- */

static const char *holder_of(const struct thread *t) {
  if (t->joins || !t->object || strncmp(t->doing, "the mutex", 9)) return NULL;
  uint32_t owner;
  memcpy(&owner, (char *)t->object + 8, 4);
  for (struct thread *h = hd.first; h; h = h->following)
    if (h->number == owner) return h->name;
  return NULL;
}

static _Noreturn void deadlock(void) {
  for (struct thread *t = hd.first; t; t = t->following) {
    if (t->done || t->exiting) continue;
    if (!t->can_go) report_line("waits %s\t%u\ta change, in a loop", t->name, t->ins);
    if (!t->can_go) continue;
    const char *holder = holder_of(t);
    report_line("waits %s\t%u\t%s%s%s%s%s", t->name, t->ins, t->joins ? "the end of " : t->doing,
                t->joins ? t->joins->name : "", holder ? ", held by " : "", holder ? holder : "",
                t->condition ? " (on a condition variable)" : "");
  }
  report_failure("deadlock", "deadlock: threads wait for ever");
}

static struct thread *next_or_deadlock(struct thread *self, bool suspect_first) {
  struct thread *t = next_in_turn(self, suspect_first);
  if (t) return t;
  for (t = hd.first; t; t = t->following)
    if (t->held) return t; /* now its failure is next */
  for (t = hd.first; t; t = t->following)
    if (t->exiting) return t;
  bool waiting = false;
  for (t = hd.first; t; t = t->following) {
    if (t->halted) report_error("an assumption of the program does not hold for this test");
    waiting = waiting || (!t->done && !t->parked);
  }
  if (waiting) deadlock();
  return hd.first;
}

/* ---- following the schedule ---- */

static struct step *step_of(const struct thread *t) {
  int next = t->line == NOBODY ? NOBODY : hd.lines[t->line].next;
  return next == NOBODY ? NULL : &hd.steps[next];
}

static bool is_suspect(const struct thread *t) { return hd.suspect && !strcmp(hd.suspect, t->name); }

/* After the schedule nobody keeps the suspect waiting. */
static unsigned quantum_of(const struct thread *t) {
  if (is_suspect(t)) return SUSPECT_QUANTUM;
  return hd.suspect && thread_or_ancestor(hd.suspect) != t ? 1 : QUANTUM;
}

/* Recomputes below which count the thread need not stop. */
static void set_due(struct thread *t) {
  const struct step *step = step_of(t);
  if (!following()) t->due = t->hooks + quantum_of(t);
  else t->due = step && !t->atomic ? step->ordinal : t->hooks;
}

static void consume(struct thread *t, const struct step *step) {
  hd.lines[t->line].next = step->next;
  hd.next++;
  set_due(t);
}

/* Is the step later in the thread's life than the operation it is at now? A wait is no step where nobody else could see
   it; that it ends is always one. */
static bool is_later(const struct thread *t, const struct step *step, uint32_t ins, bool counted, unsigned kinds) {
  if (kinds & KIND(WAIT) && (step->kind == OP_WAKE || step->kind == OP_TIMEOUT) && step->ordinal == t->hooks)
    return true;
  if (step->ordinal != t->hooks) return step->ordinal > t->hooks;
  if (ins == LIBRARY) return !step->library;
  return !counted && !step->library && step->ins != ins;
}

static bool is_passed_over(const struct thread *t, const struct step *step, uint32_t ins, unsigned kinds) {
  return step->library && (ins != LIBRARY || !(1u << step->kind & kinds) || step->ordinal < t->hooks);
}

/* Of a call that may turn out to be an access (locks.c) the name of the call. */
static const char *words_of(unsigned kinds) {
  const unsigned access = KIND(READ) | KIND(WRITE);
  if ((kinds & access) == access && kinds != access) kinds &= ~access;
  static const char *const pairs[][2] = {{"read", "a read"}, {"write", "a write"}, {"update", "an update"}};
  for (int k = 0; k < OP_COUNT; k++) {
    if (!(kinds >> k & 1)) continue;
    for (unsigned i = 0; i < 3; i++)
      if (!strcmp(pairs[i][0], operation_text[k])) return pairs[i][1];
    return operation_text[k];
  }
  return "nothing";
}

static void check_step(const struct thread *t, const struct step *step, uint32_t ins, unsigned kinds) {
  if (step->ordinal < t->hooks)
    report_divergence(step, ins, "%s has already passed its counted instruction %llu and is at %s", t->name,
                      (unsigned long long)step->ordinal + 1, words_of(kinds));
  if ((ins != LIBRARY && step->ins != ins) || !(1u << step->kind & kinds))
    report_divergence(step, ins, "%s at %s", t->name, words_of(kinds));
}

static bool can_go_now(struct thread *t) { return !t->can_go || t->can_go(t); }

/* Gives the token away until it comes back; `t` itself must not be the one who is needed. */
static void wait_for_turn(struct thread *t, const struct step *step, uint32_t ins) {
  struct thread *next = next_of_schedule();
  if (next == t)
    report_divergence(&hd.steps[hd.next], ins, "%s already at step %d", t->name, (int)(step - hd.steps) + 1);
  switch_to(next);
}

/* It is the thread's turn but it cannot go on. If it joins one that has no steps left, that one may run to its end
   now. */
static void help_on(struct thread *t, const struct step *step, uint32_t ins) {
  if (!t->joins || hd.needed == t->joins) report_divergence(step, ins, "%s unable to go on", t->name);
  hd.needed = t->joins;
  hd.help = 0;
  switch_to(t->joins);
  if (!t->joins->done) report_divergence(step, ins, "%s unable to go on", t->name);
  hd.needed = NULL;
}

static bool follow(struct thread *t, uint32_t ins, bool counted, unsigned kinds, struct thread **woken) {
  while (following()) {
    struct step *step = step_of(t);
    if (!step && t == hd.needed && can_go_now(t)) {
      if (++hd.help > MOST_HELP)
        report_divergence(&hd.steps[hd.next], ins, "%s going on and on, though it is to end", t->name);
      return false;
    }
    if (!step) {
      struct thread *next = next_of_schedule();
      if (next == t && can_go_now(t)) return false;
      if (next == t) report_divergence(&hd.steps[hd.next], ins, "%s blocked at %s", t->name, words_of(kinds));
      switch_to(next);
      continue;
    }
    if (is_later(t, step, ins, counted, kinds)) {
      if (can_go_now(t)) return false;
      report_divergence(step, ins, "%s blocked at %s, which the schedule does not have", t->name, words_of(kinds));
    }
    bool passed_over = is_passed_over(t, step, ins, kinds);
    if (!passed_over) check_step(t, step, ins, kinds);
    if (step != &hd.steps[hd.next]) {
      wait_for_turn(t, step, ins);
      continue;
    }
    if (!passed_over && !can_go_now(t)) {
      help_on(t, step, ins);
      continue;
    }
    if (woken && step->woken != NOBODY) *woken = hd.lines[step->woken].thread;
    if (!passed_over) t->did = step->kind;
    consume(t, step);
    if (!passed_over) return true;
  }
  return false;
}

/* Threads that wait in loops must not keep the replay from ending. */
static void count_turn(void) {
  if (++hd.rounds > MOST_ROUNDS && hd.waits_for_ever) deadlock();
  if (hd.rounds > MOST_TURNS) report_error("the threads go on and on after the schedule: %d turns", MOST_TURNS);
}

/* After the schedule: waits until the operation is possible, and lets the others have their turns. */
static void take_turns(struct thread *t) {
  if (t->hooks >= t->due) {
    if (is_suspect(t)) hd.suspect = NULL; /* it goes round in a circle: what it waits for is the others' */
    struct thread *next = next_in_turn(t, true);
    if (next && (next != t || hd.waits_for_ever)) count_turn();
    if (next) switch_to(next);
    set_due(t);
  }
  while (!can_go_now(t)) switch_to(next_or_deadlock(t, true));
}

bool token_turn(uint32_t ins, bool counted, unsigned kinds, bool (*can_go)(struct thread *), struct thread **woken) {
  struct thread *t = hd_self;
  t->can_go = can_go;
  t->did = OP_COUNT;
  bool granted = false;
  if (t->atomic) {
    if (!can_go_now(t)) report_failure("sync", "a thread blocks inside an atomic section");
  } else {
    bool was_following = following();
    granted = was_following && follow(t, ins, counted, kinds, woken);
    if (was_following && !following()) set_due(t);
    if (!granted && !following()) take_turns(t);
  }
  t->can_go = NULL;
  return granted;
}

bool token_piece(uint32_t ins, enum operation kind) {
  struct thread *t = hd_self;
  struct step *step = following() && !t->atomic ? step_of(t) : NULL;
  bool library = ins == LIBRARY;
  bool here = step && step->ordinal == t->hooks && step->library == library && (library || step->ins == ins);
  bool mine = here && step->kind == kind;
  if (step ? !mine : !following()) return false;
  return token_turn(ins, !library, KIND(READ) | KIND(WRITE), NULL, NULL);
}

void token_yield(void) {
  struct thread *t = hd_self;
  if (following() || t->atomic) return;
  struct thread *next = next_in_turn(t, false);
  if (next && (next != t || hd.waits_for_ever)) count_turn();
  if (next) switch_to(next);
  set_due(t);
}

/* ---- ends ---- */

void hd_library(void);

static struct thread *heir(struct thread *t, bool suspect_first) {
  return following() ? next_of_schedule() : next_or_deadlock(t, suspect_first);
}

/* Until nobody else can do anything: the test is about a race of threads that are not known. */
static void hold_back(struct thread *t) {
  struct thread *next;
  t->held = true;
  while ((next = following() ? next_of_schedule() : next_in_turn(t, true)) != NULL && next != t) switch_to(next);
  t->held = false;
}

/* A failure that is not the test's own waits: in the interpreter, too, others may have gone on before it. */
void token_hold(void) {
  struct thread *t = hd_self, *next;
  if (t->atomic) return;
  if (hd.watched_kind && !strcmp(hd.watched_kind, "race") && !hd.suspect_name) hold_back(t);
  while (following() && (next = next_of_schedule()) != t) switch_to(next);
  while (!following() && hd.suspect && !is_suspect(t)) {
    next = thread_or_ancestor(hd.suspect);
    if (!next || next == t || !is_runnable(next)) return;
    switch_to(next);
  }
}

void token_halt(void) {
  struct thread *t = hd_self;
  t->halted = true;
  for (struct thread *next; (next = heir(t, true)) != t;) switch_to(next);
  report_error("an assumption of the program does not hold for this test");
}

void token_end(void) {
  struct thread *t = hd_self;
  hd_library(); /* its end is a step if others see what ends with it */
  for (struct step *step; following() && (step = step_of(t)) && step->library && step->ordinal <= t->hooks;)
    token_turn(LIBRARY, false, ANY_KIND, NULL, NULL); /* so are the last ones of a call of the library */
  t->done = true;
  struct thread *next = heir(t, true);
  hd.dying = t;
  give_token(next);
}

void token_park(void) {
  struct thread *t = hd_self;
  t->done = t->parked = true;
  struct thread *next = heir(t, true);
  if (next != t) switch_to(next);
}

/* What the library's exit did in the interpreter has been done here. */
static void pass_own_steps(struct thread *t) {
  for (struct step *step; following() && (step = &hd.steps[hd.next])->line == t->line && step->library;)
    consume(t, step);
}

void token_exit(void) {
  struct thread *t = hd_self;
  t->exiting = true;
  t->can_go = NULL;
  pass_own_steps(t);
  for (struct thread *next; (next = heir(t, true)) != t && !next->exiting; pass_own_steps(t)) switch_to(next);
}

struct thread *token_add(const char *name) {
  struct thread *t = calloc(1, sizeof *t);
  snprintf(t->name, sizeof t->name, "%s", name);
  t->number = hd.last ? hd.last->number + 1 : 1;
  t->line = NOBODY;
  for (int i = 0; i < hd.nlines; i++)
    if (!strcmp(hd.lines[i].name, name)) t->line = i;
  if (t->line != NOBODY) hd.lines[t->line].thread = t;
  if (hd.last) hd.last->following = t;
  else hd.first = t;
  hd.last = t;
  set_due(t);
  return t;
}

/* ---- what the instrumented program calls ---- */

void hd_access(unsigned ins, unsigned count, unsigned kind);
void hd_access(unsigned ins, unsigned count, unsigned kind) {
  static const unsigned kinds[] = {[HOOK_READ] = KIND(READ) | KIND(SPIN),
                                   [HOOK_WRITE] = KIND(WRITE),
                                   [HOOK_UPDATE] = KIND(UPDATE) | KIND(READ) | KIND(WRITE) | KIND(SPIN),
                                   [HOOK_BLOCK] = KIND(READ) | KIND(WRITE),
                                   [HOOK_COPIES] = KIND(READ),
                                   [HOOK_CALL] = ANY_KIND};
  struct thread *t = hd_self;
  if (t->hooks + count <= t->due) {
    t->hooks += count;
    t->did = OP_COUNT;
    return;
  }
  for (unsigned i = 0; i < count; i++) { /* the later ones of an instruction have numbers that are not known here */
    struct step *step = following() ? step_of(t) : NULL;
    bool same = i > 0 && step && !step->library && step->ordinal == t->hooks;
    t->ins = ins;
    token_turn(same ? step->ins : ins, true, kinds[kind], NULL, NULL);
    while (kind == HOOK_COPIES && t->did != OP_COUNT && token_piece(same ? step->ins : ins, OP_READ)) {}
    t->hooks++;
  }
}

void hd_before(unsigned ins);
void hd_before(unsigned ins) { hd_self->entered = ins + 1; }

void hd_enter(unsigned ins, unsigned count);
void hd_enter(unsigned ins, unsigned count) {
  if (hd_self->entered == ins + 1) hd_self->entered = 0;
  else hd_access(ins, count, HOOK_COPIES);
}

/* The first step inside the call; there may be none. A thread that has no steps left must not do any more what others
   could see: it waits until the schedule has ended. */
void hd_library(void) {
  struct thread *t = hd_self;
  t->did = OP_COUNT;
  if (!following() || t->atomic) return;
  struct step *step = step_of(t);
  if (!step || (step->library && step->ordinal <= t->hooks)) token_turn(LIBRARY, false, ANY_KIND, NULL, NULL);
}

void hd_hold(void);
void hd_hold(void) {
  hd_library();
  token_hold();
}

/* The thread's last step, which says that it has ended (cancel.c): its function returns first. */
static bool says_that_it_ended(const struct step *step) {
  return cancel_is_on() && step->library && step->kind == OP_ATOMIC && step->next == NOBODY;
}

void hd_point(unsigned ins);
void hd_point(unsigned ins) {
  struct thread *t = hd_self;
  t->ins = ins;
  if (!following() || t->atomic) return;
  struct step *step = step_of(t);
  if (step && step->ordinal == t->hooks && says_that_it_ended(step)) return;
  if (!step || step->ordinal <= t->hooks) token_turn(ins, false, KIND(WRITE), NULL, NULL);
}

void hd_atomic_enter(void);
void hd_atomic_enter(void) {
  hd_self->atomic++;
  set_due(hd_self);
}
void hd_atomic_leave(void);
void hd_atomic_leave(void) {
  if (hd_self->atomic) hd_self->atomic--;
  set_due(hd_self);
}

void hd_call(unsigned ins);
void hd_call(unsigned ins) {
  hd_self->ins = ins;
  hd_self->counted = 1;
}
void hd_plain(unsigned ins);
void hd_plain(unsigned ins) {
  hd_self->ins = ins;
  hd_self->counted = 0;
}

/* ---- calls of the runtime's own functions ---- */

void call_end(void) {
  hd_self->hooks += hd_self->counted;
  hd_self->counted = 0;
  hd_self->ins = LIBRARY;
}

bool call_turn(unsigned kinds, bool (*can_go)(struct thread *), struct thread **woken) {
  struct thread *t = hd_self;
  return token_turn(t->ins, t->counted, kinds, can_go, woken);
}

void call_reads(void) {
  struct thread *t = hd_self;
  for (struct step *step; following() && !t->atomic && (step = step_of(t)) && step->library &&
                          step->ordinal == t->hooks && step->kind == OP_READ;)
    token_turn(LIBRARY, false, KIND(READ), NULL, NULL);
}
