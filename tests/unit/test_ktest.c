/* Tests of the .ktest reader and writer, and of what tests say about themselves. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "suite/keep.h"
#include "suite/ktest.h"
#include "suite/meta.h"
#include "../scratch.h"

/* What KLEE 3 writes for `prog -x` with one object: arguments, symbolic argument counts, object. */
static const uint8_t golden[] = "KTEST\0\0\0\3"
                                "\0\0\0\2\0\0\0\4prog\0\0\0\2-x"
                                "\0\0\0\0\0\0\0\0"
                                "\0\0\0\1\0\0\0\1n\0\0\0\4\5\0\0\0";
enum { GOLDEN_BYTES = sizeof golden - 1 };

static void compose(struct ktest_writer *w) {
  static const char *const arguments[] = {"prog", "-x"};
  ktest_begin(w, arguments, 2);
  ktest_add(w, "n", "\5\0\0\0", 4);
}

static void writes_what_klee_writes(void **state) {
  (void)state;
  char directory[SCRATCH_BYTES];
  assert_non_null(mkdtemp(scratch_name(directory, "heddle-ktest-XXXXXX")));
  int fd = open(directory, O_RDONLY | O_DIRECTORY);
  struct ktest_writer w = {0};
  for (int i = 0; i < 2; i++) { /* the second one reuses the buffer and replaces the file */
    compose(&w);
    assert_true(ktest_write(&w, fd, "a.ktest"));
  }
  char path[SCRATCH_BYTES + 16];
  snprintf(path, sizeof path, "%s/a.ktest", directory);
  uint8_t bytes[GOLDEN_BYTES + 1];
  FILE *in = fopen(path, "rb");
  assert_int_equal(fread(bytes, 1, sizeof bytes, in), GOLDEN_BYTES);
  fclose(in);
  assert_memory_equal(bytes, golden, GOLDEN_BYTES);
  struct ktest test;
  const char *why;
  assert_true(ktest_read(path, &test, &why));
  assert_int_equal(test.nobjects, 1);
  ktest_free(&test);
  unlink(path);
  rmdir(directory);
  close(fd);
  ktest_writer_free(&w);
}

/* A longer old file is cut; another name of it keeps its contents. */
static void writes_over_old_files(void **state) {
  (void)state;
  char directory[SCRATCH_BYTES], path[SCRATCH_BYTES + 16], other[SCRATCH_BYTES + 16];
  assert_non_null(mkdtemp(scratch_name(directory, "heddle-ktest-XXXXXX")));
  snprintf(path, sizeof path, "%s/a", directory);
  snprintf(other, sizeof other, "%s/b", directory);
  struct ktest_writer w = {0};
  compose(&w);
  for (int linked = 0; linked < 2; linked++) {
    FILE *out = fopen(path, "w");
    for (int i = 0; i < 1000; i++) fputc('x', out);
    fclose(out);
    if (linked) assert_int_equal(link(path, other), 0);
    assert_true(ktest_write(&w, AT_FDCWD, path));
    struct stat st;
    assert_int_equal(stat(path, &st), 0);
    assert_int_equal(st.st_size, GOLDEN_BYTES);
    if (linked) assert_int_equal(stat(other, &st), 0);
    if (linked) assert_int_equal(st.st_size, 1000);
  }
  unlink(path);
  unlink(other);
  rmdir(directory);
  ktest_writer_free(&w);
}

static void write_errors_are_told(void **state) {
  (void)state;
  struct ktest_writer w = {0};
  compose(&w);
  assert_false(ktest_write(&w, AT_FDCWD, "/nonexistent/directory/a.ktest"));
  assert_int_equal(errno, ENOENT);
  if (access("/dev/full", W_OK) == 0) {
    char directory[SCRATCH_BYTES], link[SCRATCH_BYTES + 16];
    assert_non_null(mkdtemp(scratch_name(directory, "heddle-ktest-XXXXXX")));
    snprintf(link, sizeof link, "%s/full", directory);
    assert_int_equal(symlink("/dev/full", link), 0);
    assert_false(ktest_write(&w, AT_FDCWD, link));
    assert_int_equal(errno, ENOSPC);
    assert_int_not_equal(access(link, F_OK), 0); /* no half test is left */
    rmdir(directory);
  }
  ktest_writer_free(&w);
}

