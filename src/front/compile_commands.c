/* Reading compilation databases. A pure function of the text: it opens nothing and trusts nothing. */
#include "front/compile_commands.h"

#include <ctype.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "util/path.h"

typedef VEC(char *) words;

static void free_words(words *list) {
  for (uint32_t i = 0; i < list->count; i++) free(list->data[i]);
  vec_free(list);
}

/* State of splitting one command line the way a shell does. */
struct splitter {
  const char *at;
  VEC(char) word;
  bool in_word;
};

static void take_quoted(struct splitter *s, char quote) {
  s->in_word = true;
  for (s->at++; *s->at != '\0' && *s->at != quote; s->at++) {
    if (quote == '"' && *s->at == '\\' && s->at[1] != '\0' && strchr("\"\\$`", s->at[1]) != NULL) s->at++;
    vec_push(&s->word, *s->at);
  }
  if (*s->at == quote) s->at++;
}

static void take_plain(struct splitter *s) {
  s->in_word = true;
  if (*s->at == '\\' && s->at[1] != '\0') s->at++;
  vec_push(&s->word, *s->at);
  s->at++;
}

static void end_word(struct splitter *s, words *out) {
  if (!s->in_word) return;
  vec_push(&s->word, '\0');
  vec_push(out, mem_strdup(s->word.data));
  s->word.count = 0;
  s->in_word = false;
}

static void split_command(const char *command, words *out) {
  struct splitter s = {.at = command};
  while (*s.at != '\0') {
    if (isspace((unsigned char)*s.at)) {
      end_word(&s, out);
      s.at++;
    } else if (*s.at == '\'' || *s.at == '"') {
      take_quoted(&s, *s.at);
    } else {
      take_plain(&s);
    }
  }
  end_word(&s, out);
  vec_free(&s.word);
}

static bool take_arguments(json_t *array, words *out) {
  size_t i;
  json_t *item;
  json_array_foreach (array, i, item) {
    if (!json_is_string(item)) return false;
    vec_push(out, mem_strdup(json_string_value(item)));
  }
  return true;
}

/* Flags about the result, which is heddle's to say; *argument: the next word belongs to it. What else writes files is
   left to util/flags_trust.h. */
static bool is_dropped(const char *word, bool *argument) {
  static const char *const alone[] = {"-c", "-S", "-E", "-M", "-MM", "-pipe", "-fsyntax-only"};
  static const char *const with_argument[] = {"-o", "--output"};
  *argument = false;
  for (size_t i = 0; i < sizeof alone / sizeof *alone; i++)
    if (strcmp(word, alone[i]) == 0) return true;
  for (size_t i = 0; i < sizeof with_argument / sizeof *with_argument; i++) {
    size_t n = strlen(with_argument[i]);
    if (strncmp(word, with_argument[i], n) != 0) continue;
    *argument = word[n] == '\0';
    return true;
  }
  return false;
}

/* Options whose next word is their argument, so that it is not taken for the file. */
static bool takes_argument(const char *word) {
  static const char *const names[] = {"-I",         "-D",   "-U",      "-include",       "-isystem", "-iquote",
                                      "-idirafter", "-x",   "-Xclang", "-target",        "-imacros", "--sysroot",
                                      "-isysroot",  "-std", "-arch",   "-Xpreprocessor", "-MF",      "-MT",
                                      "-MQ",        "-MJ",  "-mllvm",  "-Xlinker",       "-wrapper"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strcmp(word, names[i]) == 0) return true;
  return false;
}

static bool has_suffix(const char *word, const char *suffix) {
  size_t n = strlen(word), m = strlen(suffix);
  return n > m && strcmp(word + n - m, suffix) == 0;
}

/* The file itself, however it is written (one tool gives the file's whole path and leaves the command as it was), or
   another input of the same command: each C file has an entry of its own. */
static bool is_input(const struct compile_command *c, const char *word) {
  if (word[0] == '-') return false;
  char *one = path_join(c->directory, word), *other = path_join(c->directory, c->file);
  char *plain = path_plain(one), *file = path_plain(other);
  bool same = strcmp(plain, file) == 0;
  free(one), free(other), free(plain), free(file);
  return same || has_suffix(word, ".c") || has_suffix(word, ".o") || has_suffix(word, ".a") || has_suffix(word, ".so");
}

