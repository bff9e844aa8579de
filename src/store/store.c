/* The store as a database of SQLite: opening, statements, changes, and what is wrong with it in words.

   It is kept in write-ahead mode with synchronous=NORMAL: a killed process loses nothing that was committed, a power
   failure perhaps the last changes, and neither damages the file. Whoever closes it last writes the log back and
   removes it: then the one file is the whole store and may be copied. Damage from outside is noticed by SQLite, by the
   hash of each value, or by both; from then on the store is not touched, and the run goes on as if there were none. */
#include "store/inside.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

#include "store/team.h"

enum { BUSY_MS = 10000 }; /* patience with other processes */
enum {
  LOG_PAGES = 128,
  LOG_BYTES = 8 << 20
}; /* when the log is written back meanwhile; what it may keep of the disk afterwards */

static const char schema[] =
    "CREATE TABLE value(id INTEGER PRIMARY KEY, kind INTEGER NOT NULL, key_low INTEGER NOT NULL,"
    " key_high INTEGER NOT NULL, hash_low INTEGER NOT NULL, hash_high INTEGER NOT NULL, used INTEGER NOT NULL,"
    " size INTEGER NOT NULL, bytes BLOB NOT NULL, UNIQUE(kind, key_low, key_high));"
    "CREATE INDEX value_by_use ON value(used, size, kind, key_low, key_high);"
    "CREATE TABLE run(id INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, command TEXT NOT NULL,"
    " line TEXT NOT NULL, old_low INTEGER NOT NULL, old_high INTEGER NOT NULL, new_low INTEGER NOT NULL,"
    " new_high INTEGER NOT NULL, verdict TEXT NOT NULL, hash_low INTEGER NOT NULL, hash_high INTEGER NOT NULL,"
    " size INTEGER NOT NULL, report BLOB NOT NULL);"
    "CREATE INDEX run_sizes ON run(id, size);";

const char *store_kind_text(enum store_kind kind) {
  switch (kind) {
#define X(name, number, text, what)                                                                                    \
  case STORE_##name: return text;
    STORE_KINDS(X)
#undef X
  }
  return "unknown";
}

/* ---- what is wrong ---- */

static void describe(struct store *s, int code) {
  const char *path = s->path;
  int error = s->db ? sqlite3_system_errno(s->db) : 0;
  char *why = s->why;
  switch (code & 0xff) {
  case SQLITE_NOTADB:
    snprintf(why, STORE_WHY, "%s is no store of heddle, or its head is damaged; --rebuild-store makes a new one", path);
    return;
  case SQLITE_CORRUPT:
    snprintf(why, STORE_WHY, "the store %s is damaged; --rebuild-store makes a new one", path);
    return;
  case SQLITE_FULL: snprintf(why, STORE_WHY, "there is no space left for the store %s", path); return;
  case SQLITE_READONLY:
  case SQLITE_PERM: snprintf(why, STORE_WHY, "the store %s cannot be written: read-only", path); return;
  case SQLITE_BUSY:
  case SQLITE_LOCKED:
    snprintf(why, STORE_WHY, "another process kept the store %s busy for more than %d seconds", path, BUSY_MS / 1000);
    return;
  case SQLITE_CANTOPEN:
    snprintf(why, STORE_WHY, "cannot open the store %s%s%s", path, error ? ": " : "", error ? strerror(error) : "");
    return;
  case SQLITE_IOERR:
    if (error == ENOSPC || error == EFBIG || error == EDQUOT)
      snprintf(why, STORE_WHY, "there is no space left for the store %s", path);
    else
      snprintf(why, STORE_WHY, "cannot read or write the store %s%s%s", path, error ? ": " : "",
               error ? strerror(error) : "");
    return;
  default: snprintf(why, STORE_WHY, "the store %s cannot be used: %s", path, sqlite3_errstr(code)); return;
  }
}

static bool is_damage(int code) { return (code & 0xff) == SQLITE_CORRUPT || (code & 0xff) == SQLITE_NOTADB; }

void store_fail(struct store *s, int code) {
  if (s->broken) return; /* the first message says it best */
  describe(s, code);
  s->broken = is_damage(code);
}

