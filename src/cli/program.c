/* PROGRAM on the command line: loading it, naming it, and recording in tests how it was given. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/commands.h"
#include "front/front.h"
#include "suite/meta.h"

/* The dump goes where no other output of the command is disturbed. */
static void dump_ir(const struct cli_options *options, const struct ir_program *program) {
  bool json_on_stdout = options->json && !options->json_file;
  FILE *out = json_on_stdout ? stderr : stdout;
  ir_print(program, out);
  fflush(out);
}

struct ir_program *program_load(struct cli_options *options, uint32_t first) {
  struct front_request request = {
      .inputs = options->words.data + first,
      .ninputs = options->words.count - first,
      .cflags = options->cflags.data,
      .ncflags = options->cflags.count,
      .entry = options->entry,
      .data_model_32 = options->data_model_32,
      .instrument = options->instrument,
      .sanitize = options->sanitize,
      .watch = options->watch,
      .save_bitcode = options->save_bitcode,
  };
  struct ir_program *program = front_load(&request);
  if (program && options->dump_ir) dump_ir(options, program);
  return program;
}

/* The last part of a path, without trailing slashes. */
static char *last_part(const char *path) {
  size_t end = strlen(path);
  while (end > 1 && path[end - 1] == '/') end--;
  size_t start = end;
  while (start > 0 && path[start - 1] != '/') start--;
  char *part = mem_zalloc(end - start + 1);
  memcpy(part, path + start, end - start);
  return part;
}

/* "." and a compilation database say nothing by their own name: the directory's real one does. */
static char *directory_name(const char *input) {
  char real[PATH_MAX];
  if (!realpath(input, real)) return NULL;
  char *part = last_part(real);
  if (strcmp(part, "compile_commands.json")) return part;
  free(part);
  *strrchr(real, '/') = 0;
  return last_part(real);
}

char *program_name(const char *input) {
  char *name = last_part(input);
  if (!strcmp(name, ".") || !strcmp(name, "..") || !strcmp(name, "compile_commands.json")) {
    char *real = directory_name(input);
    if (real) {
      free(name);
      name = real;
    }
  }
  char *dot = strrchr(name, '.');
  if (dot && dot != name) *dot = 0;
  if (!strcmp(name, "") || !strcmp(name, ".") || !strcmp(name, "..") || !strcmp(name, "/")) {
    free(name);
    name = mem_strdup("program");
  }
  return name;
}

char *program_record(const struct cli_options *options) {
  char here[PATH_MAX];
  struct meta_program record = {.directory = getcwd(here, sizeof here)};
  for (uint32_t i = 0; i < options->words.count; i++) vec_push(&record.inputs, options->words.data[i]);
  for (uint32_t i = 0; i < options->cflags.count; i++) vec_push(&record.cflags, options->cflags.data[i]);
  for (uint32_t i = 0; i < options->recorded.count; i++) vec_push(&record.options, options->recorded.data[i]);
  char *text = meta_program_encode(&record);
  meta_program_free(&record);
  return text;
}