static void reads_fields(void **state) {
  (void)state;
  struct ktest test;
  const char *why = NULL;
  assert_true(ktest_parse(golden, GOLDEN_BYTES, &test, &why));
  assert_int_equal(test.narguments, 2);
  assert_string_equal(test.arguments[0], "prog");
  assert_string_equal(test.arguments[1], "-x");
  assert_int_equal(test.sym_argvs, 0);
  const struct ktest_object *n = ktest_find(&test, "n");
  assert_non_null(n);
  assert_int_equal(n->size, 4);
  assert_memory_equal(n->bytes, "\5\0\0\0", 4);
  assert_null(ktest_find(&test, "m"));
  ktest_free(&test);
  assert_int_equal(test.nobjects, 0);
}

static void reads_old_versions(void **state) {
  (void)state;
  static const uint8_t version1[] = "BOUT\n\0\0\0\1\0\0\0\1\0\0\0\1p\0\0\0\1\0\0\0\1c\0\0\0\1A";
  static const uint8_t version2[] = "BOUT\n\0\0\0\2\0\0\0\0\0\0\0\3\0\0\0\7\0\0\0\0";
  struct ktest test;
  const char *why = NULL;
  assert_true(ktest_parse(version1, sizeof version1 - 1, &test, &why));
  assert_int_equal(test.objects[0].bytes[0], 'A');
  ktest_free(&test);
  assert_true(ktest_parse(version2, sizeof version2 - 1, &test, &why));
  assert_int_equal(test.sym_argvs, 3);
  assert_int_equal(test.sym_argv_len, 7);
  ktest_free(&test);
}

/* Exact-size copies, so that a read beyond the end is seen by the sanitizer. */
static void rejects(const uint8_t *bytes, size_t count) {
  uint8_t *copy = malloc(count ? count : 1);
  memcpy(copy, bytes, count);
  struct ktest test;
  const char *why = NULL;
  assert_false(ktest_parse(copy, count, &test, &why));
  assert_non_null(why);
  assert_null(test.objects);
  assert_null(test.arguments);
  free(copy);
}

static void rejects_every_truncation(void **state) {
  (void)state;
  for (size_t count = 0; count < GOLDEN_BYTES; count++) rejects(golden, count);
}

static void rejects_wrong_files(void **state) {
  (void)state;
  uint8_t bytes[GOLDEN_BYTES + 1];
  memcpy(bytes, golden, GOLDEN_BYTES + 1); /* the closing zero is one byte too many */
  rejects(bytes, GOLDEN_BYTES + 1);
  bytes[0] = 'X';
  rejects(bytes, GOLDEN_BYTES);
  bytes[0] = 'K';
  bytes[8] = 4; /* version */
  rejects(bytes, GOLDEN_BYTES);
  bytes[8] = 0;
  rejects(bytes, GOLDEN_BYTES);
  bytes[8] = 3;
  memset(bytes + 9, 0xff, 4); /* number of arguments */
  rejects(bytes, GOLDEN_BYTES);
  memcpy(bytes, golden, GOLDEN_BYTES);
  bytes[17] = 0; /* inside "prog" */
  rejects(bytes, GOLDEN_BYTES);
}

/* Every single byte set to several values: accepted or not, it must stay within bounds and leak nothing. */
static void survives_every_changed_byte(void **state) {
  (void)state;
  static const uint8_t values[] = {0, 1, 0x7f, 0x80, 0xff};
  uint32_t accepted = 0;
  for (size_t at = 0; at < GOLDEN_BYTES; at++)
    for (size_t v = 0; v < sizeof values; v++) {
      uint8_t *copy = malloc(GOLDEN_BYTES);
      memcpy(copy, golden, GOLDEN_BYTES);
      copy[at] = values[v];
      struct ktest test;
      const char *why;
      if (ktest_parse(copy, GOLDEN_BYTES, &test, &why)) {
        accepted++;
        ktest_free(&test);
      }
      free(copy);
    }
  assert_true(accepted > 0 && accepted < GOLDEN_BYTES * sizeof values);
}

