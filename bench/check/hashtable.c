/* hashtable: a hash table whose readers take no locks, with hazard pointers (Michael 2004), a driver with two threads, and an audit.

   A bucket is a pointer to a chunk of entries that is never changed: a change makes a copy and replaces the pointer by compare and swap. The
   old chunk is retired. Others may still read it, so it is freed only when nobody points to it: each user announces the
   chunk that it is about to read in its hazard pointer, and then looks again whether the bucket still has it; if so, the announcement was
   made before the chunk could be retired, and whoever retires it will see the announcement.

   1 base
   2 statistics: each user counts the copies it made, and the audit compares them with the changes
   3 added: a table at rest can be rebuilt with another number of buckets
   4 missing validation: the bucket is not looked at again after the announcement
   5 fixed
   6 missing publish: a removal does not announce the chunk, "since it replaces it anyway"
   7 fixed
   8 log: each user remembers the key of its last change, and the driver looks at it
   9 refactoring: count and sum of a table are computed in one pass */
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

enum {
  USERS = 3,      /* threads that can use a table at one time, the main thread among them */
  RETIRED = 4,    /* chunks that a user can keep until nobody reads them any more: more than there are hazard pointers */
  SCAN_AT = 1,    /* retired chunks from which on a user looks whether it can free some */
  BUCKETS_MAX = 8,
};

/* ---- chunks: the entries of a bucket, never changed once they are in the table */

struct entry {
  int key, value;
};

struct chunk {
  unsigned count;
  struct entry entry[];
};

enum { NO_ENTRY = -1 };

/* An empty bucket has no chunk. */
static unsigned chunk_count(const struct chunk *chunk) { return chunk ? chunk->count : 0; }

static struct chunk *chunk_new(unsigned count) {
  struct chunk *chunk = malloc(sizeof *chunk + count * sizeof chunk->entry[0]);
  if (!chunk) abort();
  chunk->count = count;
  return chunk;
}

static int chunk_find(const struct chunk *chunk, int key) {
  unsigned count = chunk_count(chunk);
  for (unsigned i = 0; i < count; i++)
    if (chunk->entry[i].key == key) return (int)i;
  return NO_ENTRY;
}

/* A copy with an entry more, or with another value if the key is there. */
static struct chunk *chunk_with(const struct chunk *chunk, int key, int value) {
  unsigned count = chunk_count(chunk);
  int at = chunk_find(chunk, key);
  struct chunk *copy = chunk_new(at == NO_ENTRY ? count + 1 : count);
  for (unsigned i = 0; i < count; i++) copy->entry[i] = chunk->entry[i];
  if (at == NO_ENTRY) at = (int)count;
  copy->entry[at] = (struct entry){key, value};
  return copy;
}

/* A copy without one of its entries; NULL if none is left. */
static struct chunk *chunk_without(const struct chunk *chunk, int at) {
  unsigned count = chunk_count(chunk), n = 0;
  if (count == 1) return NULL;
  struct chunk *copy = chunk_new(count - 1);
  for (unsigned i = 0; i < count; i++)
    if ((int)i != at) copy->entry[n++] = chunk->entry[i];
  return copy;
}

/* ---- hazard pointers */

typedef _Atomic(struct chunk *) shared_chunk;

struct hazards {
  shared_chunk announced[USERS]; /* what each user may be reading, NULL for nothing */
};

static bool hazards_protect(struct hazards *hazards, const struct chunk *chunk) {
  for (int i = 0; i < USERS; i++)
    if (hazards->announced[i] == chunk) return true;
  return false;
}

/* ---- users: what one thread has of its own */

struct table;

/* What a user remembers. There is room for more, so that the layout stays as it is. */
enum stat {
  STAT_ADDED,
  STAT_CHANGED,
  STAT_REMOVED,
  STAT_REFUSED,
#if VERSION >= 2
  STAT_COPIES, /* made, and put into the table */
#endif
#if VERSION >= 8
  STAT_LAST_KEY, /* of its last change */
#endif
  STATS_ROOM = 8,
};

struct user {
  struct table *table;
  int number;
  struct chunk *retired[RETIRED];
  int nretired;
  int stat[STATS_ROOM];
};

struct table {
  unsigned nbuckets;
  shared_chunk bucket[BUCKETS_MAX];
  struct hazards hazards;
};

static void user_open(struct user *user, struct table *table, int number) {
  user->table = table;
  user->number = number;
  user->nretired = 0;
}

static void user_announce(struct user *user, struct chunk *chunk) { user->table->hazards.announced[user->number] = chunk; }
static void user_release(struct user *user) { user_announce(user, NULL); }

