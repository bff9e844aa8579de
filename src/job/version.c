/* One version: what a word names, compiling it, recording it.

   A word is first tried as files, then as a revision, then as REVISION:FILES. A revision's files are compiled in
   the exported tree, in the directory that corresponds to where the user is, so that the same relative paths mean
   the revision's files. */
#define _GNU_SOURCE
#include "job/version.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "job/use_store.h"
#include "suite/meta.h"
#include "util/error.h"
#include "util/file.h"
#include "util/path.h"
#include "util/stop.h"

/* ---- where the user is ---- */

bool version_context_open(struct version_context *place) {
  *place = (struct version_context){.here = getcwd(NULL, 0), .repository.leash = -1};
  if (!place->here) error_say("cannot find the current directory: %s", strerror(errno));
  return place->here != NULL;
}

void version_context_close(struct version_context *place) {
  free(place->here);
  place->here = NULL;
  if (place->asked) revision_close(&place->repository);
}

struct revision_repository *version_repository(struct version_context *place, const char **why) {
  if (!place->asked) revision_open(&place->repository, place->here);
  place->asked = true;
  *why = place->repository.why;
  return place->repository.root ? &place->repository : NULL;
}

/* ---- what a word names ---- */

static char *keep(struct version *version, char *text) {
  char *copy = arena_alloc(&version->memory, strlen(text) + 1);
  strcpy(copy, text);
  free(text);
  return copy;
}

static bool is_there(const char *path) { return access(path, F_OK) == 0; }

/* Several files with commas between them; a file whose own name has a comma is one. */
static void split_files(struct version *version, const char *word) {
  if (is_there(word)) {
    vec_push(&version->inputs, word);
    return;
  }
  for (;; word++) {
    size_t n = strcspn(word, ",");
    vec_push(&version->inputs, keep(version, strndup(word, n)));
    word += n;
    if (!*word) return;
  }
}

static uint32_t count_there(const struct version *version) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < version->inputs.count; i++) count += is_there(version->inputs.data[i]);
  return count;
}

static void show_revision(struct version *version, const char *label) {
  if (asprintf(&version->name, "%s (%.10s)", label, version->commit) < 0) version->name = mem_strdup(label);
}

/* As git does: a path starts at the repository's root, unless it starts with "./" or "../". */
static void add_revision_file(struct version *version, const struct version_context *place, const char *path) {
  bool from_here = !strncmp(path, "./", 2) || !strncmp(path, "../", 3);
  char *joined = path_join(from_here ? place->here : place->repository.root, path), *whole = path_plain(joined);
  vec_push(&version->inputs, keep(version, path_relative(place->here, whole)));
  free(whole);
  free(joined);
}

/* REVISION:FILE,FILE; the files may repeat the revision. */
static bool read_revision_files(struct version *version, struct version_context *place, const char *word) {
  const char *colon = strchr(word, ':');
  if (!colon || colon == word || !colon[1]) return false;
  char *label = keep(version, strndup(word, (size_t)(colon - word)));
  if (!revision_find(&place->repository, label, version->commit)) return false;
  version->form = VERSION_REVISION_FILES;
  size_t same = (size_t)(colon - word) + 1;
  for (const char *at = colon + 1;; at++) {
    if (!strncmp(at, word, same)) at += same;
    size_t n = strcspn(at, ",");
    add_revision_file(version, place, keep(version, strndup(at, n)));
    at += n;
    if (!*at) break;
  }
  show_revision(version, label);
  return true;
}

/* "OLD: ", or nothing. */
static const char *before(const struct version *version) { return *version->role ? ": " : ""; }

static bool looks_like_file(const char *word) {
  static const char *const endings[] = {".c", ".i", ".bc", ".ll", ".json", ".cpp", ".cc", ".cxx"};
  const char *dot = strrchr(word, '.');
  for (size_t i = 0; dot && i < sizeof endings / sizeof *endings; i++)
    if (!strcmp(dot, endings[i])) return true;
  return false;
}

/* Neither files nor a revision: the message is about what it looks like. */
static bool fail_word(const struct version *version, const char *word, bool some_there, const char *why_no_repository) {
  bool files = some_there || (looks_like_file(word) && !strchr(word, ':'));
  for (uint32_t i = 0; files && i < version->inputs.count; i++) {
    if (is_there(version->inputs.data[i])) continue;
    error_say("%s%scannot read %s: %s", version->role, before(version), version->inputs.data[i], strerror(ENOENT));
    return false;
  }
  if (why_no_repository)
    error_say("%s%s'%s' is no file, and no revision either: %s", version->role, before(version), word,
              why_no_repository);
  else error_say("%s%s'%s' is neither a file nor a revision of this repository", version->role, before(version), word);
  return false;
}

