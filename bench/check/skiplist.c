/* skiplist: a map from keys to values with a lock in each node (the lazy skip list of Herlihy, Lev, Luchangco and Shavit 2007), a driver
   with two threads, and an audit.

   Searches take no locks. A change locks the nodes in front of its place, on all levels from the bottom up, and looks again whether they are
   still neighbours (validation); if not, it gives the locks back and searches anew. Locks are taken in the order of descending keys, so
   nobody waits in a circle. A node is in the map from the moment `linked` is set until `marked` is. Removed nodes are kept until the
   map is closed, because a search may still stand on them.

   1 base
   2 statistics: each user remembers whether a validation failed; it cannot where nobody else was at work
   3 bound changed: map_sum takes both ends of its interval in
   4 missing validation: a removal does not look again whether the nodes in front are still its neighbours
   5 fixed
   6 lock removed: an insertion locks only the node in front on the lowest level
   7 fixed
   8 log: each user remembers the key of its last change, and the driver looks at it
   9 refactoring: map_ceiling relies on the key of the node at the end */
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

enum {
  LEVELS = 2,
  NOT_FOUND = -1,
  KEY_MIN = -1000, /* of the node at the beginning */
  KEY_MAX = 1000,  /* of the node at the end */
};

/* ---- nodes */

struct node {
  int key, value; /* written before the node is linked, never afterwards */
  int top;        /* the highest level on which it is linked */
  pthread_mutex_t lock;
  atomic_bool marked; /* taken out; written under the lock */
  atomic_bool linked; /* on all its levels */
  _Atomic(struct node *) next[LEVELS];
  struct node *buried; /* the next one of the removed nodes */
};

static struct node *node_new(int key, int value, int top) {
  struct node *node = malloc(sizeof *node);
  if (!node) abort();
  node->key = key;
  node->value = value;
  node->top = top;
  pthread_mutex_init(&node->lock, NULL);
  atomic_init(&node->marked, false);
  atomic_init(&node->linked, false);
  for (int level = 0; level < LEVELS; level++) atomic_init(&node->next[level], NULL);
  node->buried = NULL;
  return node;
}

static void node_free(struct node *node) {
  pthread_mutex_destroy(&node->lock);
  free(node);
}

static struct node *node_next(struct node *node, int level) { return node->next[level]; }
static void node_link(struct node *node, int level, struct node *next) { node->next[level] = next; }

static bool node_marked(struct node *node) { return atomic_load_explicit(&node->marked, memory_order_acquire); }
static bool node_linked(struct node *node) { return atomic_load_explicit(&node->linked, memory_order_acquire); }

/* Every second key is on the second level: as good as a coin for keys that come in any order, and the same in every run. */
static int top_of(int key) { return key % 2 == 0 ? LEVELS - 1 : 0; }

/* ---- the map */

struct map {
  struct node *head, *tail;
  pthread_mutex_t grave_lock;
  struct node *graves; /* removed nodes */
};

/* What a user remembers. There is room for more, so that the layout stays as it is. */
enum stat {
  STAT_ADDED,
  STAT_REMOVED,
  STAT_REFUSED,
#if VERSION >= 2
  STAT_CONTENDED, /* a validation failed: somebody else changed something nearby */
#endif
#if VERSION >= 8
  STAT_LAST_KEY, /* of its last change */
#endif
  STATS_ROOM = 6,
};

/* What one thread has of its own. */
struct user {
  struct map *map;
  int stat[STATS_ROOM];
};

static void map_open(struct map *map) {
  map->head = node_new(KEY_MIN, 0, LEVELS - 1);
  map->tail = node_new(KEY_MAX, 0, LEVELS - 1);
  for (int level = 0; level < LEVELS; level++) node_link(map->head, level, map->tail);
  atomic_store(&map->head->linked, true);
  atomic_store(&map->tail->linked, true);
  pthread_mutex_init(&map->grave_lock, NULL);
  map->graves = NULL;
}

/* Nobody uses it any more. */
static void map_close(struct map *map) {
  for (struct node *node = map->head, *next; node; node = next) {
    next = node_next(node, 0);
    node_free(node);
  }
  for (struct node *node = map->graves, *next; node; node = next) {
    next = node->buried;
    node_free(node);
  }
  pthread_mutex_destroy(&map->grave_lock);
}

static void map_bury(struct map *map, struct node *node) {
  pthread_mutex_lock(&map->grave_lock);
  node->buried = map->graves;
  map->graves = node;
  pthread_mutex_unlock(&map->grave_lock);
}

/* ---- searching */

/* On each level the last node with a smaller key and the one behind it. */
struct place {
  struct node *before[LEVELS], *at[LEVELS];
};

