/* Names, copies and the index. A kept test names the program that it was made for; the index names the one that it is
   kept for. The index is written beside and renamed, so that a reader sees the old one or the new
   one. */
#include "suite/keep.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/path.h"

/* The number in "testNNN.ktest" or "testNNN.kind.ktest"; false: it is no such name. */
static bool number_of(const char *name, uint64_t *number) {
  if (strncmp(name, "test", 4)) return false;
  size_t digits = strspn(name + 4, "0123456789");
  const char *rest = name + 4 + digits;
  if (!digits || digits > 18 || *rest != '.') return false;
  *number = strtoull(name + 4, NULL, 10);
  return true;
}

const char *keep_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

uint64_t keep_highest(const struct suite *suite) {
  uint64_t highest = 0, number;
  for (uint32_t i = 0; i < suite->tests.count; i++)
    if (number_of(keep_name(suite->tests.data[i].path), &number) && number > highest) highest = number;
  return highest;
}

bool keep_is_new(const char *name, uint64_t before) {
  uint64_t number;
  return number_of(name, &number) && number > before;
}

bool keep_copy(const struct suite_test *test, int directory_fd, bool there) {
  const char *name = keep_name(test->path);
  if (there) return utimensat(directory_fd, name, NULL, 0) == 0;
  return ktest_put_file(test->bytes, test->size, directory_fd, name);
}

/* ---- the index ---- */

static json_t *row_value(const struct keep_row *row) {
  json_t *object = json_object();
  char path[META_PATH_DIGITS + 1];
  json_object_set_new(object, "test", json_string(row->name));
  if (row->reason) json_object_set_new(object, "reason", json_string(row->reason));
  if (row->reason || row->fresh) return object;
  meta_path_encode(row->path, path);
  if (row->unseen) json_object_set_new(object, "path", json_null());
  else if (row->path) json_object_set_new(object, "path", json_string(path));
  return object;
}

/* A line each, to be read by people too. NULL: a file name is no UTF-8, for which JSON has no words. */
static json_t *lines_of(const char *text) {
  json_t *lines = json_array();
  for (size_t n; *text; text += n + (text[n] != 0)) {
    n = strcspn(text, "\n");
    if (!json_array_append_new(lines, json_stringn(text, n))) continue;
    json_decref(lines);
    return NULL;
  }
  return lines;
}

static json_t *complete_value(enum keep_complete complete) {
  return complete == KEEP_UNKNOWN ? json_null() : json_boolean(complete == KEEP_COMPLETE);
}

bool keep_has_index(const char *directory) {
  char *path = path_join(directory, KEEP_INDEX);
  bool there = access(path, F_OK) == 0;
  free(path);
  return there;
}

enum keep_complete keep_read_complete(const char *directory) {
  char *path = path_join(directory, KEEP_INDEX);
  json_t *index = json_load_file(path, 0, NULL);
  const json_t *said = json_object_get(index, "complete");
  enum keep_complete complete = json_is_true(said) ? KEEP_COMPLETE : json_is_false(said) ? KEEP_PARTIAL : KEEP_UNKNOWN;
  json_decref(index);
  free(path);
  return complete;
}

static void mark_named(const struct suite *suite, const char *name, bool *marks) {
  for (uint32_t i = 0; name && i < suite->tests.count; i++)
    if (!strcmp(keep_name(suite->tests.data[i].path), name)) marks[i] = true;
}

bool *keep_read_unseen(const char *directory, const struct suite *suite) {
  char *path = path_join(directory, KEEP_INDEX);
  json_t *index = json_load_file(path, 0, NULL), *row;
  bool *unseen = mem_zalloc(suite->tests.count + 1ull);
  size_t i;
  json_array_foreach (json_object_get(index, "kept"), i, row)
    if (json_is_null(json_object_get(row, "path")))
      mark_named(suite, json_string_value(json_object_get(row, "test")), unseen);
  json_decref(index);
  free(path);
  return unseen;
}

bool keep_write_index(const char *directory, const keep_rows *rows, const char *program, enum keep_complete complete) {
  json_t *all = json_object(), *kept = json_array(), *fresh = json_array(), *retired = json_array();
  for (uint32_t i = 0; i < rows->count; i++) {
    const struct keep_row *row = &rows->data[i];
    json_array_append_new(row->reason ? retired : row->fresh ? fresh : kept, row_value(row));
  }
  if (program) json_object_set_new(all, "program", lines_of(program)); /* left out if there is none */
  json_object_set_new(all, "complete", complete_value(complete));
  json_object_set_new(all, "kept", kept);
  json_object_set_new(all, "new", fresh);
  json_object_set_new(all, "retired", retired);
  char *path = path_join(directory, KEEP_INDEX), *beside = path_join(directory, KEEP_INDEX ".new");
  bool good = json_dump_file(all, beside, JSON_INDENT(1)) == 0 && rename(beside, path) == 0;
  int error = errno;
  json_decref(all);
  free(path);
  free(beside);
  errno = error;
  return good;
}

static const json_t *find_row(const json_t *index, const char *name) {
  size_t i;
  const json_t *row;
  json_array_foreach (json_object_get(index, "kept"), i, row) {
    const char *other = json_string_value(json_object_get(row, "test"));
    if (other && !strcmp(other, name)) return row;
  }
  return NULL;
}

static bool read_program(const json_t *lines, struct meta_program *program) {
  VEC(char) text = {0};
  size_t i;
  const json_t *line;
  json_array_foreach (lines, i, line) {
    for (const char *c = json_string_value(line); c && *c; c++) vec_push(&text, *c);
    vec_push(&text, '\n');
  }
  bool good = text.count && meta_program_read(text.data, text.count, program);
  vec_free(&text);
  return good;
}

bool keep_find_note(const char *test_path, struct keep_note *note) {
  const char *name = keep_name(test_path);
  size_t length = (size_t)(name - test_path);
  char *path = mem_alloc(length + sizeof KEEP_INDEX);
  memcpy(path, test_path, length);
  strcpy(path + length, KEEP_INDEX);
  json_t *index = json_load_file(path, 0, NULL);
  const json_t *row = find_row(index, name), *digits = json_object_get(row, "path");
  *note = (struct keep_note){0};
  bool good = row && read_program(json_object_get(index, "program"), &note->program);
  if (good && json_is_string(digits))
    note->has_path = meta_path_read(json_string_value(digits), json_string_length(digits), &note->path);
  json_decref(index);
  free(path);
  return good;
}

void keep_note_free(struct keep_note *note) { meta_program_free(&note->program); }

void keep_forget(const char *directory) {
  char *path = path_join(directory, KEEP_INDEX);
  json_t *all = json_load_file(path, 0, NULL), *row;
  size_t i;
  json_array_foreach (json_object_get(all, "kept"), i, row) {
    const char *name = json_string_value(json_object_get(row, "test"));
    uint64_t number;
    if (!name || strchr(name, '/') || number_of(name, &number)) continue;
    char *file = path_join(directory, name);
    unlink(file);
    free(file);
  }
  unlink(path);
  json_decref(all);
  free(path);
}