static void take_flags(const words *command, struct compile_command *out) {
  bool argument;
  for (uint32_t i = 1; i < command->count; i++) {
    const char *word = command->data[i];
    if (is_dropped(word, &argument)) {
      i += argument;
      continue;
    }
    if (strcmp(word, "--") == 0 || is_input(out, word)) continue;
    vec_push(&out->flags, mem_strdup(word));
    if (takes_argument(word) && i + 1 < command->count) vec_push(&out->flags, mem_strdup(command->data[++i]));
  }
}

static void free_command(struct compile_command *c) {
  free(c->file);
  free(c->directory);
  free(c->target);
  for (uint32_t i = 0; i < c->flags.count; i++) free(c->flags.data[i]);
  vec_free(&c->flags);
}

static bool is_known(const struct compile_commands *list, const struct compile_command *c) {
  for (uint32_t i = 0; i < list->entries.count; i++) {
    const struct compile_command *seen = &list->entries.data[i];
    if (strcmp(seen->file, c->file) == 0 && strcmp(seen->directory, c->directory) == 0 &&
        strcmp(seen->target, c->target) == 0)
      return true;
  }
  return false;
}

/* The program or library that a file is a part of, where the build says so: CMake puts results into a directory
   NAME.dir. "": it does not say. */
static char *target_of(json_t *entry, const words *command) {
  const char *output = json_string_value(json_object_get(entry, "output"));
  for (uint32_t i = 1; output == NULL && i + 1 < command->count; i++)
    if (strcmp(command->data[i], "-o") == 0) output = command->data[i + 1];
  const char *end = output != NULL ? strstr(output, ".dir/") : NULL, *start = end;
  if (end == NULL) return mem_strdup("");
  while (start > output && start[-1] != '/') start--;
  char *name = mem_zalloc((size_t)(end - start) + 1);
  memcpy(name, start, (size_t)(end - start));
  return name;
}

/* One object of the database: NULL, or what is wrong with it. */
static const char *take_entry(json_t *entry, struct compile_commands *out) {
  const char *file = json_string_value(json_object_get(entry, "file"));
  const char *directory = json_string_value(json_object_get(entry, "directory"));
  const char *command = json_string_value(json_object_get(entry, "command"));
  json_t *arguments = json_object_get(entry, "arguments");
  if (file == NULL || *file == '\0') return "no \"file\"";
  if (!has_suffix(file, ".c")) {
    out->skipped++;
    return NULL;
  }
  words list = {0};
  if (json_is_array(arguments)) {
    if (!take_arguments(arguments, &list)) {
      free_words(&list);
      return "\"arguments\" is not a list of strings";
    }
  } else if (command != NULL) {
    split_command(command, &list);
  } else {
    return "neither \"arguments\" nor \"command\"";
  }
  struct compile_command c = {.file = mem_strdup(file), .directory = mem_strdup(directory != NULL ? directory : "")};
  c.target = target_of(entry, &list);
  take_flags(&list, &c);
  free_words(&list);
  if (is_known(out, &c)) free_command(&c);
  else vec_push(&out->entries, c);
  return NULL;
}

bool compile_commands_parse(const char *text, size_t length, struct compile_commands *out, char *why, size_t why_size) {
  json_error_t error;
  *out = (struct compile_commands){0};
  json_t *root = json_loadb(text, length, 0, &error);
  const char *wrong = NULL;
  size_t i = 0;
  if (root == NULL) {
    snprintf(why, why_size, "line %d: %s", error.line, error.text);
    return false;
  }
  if (!json_is_array(root)) snprintf(why, why_size, "it is not a list of commands");
  for (; json_is_array(root) && wrong == NULL && i < json_array_size(root); i++)
    wrong = take_entry(json_array_get(root, i), out);
  if (wrong != NULL) snprintf(why, why_size, "entry %zu has a problem: %s", i, wrong);
  bool good = json_is_array(root) && wrong == NULL;
  json_decref(root);
  if (!good) compile_commands_free(out);
  return good;
}

void compile_commands_free(struct compile_commands *list) {
  for (uint32_t i = 0; i < list->entries.count; i++) free_command(&list->entries.data[i]);
  vec_free(&list->entries);
}
