/* What the files of this folder share: the open database and its statements. */
#ifndef HEDDLE_STORE_INSIDE_H
#define HEDDLE_STORE_INSIDE_H
#include <sqlite3.h>

#include "store/store.h"
#include "util/vec.h"

/* In the head of the file: 'hedl', and the version of what follows in the tables. */
enum { STORE_APPLICATION = 0x6865646c, STORE_FORMAT = 1 };
enum { STORE_WHY = 600 }; /* bytes of a message */

/* Every statement that is used more than once, prepared when first needed. */
#define STORE_STATEMENTS(X)                                                                                            \
  X(BEGIN, "BEGIN IMMEDIATE")                                                                                          \
  X(COMMIT, "COMMIT")                                                                                                  \
  X(GET, "SELECT id, hash_low, hash_high, bytes FROM value WHERE kind = ?1 AND key_low = ?2 AND key_high = ?3")        \
  X(PUT, "INSERT OR REPLACE INTO value(kind, key_low, key_high, hash_low, hash_high, used, size, bytes)"               \
         " VALUES(?1, ?2, ?3, ?4, ?5, (SELECT ifnull(max(used), 0) + 1 FROM value), ?6, ?7)")                          \
  X(USE, "UPDATE value SET used = (SELECT max(used) + 1 FROM value) WHERE id = ?1")                                    \
  X(DROP, "DELETE FROM value WHERE id = ?1")                                                                           \
  X(SIZE, "SELECT ifnull(sum(size), 0) FROM value WHERE NOT (kind = ?1 AND key_low = ?2 AND key_high = ?3)")           \
  X(OLDEST, "SELECT id, size FROM value WHERE NOT (kind = ?1 AND key_low = ?2 AND key_high = ?3) ORDER BY used")       \
  X(KIND_SIZE, "SELECT ifnull(sum(size), 0) FROM value WHERE kind = ?1 AND NOT (key_low = ?2 AND key_high = ?3)")      \
  X(KIND_OLDEST, "SELECT id, size FROM value WHERE kind = ?1 AND NOT (key_low = ?2 AND key_high = ?3) ORDER BY used")  \
  X(ADD_RUN,                                                                                                           \
    "INSERT INTO run(at, command, line, old_low, old_high, new_low, new_high, verdict, hash_low, hash_high, size,"     \
    " report) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)")                                              \
  X(FIND_RUN,                                                                                                          \
    "SELECT id, at, command, line, old_low, old_high, new_low, new_high, verdict, hash_low, hash_high, report"         \
    " FROM run WHERE id = ?1")                                                                                         \
  X(LAST_RUN,                                                                                                          \
    "SELECT id, at, command, line, old_low, old_high, new_low, new_high, verdict, hash_low, hash_high, report"         \
    " FROM run ORDER BY id DESC LIMIT 1")                                                                              \
  X(RUN_SIZES, "SELECT id, size FROM run ORDER BY id DESC")                                                            \
  X(DROP_RUN, "DELETE FROM run WHERE id = ?1")                                                                         \
  X(DROP_RUNS, "DELETE FROM run WHERE id <= ?1")

enum store_statement {
#define X(name, sql) STATEMENT_##name,
  STORE_STATEMENTS(X)
#undef X
      STATEMENT_COUNT
};

struct team;
struct store {
  sqlite3 *db;
  struct team *team; /* what lies behind it; NULL: nothing */
  char *path;
  int lock;       /* descriptor, locked in common with other users; -1: none */
  bool broken;    /* found damaged: not touched any more */
  uint64_t limit; /* bytes; 0: none */
  sqlite3_stmt *statements[STATEMENT_COUNT];
  VEC(int64_t) touched; /* values read since the last change: written down together */
  struct store_stats stats;
  char why[STORE_WHY]; /* empty: nothing yet */
};

/* The statement, ready to be bound; NULL after keeping a message. It must be given back with store_done. */
sqlite3_stmt *store_statement(struct store *store, enum store_statement which);
/* Gives the statement back. True if `code`, what its last step answered, is no error; else a message was kept. */
bool store_done(struct store *store, sqlite3_stmt *statement, int code);
/* One step of a statement without results. */
bool store_run_statement(struct store *store, sqlite3_stmt *statement);

/* A change: all of it or nothing. store_end commits if `good` and says whether that worked. */
bool store_begin(struct store *store);
bool store_end(struct store *store, bool good);

/* Keeps a message about an answer of SQLite, and whether the file is damaged. */
void store_fail(struct store *store, int code);
/* Something that was read did not fit its hash. Looks whether the file itself is damaged too. */
void store_suspect(struct store *store);

/* Writes down which values were read lately; part of a change. */
bool store_write_touched(struct store *store);

/* file.c: the file before SQLite sees it, and after it was given up. False: `why` says why. */
bool store_file_prepare(const char *path, char *why, size_t room);
/* Takes the lock that every user of the store holds, alone first if it is to be rebuilt. -1: `why` says why. */
int store_file_lock(const char *path, bool rebuild, char *why, size_t room);
bool store_file_clear(const char *path, char *why, size_t room);
/* verify.c: NULL, or the rule that is broken by the value that was just put */
const char *store_verify(struct store *s, enum store_kind kind, struct store_key key, const void *bytes, size_t size);
#endif
