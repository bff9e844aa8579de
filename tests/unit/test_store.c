/* The store: what is put in comes out again or not at all, whatever happens to the file; the least used gives way; runs
   in order; every way to be no store has its message. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store/store.h"
#include "util/map.h"
#include "util/mem.h"
#include "../scratch.h"

static char directory[SCRATCH_BYTES], path[SCRATCH_BYTES + 32];

static int make_directory(void **state) {
  (void)state;
  if (!mkdtemp(scratch_name(directory, "heddle-store-XXXXXX"))) return 1;
  snprintf(path, sizeof path, "%s/.heddle/store.db", directory);
  return 0;
}

static int remove_directory(void **state) {
  (void)state;
  char command[SCRATCH_BYTES + 16];
  snprintf(command, sizeof command, "rm -rf '%s'", directory);
  return system(command);
}

static struct store *open_good(bool rebuild) {
  char why[600];
  struct store *s = store_open(path, rebuild, why, sizeof why);
  if (!s) fail_msg("%s", why);
  return s;
}

static void refuses(const char *expected) {
  char why[600];
  struct store *s = store_open(path, false, why, sizeof why);
  assert_null(s);
  if (!strstr(why, expected)) fail_msg("'%s' does not say '%s'", why, expected);
  if (!strstr(why, path)) fail_msg("'%s' does not name the file", why);
  assert_null(strchr(why, '\n'));
}

static struct store_key key(uint64_t n) { return (struct store_key){hash_mix(n + 1), n}; }

/* Contents that follow from the key, so that any reader can tell right from wrong. */
static uint8_t *contents(uint64_t n, size_t size) {
  uint8_t *bytes = mem_alloc(size + 1);
  for (size_t i = 0; i < size; i++) bytes[i] = (uint8_t)hash_mix(n * 1000003 + i / 64 + i);
  return bytes;
}

static bool put(struct store *s, uint64_t n, size_t size) {
  uint8_t *bytes = contents(n, size);
  bool good = store_put(s, STORE_SUMMARIES, key(n), bytes, size);
  free(bytes);
  return good;
}

/* Is it there? If so it must be right. */
static bool get(struct store *s, uint64_t n, size_t size) {
  struct store_blob value;
  if (!store_get(s, STORE_SUMMARIES, key(n), &value)) return false;
  uint8_t *bytes = contents(n, size);
  assert_int_equal(value.size, size);
  if (size) assert_memory_equal(value.bytes, bytes, size);
  free(bytes);
  free(value.bytes);
  return true;
}

/* ---- values ---- */

static void values_come_back(void **state) {
  (void)state;
  static const size_t sizes[] = {0, 1, 100, 4096, 70000, 3000000};
  struct store *s = open_good(false);
  assert_false(get(s, 1, 0));
  for (uint64_t i = 0; i < 6; i++) assert_true(put(s, i, sizes[i]));
  for (uint64_t i = 0; i < 6; i++) assert_true(get(s, i, sizes[i]));
  store_close(s);
  s = open_good(false);
  for (uint64_t i = 0; i < 6; i++) assert_true(get(s, i, sizes[i]));
  assert_false(get(s, 6, 0));
  assert_int_equal(store_stats(s)->hits, 6);
  assert_int_equal(store_stats(s)->misses, 1);
  assert_null(store_why(s));
  store_close(s);
}

/* Compiled programs take a quarter of the room at most, whatever else is there. */
static void programs_have_a_share(void **state) {
  (void)state;
  struct store *s = open_good(false);
  struct store_blob value;
  char image[251] = {0};
  store_set_limit(s, 1000);
  for (uint64_t i = 0; i < 5; i++) assert_true(put(s, i, 100));
  for (uint64_t i = 0; i < 4; i++) assert_true(store_put(s, STORE_IR, (struct store_key){i, 0}, image, 100));
  assert_int_equal(store_stats(s)->evicted, 2);
  for (uint64_t i = 0; i < 4; i++) {
    assert_int_equal(store_get(s, STORE_IR, (struct store_key){i, 0}, &value), i >= 2);
    free(value.bytes);
  }
  for (uint64_t i = 0; i < 5; i++) assert_true(get(s, i, 100));
  assert_false(store_put(s, STORE_IR, (struct store_key){9, 0}, image, 251));
  assert_true(store_put(s, STORE_IR, (struct store_key){9, 0}, image, 250));
  store_close(s);
}

