/* The side of a worker: takes units, each explored in a process of its own, and says while that goes on that it is
   alive. A worker does what the job's IR says and nothing else: no message names a file, a flag or a command.

   A worker wants one thing to compute at a time. It asks for more as long as none of its processes computes: searches
   of one job wait for each other, and for orders. Branches of a search are taken only then; searches that nobody takes
   up for a while are served as well, so that few workers serve many. */
#define _GNU_SOURCE
#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cluster/server.h"
#include "util/clock.h"
#include "util/stop.h"

enum { FREE_MS = 300, WAIT_MS = 20, MOST_DELIVERED = 2 };

/* A process of this worker. */
struct process {
  pid_t id; /* 0: there is none */
  char job[48];
  int socket;     /* of one that explores branches; -1: it has a whole search */
  char entry[64]; /* the branch that it explores; "": it waits for one */
};

struct worker {
  struct server server;
  struct worker_slot *slots;
  struct process processes[MOST_UNITS];
  uint32_t count; /* of processes */
  double taken, alive, claimed,
      announced; /* when a unit was; when it said so; looked for lost ones; said that it waits */
  struct worker_record record;
  uint64_t states; /* when the rate was noted last */
};

/* ---- messages ---- */

static bool get_field(const redisReply *fields, const char *name, char *text, size_t room) {
  for (size_t i = 0; fields->type == REDIS_REPLY_ARRAY && i + 1 < fields->elements; i += 2) {
    const redisReply *key = fields->element[i], *value = fields->element[i + 1];
    if (!key->str || !value->str || strcmp(key->str, name)) continue;
    snprintf(text, room, "%s", value->str);
    return strlen(value->str) == value->len && value->len < room;
  }
  return false;
}

static void get_prefix(const redisReply *fields, struct unit *unit) {
  for (size_t i = 0; fields->type == REDIS_REPLY_ARRAY && i + 1 < fields->elements; i += 2) {
    const redisReply *key = fields->element[i], *value = fields->element[i + 1];
    if (!key->str || !value->str || strcmp(key->str, "prefix")) continue;
    unit->size = value->len;
    unit->prefix = mem_alloc(unit->size + 1);
    memcpy(unit->prefix, value->str, unit->size);
    return;
  }
}

static bool is_plain(const char *text) { return *text && !text[strspn(text, "0123456789abcdef-")]; }

/* A message has an id and fields. False: it is none. */
static bool parse_unit(const redisReply *message, bool branch, struct unit *unit, bool *good) {
  char engine[12] = "", life[12] = "", divided[4] = "";
  *unit = (struct unit){0};
  if (message->type != REDIS_REPLY_ARRAY || message->elements != 2 || !message->element[0]->str) return false;
  const redisReply *fields = message->element[1];
  snprintf(unit->entry, sizeof unit->entry, "%s", message->element[0]->str);
  *good = get_field(fields, "job", unit->job, sizeof unit->job) && is_plain(unit->job);
  if (branch) {
    get_prefix(fields, unit);
    *good = *good && unit->prefix;
    return true;
  }
  *good = *good && get_field(fields, "engine", engine, sizeof engine) && get_field(fields, "life", life, sizeof life);
  unit->engine = (uint32_t)strtoul(engine, NULL, 10);
  unit->life = (uint32_t)strtoul(life, NULL, 10);
  unit->divided = get_field(fields, "divided", divided, sizeof divided) && !strcmp(divided, "1");
  *good = *good && unit->engine < EXPLORE_ENGINES;
  return true;
}

void server_done(struct server *s, const char *stream, const char *entry) {
  TELL(s->redis, "XACK", stream, GROUP, entry);
  TELL(s->redis, "XDEL", stream, entry);
}

/* ---- processes ---- */

static _Noreturn void be_process(struct server *s, int socket) {
  char why[1000];
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  stop_forked();
  s->redis = redis_open_another(s->url, "heddle", why, sizeof why);
  if (!s->redis) fprintf(s->log, "heddle worker: %s\n", why);
  else if (socket >= 0) branch_serve(s, socket);
  else unit_serve(s);
  fflush(s->log);
  _exit(0);
}

