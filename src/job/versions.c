/* OLD and NEW: which form they have, which files and flags belong to them, loading both.

   After "--" come compiler flags; if OLD is a revision without files, then files and, after a second "--", flags. */
#include "job/versions.h"

#include <string.h>
#include <unistd.h>

#include "job/program.h"
#include "job/config.h"
#include "revision/git.h"
#include "util/error.h"

/* ---- forms ---- */

static bool count_words(const struct cli_options *options) {
  uint32_t count = options->words.count;
  if (count == 0)
    error_say("missing OLD and NEW: two files, directories or git revisions; "
              "or a heddle.toml that names the files: then HEAD and the work tree");
  else if (count > 2)
    error_say("OLD and NEW are one word each, but there is also '%s'; several files are given with commas: a.c,b.c",
              options->words.data[2]);
  return count == 1 || count == 2;
}

/* ---- ranges of git ---- */

/* "A..B" is OLD = A and NEW = B; "A...B" compares B with where it left A. Sides that are empty are HEAD. A file of
   that name, or a path with "..", is no range. NULL: it is none. */
static const char *range_in(const char *word) {
  const char *dots = strstr(word, "..");
  if (!dots || strchr(dots, '/') == dots + 2 || (dots > word && dots[-1] == '/') || !access(word, F_OK)) return NULL;
  return dots == word && !dots[2] ? NULL : dots;
}

static char *side(struct cli_options *options, const char *text, size_t length) {
  char *copy = arena_alloc(&options->memory, length + sizeof "HEAD");
  memcpy(copy, length ? text : "HEAD", length ? length : 4);
  copy[length ? length : 4] = 0;
  return copy;
}

/* The commit where B left A. False after a message. */
static bool merge_base(struct versions *v, struct cli_options *options, const char **old, const char *new) {
  const char *const words[] = {"merge-base", "--", *old, new, NULL};
  struct git_answer answer;
  char why[300];
  bool good = git_run(&answer, &(struct git_place){.directory = v->place.here}, words);
  if (good) *old = side(options, answer.out, strcspn(answer.out, "\n"));
  else {
    git_complaint(&answer, why, sizeof why);
    error_say("%s and %s have no common commit%s%s", *old, new, *why ? ": " : "", why);
  }
  git_free(&answer);
  return good;
}

static bool split_range(struct versions *v, struct cli_options *options) {
  const char *word = options->words.count == 1 ? options->words.data[0] : "", *dots = range_in(word);
  if (!dots) return true;
  bool three = dots[2] == '.';
  const char *after = dots + (three ? 3 : 2);
  const char *old = side(options, word, (size_t)(dots - word)), *new = side(options, after, strlen(after));
  if (three && !merge_base(v, options, &old, new)) return false;
  options->words.data[0] = old;
  vec_push(&options->words, new);
  return true;
}

/* Without OLD and NEW: what is changed since HEAD, where a heddle.toml says which files that is about. */
static bool take_head(struct versions *v, struct cli_options *options) {
  struct config *config = NULL;
  if (options->words.count) return true;
  bool good = config_find(&config, &v->place, NULL);
  if (config && config_names_files(config)) vec_push(&options->words, "HEAD");
  config_free(config);
  return good;
}

/* NEW is what the user has before him. */
static void take_work_tree(struct version *new) {
  *new = (struct version){.role = "NEW", .form = VERSION_FILES, .name = mem_strdup("the work tree")};
}