/* The chunk of a bucket, which is not freed until user_release. */
static struct chunk *user_protect(struct user *user, shared_chunk *bucket) {
#if VERSION == 4
  struct chunk *chunk = *bucket;
  user_announce(user, chunk);
  return chunk;
#else
  for (;;) {
    struct chunk *chunk = *bucket;
    user_announce(user, chunk);
    if (*bucket == chunk) return chunk;
  }
#endif
}

/* Frees those of the retired chunks that nobody can be reading. */
static void user_scan(struct user *user) {
  int kept = 0;
  for (int i = 0; i < user->nretired; i++) {
    struct chunk *chunk = user->retired[i];
    if (hazards_protect(&user->table->hazards, chunk)) user->retired[kept++] = chunk;
    else free(chunk);
  }
  user->nretired = kept;
}

/* The chunk is not in the table any more. */
static void user_retire(struct user *user, struct chunk *chunk) {
  if (!chunk) return;
  assert(user->nretired < RETIRED);
  user->retired[user->nretired++] = chunk;
  if (user->nretired >= SCAN_AT) user_scan(user);
}

/* Replaces a protected chunk; false if somebody else was faster. Either way nothing is protected any more. */
static bool user_replace(struct user *user, shared_chunk *bucket, struct chunk *old, struct chunk *new) {
  struct chunk *expected = old;
  bool done = atomic_compare_exchange_strong(bucket, &expected, new);
  user_release(user);
  if (done) user_retire(user, old);
  else free(new);
#if VERSION >= 2
  if (done) user->stat[STAT_COPIES]++;
#endif
  return done;
}

#if VERSION >= 8
static void change_done(struct user *user, int key) { user->stat[STAT_LAST_KEY] = key; }
#endif

/* ---- the table */

static void table_open(struct table *table, unsigned nbuckets) {
  assert(nbuckets >= 1 && nbuckets <= BUCKETS_MAX);
  table->nbuckets = nbuckets;
  for (unsigned i = 0; i < BUCKETS_MAX; i++) atomic_init(&table->bucket[i], NULL);
  for (int i = 0; i < USERS; i++) atomic_init(&table->hazards.announced[i], NULL);
}

/* Nobody uses it any more. */
static void table_close(struct table *table, struct user *user, unsigned nusers) {
  for (unsigned i = 0; i < table->nbuckets; i++) free(table->bucket[i]);
  for (unsigned i = 0; i < nusers; i++) user_scan(&user[i]);
  for (unsigned i = 0; i < nusers; i++) assert(user[i].nretired == 0);
}

/* Multiplication spreads the keys, and the high bits are the best of it. */
static unsigned hash(int key) { return ((unsigned)key * 2654435769u) >> 16; }

static shared_chunk *table_bucket(struct table *table, int key) { return &table->bucket[hash(key) % table->nbuckets]; }

/* True if the key was not there before. */
static bool table_put(struct user *user, int key, int value) {
  shared_chunk *bucket = table_bucket(user->table, key);
  bool added;
  for (;;) {
    struct chunk *old = user_protect(user, bucket);
    added = chunk_find(old, key) == NO_ENTRY;
    if (user_replace(user, bucket, old, chunk_with(old, key, value))) break;
  }
  if (added) user->stat[STAT_ADDED]++;
  else user->stat[STAT_CHANGED]++;
#if VERSION >= 8
  change_done(user, key);
#endif
  return added;
}

static bool table_get(struct user *user, int key, int *value) {
  struct chunk *chunk = user_protect(user, table_bucket(user->table, key));
  int at = chunk_find(chunk, key);
  if (at != NO_ENTRY) *value = chunk->entry[at].value;
  user_release(user);
  return at != NO_ENTRY;
}

/* False if the key is not there. */
static bool table_remove(struct user *user, int key) {
  shared_chunk *bucket = table_bucket(user->table, key);
  for (;;) {
#if VERSION == 6
    struct chunk *old = *bucket;
#else
    struct chunk *old = user_protect(user, bucket);
#endif
    int at = chunk_find(old, key);
    if (at == NO_ENTRY) {
      user_release(user);
      user->stat[STAT_REFUSED]++;
      return false;
    }
    if (user_replace(user, bucket, old, chunk_without(old, at))) break;
  }
  user->stat[STAT_REMOVED]++;
#if VERSION >= 8
  change_done(user, key);
#endif
  return true;
}

/* ---- for a table at rest: nobody else uses it */

/* Calls visit for every entry until it returns false; the order is that of the buckets. */
static void table_visit(struct table *table, bool (*visit)(void *context, const struct entry *entry), void *context) {
  for (unsigned i = 0; i < table->nbuckets; i++) {
    const struct chunk *chunk = table->bucket[i];
    for (unsigned k = 0; k < chunk_count(chunk); k++)
      if (!visit(context, &chunk->entry[k])) return;
  }
}