/* NULL: none could be made, and the message stays pending. */
static struct process *make_process(struct worker *w, bool branch) {
  int sockets[2] = {-1, -1};
  struct process *p = w->processes;
  while (p < w->processes + MOST_UNITS && p->id) p++;
  if (p == w->processes + MOST_UNITS) return NULL;
  if (branch && socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets)) return NULL;
  w->server.slot = &w->slots[p - w->processes];
  w->server.slot->busy = !branch;
  fflush(NULL);
  p->id = fork();
  if (!p->id) {
    if (branch) close(sockets[0]);
    be_process(&w->server, sockets[1]);
  }
  if (branch) close(sockets[1]);
  p->socket = sockets[0];
  p->entry[0] = 0;
  memcpy(p->job, w->server.unit.job, sizeof p->job);
  if (p->id > 0) {
    w->count++;
    return p;
  }
  fprintf(w->server.log, "heddle worker: cannot make a process: %s\n", strerror(errno));
  if (branch) close(sockets[0]);
  p->id = 0;
  return NULL;
}

static void forget(struct worker *w, struct process *p) {
  if (p->socket >= 0) close(p->socket);
  w->slots[p - w->processes].busy = false;
  *p = (struct process){.socket = -1};
  w->count--;
}

static bool computes(const struct worker *w) {
  for (uint32_t i = 0; i < MOST_UNITS; i++)
    if (w->processes[i].id && (w->slots[i].busy || w->processes[i].entry[0])) return true;
  return false;
}

/* ---- branches ---- */

/* It ends then. Others may have inherited the socket: closing alone would not be heard. */
static void hang_up(struct process *p) {
  shutdown(p->socket, SHUT_RDWR);
  close(p->socket);
  p->socket = -1;
}

/* Those of jobs that are gone. */
static void drop_processes(struct worker *w) {
  for (uint32_t i = 0; i < MOST_UNITS; i++) {
    struct process *p = &w->processes[i];
    if (p->id && p->socket >= 0 && !p->entry[0] && !server_is_there(w->server.redis, p->job)) hang_up(p);
  }
}

static struct process *process_for(struct worker *w, const char *job) {
  for (uint32_t i = 0; i < MOST_UNITS; i++) {
    struct process *p = &w->processes[i];
    if (p->id && p->socket >= 0 && !p->entry[0] && !strcmp(p->job, job)) return p;
  }
  drop_processes(w);
  return make_process(w, true);
}

static void begin_branch(struct worker *w) {
  struct server *s = &w->server;
  struct process *p = process_for(w, s->unit.job);
  if (!p) return;
  memcpy(p->entry, s->unit.entry, sizeof p->entry);
  if (write_all(p->socket, &s->unit.size, sizeof s->unit.size)) write_all(p->socket, s->unit.prefix, s->unit.size);
}

static void hear_branch(struct worker *w, struct process *p) {
  struct branch_done done;
  if (recv(p->socket, &done, sizeof done, MSG_WAITALL) != sizeof done) return; /* it is gone, and is buried soon */
  fprintf(w->server.log,
          "heddle worker: branch %s of job %s: %.3f s, %.1f ms before, %" PRIu64 " states, %" PRIu64 " cuts\n",
          p->entry, p->job, done.seconds, 1000 * done.before, done.states, done.cuts);
  fflush(w->server.log);
  server_done(&w->server, w->server.branches, p->entry);
  p->entry[0] = 0;
  if (!done.more) hang_up(p);
  w->record.branches++;
}

/* A branch whose process died stays pending: another worker tries it once more. */
static void bury(struct worker *w) {
  int status;
  for (pid_t id; (id = waitpid(-1, &status, WNOHANG)) > 0;) {
    struct process *p = w->processes;
    while (p < w->processes + MOST_UNITS && p->id != id) p++;
    if (p == w->processes + MOST_UNITS) continue;
    if (p->entry[0]) hear_branch(w, p); /* it may have said what there was to say */
    bool refused = WIFEXITED(status) && WEXITSTATUS(status) == BRANCH_REFUSED;
    if (p->entry[0] && refused) server_done(&w->server, w->server.branches, p->entry);
    else if (p->entry[0])
      fprintf(w->server.log, "heddle worker: the process of branch %s of job %s died: %s\n", p->entry, p->job,
              WIFSIGNALED(status) ? strsignal(WTERMSIG(status)) : "it gave up");
    forget(w, p);
  }
}

