/* One whole search of a job: orders come from the server and go to a process that searches; what it says goes back. */
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cluster/server.h"
#include "util/clock.h"
#include "util/stop.h"

/* A unit under way. */
struct serving {
  struct server *server;
  struct channel orders, said;
  pid_t process;
  int socket;
  double alive; /* when it said so last */
};

/* ---- the job ---- */

static redisReply *get(struct redis *r, const char *kind, const char *rest) {
  char key[KEY];
  key_of(r, kind, rest, key);
  redisReply *reply = redis_ask(r, (struct redis_text[]){REDIS_TEXT("GET"), REDIS_TEXT(key)}, 2);
  if (reply && reply->type == REDIS_REPLY_STRING) return reply;
  if (reply) freeReplyObject(reply);
  return NULL;
}

const char *server_load(struct server *s, struct job *job) {
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

bool server_is_there(struct redis *r, const char *job) {
  char key[KEY];
  key_of(r, "job", job, key);
  redisReply *reply = redis_ask(r, (struct redis_text[]){REDIS_TEXT("EXISTS"), REDIS_TEXT(key)}, 2);
  bool there = !reply || reply->integer == 1;
  if (reply) freeReplyObject(reply);
  return there;
}

/* The job is there, and no later life of the search. */
static bool is_wanted(const struct serving *u) {
  const struct unit *unit = &u->server->unit;
  char which[80];
  if (!server_is_there(u->server->redis, unit->job)) return false;
  snprintf(which, sizeof which, "%s:%u", unit->job, unit->engine);
  redisReply *life = get(u->server->redis, "life", which);
  bool wanted = !life || strtoul(life->str, NULL, 10) <= unit->life;
  if (life) freeReplyObject(life);
  return wanted;
}

/* ---- one unit ---- */

static void unit_name(const struct unit *unit, char name[120]) {
  snprintf(name, 120, "%s:%u:%u", unit->job, unit->engine, unit->life);
}

/* A search that is divided has a connection of its own. */
static void search(struct server *s, struct job *job, int socket) {
  char why[1000];
  struct exchange *x = NULL;
  struct redis *redis = s->unit.divided ? redis_open_another(s->url, "heddle", why, sizeof why) : NULL;
  if (redis) x = exchange_open(redis, s->unit.job, job->options.config.first_turn, s->slot, s->log);
  explore_serve(job->program, &job->options, s->unit.engine, x ? exchange_hooks(x) : NULL, socket);
  exchange_close(x);
  redis_close(redis);
}

static bool begin(struct serving *u, struct job *job) {
  int sockets[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets)) return false;
  fflush(NULL);
  u->process = fork();
  if (!u->process) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    stop_forked();
    close(sockets[0]);
    search(u->server, job, sockets[1]);
    _exit(0);
  }
  close(sockets[1]);
  u->socket = sockets[0];
  return u->process > 0;
}

/* The pending message stays this worker's. */
static bool say_alive(struct serving *u) {
  struct server *s = u->server;
  if (clock_now() - u->alive < ALIVE_MS / 1000.0) return true;
  u->alive = clock_now();
  return TELL(s->redis, "XCLAIM", s->searches, GROUP, s->me, "0", s->unit.entry, "JUSTID");
}

/* Waits for what the process says. 1: it has; 0: it is gone; -1: nobody wants to know. */
static int hear(struct serving *u, uint8_t **bytes, uint64_t *size) {
  for (;;) {
    struct pollfd polled = {.fd = u->socket, .events = POLLIN};
    int ready = poll(&polled, 1, ALIVE_MS / 2);
    if (ready > 0) return explore_message(u->socket, false, bytes, size);
    if (!say_alive(u) || stop_signal() || !is_wanted(u)) return -1;
  }
}

/* The command hears of it at once: a message of nothing. */
static void tell_death(struct serving *u, uint64_t number) {
  int status = 0;
  struct server *s = u->server;
  pid_t dead = waitpid(u->process, &status, 0);
  if (dead == u->process) u->process = 0;
  fprintf(s->log, "heddle worker: the process of search %u of job %s died%s%s\n", s->unit.engine, s->unit.job,
          WIFSIGNALED(status) ? ": " : "", WIFSIGNALED(status) ? strsignal(WTERMSIG(status)) : "");
  fflush(s->log);
  channel_send(&u->said, number, "", 0);
}

/* Order by order. An order that comes again is answered again. */
static void obey(struct serving *u) {
  struct sink order = {0};
  uint8_t *said = NULL;
  uint64_t size = 0;
  for (uint64_t number = 1;;) {
    int found = channel_receive(&u->orders, number, &order);
    if (!say_alive(u) || found < 0 || stop_signal()) break;
    if (!found && !is_wanted(u)) break;
    if (found == 2 && said && !channel_send(&u->said, number - 1, said, size)) break;
    if (found != 1) continue;
    u->server->slot->busy = true;
    if (order.size != EXPLORE_ORDER) break;
    free(said), said = NULL;
    bool takes = write_all(u->socket, order.bytes, order.size); /* it may have died since it was asked last */
    int heard = takes ? hear(u, &said, &size) : 0;
    if (!heard) tell_death(u, number);
    if (heard <= 0 || !channel_send(&u->said, number++, said, size)) break;
    u->server->slot->busy = false;
  }
  free(said);
  free(order.bytes);
}

static void end(struct serving *u) {
  int status;
  close(u->socket);
  if (!u->process) return;
  kill(u->process, SIGKILL);
  while (waitpid(u->process, &status, 0) < 0 && errno == EINTR) {}
}

/* Why is kept where the command looks when it hears of a death. */
static void refuse(struct serving *u, const char *why) {
  struct server *s = u->server;
  char name[120], key[KEY];
  unit_name(&s->unit, name);
  key_of(s->redis, "refused", name, key);
  fprintf(s->log, "heddle worker: unit %s of job %s was refused: %s\n", s->unit.entry, s->unit.job, why);
  if (TELL(s->redis, "SET", key, why, "EX", "60")) channel_send(&u->said, 1, "", 0);
  server_done(s, s->searches, s->unit.entry);
}

void unit_serve(struct server *s) {
  struct serving u = {.server = s, .orders.redis = s->redis, .said.redis = s->redis};
  struct job job = {0};
  char name[120];
  const char *why = server_load(s, &job);
  unit_name(&s->unit, name);
  key_of(s->redis, "orders", name, u.orders.key);
  key_of(s->redis, "said", name, u.said.key);
  if (why) {
    refuse(&u, why);
    job_free(&job);
    return;
  }
  key_of(s->redis, "end", s->unit.job, u.orders.end);
  fprintf(s->log, "heddle worker: search %u of job %s (%s)\n", s->unit.engine, s->unit.job,
          job.options.config.program_name);
  fflush(s->log);
  if (begin(&u, &job)) {
    obey(&u);
    end(&u);
  }
  job_free(&job);
  server_done(s, s->searches, s->unit.entry);
}
