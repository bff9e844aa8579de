/* The side of a worker: takes units, each explored in a process of its own, and says while that goes on that it is
   alive. A worker does what the job's IR says and nothing else: no message names a file, a flag or a command. */
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cluster/inside.h"
#include "util/clock.h"
#include "util/stop.h"

struct unit {
  char entry[64], job[48]; /* of the stream's message */
  uint32_t engine, life;
};

struct server {
  struct redis *redis;
  FILE *log;
  char stream[KEY], me[100];
  struct unit unit;
  struct channel orders, said;
  pid_t process;
  int socket;
  double alive; /* when it said so last */
};

/* ---- units ---- */

static bool get_field(const redisReply *fields, const char *name, char *text, size_t room) {
  for (size_t i = 0; fields->type == REDIS_REPLY_ARRAY && i + 1 < fields->elements; i += 2) {
    const redisReply *key = fields->element[i], *value = fields->element[i + 1];
    if (!key->str || !value->str || strcmp(key->str, name)) continue;
    snprintf(text, room, "%s", value->str);
    return strlen(value->str) == value->len && value->len < room;
  }
  return false;
}

static bool is_plain(const char *text) { return *text && !text[strspn(text, "0123456789abcdef-")]; }

/* What XREADGROUP gives: streams, each with messages, each with an id and fields. False: there is none. */
static bool parse_unit(const redisReply *reply, struct unit *unit, bool *good) {
  char engine[12] = "", life[12] = "";
  if (reply->type != REDIS_REPLY_ARRAY || reply->elements != 1 || reply->element[0]->elements != 2) return false;
  const redisReply *list = reply->element[0]->element[1];
  if (!list->elements || list->element[0]->elements != 2 || !list->element[0]->element[0]->str) return false;
  const redisReply *fields = list->element[0]->element[1];
  snprintf(unit->entry, sizeof unit->entry, "%s", list->element[0]->element[0]->str);
  *good = get_field(fields, "job", unit->job, sizeof unit->job) && is_plain(unit->job) &&
          get_field(fields, "engine", engine, sizeof engine) && get_field(fields, "life", life, sizeof life);
  unit->engine = (uint32_t)strtoul(engine, NULL, 10);
  unit->life = (uint32_t)strtoul(life, NULL, 10);
  *good = *good && unit->engine < EXPLORE_ENGINES;
  return true;
}

static redisReply *next_message(struct server *s) {
  return redis_ask(s->redis,
                   (struct redis_text[]){REDIS_TEXT("XREADGROUP"), REDIS_TEXT("GROUP"), REDIS_TEXT(GROUP),
                                         REDIS_TEXT(s->me), REDIS_TEXT("COUNT"), REDIS_TEXT("1"), REDIS_TEXT("BLOCK"),
                                         REDIS_TEXT("200"), REDIS_TEXT("STREAMS"), REDIS_TEXT(s->stream),
                                         REDIS_TEXT(">")},
                   11);
}

static void done(struct server *s) {
  TELL(s->redis, "XACK", s->stream, GROUP, s->unit.entry);
  TELL(s->redis, "XDEL", s->stream, s->unit.entry);
}

/* ---- the job ---- */

static redisReply *get(struct redis *r, const char *kind, const char *rest) {
  char key[KEY];
  key_of(r, kind, rest, key);
  redisReply *reply = redis_ask(r, (struct redis_text[]){REDIS_TEXT("GET"), REDIS_TEXT(key)}, 2);
  if (reply && reply->type == REDIS_REPLY_STRING) return reply;
  if (reply) freeReplyObject(reply);
  return NULL;
}

static const char *load(struct server *s, struct job *job) {
  char image_key[40];
  redisReply *bytes = get(s->redis, "job", s->unit.job);
  if (!bytes) return "the job is gone";
  job_image_key(bytes->str, bytes->len, image_key);
  redisReply *image = get(s->redis, "ir", image_key);
  const char *why = job_decode(job, bytes->str, bytes->len, image ? image->str : NULL, image ? image->len : 0);
  freeReplyObject(bytes);
  if (image) freeReplyObject(image);
  return why;
}

