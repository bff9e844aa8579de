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
  char id[40]; /* of the job */
  struct explore_remote remote;
};

/* One unit, from the side of the command. */
struct relay {
  struct redis *redis;
  char id[40], unit[80]; /* of the job; JOB:ENGINE:LIFE */
  char entry[64];        /* of the stream's message */
  double since;          /* it is there */
  bool taken, warned;    /* by a worker; that nobody takes it was said, or somebody else says so */
  struct channel orders, said;
};

/* ---- the job ---- */

struct cluster *cluster_open(const char *url, char *why, size_t room) {
  struct redis *redis = redis_open(url, "heddle", why, room);
  if (!redis) return NULL;
  struct cluster *c = mem_zalloc(sizeof *c);
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  c->redis = redis;
  c->url = mem_strdup(url);
  snprintf(c->id, sizeof c->id, "%lx%08lx-%x", (unsigned long)now.tv_sec, (unsigned long)now.tv_nsec,
           (unsigned)getpid());
  return c;
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

static void relay_unit(void *context, uint32_t engine, uint32_t life, const uint64_t *before, uint32_t count,
                       int socket);

bool cluster_submit(struct cluster *c, const struct ir_program *program, const struct explore_options *options,
                    char *why, size_t room) {
  char key[KEY], image_key[40];
  void *image;
  uint64_t size;
  if (options->config.nfiles || options->config.stdin_file) {
    snprintf(why, room, "--cluster does not take files along: not with --file, --sym-file or --stdin");
    return false;
  }
  if (!save_image(program, &image, &size)) {
    snprintf(why, room, "there is no memory for the image of the program");
    return false;
  }
  struct sink job = job_encode(options, image, size);
  job_image_key(job.bytes, job.size, image_key);
  key_of(c->redis, "ir", image_key, key);
  bool good = put(c->redis, key, image, size);
  key_of(c->redis, "job", c->id, key);
  good = good && put(c->redis, key, job.bytes, job.size);
  if (!good) snprintf(why, room, "%s", redis_why(c->redis));
  munmap(image, size);
  free(job.bytes);
  c->remote = (struct explore_remote){.context = c, .relay = relay_unit};
  return good;
}

const struct explore_remote *cluster_remote(const struct cluster *c) { return &c->remote; }

/* Workers notice that the job is gone. */
void cluster_close(struct cluster *c) {
  char key[KEY];
  if (!c) return;
  key_of(c->redis, "job", c->id, key);
  TELL(c->redis, "DEL", key);
  redis_close(c->redis);
  free(c->url);
  free(c);
}

/* ---- a unit ---- */

static bool enqueue(struct relay *r, uint32_t engine, uint32_t life) {
  char stream[KEY], engine_text[16], life_text[16];
  key_of(r->redis, "units", "", stream);
  snprintf(engine_text, sizeof engine_text, "%u", engine);
  snprintf(life_text, sizeof life_text, "%u", life);
  redisReply *reply =
      redis_ask(r->redis,
                (struct redis_text[]){REDIS_TEXT("XADD"), REDIS_TEXT(stream), REDIS_TEXT("*"), REDIS_TEXT("job"),
                                      REDIS_TEXT(r->id), REDIS_TEXT("engine"), REDIS_TEXT(engine_text),
                                      REDIS_TEXT("life"), REDIS_TEXT(life_text)},
                9);
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
  if (reply && reply->type == REDIS_REPLY_ARRAY && reply->elements == 1 && reply->element[0]->elements >= 3)
    r->taken = true, vanished = reply->element[0]->element[2]->integer > VANISHED_MS;
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

/* An order, and what the worker says to it. False: one of the two is gone. */
static bool exchange(struct relay *r, const uint8_t *order, struct sink *answer, int socket) {
  uint64_t number = ++r->orders.number;
  double sent = 0;
  for (;;) {
    if (clock_now() - sent >= AGAIN_SECONDS) {
      if (!channel_send(&r->orders, number, order, EXPLORE_ORDER)) return false;
      sent = clock_now();
    }
    int found = channel_receive(&r->said, number, answer);
    if (found == 2) continue;
    if (found) return found > 0;
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

static void relay_unit(void *context, uint32_t engine, uint32_t life, const uint64_t *before, uint32_t count,
                       int socket) {
  const struct cluster *c = context;
  char why[400], stream[KEY];
  struct relay r = {.redis = redis_open(c->url, "heddle", why, sizeof why), .since = clock_now(), .warned = engine};
  if (!r.redis) return;
  snprintf(r.id, sizeof r.id, "%s", c->id);
  snprintf(r.unit, sizeof r.unit, "%s:%u:%u", c->id, engine, life);
  r.orders.redis = r.said.redis = r.redis;
  key_of(r.redis, "orders", r.unit, r.orders.key);
  key_of(r.redis, "said", r.unit, r.said.key);
  if (enqueue(&r, engine, life)) hand_on(&r, before, count, socket);
  key_of(r.redis, "units", "", stream);
  TELL(r.redis, "XACK", stream, GROUP, r.entry);
  TELL(r.redis, "XDEL", stream, r.entry);
  redis_close(r.redis);
}
