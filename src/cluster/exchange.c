/* What passes between a search and other machines while it goes on: finished states and hints through a stream of the
   job, both ways, and branches for workers that have nothing to do. The table of states in the memory of this machine
   stands between: the search knows nothing of the server. If that refuses or is gone the search goes on, alone. */
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "cluster/inside.h"
#include "stateful/parcel.h"
#include "util/clock.h"

struct exchange {
  struct redis *redis;
  FILE *log;
  char job[48], me[60], last[64]; /* the newest message of the stream that was read */
  char states[KEY], hungry[KEY], branches[KEY], job_key[KEY];
  bool small;           /* parts of the search are made as small as they can be */
  bool over, disturbed; /* nobody wants the result; something has happened, here or elsewhere */
  bool complained;
  struct parcels parcels;
  double passed, looked, quiet; /* when; until when nothing is asked */
  double since;                 /* of the figures: */
  uint64_t states_then, most;   /* states at that time; that are a fair part of a search, for whoever takes it */
  uint64_t given;               /* branches given away */
  uint32_t demand;              /* so many times a fair part must lie behind the node of one: see take_yield */
  uint64_t least;               /* states behind one that is told to others */
  double adapted;               /* when that was set last, in seconds of the processor */
  struct worker_slot *slot;     /* where others see how far this is */
  struct explore_exchange hooks;
};

/* SMALL_MS: who makes parts small lets others come to something before it does all of them itself. */
enum { PASS_MS = 20, QUIET_SECONDS = 5, FAIR_MS = 800, SMALL_MS = 10, POOR_MS = 200, RICH_MS = 800, MOST_DEMAND = 64 };

/* What goes wrong is said once; then the server has some rest. */
static void complain(struct exchange *x, const char *what) {
  if (!x->complained) fprintf(x->log, "heddle worker: %s: %s; going on\n", what, redis_why(x->redis)), fflush(x->log);
  x->complained = true;
  x->quiet = clock_now() + QUIET_SECONDS;
}

/* ---- states ---- */

/* A stream that is gone is not made again: nobody reads it. */
static bool add_message(struct exchange *x, const char *stream, const char *name, const void *bytes, uint64_t size) {
  redisReply *reply = redis_ask(x->redis,
                                (struct redis_text[]){REDIS_TEXT("XADD"),
                                                      REDIS_TEXT(stream),
                                                      REDIS_TEXT("NOMKSTREAM"),
                                                      REDIS_TEXT("*"),
                                                      REDIS_TEXT("by"),
                                                      REDIS_TEXT(x->me),
                                                      REDIS_TEXT("job"),
                                                      REDIS_TEXT(x->job),
                                                      REDIS_TEXT(name),
                                                      {bytes, size}},
                                10);
  if (reply) freeReplyObject(reply);
  return reply != NULL;
}

static void send_states(struct exchange *x, struct stateful *s) {
  struct sink sink = {0};
  division_hints hints = {0};
  uint32_t count;
  const struct vm_control *finished = division_take_finished(s, &count);
  division_take_hints(s, x->small ? 0 : x->most / 4, &hints);
  if (parcel_put(&x->parcels, &sink, finished, count, &hints)) {
    if (!add_message(x, x->states, "states", sink.bytes, sink.size)) complain(x, "states are not shared for a while");
  }
  vec_free(&hints);
  free(sink.bytes);
}

/* How large a branch is nobody knows before: most of what lies behind it may lie behind others, too. So what became of
   the last ones counts: where they were small, the next ones come from nodes with more behind them, or none do. */
static void take_yield(struct exchange *x, const char *text) {
  unsigned long ms = strtoul(text, NULL, 10);
  if (ms < POOR_MS && x->demand < MOST_DEMAND) x->demand *= 2;
  if (ms >= RICH_MS && x->demand > 1) x->demand /= 2;
}

void exchange_tell_yield(struct exchange *x, double seconds) {
  char text[24];
  snprintf(text, sizeof text, "%.0f", 1000 * seconds);
  if (!x->small && clock_now() >= x->quiet) add_message(x, x->states, "yield", text, strlen(text));
}

static void take_message(struct exchange *x, const redisReply *message) {
  if (message->elements != 2 || !message->element[0]->str) return;
  const redisReply *fields = message->element[1], *states = NULL;
  bool own = false;
  snprintf(x->last, sizeof x->last, "%s", message->element[0]->str);
  for (size_t i = 0; i + 1 < fields->elements; i += 2) {
    const redisReply *key = fields->element[i], *value = fields->element[i + 1];
    if (!key->str || !value->str) return;
    own |= !strcmp(key->str, "by") && !strcmp(value->str, x->me);
    if (!strcmp(key->str, "states")) states = value;
    if (!strcmp(key->str, "disturbed")) x->disturbed = true;
    if (!strcmp(key->str, "yield")) take_yield(x, value->str);
  }
  if (!own && states && !parcel_get(&x->parcels, states->str, states->len))
    fprintf(x->log, "heddle worker: states %s of job %s were refused: they are damaged\n", x->last, x->job);
}

/* True: there may be more. */
static bool read_states(struct exchange *x) {
  enum { BATCH = 100 };
  redisReply *reply =
      redis_ask(x->redis,
                (struct redis_text[]){REDIS_TEXT("XREAD"), REDIS_TEXT("COUNT"), REDIS_TEXT("100"),
                                      REDIS_TEXT("STREAMS"), REDIS_TEXT(x->states), REDIS_TEXT(x->last)},
                6);
  size_t count = 0;
  if (!reply) complain(x, "states of others are not heard of");
  if (reply && reply->type == REDIS_REPLY_ARRAY && reply->elements == 1 && reply->element[0]->elements == 2) {
    const redisReply *messages = reply->element[0]->element[1];
    count = messages->elements;
    for (size_t i = 0; i < count; i++) take_message(x, messages->element[i]);
  }
  if (reply) freeReplyObject(reply);
  return count >= BATCH;
}

