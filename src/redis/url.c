/* Addresses of Redis servers:

     redis[s]://[USER:PASSWORD@]HOST[:PORT][/NAME][?cacert=FILE&cert=FILE&key=FILE&password-file=FILE]

   A password need not stand there, where a list of processes would show it: a file may have it, or the environment as
   redis-cli has it (REDISCLI_AUTH). %XX is the character with that number. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "redis/inside.h"
#include "util/mem.h"

enum { PORT = 6379, MOST_PASSWORD = 1000 };

static bool refuse(char *why, size_t room, const char *text) {
  snprintf(why, room, "%s; it is written redis[s]://[USER:PASSWORD@]HOST[:PORT][/NAME][?cacert=FILE&...]", text);
  return false;
}

static int digit_of(char c) {
  static const char digits[] = "0123456789abcdef0123456789ABCDEF";
  const char *at = c ? strchr(digits, c) : NULL;
  return at ? (int)(at - digits) % 16 : -1;
}

static char *copy(const char *from, const char *to) {
  char *text = mem_alloc((size_t)(to - from) + 1), *at = text;
  for (; from < to; from++) {
    bool coded = *from == '%' && to - from > 2 && digit_of(from[1]) >= 0 && digit_of(from[2]) >= 0;
    *at++ = coded ? (char)(digit_of(from[1]) * 16 + digit_of(from[2])) : *from;
    if (coded) from += 2;
  }
  *at = 0;
  return text;
}

/* A password alone may stand before the @, with or without a colon; a user alone with one. */
static void read_login(struct redis_url *u, const char *from, const char *to) {
  const char *colon = memchr(from, ':', (size_t)(to - from)), *password = colon ? colon + 1 : from;
  if (colon && colon > from) u->user = copy(from, colon);
  if (password < to) u->password = copy(password, to);
}

static bool read_port(struct redis_url *u, const char *colon, const char *end) {
  char *rest;
  long port = strtol(colon + 1, &rest, 10);
  if (rest != end || colon + 1 == end || port < 1 || port > 65535) return false;
  u->port = (int)port;
  return true;
}

static bool is_name(const char *name) {
  static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.";
  return strlen(name) <= 64 && !name[strspn(name, plain)];
}

/* ---- what follows the question mark ---- */

static bool read_password(struct redis_url *u, const char *path, char *why, size_t room) {
  char line[MOST_PASSWORD + 2];
  FILE *file = fopen(path, "r");
  bool good = file && fgets(line, sizeof line, file);
  if (!good)
    snprintf(why, room, "the password's file %.200s cannot be read: %s", path, file ? "it is empty" : strerror(errno));
  if (file) fclose(file);
  if (!good) return false;
  line[strcspn(line, "\r\n")] = 0;
  free(u->password);
  u->password = mem_strdup(line);
  explicit_bzero(line, sizeof line);
  return true;
}

static bool read_setting(struct redis_url *u, const char *name, size_t length, char *value, char *why, size_t room) {
  struct {
    const char *name;
    char **to;
  } files[] = {{"cacert", &u->cacert}, {"cert", &u->cert}, {"key", &u->key}};
  for (unsigned i = 0; i < sizeof files / sizeof *files; i++) {
    if (strlen(files[i].name) != length || memcmp(name, files[i].name, length)) continue;
    free(*files[i].to);
    *files[i].to = value;
    return true;
  }
  bool password = length == strlen("password-file") && !memcmp(name, "password-file", length);
  bool good = password && read_password(u, value, why, room);
  if (!password)
    snprintf(why, room, "the address of the Redis server has '%.*s'; there are cacert, cert, key and password-file",
             length < 40 ? (int)length : 40, name);
  free(value);
  return good;
}

static bool read_settings(struct redis_url *u, const char *from, char *why, size_t room) {
  while (*from) {
    size_t length = strcspn(from, "&"), name = strcspn(from, "=&");
    const char *value = from + name + (name < length);
    if (!read_setting(u, from, name, copy(value, from + length), why, room)) return false;
    from += length + (from[length] == '&');
  }
  if ((u->cacert || u->cert || u->key) && !u->tls)
    return refuse(why, room, "certificates are for rediss://, the one with TLS");
  if (u->key && !u->cert) return refuse(why, room, "there is a key without its certificate (cert=FILE)");
  return true;
}

/* ---- all of it ---- */

/* An address with colons stands in brackets. */
static bool read_place(struct redis_url *u, const char *from, const char *end, char *why, size_t room) {
  const char *close = *from == '[' ? memchr(from, ']', (size_t)(end - from)) : NULL;
  const char *begin = close ? from + 1 : from, *behind = close ? close + 1 : from;
  const char *colon = memchr(behind, ':', (size_t)(end - behind)), *host_end = close ? close : colon ? colon : end;
  u->port = PORT;
  if (host_end == begin) return refuse(why, room, "the address of the Redis server has no host");
  if (colon && !read_port(u, colon, end)) return refuse(why, room, "the address of the Redis server has no such port");
  u->host = copy(begin, host_end);
  return true;
}

/* The login ends with the last @ before the host: a password may have one. */
bool redis_url_read(struct redis_url *u, const char *url, const char *standard, char *why, size_t room) {
  *u = (struct redis_url){.tls = !strncmp(url, "rediss://", 9)};
  const char *from = strstr(url, "://") + 3, *end = from + strcspn(from, "/?"), *at = NULL;
  for (const char *c = from; c < end; c++)
    if (*c == '@') at = c;
  if (at) read_login(u, from, at), from = at + 1;
  if (!read_place(u, from, end, why, room)) return false;
  const char *name = end + (*end == '/'), *question = name + strcspn(name, "?");
  u->name = question > name ? copy(name, question) : mem_strdup(standard);
  if (!is_name(u->name))
    return refuse(why, room, "the name behind the Redis server is not made of up to 64 letters, digits, - _ and .");
  if (!read_settings(u, question + (*question == '?'), why, room)) return false;
  const char *environment = getenv("REDISCLI_AUTH");
  if (!u->password && environment && *environment) u->password = mem_strdup(environment);
  return true;
}

void redis_url_free(struct redis_url *u) {
  if (u->password) explicit_bzero(u->password, strlen(u->password));
  free(u->host), free(u->name), free(u->user), free(u->password), free(u->cacert), free(u->cert), free(u->key);
  *u = (struct redis_url){0};
}