#if VERSION >= 9
struct sums {
  unsigned count;
  int values;
};

static bool sums_visit(void *context, const struct entry *entry) {
  struct sums *sums = context;
  sums->count++;
  sums->values += entry->value;
  return true;
}

static struct sums table_sums(struct table *table) {
  struct sums sums = {0};
  table_visit(table, sums_visit, &sums);
  return sums;
}

static unsigned table_count(struct table *table) { return table_sums(table).count; }
static int table_sum(struct table *table) { return table_sums(table).values; }
#else
static bool count_visit(void *context, const struct entry *entry) {
  (void)entry;
  (*(unsigned *)context)++;
  return true;
}

static unsigned table_count(struct table *table) {
  unsigned count = 0;
  table_visit(table, count_visit, &count);
  return count;
}

static bool sum_visit(void *context, const struct entry *entry) {
  *(int *)context += entry->value;
  return true;
}

static int table_sum(struct table *table) {
  int sum = 0;
  table_visit(table, sum_visit, &sum);
  return sum;
}
#endif

/* How many buckets have the given number of entries. */
static unsigned table_buckets_of(struct table *table, unsigned entries) {
  unsigned buckets = 0;
  for (unsigned i = 0; i < table->nbuckets; i++) buckets += chunk_count(table->bucket[i]) == entries;
  return buckets;
}

struct smallest {
  int above, key; /* the smallest key that is larger than `above` */
  bool found;
};

static bool smallest_visit(void *context, const struct entry *entry) {
  struct smallest *s = context;
  if (entry->key > s->above && (!s->found || entry->key < s->key)) {
    s->key = entry->key;
    s->found = true;
  }
  return true;
}

/* The keys in ascending order, one call after the other; false after the last one. */
static bool table_next_key(struct table *table, int above, int *key) {
  struct smallest s = {.above = above};
  table_visit(table, smallest_visit, &s);
  if (s.found) *key = s.key;
  return s.found;
}

#if VERSION >= 3
struct rebuild {
  struct table *table;
  shared_chunk bucket[BUCKETS_MAX];
};

static bool rebuild_visit(void *context, const struct entry *entry) {
  struct rebuild *r = context;
  shared_chunk *bucket = &r->bucket[hash(entry->key) % r->table->nbuckets];
  struct chunk *old = *bucket;
  *bucket = chunk_with(old, entry->key, entry->value);
  free(old);
  return true;
}

/* The same entries in another number of buckets. */
static void table_rebuild(struct table *table, unsigned nbuckets) {
  struct table before = {.nbuckets = table->nbuckets};
  struct rebuild rebuild = {.table = table};
  assert(nbuckets >= 1 && nbuckets <= BUCKETS_MAX);
  for (unsigned i = 0; i < BUCKETS_MAX; i++) {
    struct chunk *chunk = table->bucket[i];
    atomic_init(&before.bucket[i], chunk);
    atomic_init(&rebuild.bucket[i], NULL);
  }
  table->nbuckets = nbuckets;
  table_visit(&before, rebuild_visit, &rebuild);
  for (unsigned i = 0; i < BUCKETS_MAX; i++) {
    struct chunk *chunk = rebuild.bucket[i];
    free(before.bucket[i]);
    table->bucket[i] = chunk;
  }
}
#endif

/* ---- the audit: what must hold for a table at rest, whatever was done with it */

/* Each entry is in the bucket of its key, and in no other place. */
static void audit_buckets(struct table *table) {
  for (unsigned i = 0; i < table->nbuckets; i++) {
    const struct chunk *chunk = table->bucket[i];
    for (unsigned k = 0; k < chunk_count(chunk); k++) {
      assert(hash(chunk->entry[k].key) % table->nbuckets == i);
      assert(chunk_find(chunk, chunk->entry[k].key) == (int)k);
    }
  }
}

static void audit_users(struct table *table, const struct user *user, unsigned nusers) {
  int added = 0, removed = 0;
  for (unsigned i = 0; i < nusers; i++) {
    const int *stat = user[i].stat;
    added += stat[STAT_ADDED];
    removed += stat[STAT_REMOVED];
#if VERSION >= 2
    assert(stat[STAT_COPIES] == stat[STAT_ADDED] + stat[STAT_CHANGED] + stat[STAT_REMOVED]);
#endif
  }
  assert((int)table_count(table) == added - removed);
  for (int i = 0; i < USERS; i++) assert(table->hazards.announced[i] == NULL);
}

/* ---- the driver: two threads with two orders each, on a table with two keys in one bucket */

enum { ORDERS = 2, HIGHEST_KEY = 3 };

