/* The side of the command: submits the job, and stands for its workers. A relay is a process of its own for each unit:
   it has a connection of its own, and when the worker vanishes it ends, as a worker of this machine would have died. */
#define _GNU_SOURCE
#include <poll.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "cluster/inside.h"
#include "util/clock.h"
#include "util/error.h"
#include "util/stop.h"

struct cluster {
  struct redis *redis;
  char *url;
  char id[40];    /* of the job; "": there is none */
  uint32_t count; /* of jobs so far */
  bool lost;      /* there will be no other one */
  char why[1000];
  struct explore_remote remote;
};

/* One unit, from the side of the command. */
struct relay {
  struct redis *redis;
  char id[40], unit[80]; /* of the job; JOB:ENGINE:LIFE */
  char entry[64];        /* of the stream's message */
  double since;          /* it is there */
  bool lost;             /* the server is gone, or refuses */
  bool taken, warned;    /* by a worker; that nobody takes it was said, or somebody else says so */
  struct channel orders, said;
};

/* ---- the job ---- */

static bool submit(void *context, const struct ir_program *program, const struct explore_options *options,
                   const char **why);
static void end(void *context, bool lost);
static const char *relay_unit(void *context, const struct explore_unit *unit, int socket);
static void look(void *context, struct explore_elsewhere *now);

struct cluster *cluster_open(const char *url, char *why, size_t room) {
  struct redis *redis = redis_open(url, "heddle", why, room);
  if (!redis) return NULL;
  struct cluster *c = mem_zalloc(sizeof *c);
  c->redis = redis;
  c->url = mem_strdup(url);
  c->remote = (struct explore_remote){.context = c, .submit = submit, .end = end, .relay = relay_unit, .look = look};
  return c;
}

const struct explore_remote *cluster_remote(const struct cluster *c) { return &c->remote; }

uint32_t cluster_jobs(const struct cluster *c) { return c->count; }

const char *cluster_misfit(const struct explore_config *config) {
  if (config->nfiles || config->stdin_file || config->net_file)
    return "--cluster does not take files along: not with --file, --sym-file, --stdin or --net";
  if (config->accept && config->stop_at_first_failure)
    return "workers of a cluster do not know accepted failures: not with --stop-at-first";
  return NULL;
}

static bool save_image(const struct ir_program *program, void **image, uint64_t *size) {
  struct stat status;
  int file = memfd_create("ir", MFD_CLOEXEC);
  *image = NULL;
  bool good = file >= 0 && ir_save(program, file) && !fstat(file, &status);
  if (good) {
    *size = (uint64_t)status.st_size;
    *image = mmap(NULL, *size, PROT_READ, MAP_PRIVATE, file, 0);
    good = *image != MAP_FAILED;
  }
  if (file >= 0) close(file);
  return good;
}

static bool put(struct redis *r, const char *key, const void *bytes, uint64_t size) {
  char seconds[16];
  snprintf(seconds, sizeof seconds, "%d", KEPT_SECONDS);
  redisReply *reply = redis_ask(
      r,
      (struct redis_text[]){REDIS_TEXT("SET"), REDIS_TEXT(key), {bytes, size}, REDIS_TEXT("EX"), REDIS_TEXT(seconds)},
      5);
  if (reply) freeReplyObject(reply);
  return reply != NULL;
}

static void name_job(struct cluster *c) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  snprintf(c->id, sizeof c->id, "%lx%08lx-%x-%x", (unsigned long)now.tv_sec, (unsigned long)now.tv_nsec,
           (unsigned)getpid(), ++c->count);
}

static bool put_job(struct cluster *c, const struct sink *job, const void *image, uint64_t size) {
  char key[KEY], image_key[40];
  job_image_key(job->bytes, job->size, image_key);
  key_of(c->redis, "ir", image_key, key);
  bool good = put(c->redis, key, image, size);
  key_of(c->redis, "job", c->id, key);
  good = good && put(c->redis, key, job->bytes, job->size);
  key_of(c->redis, "states", c->id, key);
  return good && TELL(c->redis, "XADD", key, "*", "by", "job") && TELL(c->redis, "EXPIRE", key, "86400");
}