const char *store_why(const struct store *s) { return s->why[0] ? s->why : NULL; }
const struct store_stats *store_stats(const struct store *s) { return &s->stats; }
void store_set_limit(struct store *s, uint64_t bytes) { s->limit = bytes; }

/* ---- statements ---- */

static const char *sql_of(enum store_statement which) {
  static const char *const texts[STATEMENT_COUNT] = {
#define X(name, sql) [STATEMENT_##name] = sql,
      STORE_STATEMENTS(X)
#undef X
  };
  return texts[which];
}

sqlite3_stmt *store_statement(struct store *s, enum store_statement which) {
  if (s->broken) return NULL;
  if (!s->statements[which]) {
    int code = sqlite3_prepare_v3(s->db, sql_of(which), -1, SQLITE_PREPARE_PERSISTENT, &s->statements[which], NULL);
    if (code != SQLITE_OK) store_fail(s, code);
  }
  return s->statements[which];
}

bool store_done(struct store *s, sqlite3_stmt *statement, int code) {
  bool good = code == SQLITE_ROW || code == SQLITE_DONE || code == SQLITE_OK;
  if (!good) store_fail(s, sqlite3_extended_errcode(s->db));
  sqlite3_reset(statement);
  sqlite3_clear_bindings(statement);
  return good;
}

bool store_run_statement(struct store *s, sqlite3_stmt *statement) {
  return statement && store_done(s, statement, sqlite3_step(statement));
}

bool store_begin(struct store *s) { return store_run_statement(s, store_statement(s, STATEMENT_BEGIN)); }

bool store_end(struct store *s, bool good) {
  if (good && store_run_statement(s, store_statement(s, STATEMENT_COMMIT))) return true;
  if (!sqlite3_get_autocommit(s->db)) sqlite3_exec(s->db, "ROLLBACK", NULL, NULL, NULL);
  return false;
}

/* ---- opening ---- */

static bool run_sql(struct store *s, const char *sql) {
  int code = sqlite3_exec(s->db, sql, NULL, NULL, NULL);
  if (code != SQLITE_OK) store_fail(s, sqlite3_extended_errcode(s->db));
  return code == SQLITE_OK;
}

static bool ask_number(struct store *s, const char *sql, int64_t *number) {
  sqlite3_stmt *statement = NULL;
  int code = sqlite3_prepare_v2(s->db, sql, -1, &statement, NULL);
  if (code == SQLITE_OK) code = sqlite3_step(statement);
  if (code == SQLITE_ROW) *number = sqlite3_column_int64(statement, 0);
  else store_fail(s, sqlite3_extended_errcode(s->db));
  sqlite3_finalize(statement);
  return code == SQLITE_ROW;
}

enum contents { CONTENTS_BAD, CONTENTS_NONE, CONTENTS_STORE };

/* Whose is it? A message is kept unless it is empty or ours. */
static enum contents look(struct store *s) {
  int64_t application, format, tables;
  if (!ask_number(s, "PRAGMA application_id", &application)) return CONTENTS_BAD;
  if (!ask_number(s, "PRAGMA user_version", &format)) return CONTENTS_BAD;
  if (!ask_number(s, "SELECT count(*) FROM sqlite_schema", &tables)) return CONTENTS_BAD;
  if (!application && !format && !tables) return CONTENTS_NONE;
  if (application != STORE_APPLICATION) {
    snprintf(s->why, STORE_WHY, "%s is a database of some other program and no store of heddle", s->path);
    return CONTENTS_BAD;
  }
  if (format == STORE_FORMAT) return CONTENTS_STORE;
  snprintf(
      s->why, STORE_WHY,
      "the store %s was written by %s version of heddle (form %lld, this one has %d); --rebuild-store makes a new one",
      s->path, format > STORE_FORMAT ? "a newer" : "another", (long long)format, STORE_FORMAT);
  return CONTENTS_BAD;
}

