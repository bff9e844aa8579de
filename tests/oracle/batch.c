/* Writes programs into one C file, each with names of its own and `#line`, so that places are those of the program
   alone; heddle-front makes one image of it. Start-up of the compiler and the library is paid once for all. Programs
   that cancel threads or have robust mutexes are in a file of their own: the whole image gets other functions that
   wait. */
#define _GNU_SOURCE
#include "batch.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "extract.h"
#include "gen_file.h"

static void program_text(uint64_t seed, int size, struct gen_traits *traits, char **text) {
  size_t bytes;
  FILE *out = open_memstream(text, &bytes);
  gen_program(out, seed, size, traits);
  fclose(out);
}

void batch_print(FILE *out, uint64_t seed, int size) {
  struct gen_traits traits;
  gen_head(out);
  gen_program(out, seed, size, &traits);
}

static bool is_wanted(const char *text, const regex_t *only) {
  const char *threads = strstr(text, "static void *f");
  return !only || !regexec(only, threads ? threads : text, 0, NULL, 0);
}

static void add_member(struct batch *batch, FILE *outs[2], uint64_t seed, int size, const regex_t *only) {
  struct batch_member member = {.seed = seed};
  char *text = NULL;
  program_text(seed, size, &member.traits, &text);
  member.apart = gen_is_apart(text);
  FILE *out = outs[member.apart];
  if (is_wanted(text, only)) {
    gen_names(out, seed, false);
    fprintf(out, "#line %d \"seed-%" PRIu64 ".c\"\n%s", GEN_HEAD_LINES + 1, seed, text);
    gen_names(out, seed, true);
    vec_push(&batch->members, member);
  }
  free(text);
}

/* A main that keeps all of the file. */
static void add_main(const struct batch *batch, FILE *out, bool apart) {
  fprintf(out, "int main(void) {\n  return 0");
  for (uint32_t i = 0; i < batch->members.count; i++)
    if (batch->members.data[i].apart == apart) fprintf(out, " + main_%" PRIu64 "()", batch->members.data[i].seed);
  fprintf(out, ";\n}\n");
}

bool batch_make(struct batch *batch, uint64_t first, uint32_t count, int size, const regex_t *only) {
  struct gen_file files[2];
  FILE *outs[2];
  *batch = (struct batch){0};
  for (int k = 0; k < 2; k++) {
    gen_file_open(&files[k], k ? "oracle-apart" : "oracle");
    gen_head(outs[k] = files[k].out);
  }
  for (uint32_t i = 0; i < count; i++) add_member(batch, outs, first + i, size, only);
  for (int k = 0; k < 2; k++) {
    add_main(batch, outs[k], k);
    batch->images[k] = gen_file_load(&files[k]);
  }
  return batch->images[0] && batch->images[1];
}

void batch_free(struct batch *batch) {
  for (int k = 0; k < 2; k++) ir_free(batch->images[k]);
  vec_free(&batch->members);
}

struct ir_program *batch_extract(const struct batch *batch, uint32_t member) {
  char name[40];
  const struct ir_program *image = batch->images[batch->members.data[member].apart];
  snprintf(name, sizeof name, "main_%" PRIu64, batch->members.data[member].seed);
  return extract_program(image, ir_find_function(image, name));
}
