/* A connection to a Redis server: whoever shares something with other machines does it here.

   What goes wrong is one line of text (redis_why); a connection that was lost is made again by the next question.
   Nobody listens on anything: heddle is only ever a client. */
#ifndef HEDDLE_REDIS_REDIS_H
#define HEDDLE_REDIS_REDIS_H
#include <hiredis/hiredis.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct redis;

bool redis_is_url(const char *text); /* redis://... or rediss://... */
/* The URL as in url.c; rediss:// is with TLS (tls.h). `name`: the text behind the slash if the URL has one, else the
   given standard; valid as long as the connection. NULL: `why` says in one line what is wrong; it never has the
   password. */
struct redis *redis_open(const char *url, const char *standard, char *why, size_t room);
/* The same for one more connection to a server that was there: it may just be restarted, and is waited for as with a
   question. */
struct redis *redis_open_another(const char *url, const char *standard, char *why, size_t room);
void redis_close(struct redis *r); /* NULL is fine */
const char *redis_name(const struct redis *r);
const char *redis_place(const struct redis *r); /* HOST:PORT, for messages */
const char *redis_why(const struct redis *r);   /* the newest message; "": nothing went wrong */

/* One question. Arguments are texts with their lengths. NULL: it could not be asked, or the server refused; redis_why
   says why. The answer is freed with freeReplyObject. */
struct redis_text {
  const void *bytes;
  size_t size;
};
#define REDIS_TEXT(text) ((struct redis_text){(text), strlen(text)})
redisReply *redis_ask(struct redis *r, const struct redis_text *texts, int count);
#endif
