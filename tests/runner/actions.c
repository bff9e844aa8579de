/* What a test does besides running commands: files, revisions of a repository, tests with given inputs. Whatever cannot
   be done is a difference of the test. */
#include "actions.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "command.h"
#include "ktest.h"

void action_make_directory(const char *path) {
  char *part = mem_strdup(path);
  for (char *slash = strchr(part + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
    *slash = 0;
    mkdir(part, 0777);
    *slash = '/';
  }
  mkdir(part, 0777);
  free(part);
}

static void make_directory_of(const char *path) {
  char *directory = path_directory(path);
  action_make_directory(directory);
  free(directory);
}

/* In a file only %t before a slash or a quote has a meaning: C has percent signs of its own. */
static void write_body(FILE *to, const struct test *test, const char *body) {
  size_t length = strlen(body);
  while (length > 1 && body[length - 1] == '\n' && body[length - 2] == '\n') length--; /* before the next key */
  for (size_t i = 0; i < length; i++) {
    if (!strncmp(body + i, "%t/", 3) || !strncmp(body + i, "%t\"", 3)) fputs(test->temp, to), i++;
    else fputc(body[i], to);
  }
}

void action_file(struct test *test, const struct expect_step *step) {
  char *path = command_path(test, step->text);
  make_directory_of(path);
  FILE *to = fopen(path, "w");
  if (to) write_body(to, test, step->body);
  if (!to || fclose(to)) test_differs(test, "%s: %s", path, strerror(errno));
  free(path);
}

static void must(struct test *test, const char *line) {
  struct proc_result result = command_run(test, line);
  if (result.code) test_differs(test, "%s: exit code %d: %s%s", line, result.code, result.out, result.err);
  proc_result_free(&result);
}

void action_revision(struct test *test, const struct expect_step *step) {
  char *git = text_format("%s/.git", test->cwd), *name = command_expand(test, step->text);
  char *commit = text_format("git commit -q --allow-empty -m '%s'", name), *tag = text_format("git tag '%s'", name);
  struct stat status;
  if (stat(git, &status)) must(test, "git init -q");
  must(test, "git add -A");
  must(test, commit);
  must(test, tag);
  free(tag);
  free(commit);
  free(name);
  free(git);
}

void action_ktest(struct test *test, const struct expect_step *step) {
  words list = {0};
  if (words_split(&list, step->text) || !list.count) test_differs(test, "KTEST: expected: file name=number[:bytes]...");
  else {
    char *path = command_path(test, list.data[0]);
    make_directory_of(path);
    const char *problem = ktest_write(path, list.data + 1, list.count - 1);
    if (problem) test_differs(test, "KTEST %s: %s", step->text, problem);
    free(path);
  }
  words_free(&list);
}