bool version_read(struct version *version, struct version_context *place, const char *role, const char *word) {
  const char *why;
  *version = (struct version){.role = role};
  split_files(version, word);
  uint32_t there = count_there(version);
  if (there == version->inputs.count) {
    version->name = mem_strdup(word);
    return true;
  }
  if (!version_repository(place, &why)) return fail_word(version, word, there > 0, why);
  if (revision_find(&place->repository, word, version->commit)) {
    version->form = VERSION_REVISION;
    version->inputs.count = 0;
    show_revision(version, word);
    return true;
  }
  options_texts files = version->inputs;
  version->inputs = (options_texts){0};
  bool good = read_revision_files(version, place, word);
  if (!good) {
    vec_free(&version->inputs);
    version->inputs = files;
    return fail_word(version, word, there > 0, NULL);
  }
  vec_free(&files);
  return true;
}

void version_free(struct version *version) {
  free(version->name);
  vec_free(&version->inputs);
  vec_free(&version->cflags);
  arena_free(&version->memory);
}

/* ---- compiling ---- */

static struct front_request request_of(const struct cli_options *options) {
  return (struct front_request){
      .entry = options->entry,
      .target = options->chosen ? NULL : options->target,
      .only = options->only,
      .allow_plugins = options->allow_plugins,
      .data_model_32 = options->data_model_32,
      .instrument = options->instrument,
      .sanitize = options->sanitize,
      .watch = options->watch,
      .polls = options->explore.config.signals > 0,
      .save_bitcode = options->save_bitcode,
  };
}

/* What a file of a revision must not be. False after a message. */
static bool check_file(const struct version *version, const char *shown, const char *path) {
  static const char pointer[] = "version https://git-lfs.github.com/spec/";
  char start[sizeof pointer] = "";
  const char *why; /* said when it is compiled */
  int in = file_open(path, &why);
  ssize_t n = in < 0 ? 0 : read(in, start, sizeof pointer - 1);
  start[n > 0 ? n : 0] = '\0';
  if (in >= 0) close(in);
  if (!strcmp(start, pointer))
    error_say("%s%s%s of %s is kept by Git LFS, and only its pointer is here", version->role, before(version), shown,
              version->name);
  return strcmp(start, pointer) != 0;
}

bool version_is_database(const char *path) {
  struct stat info;
  size_t n = strlen(path);
  return (n > 5 && !strcmp(path + n - 5, ".json")) || (stat(path, &info) == 0 && S_ISDIR(info.st_mode));
}

/* A database, given as such or by its directory. */
static const char *database_input(struct version *version, struct revision_repository *r, const char *root,
                                  const char *path, const char *whole) {
  bool file = strlen(path) > 5 && !strcmp(path + strlen(path) - 5, ".json");
  char *database = file ? mem_strdup(path) : path_join(path, "compile_commands.json"), *directory = mem_strdup(whole);
  if (file && strrchr(directory, '/') > directory) *strrchr(directory, '/') = '\0';
  if (!is_there(database)) error_say("%s is a directory without compile_commands.json", whole);
  char *moved = is_there(database) ? revision_database(r, root, database, directory) : NULL;
  free(directory);
  free(database);
  return moved ? keep(version, moved) : NULL;
}

/* One input of a revision as the compiler gets it. NULL after a message. */
static const char *revision_input(struct version *version, struct version_context *place, const char *root,
                                  const char *input) {
  struct revision_repository *r = &place->repository;
  char *joined = path_join(place->here, input), *whole = path_plain(joined), *path = revision_path(r, root, whole);
  const char *result = input[0] == '/' || !path_below(root, path) ? keep(version, mem_strdup(path)) : input;
  if (!is_there(path) && is_there(whole) && version_is_database(whole)) {
    free(path);
    path = mem_strdup(whole); /* made by a build that git does not know: the work tree's serves all revisions */
  }
  if (!is_there(path)) {
    error_say("%s%s%s is not in %s%s", version->role, before(version), input, version->name,
              *version->role ? "; versions with different files are given as REVISION:FILE,FILE" : "");
    result = NULL;
  } else if (version_is_database(path)) result = database_input(version, r, root, path, whole);
  else if (!check_file(version, input, path)) result = NULL;
  free(path);
  free(whole);
  free(joined);
  return result;
}

static bool revision_inputs(struct version *version, struct version_context *place, const char *root,
                            options_texts *inputs) {
  for (uint32_t i = 0; i < version->inputs.count; i++) {
    const char *input = revision_input(version, place, root, version->inputs.data[i]);
    if (!input) return false;
    vec_push(inputs, input);
  }
  return true;
}

