/* Branches of one job's stateful search, in a process that keeps what it has learned from one to the next. */
#include <stdlib.h>
#include <unistd.h>

#include "cluster/server.h"

static bool read_all(int socket, void *bytes, uint64_t size) {
  for (uint8_t *at = bytes; size;) {
    ssize_t n = read(socket, at, size);
    if (n <= 0) return false;
    at += n, size -= (uint64_t)n;
  }
  return true;
}

static bool explore_one(struct server *s, struct explore_helper *h, struct exchange *x, int socket) {
  uint64_t size;
  struct explore_helped helped;
  if (!read_all(socket, &size, sizeof size)) return false;
  uint8_t *prefix = mem_alloc(size + 1);
  bool good = read_all(socket, prefix, size);
  s->slot->busy = true;
  struct branch_done done = {.more = good && explore_help(h, prefix, size, &helped)};
  s->slot->busy = false;
  if (good) {
    done.states = helped.states, done.cuts = helped.cuts, done.before = helped.before, done.seconds = helped.seconds;
    exchange_tell_yield(x, helped.seconds);
  }
  free(prefix);
  return good && write_all(socket, &done, sizeof done) && done.more;
}

void branch_serve(struct server *s, int socket) {
  struct job job = {0};
  const char *why = server_load(s, &job);
  if (why) {
    fprintf(s->log, "heddle worker: branch %s of job %s was refused: %s\n", s->unit.entry, s->unit.job, why);
    fflush(s->log);
    _exit(BRANCH_REFUSED);
  }
  struct exchange *x = exchange_open(s->redis, s->unit.job, job.options.config.first_turn, s->slot, s->log);
  struct explore_helper *h = explore_help_open(job.program, &job.options, exchange_hooks(x));
  if (!h) fprintf(s->log, "heddle worker: there is no memory for branches of job %s\n", s->unit.job);
  while (h && explore_one(s, h, x, socket)) {}
  if (h) explore_help_close(h);
  exchange_close(x);
  job_free(&job);
}