static bool read_words(struct versions *v, const struct cli_options *options) {
  struct version *old = &v->old_given, *new = &v->new_given;
  if (!version_read(old, &v->place, "OLD", options->words.data[0])) return false;
  if (options->words.count == 2) {
    if (!version_read(new, &v->place, "NEW", options->words.data[1])) return false;
  } else if (old->form == VERSION_REVISION) take_work_tree(new);
  else if (old->form == VERSION_REVISION_FILES) {
    take_work_tree(new);
    for (uint32_t i = 0; i < old->inputs.count; i++) vec_push(&new->inputs, old->inputs.data[i]);
  } else {
    error_say("missing NEW: only %s is given, and it is no revision", old->name);
    return false;
  }
  bool bare = old->form == VERSION_REVISION, new_bare = new->form == VERSION_REVISION;
  if (bare && !new_bare && options->words.count == 2) {
    error_say("OLD is the revision %s, NEW is %s; say which files of the revision: %s:FILE, or give the files after --",
              options->words.data[0], options->words.data[1], options->words.data[0]);
    return false;
  }
  if (new_bare && !bare) {
    error_say("NEW is the revision %s, OLD is %s; say which files of the revision: %s:FILE", options->words.data[1],
              options->words.data[0], options->words.data[1]);
    return false;
  }
  return true;
}

/* ---- files and flags ---- */

static void add_flags(struct versions *v, const char *const *flags, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    vec_push(&v->old_given.cflags, flags[i]);
    vec_push(&v->new_given.cflags, flags[i]);
  }
}

static void add_own_flags(struct version *version, const struct config *config) {
  for (uint32_t i = 0; config && i < config->flags.count; i++) vec_push(&version->cflags, config->flags.data[i]);
}

static void add_file(struct versions *v, const char *file) {
  vec_push(&v->old_given.inputs, file);
  vec_push(&v->new_given.inputs, file);
}

/* What followed "--" for two revisions: files, and flags after another "--". */
static bool add_files(struct versions *v, const options_texts *texts, uint32_t *taken) {
  for (*taken = 0; *taken < texts->count; ++*taken) {
    const char *text = texts->data[*taken];
    if (!strcmp(text, "--")) {
      ++*taken;
      return true;
    }
    if (text[0] == '-') {
      error_say("%s: files of the revisions follow --, compiler flags follow a second --", text);
      return false;
    }
    add_file(v, text);
  }
  return true;
}

static bool add_own_files(const struct versions *v, struct version *version, const struct config *config) {
  if (config && config->files.count)
    for (uint32_t i = 0; i < config->files.count; i++) vec_push(&version->inputs, config->files.data[i]);
  else if (config && config->compile_commands) vec_push(&version->inputs, config->compile_commands);
  else {
    error_say("which files of %s? Give them after --, or in heddle.toml: [build] files = [\"...\"]", v->old_name);
    return false;
  }
  return true;
}

/* Each version has the files that its own heddle.toml names. */
static bool add_configured_files(struct versions *v) {
  return add_own_files(v, &v->old_given, v->old_config) && add_own_files(v, &v->new_given, v->config);
}

static bool complete(struct versions *v, struct cli_options *options) {
  bool revisions = v->old_given.form == VERSION_REVISION;
  uint32_t taken = 0;
  add_own_flags(&v->old_given, v->old_config);
  add_own_flags(&v->new_given, v->config);
  add_flags(v, options->flags.data, options->flags.count);
  if (revisions && !add_files(v, &options->cflags, &taken)) return false;
  if (revisions && !v->old_given.inputs.count && !add_configured_files(v)) return false;
  add_flags(v, options->cflags.data + taken, options->cflags.count - taken);
  for (uint32_t i = 0; i < options->old_flags.count; i++) vec_push(&v->old_given.cflags, options->old_flags.data[i]);
  for (uint32_t i = 0; i < options->new_flags.count; i++) vec_push(&v->new_given.cflags, options->new_flags.data[i]);
  return true;
}

/* ---- heddle.toml ---- */

/* The entry that is asked for, if the file has entries. */
static bool choose(const struct versions *v, struct config *config, struct cli_options *options,
                   const struct version *version) {
  bool named = options->target && config && config->entries.count && v->old_given.form == VERSION_REVISION;
  if (!named || config_choose(config, options)) return true;
  error_say("%s: heddle.toml of %s has no entry '%s'", version->role, version->name, options->target);
  return false;
}