static void kinds_and_keys_are_apart(void **state) {
  (void)state;
  struct store *s = open_good(false);
  struct store_blob value;
  struct store_key a = {1, 2}, b = {2, 1};
  assert_true(store_put(s, STORE_RESULT, a, "result", 6));
  assert_true(store_put(s, STORE_SUMMARIES, a, "summary", 7));
  assert_false(store_get(s, STORE_SUITE, a, &value));
  assert_false(store_get(s, STORE_RESULT, b, &value));
  assert_true(store_get(s, STORE_RESULT, a, &value));
  assert_memory_equal(value.bytes, "result", 6);
  free(value.bytes);
  assert_true(store_put(s, STORE_RESULT, a, "other", 5));
  assert_true(store_get(s, STORE_RESULT, a, &value));
  assert_int_equal(value.size, 5);
  assert_memory_equal(value.bytes, "other", 5);
  free(value.bytes);
  assert_string_equal(store_kind_text(STORE_SUITE), "suite");
  store_close(s);
}

static void least_used_goes(void **state) {
  (void)state;
  struct store *s = open_good(false);
  store_set_limit(s, 1000);
  for (uint64_t i = 0; i < 10; i++) assert_true(put(s, i, 100));
  assert_true(get(s, 0, 100)); /* used again: 1 is the oldest now */
  assert_true(put(s, 10, 150));
  assert_true(get(s, 0, 100));
  assert_false(get(s, 1, 100));
  assert_false(get(s, 2, 100));
  for (uint64_t i = 3; i < 10; i++) assert_true(get(s, i, 100));
  assert_int_equal(store_stats(s)->evicted, 2);
  assert_true(put(s, 10, 200)); /* replacing needs room for the difference only */
  assert_int_equal(store_stats(s)->evicted, 2);
  assert_false(put(s, 11, 1001));
  assert_non_null(strstr(store_why(s), "more than the store"));
  assert_true(get(s, 10, 200));
  assert_true(put(s, 12, 1000)); /* all others go */
  assert_false(get(s, 10, 200));
  assert_true(get(s, 12, 1000));
  store_close(s);
}

static void use_is_remembered(void **state) {
  (void)state;
  struct store *s = open_good(false);
  for (uint64_t i = 0; i < 3; i++) assert_true(put(s, i, 100));
  store_close(s);
  s = open_good(false);
  assert_true(get(s, 0, 100));
  store_close(s);
  s = open_good(false);
  store_set_limit(s, 300);
  assert_true(put(s, 3, 100));
  assert_true(get(s, 0, 100));
  assert_false(get(s, 1, 100));
  store_close(s);
}

/* ---- runs ---- */

static void runs_in_order(void **state) {
  (void)state;
  struct store *s = open_good(false);
  struct store_run run,
      in = {.command = "run", .line = "heddle run a.c", .program = {7, 8}, .verdict = "safe", .report = "{\"a\":1}"};
  assert_false(store_last_run(s, &run));
  uint64_t first = store_add_run(s, &in);
  assert_true(first);
  in = (struct store_run){.when = 1234,
                          .command = "check",
                          .line = "heddle check a.c b.c",
                          .old_program = {7, 8},
                          .program = {9, UINT64_MAX},
                          .verdict = "unsafe",
                          .report = "{}"};
  uint64_t second = store_add_run(s, &in);
  assert_true(second > first);
  store_close(s);
  s = open_good(false);
  assert_true(store_last_run(s, &run));
  assert_int_equal(run.number, second);
  assert_int_equal(run.when, 1234);
  assert_string_equal(run.command, "check");
  assert_string_equal(run.line, "heddle check a.c b.c");
  assert_int_equal(run.old_program.low, 7);
  assert_true(run.program.high == UINT64_MAX);
  assert_string_equal(run.verdict, "unsafe");
  assert_string_equal(run.report, "{}");
  store_run_free(&run);
  assert_true(store_find_run(s, first, &run));
  assert_string_equal(run.report, "{\"a\":1}");
  assert_true(run.when > 1600000000);
  store_run_free(&run);
  assert_false(store_find_run(s, second + 1, &run));
  store_close(s);
}

