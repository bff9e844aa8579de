/* Running a command without a shell, and the small text helpers that go with it. Output is captured in unnamed
   temporary files, so that a command can print any amount without a reader on the other end of a pipe. */
#define _GNU_SOURCE
#include "proc.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

void words_push(words *list, const char *word) { vec_push(list, mem_strdup(word)); }

void words_free(words *list) {
  for (uint32_t i = 0; i < list->count; i++) free(list->data[i]);
  vec_free(list);
}

/* Copies one word to `to`, without its quotes. Returns where it ended, or NULL if a quote is left open. */
static const char *copy_word(char *to, const char *from) {
  char quote = 0;
  for (; *from && (quote || (*from != ' ' && *from != '\t')); from++) {
    if (*from == quote) quote = 0;
    else if (!quote && (*from == '\'' || *from == '"')) quote = *from;
    else if (*from == '\\' && quote != '\'' && from[1]) *to++ = *++from;
    else *to++ = *from;
  }
  *to = 0;
  return quote ? NULL : from;
}

int words_split(words *list, const char *line) {
  char *word = mem_alloc(strlen(line) + 1);
  for (;;) {
    line += strspn(line, " \t");
    if (!*line) break;
    line = copy_word(word, line);
    if (!line) break;
    words_push(list, word);
  }
  free(word);
  return line ? 0 : -1;
}

static char *read_all(FILE *file, size_t *size) {
  char *text = NULL;
  size_t used = 0, capacity = 4096, got;
  do {
    capacity *= 2;
    text = mem_resize(text, capacity + 1);
    got = fread(text + used, 1, capacity - used, file);
    used += got;
  } while (used == capacity);
  text[used] = 0;
  if (size) *size = used;
  return text;
}

char *file_read(const char *path, size_t *size) {
  FILE *file = fopen(path, "rb");
  if (!file) return NULL;
  char *text = read_all(file, size);
  if (ferror(file)) {
    free(text);
    text = NULL;
  }
  fclose(file);
  return text;
}

char *text_format(const char *format, ...) {
  va_list args;
  char *text = NULL;
  va_start(args, format);
  if (vasprintf(&text, format, args) < 0) abort();
  va_end(args);
  return text;
}

char *path_directory(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? text_format("%.*s", (int)(slash - path), path) : mem_strdup(".");
}

static _Noreturn void become(words *command, const char *cwd, FILE *out, FILE *err) {
  int in = open("/dev/null", O_RDONLY);
  if (in < 0 || chdir(cwd) || dup2(in, 0) < 0 || dup2(fileno(out), 1) < 0 || dup2(fileno(err), 2) < 0) _exit(127);
  execvp(command->data[0], command->data);
  fprintf(stderr, "%s: %s\n", command->data[0], strerror(errno));
  fflush(stderr);
  _exit(127);
}

static int wait_for(pid_t child) {
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* What the command wrote to the file, which is closed. */
static char *read_back(FILE *file) {
  if (fseek(file, 0, SEEK_SET)) {
    perror("runner: temporary file");
    exit(2);
  }
  char *text = read_all(file, NULL);
  fclose(file);
  return text;
}

struct proc_result proc_run(words *command, const char *cwd) {
  FILE *out = tmpfile(), *err = tmpfile();
  if (!out || !err) {
    perror("runner: temporary file");
    exit(2);
  }
  vec_push(command, NULL);
  command->count--;
  fflush(NULL);
  pid_t child = fork();
  if (child == 0) become(command, cwd, out, err);
  struct proc_result result = {.code = child < 0 ? 127 : wait_for(child)};
  result.out = read_back(out);
  result.err = read_back(err);
  return result;
}

void proc_result_free(struct proc_result *result) {
  free(result->out);
  free(result->err);
}
