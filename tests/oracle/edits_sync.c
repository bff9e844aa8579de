/* Edits of synchronisation: locks added, removed, moved, exchanged; signals and posts deleted; threads created and
   joined otherwise; atomic operations made plain and back. */
#include <ctype.h>
#include <string.h>

#include "edits_inside.h"

static bool equal(const char *a, const char *b) { return !strcmp(a, b); }

static bool is_simple_call(const struct edits_node *n, const char *part) {
  return n->kind == EDITS_SIMPLE && n->tokens.count > 1 && equal(n->tokens.data[1], "(") &&
         strstr(n->tokens.data[0], part);
}
static bool is_unlock(const struct edits_node *n) { return is_simple_call(n, "unlock"); }
static bool is_lock(const struct edits_node *n) {
  return is_simple_call(n, "lock") && !is_unlock(n) && !is_simple_call(n, "clock");
}
static bool is_locking(const struct edits_node *n) { return is_lock(n) || is_unlock(n); }
static bool is_signal(const struct edits_node *n) {
  return is_simple_call(n, "cond_signal") || is_simple_call(n, "cond_broadcast");
}
static bool is_semaphore(const struct edits_node *n) {
  return is_simple_call(n, "sem_post") || is_simple_call(n, "sem_wait");
}
static bool is_create(const struct edits_node *n) { return is_simple_call(n, "pthread_create"); }
static bool is_join(const struct edits_node *n) { return is_simple_call(n, "pthread_join"); }
static bool is_life(const struct edits_node *n) { return is_create(n) || is_join(n); }
static bool is_section(const struct edits_node *n) { return is_simple_call(n, "__VERIFIER_atomic"); }

static bool is_plain(const struct edits_node *n) {
  return n->kind == EDITS_SIMPLE && n->tokens.count > 2 && equal(n->tokens.data[1], "=") && !edits_is_declaration(n);
}

/* ---- locks */

/* Around one statement, or one and what follows it. */
static bool enclose(struct edits_work *w, const char *enter, const char *leave) {
  struct edits_place p;
  if (!edits_pick(w, is_plain, &p)) return false;
  struct edits_place end = p;
  end.index++;
  if (edits_chance(w, 40) && end.index < p.block->children.count && is_plain(p.block->children.data[end.index]))
    end.index++;
  edits_insert(&end, edits_parse(w->tree, leave));
  edits_insert(&p, edits_parse(w->tree, enter));
  return true;
}
static bool add_lock(struct edits_work *w) {
  uint32_t m = edits_below(w, 2);
  return enclose(w, edits_text(w, "pthread_mutex_lock(&m%u);", m), edits_text(w, "pthread_mutex_unlock(&m%u);", m));
}
static bool add_section(struct edits_work *w) {
  return enclose(w, "__VERIFIER_atomic_begin();", "__VERIFIER_atomic_end();");
}

static bool delete_pair(struct edits_work *w, edits_filter *begins, edits_filter *ends) {
  struct edits_place p;
  if (!edits_pick(w, begins, &p)) return false;
  struct edits_place end = p;
  while (++end.index < p.block->children.count)
    if (ends(edits_at(&end))) {
      edits_remove(&end);
      edits_remove(&p);
      return true;
    }
  return false;
}
static bool delete_lock(struct edits_work *w) { return delete_pair(w, is_lock, is_unlock); }
static bool is_section_begin(const struct edits_node *n) { return is_simple_call(n, "__VERIFIER_atomic_begin"); }
static bool delete_section(struct edits_work *w) { return delete_pair(w, is_section_begin, is_section); }

static bool delete_one(struct edits_work *w, edits_filter *which) {
  struct edits_place p;
  if (!edits_pick(w, which, &p)) return false;
  edits_remove(&p);
  return true;
}
static bool delete_half(struct edits_work *w) { return delete_one(w, is_locking); }
static bool delete_signal(struct edits_work *w) { return delete_one(w, is_signal); }
static bool delete_semaphore(struct edits_work *w) { return delete_one(w, is_semaphore); }
static bool delete_join(struct edits_work *w) { return delete_one(w, is_join); }