static void listen_to_branches(struct worker *w, int ms) {
  struct pollfd polled[MOST_UNITS];
  struct process *whose[MOST_UNITS];
  nfds_t count = 0;
  for (uint32_t i = 0; i < MOST_UNITS; i++) {
    struct process *p = &w->processes[i];
    if (!p->id || p->socket < 0 || !p->entry[0]) continue;
    whose[count] = p;
    polled[count++] = (struct pollfd){.fd = p->socket, .events = POLLIN};
  }
  if (poll(polled, count, ms) <= 0) return;
  for (nfds_t i = 0; i < count; i++)
    if (polled[i].revents) hear_branch(w, whose[i]);
}

/* Those whose worker has been silent for too long. One that was tried twice, and has ended two processes or workers,
   is left to the search itself. */
static void claim_branches(struct worker *w) {
  struct server *s = &w->server;
  char silent[16];
  if (clock_now() - w->claimed < ALIVE_MS / 1000.0) return;
  w->claimed = clock_now();
  snprintf(silent, sizeof silent, "%d", VANISHED_MS);
  redisReply *list = redis_ask(s->redis,
                               (struct redis_text[]){REDIS_TEXT("XPENDING"), REDIS_TEXT(s->branches), REDIS_TEXT(GROUP),
                                                     REDIS_TEXT("IDLE"), REDIS_TEXT(silent), REDIS_TEXT("-"),
                                                     REDIS_TEXT("+"), REDIS_TEXT("1")},
                               8);
  bool lost = list && list->type == REDIS_REPLY_ARRAY && list->elements == 1 && list->element[0]->elements == 4 &&
              list->element[0]->element[0]->str;
  const char *entry = lost ? list->element[0]->element[0]->str : "";
  if (lost && list->element[0]->element[3]->integer >= MOST_DELIVERED) {
    fprintf(s->log, "heddle worker: branch %s has ended its worker twice and is left out\n", entry);
    server_done(s, s->branches, entry);
  } else if (lost) {
    redisReply *claimed =
        redis_ask(s->redis,
                  (struct redis_text[]){REDIS_TEXT("XCLAIM"), REDIS_TEXT(s->branches), REDIS_TEXT(GROUP),
                                        REDIS_TEXT(s->me), REDIS_TEXT(silent), REDIS_TEXT(entry)},
                  6);
    bool good = false;
    if (claimed && claimed->type == REDIS_REPLY_ARRAY && claimed->elements == 1 &&
        parse_unit(claimed->element[0], true, &s->unit, &good) && good)
      begin_branch(w);
    free(s->unit.prefix), s->unit.prefix = NULL;
    if (claimed) freeReplyObject(claimed);
  }
  if (list) freeReplyObject(list);
}

/* ---- the loop ---- */

static void note_record(struct worker *w, double seconds) {
  struct worker_record *record = &w->record;
  uint64_t states = 0;
  record->searches = 0, record->branch = false, record->job[0] = 0;
  for (uint32_t i = 0; i < MOST_UNITS; i++) {
    const struct process *p = &w->processes[i];
    states += w->slots[i].states;
    if (!p->id) continue;
    record->searches += p->socket < 0;
    record->branch |= p->entry[0] != 0;
    if (p->socket < 0 || p->entry[0]) memcpy(record->job, p->job, sizeof record->job);
  }
  record->rate = (uint64_t)((double)(states - w->states) / seconds);
  w->states = states;
}

/* Pending branches stay this worker's. */
static void say_alive(struct worker *w) {
  struct server *s = &w->server;
  double now = clock_now();
  if (now - w->alive < ALIVE_MS / 1000.0) return;
  note_record(w, w->alive ? now - w->alive : 1);
  w->alive = now;
  status_put(s->redis, s->me, &w->record);
  for (uint32_t i = 0; i < MOST_UNITS; i++)
    if (w->processes[i].id && w->processes[i].entry[0])
      TELL(s->redis, "XCLAIM", s->branches, GROUP, s->me, "0", w->processes[i].entry, "JUSTID");
  drop_processes(w);
}

static void take_message(struct worker *w, const redisReply *message, bool branch) {
  struct server *s = &w->server;
  bool whole = false;
  if (!parse_unit(message, branch, &s->unit, &whole)) return;
  w->taken = clock_now();
  if (!whole) {
    fprintf(s->log, "heddle worker: message %s was refused: it is no unit\n", s->unit.entry);
    fflush(s->log);
    server_done(s, branch ? s->branches : s->searches, s->unit.entry);
  } else if (branch) begin_branch(w);
  else make_process(w, false);
  free(s->unit.prefix);
  s->unit.prefix = NULL;
}