/* Two processes may both find it empty: the second one looks again when its turn has come. */
static bool create(struct store *s) {
  char number[100];
  snprintf(number, sizeof number, "PRAGMA application_id = %d; PRAGMA user_version = %d", STORE_APPLICATION,
           STORE_FORMAT);
  if (!store_begin(s)) return false;
  enum contents contents = look(s);
  bool good = contents == CONTENTS_STORE || (contents == CONTENTS_NONE && run_sql(s, schema) && run_sql(s, number));
  return store_end(s, good);
}

/* The change to write-ahead mode needs the file alone for a moment, and SQLite does not wait for that by itself. */
static bool use_log(struct store *s) {
  enum { TRIES = 200, PAUSE = 20000000 };
  for (unsigned tries = 0;; tries++) {
    int code = sqlite3_exec(s->db, "PRAGMA journal_mode = WAL", NULL, NULL, NULL);
    if (code == SQLITE_OK) return true;
    if ((code & 0xff) != SQLITE_BUSY || tries == TRIES) {
      store_fail(s, sqlite3_extended_errcode(s->db));
      return false;
    }
    nanosleep(&(struct timespec){.tv_nsec = PAUSE}, NULL);
  }
}

static bool open_database(struct store *s) {
  char settings[200];
  int code = sqlite3_open_v2(s->path, &s->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, NULL);
  if (code != SQLITE_OK) {
    store_fail(s, s->db ? sqlite3_extended_errcode(s->db) : code);
    return false;
  }
  sqlite3_busy_timeout(s->db, BUSY_MS);
  if (sqlite3_db_readonly(s->db, "main")) {
    store_fail(s, SQLITE_READONLY);
    return false;
  }
  sqlite3_db_config(s->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL); /* unless it is closed well */
  sqlite3_wal_autocheckpoint(s->db, LOG_PAGES);
  snprintf(settings, sizeof settings,
           "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA synchronous = NORMAL;"
           " PRAGMA journal_size_limit = %d",
           LOG_BYTES);
  if (!run_sql(s, settings)) return false;
  enum contents contents = look(s);
  return contents != CONTENTS_BAD && (contents == CONTENTS_STORE || create(s)) && use_log(s);
}

struct store *store_open(const char *path, bool rebuild, char *why, size_t room) {
  why[0] = 0;
  struct store *s = mem_zalloc(sizeof *s);
  s->path = mem_strdup(path);
  s->limit = STORE_LIMIT_STANDARD;
  s->lock = -1;
  bool good = store_file_prepare(path, why, room) && (s->lock = store_file_lock(path, rebuild, why, room)) >= 0;
  if (good && rebuild) good = store_file_clear(path, why, room) && flock(s->lock, LOCK_SH) == 0;
  if (good && open_database(s)) return s;
  if (s->why[0]) snprintf(why, room, "%s", s->why);
  s->broken = true; /* nothing is worth writing */
  store_close(s);
  return NULL;
}

bool store_join(struct store *s, const char *place, char *why, size_t room) {
  s->team = team_open(place, why, room);
  return s->team != NULL;
}

const char *store_team_why(const struct store *s) { return s->team ? team_why(s->team) : NULL; }

void store_close(struct store *s) {
  if (!s) return;
  team_close(s->team);
  if (!s->broken && s->touched.count && store_begin(s)) store_end(s, store_write_touched(s));
  for (unsigned i = 0; i < STATEMENT_COUNT; i++) sqlite3_finalize(s->statements[i]);
  if (!s->broken) sqlite3_db_config(s->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 0, NULL);
  sqlite3_close(s->db);
  if (s->lock >= 0) close(s->lock); /* after the database: see file.c */
  vec_free(&s->touched);
  free(s->path);
  free(s);
}

/* ---- suspicion ---- */

void store_suspect(struct store *s) {
  sqlite3_stmt *statement = NULL;
  int code = sqlite3_prepare_v2(s->db, "PRAGMA quick_check(1)", -1, &statement, NULL);
  if (code == SQLITE_OK) code = sqlite3_step(statement);
  const char *answer = code == SQLITE_ROW ? (const char *)sqlite3_column_text(statement, 0) : NULL;
  if (!answer || strcmp(answer, "ok")) store_fail(s, SQLITE_CORRUPT);
  sqlite3_finalize(statement);
}