/* One place up or down: the section gets wider or narrower. */
static bool shift(struct edits_work *w, edits_filter *which) {
  struct edits_place p;
  if (!edits_pick(w, which, &p)) return false;
  uint32_t other = edits_chance(w, 50) ? p.index + 1 : p.index - 1;
  if (other >= p.block->children.count) return false;
  struct edits_node **data = p.block->children.data, *moved = data[p.index];
  bool ends =
      data[other]->kind == EDITS_SIMPLE && data[other]->tokens.count && equal(data[other]->tokens.data[0], "return");
  if (edits_is_declaration(data[other]) || ends) return false;
  data[p.index] = data[other];
  data[other] = moved;
  return true;
}
static bool shift_lock(struct edits_work *w) { return shift(w, is_locking); }
static bool shift_life(struct edits_work *w) { return shift(w, is_life); }
static bool shift_section(struct edits_work *w) { return shift(w, is_section); }

/* ---- one word for another */

struct exchange {
  const char *from, *to;
};
static const struct exchange objects[] = {{"m0", "m1"}, {"m1", "m0"}, {"mc", "m0"}, {"m0", "mc"}};
static const struct exchange calls[] = {{"pthread_cond_signal", "pthread_cond_broadcast"},
                                        {"pthread_cond_broadcast", "pthread_cond_signal"},
                                        {"pthread_rwlock_rdlock", "pthread_rwlock_wrlock"},
                                        {"pthread_rwlock_wrlock", "pthread_rwlock_rdlock"},
                                        {"pthread_mutex_trylock", "pthread_mutex_lock"},
                                        {"sem_wait", "sem_post"},
                                        {"sem_post", "sem_wait"},
                                        {"sem_trywait", "sem_wait"},
                                        {"__ATOMIC_SEQ_CST", "__ATOMIC_RELAXED"},
                                        {"PTHREAD_MUTEX_RECURSIVE", "PTHREAD_MUTEX_NORMAL"}};

static const char *exchanged(const char *token, const struct exchange *list, uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    if (equal(list[i].from, token)) return list[i].to;
  return NULL;
}
#define EXCHANGED(token, list) exchanged(token, list, sizeof(list) / sizeof *(list))

static bool is_object(const edits_tokens *t, uint32_t at) {
  return !equal(t->data[0], "static") && EXCHANGED(t->data[at], objects);
}
static bool is_call(const edits_tokens *t, uint32_t at) { return EXCHANGED(t->data[at], calls); }

static bool other_lock(struct edits_work *w) {
  edits_tokens *t;
  uint32_t at;
  if (!edits_pick_token(w, is_object, &t, &at)) return false;
  t->data[at] = EXCHANGED(t->data[at], objects);
  return true;
}
static bool other_call(struct edits_work *w) {
  edits_tokens *t;
  uint32_t at;
  if (!edits_pick_token(w, is_call, &t, &at)) return false;
  t->data[at] = EXCHANGED(t->data[at], calls);
  return true;
}

/* A thread starts with another function; main alone may say so, since there all of them are known. */
static bool is_start(const edits_tokens *t, uint32_t at) {
  return at > 4 && strstr(t->data[0], "pthread_create") && t->data[at][0] == 'f' &&
         isdigit((unsigned char)t->data[at][1]);
}
static bool start_function(struct edits_work *w) {
  edits_tokens *t;
  uint32_t at;
  if (!edits_pick_token(w, is_start, &t, &at) || equal(t->data[3], "child")) return false;
  const char *other = edits_text(w, "f%u", edits_below(w, 4));
  bool exists = false;
  for (uint32_t i = 0; i < w->tree->items.count; i++) exists |= equal(edits_item_name(&w->tree->items.data[i]), other);
  if (!exists || equal(other, t->data[at])) return false;
  t->data[at] = other;
  return true;
}

/* Which thread is meant. */
static bool is_thread_number(const edits_tokens *t, uint32_t at) {
  return at > 1 && isdigit((unsigned char)t->data[at][0]) && equal(t->data[at - 1], "[") &&
         equal(t->data[at - 2], "t") && is_call(t, 0) == 0 && strncmp(t->data[0], "pthread_", 8) == 0 &&
         !equal(t->data[0], "pthread_t");
}
static bool other_thread(struct edits_work *w) {
  edits_tokens *t;
  uint32_t at;
  if (!edits_pick_token(w, is_thread_number, &t, &at)) return false;
  const char *other = edits_text(w, "%u", edits_below(w, 3));
  if (equal(other, t->data[at])) return false;
  t->data[at] = other;
  return true;
}

