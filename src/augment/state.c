/* The state as lines of text:

     heddle augment 1
     key LOW HIGH
     infeasible FIRST SECOND
     covered FIRST SECOND MEANS
     done HASH AMOUNT
     end

   What is covered is seen again by running the tests. Anything that does not fit makes the whole file as if it
   were not there. */
#include "augment/state.h"
#include "util/assert.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define FIRST_LINE "heddle augment 1\n"

static char *path_of(const char *directory, const char *name) {
  char *path = mem_alloc(strlen(directory) + strlen(name) + 2);
  return strcat(strcat(strcpy(path, directory), "/"), name);
}

static uint64_t done_key(const char *test, enum target_means step) {
  return hash_join(hash_bytes(test, strlen(test)), (uint64_t)step);
}

uint32_t state_done(const struct state *state, const char *test, enum target_means step) {
  uint32_t amount;
  return map_get(&state->done, done_key(test, step), &amount) ? amount : 0;
}

void state_set_done(struct state *state, const char *test, enum target_means step, uint32_t amount) {
  ASSERT(step < MEANS_COUNT);
  map_put(&state->done, done_key(test, step), amount);
}

static void set_infeasible(struct targets *targets, uint32_t first, uint32_t second) {
  for (uint32_t i = 0; i < targets->list.count; i++) {
    struct target *t = &targets->list.data[i];
    if (t->first != first || t->second != second) continue;
    t->status = TARGET_INFEASIBLE;
    t->means = MEANS_EXPLORED;
  }
}

/* One line after the first two. False: it does not fit. */
static bool read_line(struct state *state, struct targets *targets, const char *line, bool *end) {
  uint32_t first, second, amount;
  uint64_t hash;
  if (sscanf(line, "infeasible %" SCNu32 " %" SCNu32, &first, &second) == 2) {
    if (targets) set_infeasible(targets, first, second);
    return true;
  }
  if (sscanf(line, "covered %" SCNu32 " %" SCNu32 " %" SCNu32, &first, &second, &amount) == 3 && amount < MEANS_COUNT) {
    if (targets) map_put(&state->means, (uint64_t)first << 32 | second, amount);
    return true;
  }
  if (sscanf(line, "done %" SCNx64 " %" SCNu32, &hash, &amount) == 2) {
    if (targets) map_put(&state->done, hash, amount);
    return true;
  }
  *end = !strcmp(line, "end\n");
  return *end;
}

static bool read_all(struct state *state, struct targets *targets, FILE *in) {
  char line[200];
  struct store_key key;
  bool end = false;
  if (fseek(in, 0, SEEK_SET) || !fgets(line, sizeof line, in) || strcmp(line, FIRST_LINE)) return false;
  if (!fgets(line, sizeof line, in) || sscanf(line, "key %" SCNx64 " %" SCNx64, &key.low, &key.high) != 2) return false;
  if (key.low != state->key.low || key.high != state->key.high) return false;
  while (!end && fgets(line, sizeof line, in))
    if (!read_line(state, targets, line, &end)) return false;
  return end;
}

/* Read twice: nothing is taken from a file that does not fit to its end. */
bool state_load(struct state *state, const char *directory, struct targets *targets) {
  char *path = path_of(directory, STATE_FILE);
  FILE *in = fopen(path, "re");
  bool good = in && read_all(state, NULL, in) && read_all(state, targets, in);
  if (in) fclose(in);
  free(path);
  return good;
}

static void write_all(const struct state *state, const struct targets *targets, FILE *out) {
  fputs(FIRST_LINE, out);
  fprintf(out, "key %" PRIx64 " %" PRIx64 "\n", state->key.low, state->key.high);
  for (uint32_t i = 0; i < targets->list.count; i++) {
    const struct target *t = &targets->list.data[i];
    if (t->status == TARGET_INFEASIBLE) fprintf(out, "infeasible %" PRIu32 " %" PRIu32 "\n", t->first, t->second);
    if (t->status == TARGET_COVERED)
      fprintf(out, "covered %" PRIu32 " %" PRIu32 " %u\n", t->first, t->second, (unsigned)t->means);
  }
  for (uint32_t i = 0; state->done.count && i <= state->done.mask; i++) {
    const struct map_slot *slot = &state->done.slots[i];
    if (slot->used) fprintf(out, "done %" PRIx64 " %" PRIu32 "\n", slot->key, slot->value);
  }
  fputs("end\n", out);
}

bool state_save(const struct state *state, const char *directory, const struct targets *targets) {
  char *path = path_of(directory, STATE_FILE), *fresh = path_of(directory, STATE_FILE ".new");
  FILE *out = fopen(fresh, "we");
  if (out) write_all(state, targets, out);
  bool good = out && !ferror(out);
  if (out && fclose(out)) good = false;
  good = good && rename(fresh, path) == 0;
  free(path);
  free(fresh);
  return good;
}

void state_free(struct state *state) {
  map_free(&state->done);
  map_free(&state->means);
}

enum target_means state_means(const struct state *state, const struct target *target) {
  uint32_t means;
  return map_get(&state->means, (uint64_t)target->first << 32 | target->second, &means) ? (enum target_means)means
                                                                                        : MEANS_NONE;
}

uint32_t state_number_of(const char *name) {
  size_t length = strlen(STATE_TEST);
  if (strncmp(name, STATE_TEST, length)) return 0;
  size_t digits = strspn(name + length, "0123456789");
  const char *rest = name + length + digits;
  if (digits < 6 || digits > 9) return 0;
  if (*rest == '.' && strcmp(rest, ".ktest")) rest += 1 + strspn(rest + 1, "abcdefghijklmnopqrstuvwxyz");
  return strcmp(rest, ".ktest") ? 0 : (uint32_t)strtoul(name + length, NULL, 10);
}
