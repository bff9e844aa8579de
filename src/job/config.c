/* heddle.toml: what its tables and keys mean. See config.h. */
#include "job/config.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/suggest.h"
#include "job/toml.h"
#include "util/error.h"
#include "util/file.h"
#include "util/flags.h"
#include "util/flags_trust.h"
#include "util/path.h"
#include "util/stop.h"

static const char file_name[] = "heddle.toml";

/* What is needed while one file is read. */
struct reading {
  struct config *config;
  const struct toml_entry *entry; /* the current one */
  const char *above;              /* from where the user is to the file's directory: ".", "..", "../.." */
};

/* ---- messages ---- */

static bool fail(const struct reading *r, const char *format, ...) __attribute__((format(printf, 2, 3)));
static bool fail(const struct reading *r, const char *format, ...) {
  char text[300];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  error_say("%s:%u: %s", r->config->file, r->entry->line, text);
  return false;
}

static bool fail_name(const struct reading *r, const char *what, const char *name, const char *const *known,
                      size_t count) {
  struct suggest suggest;
  suggest_begin(&suggest, name, strlen(name));
  for (size_t i = 0; i < count; i++) suggest_offer(&suggest, known[i]);
  if (suggest.best) return fail(r, "unknown %s '%s'; did you mean '%s'?", what, name, suggest.best);
  return fail(r, "unknown %s '%s'", what, name);
}

/* ---- values ---- */

static const char *keep(struct reading *r, char *text) {
  char *copy = arena_alloc(&r->config->memory, strlen(text) + 1);
  strcpy(copy, text);
  free(text);
  return copy;
}

/* A path of the file, seen from where the user is. */
static char *from_here(void *context, const char *path) {
  const struct reading *r = context;
  return strcmp(r->above, ".") ? path_join(r->above, path) : mem_strdup(path);
}

static bool is_text(const struct reading *r) {
  const struct toml_entry *entry = r->entry;
  if (!entry->array && entry->values.data[0].kind == TOML_STRING && *entry->values.data[0].text) return true;
  return fail(r, "'%s' must be a text: \"...\"", entry->key);
}

static bool is_texts(const struct reading *r) {
  const struct toml_entry *entry = r->entry;
  bool good = entry->array;
  for (uint32_t i = 0; good && i < entry->values.count; i++)
    good = entry->values.data[i].kind == TOML_STRING && *entry->values.data[i].text;
  return good || fail(r, "'%s' must be a list of texts: [\"...\", \"...\"]", entry->key);
}

static bool take_files(struct reading *r, options_texts *files) {
  if (!is_texts(r)) return false;
  for (uint32_t i = 0; i < r->entry->values.count; i++)
    vec_push(files, keep(r, from_here(r, r->entry->values.data[i].text)));
  return true;
}

static bool take_flags(struct reading *r, options_texts *flags) {
  if (!is_texts(r)) return false;
  VEC(const char *) given = {0};
  flags_list moved = {0};
  for (uint32_t i = 0; i < r->entry->values.count; i++) vec_push(&given, r->entry->values.data[i].text);
  flags_move(given.data, given.count, from_here, r, &moved);
  for (uint32_t i = 0; i < moved.count; i++) vec_push(flags, keep(r, moved.data[i]));
  vec_free(&moved);
  vec_free(&given);
  return true;
}

static bool take_compile_commands(struct reading *r) {
  if (!is_text(r)) return false;
  r->config->compile_commands = keep(r, from_here(r, r->entry->values.data[0].text));
  return true;
}

/* ---- options ---- */

static const struct option_row *find_option(const char *name) {
  for (uint32_t i = 0; i < noption_rows; i++)
    if (option_rows[i].name && !strcmp(option_rows[i].name, name)) return &option_rows[i];
  return NULL;
}

static bool take_value(struct reading *r, const char *name, const struct toml_value *value, unsigned commands) {
  bool plain = value->kind == TOML_BOOLEAN;
  if (plain && !strcmp(value->text, "false")) return fail(r, "'%s = false': leave it out instead", r->entry->key);
  char *text = mem_alloc(strlen(name) + strlen(value->text) + sizeof "--=");
  sprintf(text, plain ? "--%s" : "--%s=%s", name, value->text);
  struct config_option option = {keep(r, text), commands, r->entry->line};
  vec_push(&r->config->options, option);
  return true;
}

