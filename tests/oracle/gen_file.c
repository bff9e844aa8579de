/* Generated programs on their way through the compiler. See gen_file.h. */
#define _GNU_SOURCE
#include "gen_file.h"

#include <stdlib.h>
#include <unistd.h>

#include "front/front.h"
#include "util/error.h"

void gen_file_open(struct gen_file *file, const char *name) {
  char pattern[40];
  snprintf(pattern, sizeof pattern, "%s-XXXXXX.c", name);
  int fd = mkstemps(scratch_name(file->path, pattern), 2);
  file->out = fd >= 0 ? fdopen(fd, "w") : NULL;
  if (!file->out) error_exit(EXIT_USAGE, "cannot write %s", file->path);
}

struct ir_program *gen_file_load(struct gen_file *file) {
  const char *input = file->path;
  struct front_request request = {.inputs = &input, .ninputs = 1};
  bool written = fclose(file->out) == 0;
  if (!written) error_say("cannot write %s", file->path);
  struct ir_program *image = written ? front_load(&request) : NULL;
  unlink(file->path);
  return image;
}
