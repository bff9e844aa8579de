/* Connecting, asking, and what went wrong in words. */
#include "redis/redis.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "redis/inside.h"
#include "redis/tls.h"
#include "util/clock.h"
#include "util/mem.h"
#include "util/stop.h"

/* PATIENCE_SECONDS: how long a question is asked again after the connection was lost. A server that comes back has its
   append-only file to read first. */
enum { WHY = 900, CONNECT_SECONDS = 5, ANSWER_SECONDS = 15, PATIENCE_SECONDS = 10 };

struct redis {
  redisContext *context; /* NULL: not connected */
  bool given_up;         /* nobody came back in time: from now on a question is asked once */
  struct redis_url url;
  char place[300], why[WHY];
};

bool redis_is_url(const char *text) { return !strncmp(text, "redis://", 8) || !strncmp(text, "rediss://", 9); }

/* ---- writing to a server that is gone ---- */

/* hiredis writes without MSG_NOSIGNAL, and what SIGPIPE does is up to the program that heddle is part of. So the signal
 * is held back while hiredis works, and one that came meanwhile is taken away. */
struct held {
  sigset_t before;
  bool pending;
};

static struct held hold_sigpipe(void) {
  struct held h;
  sigset_t pipe_only, pending;
  sigemptyset(&pipe_only);
  sigaddset(&pipe_only, SIGPIPE);
  sigpending(&pending);
  h.pending = sigismember(&pending, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &pipe_only, &h.before);
  return h;
}

static void release_sigpipe(const struct held *h) {
  sigset_t pipe_only;
  struct timespec none = {0};
  sigemptyset(&pipe_only);
  sigaddset(&pipe_only, SIGPIPE);
  if (!h->pending) sigtimedwait(&pipe_only, NULL, &none);
  pthread_sigmask(SIG_SETMASK, &h->before, NULL);
}

/* ---- connecting ---- */

/* Processes that were made meanwhile have the socket, too: closing alone would not end what stands behind it. */
static void drop(struct redis *r) {
  if (r->context && r->url.tls) shutdown(r->context->fd, SHUT_RDWR);
  if (r->context) redisFree(r->context);
  r->context = NULL;
}

/* An answer that is none: the server's own words. */
static bool is_refused(struct redis *r, redisReply *reply, const char *what) {
  if (reply && reply->type != REDIS_REPLY_ERROR) return false;
  char silent[40];
  const char *text = reply ? reply->str : r->context->errstr;
  snprintf(silent, sizeof silent, "no answer for %d s", ANSWER_SECONDS);
  if (!reply && !strcmp(text, strerror(EAGAIN))) text = silent; /* that is what the client library says of it */
  snprintf(r->why, WHY, "the Redis server %s %s: %.200s", r->place, what, text);
  if (reply && strstr(reply->str, "OOM"))
    snprintf(r->why, WHY, "the Redis server %s has no memory left (maxmemory)", r->place);
  return true;
}

static bool log_in(struct redis *r) {
  if (!r->url.password) return true;
  redisReply *reply = r->url.user ? redisCommand(r->context, "AUTH %s %s", r->url.user, r->url.password)
                                  : redisCommand(r->context, "AUTH %s", r->url.password);
  bool good = !is_refused(r, reply, "does not accept the password");
  freeReplyObject(reply);
  return good;
}

static bool greet(struct redis *r) {
  redisReply *reply = redisCommand(r->context, "PING");
  bool good = !is_refused(r, reply, "does not answer");
  freeReplyObject(reply);
  return good;
}

static bool cannot_connect(struct redis *r, const char *text) {
  snprintf(r->why, WHY, "cannot connect to the Redis server %s: %.300s", r->place, text);
  drop(r);
  return false;
}

