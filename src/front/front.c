/* heddle's side of the front end: checks the inputs, looks whether the program was compiled before (cached.c), starts
   heddle-front, and loads the image it writes.

   heddle-front gets the request as arguments and the image file as an inherited descriptor. It says itself what is
   wrong with an input; if it dies the message comes from here. */
#define _GNU_SOURCE
#include "front/front.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "front/compile_commands.h"
#include "front/cached_inside.h"
#include "util/error.h"
#include "util/file.h"
#include "util/flags_trust.h"
#include "util/path.h"
#include "util/stop.h"
#include "util/vec.h"

static void push_word(struct command *c, const char *word) { vec_push(&c->words, mem_strdup(word)); }

static void push_option(struct command *c, const char *name, const char *value) {
  char *text;
  if (asprintf(&text, "%s=%s", name, value) >= 0) vec_push(&c->words, text);
}

static void push_unit(struct command *c, const char *file, const char *directory, const char *target,
                      const char *const *flags, uint32_t nflags, const char *const *more, uint32_t nmore) {
  char count[16];
  snprintf(count, sizeof count, "%u", nflags + nmore);
  push_word(c, "--unit");
  push_word(c, file);
  push_word(c, directory);
  push_word(c, target);
  push_word(c, count);
  char *const *word = &vec_last(&c->words) - 3;
  struct command_unit unit = {word[0], word[1], word[2], c->words.count, nflags + nmore};
  vec_push(&c->units, unit);
  // NOLINTNEXTLINE(clang-analyzer-core.NullDereference): flags are missing only where nflags is 0
  for (uint32_t i = 0; i < nflags; i++) push_word(c, flags[i]);
  for (uint32_t i = 0; i < nmore; i++) push_word(c, more[i]);
}

static void free_command(struct command *c) {
  for (uint32_t i = 0; i < c->words.count; i++) free(c->words.data[i]);
  vec_free(&c->words);
  vec_free(&c->units);
  free(c->library);
  free(c->include);
}

/* The directory of the database, which entries without a directory of their own are relative to. */
static char *directory_of(const char *path) {
  const char *slash = strrchr(path, '/');
  if (slash == NULL) return mem_strdup("");
  char *text = mem_strdup(path);
  text[slash == path ? 1 : slash - path] = '\0';
  return text;
}

static void add_command(struct command *c, const struct compile_command *e, const char *base,
                        const struct front_request *request, struct flags_dropped *dropped) {
  VEC(const char *) flags = {0};
  char *directory = path_join(base, e->directory);
  for (uint32_t i = 0; i < e->flags.count; i++) vec_push(&flags, e->flags.data[i]);
  if (!request->allow_plugins) flags.count = flags_keep_trusted(flags.data, flags.count, dropped);
  push_unit(c, e->file, directory, e->target, flags.data, flags.count, request->cflags, request->ncflags);
  free(directory);
  vec_free(&flags);
}

static bool add_database(struct command *c, const char *path, const struct front_request *request) {
  struct compile_commands list;
  char why[200];
  const char *unread;
  size_t length;
  char *text = file_whole(path, &length, &unread);
  if (text == NULL) {
    error_say("cannot read %s: %s", path, unread);
    return false;
  }
  bool good = compile_commands_parse(text, length, &list, why, sizeof why);
  free(text);
  if (!good) {
    error_say("cannot use %s: %s", path, why);
    return false;
  }
  char *base = directory_of(path);
  struct flags_dropped dropped = {0};
  for (uint32_t i = 0; i < list.entries.count; i++) add_command(c, &list.entries.data[i], base, request, &dropped);
  flags_warn(&dropped, path);
  if (list.entries.count == 0) error_say("%s names no C file", path);
  good = list.entries.count > 0;
  free(base);
  compile_commands_free(&list);
  return good;
}

static bool has_suffix(const char *file, const char *suffix) {
  size_t n = strlen(file), m = strlen(suffix);
  return n > m && strcmp(file + n - m, suffix) == 0;
}

static bool add_directory(struct command *c, const char *path, const struct front_request *request) {
  char *database = path_join(path, "compile_commands.json");
  bool there = access(database, F_OK) == 0;
  if (!there) error_say("%s is a directory without compile_commands.json", path);
  bool good = there && add_database(c, database, request);
  free(database);
  return good;
}

/* One file; `path` as it was given, `info` of where it is. */
static bool add_file(struct command *c, const char *path, const struct stat *info,
                     const struct front_request *request) {
  static const char *const suffixes[] = {".c", ".i", ".bc", ".ll", ".cpp", ".cc", ".cxx"};
  const char *directory = request->tree.root != NULL ? request->tree.directory : "";
  bool known = false;
  for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++) known = known || has_suffix(path, suffixes[i]);
  if (!known)
    error_say("cannot use %s: a program is .c, .i, .cpp, .bc or .ll files, or a directory with compile_commands.json",
              path);
  else if (info->st_size == 0) error_say("%s is empty", path);
  else {
    push_unit(c, path, directory, "", request->cflags, request->ncflags, NULL, 0);
    return true;
  }
  return false;
}

