/* Failures to bytes and back. Bytes that are no failure make the source bad; what comes back then is of no use. */
#include "explore/result_bytes.h"

void result_bytes_put_text(struct sink *s, const char *text) {
  sink_put32(s, text != NULL);
  if (text) sink_put_text(s, text);
}

const char *result_bytes_get_text(struct source *s, struct result *r) {
  if (!source_get32(s)) return NULL;
  return result_text(r, "%s", source_get_text(s));
}

static void put_frames(struct sink *s, const struct result_frame *frames, uint32_t count) {
  sink_put32(s, count);
  for (uint32_t i = 0; i < count; i++) {
    result_bytes_put_text(s, frames[i].function), result_bytes_put_text(s, frames[i].file);
    sink_put32(s, frames[i].line), sink_put32(s, frames[i].column);
  }
}

static struct result_frame *get_frames(struct source *s, struct result *r, uint32_t *count) {
  uint32_t n = source_get_count(s, 16);
  struct result_frame *frames = arena_alloc(&r->memory, (n + 1ull) * sizeof *frames);
  for (uint32_t i = 0; i < n; i++) {
    frames[i].function = result_bytes_get_text(s, r), frames[i].file = result_bytes_get_text(s, r);
    frames[i].line = source_get32(s), frames[i].column = source_get32(s);
  }
  *count = n;
  return frames;
}

static void put_inputs(struct sink *s, const struct result_failure *f) {
  sink_put32(s, f->ninputs);
  for (uint32_t i = 0; i < f->ninputs; i++) {
    result_bytes_put_text(s, f->inputs[i].name);
    sink_put32(s, f->inputs[i].size);
    sink_put(s, f->inputs[i].bytes, f->inputs[i].size);
  }
}

static void get_inputs(struct source *s, struct result *r, struct result_failure *f) {
  uint32_t count = source_get_count(s, 8);
  f->inputs = arena_alloc(&r->memory, (count + 1ull) * sizeof *f->inputs);
  for (; f->ninputs < count && !s->bad; f->ninputs++) {
    struct result_input *input = &f->inputs[f->ninputs];
    *input = (struct result_input){0};
    input->name = result_bytes_get_text(s, r);
    input->size = source_get_count(s, 1);
    uint8_t *bytes = arena_alloc(&r->memory, input->size + 1ull);
    source_get(s, bytes, input->size);
    input->bytes = bytes;
  }
}

void result_bytes_put_failure(struct sink *s, const struct result_failure *f) {
  sink_put32(s, f->kind), sink_put32(s, f->site), sink_put32(s, f->age), sink_put32(s, f->also_old);
  sink_put64(s, f->run);
  result_bytes_put_text(s, f->message), result_bytes_put_text(s, f->detail);
  result_bytes_put_text(s, f->thread), result_bytes_put_text(s, f->test);
  put_frames(s, f->frames, f->nframes);
  put_inputs(s, f);
  sink_put32(s, f->nsites);
  sink_put(s, f->sites, f->nsites * sizeof *f->sites);
  sink_put32(s, f->other_site);
  put_frames(s, f->other_frames, f->other_nframes);
  result_bytes_put_text(s, f->other_thread), result_bytes_put_text(s, f->other_message);
  result_bytes_put_text(s, f->schedule);
}

struct result_failure result_bytes_get_failure(struct source *s, struct result *r) {
  struct result_failure f = {0};
  f.kind = source_get_below(s, FAILURE_KIND_COUNT);
  f.site = source_get32(s);
  f.age = source_get_below(s, AGE_UNKNOWN + 1);
  f.also_old = source_get_below(s, 2);
  f.run = source_get64(s);
  f.message = result_bytes_get_text(s, r), f.detail = result_bytes_get_text(s, r);
  f.thread = result_bytes_get_text(s, r), f.test = result_bytes_get_text(s, r);
  f.frames = get_frames(s, r, &f.nframes);
  get_inputs(s, r, &f);
  f.nsites = source_get_count(s, sizeof *f.sites);
  f.sites = arena_alloc(&r->memory, (f.nsites + 1ull) * sizeof *f.sites);
  source_get(s, f.sites, f.nsites * sizeof *f.sites);
  f.other_site = source_get32(s);
  f.other_frames = get_frames(s, r, &f.other_nframes);
  f.other_thread = result_bytes_get_text(s, r), f.other_message = result_bytes_get_text(s, r);
  f.schedule = result_bytes_get_text(s, r);
  return f;
}
