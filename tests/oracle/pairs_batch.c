/* Chains of versions as programs: the n-th versions of all chains are compiled as one file, where names are made
   different by the seed alone, so that a version has the names of the one before. What does not compile is found by
   halving. A version that has functions of its own in the library is compiled alone: else what others change would be
   a change of it, too. */
#define _GNU_SOURCE
#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "change/change.h"
#include "extract.h"
#include "front/front.h"
#include "gen.h"
#include "gen_file.h"
#include "pairs.h"
#include "util/map.h"

/* ---- texts */

/* Threads have handles from the start: where an edit joins one too early, nobody has to guess which it is. And nobody
   recurses deeply: that is a matter of the machine, and takes as long as a hundred other programs. */
static char *as_first(char *text) {
  enum { WORDS = 3 };
  static const char *const plain[WORDS] = {"pthread_t t[4];", "pthread_t child;", "deep(100000) - 100000"},
                           *const other[WORDS] = {"pthread_t t[4] = {0};", "pthread_t child = 0;", "deep(100) - 100"};
  char *copy = NULL;
  size_t bytes;
  FILE *out = open_memstream(&copy, &bytes);
  for (const char *at = text; *at;) {
    unsigned k = 0;
    while (k < WORDS && strncmp(at, plain[k], strlen(plain[k]))) k++;
    if (k < WORDS) fputs(other[k], out);
    else fputc(*at, out);
    at += k < WORDS ? strlen(plain[k]) : 1;
  }
  fclose(out);
  free(text);
  return copy;
}

static char *first_version(uint64_t seed, int size) {
  struct gen_traits traits;
  char *text = NULL;
  size_t bytes;
  FILE *out = open_memstream(&text, &bytes);
  gen_program(out, seed, size, &traits);
  fclose(out);
  text = as_first(text);
  if (seed % 5 == 0) return text; /* then the next version is formatted in another way */
  char *copy = edits_first(text, seed), *beside = edits_look_beside(copy, seed);
  free(copy);
  free(text);
  return beside;
}

/* Another layout is no harmless edit, even if nobody notices. */
static void pack(struct pairs_version *v, uint64_t seed, uint32_t version) {
  if (seed % 5 == 0) return;
  char *copy = edits_pack(v->text, seed, version);
  free(v->text);
  v->text = copy;
  if (version && edits_layout(seed, version) != edits_layout(seed, version - 1)) v->done.harmless = false;
}

static uint32_t length_of(uint64_t seed, uint32_t most) {
  static const uint32_t lengths[] = {4, 2, 5, 4, 6, 3, 5};
  uint32_t length = lengths[seed % 7];
  return length < most ? length : most;
}

/* The version that the next one is made of: mostly the one before. In chains of four and more at least one takes back
   what came after an earlier one, with edits of its own or none: a fix that is reverted, a failure that comes twice. */
static uint32_t base_of(uint64_t seed, uint32_t version) {
  uint64_t chance = hash_join(hash_join(11, seed), version);
  uint32_t length = length_of(seed, PAIRS_VERSIONS);
  if (version < 2) return version - 1;
  if (version != 2 + seed / 7 % (length - 2) && chance % 100 >= 15) return version - 1;
  return chance / 100 % 3 ? version - 2 : (uint32_t)(chance / 300 % (version - 1));
}
static bool only_comes_back(uint64_t seed, uint32_t version) {
  return base_of(seed, version) != version - 1 && hash_join(hash_join(12, seed), version) % 3;
}

static uint64_t seed_of_step(uint64_t seed, uint32_t step) { return seed * 16 + step; }

/* Another layout alone, in half of the versions that have one: else the edits would hide what it does. */
static bool only_moves(uint64_t seed, uint32_t version) {
  return seed % 5 && edits_layout(seed, version) != edits_layout(seed, version - 1) && (seed / 2 + version) % 2;
}