static void old_runs_go(void **state) {
  (void)state;
  struct store *s = open_good(false);
  struct store_run run, in = {.command = "run", .line = "", .verdict = "safe", .report = "0123456789"};
  store_set_limit(s, 8 * 35); /* room for three reports */
  uint64_t number = 0;
  for (unsigned i = 0; i < 8; i++) number = store_add_run(s, &in);
  assert_true(store_find_run(s, number - 2, &run));
  store_run_free(&run);
  assert_false(store_find_run(s, number - 3, &run));
  in.report = "this report alone is larger than all the room there is for them";
  number = store_add_run(s, &in);
  assert_true(store_last_run(s, &run));
  assert_int_equal(run.number, number);
  store_run_free(&run);
  store_close(s);
}

/* ---- damage ---- */

static void run_sql(const char *sql) {
  sqlite3 *db;
  assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
  assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
  sqlite3_close(db);
}

static void wrong_value_is_dropped(void **state) {
  (void)state;
  struct store *s = open_good(false);
  for (uint64_t i = 0; i < 3; i++) assert_true(put(s, i, 100));
  struct store_run run, in = {.command = "run", .line = "", .verdict = "safe", .report = "{\"verdict\":\"safe\"}"};
  uint64_t first = store_add_run(s, &in), second = store_add_run(s, &in);
  store_close(s);
  run_sql("UPDATE value SET bytes = zeroblob(100) WHERE id = 1;"
          "UPDATE value SET hash_high = hash_high + 1 WHERE id = 2;"
          "UPDATE run SET report = '{\"verdict\":\"unsafe\"}' WHERE id = 2");
  s = open_good(false);
  assert_false(get(s, 0, 100));
  assert_int_equal(store_stats(s)->damaged, 1);
  assert_non_null(strstr(store_why(s), "damaged value"));
  assert_false(get(s, 1, 100));
  assert_true(get(s, 2, 100));
  assert_int_equal(store_stats(s)->damaged, 2);
  assert_true(store_last_run(s, &run));
  assert_int_equal(run.number, first);
  store_run_free(&run);
  assert_false(store_find_run(s, second, &run));
  assert_false(get(s, 0, 100));
  assert_int_equal(store_stats(s)->damaged, 3); /* the run; the value is gone */
  assert_true(put(s, 0, 100));
  assert_true(get(s, 0, 100));
  store_close(s);
}

static void value_of_another_key_is_dropped(void **state) {
  (void)state;
  struct store *s = open_good(false);
  for (uint64_t i = 0; i < 2; i++) assert_true(put(s, i, 100));
  store_close(s);
  run_sql("UPDATE value SET bytes = (SELECT bytes FROM value WHERE id = 2), hash_low = (SELECT hash_low FROM value "
          "WHERE id = 2),"
          " hash_high = (SELECT hash_high FROM value WHERE id = 2) WHERE id = 1");
  s = open_good(false);
  assert_false(get(s, 0, 100));
  assert_true(get(s, 1, 100));
  store_close(s);
}

/* The log goes into the file and away, so that damage of the file is not hidden by it. */
static void write_back(void) { run_sql("PRAGMA wal_checkpoint(TRUNCATE)"); }

static size_t size_of(uint64_t n) { return (size_t)(50 * n * n % 9000); }

struct image {
  uint8_t *bytes;
  size_t size;
};

static struct image read_image(const char *end) {
  char name[400];
  struct stat info;
  snprintf(name, sizeof name, "%s%s", path, end);
  int fd = open(name, O_RDONLY);
  assert_true(fd >= 0);
  assert_int_equal(fstat(fd, &info), 0);
  struct image image = {mem_alloc((size_t)info.st_size + 1), (size_t)info.st_size};
  assert_int_equal(read(fd, image.bytes, image.size), info.st_size);
  close(fd);
  return image;
}

static void write_image(const char *end, const struct image *image, size_t size) {
  char name[400];
  snprintf(name, sizeof name, "%s%s", path, end);
  int fd = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0666);
  assert_true(fd >= 0);
  assert_int_equal(write(fd, image->bytes, size), (ssize_t)size);
  close(fd);
}

static void remove_log(void) {
  char name[400];
  snprintf(name, sizeof name, "%s-wal", path);
  unlink(name);
  snprintf(name, sizeof name, "%s-shm", path);
  unlink(name);
}

