/* list: a lock-free sorted list (Harris 2001, with the unlinking of Michael 2002), a driver with two threads, and an audit.

   A node's link holds the number of the next node and a mark. A node is removed in two steps: its own link is marked, from then on it is not
   in the set any more and nobody can link anything behind it; later it is unlinked by whoever comes past. Nodes live in an
   arena and are named by their numbers, so that link and mark change together in one compare and swap. A removed node stays
   with its remover until the list is at rest, because others may still stand on it; then list_reclaim makes it usable again.

   1 base
   2 statistics: searches that had to begin again and nodes unlinked on the way are counted, and the audit has bounds for them
   3 validation: list_describe can be cut off at a limit, and says so
   4 unlink order: a removal unlinks first and marks afterwards, "to save a search": an insertion behind the node can get lost
   5 order restored
   6 added: the audit also adds up the nodes of the arena
   7 missing retry: an insertion whose compare and swap failed tries again at the old place, without a new search */
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stddef.h>

/* ---- links: the number of a node and a mark in one word */

typedef uint32_t list_link;

enum { LIST_END = 0 }; /* the number that no node has: the end of the list */

static list_link link_to(unsigned node) { return (list_link)node << 1; }
static list_link link_marked(list_link link) { return link | 1; }
static bool link_is_marked(list_link link) { return link & 1; }
static unsigned link_node(list_link link) { return link >> 1; }

/* ---- the arena */

enum {
  LIST_HANDLES = 3,    /* threads that can use the list at one time, the main thread among them */
  LIST_SHARE = 3,      /* nodes of each of them */
  LIST_HEAD = 1,       /* the node before the first one; its key is never looked at */
  LIST_FIRST_FREE = 2, /* the first node of the first handle */
  LIST_NODES = LIST_FIRST_FREE + LIST_HANDLES * LIST_SHARE,
};

struct list_node {
  _Atomic list_link next;
  int key;            /* written before the node is linked, never afterwards */
  int value;          /* likewise */
  unsigned next_kept; /* free or retired nodes of a handle; belongs to the handle */
};

struct list {
  struct list_node node[LIST_NODES];
};

/* What a handle counts. There is room for more, so that the layout stays as it is. */
enum list_stat {
  STAT_INSERTED, /* insertions: done, */
  STAT_PRESENT,  /* refused since the key was there */
  STAT_REMOVED,  /* removals: done, */
  STAT_ABSENT,   /* refused since the key was not there */
  STAT_HITS,     /* lookups */
  STAT_MISSES,
#if VERSION >= 2
  STAT_RESTARTS, /* searches that had to begin again, since the list changed under them */
  STAT_UNLINKED, /* nodes that were removed by somebody and unlinked here */
#endif
  STATS_ROOM = 10,
};

/* What one thread has of its own. Nothing in it is looked at by others before the thread was joined. */
struct list_handle {
  struct list *list;
  unsigned free, retired; /* stacks of nodes, LIST_END if empty */
  unsigned nfree, nretired;
  unsigned stat[STATS_ROOM];
};

/* ---- nodes of a handle */

static void handle_keep(struct list_handle *h, unsigned node) {
  h->list->node[node].next_kept = h->free;
  h->free = node;
  h->nfree++;
}

static unsigned handle_node(struct list_handle *h) {
  unsigned node = h->free;
  if (node == LIST_END) return LIST_END;
  h->free = h->list->node[node].next_kept;
  h->nfree--;
  return node;
}

/* The node was removed from the set by this handle. Others may still read it. */
static void handle_retire(struct list_handle *h, unsigned node) {
  h->list->node[node].next_kept = h->retired;
  h->retired = node;
  h->nretired++;
}

static void handle_open(struct list_handle *h, struct list *list, unsigned number) {
  *h = (struct list_handle){.list = list, .free = LIST_END, .retired = LIST_END};
  for (unsigned i = 0; i < LIST_SHARE; i++) handle_keep(h, LIST_FIRST_FREE + number * LIST_SHARE + i);
}

/* ---- the list */

static void list_open(struct list *list) {
  for (unsigned i = 0; i < LIST_NODES; i++) {
    atomic_init(&list->node[i].next, link_to(LIST_END));
    list->node[i].key = list->node[i].value = 0;
    list->node[i].next_kept = LIST_END;
  }
}

static list_link node_next(struct list *list, unsigned node) {
  return atomic_load_explicit(&list->node[node].next, memory_order_acquire);
}

static bool node_swing(struct list *list, unsigned node, list_link from, list_link to) {
  return atomic_compare_exchange_strong_explicit(&list->node[node].next, &from, to, memory_order_acq_rel, memory_order_acquire);
}