/* The same connection, with a process between. */
static bool begin_tls(struct redis *r) {
  struct tls_files files = {.cacert = r->url.cacert, .cert = r->url.cert, .key = r->url.key};
  char why[400] = "no memory";
  int server = dup(r->context->fd), end = tls_begin(server, r->url.host, &files, why, sizeof why);
  redisFree(r->context);
  r->context = end < 0 ? NULL : redisConnectFd(end);
  return r->context || cannot_connect(r, why);
}

static bool reconnect(struct redis *r) {
  struct timeval patience = {.tv_sec = CONNECT_SECONDS}, answer = {.tv_sec = ANSWER_SECONDS};
  r->context = redisConnectWithTimeout(r->url.host, r->url.port, patience);
  if (!r->context || r->context->err) return cannot_connect(r, r->context ? r->context->errstr : "no memory");
  redisEnableKeepAlive(r->context);
  if (r->url.tls && !begin_tls(r)) return false;
  redisSetTimeout(r->context, answer);
  if (log_in(r) && greet(r)) return true;
  drop(r);
  return false;
}

struct redis *redis_open(const char *url, const char *standard, char *why, size_t room) {
  struct redis *r = mem_zalloc(sizeof *r);
  if (!redis_url_read(&r->url, url, standard, why, room)) {
    redis_close(r);
    return NULL;
  }
  snprintf(r->place, sizeof r->place, strchr(r->url.host, ':') ? "[%.200s]:%d" : "%.200s:%d", r->url.host, r->url.port);
  struct held held = hold_sigpipe();
  bool connected = reconnect(r);
  release_sigpipe(&held);
  if (connected) return r;
  snprintf(why, room, "%s", r->why);
  redis_close(r);
  return NULL;
}

static void rest(unsigned tries) {
  enum { FIRST_MS = 50, MOST_MS = 500, SECOND_MS = 1000 };
  long ms = tries < 4 ? FIRST_MS << tries : MOST_MS;
  nanosleep(&(struct timespec){.tv_nsec = ms * (1000000000L / SECOND_MS)}, NULL);
}

struct redis *redis_open_another(const char *url, const char *standard, char *why, size_t room) {
  double began = clock_now();
  for (unsigned i = 0;; i++) {
    struct redis *r = redis_open(url, standard, why, room);
    if (r || clock_now() - began > PATIENCE_SECONDS || stop_wanted()) return r;
    rest(i);
  }
}

void redis_close(struct redis *r) {
  if (!r) return;
  drop(r);
  redis_url_free(&r->url);
  free(r);
}

const char *redis_name(const struct redis *r) { return r->url.name; }
const char *redis_place(const struct redis *r) { return r->place; }
const char *redis_why(const struct redis *r) { return r->why; }

/* ---- asking ---- */

static redisReply *ask_once(struct redis *r, const struct redis_text *texts, int count) {
  enum { MOST = 32 };
  const char *bytes[MOST];
  size_t sizes[MOST];
  if (count > MOST || (!r->context && !reconnect(r))) return NULL;
  for (int i = 0; i < count; i++) bytes[i] = texts[i].bytes, sizes[i] = texts[i].size;
  redisReply *reply = redisCommandArgv(r->context, count, bytes, sizes);
  bool refused = is_refused(r, reply, reply ? "refused" : "is gone");
  if (!reply) drop(r);
  if (!refused) return reply;
  if (reply) freeReplyObject(reply);
  return NULL;
}

/* A server that was restarted is there again soon. Nobody waits for one that is not, again and again; nor when the
   command is to end. */
redisReply *redis_ask(struct redis *r, const struct redis_text *texts, int count) {
  double began = clock_now();
  for (unsigned i = 0;; i++) {
    struct held held = hold_sigpipe();
    redisReply *reply = ask_once(r, texts, count);
    release_sigpipe(&held);
    if (reply || r->context) r->given_up = false;
    else if (clock_now() - began > PATIENCE_SECONDS) r->given_up = true;
    if (reply || r->context || r->given_up || stop_wanted()) return reply;
    rest(i);
  }
}