/* Changes some bytes of the image at a place that follows from the number of the round. */
static void spoil(struct image *image, uint64_t round) {
  size_t size = round % 3 == 0 ? 1 : round % 3 == 1 ? 8 : 64, at = hash_mix(round) % (image->size - size);
  for (size_t i = 0; i < size; i++) image->bytes[at + i] ^= (uint8_t)(hash_mix(round * 77 + i) | 1);
}

struct outcome {
  unsigned refused, missing, messages;
};

/* Whatever comes out must be right: get() sees to that. */
static void look_through(struct outcome *o) {
  char why[600];
  struct store *s = store_open(path, false, why, sizeof why);
  o->refused += !s;
  if (!s) return;
  for (uint64_t i = 0; i < 40; i++) o->missing += !get(s, i, size_of(i));
  if (put(s, 99, 100)) assert_true(get(s, 99, 100) || store_why(s));
  o->messages += store_why(s) != NULL;
  store_close(s);
}

static void damage_anywhere(void **state) {
  (void)state;
  struct outcome o = {0};
  struct store *s = open_good(false);
  for (uint64_t i = 0; i < 40; i++) assert_true(put(s, i, size_of(i)));
  store_close(s);
  write_back();
  for (uint64_t round = 0; round < 300; round++) {
    struct image image = read_image(""), good = {memcpy(mem_alloc(image.size), image.bytes, image.size), image.size};
    spoil(&image, round);
    write_image("", &image, image.size);
    look_through(&o);
    remove_log();
    write_image("", &good, good.size);
    free(image.bytes);
    free(good.bytes);
  }
  print_message("of 300 damaged files %u were refused, %u noticed later; %u values were missing\n", o.refused,
                o.messages, o.missing);
  assert_true(o.refused + o.messages > 100); /* the test would see nothing otherwise */
  assert_true(o.missing > 100);
  struct outcome undamaged = {0};
  look_through(&undamaged);
  assert_int_equal(undamaged.refused + undamaged.missing + undamaged.messages, 0);
}

/* Closed, one file is the whole store: a copy of it lacks nothing. */
static void one_file(void **state) {
  (void)state;
  char log[400];
  struct store *s = open_good(false);
  for (uint64_t i = 0; i < 40; i++) assert_true(put(s, i, size_of(i)));
  store_close(s);
  snprintf(log, sizeof log, "%s-wal", path);
  assert_int_equal(access(log, F_OK), -1);
  struct image file = read_image("");
  remove_log();
  unlink(path);
  write_image("", &file, file.size);
  s = open_good(false);
  for (uint64_t i = 0; i < 40; i++) assert_true(get(s, i, size_of(i)));
  store_close(s);
  free(file.bytes);
}

/* A damaged or shortened log loses the newest changes and nothing else. */
static void damaged_log(void **state) {
  (void)state;
  struct outcome o = {0};
  struct store *s = open_good(false);
  for (uint64_t i = 0; i < 40; i++) assert_true(put(s, i, size_of(i)));
  struct image file = read_image(""), log = read_image("-wal"); /* as a process that is killed leaves them */
  store_close(s);
  assert_true(log.size > 10000);
  for (uint64_t round = 0; round < 150; round++) {
    struct image bad = {memcpy(mem_alloc(log.size), log.bytes, log.size), log.size};
    if (round % 2) spoil(&bad, round);
    remove_log();
    write_image("", &file, file.size);
    write_image("-wal", &bad, round % 2 ? bad.size : hash_mix(round) % bad.size);
    look_through(&o);
    free(bad.bytes);
  }
  free(file.bytes);
  free(log.bytes);
  print_message("of 150 damaged logs %u were refused, %u noticed; %u values were missing\n", o.refused, o.messages,
                o.missing);
  assert_true(o.missing > 100);
}

/* The file without its log, the log without its file, both from a process that was killed. */
static void parts_alone(void **state) {
  (void)state;
  char why[600];
  struct store *s = open_good(false);
  for (uint64_t i = 0; i < 20; i++) assert_true(put(s, i, 6000));
  struct image file = read_image(""), log = read_image("-wal");
  store_close(s);
  assert_true(file.size > 0 && log.size > 0);
  remove_log();
  if ((s = store_open(path, false, why, sizeof why)))
    for (uint64_t i = 0; i < 20; i++) get(s, i, 6000);
  store_close(s);
  remove_log();
  unlink(path);
  write_image("-wal", &log, log.size);
  s = open_good(false);
  for (uint64_t i = 0; i < 20; i++) assert_false(get(s, i, 6000));
  assert_true(put(s, 1, 100));
  assert_true(get(s, 1, 100));
  assert_null(store_why(s));
  store_close(s);
  free(file.bytes);
  free(log.bytes);
}

