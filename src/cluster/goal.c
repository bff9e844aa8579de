/* What an exploration looks for and what it uses again, as bytes: of two versions above all. What comes from the server
   is not trusted: sets and maps have the size that the program asks for, and name nothing that is not there. */
#include <stddef.h>

#include "cluster/inside.h"

/* Tests, summaries, single runs and the code of another version stay on this machine. */
bool goal_travels(const struct explore_options *o) {
  const struct explore_goal *g = &o->goal;
  const struct explore_reuse *r = &o->reuse;
  return !g->marks && !g->divergence && !g->pinned && !g->cuts && !g->watch && !g->watch_branches && !g->one_schedule &&
         !r->known && !r->load_summaries && !r->seeds && !r->hunted && !r->in_turn;
}

/* ---- out ---- */

static const size_t flags[] = {
    offsetof(struct explore_goal, targets_reached),   offsetof(struct explore_goal, targets_whole),
    offsetof(struct explore_goal, without_summaries), offsetof(struct explore_goal, failures_once),
    offsetof(struct explore_goal, ignore_races),      offsetof(struct explore_goal, without_failures),
};
enum { FLAGS = sizeof flags / sizeof *flags };

static void put_blob(struct sink *sink, const void *bytes, uint64_t size) {
  sink_put64(sink, size);
  sink_put(sink, bytes, size);
}

static void put_states(struct sink *sink, const struct explore_states *states) {
  put_blob(sink, states->bytes, states->size);
  put_blob(sink, states->block, states->block ? states->nblocks * sizeof *states->block : 0);
}

void goal_put(struct sink *sink, const struct explore_options *o, uint32_t nins) {
  const struct explore_goal *g = &o->goal;
  for (unsigned i = 0; i < FLAGS; i++) sink_put32(sink, *(const bool *)((const char *)g + flags[i]));
  put_blob(sink, g->targets ? g->targets->words : NULL, g->targets ? (nins + 63ull) / 64 * 8 : 0);
  put_blob(sink, g->changed, g->changed ? nins : 0);
  sink_put32(sink, o->reuse.states != NULL);
  if (o->reuse.states) put_states(sink, o->reuse.states);
}

/* ---- and back ---- */

/* Of the given size, or empty: NULL. Anything else is bad. */
static void *get_blob(struct source *source, struct job *job, uint64_t wanted) {
  uint64_t size = source_get64(source);
  if (size && size != wanted) source->bad = true;
  if (source->bad || !size) return NULL;
  void *bytes = arena_alloc(&job->memory, size + 8);
  source_get(source, bytes, size);
  return bytes;
}

static void *get_any(struct source *source, struct job *job, uint64_t *size) {
  *size = source_get64(source);
  if (*size > source->size - source->at) source->bad = true;
  if (source->bad) *size = 0;
  void *bytes = arena_alloc(&job->memory, *size + 8);
  source_get(source, bytes, *size);
  return bytes;
}

static void get_targets(struct source *source, struct job *job, uint32_t nins) {
  uint64_t *words = get_blob(source, job, (nins + 63ull) / 64 * 8);
  if (words && nins % 64 && words[nins / 64] >> nins % 64) source->bad = true;
  job->targets = (struct static_set){.words = words, .size = nins};
  job->options.goal.targets = words && !source->bad ? &job->targets : NULL;
}

/* The states themselves are looked at by who reads them (explore/kept_states.c). */
static void get_states(struct source *source, struct job *job) {
  uint64_t bytes, size;
  job->states.bytes = get_any(source, job, &job->states.size);
  uint32_t *block = get_any(source, job, &bytes);
  size = bytes / sizeof *block;
  if (bytes % sizeof *block || size > UINT32_MAX) source->bad = true;
  for (uint64_t i = 0; i < size && !source->bad; i++)
    if (block[i] >= job->program->nblocks && block[i] != IR_NONE) source->bad = true;
  job->states.block = size ? block : NULL;
  job->states.nblocks = (uint32_t)size;
  job->options.reuse.states = source->bad ? NULL : &job->states;
}

bool goal_get(struct source *source, struct job *job) {
  struct explore_goal *g = &job->options.goal;
  uint32_t nins = (uint32_t)job->program->nins;
  for (unsigned i = 0; i < FLAGS; i++) *(bool *)((char *)g + flags[i]) = source_get_below(source, 2);
  get_targets(source, job, nins);
  g->changed = get_blob(source, job, nins);
  if (source_get_below(source, 2)) get_states(source, job);
  return !source->bad && source->at == source->size;
}