/* A join becomes a detach. */
static bool detach(struct edits_work *w) {
  struct edits_place p;
  if (!edits_pick(w, is_join, &p) || edits_at(&p)->tokens.count < 4) return false;
  edits_tokens *t = &edits_at(&p)->tokens;
  uint32_t comma = 0;
  while (comma < t->count && !equal(t->data[comma], ",")) comma++;
  if (comma + 2 >= t->count) return false;
  t->data[0] = "pthread_detach";
  t->data[comma] = ")";
  t->count = comma + 1;
  return true;
}

/* A wait in a loop becomes one that is not repeated. */
static bool is_waiting_loop(const struct edits_node *n) {
  return n->kind == EDITS_LOOP && equal(n->tokens.data[0], "while") && n->first->children.count == 1 &&
         edits_calls(n->first->children.data[0], "wait");
}
static bool wait_once(struct edits_work *w) {
  struct edits_place p;
  if (!edits_pick(w, is_waiting_loop, &p)) return false;
  edits_at(&p)->tokens.data[0] = "if";
  return true;
}

/* ---- atomic and plain */

static bool is_shared_scalar(const char *token) {
  return equal(token, "x0") || equal(token, "x1") || equal(token, "x2");
}

static bool is_plain_access(const struct edits_node *n) {
  return n->kind == EDITS_SIMPLE && n->tokens.count == 3 && equal(n->tokens.data[1], "=") &&
         is_shared_scalar(n->tokens.data[0]) != is_shared_scalar(n->tokens.data[2]);
}
static bool make_atomic(struct edits_work *w) {
  struct edits_place p;
  if (!edits_pick(w, is_plain_access, &p)) return false;
  const char *to = edits_at(&p)->tokens.data[0], *from = edits_at(&p)->tokens.data[2];
  p.block->children.data[p.index] = edits_parse(
      w->tree, is_shared_scalar(to) ? edits_text(w, "__atomic_store_n(&%s, %s, __ATOMIC_SEQ_CST);", to, from)
                                    : edits_text(w, "%s = __atomic_load_n(&%s, __ATOMIC_SEQ_CST);", to, from));
  return true;
}

/* l = __atomic_load_n(&x, order)  ->  l = x;  l = __atomic_fetch_add(&x, k, order)  ->  l = x; x = l + k */
static bool is_atomic_access(const struct edits_node *n) {
  return n->kind == EDITS_SIMPLE && n->tokens.count > 7 && equal(n->tokens.data[1], "=") &&
         equal(n->tokens.data[3], "(") && equal(n->tokens.data[4], "&") && equal(n->tokens.data[6], ",") &&
         (equal(n->tokens.data[2], "__atomic_load_n") || equal(n->tokens.data[2], "__atomic_fetch_add"));
}
static bool make_plain(struct edits_work *w) {
  struct edits_place p;
  if (!edits_pick(w, is_atomic_access, &p)) return false;
  const edits_tokens *t = &edits_at(&p)->tokens;
  const char *l = t->data[0], *x = t->data[5], *by = equal(t->data[2], "__atomic_fetch_add") ? t->data[7] : NULL;
  const char *text = by ? edits_text(w, "{ %s = %s; %s = %s + %s; }", l, x, x, l, by) : edits_text(w, "%s = %s;", l, x);
  p.block->children.data[p.index] = edits_parse(w->tree, text);
  return true;
}

const struct edits_row edits_sync_rows[] = {
    {"lock added", add_lock, 8, true},
    {"lock deleted", delete_lock, 8, false},
    {"half of a lock deleted", delete_half, 4, false},
    {"lock moved", shift_lock, 9, false},
    {"another lock", other_lock, 5, true},
    {"another call", other_call, 6, false},
    {"signal deleted", delete_signal, 5, false},
    {"semaphore call deleted", delete_semaphore, 4, false},
    {"join deleted", delete_join, 3, false},
    {"create or join moved", shift_life, 6, false},
    {"start function", start_function, 5, false},
    {"another thread", other_thread, 2, false},
    {"join made detach", detach, 2, false},
    {"wait once", wait_once, 5, false},
    {"section added", add_section, 2, false},
    {"section deleted", delete_section, 3, false},
    {"section moved", shift_section, 2, false},
    {"made atomic", make_atomic, 4, false},
    {"made plain", make_plain, 4, false},
};
const uint32_t edits_nsync_rows = sizeof edits_sync_rows / sizeof *edits_sync_rows;