/* The highest level on which the key was found, or NOT_FOUND. */
static int map_find(struct map *map, int key, struct place *place) {
  int found = NOT_FOUND;
  struct node *before = map->head;
  for (int level = LEVELS - 1; level >= 0; level--) {
    struct node *at = node_next(before, level);
    int at_key;
    while ((at_key = at->key) < key) {
      before = at;
      at = node_next(at, level);
    }
    if (found == NOT_FOUND && at_key == key) found = level;
    place->before[level] = before;
    place->at[level] = at;
  }
  return found;
}

static bool map_get(struct map *map, int key, int *value) {
  struct place place;
  int found = map_find(map, key, &place);
  if (found == NOT_FOUND) return false;
  struct node *node = place.at[found];
  if (!node_linked(node) || node_marked(node)) return false;
  *value = node->value;
  return true;
}

/* ---- locking the nodes in front of a place */

struct locked {
  struct node *node[LEVELS]; /* each once, descending keys */
  int count;
};

static void locked_add(struct locked *locked, struct node *node) {
  if (locked->count > 0 && locked->node[locked->count - 1] == node) return;
  pthread_mutex_lock(&node->lock);
  locked->node[locked->count++] = node;
}

static void locked_release(struct locked *locked) {
  while (locked->count > 0) pthread_mutex_unlock(&locked->node[--locked->count]->lock);
}

/* Locks what an insertion between the nodes of the place needs; false if they are not neighbours any more. */
static bool lock_gap(struct locked *locked, const struct place *place, int top) {
  bool valid = true;
  for (int level = 0; valid && level <= top; level++) {
    struct node *before = place->before[level], *at = place->at[level];
#if VERSION == 6
    if (level == 0) locked_add(locked, before);
#else
    locked_add(locked, before);
#endif
    valid = !node_marked(before) && !node_marked(at) && node_next(before, level) == at;
  }
  return valid;
}

/* The same for a removal. */
static bool lock_front(struct locked *locked, const struct place *place, struct node *victim) {
  bool valid = true;
  for (int level = 0; valid && level <= victim->top; level++) {
    struct node *before = place->before[level];
    locked_add(locked, before);
#if VERSION == 4
    (void)before;
#else
    valid = !node_marked(before) && node_next(before, level) == victim;
#endif
  }
  return valid;
}

static void validation_failed(struct user *user) {
#if VERSION >= 2
  user->stat[STAT_CONTENDED] = 1;
#else
  (void)user;
#endif
}

#if VERSION >= 8
static void change_done(struct user *user, int key) { user->stat[STAT_LAST_KEY] = key; }
#endif

/* ---- changing */

/* A node with the key was seen: is it there to stay? Waits for one that is just being linked. */
static bool settled(struct node *node) {
  if (node_marked(node)) return false;
  while (!node_linked(node)) {
  }
  return true;
}

static void link_between(struct node *node, const struct place *place) {
  for (int level = 0; level <= node->top; level++) node_link(node, level, place->at[level]);
  for (int level = 0; level <= node->top; level++) node_link(place->before[level], level, node);
  atomic_store_explicit(&node->linked, true, memory_order_release);
}

/* False if the key is there already. */
static bool map_add(struct user *user, int key, int value) {
  struct map *map = user->map;
  int top = top_of(key);
  for (;;) {
    struct place place;
    struct locked locked;
    locked.count = 0;
    int found = map_find(map, key, &place);
    if (found != NOT_FOUND) {
      if (!settled(place.at[found])) continue; /* it is just being removed */
      user->stat[STAT_REFUSED]++;
      return false;
    }
    bool valid = lock_gap(&locked, &place, top);
    if (valid) link_between(node_new(key, value, top), &place);
    locked_release(&locked);
    if (valid) break;
    validation_failed(user);
  }
  user->stat[STAT_ADDED]++;
#if VERSION >= 8
  change_done(user, key);
#endif
  return true;
}

/* Whether a node that was found on a level can be removed: linked on all its levels, found on the highest, not removed yet. */
static bool removable(struct node *node, int found) { return node_linked(node) && node->top == found && !node_marked(node); }

/* Marks the node, which stays locked; false if somebody else was faster. */
static bool claim(struct node *node) {
  pthread_mutex_lock(&node->lock);
  if (!node_marked(node)) {
    atomic_store_explicit(&node->marked, true, memory_order_release);
    return true;
  }
  pthread_mutex_unlock(&node->lock);
  return false;
}

static void unlink_front(struct node *victim, const struct place *place) {
  for (int level = victim->top; level >= 0; level--) node_link(place->before[level], level, node_next(victim, level));
}