static void missing_file_is_told(void **state) {
  (void)state;
  struct ktest test;
  const char *why = NULL;
  assert_false(ktest_read("/nonexistent.ktest", &test, &why));
  assert_string_equal(why, strerror(ENOENT));
  assert_false(ktest_read("/", &test, &why));
  assert_string_equal(why, strerror(EISDIR));
}

/* A test with one object, made and read back. */
static void with_object(struct ktest *test, const char *name, const char *text) {
  struct ktest_writer w = {0};
  const char *why;
  ktest_begin(&w, NULL, 0);
  ktest_add(&w, name, text, (uint32_t)strlen(text));
  w.buffer[w.count_at + 3] = 1;
  assert_true(ktest_parse(w.buffer, w.used, test, &why));
  ktest_writer_free(&w);
}

static void program_comes_back(void **state) {
  (void)state;
  struct meta_program program = {.directory = "/a b"}, back;
  vec_push(&program.inputs, "odd\nna\\me.c");
  vec_push(&program.inputs, "b.c");
  vec_push(&program.cflags, "-DX=\"a b\"");
  vec_push(&program.options, "--sym-args=0,2,3");
  char *text = meta_program_encode(&program);
  struct ktest test;
  with_object(&test, META_PROGRAM, text);
  assert_true(meta_program_decode(&test, &back));
  assert_string_equal(back.directory, "/a b");
  assert_int_equal(back.inputs.count, 2);
  assert_string_equal(back.inputs.data[0], "odd\nna\\me.c");
  assert_string_equal(back.inputs.data[1], "b.c");
  assert_int_equal(back.cflags.count, 1);
  assert_string_equal(back.cflags.data[0], "-DX=\"a b\"");
  assert_string_equal(back.options.data[0], "--sym-args=0,2,3");
  meta_program_free(&back);
  meta_program_free(&program);
  ktest_free(&test);
  free(text);
}

static void odd_programs_are_rejected(void **state) {
  (void)state;
  static const char *const texts[] = {"", "\n", "cflag -O2\n", "input", "\\"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    struct ktest test;
    struct meta_program program;
    with_object(&test, META_PROGRAM, texts[i]);
    assert_false(meta_program_decode(&test, &program));
    ktest_free(&test);
  }
}

static void verdict_comes_back(void **state) {
  (void)state;
  struct meta_verdict verdict = {.kind = "assert", .file = "a:b.c", .line = 12, .message = "x < 4\nsecond line"}, back;
  char *text = meta_verdict_encode(&verdict);
  struct ktest test;
  with_object(&test, META_VERDICT, text);
  assert_true(meta_verdict_decode(&test, &back));
  assert_string_equal(back.kind, "assert");
  assert_string_equal(back.file, "a:b.c");
  assert_int_equal(back.line, 12);
  assert_string_equal(back.message, "x < 4\nsecond line");
  meta_verdict_free(&back);
  ktest_free(&test);
  free(text);
  with_object(&test, META_VERDICT, META_VERDICT_OK);
  assert_true(meta_verdict_decode(&test, &back));
  assert_null(back.kind);
  meta_verdict_free(&back);
  ktest_free(&test);
  with_object(&test, META_VERDICT, "assert\nno place\n");
  assert_false(meta_verdict_decode(&test, &back));
  ktest_free(&test);
}

