/* Values of a store: putting, getting, and which ones give way when there are too many bytes of them. */
#include "store/inside.h"

#include <stdio.h>
#include <string.h>
#include <xxhash.h>

#include "store/team.h"
#include "util/assert.h"
#include "util/map.h"

/* Of the bytes and of what they are filed under: a value that turns up at a wrong place does not fit either. */
static XXH128_hash_t hash_of(enum store_kind kind, struct store_key key, const void *bytes, size_t size) {
  return XXH3_128bits_withSeed(bytes, size, hash_join(hash_join(kind, key.low), key.high));
}

static void bind_key(sqlite3_stmt *statement, enum store_kind kind, struct store_key key) {
  sqlite3_bind_int64(statement, 1, kind);
  sqlite3_bind_int64(statement, 2, (int64_t)key.low);
  sqlite3_bind_int64(statement, 3, (int64_t)key.high);
}

/* ---- getting ---- */

static bool is_whole(sqlite3_stmt *row, enum store_kind kind, struct store_key key, const void *bytes, size_t size) {
  XXH128_hash_t hash = hash_of(kind, key, bytes, size);
  return (uint64_t)sqlite3_column_int64(row, 1) == hash.low64 && (uint64_t)sqlite3_column_int64(row, 2) == hash.high64;
}

static void drop_damaged(struct store *s, int64_t id) {
  s->stats.damaged++;
  snprintf(s->why, STORE_WHY, "a damaged value was dropped from the store %s", s->path);
  store_suspect(s);
  if (s->broken || !store_begin(s)) return;
  sqlite3_stmt *statement = store_statement(s, STATEMENT_DROP);
  if (statement) sqlite3_bind_int64(statement, 1, id);
  store_end(s, store_run_statement(s, statement));
}

static void *copy_of(const void *bytes, size_t size) { return size ? memcpy(mem_alloc(size), bytes, size) : NULL; }

static bool get_here(struct store *s, enum store_kind kind, struct store_key key, struct store_blob *value) {
  *value = (struct store_blob){0};
  sqlite3_stmt *row = store_statement(s, STATEMENT_GET);
  bool found = false;
  int64_t damaged = 0;
  if (row) {
    bind_key(row, kind, key);
    int code = sqlite3_step(row);
    const void *bytes = code == SQLITE_ROW ? sqlite3_column_blob(row, 3) : NULL;
    if (code == SQLITE_ROW) {
      size_t size = bytes ? (size_t)sqlite3_column_bytes(row, 3) : 0;
      int64_t id = sqlite3_column_int64(row, 0);
      found = is_whole(row, kind, key, bytes, size);
      if (found) *value = (struct store_blob){.bytes = copy_of(bytes, size), .size = size};
      if (found) vec_push(&s->touched, id);
      else damaged = id;
    }
    store_done(s, row, code);
  }
  if (damaged) drop_damaged(s, damaged);
  if (found) s->stats.hits++;
  else s->stats.misses++;
  return found;
}

/* ---- putting ---- */

bool store_write_touched(struct store *s) {
  bool good = true;
  for (uint32_t i = 0; i < s->touched.count && good; i++) {
    sqlite3_stmt *statement = store_statement(s, STATEMENT_USE);
    if (statement) sqlite3_bind_int64(statement, 1, s->touched.data[i]);
    good = store_run_statement(s, statement);
  }
  if (good) s->touched.count = 0;
  return good;
}

/* A part of the limit for kinds that are large, and cheap to make again; 1: all of it. */
static uint64_t share_of(enum store_kind kind) { return kind == STORE_IR || kind == STORE_READS ? 4 : 1; }

/* Bytes of all values, or of all values of that kind, but the one with this key, which is about to be replaced. */
static bool size_of_others(struct store *s, bool of_kind, enum store_kind kind, struct store_key key, uint64_t *size) {
  sqlite3_stmt *statement = store_statement(s, of_kind ? STATEMENT_KIND_SIZE : STATEMENT_SIZE);
  if (!statement) return false;
  bind_key(statement, kind, key);
  int code = sqlite3_step(statement);
  *size = code == SQLITE_ROW ? (uint64_t)sqlite3_column_int64(statement, 0) : 0;
  return store_done(s, statement, code);
}

