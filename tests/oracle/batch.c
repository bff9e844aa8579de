/* Writes programs into one C file, each with names of its own and `#line`, so that places are those of the program
   alone; heddle-front makes one image of it. Start-up of the compiler and the library is paid once for all. */
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

static void add_member(struct batch *batch, FILE *out, uint64_t seed, int size, const regex_t *only) {
  struct batch_member member = {.seed = seed};
  char *text = NULL;
  program_text(seed, size, &member.traits, &text);
  if (is_wanted(text, only)) {
    gen_names(out, seed, false);
    fprintf(out, "#line %d \"seed-%" PRIu64 ".c\"\n%s", GEN_HEAD_LINES + 1, seed, text);
    gen_names(out, seed, true);
    vec_push(&batch->members, member);
  }
  free(text);
}

/* A main that keeps all of them. */
static void add_main(const struct batch *batch, FILE *out) {
  fprintf(out, "int main(void) {\n  return 0");
  for (uint32_t i = 0; i < batch->members.count; i++)
    fprintf(out, " + main_%" PRIu64 "()", batch->members.data[i].seed);
  fprintf(out, ";\n}\n");
}

bool batch_make(struct batch *batch, uint64_t first, uint32_t count, int size, const regex_t *only) {
  struct gen_file file;
  *batch = (struct batch){0};
  gen_file_open(&file, "oracle");
  gen_head(file.out);
  for (uint32_t i = 0; i < count; i++) add_member(batch, file.out, first + i, size, only);
  add_main(batch, file.out);
  batch->all = gen_file_load(&file);
  return batch->all != NULL;
}

void batch_free(struct batch *batch) {
  ir_free(batch->all);
  vec_free(&batch->members);
}

struct ir_program *batch_extract(const struct batch *batch, uint32_t member) {
  char name[40];
  snprintf(name, sizeof name, "main_%" PRIu64, batch->members.data[member].seed);
  return extract_program(batch->all, ir_find_function(batch->all, name));
}
