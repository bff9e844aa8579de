/* A bounded buffer between producers and consumers, with everything such a thing has in practice: closing, waiting for
   a while only, taking several at once, counters. The program checks that whatever goes in comes out once, in order for
   each producer.

     buffer [PRODUCERS [CONSUMERS [ITEMS [ROOM]]]]

   With BEFORE_FIX it has a bug of a well-known kind: one condition variable for both sides, and a signal that may wake
   the wrong one; then all wait for ever. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST_ROOM = 64, MOST_THREADS = 8, MOST_ITEMS = 64 };

/* ---- the buffer ---- */

struct item {
  unsigned short producer, number;
};

struct counters {
  unsigned long put, taken, waits, refused;
};

struct buffer {
  pthread_mutex_t lock;
#ifdef BEFORE_FIX
  pthread_cond_t changed;
#else
  pthread_cond_t not_empty, not_full;
#endif
  struct item *items;
  unsigned room, first, count;
  bool closed;
  struct counters counters;
};

enum outcome { DONE, CLOSED, LATE };

static bool buffer_init(struct buffer *b, unsigned room) {
  memset(b, 0, sizeof *b);
  if (room == 0 || room > MOST_ROOM) return false;
  b->items = calloc(room, sizeof *b->items);
  if (b->items == NULL) return false;
  b->room = room;
  pthread_mutex_init(&b->lock, NULL);
#ifdef BEFORE_FIX
  pthread_cond_init(&b->changed, NULL);
#else
  pthread_cond_init(&b->not_empty, NULL);
  pthread_cond_init(&b->not_full, NULL);
#endif
  return true;
}

static void buffer_destroy(struct buffer *b) {
#ifdef BEFORE_FIX
  pthread_cond_destroy(&b->changed);
#else
  pthread_cond_destroy(&b->not_full);
  pthread_cond_destroy(&b->not_empty);
#endif
  pthread_mutex_destroy(&b->lock);
  free(b->items);
}

/* With the lock. */
static pthread_cond_t *for_room(struct buffer *b) {
#ifdef BEFORE_FIX
  return &b->changed;
#else
  return &b->not_full;
#endif
}

static pthread_cond_t *for_items(struct buffer *b) {
#ifdef BEFORE_FIX
  return &b->changed;
#else
  return &b->not_empty;
#endif
}

static int wait_until(struct buffer *b, pthread_cond_t *what, const struct timespec *limit) {
  b->counters.waits++;
  return limit == NULL ? pthread_cond_wait(what, &b->lock) : pthread_cond_timedwait(what, &b->lock, limit);
}

static void append(struct buffer *b, struct item item) {
  assert(b->count < b->room);
  b->items[(b->first + b->count) % b->room] = item;
  b->count++;
  b->counters.put++;
}

static struct item remove_first(struct buffer *b) {
  assert(b->count > 0);
  struct item item = b->items[b->first];
  b->first = (b->first + 1) % b->room;
  b->count--;
  b->counters.taken++;
  return item;
}

/* NULL as limit: for ever. */
static enum outcome buffer_put(struct buffer *b, struct item item, const struct timespec *limit) {
  enum outcome outcome = DONE;
  pthread_mutex_lock(&b->lock);
  while (b->count == b->room && !b->closed && outcome == DONE)
    if (wait_until(b, for_room(b), limit) == ETIMEDOUT) outcome = LATE;
  if (b->closed) outcome = CLOSED;
  else if (b->count < b->room) {
    append(b, item);
    pthread_cond_signal(for_items(b));
    outcome = DONE;
  }
  if (outcome != DONE) b->counters.refused++;
  pthread_mutex_unlock(&b->lock);
  return outcome;
}

static enum outcome buffer_take(struct buffer *b, struct item *to, const struct timespec *limit) {
  enum outcome outcome = DONE;
  pthread_mutex_lock(&b->lock);
  while (b->count == 0 && !b->closed && outcome == DONE)
    if (wait_until(b, for_items(b), limit) == ETIMEDOUT) outcome = LATE;
  if (b->count > 0) {
    *to = remove_first(b);
    pthread_cond_signal(for_room(b));
    outcome = DONE;
  } else if (outcome == DONE) outcome = CLOSED;
  pthread_mutex_unlock(&b->lock);
  return outcome;
}

/* As many as there are, up to `most`; never waits. */
static unsigned buffer_drain(struct buffer *b, struct item *to, unsigned most) {
  unsigned taken = 0;
  pthread_mutex_lock(&b->lock);
  while (taken < most && b->count > 0) to[taken++] = remove_first(b);
  if (taken > 0) pthread_cond_broadcast(for_room(b));
  pthread_mutex_unlock(&b->lock);
  return taken;
}

/* Nothing goes in any more; what is there can be taken. */
static void buffer_close(struct buffer *b) {
  pthread_mutex_lock(&b->lock);
  b->closed = true;
  pthread_cond_broadcast(for_room(b));
  pthread_cond_broadcast(for_items(b));
  pthread_mutex_unlock(&b->lock);
}

static struct counters buffer_counters(struct buffer *b) {
  pthread_mutex_lock(&b->lock);
  struct counters copy = b->counters;
  pthread_mutex_unlock(&b->lock);
  return copy;
}

/* ---- who uses it ---- */

