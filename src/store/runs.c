/* The runs that a store remembers, with their reports. The oldest go when there are too many, or too many bytes of
   them. */
#include "store/inside.h"

#include <stdio.h>
#include <string.h>
#include <time.h>
#include <xxhash.h>

enum { RUNS_KEPT = 1000, SHARE = 8 }; /* runs at most; the reports may take this part of the limit */

static XXH128_hash_t hash_of(const char *report, size_t size) { return XXH3_128bits(report, size); }

static void bind_text(sqlite3_stmt *statement, int at, const char *text) {
  sqlite3_bind_text(statement, at, text ? text : "", -1, SQLITE_STATIC);
}

static bool insert(struct store *s, const struct store_run *run) {
  sqlite3_stmt *statement = store_statement(s, STATEMENT_ADD_RUN);
  if (!statement) return false;
  const char *report = run->report ? run->report : "";
  size_t size = strlen(report);
  XXH128_hash_t hash = hash_of(report, size);
  const uint64_t keys[] = {run->old_program.low, run->old_program.high, run->program.low, run->program.high};
  sqlite3_bind_int64(statement, 1, run->when ? run->when : (int64_t)time(NULL));
  bind_text(statement, 2, run->command);
  bind_text(statement, 3, run->line);
  for (int i = 0; i < 4; i++) sqlite3_bind_int64(statement, 4 + i, (int64_t)keys[i]);
  bind_text(statement, 8, run->verdict);
  sqlite3_bind_int64(statement, 9, (int64_t)hash.low64);
  sqlite3_bind_int64(statement, 10, (int64_t)hash.high64);
  sqlite3_bind_int64(statement, 11, (int64_t)size);
  int code = sqlite3_bind_blob64(statement, 12, report, size, SQLITE_STATIC);
  return code == SQLITE_OK ? store_run_statement(s, statement) : store_done(s, statement, code);
}

/* The newest one that has no place beside those after it, or 0. The newest of all always stays. */
static bool first_too_many(struct store *s, int64_t *id) {
  sqlite3_stmt *statement = store_statement(s, STATEMENT_RUN_SIZES);
  if (!statement) return false;
  uint64_t bytes = 0;
  int code;
  *id = 0;
  for (uint32_t runs = 0; (code = sqlite3_step(statement)) == SQLITE_ROW && !*id; runs++) {
    bytes += (uint64_t)sqlite3_column_int64(statement, 1);
    if (runs && (runs >= RUNS_KEPT || (s->limit && bytes > s->limit / SHARE))) *id = sqlite3_column_int64(statement, 0);
  }
  return store_done(s, statement, code);
}

static bool drop_old(struct store *s) {
  int64_t id;
  if (!first_too_many(s, &id)) return false;
  if (!id) return true;
  sqlite3_stmt *statement = store_statement(s, STATEMENT_DROP_RUNS);
  if (statement) sqlite3_bind_int64(statement, 1, id);
  return store_run_statement(s, statement);
}

uint64_t store_add_run(struct store *s, const struct store_run *run) {
  if (!store_begin(s)) return 0;
  bool good = insert(s, run);
  uint64_t number = good ? (uint64_t)sqlite3_last_insert_rowid(s->db) : 0;
  return store_end(s, good && drop_old(s)) ? number : 0;
}

/* ---- reading ---- */

static const char *keep(char **at, const void *bytes, size_t size) {
  char *text = *at;
  if (size) memcpy(text, bytes, size);
  text[size] = 0;
  *at += size + 1;
  return text;
}

/* One block of memory holds the four texts. */
static void copy_row(sqlite3_stmt *row, struct store_run *run) {
  static const int columns[] = {2, 3, 8, 11};
  const void *texts[4];
  size_t sizes[4], all = 0;
  for (unsigned i = 0; i < 4; i++) {
    texts[i] = sqlite3_column_blob(row, columns[i]);
    sizes[i] = texts[i] ? (size_t)sqlite3_column_bytes(row, columns[i]) : 0;
    all += sizes[i] + 1;
  }
  char *at = run->memory = mem_alloc(all);
  run->number = (uint64_t)sqlite3_column_int64(row, 0);
  run->when = sqlite3_column_int64(row, 1);
  run->command = keep(&at, texts[0], sizes[0]);
  run->line = keep(&at, texts[1], sizes[1]);
  run->old_program = (struct store_key){(uint64_t)sqlite3_column_int64(row, 4), (uint64_t)sqlite3_column_int64(row, 5)};
  run->program = (struct store_key){(uint64_t)sqlite3_column_int64(row, 6), (uint64_t)sqlite3_column_int64(row, 7)};
  run->verdict = keep(&at, texts[2], sizes[2]);
  run->report = keep(&at, texts[3], sizes[3]);
}

static bool is_whole(sqlite3_stmt *row, const struct store_run *run) {
  XXH128_hash_t hash = hash_of(run->report, strlen(run->report));
  return (uint64_t)sqlite3_column_int64(row, 9) == hash.low64 && (uint64_t)sqlite3_column_int64(row, 10) == hash.high64;
}

static bool drop_damaged(struct store *s, uint64_t number) {
  s->stats.damaged++;
  snprintf(s->why, STORE_WHY, "run %llu was damaged, and is gone from the store %s", (unsigned long long)number,
           s->path);
  store_suspect(s);
  if (s->broken || !store_begin(s)) return false;
  sqlite3_stmt *statement = store_statement(s, STATEMENT_DROP_RUN);
  if (statement) sqlite3_bind_int64(statement, 1, (int64_t)number);
  return store_end(s, store_run_statement(s, statement));
}

enum reading { READ_NOTHING, READ_WHOLE, READ_DROPPED };

static enum reading read_run(struct store *s, sqlite3_stmt *row, struct store_run *run) {
  *run = (struct store_run){0};
  if (!row) return READ_NOTHING;
  int code = sqlite3_step(row);
  bool found = code == SQLITE_ROW, whole = false;
  if (found) copy_row(row, run);
  if (found) whole = is_whole(row, run);
  store_done(s, row, code);
  if (whole) return READ_WHOLE;
  bool dropped = found && drop_damaged(s, run->number);
  store_run_free(run);
  return dropped ? READ_DROPPED : READ_NOTHING;
}

bool store_find_run(struct store *s, uint64_t number, struct store_run *run) {
  sqlite3_stmt *row = store_statement(s, STATEMENT_FIND_RUN);
  if (row) sqlite3_bind_int64(row, 1, (int64_t)number);
  return read_run(s, row, run) == READ_WHOLE;
}

/* A damaged one is gone after the attempt: then the one before it is the last. */
bool store_last_run(struct store *s, struct store_run *run) {
  enum reading reading;
  do reading = read_run(s, store_statement(s, STATEMENT_LAST_RUN), run);
  while (reading == READ_DROPPED);
  return reading == READ_WHOLE;
}

void store_run_free(struct store_run *run) {
  free(run->memory);
  *run = (struct store_run){0};
}
