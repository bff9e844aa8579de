/* shsplit: splits a command line into words as a shell does: quotes, backslashes, parameters like $1, comments.
   Input: N bytes of text. Words lie inside the pool and are all terminated. */
#include "heddle.h"
#include <assert.h>
#include <stdio.h>
#include <string.h>

#ifndef N
#define N 4
#endif

#define WORDS_MAX N
#define POOL_SIZE (4 * N + 4)

enum status { OK, OPEN_SINGLE, OPEN_DOUBLE, LONE_BACKSLASH, BAD_PARAMETER, TOO_LONG };
enum type { WORD, PIPE, BACKGROUND, SEQUENCE };

struct word {
  enum type type;
  int start;
  int length;
  int quoted;
};

struct splitter {
  const char *text;
  int at;
  char pool[POOL_SIZE];
  int used;
  struct word words[WORDS_MAX];
  int count;
  int word_start;
  int in_word;
  int quoted;
};

static const char *const parameters[] = {"sh", "one", "", "3"};

static const char *explain(enum status status) {
  switch (status) {
  case OPEN_SINGLE:
    return "unterminated single quote";
  case OPEN_DOUBLE:
    return "unterminated double quote";
  case LONE_BACKSLASH:
    return "backslash at end of input";
  case BAD_PARAMETER:
    return "no such parameter";
  case TOO_LONG:
    return "words are too long";
  default:
    return "ok";
  }
}

static int is_blank(char c) { return c == ' ' || c == '\t' || c == '\n'; }

static char peek(const struct splitter *splitter) { return splitter->text[splitter->at]; }

static char next(struct splitter *splitter) { return splitter->text[splitter->at++]; }

static void begin_word(struct splitter *splitter) {
  if (!splitter->in_word) {
    splitter->in_word = 1;
    splitter->quoted = 0;
    splitter->word_start = splitter->used;
  }
}

static enum status put(struct splitter *splitter, char c) {
  begin_word(splitter);
  if (splitter->used >= POOL_SIZE - 1)
    return TOO_LONG;
  splitter->pool[splitter->used++] = c;
  return OK;
}

static void end_word(struct splitter *splitter) {
  if (!splitter->in_word)
    return;
  assert(splitter->count < WORDS_MAX);
  assert(splitter->used < POOL_SIZE);
  struct word *word = &splitter->words[splitter->count++];
  word->type = WORD;
  word->start = splitter->word_start;
  word->length = splitter->used - splitter->word_start;
  word->quoted = splitter->quoted;
  splitter->pool[splitter->used++] = '\0';
  splitter->in_word = 0;
}

static void add_operator(struct splitter *splitter, enum type type) {
  end_word(splitter);
  assert(splitter->count < WORDS_MAX);
  struct word *word = &splitter->words[splitter->count++];
  word->type = type;
  word->start = splitter->used;
  word->length = 0;
  word->quoted = 0;
}

static enum status expand_parameter(struct splitter *splitter) {
  char c = peek(splitter);
  enum status status = OK;
  if (c < '0' || c > '9')
    return put(splitter, '$');
  splitter->at++;
  if (c > '3')
    return BAD_PARAMETER;
  for (const char *value = parameters[c - '0']; *value && status == OK; value++)
    status = put(splitter, *value);
  return status;
}

static enum status read_single(struct splitter *splitter) {
  begin_word(splitter);
  splitter->quoted = 1;
  while (peek(splitter) != '\'') {
    if (peek(splitter) == '\0')
      return OPEN_SINGLE;
    enum status status = put(splitter, next(splitter));
    if (status != OK)
      return status;
  }
  splitter->at++;
  return OK;
}

static enum status read_escape_in_double(struct splitter *splitter) {
  char c = peek(splitter);
  if (c == '\0')
    return OPEN_DOUBLE;
  splitter->at++;
  if (c == '"' || c == '\\' || c == '$')
    return put(splitter, c);
  enum status status = put(splitter, '\\');
  return status == OK ? put(splitter, c) : status;
}

static enum status read_double(struct splitter *splitter) {
  begin_word(splitter);
  splitter->quoted = 1;
  while (peek(splitter) != '"') {
    enum status status;
    if (peek(splitter) == '\0')
      return OPEN_DOUBLE;
    char c = next(splitter);
    if (c == '\\')
      status = read_escape_in_double(splitter);
    else if (c == '$')
      status = expand_parameter(splitter);
    else
      status = put(splitter, c);
    if (status != OK)
      return status;
  }
  splitter->at++;
  return OK;
}

static enum status read_escape(struct splitter *splitter) {
  if (peek(splitter) == '\0')
    return LONE_BACKSLASH;
  begin_word(splitter);
  splitter->quoted = 1;
  return put(splitter, next(splitter));
}

static void skip_comment(struct splitter *splitter) {
  while (peek(splitter) && peek(splitter) != '\n')
    splitter->at++;
}

static enum status take(struct splitter *splitter, char c) {
  if (is_blank(c)) {
    end_word(splitter);
    return OK;
  }
  switch (c) {
  case '\'':
    return read_single(splitter);
  case '"':
    return read_double(splitter);
  case '\\':
    return read_escape(splitter);
  case '$':
    return expand_parameter(splitter);
  case '|':
    add_operator(splitter, PIPE);
    return OK;
  case '&':
    add_operator(splitter, BACKGROUND);
    return OK;
  case ';':
    add_operator(splitter, SEQUENCE);
    return OK;
  case '#':
    if (!splitter->in_word) {
      skip_comment(splitter);
      return OK;
    }
    return put(splitter, c);
  default:
    return put(splitter, c);
  }
}

static enum status split(struct splitter *splitter) {
  while (peek(splitter)) {
    enum status status = take(splitter, next(splitter));
    if (status != OK)
      return status;
  }
  end_word(splitter);
  return OK;
}

static void check_words(const struct splitter *splitter) {
  for (int i = 0; i < splitter->count; i++) {
    const struct word *word = &splitter->words[i];
    assert(word->start + word->length <= POOL_SIZE);
    assert(word->type != WORD || splitter->pool[word->start + word->length] == '\0');
  }
}

int main(void) {
  char text[N + 1];
  struct splitter splitter;
  heddle_symbolic(text, N, "text");
  text[N] = '\0';
  memset(&splitter, 0, sizeof splitter);
  splitter.text = text;
  enum status status = split(&splitter);
  if (status != OK) {
    fprintf(stderr, "shsplit: %s\n", explain(status));
    return 1;
  }
  check_words(&splitter);
  for (int i = 0; i < splitter.count; i++) {
    const struct word *word = &splitter.words[i];
    fputs(word->quoted ? "quoted " : "", stdout);
    fwrite(splitter.pool + word->start, 1, word->length, stdout);
    printf(" (%d)\n", word->type);
  }
  return 0;
}
