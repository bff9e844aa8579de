/* heddle-cc: a C compiler that compiles as the real one does and keeps bitcode aside.

     heddle-cc ARGUMENTS...        as those of cc; docs/build.md

   The real compiler (HEDDLE_CC, else cc) gets the very same arguments; its output and exit code are ours. After -c the
   bitcode of each C file is made with clang as .NAME.o.bc beside the object file, and the object file gets a section
   with its path and hash (src/util/bitcode_records.h), which ar and ld keep. A command that compiles and links at once
   leaves no object file: then the linker gets one more, with nothing in it but that section.
   Whatever goes wrong with the bitcode is a warning: the build goes on. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "inside.h"
#include "util/bitcode_records.h"

/* What this run knows. */
struct job {
  words real; /* the compiler with its arguments, NULL at the end */
  struct command command;
  VEC(char *) records;
  VEC(char *) warnings; /* said only if the compiler itself found nothing wrong */
};

/* ---- messages ---- */

static void warn(struct job *job, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void warn(struct job *job, const char *format, ...) {
  char *text;
  va_list args;
  va_start(args, format);
  int n = vasprintf(&text, format, args);
  va_end(args);
  if (n >= 0) vec_push(&job->warnings, text);
}

static void say_warnings(const struct job *job) {
  const char *log = getenv("HEDDLE_CC_LOG");
  FILE *out = log && *log ? fopen(log, "ae") : stderr;
  for (uint32_t i = 0; out && i < job->warnings.count; i++)
    fprintf(out, "heddle-cc: warning: %s\n", job->warnings.data[i]);
  if (out && out != stderr) fclose(out);
}

/* ---- the real compiler ---- */

/* HEDDLE_CC may have flags, as CC has: "ccache gcc -m32". */
static void read_real(words *real) {
  const char *name = getenv("HEDDLE_CC");
  char *text = strdup(name && *name ? name : "cc"), *rest = text;
  for (char *word; (word = strtok_r(rest, " \t", &rest));) vec_push(real, word);
  // NOLINTNEXTLINE(clang-analyzer-unix.Malloc): the words are in the list
  if (!real->count) vec_push(real, "cc");
}

/* Our own end is that of the compiler. */
static int end_as(int status) {
  if (status >= 0 && WIFEXITED(status)) return WEXITSTATUS(status);
  if (status >= 0 && WIFSIGNALED(status)) {
    signal(WTERMSIG(status), SIG_DFL);
    raise(WTERMSIG(status));
    return 128 + WTERMSIG(status);
  }
  return 1;
}

static int run_real(const struct job *job) {
  int status = process_run((char *const *)job->real.data, -1);
  bool started = status >= 0 && !(WIFEXITED(status) && WEXITSTATUS(status) == 127);
  if (!started) fprintf(stderr, "heddle-cc: error: cannot run %s; HEDDLE_CC names the compiler\n", job->real.data[0]);
  return status;
}

/* ---- is bitcode wanted? ---- */

static bool begins(const char *text, const char *start) { return !strncmp(text, start, strlen(start)); }

static const char *name_of(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

/* What configure, CMake and meson compile to learn about the compiler is no part of a program. */
static bool is_probe(const struct command *c) {
  char here[4096];
  for (uint32_t i = 0; i < c->inputs.count; i++) {
    const char *file = c->inputs.data[i].file;
    if (begins(name_of(file), "conftest") || begins(name_of(file), "_configtest")) return true;
    if (strstr(file, "CMakeFiles/CMakeTmp") || strstr(file, "CMakeScratch") || strstr(file, "CompilerIdC")) return true;
  }
  if (!getcwd(here, sizeof here)) return false;
  return strstr(here, "/CMakeFiles/") || strstr(here, "/meson-private");
}

static bool wants_bitcode(const struct command *c) {
  const char *skip = getenv("HEDDLE_CC_SKIP");
  bool sources = false;
  if (skip && *skip && strcmp(skip, "0") != 0) return false;
  for (uint32_t i = 0; i < c->inputs.count; i++) sources = sources || c->inputs.data[i].source != SOURCE_NONE;
  return sources && c->makes_object && !is_probe(c);
}

/* ---- names of files ---- */

/* a/b.c: a/b.o if `object` is what -o says, else b.o here. */
static char *object_of(const struct command *c, const struct input *input) {
  char *text;
  const char *name = name_of(input->file), *dot = strrchr(name, '.');
  if (c->output) return strdup(c->output);
  return asprintf(&text, "%.*s.o", dot ? (int)(dot - name) : (int)strlen(name), name) < 0 ? NULL : text;
}

/* Where the bitcode for `object` goes: hidden beside it; with HEDDLE_CC_STORE=DIR in that directory, named by the hash
   of where the object is. */
static char *bitcode_path(const char *object) {
  char *text, here[4096] = "";
  const char *store = getenv("HEDDLE_CC_STORE"), *name = name_of(object);
  if (store && *store) {
    if (mkdir(store, 0777) && errno != EEXIST) return NULL;
    uint64_t place = object[0] == '/' || !getcwd(here, sizeof here) ? 0 : bitcode_hash(here, strlen(here));
    place ^= bitcode_hash(object, strlen(object));
    return asprintf(&text, "%s/%s.%016llx.bc", store, name, (unsigned long long)place) < 0 ? NULL : text;
  }
  return asprintf(&text, "%.*s.%s.bc", (int)(name - object), object, name) < 0 ? NULL : text;
}

/* ---- bitcode ---- */

/* A record of the file's bitcode; NULL after a warning. */
static char *make(struct job *job, const struct input *input, const char *object) {
  char *why = NULL, *record = NULL, *path = NULL;
  if (input->source == SOURCE_OTHER_LANGUAGE) why = strdup("it is not C");
  else if (!(path = bitcode_path(object))) why = strdup(strerror(errno));
  else if (bitcode_make(&job->command, input, path, &why)) record = bitcode_record(path, &why);
  if (!record) warn(job, "no bitcode of %s: %s", input->file, why ? why : "out of memory");
  free(path);
  free(why);
  return record;
}

/* A file with the records, as they stand in the section; its name, freed by the caller. NULL: it cannot be written. */
static char *write_temporary(const char *suffix, const char *data, size_t length) {
  const char *directory = getenv("TMPDIR");
  char *path;
  if (asprintf(&path, "%s/heddle-cc-XXXXXX%s", directory && *directory ? directory : "/tmp", suffix) < 0) return NULL;
  int file = mkostemps(path, (int)strlen(suffix), O_CLOEXEC);
  bool good = file >= 0 && write(file, data, length) == (ssize_t)length;
  if (file >= 0) close(file);
  if (good) return path;
  if (file >= 0) unlink(path);
  free(path);
  return NULL;
}

/* Adds the section to an object file. objcopy belongs to the same package as the assembler. */
static void mark_object(struct job *job, const char *object, const char *record) {
  char *section = write_temporary("", record, strlen(record) + 1), *argument = NULL;
  int nothing = open("/dev/null", O_WRONLY | O_CLOEXEC), status = -1;
  if (section && asprintf(&argument, BITCODE_SECTION "=%s", section) >= 0) {
    char *const words[] = {"objcopy", "--add-section", argument, (char *)object, NULL};
    status = process_run(words, nothing);
  }
  if (status) warn(job, "no bitcode of %s: objcopy cannot add a section to it", object);
  if (section) unlink(section);
  if (nothing >= 0) close(nothing);
  free(section);
  free(argument);
}

static bool is_regular(const char *path) {
  struct stat info;
  return stat(path, &info) == 0 && S_ISREG(info.st_mode);
}

/* After -c. */
static void keep_compiled(struct job *job) {
  for (uint32_t i = 0; i < job->command.inputs.count; i++) {
    const struct input *input = &job->command.inputs.data[i];
    char *object = input->source != SOURCE_NONE ? object_of(&job->command, input) : NULL;
    char *record = object && is_regular(object) ? make(job, input, object) : NULL;
    if (record) mark_object(job, object, record);
    free(record);
    free(object);
  }
}

/* The object file with nothing but the section: for this machine, whichever that is, so the real compiler makes it. */
static char *make_carrier(const struct job *job) {
  VEC(char) text = {0};
  static const char head[] = ".section .note.GNU-stack,\"\",@progbits\n.section " BITCODE_SECTION ",\"\",@progbits\n";
  char number[16], *object = NULL;
  for (const char *at = head; *at; at++) vec_push(&text, *at);
  for (uint32_t i = 0; i < job->records.count; i++)
    for (const char *at = job->records.data[i];; at++) {
      int n = snprintf(number, sizeof number, ".byte %d\n", (unsigned char)*at);
      for (int k = 0; k < n; k++) vec_push(&text, number[k]);
      if (!*at) break;
    }
  char *source = write_temporary(".s", text.data, text.count);
  if (source && (object = write_temporary(".o", "", 0))) {
    words list = {0};
    read_real(&list);
    for (uint32_t i = 0; i < job->command.flags.count; i++)
      if (begins(job->command.flags.data[i], "-m")) vec_push(&list, job->command.flags.data[i]);
    const char *const rest[] = {"-c", "-x", "assembler", "-o", object, source, NULL};
    for (size_t i = 0; i < sizeof rest / sizeof *rest; i++) vec_push(&list, rest[i]);
    if (process_run((char *const *)list.data, -1)) {
      unlink(object);
      free(object);
      object = NULL;
    }
    vec_free(&list);
  }
  if (source) unlink(source);
  free(source);
  vec_free(&text);
  return object;
}

/* prog from a.c and b.c: .prog-a.o.bc and .prog-b.o.bc beside it. */
static void make_for_link(struct job *job) {
  const char *output = job->command.output ? job->command.output : "a.out";
  for (uint32_t i = 0; i < job->command.inputs.count; i++) {
    const struct input *input = &job->command.inputs.data[i];
    const char *name = name_of(input->file), *dot = strrchr(name, '.');
    char *object;
    if (input->source == SOURCE_NONE) continue;
    if (asprintf(&object, "%s-%.*s.o", output, dot ? (int)(dot - name) : (int)strlen(name), name) < 0) return;
    char *record = make(job, input, object);
    if (record) vec_push(&job->records, record);
    free(object);
  }
}

static int compile_and_link(struct job *job) {
  bool regular = !job->command.output || is_regular(job->command.output) || access(job->command.output, F_OK) != 0;
  if (regular) make_for_link(job);
  char *carrier = job->records.count ? make_carrier(job) : NULL;
  if (carrier) { /* -x none: it is no file of the language that an earlier -x names */
    const char *const more[] = {"-x", "none", carrier, NULL};
    job->real.count--;
    for (size_t i = 0; i < sizeof more / sizeof *more; i++) vec_push(&job->real, more[i]);
  } else if (job->records.count) warn(job, "no bitcode of %s: the assembler failed", job->command.inputs.data[0].file);
  int status = run_real(job);
  if (carrier) unlink(carrier);
  free(carrier);
  return status;
}

/* ---- */

int main(int argc, char **argv) {
  struct job job = {0};
  if (getenv("HEDDLE_CC_INSIDE")) {
    fprintf(stderr, "heddle-cc: error: the compiler that HEDDLE_CC names is heddle-cc itself\n");
    return 2;
  }
  setenv("HEDDLE_CC_INSIDE", "1", 1);
  read_real(&job.real);
  for (int i = 1; i < argc; i++) vec_push(&job.real, argv[i]);
  vec_push(&job.real, NULL);
  command_read(&job.command, argv + 1, argc - 1);
  bool wanted = wants_bitcode(&job.command);
  if (!wanted) execvp(job.real.data[0], (char *const *)job.real.data);
  if (wanted && !job.command.compiles) {
    int status = compile_and_link(&job);
    if (status == 0) say_warnings(&job);
    return end_as(status);
  }
  int status = run_real(&job); /* if it could not become the compiler just now, this says so */
  if (wanted && status == 0) {
    keep_compiled(&job);
    say_warnings(&job);
  }
  return end_as(status);
}