static bool take_option(struct reading *r, const char *name, unsigned commands) {
  VEC(const char *) known = {0};
  const struct option_row *row = find_option(name);
  bool good = row && row->commands != OPTIONS_ALONE && strcmp(name, "help") != 0;
  if (!strcmp(name, "allow-compiler-plugins")) return fail(r, "'%s' is for the command line only", name);
  if (!good) {
    for (uint32_t i = 0; i < noption_rows; i++)
      if (option_rows[i].name) vec_push(&known, option_rows[i].name);
    fail_name(r, "option", name, known.data, known.count);
  }
  for (uint32_t i = 0; good && i < r->entry->values.count; i++)
    good = take_value(r, name, &r->entry->values.data[i], commands);
  vec_free(&known);
  return good;
}

/* Relative to where heddle.toml lies, as it is kept beside it. */
static bool take_accept(struct reading *r) {
  if (!is_text(r)) return false;
  struct toml_value value = r->entry->values.data[0];
  char *path = from_here(r, value.text);
  value.text = path;
  bool good = take_value(r, "accept", &value, OPTIONS_RUN | OPTIONS_CHECK | OPTIONS_AUGMENT | OPTIONS_ACCEPT);
  free(path);
  return good;
}

/* ---- tables ---- */

static bool take_build(struct reading *r) {
  static const char *const keys[] = {"files", "flags", "entry", "compile_commands"};
  const char *key = r->entry->key;
  if (!strcmp(key, "files")) return take_files(r, &r->config->files);
  if (!strcmp(key, "flags")) return take_flags(r, &r->config->flags);
  if (!strcmp(key, "entry")) return is_text(r) && take_option(r, "entry", ~0u);
  if (!strcmp(key, "compile_commands")) return take_compile_commands(r);
  return fail_name(r, "key", key, keys, sizeof keys / sizeof *keys);
}

static bool take_check(struct reading *r) {
  static const char *const keys[] = {"checks", "timeout", "strategy", "accept"};
  const char *key = r->entry->key;
  if (!strcmp(key, "checks")) return is_text(r) && take_option(r, "check", OPTIONS_TWO | OPTIONS_RUN);
  if (!strcmp(key, "accept")) return take_accept(r);
  if (!strcmp(key, "timeout") || !strcmp(key, "strategy")) return take_option(r, key, OPTIONS_CHECK);
  return fail_name(r, "key", key, keys, sizeof keys / sizeof *keys);
}

static const char *copy_of(struct reading *r, const char *text) { return keep(r, mem_strdup(text)); }

static bool take_name(struct reading *r, struct config_entry *to) {
  static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.";
  if (!is_text(r)) return false;
  const char *text = r->entry->values.data[0].text;
  if (text[strspn(text, plain)] || *text == '-' || *text == '.')
    return fail(r, "the name of an entry has letters, digits, '-', '_' and '.' only: '%s'", text);
  if (config_entry(r->config, text)) return fail(r, "an entry is called '%s' already", text);
  to->name = copy_of(r, text);
  return true;
}

/* The last entry is the one that is read. */
static bool take_program(struct reading *r) {
  static const char *const keys[] = {"name", "files", "flags", "function", "harness"};
  const char *key = r->entry->key;
  struct config_entry *to = &r->config->entries.data[r->entry->number];
  if (!strcmp(key, "name")) return take_name(r, to);
  if (!strcmp(key, "files")) return take_files(r, &to->files);
  if (!strcmp(key, "flags")) return take_flags(r, &to->flags);
  if (!strcmp(key, "function")) return is_text(r) && (to->function = copy_of(r, r->entry->values.data[0].text));
  if (!strcmp(key, "harness"))
    return is_text(r) && (to->harness = keep(r, from_here(r, r->entry->values.data[0].text)));
  return fail_name(r, "key", key, keys, sizeof keys / sizeof *keys);
}

