/* From paths in the user's work tree to the same paths in an exported revision: compiler flags and compilation
   databases.

   What git ignores (a build directory with generated headers) belongs to no revision: it stays where the user has
   it. Everything else below the repository's root comes from the revision, also what is not there. */
#define _GNU_SOURCE
#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "front/compile_commands.h"
#include "revision/revision.h"
#include "util/error.h"
#include "util/file.h"
#include "util/path.h"

/* What moves, seen from one directory of the work tree. */
struct move {
  struct revision_repository *repository;
  const char *tree;
  const char *directory; /* where relative paths start: absolute */
};

static bool exists(const char *path) { return access(path, F_OK) == 0; }

char *revision_path(struct revision_repository *r, const char *tree, const char *path) {
  char *plain = path_plain(path);
  const char *below = path_below(r->root, plain);
  char *moved = below ? path_join(tree, below) : mem_strdup(plain);
  if (below && !exists(moved) && exists(plain) && revision_is_ignored(r, plain)) {
    free(moved);
    return plain;
  }
  free(plain);
  return moved;
}

/* A relative path stays relative where it then means the revision's file. */
static char *move_path(void *context, const char *path) {
  const struct move *m = context;
  char *whole = path_join(m->directory, path);
  char *moved = revision_path(m->repository, m->tree, whole);
  free(whole);
  if (path[0] == '/' || !path_below(m->tree, moved)) return moved;
  free(moved);
  return NULL;
}

void revision_flags(struct revision_repository *r, const char *tree, const char *directory, const char *const *flags,
                    uint32_t count, flags_list *out) {
  struct move move = {.repository = r, .tree = tree, .directory = directory};
  flags_move(flags, count, move_path, &move, out);
}

/* ---- compilation databases ---- */

bool revision_make_directory(const char *path) {
  char *text = mem_strdup(path);
  for (char *at = text + 1; (at = strchr(at, '/')); *at++ = '/') {
    *at = '\0';
    mkdir(text, 0700);
  }
  bool good = mkdir(text, 0700) == 0 || errno == EEXIST;
  free(text);
  return good;
}

static json_t *flag_list(const flags_list *flags) {
  json_t *list = json_array();
  json_array_append_new(list, json_string("cc"));
  for (uint32_t i = 0; i < flags->count; i++) json_array_append_new(list, json_string(flags->data[i]));
  return list;
}

/* The revision's directory for one that a command runs in; made if it is not there: relative paths start in it. */
static char *command_directory(struct revision_repository *r, const char *tree, const char *directory) {
  const char *below = path_below(r->root, directory);
  char *moved = below ? path_join(tree, below) : mem_strdup(directory);
  if (below) revision_make_directory(moved);
  return moved;
}

/* One command, moved; NULL: its file is not in the revision. */
static json_t *move_command(struct revision_repository *r, const char *tree, const char *base,
                            const struct compile_command *command) {
  char *given = path_join(base, command->directory), *directory = path_plain(given);
  char *whole = path_join(directory, command->file), *file = revision_path(r, tree, whole);
  json_t *entry = NULL;
  if (exists(file)) {
    flags_list flags = {0};
    revision_flags(r, tree, directory, (const char *const *)command->flags.data, command->flags.count, &flags);
    char *moved = command_directory(r, tree, directory);
    bool relative = command->file[0] != '/' && path_below(tree, file);
    entry = json_pack("{s:s,s:s,s:o}", "directory", moved, "file", relative ? command->file : file, "arguments",
                      flag_list(&flags));
    if (*command->target) json_object_set_new(entry, "output", json_sprintf("%s.dir/", command->target));
    free(moved);
    flags_free(&flags);
  } else warn_say("%s is not in revision %.10s and is left out", whole, strrchr(tree, '-') + 1);
  free(file);
  free(whole);
  free(directory);
  free(given);
  return entry;
}

static bool write_list(const char *path, const json_t *list) {
  bool good = json_dump_file(list, path, JSON_INDENT(1)) == 0;
  if (!good) error_say("cannot write %s: %s", path, strerror(errno));
  return good;
}

char *revision_database(struct revision_repository *r, const char *tree, const char *database, const char *directory) {
  struct compile_commands commands;
  char why[200];
  const char *unread;
  size_t length;
  char *text = file_whole(database, &length, &unread);
  if (!text) {
    error_say("cannot read %s: %s", database, unread);
    return NULL;
  }
  bool good = compile_commands_parse(text, length, &commands, why, sizeof why);
  free(text);
  if (!good) {
    error_say("cannot use %s: %s", database, why);
    return NULL;
  }
  json_t *list = json_array();
  for (uint32_t i = 0; i < commands.entries.count; i++) {
    json_t *entry = move_command(r, tree, directory, &commands.entries.data[i]);
    if (entry) json_array_append_new(list, entry);
  }
  if (!json_array_size(list)) error_say("%s names no C file of the revision", database);
  char *path = json_array_size(list) ? revision_scratch_file(r, "compile_commands.json") : NULL;
  if (path && !write_list(path, list)) {
    free(path);
    path = NULL;
  }
  json_decref(list);
  compile_commands_free(&commands);
  return path;
}
