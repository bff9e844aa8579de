/* What a URL says, for the files of this folder only. */
#ifndef HEDDLE_REDIS_INSIDE_H
#define HEDDLE_REDIS_INSIDE_H
#include <stdbool.h>
#include <stddef.h>

struct redis_url {
  bool tls;
  int port;
  char *host, *name;
  char *user, *password;     /* NULL: none */
  char *cacert, *cert, *key; /* files; NULL: none is given */
};
/* False: `why` says in one line what is wrong; it never has the password. Either way it is to be freed. */
bool redis_url_read(struct redis_url *u, const char *url, const char *standard, char *why, size_t room);
void redis_url_free(struct redis_url *u);
#endif