static bool submit(void *context, const struct ir_program *program, const struct explore_options *options,
                   const char **why) {
  struct cluster *c = context;
  void *image;
  uint64_t size;
  if (c->lost || cluster_misfit(&options->config) || !goal_travels(options)) return false;
  if (!save_image(program, &image, &size)) {
    *why = "there is no memory for the image of the program";
    return false;
  }
  name_job(c);
  struct sink job = job_encode(options, (uint32_t)program->nins, image, size);
  bool good = put_job(c, &job, image, size);
  munmap(image, size);
  free(job.bytes);
  if (good) return true;
  snprintf(c->why, sizeof c->why, "%s", redis_why(c->redis));
  *why = c->why;
  end(c, true);
  return false;
}

/* Those who wait for orders hear of it at once, the others when they look for the job. */
static void tell_end(struct cluster *c) {
  enum { MOST = 2 * EXPLORE_ENGINES };
  char key[KEY];
  key_of(c->redis, "end", c->id, key);
  for (unsigned i = 0; i < MOST; i++)
    if (!TELL(c->redis, "RPUSH", key, "1")) return;
  TELL(c->redis, "EXPIRE", key, "30");
}

/* What is left on a server that is gone, or full, goes away by itself. */
static void end(void *context, bool lost) {
  struct cluster *c = context;
  char key[KEY], states[KEY];
  c->lost |= lost;
  key_of(c->redis, "job", c->id, key);
  key_of(c->redis, "states", c->id, states);
  bool there = c->id[0] && TELL(c->redis, "DEL", key, states);
  for (unsigned i = 0; i < EXPLORE_ENGINES && there; i++) {
    char life[64];
    snprintf(life, sizeof life, "%s:%u", c->id, i);
    key_of(c->redis, "life", life, key);
    there = TELL(c->redis, "DEL", key);
  }
  if (there) tell_end(c);
  c->id[0] = 0;
}

void cluster_close(struct cluster *c) {
  if (!c) return;
  if (c->id[0]) end(c, false);
  redis_close(c->redis);
  free(c->url);
  free(c);
}

/* ---- a unit ---- */

/* An earlier life of the search is not wanted from now on. */
static bool enqueue(struct relay *r, const struct explore_unit *unit) {
  char stream[KEY], life[KEY], engine_text[16], life_text[16];
  key_of(r->redis, "units", "", stream);
  snprintf(engine_text, sizeof engine_text, "%u", unit->engine);
  snprintf(life_text, sizeof life_text, "%u", unit->life);
  snprintf(life, sizeof life, "%s:%u", r->id, unit->engine);
  char *key = mem_alloc(KEY);
  key_of(r->redis, "life", life, key);
  TELL(r->redis, "SET", key, life_text, "EX", "86400");
  free(key);
  redisReply *reply = redis_ask(
      r->redis,
      (struct redis_text[]){REDIS_TEXT("XADD"), REDIS_TEXT(stream), REDIS_TEXT("*"), REDIS_TEXT("job"),
                            REDIS_TEXT(r->id), REDIS_TEXT("engine"), REDIS_TEXT(engine_text), REDIS_TEXT("life"),
                            REDIS_TEXT(life_text), REDIS_TEXT("divided"), REDIS_TEXT(unit->divided ? "1" : "0")},
      11);
  if (reply) snprintf(r->entry, sizeof r->entry, "%s", reply->str ? reply->str : "");
  if (reply) freeReplyObject(reply);
  return r->entry[0];
}

/* Was it taken, and has its worker been silent for too long since? */
static bool has_vanished(struct relay *r) {
  char stream[KEY];
  bool vanished = false;
  key_of(r->redis, "units", "", stream);
  redisReply *reply = redis_ask(r->redis,
                                (struct redis_text[]){REDIS_TEXT("XPENDING"), REDIS_TEXT(stream), REDIS_TEXT(GROUP),
                                                      REDIS_TEXT(r->entry), REDIS_TEXT(r->entry), REDIS_TEXT("1")},
                                6);
  bool told = reply && reply->type == REDIS_REPLY_ARRAY;
  if (told && reply->elements == 1 && reply->element[0]->elements >= 3)
    r->taken = true, vanished = reply->element[0]->element[2]->integer > VANISHED_MS;
  else if (told && !reply->elements) vanished = r->taken; /* its worker has put it away */
  if (reply) freeReplyObject(reply);
  return vanished;
}

static bool is_closed(int socket) {
  struct pollfd polled = {.fd = socket, .events = POLLIN};
  char byte;
  return poll(&polled, 1, 0) > 0 && recv(socket, &byte, 1, MSG_PEEK | MSG_DONTWAIT) == 0;
}

