/* Makes the bitcode of one C file as heddle's own front end would (src/front/compile.c): with debug information,
   without optimisation, with the names of values and the marks where variables of blocks begin and end. */
#define _GNU_SOURCE
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "inside.h"
#include "util/bitcode_records.h"

/* The directory of heddle.h: beside heddle-cc in a build tree, or where `make install` put it. NULL: not found. */
static char *own_include(void) {
  static const char *const places[] = {"include/heddle.h", "../lib/heddle/include/heddle.h"};
  char self[PATH_MAX], *path, *found = NULL;
  ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
  if (n <= 0) return NULL;
  self[n] = '\0';
  *strrchr(self, '/') = '\0';
  for (size_t i = 0; !found && i < sizeof places / sizeof *places; i++) {
    if (asprintf(&path, "%s/%s", self, places[i]) < 0) return NULL;
    found = realpath(path, NULL);
    free(path);
  }
  if (found) *strrchr(found, '/') = '\0';
  return found;
}

static void push_all(words *list, const char *const *texts, size_t count) {
  for (size_t i = 0; i < count; i++) vec_push(list, texts[i]);
}

static words clang_command(const struct command *command, const struct input *input, const char *path) {
  static const char *const fixed[] = {"-c",
                                      "-emit-llvm",
                                      "-g",
                                      "-O0",
                                      "-Xclang",
                                      "-disable-O0-optnone",
                                      "-Xclang",
                                      "-fsanitize-address-use-after-scope",
                                      "-fno-discard-value-names",
                                      "-fno-pic",
                                      "-Qunused-arguments",
                                      "-Wno-everything"};
  static const char *const last[] = {"-U_FORTIFY_SOURCE", "-D__HEDDLE__=1"};
  const char *clang = getenv("HEDDLE_CLANG"), *more = getenv("HEDDLE_CC_CFLAGS");
  char *include = own_include();
  words list = {0};
  vec_push(&list, clang && *clang ? clang : "clang-19");
  push_all(&list, fixed, sizeof fixed / sizeof *fixed);
  push_all(&list, command->flags.data, command->flags.count);
  push_all(&list, last, sizeof last / sizeof *last);
  if (more) /* it lives as long as the program */
    for (char *rest = strdup(more), *word; (word = strtok_r(rest, " \t", &rest));) vec_push(&list, word);
  // NOLINTNEXTLINE(clang-analyzer-unix.Malloc): the words of HEDDLE_CC_CFLAGS are in the list
  if (include) {
    vec_push(&list, "-idirafter");
    vec_push(&list, include);
  }
  if (input->language) {
    vec_push(&list, "-x");
    vec_push(&list, input->language);
  }
  vec_push(&list, "-o");
  vec_push(&list, path);
  vec_push(&list, input->file);
  vec_push(&list, NULL);
  return list;
}

static char *line_from(const char *start) { return strndup(start, strcspn(start, "\n")); }

/* The first error of the compiler, else its first line. */
static char *first_error(int messages) {
  char text[8192];
  ssize_t n = pread(messages, text, sizeof text - 1, 0);
  if (n <= 0) return strdup("clang failed without a message");
  text[n] = '\0';
  char *found = strstr(text, "error: ");
  while (found && found > text && found[-1] != '\n') found--;
  return line_from(found ? found : text);
}

static bool run_clang(const words *list, char **why) {
  int messages = memfd_create("messages", MFD_CLOEXEC);
  int status = messages >= 0 ? process_run((char *const *)list->data, messages) : -1;
  bool good = status == 0;
  if (status == -1) *why = strdup(strerror(errno));
  else if (WIFSIGNALED(status)) *why = strdup("clang was ended by a signal");
  else if (WEXITSTATUS(status) == 127) *why = strdup("cannot run clang-19: install it, or name it in HEDDLE_CLANG");
  else if (!good) *why = first_error(messages);
  if (messages >= 0) close(messages);
  return good;
}

/* Under another name first: whoever reads the bitcode meanwhile sees the old or the new one. */
bool bitcode_make(const struct command *command, const struct input *input, const char *path, char **why) {
  char *partial;
  if (asprintf(&partial, "%s.%ld", path, (long)getpid()) < 0) return false;
  words list = clang_command(command, input, partial);
  bool good = run_clang(&list, why);
  if (good && rename(partial, path)) {
    *why = strdup(strerror(errno));
    good = false;
  }
  if (!good) unlink(partial);
  vec_free(&list);
  free(partial);
  return good;
}

char *bitcode_record(const char *path, char **why) {
  char *real = realpath(path, NULL), *record = NULL;
  FILE *in = real ? fopen(real, "rb") : NULL;
  VEC(char) bytes = {0};
  char block[65536];
  if (!in) {
    *why = strdup(strerror(errno));
    free(real);
    return NULL;
  }
  for (size_t n; (n = fread(block, 1, sizeof block, in)) > 0;)
    for (size_t i = 0; i < n; i++) vec_push(&bytes, block[i]);
  fclose(in);
  if (asprintf(&record, "%016" PRIx64 " %s", bitcode_hash(bytes.data, bytes.count), real) < 0) record = NULL;
  vec_free(&bytes);
  free(real);
  return record;
}