/* Where a key is or would be: behind `before`, at `at` (the first node whose key is not smaller, or LIST_END). */
struct list_place {
  unsigned before, at;
};

enum step { STEP_ON, STEP_FOUND, STEP_AGAIN };

/* One node further. A node that is marked is unlinked on the way. */
static enum step search_step(struct list_handle *h, int key, struct list_place *place) {
  struct list *list = h->list;
  list_link next = node_next(list, place->at);
  if (link_is_marked(next)) {
    unsigned behind = link_node(next);
    if (!node_swing(list, place->before, link_to(place->at), link_to(behind))) return STEP_AGAIN;
#if VERSION >= 2
    h->stat[STAT_UNLINKED]++;
#endif
    place->at = behind;
    return STEP_ON;
  }
  if (list->node[place->at].key >= key) return STEP_FOUND;
  place->before = place->at;
  place->at = link_node(next);
  return STEP_ON;
}

/* True if the key is there. */
static bool list_search(struct list_handle *h, int key, struct list_place *place) {
  enum step step = STEP_AGAIN;
  for (;;) {
    if (step == STEP_AGAIN) {
      place->before = LIST_HEAD;
      place->at = link_node(node_next(h->list, LIST_HEAD));
    }
    if (place->at == LIST_END) return false;
    step = search_step(h, key, place);
    if (step == STEP_FOUND) return h->list->node[place->at].key == key;
#if VERSION >= 2
    if (step == STEP_AGAIN) h->stat[STAT_RESTARTS]++;
#endif
  }
}

enum list_result { LIST_DONE, LIST_REFUSED, LIST_NO_NODE };

