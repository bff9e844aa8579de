/* What workers say about themselves, each in a key that goes away by itself, and a list of them for a person. */
#include <inttypes.h>
#include <stdlib.h>

#include "cluster/inside.h"

static void key_of_worker(struct redis *r, const char *name, char key[KEY]) { key_of(r, "worker", name, key); }

void status_put(struct redis *r, const char *me, const struct worker_record *record) {
  char key[KEY], all[KEY], text[160];
  key_of_worker(r, me, key);
  key_of(r, "workers", "", all);
  snprintf(text, sizeof text, "%" PRIu64 " %" PRIu64 " %u %u %s", record->rate, record->branches, record->searches,
           record->branch, record->job[0] ? record->job : "-");
  TELL(r, "SADD", all, me);
  TELL(r, "SET", key, text, "EX", "5");
}

void status_leave(struct redis *r, const char *me) {
  char key[KEY], all[KEY], hungry[KEY];
  key_of_worker(r, me, key);
  key_of(r, "workers", "", all);
  key_of(r, "hungry", "", hungry);
  TELL(r, "SREM", all, me);
  TELL(r, "SREM", hungry, me);
  TELL(r, "DEL", key);
}

static bool read_record(const char *text, struct worker_record *record) {
  unsigned branch;
  *record = (struct worker_record){0};
  if (sscanf(text, "%" SCNu64 " %" SCNu64 " %u %u %47s", &record->rate, &record->branches, &record->searches, &branch,
             record->job) != 5)
    return false;
  record->branch = branch;
  if (!strcmp(record->job, "-")) record->job[0] = 0;
  return true;
}

/* One that has not said anything for a while is gone. */
void status_each(struct redis *r, status_visit *visit, void *context) {
  char all[KEY], key[KEY];
  struct worker_record record;
  key_of(r, "workers", "", all);
  redisReply *names = redis_ask(r, (struct redis_text[]){REDIS_TEXT("SMEMBERS"), REDIS_TEXT(all)}, 2);
  for (size_t i = 0; names && i < names->elements; i++) {
    const char *name = names->element[i]->str;
    if (!name || strlen(name) > 120) continue;
    key_of_worker(r, name, key);
    redisReply *value = redis_ask(r, (struct redis_text[]){REDIS_TEXT("GET"), REDIS_TEXT(key)}, 2);
    if (value && value->type == REDIS_REPLY_NIL) TELL(r, "SREM", all, name);
    if (value && value->type == REDIS_REPLY_STRING && read_record(value->str, &record)) visit(context, name, &record);
    if (value) freeReplyObject(value);
  }
  if (names) freeReplyObject(names);
}

/* ---- heddle status ---- */

struct shown {
  FILE *out;
  uint32_t count;
  uint64_t rate;
};

static void show_worker(void *context, const char *name, const struct worker_record *w) {
  struct shown *shown = context;
  shown->count++;
  shown->rate += w->rate;
  fprintf(shown->out, "  %s  ", name);
  if (!w->job[0]) fprintf(shown->out, "waits");
  else
    fprintf(shown->out, "job %s: %u searches%s, %" PRIu64 " states/s", w->job, w->searches,
            w->branch ? " and a branch" : "", w->rate);
  fprintf(shown->out, "; %" PRIu64 " branches so far\n", w->branches);
}

static void show_jobs(struct redis *r, FILE *out) {
  char pattern[KEY], prefix[KEY];
  key_of(r, "job", "*", pattern);
  key_of(r, "job", "", prefix);
  redisReply *keys = redis_ask(r, (struct redis_text[]){REDIS_TEXT("KEYS"), REDIS_TEXT(pattern)}, 2);
  fprintf(out, "%zu jobs\n", keys ? keys->elements : 0);
  for (size_t i = 0; keys && i < keys->elements; i++)
    if (keys->element[i]->len > strlen(prefix)) fprintf(out, "  %s\n", keys->element[i]->str + strlen(prefix) + 1);
  if (keys) freeReplyObject(keys);
}

static void show_units(struct redis *r, const char *kind, const char *title, FILE *out) {
  char stream[KEY];
  key_of(r, kind, "", stream);
  redisReply *length = redis_ask(r, (struct redis_text[]){REDIS_TEXT("XLEN"), REDIS_TEXT(stream)}, 2);
  redisReply *pending =
      redis_ask(r, (struct redis_text[]){REDIS_TEXT("XPENDING"), REDIS_TEXT(stream), REDIS_TEXT(GROUP)}, 3);
  long long taken = pending && pending->elements ? pending->element[0]->integer : 0, all = length ? length->integer : 0;
  fprintf(out, "%lld %s: %lld at work, %lld waiting\n", all, title, taken, all - taken);
  if (length) freeReplyObject(length);
  if (pending) freeReplyObject(pending);
}

bool cluster_status(const char *url, FILE *out, char *why, size_t room) {
  struct redis *r = redis_open(url, "heddle", why, room);
  if (!r) return false;
  struct shown shown = {.out = out};
  fprintf(out, "cluster %s on %s\n", redis_name(r), redis_place(r));
  show_jobs(r, out);
  fprintf(out, "workers\n");
  status_each(r, show_worker, &shown);
  fprintf(out, "%u workers, %" PRIu64 " states/s\n", shown.count, shown.rate);
  show_units(r, "units", "units that are searches", out);
  show_units(r, "branches", "units that are branches", out);
  redis_close(r);
  return true;
}