/* __FILE__ must not name the temporary directory: it would differ from run to run. */
static void hide_tree(const struct version *version, flags_list *flags) {
  char *text;
  if (asprintf(&text, "-fmacro-prefix-map=%s=%s", version->tree.root, version->tree.shown) >= 0) vec_push(flags, text);
}

/* Not if the command was only stopped meanwhile. */
static void say_not_loaded(const struct version *version) {
  if (*version->role && (error_first() || !stop_wanted()))
    error_say("%s cannot be loaded: %s", version->role, version->name);
}

/* The harness lies in the tree as if the revision had it, so that what it includes are the revision's files. Where it
   is not in the repository it stays where it is. NULL after a message. */
static const char *place_harness(struct version *version, struct version_context *place, const char *root,
                                 const char *harness) {
  struct revision_repository *r = &place->repository;
  char *joined = path_join(place->here, harness), *whole = path_plain(joined), *path = revision_path(r, root, whole);
  const char *why, *result = keep(version, mem_strdup(path_below(root, path) ? harness : whole));
  size_t length;
  char *text = file_whole(whole, &length, &why);
  if (!text) error_say("cannot read the harness %s: %s", harness, why);
  else if (path_below(root, path)) {
    char *directory = mem_strdup(path);
    *strrchr(directory, '/') = '\0';
    revision_make_directory(directory);
    free(directory);
    unlink(path); /* the revision's one may be a link, or read-only */
    FILE *out = fopen(path, "we");
    bool good = out && fwrite(text, 1, length, out) == length;
    if (out && fclose(out)) good = false;
    if (!good) error_say("cannot write a copy of the harness %s: %s", harness, strerror(errno));
    if (!good) result = NULL;
  }
  if (!text) result = NULL;
  free(text);
  free(path);
  free(whole);
  free(joined);
  return result;
}

static struct ir_program *load_revision(struct version *version, struct version_context *place,
                                        struct cli_options *options) {
  struct revision_repository *r = &place->repository;
  struct front_request request = request_of(options);
  options_texts inputs = {0};
  flags_list flags = {0};
  const char *root = revision_export(r, version->commit);
  if (!root) return NULL;
  char *directory = path_join(root, r->prefix);
  version->tree = (struct front_tree){root, r->root, keep(version, path_plain(directory))};
  free(directory);
  revision_make_directory(version->tree.directory);
  struct ir_program *program = NULL;
  const char *harness = options->harness ? place_harness(version, place, root, options->harness) : NULL;
  if ((harness || !options->harness) && revision_inputs(version, place, root, &inputs)) {
    if (harness) vec_push(&inputs, harness);
    revision_flags(r, root, place->here, version->cflags.data, version->cflags.count, &flags);
    hide_tree(version, &flags);
    request.tree = version->tree;
    request.inputs = inputs.data;
    request.ninputs = inputs.count;
    request.cflags = (const char *const *)flags.data;
    request.ncflags = flags.count;
    request.cached = use_store_cached(options);
    program = front_load(&request);
    if (!program) say_not_loaded(version);
  }
  flags_free(&flags);
  vec_free(&inputs);
  return program;
}

static struct ir_program *load_files(struct version *version, struct cli_options *options) {
  struct front_request request = request_of(options);
  options_texts inputs = {0};
  for (uint32_t i = 0; i < version->inputs.count; i++) vec_push(&inputs, version->inputs.data[i]);
  if (options->harness) vec_push(&inputs, options->harness);
  request.inputs = inputs.data;
  request.ninputs = inputs.count;
  request.cflags = version->cflags.data;
  request.ncflags = version->cflags.count;
  request.cached = use_store_cached(options);
  struct ir_program *program = front_load(&request);
  if (!program) say_not_loaded(version);
  vec_free(&inputs);
  return program;
}

struct ir_program *version_load(struct version *version, struct version_context *place, struct cli_options *options) {
  return version->form == VERSION_FILES ? load_files(version, options) : load_revision(version, place, options);
}

char *version_describe(const struct version *version, const struct version_context *place,
                       const struct cli_options *options) {
  struct meta_program description = {.directory = place->here};
  if (version->form != VERSION_FILES) {
    description.revision = version->commit;
    description.prefix = place->repository.prefix;
  }
  for (uint32_t i = 0; i < version->inputs.count; i++) vec_push(&description.inputs, version->inputs.data[i]);
  for (uint32_t i = 0; i < version->cflags.count; i++) vec_push(&description.cflags, version->cflags.data[i]);
  for (uint32_t i = 0; i < options->recorded.count; i++) vec_push(&description.options, options->recorded.data[i]);
  char *text = meta_program_encode(&description);
  meta_program_free(&description);
  return text;
}