static bool take_entry(struct reading *r) {
  const struct toml_entry *entry = r->entry;
  if (!strcmp(entry->table, "entry")) return take_program(r);
  if (!strcmp(entry->table, "build")) return take_build(r);
  if (!strcmp(entry->table, "check")) return take_check(r);
  if (!strcmp(entry->table, "options")) return take_option(r, entry->key, ~0u);
  return fail(r, "'%s' stands in no table; [build], [check], [options] and [[entry]] are known", entry->key);
}

static bool check_tables(struct reading *r, const struct toml *toml) {
  static const char *const tables[] = {"build", "check", "options", "entry"};
  for (uint32_t i = 0; i < toml->tables.count; i++) {
    struct toml_entry place = {.line = toml->tables.data[i].line};
    bool known = false, entry = !strcmp(toml->tables.data[i].name, "entry");
    for (size_t k = 0; k < sizeof tables / sizeof *tables; k++)
      known = known || !strcmp(toml->tables.data[i].name, tables[k]);
    r->entry = &place;
    bool good = known || fail_name(r, "table", toml->tables.data[i].name, tables, sizeof tables / sizeof *tables);
    if (good && entry != toml->tables.data[i].array)
      good = fail(r, entry ? "an entry is written [[entry]]" : "[[%s]] is written [%s]", toml->tables.data[i].name,
                  toml->tables.data[i].name);
    if (entry) vec_push(&r->config->entries, ((struct config_entry){.line = place.line}));
    r->entry = NULL;
    if (!good) return false;
  }
  return true;
}

static bool check_entries(struct reading *r) {
  bool good = true;
  for (uint32_t i = 0; good && i < r->config->entries.count; i++) {
    const struct config_entry *e = &r->config->entries.data[i];
    struct toml_entry place = {.line = e->line};
    r->entry = &place;
    if (!e->name) good = fail(r, "an entry needs a name = \"...\"");
    else if (!e->files.count) good = fail(r, "entry '%s' needs files = [\"...\"]", e->name);
    r->entry = NULL;
  }
  return good;
}

static bool take_all(struct reading *r, const char *text, size_t length) {
  struct toml toml;
  bool good = toml_parse(&toml, text, length);
  if (!good) error_say("%s:%u: %s", r->config->file, toml.line, toml.why);
  good = good && check_tables(r, &toml);
  for (uint32_t i = 0; good && i < toml.entries.count; i++) {
    r->entry = &toml.entries.data[i];
    good = take_entry(r);
  }
  r->entry = NULL;
  toml_free(&toml);
  return good && check_entries(r);
}

/* ---- the file ---- */

char *config_root(const char *here) {
  char *directory = mem_strdup(here);
  for (;;) {
    char *git = path_join(directory, ".git");
    bool found = access(git, F_OK) == 0;
    free(git);
    if (found) return directory;
    char *slash = strrchr(directory, '/');
    if (!slash || !directory[1]) break;
    slash[slash == directory] = '\0';
  }
  free(directory);
  return NULL;
}

/* Where `directory`, in or below root, really is. */
static char *place_of(const char *directory, const char *root, const char *tree) {
  const char *below = tree ? path_below(root, directory) : NULL;
  return below ? path_join(tree, below) : mem_strdup(directory);
}

static bool read_config(struct config **config, const char *here, const char *directory, const char *path) {
  const char *why;
  size_t length;
  char *text = file_whole(path, &length, &why);
  if (!text) {
    error_say("cannot read %s: %s", path, why);
    return false;
  }
  *config = mem_zalloc(sizeof **config);
  char *above = path_relative(here, directory);
  (*config)->file = strcmp(above, ".") ? path_join(above, file_name) : mem_strdup(file_name);
  struct reading reading = {.config = *config, .above = above};
  bool good = take_all(&reading, text, length);
  free(above);
  free(text);
  return good;
}

bool config_load(struct config **config, const char *here, const char *root, const char *tree) {
  const char *places[] = {here, root && strcmp(here, root) ? root : NULL};
  *config = NULL;
  for (unsigned i = 0; i < 2; i++) {
    if (!places[i]) continue;
    char *directory = place_of(places[i], root, tree), *path = path_join(directory, file_name);
    bool found = access(path, F_OK) == 0, good = !found || read_config(config, here, places[i], path);
    free(path);
    free(directory);
    if (found) return good;
  }
  return true;
}