/* Streams, each with its name and messages. */
static void take_messages(struct worker *w, const redisReply *reply) {
  for (size_t i = 0; reply->type == REDIS_REPLY_ARRAY && i < reply->elements; i++) {
    const redisReply *stream = reply->element[i];
    if (stream->elements != 2 || !stream->element[0]->str || !stream->element[1]->elements) continue;
    take_message(w, stream->element[1]->element[0], !strcmp(stream->element[0]->str, w->server.branches));
  }
}

/* Whole searches alone, at once; or anything, with some patience. */
static redisReply *next_messages(struct server *s, bool anything) {
  struct redis_text words[] = {REDIS_TEXT("XREADGROUP"),
                               REDIS_TEXT("GROUP"),
                               REDIS_TEXT(GROUP),
                               REDIS_TEXT(s->me),
                               REDIS_TEXT("COUNT"),
                               REDIS_TEXT("1"),
                               REDIS_TEXT("BLOCK"),
                               REDIS_TEXT(anything ? "200" : "1"),
                               REDIS_TEXT("STREAMS"),
                               REDIS_TEXT(s->searches),
                               anything ? REDIS_TEXT(s->branches) : REDIS_TEXT(">"),
                               REDIS_TEXT(">"),
                               REDIS_TEXT(">")};
  return redis_ask(s->redis, words, anything ? 13 : 11);
}

static bool make_groups(struct server *s) {
  bool good = TELL(s->redis, "XGROUP", "CREATE", s->searches, GROUP, "0", "MKSTREAM") ||
              strstr(redis_why(s->redis), "BUSYGROUP");
  return good && (TELL(s->redis, "XGROUP", "CREATE", s->branches, GROUP, "0", "MKSTREAM") ||
                  strstr(redis_why(s->redis), "BUSYGROUP"));
}

/* False: the server is gone for good. A server that was emptied has no group. */
static bool ask(struct worker *w, bool anything) {
  struct server *s = &w->server;
  if (anything) TELL(s->redis, "SADD", s->hungry, s->me);
  redisReply *reply = next_messages(s, anything);
  if (!reply) return stop_signal() || make_groups(s);
  bool got = reply->type == REDIS_REPLY_ARRAY;
  if (got && anything) TELL(s->redis, "SREM", s->hungry, s->me);
  take_messages(w, reply);
  freeReplyObject(reply);
  return true;
}

static bool work(struct worker *w) {
  while (!stop_signal()) {
    bury(w);
    say_alive(w);
    bool busy = computes(w), patient = clock_now() - w->taken < FREE_MS / 1000.0 * (w->count < 3 ? w->count : 3);
    if (busy) listen_to_branches(w, WAIT_MS);
    else claim_branches(w);
    if (w->count >= MOST_UNITS || (busy && patient)) continue;
    if (computes(w) != busy) continue;
    if (busy) w->taken = clock_now();
    if (!ask(w, !busy)) return false;
  }
  return true;
}

bool cluster_work(const char *url, FILE *log, char *why, size_t room) {
  struct worker w = {.server = {.log = log, .url = url}};
  struct server *s = &w.server;
  char host[60] = "";
  if (!(s->redis = redis_open(url, "heddle", why, room))) return false;
  w.slots = mmap(NULL, MOST_UNITS * sizeof *w.slots, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (w.slots == MAP_FAILED) {
    snprintf(why, room, "there is no memory");
    return false;
  }
  for (uint32_t i = 0; i < MOST_UNITS; i++) w.processes[i].socket = -1;
  gethostname(host, sizeof host - 1);
  snprintf(s->me, sizeof s->me, "%s-%u", host, (unsigned)getpid());
  key_of(s->redis, "units", "", s->searches);
  key_of(s->redis, "branches", "", s->branches);
  key_of(s->redis, "hungry", "", s->hungry);
  fprintf(log, "heddle worker: %s waits for units of %s on %s\n", s->me, redis_name(s->redis), redis_place(s->redis));
  fflush(log);
  bool good = make_groups(s) && work(&w);
  if (!good) snprintf(why, room, "%s", redis_why(s->redis));
  else status_leave(s->redis, s->me);
  redis_close(s->redis);
  munmap(w.slots, MOST_UNITS * sizeof *w.slots);
  return good;
}