/* False if the key is not there. */
static bool map_remove(struct user *user, int key) {
  struct map *map = user->map;
  struct place place;
  int found = map_find(map, key, &place);
  if (found == NOT_FOUND || !removable(place.at[found], found) || !claim(place.at[found])) {
    user->stat[STAT_REFUSED]++;
    return false;
  }
  struct node *victim = place.at[found];
  for (;;) {
    struct locked locked = {.count = 0};
    bool valid = lock_front(&locked, &place, victim);
    if (valid) unlink_front(victim, &place);
    locked_release(&locked);
    if (valid) break;
    validation_failed(user);
    map_find(map, key, &place);
  }
  pthread_mutex_unlock(&victim->lock);
  map_bury(map, victim);
  user->stat[STAT_REMOVED]++;
#if VERSION >= 8
  change_done(user, key);
#endif
  return true;
}

/* ---- for a map at rest: nobody else uses it */

static struct node *rest_next(struct node *node, int level) { return atomic_load(&node->next[level]); }
static struct node *map_first(struct map *map) { return rest_next(map->head, 0); }
static bool map_is_end(struct map *map, struct node *node) { return node == map->tail; }

/* The sum of the values whose keys lie in an interval. */
static int map_sum(struct map *map, int from, int to) {
  int sum = 0;
  for (struct node *node = map_first(map); !map_is_end(map, node); node = rest_next(node, 0)) {
#if VERSION >= 3
    if (node->key >= from && node->key <= to) sum += node->value;
#else
    if (node->key >= from && node->key < to) sum += node->value;
#endif
  }
  return sum;
}

static unsigned map_count(struct map *map) {
  unsigned count = 0;
  for (struct node *node = map_first(map); !map_is_end(map, node); node = rest_next(node, 0)) count++;
  return count;
}

/* How many nodes are linked on a level. */
static unsigned map_width(struct map *map, int level) {
  unsigned width = 0;
  for (struct node *node = rest_next(map->head, level); !map_is_end(map, node); node = rest_next(node, level)) width++;
  return width;
}

/* The largest key that is not above the given one, KEY_MIN if there is none. */
static int map_floor(struct map *map, int key) {
  int floor = KEY_MIN;
  for (struct node *node = map_first(map); !map_is_end(map, node) && node->key <= key; node = rest_next(node, 0)) floor = node->key;
  return floor;
}

#if VERSION >= 9
/* The smallest key that is not below the given one, KEY_MAX if there is none: the node at the end has that key. */
static int map_ceiling(struct map *map, int key) {
  struct node *node = map_first(map);
  while (node->key < key) node = rest_next(node, 0);
  return node->key;
}
#else
/* The smallest key that is not below the given one, KEY_MAX if there is none. */
static int map_ceiling(struct map *map, int key) {
  for (struct node *node = map_first(map); !map_is_end(map, node); node = rest_next(node, 0))
    if (node->key >= key) return node->key;
  return KEY_MAX;
}
#endif

/* Copies up to `room` keys, ascending; returns how many there are. */
static unsigned map_keys(struct map *map, int *keys, unsigned room) {
  unsigned count = 0;
  for (struct node *node = map_first(map); !map_is_end(map, node); node = rest_next(node, 0)) {
    if (count < room) keys[count] = node->key;
    count++;
  }
  return count;
}

/* ---- the audit: what must hold for a map at rest, whatever was done with it */

static void audit_level(struct map *map, int level) {
  for (struct node *node = map->head; !map_is_end(map, node); node = rest_next(node, level)) {
    struct node *next = rest_next(node, level);
    assert(next != NULL);
    assert(node->key < next->key);
    assert(next->top >= level);
    assert(node_linked(next));
    assert(!node_marked(next));
  }
}

/* Each node is linked on all its levels. */
static void audit_towers(struct map *map) {
  unsigned expected[LEVELS] = {0};
  for (struct node *node = map_first(map); !map_is_end(map, node); node = rest_next(node, 0))
    for (int level = 0; level <= node->top; level++) expected[level]++;
  for (int level = 0; level < LEVELS; level++) assert(map_width(map, level) == expected[level]);
}

static void audit_graves(struct map *map, unsigned expected) {
  unsigned graves = 0;
  for (struct node *node = map->graves; node; node = node->buried) {
    assert(node_marked(node));
    graves++;
  }
  assert(graves == expected);
}

static void map_audit(struct map *map, const struct user *user, unsigned nusers) {
  int added = 0, removed = 0;
  for (unsigned i = 0; i < nusers; i++) {
    added += user[i].stat[STAT_ADDED];
    removed += user[i].stat[STAT_REMOVED];
  }
  for (int level = 0; level < LEVELS; level++) audit_level(map, level);
  audit_towers(map);
  assert((int)map_count(map) == added - removed);
  audit_graves(map, (unsigned)removed);
}

/* ---- the driver: two threads with two orders each, on a map with two keys */

enum { ORDERS = 2, USERS = 3, HIGHEST_KEY = 5 };

struct order {
  bool add; /* or remove */
  int key;
  bool done; /* the outcome */
};

