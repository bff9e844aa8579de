/* heddle init: a heddle.toml to begin with. It names the programs that were found, and says in comments what else can
   stand there. A file that is there is never overwritten. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "job/init_scan.h"
#include "job/job.h"
#include "job/program.h"

struct job {
  struct cli_options options;
  struct init_scan scan;
  init_numbers programs; /* files with a main */
  FILE *out;
};

/* ---- TOML ---- */

static void put_text(FILE *out, const char *text) {
  fputc('"', out);
  for (; *text; text++) {
    if ((unsigned char)*text < ' ' || *text == 127) fprintf(out, "\\u%04x", (unsigned char)*text);
    else fprintf(out, *text == '"' || *text == '\\' ? "\\%c" : "%c", *text);
  }
  fputc('"', out);
}

static void put_files(struct job *job, const init_numbers *files) {
  fputs("files = [", job->out);
  for (uint32_t i = 0; i < files->count; i++) {
    if (i) fputs(", ", job->out);
    put_text(job->out, job->scan.files.data[files->data[i]].path);
  }
  fputs("]\n", job->out);
}

/* A header that is included as "a/b.h" and lies in x/a/b.h is found with -Ix. */
static void put_flags(struct job *job, const init_numbers *headers) {
  init_numbers done = {0};
  for (uint32_t i = 0; i < headers->count; i++) {
    const char *path = job->scan.files.data[headers->data[i]].path, *slash = strrchr(path, '/');
    size_t length = slash ? (size_t)(slash - path) : 0;
    bool known = false;
    for (uint32_t k = 0; k < done.count; k++) {
      const char *other = job->scan.files.data[done.data[k]].path, *end = strrchr(other, '/');
      known |= (end ? (size_t)(end - other) : 0) == length && !strncmp(path, other, length);
    }
    if (known) continue;
    char *flag = NULL;
    fputs(done.count ? ", " : "flags = [", job->out);
    if (asprintf(&flag, "-I%.*s", length ? (int)length : 1, length ? path : ".") >= 0) put_text(job->out, flag);
    free(flag);
    vec_push(&done, headers->data[i]);
  }
  if (done.count) fputs("]\n", job->out);
  vec_free(&done);
}

static void put_program(struct job *job, uint32_t program) {
  init_numbers files = {0}, headers = {0};
  init_scan_needed(&job->scan, program, &files, &headers);
  put_files(job, &files);
  put_flags(job, &headers);
  vec_free(&files);
  vec_free(&headers);
}

/* ---- the file ---- */

static void put_head(struct job *job) {
  fputs("# What heddle explores in this project. `heddle run` explores it as it is, `heddle check` compares\n"
        "# HEAD with the work tree, `heddle check A B` two revisions (each with its own heddle.toml). Paths are\n"
        "# relative to this file. Written by `heddle init`: please look through it; docs/versions.md describes\n"
        "# everything that may stand here.\n\n",
        job->out);
}

static void put_build(struct job *job) {
  bool one = job->programs.count == 1;
  fputs("[build]\n", job->out);
  if (job->scan.database) {
    fputs("# How the project compiles its files. It is used instead of `files` where none are named.\n", job->out);
    fprintf(job->out, "%scompile_commands = ", job->programs.count ? "# " : "");
    put_text(job->out, job->scan.database);
    fputc('\n', job->out);
  }
  if (one) {
    fputs("# The file with main, and what its headers seem to stand for.\n", job->out);
    put_program(job, job->programs.data[0]);
  }
  if (!job->programs.count && !job->scan.database)
    fputs("# No file with a main was found. `heddle harness FILE.c:FUNCTION` writes one that calls a function from\n"
          "# several threads.\n# files = [\"queue.c\", \"harness_queue_push.c\"]\n",
          job->out);
  fputs("# Compiler flags of every program.\n# flags = [\"-Iinclude\", \"-DNDEBUG=0\"]\n\n", job->out);
}

