/* memo: a cache of results that are expensive to compute, behind a read-write lock.

   A lookup takes the lock for reading. On a miss the result is computed without any lock and then entered, under
   the lock for writing; by then somebody else may have entered it. If the table is full the oldest entry gives way.
   An entry can be dropped when what it was computed from has changed. Inputs: the keys that are asked for, and
   whether one is dropped in the end. The audit looks for keys that are in the table twice, and for results that are
   still there after they were dropped. */
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

#ifndef ENTRIES
#define ENTRIES 3 /* places of the table */
#endif
#ifndef THREADS
#define THREADS 2
#endif
#ifndef LOOKUPS
#define LOOKUPS 2 /* of one thread */
#endif

typedef unsigned char key_type;

/* ---- what is expensive: each result is computed from the key and the salt */

struct source {
  unsigned salt;
};

static unsigned compute(const struct source *source, key_type key) { return 2 * (unsigned)key + source->salt; }

/* ---- the table */

struct entry {
  key_type key;
  unsigned value;
  unsigned age; /* entries that were made before it */
};

struct memo {
  const struct source *source;
  pthread_rwlock_t lock; /* for what follows */
  struct entry entry[ENTRIES];
  unsigned used;
  unsigned made; /* entries, in all */
  unsigned evicted;
};

/* What a thread counts for itself. */
struct counts {
  unsigned hits, misses, late; /* late: missed, but somebody else was faster */
};

static void memo_open(struct memo *memo, const struct source *source) {
  pthread_rwlock_init(&memo->lock, NULL);
  memo->source = source;
  memo->used = memo->made = memo->evicted = 0;
}

static void memo_close(struct memo *memo) { pthread_rwlock_destroy(&memo->lock); }

/* The lock is held, for reading at least. NULL if the key is not there. */
static struct entry *memo_find(struct memo *memo, key_type key) {
  for (unsigned i = 0; i < memo->used; i++)
    if (memo->entry[i].key == key) return &memo->entry[i];
  return NULL;
}

/* The lock is held for writing. The place of the oldest entry. */
static struct entry *memo_oldest(struct memo *memo) {
  struct entry *oldest = &memo->entry[0];
  for (unsigned i = 1; i < memo->used; i++)
    if (memo->entry[i].age < oldest->age) oldest = &memo->entry[i];
  return oldest;
}

/* The lock is held for writing. */
static void memo_enter(struct memo *memo, key_type key, unsigned value) {
  struct entry *entry;
  if (memo->used < ENTRIES) {
    entry = &memo->entry[memo->used++];
  } else {
    entry = memo_oldest(memo);
    memo->evicted++;
  }
  entry->key = key;
  entry->value = value;
  entry->age = memo->made++;
}

/* True if the key was there. */
static bool memo_look(struct memo *memo, key_type key, unsigned *value) {
  pthread_rwlock_rdlock(&memo->lock);
  const struct entry *entry = memo_find(memo, key);
  if (entry) *value = entry->value;
  pthread_rwlock_unlock(&memo->lock);
  return entry;
}

static unsigned memo_get(struct memo *memo, key_type key, struct counts *counts) {
  unsigned value;
  if (memo_look(memo, key, &value)) {
    counts->hits++;
    return value;
  }
  counts->misses++;
  value = compute(memo->source, key);
  pthread_rwlock_wrlock(&memo->lock);
  if (memo_find(memo, key)) counts->late++;
  else memo_enter(memo, key, value);
  pthread_rwlock_unlock(&memo->lock);
  return value;
}

/* The result is not valid any more. The last entry takes the place. */
static void memo_drop(struct memo *memo, key_type key) {
  pthread_rwlock_wrlock(&memo->lock);
  struct entry *entry = memo_find(memo, key);
  if (entry) *entry = memo->entry[--memo->used];
  pthread_rwlock_unlock(&memo->lock);
}

/* ---- the threads */

struct user {
  pthread_t thread;
  struct memo *memo;
  key_type key[LOOKUPS];
  struct counts counts;
};

static void *use(void *argument) {
  struct user *user = argument;
  for (unsigned i = 0; i < LOOKUPS; i++) {
    unsigned value = memo_get(user->memo, user->key[i], &user->counts);
    assert(value == compute(user->memo->source, user->key[i]));
  }
  return NULL;
}

/* ---- the audit */

static void audit_counts(const struct memo *memo, const struct user *user) {
  unsigned hits = 0, misses = 0, late = 0;
  for (unsigned i = 0; i < THREADS; i++) {
    hits += user[i].counts.hits;
    misses += user[i].counts.misses;
    late += user[i].counts.late;
  }
  assert(hits + misses == THREADS * LOOKUPS);
  assert(memo->made == misses - late);
  assert(memo->used + memo->evicted == memo->made);
}

static void audit_keys(const struct memo *memo) {
  bool twice = false;
  for (unsigned i = 0; i < memo->used; i++)
    for (unsigned k = 0; k < i; k++) twice = twice | (memo->entry[i].key == memo->entry[k].key);
  assert(!twice);
}

/* The source changes for one key: nobody may see the old result. */
static void audit_drop(struct memo *memo, key_type key) {
  unsigned value;
  memo_drop(memo, key);
  bool stale = memo_look(memo, key, &value);
  assert(!stale);
}

int main(void) {
  static struct source source = {.salt = 7};
  static struct memo memo;
  static struct user user[THREADS];
  key_type key[THREADS][LOOKUPS];
  unsigned char drop;
  heddle_symbolic(key, sizeof key, "key");
  heddle_symbolic(&drop, sizeof drop, "drop");
  memo_open(&memo, &source);
  for (unsigned i = 0; i < THREADS; i++) {
    user[i].memo = &memo;
    for (unsigned k = 0; k < LOOKUPS; k++) user[i].key[k] = key[i][k];
  }
  for (unsigned i = 0; i < THREADS; i++) pthread_create(&user[i].thread, NULL, use, &user[i]);
  for (unsigned i = 0; i < THREADS; i++) pthread_join(user[i].thread, NULL);
  audit_counts(&memo, user);
  if (drop % 2) audit_drop(&memo, key[0][0]);
  audit_keys(&memo);
  memo_close(&memo);
  return 0;
}