struct settings {
  unsigned producers, consumers, items, room;
};

struct seen { /* by one consumer */
  unsigned count[MOST_THREADS];
  unsigned short last[MOST_THREADS];
};

struct plant {
  struct settings settings;
  struct buffer buffer;
  struct seen seen[MOST_THREADS];
};

struct worker {
  struct plant *plant;
  unsigned number;
  pthread_t thread;
};

static void *produce(void *argument) {
  struct worker *w = argument;
  for (unsigned i = 1; i <= w->plant->settings.items; i++) {
    struct item item = {.producer = (unsigned short)w->number, .number = (unsigned short)i};
    if (buffer_put(&w->plant->buffer, item, NULL) != DONE) break;
  }
  return NULL;
}

static void note(struct seen *seen, struct item item) {
  assert(item.producer < MOST_THREADS);
  assert(item.number > seen->last[item.producer]); /* in order */
  seen->last[item.producer] = item.number;
  seen->count[item.producer]++;
}

static void *consume(void *argument) {
  struct worker *w = argument;
  struct item item;
  while (buffer_take(&w->plant->buffer, &item, NULL) == DONE) note(&w->plant->seen[w->number], item);
  return NULL;
}

/* A consumer that does something else when nothing comes for a while. */
static void *consume_with_patience(void *argument) {
  struct worker *w = argument;
  struct item items[4];
  for (;;) {
    struct timespec limit;
    clock_gettime(CLOCK_REALTIME, &limit);
    limit.tv_sec++;
    enum outcome outcome = buffer_take(&w->plant->buffer, &items[0], &limit);
    if (outcome == CLOSED) return NULL;
    if (outcome == LATE) continue;
    note(&w->plant->seen[w->number], items[0]);
    unsigned more = buffer_drain(&w->plant->buffer, items, 4);
    for (unsigned i = 0; i < more; i++) note(&w->plant->seen[w->number], items[i]);
  }
}

/* ---- the command ---- */

static bool start(struct worker *workers, unsigned count, struct plant *plant, void *(*function)(void *)) {
  for (unsigned i = 0; i < count; i++) {
    workers[i].plant = plant;
    workers[i].number = i;
    if (pthread_create(&workers[i].thread, NULL, function, &workers[i]) != 0) return false;
  }
  return true;
}

static void finish(struct worker *workers, unsigned count) {
  for (unsigned i = 0; i < count; i++) pthread_join(workers[i].thread, NULL);
}

static void check_all(struct plant *plant) {
  struct counters counters = buffer_counters(&plant->buffer);
  unsigned long all = (unsigned long)plant->settings.producers * plant->settings.items;
  assert(counters.put == all && counters.taken == all && counters.refused == 0);
  for (unsigned p = 0; p < plant->settings.producers; p++) {
    unsigned count = 0;
    for (unsigned c = 0; c < plant->settings.consumers; c++) count += plant->seen[c].count[p];
    assert(count == plant->settings.items);
  }
}

/* For people: how often somebody had to wait, and who did how much. */
static void print_all(struct plant *plant) {
  struct counters counters = buffer_counters(&plant->buffer);
  printf("put %lu, taken %lu, refused %lu, waits %lu\n", counters.put, counters.taken, counters.refused,
         counters.waits);
  for (unsigned c = 0; c < plant->settings.consumers; c++) {
    unsigned count = 0;
    for (unsigned p = 0; p < plant->settings.producers; p++) count += plant->seen[c].count[p];
    printf("consumer %u: %u\n", c, count);
  }
}

static bool read_number(const char *text, unsigned most, unsigned *to) {
  char *end;
  unsigned long value = strtoul(text, &end, 10);
  *to = (unsigned)value;
  return *text != '\0' && *end == '\0' && value > 0 && value <= most;
}

static bool read_settings(struct settings *s, int argc, char **argv) {
  *s = (struct settings){.producers = 2, .consumers = 1, .items = 2, .room = 1};
  unsigned *fields[] = {&s->producers, &s->consumers, &s->items, &s->room};
  static const unsigned most[] = {MOST_THREADS, MOST_THREADS, MOST_ITEMS, MOST_ROOM};
  for (int i = 1; i < argc && i <= 4; i++)
    if (!read_number(argv[i], most[i - 1], fields[i - 1])) return false;
  return argc <= 5;
}

int main(int argc, char **argv) {
  static struct plant plant;
  struct worker producers[MOST_THREADS], consumers[MOST_THREADS];
  if (!read_settings(&plant.settings, argc, argv) || !buffer_init(&plant.buffer, plant.settings.room)) {
    fprintf(stderr, "usage: buffer [PRODUCERS [CONSUMERS [ITEMS [ROOM]]]]\n");
    return 2;
  }
  void *(*consumer)(void *) = getenv("PATIENCE") != NULL ? consume_with_patience : consume;
  if (!start(consumers, plant.settings.consumers, &plant, consumer)) return 2;
  if (!start(producers, plant.settings.producers, &plant, produce)) return 2;
  finish(producers, plant.settings.producers);
  buffer_close(&plant.buffer);
  finish(consumers, plant.settings.consumers);
  check_all(&plant);
  if (getenv("VERBOSE") != NULL) print_all(&plant);
  buffer_destroy(&plant.buffer);
  return 0;
}
