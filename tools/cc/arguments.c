/* Reads the command line of a C compiler: what it makes, of which files, and the flags that say what the program means.
   The flags are rows of flags.def. */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>

#include "inside.h"

enum form { ALONE, JOINED, NEXT, EITHER };
enum use { KEEP, DROP, DEFINE, NO_OBJECT, COMPILE, OUTPUT, LANGUAGE };

static const struct row {
  const char *text;
  enum form form;
  enum use use;
} rows[] = {
#define FLAG(text_, form_, use_) {.text = text_, .form = form_, .use = use_},
#include "flags.def"
#undef FLAG
};
enum { NROWS = sizeof rows / sizeof *rows, MOST_NESTED = 20 };

static bool fits(const struct row *row, const char *word) {
  size_t length = strlen(row->text);
  if (row->form == ALONE || row->form == NEXT) return !strcmp(word, row->text);
  return !strncmp(word, row->text, length);
}

static const struct row *find(const char *word) {
  const struct row *found = NULL;
  for (size_t i = 0; i < NROWS; i++) {
    if (!fits(&rows[i], word)) continue;
    /* -iwithprefixbefore is not -iwithprefix with a value: the longest row decides. */
    if (!found || strlen(rows[i].text) >= strlen(found->text)) found = &rows[i];
  }
  return found;
}

/* ---- files of flags ---- */

static char *read_text(const char *file) {
  FILE *in = fopen(file, "r");
  VEC(char) text = {0};
  if (!in) return NULL;
  for (int c; (c = getc(in)) != EOF;) vec_push(&text, (char)c);
  fclose(in);
  vec_push(&text, '\0');
  return text.data;
}

/* The next word of the text, with quotes and backslashes as gcc has them; NULL at the end. */
static char *next_word(const char **text) {
  VEC(char) word = {0};
  const char *at = *text + strspn(*text, " \t\n\r\f\v");
  char quote = 0;
  if (!*at) return NULL;
  for (; *at && (quote || !strchr(" \t\n\r\f\v", *at)); at++) {
    if (*at == '\\' && at[1]) vec_push(&word, *++at);
    else if (quote && *at == quote) quote = 0;
    else if (!quote && (*at == '"' || *at == '\'')) quote = *at;
    else vec_push(&word, *at);
  }
  *text = at;
  vec_push(&word, '\0');
  return word.data;
}

static void spread(words *all, const char *argument, int depth) {
  char *text = argument[0] == '@' && depth < MOST_NESTED ? read_text(argument + 1) : NULL;
  if (!text) {
    vec_push(all, argument);
    return;
  }
  const char *at = text;
  for (char *word; (word = next_word(&at));) spread(all, word, depth + 1);
}

/* ---- the command ---- */

static bool ends_with(const char *file, const char *suffix) {
  size_t n = strlen(file), m = strlen(suffix);
  return n > m && !strcmp(file + n - m, suffix);
}

static enum source source_of(const char *file, const char *language) {
  static const char *const others[] = {".cc", ".cpp", ".cxx", ".C", ".c++", ".m", ".s", ".S", ".sx", ".f90", ".f"};
  if (language) {
    if (!strcmp(language, "c") || !strcmp(language, "cpp-output")) return SOURCE_C;
    return ends_with(language, "-header") ? SOURCE_NONE : SOURCE_OTHER_LANGUAGE;
  }
  if (ends_with(file, ".c") || ends_with(file, ".i")) return SOURCE_C;
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    if (ends_with(file, others[i])) return SOURCE_OTHER_LANGUAGE;
  return SOURCE_NONE;
}

/* The checks of the C library that -D_FORTIFY_SOURCE brings are heddle's own work. */
static bool is_fortify(const char *value) {
  return !strncmp(value, "_FORTIFY_SOURCE", 15) || !strncmp(value, "-D_FORTIFY_SOURCE", 17);
}

static void add_flag(struct command *c, const char *word, const char *value) {
  vec_push(&c->flags, word);
  if (value) vec_push(&c->flags, value);
}

/* A flag with its row; `value`: of the same word or the next. */
static void take(struct command *c, const struct row *row, const char *word, const char *next, const char **language) {
  const char *value = next ? next : word + strlen(row->text);
  switch (row->use) {
  case COMPILE: c->compiles = true; break;
  case OUTPUT: c->output = value; break;
  case LANGUAGE: *language = strcmp(value, "none") ? value : NULL; break;
  case NO_OBJECT: c->makes_object = false; break;
  case DEFINE:
    if (!is_fortify(value)) add_flag(c, word, next);
    break;
  case KEEP: add_flag(c, word, next); break;
  case DROP: break;
  }
}

static void add_input(struct command *c, const char *file, const char *language) {
  struct input input = {file, source_of(file, language), language};
  if (!strcmp(file, "-")) input.source = SOURCE_NONE;
  vec_push(&c->inputs, input);
}

void command_read(struct command *command, char *const *arguments, int count) {
  words all = {0};
  const char *language = NULL;
  *command = (struct command){.makes_object = true};
  for (int i = 0; i < count; i++) spread(&all, arguments[i], 0);
  for (uint32_t i = 0; i < all.count; i++) {
    const char *word = all.data[i];
    const struct row *row = word[0] == '-' ? find(word) : NULL;
    if (word[0] != '-' || !word[1]) add_input(command, word, language);
    if (!row) continue;
    bool next = row->form == NEXT || (row->form == EITHER && !word[strlen(row->text)]);
    if (next && i + 1 == all.count) break; /* the compiler will say what is missing */
    take(command, row, word, next ? all.data[++i] : NULL, &language);
  }
  vec_free(&all);
}