static const char *commit_of(const struct version *version) {
  return version->form == VERSION_FILES ? NULL : version->commit;
}

/* Files and flags are those of each version's own; options those of NEW. A revision whose file names none, or that has
   no such file, has what NEW's says. */
static bool configure(struct versions *v, struct cli_options *options) {
  const char *old = commit_of(&v->old_given), *new = commit_of(&v->new_given);
  if (!config_find(&v->config, &v->place, new)) return false;
  if (v->config && old && !config_of_revision(&v->old_config, &v->place, old)) return false;
  bool own = v->old_config && config_names_files(v->old_config);
  if (!own) {
    config_free(v->old_config);
    if (!config_find(&v->old_config, &v->place, new)) return false;
  }
  if (!choose(v, v->config, options, &v->new_given) || !choose(v, v->old_config, options, &v->old_given)) return false;
  config_trust(v->old_config, options, own);
  return config_apply(v->config, options);
}

/* ---- a trap ---- */

static const char *file_of(const struct ir_program *program, uint64_t function) {
  const struct ir_function *f = &program->functions[function];
  if (f->flags & IR_FN_LIBRARY) return "";
  for (uint32_t i = f->first_ins; i < f->first_ins + f->nins; i++)
    if (program->ins[i].loc) return ir_text(program, program->locs[program->ins[i].loc].file);
  return "";
}

static bool are_databases(const struct version *version) {
  bool all = version->form == VERSION_FILES;
  for (uint32_t i = 0; i < version->inputs.count; i++) all = all && version_is_database(version->inputs.data[i]);
  return all;
}

/* A copied compilation database still names the files it was made for: then the change under test is not even
   compiled. */
static void warn_of_shared_files(const struct versions *v) {
  bool databases = are_databases(&v->old_given) && are_databases(&v->new_given);
  for (uint64_t i = 0; databases && i < v->old->nfunctions; i++) {
    const char *name = file_of(v->old, i), *dot = strrchr(name, '.');
    uint32_t other = ir_find_function(v->new, ir_text(v->old, v->old->functions[i].name));
    if (!dot || strcmp(dot, ".c") || other == IR_NONE || strcmp(name, file_of(v->new, other))) continue;
    warn_say("OLD and NEW both compile %s: is a compile_commands.json a copy?", name);
    return;
  }
}

/* ---- both ---- */

static bool load(struct versions *v, struct cli_options *options) {
  struct version *old = &v->old_given, *new = &v->new_given;
  if (!(v->old = version_load(old, &v->place, options))) return false;
  if (!(v->new = version_load(new, &v->place, options))) return false;
  warn_of_shared_files(v);
  v->program = options->chosen ? mem_strdup(options->chosen) : program_name(new->inputs.data[0]);
  v->old_description = version_describe(old, &v->place, options);
  v->new_description = version_describe(new, &v->place, options);
  return true;
}

bool versions_load(struct versions *v, struct cli_options *options) {
  memset(v, 0, sizeof *v);
  if (!version_context_open(&v->place) || !take_head(v, options) || !split_range(v, options)) return false;
  if (!count_words(options) || !read_words(v, options)) return false;
  v->old_name = mem_strdup(v->old_given.name);
  v->new_name = mem_strdup(v->new_given.name);
  return configure(v, options) && complete(v, options) && load(v, options);
}

void versions_free(struct versions *v) {
  if (v->old) ir_free(v->old);
  if (v->new) ir_free(v->new);
  free(v->old_name);
  free(v->new_name);
  free(v->program);
  free(v->old_description);
  free(v->new_description);
  version_free(&v->old_given);
  version_free(&v->new_given);
  config_free(v->config);
  config_free(v->old_config);
  version_context_close(&v->place);
}

char *versions_source(const struct versions *v, bool new, const char *shown) {
  return ir_source_file(new ? v->new : v->old, shown);
}
