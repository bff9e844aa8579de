/* Reading a test: KLEE's .ktest format, version 3, numbers most significant byte first. Inputs become hd.inputs, the
   schedule (src/explore/schedule.h) hd.steps and hd.lines. The file comes from anywhere: every length is checked. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hooks.h"
#include "replay.h"

const char *const operation_text[OP_COUNT] = {
#define X(name, text) text,
    OPERATIONS(X)
#undef X
};

struct reader {
  const uint8_t *at, *end;
};

static const uint8_t *take(struct reader *r, size_t bytes) {
  if ((size_t)(r->end - r->at) < bytes) report_error("the test is cut off");
  const uint8_t *from = r->at;
  r->at += bytes;
  return from;
}

static uint32_t take_number(struct reader *r) {
  const uint8_t *b = take(r, 4);
  return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
}

static char *take_text(struct reader *r, uint32_t bytes) {
  char *text = calloc(1, (size_t)bytes + 1);
  memcpy(text, take(r, bytes), bytes);
  return text;
}

/* ---- the schedule ---- */

static int line_of(const char *name) {
  for (int i = 0; i < hd.nlines; i++)
    if (!strcmp(hd.lines[i].name, name)) return i;
  hd.lines = checked_realloc(hd.lines, (size_t)(hd.nlines + 1) * sizeof *hd.lines);
  struct line *line = &hd.lines[hd.nlines];
  memset(line, 0, sizeof *line);
  snprintf(line->name, sizeof line->name, "%s", name);
  line->next = NOBODY;
  return hd.nlines++;
}

static enum operation kind_of(const char *text) {
  for (int k = 0; k < OP_COUNT; k++)
    if (!strcmp(text, operation_text[k])) return (enum operation)k;
  report_error("the schedule has an operation '%s' that this runtime does not know", text);
}

static void add_step(const char *text) {
  char thread[NAME_BYTES], kind[32], woken[NAME_BYTES];
  unsigned ins;
  unsigned long long ordinal;
  if (sscanf(text, "%119s %u %31s %llu %119s", thread, &ins, kind, &ordinal, woken) != 5)
    report_error("step %d of the schedule cannot be read", hd.nsteps + 1);
  hd.steps = checked_realloc(hd.steps, (size_t)(hd.nsteps + 1) * sizeof *hd.steps);
  hd.steps[hd.nsteps++] = (struct step){.ins = ins,
                                        .kind = kind_of(kind),
                                        .ordinal = ordinal,
                                        .line = line_of(thread),
                                        .woken = strcmp(woken, "-") ? line_of(woken) : NOBODY,
                                        .next = NOBODY};
}

static void link_steps(void) {
  for (int i = hd.nsteps; i-- > 0;) {
    struct line *line = &hd.lines[hd.steps[i].line];
    hd.steps[i].next = line->next;
    line->next = i;
  }
}

static void read_schedule(char *text) {
  for (char *line = text, *end; *line; line = end) {
    end = strchr(line, '\n');
    if (end) *end++ = 0;
    else end = line + strlen(line);
    add_step(line);
  }
  link_steps();
}

extern const unsigned hd_user_ranges[];
extern const unsigned hd_user_range_count;

static bool is_users(uint32_t ins) {
  for (unsigned i = 0; i < hd_user_range_count; i++)
    if (ins >= hd_user_ranges[2 * i] && ins < hd_user_ranges[2 * i + 1]) return true;
  return false;
}

void test_use_ranges(void) {
  for (int i = 0; i < hd.nsteps; i++) hd.steps[i].library = !is_users(hd.steps[i].ins);
}

/* ---- the file ---- */

static struct reader open_file(const char *path) {
  FILE *file = fopen(path, "rb");
  if (!file || fseek(file, 0, SEEK_END)) report_error("cannot read the test %s", path);
  long size = ftell(file);
  if (size < 0 || fseek(file, 0, SEEK_SET)) report_error("cannot read the test %s", path);
  uint8_t *bytes = malloc((size_t)size + 1);
  if (fread(bytes, 1, (size_t)size, file) != (size_t)size) report_error("cannot read the test %s", path);
  fclose(file);
  return (struct reader){.at = bytes, .end = bytes + size};
}

static void read_object(struct reader *r) {
  struct input input = {.name = take_text(r, take_number(r))};
  input.size = take_number(r);
  input.bytes = take(r, input.size);
  if (!strcmp(input.name, "heddle.schedule")) {
    char *text = calloc(1, (size_t)input.size + 1);
    memcpy(text, input.bytes, input.size);
    read_schedule(text);
    free(text);
  }
  hd.inputs = checked_realloc(hd.inputs, (hd.ninputs + 1) * sizeof *hd.inputs);
  hd.inputs[hd.ninputs++] = input;
}

void test_read(const char *path) {
  struct reader r = open_file(path);
  const uint8_t *magic = take(&r, 5);
  if (memcmp(magic, "KTEST", 5) && memcmp(magic, "BOUT\n", 5)) report_error("%s is no test", path);
  uint32_t version = take_number(&r);
  for (uint32_t n = take_number(&r); n > 0; n--) take(&r, take_number(&r));
  if (version >= 2) take(&r, 8);
  for (uint32_t n = take_number(&r); n > 0; n--) read_object(&r);
}

const struct input *test_find(const char *name) {
  for (uint32_t i = 0; i < hd.ninputs; i++)
    if (!strcmp(hd.inputs[i].name, name)) return &hd.inputs[i];
  return NULL;
}