/* ---- branches ---- */

/* Somebody who has nothing to do; "": nobody. */
static void take_hungry(struct exchange *x, char name[120]) {
  redisReply *reply = redis_ask(x->redis, (struct redis_text[]){REDIS_TEXT("SPOP"), REDIS_TEXT(x->hungry)}, 2);
  bool hungry = reply && reply->type == REDIS_REPLY_STRING;
  snprintf(name, 120, "%s", hungry ? reply->str : "");
  if (reply) freeReplyObject(reply);
}

/* The shallowest one, if it is probably worth its way: behind its node there are as many states as take a while. */
static bool give_branch(struct exchange *x, struct stateful *s) {
  division_prefix prefix;
  uint64_t tried;
  struct sink sink = {0};
  if (!division_offer(s, x->small ? 0 : x->most * x->demand, &prefix, &tried)) return false;
  division_put_prefix(&sink, &prefix, tried);
  x->given++;
  bool good = add_message(x, x->branches, "prefix", sink.bytes, sink.size);
  if (!good) complain(x, "no branch can be given away");
  free(sink.bytes);
  vec_free(&prefix);
  return good;
}

static void feed(struct exchange *x, struct stateful *s) {
  char name[120];
  take_hungry(x, name);
  if (!*name) return;
  if (!give_branch(x, s)) TELL(x->redis, "SADD", x->hungry, name); /* another search may have one */
  else if (x->small) nanosleep(&(struct timespec){.tv_nsec = SMALL_MS * 1000000L}, NULL);
}

/* ---- now and then ---- */

static void note_figures(struct exchange *x, const struct stateful *s, double now) {
  uint64_t states = stateful_stats(s).states;
  if (states < x->states_then) x->states_then = 0, x->since = now; /* another branch */
  if (now - x->since > 0.2) {
    x->most = (uint64_t)((double)(states - x->states_then) / (now - x->since) * FAIR_MS / 1000);
    x->slot->states += states - x->states_then;
    x->states_then = states;
    x->since = now;
  }
  x->slot->given = x->given;
}

static bool is_wanted(struct exchange *x, double now) {
  if (now - x->looked < 1) return true;
  x->looked = now;
  redisReply *reply = redis_ask(x->redis, (struct redis_text[]){REDIS_TEXT("EXISTS"), REDIS_TEXT(x->job_key)}, 2);
  bool there = !reply || reply->integer == 1;
  if (reply) freeReplyObject(reply);
  return there;
}

/* Passing on takes a small part of the time: if it takes more, only states with more behind them are told. */
static void adapt(struct exchange *x, struct stateful *s, double began) {
  enum { MOST_LEAST = 1 << 16 };
  double now = clock_processor(), took = now - began, between = began - x->adapted;
  x->adapted = now;
  if (x->small) return;
  if (took > between / 4 && x->least < MOST_LEAST) x->least = x->least ? 2 * x->least : 1;
  if (took < between / 16) x->least /= 2;
  division_begin(s, x->least);
}

static bool pass(void *context, struct stateful *s, struct shared_states *table, bool ends) {
  struct exchange *x = context;
  double now = clock_now();
  if (x->over || x->disturbed) return true;
  note_figures(x, s, now);
  if (now < x->quiet || (!x->small && !ends && now - x->passed < PASS_MS / 1000.0)) return false;
  double began = clock_processor();
  x->passed = now;
  x->parcels.table = table;
  send_states(x, s);
  if (ends) return false;
  while (now >= x->quiet && !x->disturbed && read_states(x)) {}
  adapt(x, s, began);
  x->over = !is_wanted(x, now);
  if (now >= x->quiet && (x->small || x->most)) feed(x, s);
  return x->over || x->disturbed;
}

static void disturb(void *context) {
  struct exchange *x = context;
  x->disturbed = true;
  add_message(x, x->states, "disturbed", "1", 1);
}

struct exchange *exchange_open(struct redis *redis, const char *job, bool small, struct worker_slot *slot, FILE *log) {
  struct exchange *x = mem_zalloc(sizeof *x);
  char host[40] = "";
  gethostname(host, sizeof host - 1);
  x->redis = redis;
  x->log = log;
  x->small = small;
  x->slot = slot;
  x->since = clock_now();
  x->demand = 1;
  snprintf(x->job, sizeof x->job, "%s", job);
  snprintf(x->me, sizeof x->me, "%s-%u", host, (unsigned)getpid());
  snprintf(x->last, sizeof x->last, "0");
  key_of(redis, "states", job, x->states);
  key_of(redis, "job", job, x->job_key);
  key_of(redis, "hungry", "", x->hungry);
  key_of(redis, "branches", "", x->branches);
  x->parcels.seed = hash_bytes(job, strlen(job));
  x->hooks = (struct explore_exchange){.context = x, .pass = pass, .disturb = disturb};
  return x;
}

const struct explore_exchange *exchange_hooks(const struct exchange *x) { return &x->hooks; }

void exchange_close(struct exchange *x) {
  if (!x) return;
  parcels_free(&x->parcels);
  free(x);
}