static void path_comes_back(void **state) {
  (void)state;
  char text[META_PATH_DIGITS + 1];
  uint64_t path;
  struct ktest test;
  meta_path_encode(0x0123456789abcdefu, text);
  assert_string_equal(text, "0123456789abcdef");
  with_object(&test, META_PATH, text);
  assert_true(meta_path_decode(&test, &path));
  assert_true(path == 0x0123456789abcdefu);
  assert_false(meta_is_input(&test.objects[0]));
  ktest_free(&test);
  with_object(&test, META_PATH, "0123456789abcdeG");
  assert_false(meta_path_decode(&test, &path));
  ktest_free(&test);
  with_object(&test, "x", "1");
  assert_false(meta_path_decode(&test, &path));
  assert_true(meta_is_input(&test.objects[0]));
  ktest_free(&test);
}

/* ---- the index of a suite ---- */

static void put_index(const char *directory, const char *program) {
  keep_rows rows = {0};
  struct keep_row kept = {.name = "test000001.ktest", .path = 0x1234},
                  gone = {.name = "test000002.ktest", .reason = "gone"},
                  fresh = {.name = "test000003.ktest", .fresh = true};
  vec_push(&rows, kept);
  vec_push(&rows, gone);
  vec_push(&rows, fresh);
  assert_true(keep_write_index(directory, &rows, program, KEEP_PARTIAL));
  assert_int_equal(keep_read_complete(directory), KEEP_PARTIAL);
  vec_free(&rows);
}

static bool has_note(const char *directory, const char *name, struct keep_note *note) {
  char path[SCRATCH_BYTES + 40];
  snprintf(path, sizeof path, "%s/%s", directory, name);
  return keep_find_note(path, note);
}

static void index_names_the_program(void **state) {
  (void)state;
  char directory[SCRATCH_BYTES], index[SCRATCH_BYTES + 40];
  struct keep_note note;
  assert_non_null(mkdtemp(scratch_name(directory, "keep-XXXXXX")));
  snprintf(index, sizeof index, "%s/" KEEP_INDEX, directory);
  assert_false(has_note(directory, "test000001.ktest", &note));
  put_index(directory, "directory /home\ninput new\\\\one.c\ncflag -DX\n");
  assert_false(has_note(directory, "test000002.ktest", &note));
  assert_false(has_note(directory, "test000003.ktest", &note));
  assert_true(has_note(directory, "test000001.ktest", &note));
  assert_string_equal(note.program.directory, "/home");
  assert_int_equal(note.program.inputs.count, 1);
  assert_string_equal(note.program.inputs.data[0], "new\\one.c");
  assert_string_equal(note.program.cflags.data[0], "-DX");
  assert_true(note.has_path && note.path == 0x1234);
  keep_note_free(&note);
  put_index(directory, "input \xff.c\n"); /* JSON has no words for it */
  assert_false(has_note(directory, "test000001.ktest", &note));
  put_index(directory, NULL);
  assert_false(has_note(directory, "test000001.ktest", &note));
  unlink(index);
  rmdir(directory);
}

static void set_replaces(void **state) {
  (void)state;
  struct ktest test = {0};
  ktest_put(&test, "a", "1", 1);
  ktest_put(&test, "b", "2", 1);
  ktest_set(&test, "a", "34", 2);
  ktest_set(&test, "c", "5", 1);
  assert_int_equal(test.nobjects, 3);
  assert_memory_equal(ktest_find(&test, "a")->bytes, "34", 2);
  assert_memory_equal(ktest_find(&test, "b")->bytes, "2", 1);
  ktest_free(&test);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(writes_what_klee_writes),   cmocka_unit_test(writes_over_old_files),
      cmocka_unit_test(write_errors_are_told),     cmocka_unit_test(reads_fields),
      cmocka_unit_test(reads_old_versions),        cmocka_unit_test(rejects_every_truncation),
      cmocka_unit_test(rejects_wrong_files),       cmocka_unit_test(survives_every_changed_byte),
      cmocka_unit_test(missing_file_is_told),      cmocka_unit_test(program_comes_back),
      cmocka_unit_test(odd_programs_are_rejected), cmocka_unit_test(verdict_comes_back),
      cmocka_unit_test(index_names_the_program),   cmocka_unit_test(set_replaces),
      cmocka_unit_test(path_comes_back),
  };
  return cmocka_run_group_tests_name("ktest", tests, NULL, NULL);
}