static bool add_input(struct command *c, const char *path, const struct front_request *request) {
  struct stat info;
  char *place = path_join(request->tree.root != NULL ? request->tree.directory : "", path);
  bool good = stat(place, &info) == 0 && (S_ISDIR(info.st_mode) || access(place, R_OK) == 0);
  const char *special = good && !S_ISDIR(info.st_mode) ? file_why_special(info.st_mode) : NULL;
  if (!good) error_say("cannot read %s: %s", path, strerror(errno));
  else if (special != NULL) {
    error_say("cannot read %s: %s", path, special);
    good = false;
  } else if (S_ISDIR(info.st_mode)) good = add_directory(c, place, request);
  else if (has_suffix(path, ".json")) good = add_database(c, place, request);
  else good = add_file(c, path, &info, request);
  free(place);
  return good;
}

static char *own_directory(void) {
  char path[PATH_MAX];
  ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
  if (n <= 0) return mem_strdup(".");
  path[n] = '\0';
  return directory_of(path);
}

static char *find_from(const char *base, const char *name) {
  static const char *const places[] = {"",    "../lib/heddle/", "../libexec/heddle/", "../share/heddle/",
                                       "../", "heddle/",        "../heddle/"};
  char *found = NULL;
  for (size_t i = 0; found == NULL && i < sizeof places / sizeof *places; i++) {
    char *path;
    if (asprintf(&path, "%s/%s%s", base, places[i], name) < 0) break;
    found = realpath(path, NULL);
    free(path);
  }
  return found;
}

/* Beside this program, or beside the shared library that this function is in; unless somebody says where. */
char *front_find_part(const char *name) {
  static const char here; /* a place in what is loaded */
  const char *home = getenv("HEDDLE_HOME");
  char *base = home && *home ? mem_strdup(home) : own_directory(), *found = find_from(base, name);
  Dl_info info;
  free(base);
  if (found || (home && *home) || !dladdr(&here, &info) || !info.dli_fname) return found;
  base = directory_of(info.dli_fname);
  found = find_from(base, name);
  free(base);
  return found;
}

/* The models of the C library. Those for 32 bits are a part of their own, and optional: without it calls of the C
   library are reported as calls of unknown functions. */
static char *find_library(const struct front_request *request) {
  return front_find_part(request->data_model_32 ? "rt/heddle-rt32.bc" : "rt/heddle-rt.bc");
}

static bool build_command(struct command *c, const struct front_request *request, int image) {
  char number[16];
  char *front = front_find_part("heddle-front"), *library = find_library(request);
  char *header = front_find_part("include/heddle.h");
  bool good = front != NULL && (library != NULL || request->data_model_32);
  if (front == NULL) error_say("heddle-front is not installed beside heddle");
  else if (!good) error_say("rt/heddle-rt.bc (the library models) is not installed beside heddle");
  snprintf(number, sizeof number, "%d", image);
  if (good) {
    push_word(c, front);
    push_option(c, "--image-fd", number);
    if (library != NULL) push_option(c, "--rt", library);
    if (request->entry != NULL) push_option(c, "--entry", request->entry);
    if (request->target != NULL) push_option(c, "--target", request->target);
    if (request->only != NULL) push_option(c, "--only", request->only);
    if (request->data_model_32) push_word(c, "--m32");
    if (request->instrument != NULL) push_option(c, "--instrument", request->instrument);
    if (request->sanitize != NULL) push_option(c, "--sanitize", request->sanitize);
    if (request->watch) push_word(c, "--watch");
    if (request->polls) push_word(c, "--polls");
    if (isatty(STDERR_FILENO)) push_word(c, "--colour"); /* what it writes comes through a pipe */
    if (request->save_bitcode != NULL) push_option(c, "--save-bitcode", request->save_bitcode);
  }
  if (good && request->tree.root != NULL) {
    push_option(c, "--tree", request->tree.root);
    push_option(c, "--tree-shown", request->tree.shown);
    push_option(c, "--tree-directory", request->tree.directory);
  }
  if (header != NULL) *strrchr(header, '/') = '\0';
  if (good && header != NULL) push_option(c, "--include", header);
  c->library = library;
  c->include = header;
  for (uint32_t i = 0; good && i < request->ninputs; i++) good = add_input(c, request->inputs[i], request);
  if (good && c->units.count == 0) {
    error_say("no program given");
    good = false;
  }
  free(front);
  return good;
}

/* ---- the other process ---- */

static void remove_colours(char *line) {
  char *to = line;
  for (const char *at = line; *at; at++) {
    if (at[0] == '\033' && at[1] == '[') at += strcspn(at, "mK");
    else *to++ = *at;
    if (*at == '\0') break;
  }
  *to = '\0';
}