struct script {
  struct user *user;
  struct order order[ORDERS];
};

static void *script_run(void *arg) {
  struct script *script = arg;
  for (int i = 0; i < ORDERS; i++) {
    struct order *order = &script->order[i];
    order->done = order->add ? map_add(script->user, order->key, 10 * order->key) : map_remove(script->user, order->key);
  }
  return NULL;
}

/* A key is there if it was put there more often than taken away. */
static void check_contents(struct map *map, const struct script *script, unsigned nscripts, const bool *before) {
  for (int key = 1; key <= HIGHEST_KEY; key++) {
    int value = 0, expected = before[key];
    for (unsigned i = 0; i < nscripts; i++) {
      for (int k = 0; k < ORDERS; k++) {
        const struct order *order = &script[i].order[k];
        if (order->done && order->key == key) expected += order->add ? 1 : -1;
      }
    }
    bool there = map_get(map, key, &value);
    assert(there == (expected == 1));
    assert(!there || value == 10 * key);
  }
}

#if VERSION >= 8
static void check_last(const struct script *script, unsigned nscripts) {
  for (unsigned i = 0; i < nscripts; i++) {
    int last = 0;
    for (int k = 0; k < ORDERS; k++)
      if (script[i].order[k].done) last = script[i].order[k].key;
    assert(script[i].user->stat[STAT_LAST_KEY] == last);
  }
}
#endif

/* What can be tested without threads is. */
static void check_alone(void) {
  static struct map map;
  struct user user = {.map = &map};
  int value;
  map_open(&map);
  assert(map_add(&user, 4, 40) && map_add(&user, 9, 90) && map_add(&user, 6, 60));
  assert(!map_add(&user, 9, 91));
  assert(map_get(&map, 9, &value) && value == 90);
  assert(map_remove(&user, 6) && !map_remove(&user, 6) && !map_get(&map, 6, &value));
  map_audit(&map, &user, 1);
  map_close(&map);
}

/* Questions to a map at rest: asked first, looked at when the map is closed. */
static void check_questions(void) {
  static struct map map;
  static struct user user = {.map = &map};
  static int keys[2];
  map_open(&map);
  map_add(&user, 4, 40);
  map_add(&user, 9, 90);
  map_add(&user, 6, 60);
  unsigned count = map_count(&map), copied = map_keys(&map, keys, 2), low = map_width(&map, 0), high = map_width(&map, 1);
  int inner = map_sum(&map, 4, 8), sum = map_sum(&map, 4, 9), all = map_sum(&map, KEY_MIN, KEY_MAX);
  int below = map_floor(&map, 8), at = map_floor(&map, 9), lowest = map_floor(&map, 3);
  int above = map_ceiling(&map, 7), highest = map_ceiling(&map, 10);
  map_close(&map);
  assert(count == 3 && copied == 3 && keys[0] == 4 && keys[1] == 6);
  assert(low == 3 && high == 2);
  assert(inner == 100 && all == 190);
#if VERSION >= 3
  assert(sum == 190);
#else
  assert(sum == 100);
#endif
  assert(below == 6 && at == 9 && lowest == KEY_MIN);
  assert(above == 9 && highest == KEY_MAX);
}

/* Both threads at work, each with a key of its own that it adds. */
static void check_together(struct user *user, struct script *script, int first, int second) {
  static struct map map;
  bool before[HIGHEST_KEY + 1] = {false};
  pthread_t thread[2];

  map_open(&map);
  for (int i = 0; i < USERS; i++) user[i].map = &map;
  for (int k = 2; k <= 4; k += 2) before[k] = map_add(&user[2], k, 10 * k);
  script[0] = (struct script){&user[0], {{true, first, false}, {false, 2, false}}};
  script[1] = (struct script){&user[1], {{false, 4, false}, {true, second, false}}};
  for (int i = 0; i < 2; i++) pthread_create(&thread[i], NULL, script_run, &script[i]);
  for (int i = 0; i < 2; i++) pthread_join(thread[i], NULL);

  check_contents(&map, script, 2, before);
  map_audit(&map, user, USERS);
  map_close(&map);
}

int main(void) {
  static struct user user[USERS];
  static struct script script[2];
  unsigned char first, second;
  bool chosen = false;
  heddle_symbolic(&first, 1, "first");
  heddle_symbolic(&second, 1, "second");
  for (int i = 1; i <= HIGHEST_KEY; i++)
    for (int k = 3; k <= HIGHEST_KEY; k++)
      if (first == i && second == k) {
        check_together(user, script, i, k);
        chosen = true;
      }
  check_alone();
  check_questions();
#if VERSION >= 2
  assert(!user[2].stat[STAT_CONTENDED]);
#endif
#if VERSION >= 8
  if (chosen) check_last(script, 2);
#else
  (void)chosen;
#endif
  return 0;
}
