/* Connecting, asking, and what went wrong in words. */
#include "redis/redis.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>

#include "util/mem.h"

enum { PORT = 6379, WHY = 900, CONNECT_SECONDS = 5, ANSWER_SECONDS = 30, TRIES = 7 };

struct redis {
  redisContext *context; /* NULL: not connected */
  char *host, *user, *password, *name;
  char place[300], why[WHY];
  int port;
};

bool redis_is_url(const char *text) { return !strncmp(text, "redis://", 8) || !strncmp(text, "rediss://", 9); }

/* ---- the URL ---- */

static bool refuse(char *why, size_t room, const char *text) {
  snprintf(why, room, "%s; it is written redis://[USER:PASSWORD@]HOST[:PORT][/NAME]", text);
  return false;
}

static char *copy(const char *from, const char *to) {
  char *text = mem_alloc((size_t)(to - from) + 1);
  memcpy(text, from, (size_t)(to - from));
  text[to - from] = 0;
  return text;
}

/* A password alone may stand before the @, with or without a colon. */
static void read_login(struct redis *r, const char *from, const char *to) {
  const char *colon = memchr(from, ':', (size_t)(to - from));
  if (colon && colon > from) r->user = copy(from, colon);
  r->password = copy(colon ? colon + 1 : from, to);
}

static bool read_port(struct redis *r, const char *colon, const char *end) {
  char *rest;
  long port = strtol(colon + 1, &rest, 10);
  if (rest != end || colon + 1 == end || port < 1 || port > 65535) return false;
  r->port = (int)port;
  return true;
}

static bool is_name(const char *name) {
  static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.";
  return strlen(name) <= 64 && !name[strspn(name, plain)];
}

static bool read_url(struct redis *r, const char *url, const char *standard, char *why, size_t room) {
  if (!strncmp(url, "rediss://", 9)) {
    snprintf(why, room,
             "this heddle was built without TLS for Redis (the client library of Debian 12 has none); use redis:// "
             "through a tunnel");
    return false;
  }
  const char *from = url + 8, *end = from + strcspn(from, "/"), *at = memchr(from, '@', (size_t)(end - from));
  if (at) read_login(r, from, at), from = at + 1;
  const char *colon = memchr(from, ':', (size_t)(end - from)), *host_end = colon ? colon : end;
  r->port = PORT;
  if (host_end == from) return refuse(why, room, "the address of the Redis server has no host");
  if (colon && !read_port(r, colon, end)) return refuse(why, room, "the address of the Redis server has no such port");
  r->host = copy(from, host_end);
  r->name = mem_strdup(*end && end[1] ? end + 1 : standard);
  if (!is_name(r->name))
    return refuse(why, room, "the name behind the Redis server is not made of up to 64 letters, digits, - _ and .");
  snprintf(r->place, sizeof r->place, "%.200s:%d", r->host, r->port);
  return true;
}

/* ---- connecting ---- */

static void drop(struct redis *r) {
  if (r->context) redisFree(r->context);
  r->context = NULL;
}

/* An answer that is none: the server's own words. */
static bool is_refused(struct redis *r, redisReply *reply, const char *what) {
  if (reply && reply->type != REDIS_REPLY_ERROR) return false;
  const char *text = reply ? reply->str : r->context->errstr;
  snprintf(r->why, WHY, "the Redis server %s %s: %.200s", r->place, what, text);
  if (reply && strstr(reply->str, "OOM"))
    snprintf(r->why, WHY, "the Redis server %s has no memory left (maxmemory)", r->place);
  return true;
}

static bool log_in(struct redis *r) {
  if (!r->password) return true;
  redisReply *reply = r->user ? redisCommand(r->context, "AUTH %s %s", r->user, r->password)
                              : redisCommand(r->context, "AUTH %s", r->password);
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

static bool reconnect(struct redis *r) {
  struct timeval patience = {.tv_sec = CONNECT_SECONDS}, answer = {.tv_sec = ANSWER_SECONDS};
  r->context = redisConnectWithTimeout(r->host, r->port, patience);
  if (!r->context || r->context->err) {
    snprintf(r->why, WHY, "cannot connect to the Redis server %s: %.200s", r->place,
             r->context ? r->context->errstr : "no memory");
    drop(r);
    return false;
  }
  redisSetTimeout(r->context, answer);
  redisEnableKeepAlive(r->context);
  if (log_in(r) && greet(r)) return true;
  drop(r);
  return false;
}

struct redis *redis_open(const char *url, const char *standard, char *why, size_t room) {
  struct redis *r = mem_zalloc(sizeof *r);
  if (!read_url(r, url, standard, why, room)) {
    redis_close(r);
    return NULL;
  }
  if (reconnect(r)) return r;
  snprintf(why, room, "%s", r->why);
  redis_close(r);
  return NULL;
}

void redis_close(struct redis *r) {
  if (!r) return;
  drop(r);
  free(r->host), free(r->user), free(r->password), free(r->name);
  free(r);
}

const char *redis_name(const struct redis *r) { return r->name; }
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

/* A server that was restarted is there again soon. */
redisReply *redis_ask(struct redis *r, const struct redis_text *texts, int count) {
  for (unsigned i = 0;; i++) {
    redisReply *reply = ask_once(r, texts, count);
    if (reply || r->context || i == TRIES) return reply;
    nanosleep(&(struct timespec){.tv_nsec = 100000000L << i >> 1}, NULL);
  }
}
