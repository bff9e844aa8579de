/* Works on a store as the test script asks:

     writer FILE write FIRST COUNT [LIMIT]  puts the values FIRST .. FIRST+COUNT-1 and a run after each tenth; says
                                            each number on standard output once it is in the store. LIMIT: bytes that
                                            the store may hold
     writer FILE check                      reads numbers from standard input: each must be there, and right
     writer FILE search FIRST COUNT         which of them are there? Those must be right; says how many
     writer FILE last                       number, verdict and command line of the last run
     writer FILE settle                     writes the log back, so that everything lies in the file itself

   The contents of a value follow from its number. Exit code 1: something was wrong; 2: the store could not be opened or
   used. */
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "store/store.h"
#include "util/map.h"
#include "util/mem.h"

static struct store_key key_of(uint64_t n) { return (struct store_key){hash_mix(n + 1), n}; }

/* Mostly small, some of several pages. */
static size_t size_of(uint64_t n) { return hash_mix(n) % (n % 8 ? 3000 : 60000); }

static uint8_t *contents(uint64_t n) {
  size_t size = size_of(n);
  uint8_t *bytes = mem_alloc(size + 1);
  for (size_t i = 0; i < size; i++) bytes[i] = (uint8_t)(hash_mix(n + i / 8 * 1000003) >> i % 8 * 8);
  return bytes;
}

static int complain(struct store *store, const char *what, uint64_t n) {
  const char *why = store_why(store);
  fprintf(stderr, "writer: value %llu %s%s%s\n", (unsigned long long)n, what, why ? ": " : "", why ? why : "");
  return 2;
}

static bool add_run(struct store *store, uint64_t n) {
  char line[60];
  snprintf(line, sizeof line, "writer %llu", (unsigned long long)n);
  return store_add_run(
      store,
      &(struct store_run){.command = "run", .line = line, .program = key_of(n), .verdict = "safe", .report = line});
}

static int write_values(struct store *store, uint64_t first, uint64_t count) {
  for (uint64_t n = first; n < first + count; n++) {
    uint8_t *bytes = contents(n);
    bool good = store_put(store, STORE_SUMMARIES, key_of(n), bytes, size_of(n));
    free(bytes);
    if (!good) return complain(store, "was not put", n);
    if (n % 10 == 9 && !add_run(store, n)) return complain(store, "has no run", n);
    printf("%llu\n", (unsigned long long)n);
    fflush(stdout);
  }
  return 0;
}

/* 1: right, 0: not there, -1: wrong. */
static int look(struct store *store, uint64_t n) {
  struct store_blob value;
  if (!store_get(store, STORE_SUMMARIES, key_of(n), &value)) return 0;
  uint8_t *bytes = contents(n);
  bool right = value.size == size_of(n) && (!value.size || !memcmp(value.bytes, bytes, value.size));
  free(bytes);
  free(value.bytes);
  return right ? 1 : -1;
}

static int check_values(struct store *store) {
  unsigned long long n;
  unsigned checked = 0;
  for (; scanf("%llu", &n) == 1; checked++) {
    int found = look(store, n);
    if (found == 1) continue;
    complain(store, found ? "is wrong" : "is missing", n);
    return 1;
  }
  printf("%u\n", checked);
  return store_stats(store)->damaged || store_why(store) ? complain(store, "is the last; something was damaged", 0) : 0;
}

static int search_values(struct store *store, uint64_t first, uint64_t count) {
  unsigned there = 0;
  for (uint64_t n = first; n < first + count; n++) {
    int found = look(store, n);
    if (found < 0) return complain(store, "is wrong", n) - 1;
    there += found == 1;
  }
  printf("%u\n", there);
  return 0;
}

static int show_last(struct store *store) {
  struct store_run run;
  if (!store_last_run(store, &run)) return 1;
  printf("%llu %s %s\n", (unsigned long long)run.number, run.verdict, run.line);
  store_run_free(&run);
  return 0;
}

static int settle(const char *path) {
  sqlite3 *db;
  int code = sqlite3_open(path, &db);
  if (code == SQLITE_OK) code = sqlite3_exec(db, "PRAGMA wal_checkpoint(TRUNCATE)", NULL, NULL, NULL);
  sqlite3_close(db);
  return code == SQLITE_OK ? 0 : 2;
}

int main(int argc, char **argv) {
  char why[600];
  if (argc < 3) return 2;
  const char *what = argv[2];
  uint64_t first = argc > 3 ? strtoull(argv[3], NULL, 10) : 0, count = argc > 4 ? strtoull(argv[4], NULL, 10) : 0;
  if (!strcmp(what, "settle")) return settle(argv[1]);
  struct store *store = store_open(argv[1], false, why, sizeof why);
  if (!store) {
    fprintf(stderr, "writer: %s\n", why);
    return 2;
  }
  if (argc > 5) store_set_limit(store, strtoull(argv[5], NULL, 10));
  int code = !strcmp(what, "write")    ? write_values(store, first, count)
             : !strcmp(what, "check")  ? check_values(store)
             : !strcmp(what, "search") ? search_values(store, first, count)
             : !strcmp(what, "last")   ? show_last(store)
                                       : 2;
  store_close(store);
  return code;
}
