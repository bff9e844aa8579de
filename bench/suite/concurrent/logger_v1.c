/* logger: threads write records to a log of limited size, which is rotated into archives when it is full.

   Records below a level are dropped. An archive keeps what the log held when it was rotated. Inputs: the level of
   the log, and the level and the length of each record. A record is its writer's letter, as often as it is long.
   The audit counts, for each writer, what is in the log and the archives. */
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdbool.h>
#include <string.h>

#ifndef WRITERS
#define WRITERS 2
#endif
#ifndef RECORDS
#define RECORDS 2 /* of one writer */
#endif
#ifndef LIMIT
#define LIMIT 4 /* characters of the log */
#endif

enum { LONGEST = 3, ARCHIVES = WRITERS * RECORDS };

/* ---- archives */

struct archive {
  char text[LIMIT];
  unsigned length;
};

struct shelf {
  pthread_mutex_t lock;
  struct archive archive[ARCHIVES];
  unsigned count;
};

static void shelf_open(struct shelf *shelf) {
  pthread_mutex_init(&shelf->lock, NULL);
  shelf->count = 0;
}

/* Slow, in real life: files are renamed and compressed. */
static void shelf_add(struct shelf *shelf, const char *text, unsigned length) {
  pthread_mutex_lock(&shelf->lock);
  assert(shelf->count < ARCHIVES);
  struct archive *archive = &shelf->archive[shelf->count++];
  memcpy(archive->text, text, length);
  archive->length = length;
  pthread_mutex_unlock(&shelf->lock);
}

/* ---- the log */

enum level { DEBUG, INFO, ERROR };

struct log {
  enum level level; /* records below it are dropped */
  struct shelf shelf;
  pthread_mutex_t lock; /* for what follows */
  char text[LIMIT];
  unsigned used;
  unsigned rotations;
};

static void log_open(struct log *log, enum level level) {
  log->level = level;
  log->used = log->rotations = 0;
  pthread_mutex_init(&log->lock, NULL);
  shelf_open(&log->shelf);
}

static void log_close(struct log *log) {
  pthread_mutex_destroy(&log->shelf.lock);
  pthread_mutex_destroy(&log->lock);
}

/* The lock is held. */
static void log_rotate(struct log *log) {
  shelf_add(&log->shelf, log->text, log->used);
  log->used = 0;
  log->rotations++;
}

/* The lock is held and there is room. */
static void log_append(struct log *log, char letter, unsigned length) {
  for (unsigned i = 0; i < length; i++) log->text[log->used + i] = letter;
  log->used += length;
}

/* False if the record was dropped. */
static bool log_write(struct log *log, enum level level, char letter, unsigned length) {
  if (level < log->level) return false;
  pthread_mutex_lock(&log->lock);
  while (log->used + length > LIMIT) log_rotate(log);
  log_append(log, letter, length);
  pthread_mutex_unlock(&log->lock);
  return true;
}

/* ---- the writers */

struct record {
  enum level level;
  unsigned length;
};

struct writer {
  pthread_t thread;
  struct log *log;
  char letter;
  struct record record[RECORDS];
  unsigned written; /* characters */
  unsigned dropped; /* records */
};

static void *write_records(void *argument) {
  struct writer *w = argument;
  for (unsigned i = 0; i < RECORDS; i++) {
    const struct record *r = &w->record[i];
    if (log_write(w->log, r->level, w->letter, r->length)) w->written += r->length;
    else w->dropped++;
  }
  return NULL;
}

/* ---- the audit */

static unsigned count_letter(const char *text, unsigned length, char letter) {
  unsigned count = 0;
  for (unsigned i = 0; i < length; i++) count += text[i] == letter;
  return count;
}

static void audit_writer(const struct log *log, const struct writer *w) {
  unsigned found = count_letter(log->text, log->used, w->letter);
  for (unsigned i = 0; i < log->shelf.count; i++)
    found += count_letter(log->shelf.archive[i].text, log->shelf.archive[i].length, w->letter);
  assert(found == w->written);
}

/* Nothing else is in the log, and no archive is empty. */
static void audit_log(const struct log *log, const struct writer *w) {
  unsigned stored = log->used, written = 0;
  for (unsigned i = 0; i < log->shelf.count; i++) {
    assert(log->shelf.archive[i].length > 0);
    stored += log->shelf.archive[i].length;
  }
  for (unsigned i = 0; i < WRITERS; i++) written += w[i].written;
  assert(log->rotations == log->shelf.count);
  assert(stored == written);
}

/* A choice of the user, made before anything starts. */
static unsigned choose(bool condition, unsigned yes, unsigned no) {
  if (condition) return yes;
  return no;
}

/* The first record may be long; how important the last one is, is open. */
static void plan_records(struct writer *w, const unsigned char *length, unsigned char level) {
  for (unsigned i = 0; i < RECORDS; i++) {
    w->record[i].level = INFO;
    w->record[i].length = choose(length[i] % 2, LONGEST, 1);
  }
  w->record[RECORDS - 1].level = choose(level < 100, DEBUG, ERROR);
}

int main(void) {
  static struct log log;
  static struct writer writer[WRITERS];
  unsigned char threshold, length[WRITERS][RECORDS], level[WRITERS];
  heddle_symbolic(&threshold, sizeof threshold, "threshold");
  heddle_symbolic(length, sizeof length, "length");
  heddle_symbolic(level, sizeof level, "level");
  log_open(&log, choose(threshold > 64, INFO, DEBUG));
  for (unsigned i = 0; i < WRITERS; i++) {
    writer[i].log = &log;
    writer[i].letter = (char)('a' + i);
    plan_records(&writer[i], length[i], level[i]);
  }
  for (unsigned i = 0; i < WRITERS; i++) pthread_create(&writer[i].thread, NULL, write_records, &writer[i]);
  for (unsigned i = 0; i < WRITERS; i++) pthread_join(writer[i].thread, NULL);
  for (unsigned i = 0; i < WRITERS; i++) audit_writer(&log, &writer[i]);
  audit_log(&log, writer);
  log_close(&log);
  return 0;
}