static struct pairs_chain make_chain(uint64_t seed, int size, uint32_t most) {
  struct pairs_chain chain = {.seed = seed, .count = length_of(seed, most)};
  chain.version[0].text = first_version(seed, size);
  for (uint32_t i = 1; i < chain.count; i++) {
    struct pairs_version *v = &chain.version[i];
    uint32_t mask = only_moves(seed, i) || only_comes_back(seed, i) ? 0 : ~0u;
    v->base = base_of(seed, i);
    v->text = edits_apply(chain.version[v->base].text, seed_of_step(seed, i), mask, &v->done);
    if (v->base != i - 1) v->done.harmless = false;
  }
  return chain;
}

static struct pairs_chain make_packed(uint64_t seed, int size, uint32_t most) {
  struct pairs_chain chain = make_chain(seed, size, most);
  for (uint32_t i = 0; i < chain.count; i++) pack(&chain.version[i], seed, i);
  return chain;
}

/* ---- one file of many */

/* What renaming edits made is not among the generator's names. */
static void new_names(FILE *out, const char *text, uint64_t seed, bool undo) {
  for (const char *at = text; *at;) {
    size_t n = 0;
    while (isalnum((unsigned char)at[n]) || at[n] == '_') n++;
    const char *mark = n ? memmem(at, n, "_r", 2) : NULL;
    if (mark && isdigit((unsigned char)mark[2])) {
      if (undo) fprintf(out, "#undef %.*s\n", (int)n, at);
      else fprintf(out, "#undef %.*s\n#define %.*s %.*s_%" PRIu64 "\n", (int)n, at, (int)n, at, (int)n, at, seed);
    }
    at += n ? n : 1;
  }
}

/* An earlier version that is the same text; else the version itself. */
static uint32_t first_same(const struct pairs_chain *c, uint32_t version) {
  uint32_t i = 0;
  while (strcmp(c->version[i].text, c->version[version].text)) i++;
  return i;
}

/* Is the chain's version in a file of so many? Alone it always is. */
static bool is_in(const struct pairs_chain *c, uint32_t version, uint32_t count) {
  if (version >= c->count || count == 1) return version < c->count;
  return first_same(c, version) == version && !gen_is_apart(c->version[version].text);
}

static void write_file(FILE *out, const struct pairs_chain *chains, uint32_t count, uint32_t version) {
  gen_head(out);
  for (uint32_t i = 0; i < count; i++) {
    const struct pairs_chain *c = &chains[i];
    if (!is_in(c, version, count)) continue;
    gen_names(out, c->seed, false);
    new_names(out, c->version[version].text, c->seed, false);
    fprintf(out, "#line %d \"seed-%" PRIu64 ".c\"\n%s", GEN_HEAD_LINES + 1, c->seed, c->version[version].text);
    gen_names(out, c->seed, true);
    new_names(out, c->version[version].text, c->seed, true);
  }
  fprintf(out, "int main(void) {\n  return 0");
  for (uint32_t i = 0; i < count; i++)
    if (is_in(&chains[i], version, count)) fprintf(out, " + main_%" PRIu64 "()", chains[i].seed);
  fprintf(out, ";\n}\n");
}

static struct ir_program *compile(const struct pairs_chain *chains, uint32_t count, uint32_t version) {
  struct gen_file file;
  gen_file_open(&file, "pairs");
  write_file(file.out, chains, count, version);
  return gen_file_load(&file);
}

bool pairs_same_alone(const struct pairs_chain *chain, uint32_t old, uint32_t new) {
  struct ir_program *images[] = {compile(chain, 1, old), compile(chain, 1, new)};
  bool same = false;
  if (images[0] && images[1]) {
    char name[40];
    snprintf(name, sizeof name, "main_%" PRIu64, chain->seed);
    struct ir_program *a = extract_program(images[0], ir_find_function(images[0], name));
    struct ir_program *b = extract_program(images[1], ir_find_function(images[1], name));
    struct change *change = change_open(a, b);
    same = change->nothing;
    change_close(change);
    ir_free(a);
    ir_free(b);
  }
  ir_free(images[0]);
  ir_free(images[1]);
  return same;
}