static void cut_short(void **state) {
  (void)state;
  char why[600];
  struct store *s = open_good(false);
  for (uint64_t i = 0; i < 20; i++) assert_true(put(s, i, 6000));
  store_close(s);
  write_back();
  struct image file = read_image("");
  write_image("", &file, file.size / 2);
  free(file.bytes);
  s = store_open(path, false, why, sizeof why);
  unsigned found = 0;
  for (uint64_t i = 0; s && i < 20; i++) found += get(s, i, 6000);
  const char *message = s ? store_why(s) : why;
  assert_non_null(message);
  assert_non_null(strstr(message, "--rebuild-store"));
  assert_true(found < 20);
  store_close(s);
  s = open_good(true);
  assert_true(put(s, 1, 100));
  assert_true(get(s, 1, 100));
  store_close(s);
}

/* ---- what is no store ---- */

static void write_file(const char *text) {
  char sub[400];
  snprintf(sub, sizeof sub, "%s/.heddle", directory);
  mkdir(sub, 0777);
  FILE *out = fopen(path, "w");
  assert_non_null(out);
  fputs(text, out);
  fclose(out);
}

static void foreign_files(void **state) {
  (void)state;
  char aside[400], text[64] = {0}, why[600];
  write_file(
      "a letter to somebody, longer than the head of a database, so that nobody takes it for an empty file. Goodbye "
      "now.");
  refuses("is no store of heddle");
  struct store *s = store_open(path, true, why, sizeof why);
  assert_non_null(s);
  assert_non_null(strstr(why, ".old1"));
  assert_true(put(s, 1, 10));
  store_close(s);
  snprintf(aside, sizeof aside, "%s.old1", path);
  FILE *in = fopen(aside, "r");
  assert_non_null(in);
  assert_non_null(fgets(text, sizeof text, in));
  fclose(in);
  assert_int_equal(strncmp(text, "a letter", 8), 0);
  unlink(path);
  run_sql("CREATE TABLE photos(a); PRAGMA application_id = 5");
  refuses("database of some other program");
  unlink(path);
  assert_int_equal(mkdir(path, 0777), 0);
  refuses("is no file");
}

static void other_versions(void **state) {
  (void)state;
  store_close(open_good(false));
  run_sql("PRAGMA user_version = 2");
  refuses("a newer version of heddle");
  char why[600];
  struct store *s = store_open(path, true, why, sizeof why);
  assert_non_null(s);
  assert_non_null(strstr(why, "was removed"));
  store_close(s);
  store_close(open_good(false));
}

static void rebuild_waits_for_others(void **state) {
  (void)state;
  char why[600];
  struct store *s = open_good(false);
  assert_true(put(s, 1, 10));
  assert_null(store_open(path, true, why, sizeof why));
  assert_non_null(strstr(why, "in use by another process"));
  assert_true(get(s, 1, 10));
  store_close(s);
}

static void missing_parents(void **state) {
  (void)state;
  snprintf(path, sizeof path, "%s/a/b/store.db", directory);
  char why[600];
  assert_null(store_open(path, false, why, sizeof why));
  assert_non_null(strstr(why, "cannot create the directory"));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, make_directory, remove_directory)

int main(void) {
  const struct CMUnitTest values[] = {TEST(values_come_back),  TEST(kinds_and_keys_are_apart),
                                      TEST(least_used_goes),   TEST(programs_have_a_share),
                                      TEST(use_is_remembered), TEST(runs_in_order),
                                      TEST(old_runs_go)};
  const struct CMUnitTest damage[] = {TEST(wrong_value_is_dropped),
                                      TEST(value_of_another_key_is_dropped),
                                      TEST(damage_anywhere),
                                      TEST(one_file),
                                      TEST(damaged_log),
                                      TEST(parts_alone),
                                      TEST(cut_short),
                                      TEST(foreign_files),
                                      TEST(other_versions),
                                      TEST(rebuild_waits_for_others),
                                      TEST(missing_parents)};
  int failed = cmocka_run_group_tests_name("values", values, NULL, NULL);
  return failed + cmocka_run_group_tests_name("damage", damage, NULL, NULL);
}