static bool is_wanted(struct server *s) {
  char key[KEY];
  key_of(s->redis, "job", s->unit.job, key);
  redisReply *reply = redis_ask(s->redis, (struct redis_text[]){REDIS_TEXT("EXISTS"), REDIS_TEXT(key)}, 2);
  bool there = !reply || reply->integer == 1;
  if (reply) freeReplyObject(reply);
  return there;
}

/* ---- one unit ---- */

static bool begin(struct server *s, struct job *job) {
  int sockets[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets)) return false;
  fflush(NULL);
  s->process = fork();
  if (!s->process) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    stop_forked();
    close(sockets[0]);
    explore_serve(job->program, &job->options, s->unit.engine, sockets[1]);
    _exit(0);
  }
  close(sockets[1]);
  s->socket = sockets[0];
  return s->process > 0;
}

/* The pending message stays this worker's. */
static bool say_alive(struct server *s) {
  char state[120], key[KEY];
  if (clock_now() - s->alive < ALIVE_MS / 1000.0) return true;
  s->alive = clock_now();
  key_of(s->redis, "worker", s->me, key);
  snprintf(state, sizeof state, "job %s, search %u", s->unit.job, s->unit.engine);
  return TELL(s->redis, "XCLAIM", s->stream, GROUP, s->me, "0", s->unit.entry, "JUSTID") &&
         TELL(s->redis, "SET", key, state, "EX", "5");
}

/* Waits for what the process says. 1: it has; 0: it is gone; -1: nobody wants to know. */
static int hear(struct server *s, uint8_t **bytes, uint64_t *size) {
  for (;;) {
    struct pollfd polled = {.fd = s->socket, .events = POLLIN};
    int ready = poll(&polled, 1, ALIVE_MS / 2);
    if (ready > 0) return explore_message(s->socket, false, bytes, size);
    if (!say_alive(s) || stop_signal() || !is_wanted(s)) return -1;
  }
}

/* Order by order. An order that comes again is answered again. */
static void obey(struct server *s) {
  struct sink order = {0};
  uint8_t *said = NULL;
  uint64_t size = 0;
  for (uint64_t number = 1;;) {
    int found = channel_receive(&s->orders, number, &order);
    if (!say_alive(s) || found < 0 || stop_signal()) break;
    if (!found && !is_wanted(s)) break;
    if (found == 2 && said && !channel_send(&s->said, number - 1, said, size)) break;
    if (found != 1) continue;
    if (order.size != EXPLORE_ORDER || !write_all(s->socket, order.bytes, order.size)) break;
    free(said), said = NULL;
    if (hear(s, &said, &size) <= 0 || !channel_send(&s->said, number++, said, size)) break;
  }
  free(said);
  free(order.bytes);
}

static void end(struct server *s) {
  int status;
  close(s->socket);
  kill(s->process, SIGKILL);
  while (waitpid(s->process, &status, 0) < 0 && errno == EINTR) {}
}

static void serve(struct server *s) {
  struct job job = {0};
  char unit[120];
  const char *why = load(s, &job);
  if (why) {
    fprintf(s->log, "heddle worker: unit %s of job %s was refused: %s\n", s->unit.entry, s->unit.job, why);
    done(s);
    return;
  }
  snprintf(unit, sizeof unit, "%s:%u:%u", s->unit.job, s->unit.engine, s->unit.life);
  s->orders = (struct channel){.redis = s->redis}, s->said = (struct channel){.redis = s->redis};
  key_of(s->redis, "orders", unit, s->orders.key);
  key_of(s->redis, "said", unit, s->said.key);
  s->alive = 0;
  fprintf(s->log, "heddle worker: search %u of job %s (%s)\n", s->unit.engine, s->unit.job,
          job.options.config.program_name);
  if (begin(s, &job)) {
    obey(s);
    end(s);
  }
  job_free(&job);
  done(s);
}

/* ---- several units ---- */

/* A unit at a time is what a worker wants. But searches of one job wait for each other: units that nobody else takes up
   for a while are served as well, so that few workers serve many units. */
enum { MOST_UNITS = 16, FREE_MS = 300 };

static void make_process(struct server *s, const char *url) {
  char why[1000];
  fflush(NULL);
  pid_t process = fork();
  if (process) {
    if (process < 0) fprintf(s->log, "heddle worker: cannot make a process: %s\n", strerror(errno));
    return;
  }
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  stop_forked();
  s->redis = redis_open(url, "heddle", why, sizeof why);
  if (s->redis) serve(s);
  else fprintf(s->log, "heddle worker: %s\n", why);
  fflush(s->log);
  _exit(0);
}