static bool drop(struct store *s, int64_t id) {
  sqlite3_stmt *statement = store_statement(s, STATEMENT_DROP);
  if (statement) sqlite3_bind_int64(statement, 1, id);
  if (!store_run_statement(s, statement)) return false;
  s->stats.evicted++;
  return true;
}

/* Those not used for the longest time go until `size` more bytes fit below the limit: of all values, or of those of
   that kind. Deleting while reading is only safe from a list. */
static bool make_room(struct store *s, bool of_kind, enum store_kind kind, struct store_key key, uint64_t size,
                      uint64_t limit) {
  uint64_t others;
  if (!limit) return true;
  if (!size_of_others(s, of_kind, kind, key, &others)) return false;
  if (others + size <= limit) return true;
  sqlite3_stmt *statement = store_statement(s, of_kind ? STATEMENT_KIND_OLDEST : STATEMENT_OLDEST);
  if (!statement) return false;
  bind_key(statement, kind, key);
  VEC(int64_t) leaving = {0};
  int code = SQLITE_DONE;
  while (others + size > limit && (code = sqlite3_step(statement)) == SQLITE_ROW) {
    uint64_t freed = (uint64_t)sqlite3_column_int64(statement, 1);
    vec_push(&leaving, sqlite3_column_int64(statement, 0));
    others -= freed < others ? freed : others;
  }
  bool good = store_done(s, statement, code);
  for (uint32_t i = 0; i < leaving.count && good; i++) good = drop(s, leaving.data[i]);
  vec_free(&leaving);
  return good;
}

static bool make_all_room(struct store *s, enum store_kind kind, struct store_key key, uint64_t size) {
  bool good = share_of(kind) == 1 || make_room(s, true, kind, key, size, s->limit / share_of(kind));
  return good && make_room(s, false, kind, key, size, s->limit);
}

static bool insert(struct store *s, enum store_kind kind, struct store_key key, const void *bytes, size_t size) {
  sqlite3_stmt *statement = store_statement(s, STATEMENT_PUT);
  if (!statement) return false;
  XXH128_hash_t hash = hash_of(kind, key, bytes, size);
  bind_key(statement, kind, key);
  sqlite3_bind_int64(statement, 4, (int64_t)hash.low64);
  sqlite3_bind_int64(statement, 5, (int64_t)hash.high64);
  sqlite3_bind_int64(statement, 6, (int64_t)size);
  int code =
      size ? sqlite3_bind_blob64(statement, 7, bytes, size, SQLITE_STATIC) : sqlite3_bind_zeroblob(statement, 7, 0);
  return code == SQLITE_OK ? store_run_statement(s, statement) : store_done(s, statement, code);
}

static bool put_here(struct store *s, enum store_kind kind, struct store_key key, const void *bytes, size_t size) {
  if (s->broken) return false;
  if (s->limit && size > s->limit / share_of(kind)) {
    snprintf(s->why, STORE_WHY, "%s of %zu bytes are more than the store %s may hold", store_kind_text(kind), size,
             s->path);
    return false;
  }
  struct store_stats before = s->stats;
  if (!store_begin(s)) return false;
  bool good =
      store_end(s, store_write_touched(s) && make_all_room(s, kind, key, size) && insert(s, kind, key, bytes, size));
  if (!good) s->stats = before;
  else s->stats.puts++;
  if (good) VERIFY_NONE(store_verify(s, kind, key, bytes, size));
  return good;
}

/* ---- with what others know ---- */

/* Compiled programs know the files of their machine: they stay. */
static bool is_shared(const struct store *s, enum store_kind kind) {
  return s->team && kind != STORE_IR && kind != STORE_READS;
}

bool store_get(struct store *s, enum store_kind kind, struct store_key key, struct store_blob *value) {
  if (get_here(s, kind, key, value)) return true;
  if (!is_shared(s, kind) || !team_get(s->team, kind, key, value)) return false;
  s->stats.hits++, s->stats.misses--;
  put_here(s, kind, key, value->bytes, value->size);
  return true;
}

bool store_put(struct store *s, enum store_kind kind, struct store_key key, const void *bytes, size_t size) {
  bool good = put_here(s, kind, key, bytes, size);
  if (is_shared(s, kind)) team_put(s->team, kind, key, bytes, size);
  return good;
}