/* Adds a key with a value, unless the key is there already. */
static enum list_result list_insert(struct list_handle *h, int key, int value) {
  struct list *list = h->list;
  struct list_place place;
  unsigned node = handle_node(h);
  if (node == LIST_END) return LIST_NO_NODE;
  list->node[node].key = key;
  list->node[node].value = value;
#if VERSION >= 7
  bool there = list_search(h, key, &place);
#endif
  for (;;) {
#if VERSION >= 7
    if (there) {
#else
    if (list_search(h, key, &place)) {
#endif
      handle_keep(h, node);
      h->stat[STAT_PRESENT]++;
      return LIST_REFUSED;
    }
    atomic_store_explicit(&list->node[node].next, link_to(place.at), memory_order_relaxed);
    if (node_swing(list, place.before, link_to(place.at), link_to(node))) break;
#if VERSION >= 7
    place.at = link_node(node_next(list, place.before));
#endif
  }
  h->stat[STAT_INSERTED]++;
  return LIST_DONE;
}

/* Takes a key out, if it is there. */
static enum list_result list_remove(struct list_handle *h, int key) {
  struct list *list = h->list;
  struct list_place place;
  for (;;) {
    if (!list_search(h, key, &place)) {
      h->stat[STAT_ABSENT]++;
      return LIST_REFUSED;
    }
    list_link next = node_next(list, place.at);
    if (link_is_marked(next)) continue; /* somebody else was faster */
#if VERSION == 4
    if (!node_swing(list, place.before, link_to(place.at), next)) continue;
    node_swing(list, place.at, next, link_marked(next));
#else
    if (!node_swing(list, place.at, next, link_marked(next))) continue;
    /* If this fails the next search unlinks it. */
    node_swing(list, place.before, link_to(place.at), next);
#endif
    handle_retire(h, place.at);
    h->stat[STAT_REMOVED]++;
    return LIST_DONE;
  }
}

/* Wait-free: neither unlinks nor begins again. */
static bool list_get(struct list_handle *h, int key, int *value) {
  struct list *list = h->list;
  unsigned node = link_node(node_next(list, LIST_HEAD));
  while (node != LIST_END && list->node[node].key < key) node = link_node(node_next(list, node));
  bool hit = node != LIST_END && list->node[node].key == key && !link_is_marked(node_next(list, node));
  if (hit) {
    h->stat[STAT_HITS]++;
    *value = list->node[node].value;
  } else {
    h->stat[STAT_MISSES]++;
  }
  return hit;
}

/* ---- for a list at rest: nobody else uses it */

/* Calls visit for each key in ascending order until it returns false. */
static void list_visit(struct list *list, bool (*visit)(void *context, int key, int value), void *context) {
  unsigned node = link_node(node_next(list, LIST_HEAD));
  while (node != LIST_END) {
    list_link next = node_next(list, node);
    if (!link_is_marked(next) && !visit(context, list->node[node].key, list->node[node].value)) return;
    node = link_node(next);
  }
}

/* Unlinks what is marked, then gives every handle its retired nodes back. */
static void list_reclaim(struct list *list, struct list_handle *handle, unsigned nhandles) {
  unsigned before = LIST_HEAD, node = link_node(node_next(list, LIST_HEAD));
  while (node != LIST_END) {
    list_link next = node_next(list, node);
    if (link_is_marked(next)) atomic_store(&list->node[before].next, link_to(link_node(next)));
    else before = node;
    node = link_node(next);
  }
  for (unsigned i = 0; i < nhandles; i++) {
    struct list_handle *h = &handle[i];
    while (h->retired != LIST_END) {
      unsigned retired = h->retired;
      h->retired = list->node[retired].next_kept;
      h->nretired--;
      handle_keep(h, retired);
    }
  }
}

struct count {
  unsigned keys;
  int last; /* the key before, to see that they ascend */
  bool ascending;
};

static bool count_visit(void *context, int key, int value) {
  struct count *count = context;
  (void)value;
  if (count->keys > 0 && key <= count->last) count->ascending = false;
  count->keys++;
  count->last = key;
  return true;
}

static struct count list_count(struct list *list) {
  struct count count = {.ascending = true};
  list_visit(list, count_visit, &count);
  return count;
}

/* ---- a list as text: "1=10 3=30" */

struct text {
  char *at;
  size_t room; /* one byte of it is for the final 0 */
  bool cut;    /* something did not fit */
#if VERSION >= 3
  unsigned entries, limit;
#endif
};

static void text_put(struct text *text, char c) {
  if (text->room <= 1) {
    text->cut = true;
    return;
  }
  *text->at++ = c;
  text->room--;
}

static void text_number(struct text *text, int number) {
  char digit[12];
  int n = 0;
  unsigned rest = number < 0 ? 0u - (unsigned)number : (unsigned)number;
  do {
    digit[n++] = (char)('0' + rest % 10);
    rest /= 10;
  } while (rest);
  if (number < 0) text_put(text, '-');
  while (n > 0) text_put(text, digit[--n]);
}

struct description {
  struct text text;
  bool first;
};

static bool describe_visit(void *context, int key, int value) {
  struct description *d = context;
#if VERSION >= 3
  if (d->text.entries == d->text.limit) {
    d->text.cut = true;
    return false;
  }
  d->text.entries++;
#endif
  if (!d->first) text_put(&d->text, ' ');
  d->first = false;
  text_number(&d->text, key);
  text_put(&d->text, '=');
  text_number(&d->text, value);
  return !d->text.cut;
}

/* False if it did not fit. */
#if VERSION >= 3
static bool list_describe(struct list *list, char *room, size_t size, unsigned limit) {
  struct description d = {.text = {.at = room, .room = size, .limit = limit}, .first = true};
#else
static bool list_describe(struct list *list, char *room, size_t size) {
  struct description d = {.text = {.at = room, .room = size}, .first = true};
#endif
  list_visit(list, describe_visit, &d);
  *d.text.at = 0;
  return !d.text.cut;
}

static bool text_same(const char *a, const char *b) {
  while (*a && *a == *b) a++, b++;
  return *a == *b;
}

/* ---- the audit: what must hold for a list at rest, whatever was done with it */

static void audit_order(struct list *list, unsigned expected) {
  struct count count = list_count(list);
  assert(count.ascending);
  assert(count.keys == expected);
}

#if VERSION >= 2
static void audit_stats(const struct list_handle *handle, unsigned nhandles) {
  unsigned unlinked = 0, removed = 0;
  for (unsigned i = 0; i < nhandles; i++) {
    unlinked += handle[i].stat[STAT_UNLINKED];
    removed += handle[i].stat[STAT_REMOVED];
    assert(handle[i].stat[STAT_RESTARTS] <= 4);
  }
  assert(unlinked <= removed);
}
#endif

#if VERSION >= 6
/* Every node is linked, free or retired. */
static void audit_nodes(struct list *list, const struct list_handle *handle, unsigned nhandles) {
  unsigned nodes = list_count(list).keys;
  for (unsigned i = 0; i < nhandles; i++) nodes += handle[i].nfree + handle[i].nretired;
  assert(nodes == nhandles * LIST_SHARE);
}
#endif

/* ---- the driver: two threads with a script each, on a list with two keys */

enum operation { INSERT, REMOVE, GET };

struct order {
  enum operation operation;
  int key;
  bool done; /* the outcome */
};

enum { ORDERS = 3, HIGHEST_KEY = 4 };

struct script {
  struct list_handle *handle;
  struct order order[ORDERS];
};

static bool order_run(struct list_handle *h, const struct order *order) {
  int value;
  switch (order->operation) {
  case INSERT: return list_insert(h, order->key, 10 * order->key) == LIST_DONE;
  case REMOVE: return list_remove(h, order->key) == LIST_DONE;
  case GET: {
    bool hit = list_get(h, order->key, &value);
    if (hit) assert(value == 10 * order->key);
    return hit;
  }
  }
  return false;
}

static void *script_run(void *arg) {
  struct script *script = arg;
  for (int i = 0; i < ORDERS; i++) script->order[i].done = order_run(script->handle, &script->order[i]);
  return NULL;
}

/* What the scripts did to a key, added up: 1 more, 1 less, or nothing. */
static int scripts_effect(const struct script *script, unsigned nscripts, int key) {
  int effect = 0;
  for (unsigned i = 0; i < nscripts; i++) {
    for (int k = 0; k < ORDERS; k++) {
      const struct order *order = &script[i].order[k];
      if (!order->done || order->key != key) continue;
      if (order->operation == INSERT) effect++;
      if (order->operation == REMOVE) effect--;
    }
  }
  return effect;
}

/* A key is there if it was put there more often than taken away; returns the number of keys. */
static unsigned check_contents(struct list_handle *own, const struct script *script, unsigned nscripts, const bool *before) {
  unsigned keys = 0;
  for (int key = 1; key <= HIGHEST_KEY; key++) {
    int value, expected = before[key] + scripts_effect(script, nscripts, key);
    bool there = list_get(own, key, &value);
    assert(expected == 0 || expected == 1);
    assert(there == (expected == 1));
    keys += there;
  }
  return keys;
}

/* What can be tested without threads is: texts, full handles, nodes that are used again. */
static void check_alone(void) {
  static struct list list;
  struct list_handle handle;
  char room[24];
  int value;
  list_open(&list);
  handle_open(&handle, &list, 0);
  assert(list_insert(&handle, 7, -70) == LIST_DONE);
  assert(list_insert(&handle, 3, 30) == LIST_DONE);
  assert(list_insert(&handle, 3, 31) == LIST_REFUSED);
  assert(list_insert(&handle, 12, 120) == LIST_DONE);
  assert(list_insert(&handle, 5, 50) == LIST_NO_NODE);
#if VERSION >= 3
  assert(list_describe(&list, room, sizeof room, 3));
  assert(text_same(room, "3=30 7=-70 12=120"));
  assert(!list_describe(&list, room, sizeof room, 2));
  assert(text_same(room, "3=30 7=-70"));
  assert(!list_describe(&list, room, 8, 3));
#else
  assert(list_describe(&list, room, sizeof room));
  assert(text_same(room, "3=30 7=-70 12=120"));
  assert(!list_describe(&list, room, 8));
#endif
  assert(text_same(room, "3=30 7="));
  assert(list_remove(&handle, 7) == LIST_DONE);
  assert(list_remove(&handle, 7) == LIST_REFUSED);
  assert(!list_get(&handle, 7, &value));
  assert(list_insert(&handle, 5, 50) == LIST_NO_NODE);
  list_reclaim(&list, &handle, 1);
  assert(list_insert(&handle, 5, 50) == LIST_DONE);
  assert(list_get(&handle, 5, &value) && value == 50);
  audit_order(&list, 3);
}

int main(void) {
  static struct list list;
  static struct list_handle handle[LIST_HANDLES];
  bool before[HIGHEST_KEY + 1] = {false};
  unsigned char key[2];

  list_open(&list);
  for (unsigned i = 0; i < LIST_HANDLES; i++) handle_open(&handle[i], &list, i);
  struct list_handle *own = &handle[LIST_HANDLES - 1];
  for (int k = 1; k <= 2; k++) {
    list_insert(own, k, 10 * k);
    before[k] = true;
  }

  heddle_symbolic(key, sizeof key, "key");
  for (int i = 0; i < 2; i++) heddle_assume(key[i] >= 1 && key[i] <= HIGHEST_KEY);
  static struct script script[2];
  script[0] = (struct script){&handle[0], {{REMOVE, 1, false}, {INSERT, key[0], false}, {GET, 2, false}}};
  script[1] = (struct script){&handle[1], {{INSERT, key[1], false}, {REMOVE, 2, false}, {INSERT, 1, false}}};
  pthread_t thread[2];
  for (int i = 0; i < 2; i++) pthread_create(&thread[i], NULL, script_run, &script[i]);
  for (int i = 0; i < 2; i++) pthread_join(thread[i], NULL);

  unsigned keys = check_contents(own, script, 2, before);
  audit_order(&list, keys);
  list_reclaim(&list, handle, LIST_HANDLES);
#if VERSION >= 2
  audit_stats(handle, LIST_HANDLES);
#endif
#if VERSION >= 6
  audit_nodes(&list, handle, LIST_HANDLES);
#endif
  check_alone();
  return 0;
}