/* A line of its messages. The first error is the one to report. */
static void note_line(char *line) {
  static const char own[] = "heddle: error: ";
  remove_colours(line);
  if (!strncmp(line, own, sizeof own - 1)) error_note(line + sizeof own - 1);
  else if (strstr(line, "error: ") != NULL) error_note(line);
}

/* Its messages go on to stderr, as they are. False: the command is to end. */
static bool pass_messages(int from, bool *said) {
  enum { TICK_MS = 100 };
  VEC(char) line = {0};
  char block[4096];
  ssize_t n = 1;
  while (n > 0 && !stop_wanted()) {
    struct pollfd wait = {.fd = from, .events = POLLIN};
    if (poll(&wait, 1, TICK_MS) <= 0) continue;
    n = read(from, block, sizeof block);
    if (n > 0) fwrite(block, 1, (size_t)n, stderr);
    *said = *said || n > 0;
    for (ssize_t i = 0; i < n; i++) {
      vec_push(&line, block[i] == '\n' ? '\0' : block[i]);
      if (block[i] != '\n') continue;
      note_line(line.data);
      line.count = 0;
    }
  }
  vec_free(&line);
  return n <= 0;
}

static _Noreturn void become_front(const struct command *c, int messages, pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL); /* it does not outlive us */
  if (getppid() != parent) _exit(EXIT_USAGE);
  dup2(messages, STDERR_FILENO);
  execv(c->words.data[0], c->words.data);
  error_say("cannot run %s: %s", c->words.data[0], strerror(errno));
  _exit(EXIT_USAGE);
}

/* Starts heddle-front and waits for it. False after a message, or when the command is to end: then it is ended, and its
   compilers with it. */
static bool run_front(struct command *c) {
  int status, ends[2];
  pid_t parent = getpid();
  vec_push(&c->words, NULL);
  pid_t pid = pipe2(ends, O_CLOEXEC) ? -1 : fork();
  if (pid == 0) become_front(c, ends[1], parent);
  if (pid < 0) {
    error_say("cannot start heddle-front: %s", strerror(errno));
    return false;
  }
  close(ends[1]);
  bool ended = pass_messages(ends[0], &c->said);
  if (!ended) kill(pid, SIGKILL);
  close(ends[0]);
  while (waitpid(pid, &status, 0) < 0)
    if (errno != EINTR) return false;
  if (!ended) return false;
  const char *first = c->units.data ? c->units.data[0].file : "the program";
  if (WIFSIGNALED(status))
    error_say("cannot read %s: LLVM 19 does not survive it (signal %d); not a valid LLVM 19 bitcode file?", first,
              WTERMSIG(status));
  else if (WEXITSTATUS(status) != 0 && error_first() == NULL) error_say("%s cannot be compiled", first);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static struct ir_program *load_image(int image, const struct command *command, struct cached_program *cached) {
  struct stat info;
  const char *why = "it cannot be mapped";
  struct ir_program *program = NULL;
  if (fstat(image, &info) == 0 && info.st_size > 0) {
    void *block = mmap(NULL, (size_t)info.st_size, PROT_READ, MAP_PRIVATE, image, 0);
    if (block != MAP_FAILED) {
      program = ir_load(block, (size_t)info.st_size, &why);
      if (program != NULL) cached_add(cached, command, block, (size_t)info.st_size);
      munmap(block, (size_t)info.st_size);
    }
  }
  if (program == NULL) error_say("heddle-front wrote no usable program: %s", why);
  return program;
}

static struct ir_program *compile(struct command *command, const struct front_request *request, int image) {
  struct cached_program *cached = cached_begin(request->cached, request, command);
  struct ir_program *program = cached_find(cached);
  if (program == NULL) {
    cached_record(cached, command);
    if (run_front(command)) program = load_image(image, command, cached);
  }
  cached_end(cached);
  return program;
}

struct ir_program *front_load(const struct front_request *request) {
  struct command command = {0};
  struct ir_program *program = NULL;
  int image = memfd_create("heddle-image", 0);
  if (image < 0) {
    error_say("cannot create a temporary file: %s", strerror(errno));
    return NULL;
  }
  if (build_command(&command, request, image)) program = compile(&command, request, image);
  if (program != NULL && request->tree.root != NULL)
    program->sources = (struct ir_sources){.root = mem_strdup(request->tree.root),
                                           .shown = mem_strdup(request->tree.shown),
                                           .directory = mem_strdup(request->tree.directory)};
  close(image);
  free_command(&command);
  return program;
}

bool front_merge(const char *const *files, uint32_t count, const char *out) {
  struct command command = {0};
  char *front = front_find_part("heddle-front");
  if (front == NULL) error_say("heddle-front is not installed beside heddle");
  else {
    push_word(&command, front);
    push_option(&command, "--merge", out);
    for (uint32_t i = 0; i < count; i++) push_unit(&command, files[i], "", "", NULL, 0, NULL, 0);
  }
  bool good = front != NULL && run_front(&command);
  free_command(&command);
  free(front);
  return good;
}