enum operation { PUT, REMOVE, GET };

struct order {
  enum operation operation;
  int key;
  bool done; /* the outcome: added, removed, found */
};

struct script {
  struct user *user;
  struct order order[ORDERS];
};

static bool order_run(struct user *user, const struct order *order) {
  int value;
  switch (order->operation) {
  case PUT: return table_put(user, order->key, 10 * order->key);
  case REMOVE: return table_remove(user, order->key);
  case GET: break;
  }
  if (!table_get(user, order->key, &value)) return false;
  assert(value == 10 * order->key);
  return true;
}

static void *script_run(void *arg) {
  struct script *script = arg;
  for (int i = 0; i < ORDERS; i++) script->order[i].done = order_run(script->user, &script->order[i]);
  return NULL;
}

/* A key is there if it was put there more often than taken away. */
static void check_contents(struct user *own, const struct script *script, unsigned nscripts, const bool *before) {
  for (int key = 1; key <= HIGHEST_KEY; key++) {
    int value, expected = before[key];
    for (unsigned i = 0; i < nscripts; i++) {
      for (int k = 0; k < ORDERS; k++) {
        const struct order *order = &script[i].order[k];
        if (!order->done || order->key != key) continue;
        if (order->operation == PUT) expected++;
        if (order->operation == REMOVE) expected--;
      }
    }
    assert(table_get(own, key, &value) == (expected == 1));
  }
}

#if VERSION >= 8
static void check_last(const struct script *script, unsigned nscripts) {
  for (unsigned i = 0; i < nscripts; i++) {
    int last = 0;
    for (int k = 0; k < ORDERS; k++) {
      const struct order *order = &script[i].order[k];
      if (order->operation == PUT || (order->operation == REMOVE && order->done)) last = order->key;
    }
    assert(script[i].user->stat[STAT_LAST_KEY] == last);
  }
}
#endif

/* What can be tested without threads is. */
static void check_alone(void) {
  static struct table table;
  static struct user user;
  int value, key = 0;
  table_open(&table, 2);
  user_open(&user, &table, 0);
  assert(table_count(&table) == 0 && table_buckets_of(&table, 0) == 2);
  for (int k = 1; k <= 5; k++) assert(table_put(&user, 7 * k, k));
  assert(!table_put(&user, 14, 20));
  assert(table_get(&user, 14, &value) && value == 20);
  assert(!table_get(&user, 15, &value));
  assert(table_count(&table) == 5 && table_sum(&table) == 33);
  assert(table_remove(&user, 21) && !table_remove(&user, 21));
  assert(table_next_key(&table, key, &key) && key == 7);
  assert(table_next_key(&table, key, &key) && key == 14);
  assert(table_next_key(&table, key, &key) && key == 28);
  assert(table_next_key(&table, key, &key) && key == 35);
  assert(!table_next_key(&table, key, &key));
#if VERSION >= 3
  table_rebuild(&table, 5);
  assert(table_count(&table) == 4 && table_sum(&table) == 30);
  audit_buckets(&table);
  assert(table_get(&user, 28, &value) && value == 4);
  table_rebuild(&table, 1);
  assert(table_buckets_of(&table, 4) == 1);
#endif
  audit_buckets(&table);
  audit_users(&table, &user, 1);
  table_close(&table, &user, 1);
}

/* Both threads at work: the first one puts the given key there, the second one takes a key out and puts it back. */
static void check_together(int key) {
  static struct table table;
  static struct user user[USERS];
  static struct script script[2];
  bool before[HIGHEST_KEY + 1] = {false};
  pthread_t thread[2];

  table_open(&table, 1);
  for (int i = 0; i < USERS; i++) user_open(&user[i], &table, i);
  for (int k = 1; k <= 2; k++) before[k] = table_put(&user[2], k, 10 * k);
  script[0] = (struct script){&user[0], {{PUT, key, false}, {GET, 2, false}}};
  script[1] = (struct script){&user[1], {{REMOVE, 2, false}, {PUT, 2, false}}};
  for (int i = 0; i < 2; i++) pthread_create(&thread[i], NULL, script_run, &script[i]);
  for (int i = 0; i < 2; i++) pthread_join(thread[i], NULL);

  check_contents(&user[2], script, 2, before);
  audit_buckets(&table);
  audit_users(&table, user, USERS);
#if VERSION >= 8
  check_last(script, 2);
#endif
  table_close(&table, user, USERS);
}

int main(void) {
  unsigned char choice;
  heddle_symbolic(&choice, 1, "choice");
  for (int key = 1; key <= HIGHEST_KEY; key++)
    if (choice == key) check_together(key);
  check_alone();
  return 0;
}