bool config_of_revision(struct config **config, struct version_context *place, const char *commit) {
  const char *tree, *why;
  struct revision_repository *r = version_repository(place, &why);
  *config = NULL;
  if (!r || !(tree = revision_export(r, commit))) return false;
  return config_load(config, place->here, r->root, tree);
}

bool config_find(struct config **config, struct version_context *place, const char *commit) {
  const char *tree = NULL, *why;
  struct revision_repository *r = commit ? version_repository(place, &why) : NULL;
  *config = NULL;
  if (r && !(tree = revision_export(r, commit))) return false;
  char *root = tree ? mem_strdup(r->root) : config_root(place->here);
  bool good = config_load(config, place->here, root, tree);
  if (good && tree && !*config) good = config_load(config, place->here, root, NULL);
  free(root);
  return good;
}

const struct config_entry *config_entry(const struct config *config, const char *name) {
  for (uint32_t i = 0; config && name && i < config->entries.count; i++)
    if (config->entries.data[i].name && !strcmp(config->entries.data[i].name, name)) return &config->entries.data[i];
  return NULL;
}

static void add_entry_option(struct config *config, const char *name, const char *value, uint32_t line) {
  if (!value) return;
  char *text = arena_alloc(&config->memory, strlen(name) + strlen(value) + sizeof "--=");
  sprintf(text, "--%s=%s", name, value);
  struct config_option option = {text, ~0u, line};
  vec_push(&config->options, option);
}

bool config_choose(struct config *config, struct cli_options *options) {
  const struct config_entry *entry = config_entry(config, options->target);
  if (!entry) return false;
  config->files.count = 0;
  for (uint32_t i = 0; i < entry->files.count; i++) vec_push(&config->files, entry->files.data[i]);
  for (uint32_t i = 0; i < entry->flags.count; i++) vec_push(&config->flags, entry->flags.data[i]);
  config->compile_commands = NULL;
  add_entry_option(config, "entry", entry->function, entry->line);
  add_entry_option(config, "harness", entry->harness, entry->line);
  options->chosen = options_keep(options, entry->name);
  return true;
}

static void trust(options_texts *flags, uint32_t from, struct flags_dropped *dropped) {
  flags->count = from + flags_keep_trusted(flags->data + from, flags->count - from, dropped);
}

void config_trust(struct config *config, const struct cli_options *options, bool warns) {
  struct flags_dropped dropped = {0};
  if (config && !options->allow_plugins) trust(&config->flags, 0, &dropped);
  if (config && warns) flags_warn(&dropped, config->file);
}

bool config_names_files(const struct config *config) {
  return config->files.count || config->compile_commands || config->entries.count;
}

static bool add_options(const struct config *config, struct cli_options *options) {
  for (uint32_t i = 0; config && i < config->options.count; i++) {
    const struct config_option *option = &config->options.data[i];
    if (!(option->commands & options->command)) continue;
    if (options_add_default(options, options_keep(options, option->text))) continue;
    error_say("%s:%u: %s", config->file, option->line, options->error);
    return false;
  }
  return true;
}

bool config_apply(struct config *config, struct cli_options *options) {
  struct flags_dropped dropped = {0};
  options_texts *flags[] = {&options->flags, &options->old_flags, &options->new_flags};
  uint32_t own[] = {options->flags.count, options->old_flags.count, options->new_flags.count};
  if (!add_options(config, options)) return false;
  for (unsigned i = 0; config && !options->allow_plugins && i < 3; i++) trust(flags[i], own[i], &dropped);
  if (config && !options->allow_plugins) trust(&config->flags, 0, &dropped);
  if (config) flags_warn(&dropped, config->file);
  stop_limit(options->explore.config.timeout_seconds);
  return true;
}

void config_free(struct config *config) {
  if (!config) return;
  vec_free(&config->files);
  vec_free(&config->flags);
  vec_free(&config->options);
  for (uint32_t i = 0; i < config->entries.count; i++) {
    vec_free(&config->entries.data[i].files);
    vec_free(&config->entries.data[i].flags);
  }
  vec_free(&config->entries);
  arena_free(&config->memory);
  free(config->file);
  free(config);
}
