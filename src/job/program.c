/* PROGRAM on the command line: loading it, naming it, and recording in tests how it was given. */
#define _GNU_SOURCE
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "job/program.h"
#include "job/config.h"
#include "job/version.h"
#include "static/static.h"
#include "suite/meta.h"
#include "util/error.h"
#include "util/path.h"

FILE *program_dump_file(const struct cli_options *options) {
  bool json_on_stdout = options->json && !options->json_file;
  return json_on_stdout ? stderr : stdout;
}

void program_dump(const struct cli_options *options, const struct ir_program *program) {
  FILE *out = program_dump_file(options);
  if (options->dump_ir) ir_print(program, out);
  if (options->dump_static) {
    struct statics *statics = static_open(program);
    static_dump(statics, out);
    static_close(statics);
  }
  fflush(out);
}

/* PROGRAM as REVISION:FILE: its files become the words, as if they lay here; the revision is recorded beside them. */
static bool take_revision(struct cli_options *options, uint32_t first) {
  struct version_context *place = options->place;
  for (uint32_t i = first; i < options->words.count; i++) {
    struct version version;
    if (!version_read(&version, place, "", options->words.data[i])) {
      version_free(&version);
      return false;
    }
    bool good = version.form == VERSION_REVISION_FILES && version.inputs.count == 1 &&
                (!options->revision || !strcmp(options->revision, version.commit));
    if (good) {
      options->words.data[i] = options_keep(options, version.inputs.data[0]);
      options->revision = options_keep(options, version.commit);
      options->prefix = options_keep(options, place->repository.prefix);
    } else error_say("PROGRAM must be files, or files of one revision (REVISION:FILE), not %s", options->words.data[i]);
    version_free(&version);
    if (!good) return false;
  }
  return true;
}

static bool is_revision_file(const char *word) { return strchr(word, ':') && access(word, F_OK) != 0; }

/* A recorded revision is relative to where it was recorded, in whatever place its repository is now. */
static bool enter_revision(struct cli_options *options) {
  struct version_context *place = options->place;
  const char *why;
  char commit[REVISION_HASH];
  struct revision_repository *r = version_repository(place, &why);
  if (!r) error_say("revision %.10s of the program cannot be found: %s", options->revision, why);
  else if (!revision_find(r, options->revision, commit))
    error_say("revision %.10s of the program is not in the repository %s", options->revision, r->root);
  else {
    free(place->here);
    char *here = path_join(r->root, options->prefix);
    place->here = path_plain(here);
    free(here);
    free(r->prefix);
    r->prefix = mem_strdup(options->prefix);
    return true;
  }
  return false;
}

static bool open_place(struct cli_options *options) {
  if (options->place) return true;
  options->place = mem_zalloc(sizeof *options->place);
  return version_context_open(options->place);
}

/* Finds out where PROGRAM is. */
static bool settle(struct cli_options *options, uint32_t first) {
  if (!open_place(options)) return false;
  bool revision = options->words.count > first && is_revision_file(options->words.data[first]);
  return options->revision || !revision || take_revision(options, first);
}

/* ---- heddle.toml ---- */

static void add_flags(struct cli_options *options, options_texts *to, const char *const *flags, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) vec_push(to, options_keep(options, flags[i]));
}

/* Flags of the file come first, then those of --cflags, which the file may give too, then those after "--". `merged`:
   that many of
   --cflags are among the last ones already. */
static void add_configured(struct cli_options *options, const struct config *config, uint32_t first, uint32_t merged) {
  options_texts all = {0};
  add_flags(options, &all, config->flags.data, config->flags.count);
  add_flags(options, &all, options->flags.data + merged, options->flags.count - merged);
  add_flags(options, &all, options->cflags.data, options->cflags.count);
  vec_free(&options->cflags);
  options->cflags = all;
  if (options->words.count > first) return;
  for (uint32_t i = 0; i < config->files.count; i++)
    vec_push(&options->words, options_keep(options, config->files.data[i]));
  if (!config->files.count && config->compile_commands)
    vec_push(&options->words, options_keep(options, config->compile_commands));
}

bool program_configure(struct cli_options *options, uint32_t first) {
  struct config *config = NULL, none = {0};
  uint32_t merged = options->command & OPTIONS_TWO ? 0 : options->flags.count;
  bool good = settle(options, first) && config_find(&config, options->place, options->revision);
  if (good && config && options->words.count <= first) config_choose(config, options);
  good = good && config_apply(config, options);
  if (good) add_configured(options, config ? config : &none, first, merged);
  config_free(config);
  return good;
}

/* ---- loading ---- */

struct ir_program *program_load(struct cli_options *options, uint32_t first) {
  struct version version = {.role = "", .name = NULL};
  if (!settle(options, first)) return NULL;
  if (options->revision) {
    if (!enter_revision(options)) return NULL;
    version.form = VERSION_REVISION_FILES;
    snprintf(version.commit, sizeof version.commit, "%s", options->revision);
    if (asprintf(&version.name, "revision %.10s", version.commit) < 0) return NULL;
  }
  for (uint32_t i = first; i < options->words.count; i++) vec_push(&version.inputs, options->words.data[i]);
  for (uint32_t i = 0; i < options->cflags.count; i++) vec_push(&version.cflags, options->cflags.data[i]);
  struct ir_program *program = version_load(&version, options->place, options);
  version_free(&version);
  if (program) program_dump(options, program);
  return program;
}

void program_close(struct cli_options *options) {
  if (options->place) version_context_close(options->place);
  free(options->place);
  options->place = NULL;
}

/* The last part of a path, without trailing slashes. */
static char *last_part(const char *path) {
  size_t end = strlen(path);
  while (end > 1 && path[end - 1] == '/') end--;
  size_t start = end;
  while (start > 0 && path[start - 1] != '/') start--;
  char *part = mem_zalloc(end - start + 1);
  memcpy(part, path + start, end - start);
  return part;
}

/* "." and a compilation database say nothing by their own name: the directory's real one does. */
static char *directory_name(const char *input) {
  char real[PATH_MAX];
  if (!realpath(input, real)) return NULL;
  char *part = last_part(real);
  if (strcmp(part, "compile_commands.json")) return part;
  free(part);
  *strrchr(real, '/') = 0;
  return last_part(real);
}

char *program_name(const char *input) {
  char *name = last_part(input);
  if (!strcmp(name, ".") || !strcmp(name, "..") || !strcmp(name, "compile_commands.json")) {
    char *real = directory_name(input);
    if (real) {
      free(name);
      name = real;
    }
  }
  char *dot = strrchr(name, '.');
  if (dot && dot != name) *dot = 0;
  if (!strcmp(name, "") || !strcmp(name, ".") || !strcmp(name, "..") || !strcmp(name, "/")) {
    free(name);
    name = mem_strdup("program");
  }
  return name;
}

char *program_describe(const struct cli_options *options) {
  char here[PATH_MAX];
  struct meta_program description = {
      .directory = getcwd(here, sizeof here), .revision = options->revision, .prefix = options->prefix};
  for (uint32_t i = 0; i < options->words.count; i++) vec_push(&description.inputs, options->words.data[i]);
  for (uint32_t i = 0; i < options->cflags.count; i++) vec_push(&description.cflags, options->cflags.data[i]);
  for (uint32_t i = 0; i < options->recorded.count; i++) vec_push(&description.options, options->recorded.data[i]);
  char *text = meta_program_encode(&description);
  meta_program_free(&description);
  return text;
}