static void place(struct pairs_version *v, const struct ir_program *image, uint32_t entry) {
  v->image = image;
  v->entry = entry;
}

static void compile_range(struct pairs_batch *batch, uint32_t low, uint32_t high, uint32_t version) {
  bool any = false;
  for (uint32_t i = low; i < high; i++) any |= is_in(&batch->chains.data[i], version, high - low);
  if (!any) return;
  struct ir_program *image = compile(&batch->chains.data[low], high - low, version);
  if (image) vec_push(&batch->images, image);
  for (uint32_t i = low; image && i < high; i++) {
    char name[40];
    struct pairs_chain *c = &batch->chains.data[i];
    snprintf(name, sizeof name, "main_%" PRIu64, c->seed);
    if (is_in(c, version, high - low)) place(&c->version[version], image, ir_find_function(image, name));
  }
  if (image) return;
  if (high - low == 1) {
    batch->chains.data[low].broken = true;
    return;
  }
  compile_range(batch, low, low + (high - low) / 2, version);
  compile_range(batch, low + (high - low) / 2, high, version);
}

/* Those that are not in the file of many: compiled alone. What comes back has the program that it was. */
static void compile_others(struct pairs_batch *batch, uint32_t version) {
  for (uint32_t i = 0, count = batch->chains.count; i < count; i++) {
    struct pairs_chain *c = &batch->chains.data[i];
    uint32_t first = version < c->count ? first_same(c, version) : version;
    if (first != version) place(&c->version[version], c->version[first].image, c->version[first].entry);
    else if (count > 1 && !is_in(c, version, count)) compile_range(batch, i, i + 1, version);
  }
}

void pairs_batch_make(struct pairs_batch *batch, uint64_t first, uint32_t count, int size, uint32_t most) {
  *batch = (struct pairs_batch){0};
  for (uint32_t i = 0; i < count; i++) vec_push(&batch->chains, make_packed(first + i, size, most));
  for (uint32_t version = 0; version < most; version++) {
    compile_range(batch, 0, count, version);
    compile_others(batch, version);
  }
}

void pairs_batch_make_part(struct pairs_batch *batch, uint64_t seed, int size, uint32_t first, uint32_t mask) {
  struct pairs_chain whole = make_chain(seed, size, PAIRS_VERSIONS), part = {.seed = seed, .count = 2};
  *batch = (struct pairs_batch){0};
  part.version[0].text = whole.version[first].text;
  whole.version[first].text = NULL;
  if (only_moves(seed, first + 1)) mask = 0;
  part.version[1].text = edits_apply(part.version[0].text, seed_of_step(seed, first + 1), mask, &part.version[1].done);
  for (uint32_t i = 0; i < whole.count; i++) free(whole.version[i].text);
  for (uint32_t i = 0; i < 2; i++) pack(&part.version[i], seed, first + i);
  vec_push(&batch->chains, part);
  compile_range(batch, 0, 1, 0);
  compile_range(batch, 0, 1, 1);
}

bool pairs_batch_read(struct pairs_batch *batch, const char *const *files, uint32_t count) {
  struct pairs_chain chain = {.count = count};
  *batch = (struct pairs_batch){0};
  for (uint32_t i = 0; i < count; i++) {
    struct front_request request = {.inputs = &files[i], .ninputs = 1};
    struct ir_program *image = front_load(&request);
    if (!image) return false;
    vec_push(&batch->images, image);
    place(&chain.version[i], image, ir_find_function(image, "main"));
  }
  vec_push(&batch->chains, chain);
  return true;
}

void pairs_batch_free(struct pairs_batch *batch) {
  for (uint32_t i = 0; i < batch->images.count; i++) ir_free(batch->images.data[i]);
  for (uint32_t i = 0; i < batch->chains.count; i++)
    for (uint32_t k = 0; k < PAIRS_VERSIONS; k++) free(batch->chains.data[i].version[k].text);
  vec_free(&batch->images);
  vec_free(&batch->chains);
}