static void take_unit(struct server *s, const redisReply *reply, const char *url, uint32_t *at_work) {
  bool whole = false;
  if (!parse_unit(reply, &s->unit, &whole)) return;
  if (whole) {
    make_process(s, url);
    (*at_work)++;
    return;
  }
  fprintf(s->log, "heddle worker: message %s was refused: it is no unit\n", s->unit.entry);
  fflush(s->log);
  done(s);
}

static bool make_group(struct server *s) {
  return TELL(s->redis, "XGROUP", "CREATE", s->stream, GROUP, "0", "MKSTREAM") ||
         strstr(redis_why(s->redis), "BUSYGROUP");
}

static bool work(struct server *s, const char *url) {
  for (uint32_t at_work = 0; !stop_signal();) {
    while (waitpid(-1, NULL, WNOHANG) > 0) at_work--;
    struct timespec free_time = {.tv_nsec = FREE_MS * 1000000L * (at_work < 3 ? at_work : 3)};
    if (at_work) nanosleep(&free_time, NULL);
    if (at_work >= MOST_UNITS || stop_signal()) continue;
    redisReply *reply = next_message(s);
    if (!reply && !stop_signal() && !make_group(s)) return false; /* a server that was emptied has none */
    if (reply) take_unit(s, reply, url, &at_work);
    if (reply) freeReplyObject(reply);
  }
  return true;
}

bool cluster_work(const char *url, FILE *log, char *why, size_t room) {
  struct server s = {.log = log};
  char host[60] = "";
  if (!(s.redis = redis_open(url, "heddle", why, room))) return false;
  gethostname(host, sizeof host - 1);
  snprintf(s.me, sizeof s.me, "%s-%u", host, (unsigned)getpid());
  key_of(s.redis, "units", "", s.stream);
  fprintf(log, "heddle worker: %s waits for units of %s on %s\n", s.me, redis_name(s.redis), redis_place(s.redis));
  fflush(log);
  bool good = make_group(&s) && work(&s, url);
  if (!good) snprintf(why, room, "%s", redis_why(s.redis));
  redis_close(s.redis);
  return good;
}

/* ---- status ---- */

static void show_keys(struct redis *r, const char *kind, const char *title, FILE *out) {
  char pattern[KEY], prefix[KEY];
  key_of(r, kind, "*", pattern);
  key_of(r, kind, "", prefix);
  redisReply *keys = redis_ask(r, (struct redis_text[]){REDIS_TEXT("KEYS"), REDIS_TEXT(pattern)}, 2);
  fprintf(out, "%zu %s\n", keys ? keys->elements : 0, title);
  for (size_t i = 0; keys && i < keys->elements; i++) {
    const char *name = keys->element[i]->str + strlen(prefix) + 1;
    redisReply *value = get(r, kind, name);
    if (!strcmp(kind, "worker")) fprintf(out, "  %s  %s\n", name, value ? value->str : "");
    else fprintf(out, "  %s\n", name);
    if (value) freeReplyObject(value);
  }
  if (keys) freeReplyObject(keys);
}

bool cluster_status(const char *url, FILE *out, char *why, size_t room) {
  char stream[KEY];
  struct redis *r = redis_open(url, "heddle", why, room);
  if (!r) return false;
  key_of(r, "units", "", stream);
  fprintf(out, "cluster %s on %s\n", redis_name(r), redis_place(r));
  show_keys(r, "job", "jobs", out);
  show_keys(r, "worker", "workers at work", out);
  redisReply *length = redis_ask(r, (struct redis_text[]){REDIS_TEXT("XLEN"), REDIS_TEXT(stream)}, 2);
  redisReply *pending =
      redis_ask(r, (struct redis_text[]){REDIS_TEXT("XPENDING"), REDIS_TEXT(stream), REDIS_TEXT(GROUP)}, 3);
  long long taken = pending && pending->elements ? pending->element[0]->integer : 0, all = length ? length->integer : 0;
  fprintf(out, "%lld units: %lld at work, %lld waiting\n", all, taken, all - taken);
  if (length) freeReplyObject(length);
  if (pending) freeReplyObject(pending);
  redis_close(r);
  return true;
}