/* "tests/queue.c" is called queue; the second one of that name by its whole path. */
static void put_name(struct job *job, uint32_t at) {
  static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.";
  const char *path = job->scan.files.data[job->programs.data[at]].path;
  char *name = program_name(path);
  for (uint32_t i = 0; i < at; i++) {
    char *other = program_name(job->scan.files.data[job->programs.data[i]].path);
    if (!strcmp(name, other)) {
      free(name);
      name = mem_strdup(path);
      name[strlen(name) - 2] = '\0';
    }
    free(other);
  }
  for (char *c = name; *c; c++)
    if (!strchr(plain, *c) || (c == name && (*c == '-' || *c == '.'))) *c = '_';
  fputs("name = ", job->out);
  put_text(job->out, name);
  fputc('\n', job->out);
  free(name);
}

static void put_entries(struct job *job) {
  if (job->programs.count > 1)
    fputs("# One table for each program. `heddle run` and `heddle check` explore all of them, --target=NAME one.\n",
          job->out);
  for (uint32_t i = 0; job->programs.count > 1 && i < job->programs.count; i++) {
    fputs("[[entry]]\n", job->out);
    put_name(job, i);
    put_program(job, job->programs.data[i]);
    fputc('\n', job->out);
  }
  fputs("# Another entry: a function to start with, in a file that is taken from the work tree whatever the revision.\n"
        "# [[entry]]\n# name = \"push\"\n# files = [\"queue.c\"]\n# harness = \"harness/push.c\"\n"
        "# function = \"test_push\"\n\n",
        job->out);
}

static void put_options(struct job *job) {
  fputs("[check]\n# timeout = 60                  # seconds of `heddle check`\n"
        "# checks = \"+race,+leak\"       # what else counts as a failure\n\n"
        "[options]\n# Any option of the command line, for all commands that have it.\n# max-memory = 2000\n",
        job->out);
}

static bool open_file(struct job *job) {
  const char *path = job->options.out ? job->options.out : "heddle.toml";
  int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  job->out = fd < 0 ? NULL : fdopen(fd, "w");
  if (!job->out && errno == EEXIST) error_say("%s is there already; --out=FILE writes another one", path);
  else if (!job->out) error_say("cannot write %s: %s", path, strerror(errno));
  return job->out != NULL;
}

static void say(const struct job *job) {
  printf("%s: ", job->options.out ? job->options.out : "heddle.toml");
  if (job->scan.database) printf("compile_commands.json in %s; ", job->scan.database);
  printf("%u program%s\n", job->programs.count, job->programs.count == 1 ? "" : "s");
  for (uint32_t i = 0; i < job->programs.count; i++) printf("  %s\n", job->scan.files.data[job->programs.data[i]].path);
  if (job->scan.cut) printf("only the first %u files were looked at\n", job->scan.files.count);
  printf("next: look through it, then heddle run\n");
}

static bool run(struct job *job) {
  if (job->options.words.count) {
    error_say("heddle init looks at the current directory; '%s' is one word too many", job->options.words.data[0]);
    return false;
  }
  if (!open_file(job)) return false;
  init_scan_open(&job->scan, ".");
  for (uint32_t i = 0; i < job->scan.files.count; i++)
    if (job->scan.files.data[i].has_main) vec_push(&job->programs, i);
  put_head(job);
  put_build(job);
  put_entries(job);
  put_options(job);
  bool good = fclose(job->out) == 0;
  if (!good) error_say("cannot write the file: %s", strerror(errno));
  else if (job->options.level != REPORT_QUIET) say(job);
  return good;
}

enum exit_code init_job(struct job_request *request) {
  struct job job = {0};
  bool good = job_read(&job.options, OPTIONS_INIT, request) && run(&job);
  init_scan_close(&job.scan);
  vec_free(&job.programs);
  options_free(&job.options);
  return good ? EXIT_SAFE : EXIT_USAGE;
}