static void complain(struct relay *r) {
  enum { PATIENCE = 10 };
  if (r->taken || r->warned || clock_now() - r->since < PATIENCE) return;
  warn_say("no worker of the cluster %s has taken up the work yet; heddle worker --cluster=redis://%s/%s makes one",
           redis_name(r->redis), redis_place(r->redis), redis_name(r->redis));
  r->warned = true;
}

/* What a worker said about a unit that it cannot serve; "": nothing. Others can write there, too: only plain text is
   shown. */
static void get_refusal(struct relay *r, char *text, size_t room) {
  char key[KEY];
  key_of(r->redis, "refused", r->unit, key);
  redisReply *reply = redis_ask(r->redis, (struct redis_text[]){REDIS_TEXT("GET"), REDIS_TEXT(key)}, 2);
  snprintf(text, room, "%s", reply && reply->type == REDIS_REPLY_STRING ? reply->str : "");
  for (char *c = text; *c; c++)
    if (*c < ' ' || *c > '~') *c = '?';
  if (reply) freeReplyObject(reply);
}

/* An order, and what the worker says to it. False: one of the two is gone, or the server (r->lost). */
static bool exchange(struct relay *r, const uint8_t *order, struct sink *answer, int socket) {
  uint64_t number = ++r->orders.number;
  double sent = 0;
  for (;;) {
    if (clock_now() - sent >= AGAIN_SECONDS) {
      r->lost = !channel_send(&r->orders, number, order, EXPLORE_ORDER);
      if (r->lost) return false;
      sent = clock_now();
    }
    int found = channel_receive(&r->said, number, answer);
    if (found == 2) continue;
    r->lost = found < 0;
    if (found) return found > 0 && answer->size; /* of nothing: the process of the search has died */
    if (has_vanished(r) || is_closed(socket) || stop_signal() || stop_overdue()) return false;
    complain(r);
  }
}

static void hand_on(struct relay *r, const uint64_t *before, uint32_t count, int socket) {
  uint8_t order[EXPLORE_ORDER], *bytes;
  uint64_t size;
  struct sink answer = {0};
  bool good = true;
  for (uint32_t i = 0; i < count && good; i++) {
    explore_order(before[i], order);
    good = exchange(r, order, &answer, socket);
  }
  while (good && explore_message(socket, true, &bytes, &size)) {
    good = exchange(r, bytes, &answer, socket) && write_all(socket, answer.bytes, answer.size);
    free(bytes);
  }
  free(answer.bytes);
}

/* One that was refused is offered again: another worker may be of this build. */
static const char *relay_unit(void *context, const struct explore_unit *unit, int socket) {
  enum { MOST_REFUSED = 3 };
  const struct cluster *c = context;
  static char why[1000]; /* of a process that ends with it */
  char stream[KEY], refusal[200] = "";
  struct relay r = {
      .redis = redis_open_another(c->url, "heddle", why, sizeof why), .since = clock_now(), .warned = unit->engine};
  if (!r.redis) return why;
  snprintf(r.id, sizeof r.id, "%s", c->id);
  snprintf(r.unit, sizeof r.unit, "%s:%u:%u", c->id, unit->engine, unit->life);
  r.orders.redis = r.said.redis = r.redis;
  key_of(r.redis, "orders", r.unit, r.orders.key);
  key_of(r.redis, "said", r.unit, r.said.key);
  r.lost = !enqueue(&r, unit);
  if (!r.lost) hand_on(&r, unit->before, unit->nbefore, socket);
  snprintf(why, sizeof why, "%s", redis_why(r.redis));
  if (!r.lost) get_refusal(&r, refusal, sizeof refusal);
  key_of(r.redis, "units", "", stream);
  if (!r.lost) {
    TELL(r.redis, "XACK", stream, GROUP, r.entry);
    TELL(r.redis, "XDEL", stream, r.entry);
  }
  redis_close(r.redis);
  if (refusal[0] && unit->life >= MOST_REFUSED) {
    snprintf(why, sizeof why, "a worker of the cluster has refused the job: %s", refusal);
    r.lost = true;
  }
  return r.lost ? why : NULL;
}

/* ---- for who watches ---- */

static void add_worker(void *context, const char *name, const struct worker_record *record) {
  struct explore_elsewhere *now = context;
  (void)name;
  now->workers += record->job[0] != 0;
  now->units += (uint32_t)record->branches + record->searches;
  now->states += (double)record->rate;
}

static void look(void *context, struct explore_elsewhere *now) {
  const struct cluster *c = context;
  *now = (struct explore_elsewhere){0};
  status_each(c->redis, add_worker, now);
}
