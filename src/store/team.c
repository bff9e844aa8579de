/* Values of the team's store: a head with the format, kind, key and hash, then the bytes. In a folder each is a file,
   written beside its place and then renamed, so that nobody sees half of one; on a Redis server each is a key. */
#define _GNU_SOURCE
#include "store/team.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include "redis/redis.h"
#include "store/inside.h"
#include "util/map.h"
#include "util/mem.h"

enum { NAME = 120, MOST_BYTES = 1 << 28 };

struct team {
  struct redis *redis; /* or: */
  char *folder;
  char why[STORE_WHY]; /* empty: nothing is wrong */
};

struct head {
  char magic[8];
  uint32_t format, kind;
  struct store_key key;
  uint64_t size, low, high; /* of the bytes; their hash, under kind and key */
};
static const char magic[8] = {'H', 'E', 'D', 'D', 'L', 'E', 'T', 'M'};

static struct head head_of(enum store_kind kind, struct store_key key, const void *bytes, size_t size) {
  XXH128_hash_t hash = XXH3_128bits_withSeed(bytes, size, hash_join(hash_join(kind, key.low), key.high));
  struct head head = {.format = STORE_FORMAT, .kind = kind, .key = key, .size = size};
  head.low = hash.low64, head.high = hash.high64;
  memcpy(head.magic, magic, sizeof magic);
  return head;
}

/* Whatever somebody has put there: it counts only if it is what this heddle would have written under this key. */
static bool is_whole(const void *data, size_t size, enum store_kind kind, struct store_key key) {
  if (size < sizeof(struct head)) return false;
  struct head wanted = head_of(kind, key, (const uint8_t *)data + sizeof wanted, size - sizeof wanted);
  return !memcmp(data, &wanted, sizeof wanted);
}

static void name_of(enum store_kind kind, struct store_key key, char name[NAME]) {
  snprintf(name, NAME, "%s-%016llx%016llx", store_kind_text(kind), (unsigned long long)key.high,
           (unsigned long long)key.low);
}

const char *team_why(const struct team *t) { return t->why[0] ? t->why : NULL; }

struct team *team_open(const char *place, char *why, size_t room) {
  struct team *t = mem_zalloc(sizeof *t);
  if (redis_is_url(place)) t->redis = redis_open(place, "store", why, room);
  else {
    t->folder = mem_strdup(place);
    if (access(place, R_OK | W_OK | X_OK))
      snprintf(why, room, "the folder %s cannot be used: %s", place, strerror(errno));
    else return t;
  }
  if (t->redis) return t;
  team_close(t);
  return NULL;
}

void team_close(struct team *t) {
  if (!t) return;
  redis_close(t->redis);
  free(t->folder);
  free(t);
}

/* ---- in a folder ---- */

static bool read_file(struct team *t, const char *name, struct store_blob *value) {
  char path[4096];
  struct stat status;
  snprintf(path, sizeof path, "%s/%s", t->folder, name);
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  bool good = !fstat(file, &status) && S_ISREG(status.st_mode) && status.st_size < MOST_BYTES;
  value->size = good ? (size_t)status.st_size : 0;
  value->bytes = mem_alloc(value->size + 1);
  for (size_t at = 0; good && at < value->size;) {
    ssize_t n = read(file, (char *)value->bytes + at, value->size - at);
    good = n > 0;
    at += good ? (size_t)n : 0;
  }
  close(file);
  return good;
}

static bool write_all(int file, const void *bytes, size_t size) {
  for (const char *at = bytes; size;) {
    ssize_t n = write(file, at, size);
    if (n <= 0) return false;
    at += n, size -= (size_t)n;
  }
  return true;
}

static bool write_file(struct team *t, const char *name, const struct head *head, const void *bytes) {
  char path[4096], draft[4200];
  snprintf(path, sizeof path, "%s/%s", t->folder, name);
  snprintf(draft, sizeof draft, "%s.XXXXXX", path);
  int file = mkostemp(draft, O_CLOEXEC);
  bool good = file >= 0 && write_all(file, head, sizeof *head) && write_all(file, bytes, head->size);
  if (file >= 0) fchmod(file, 0664);
  if (file >= 0 && close(file)) good = false;
  if (good && !rename(draft, path)) return true;
  snprintf(t->why, STORE_WHY, "cannot write into the folder %.200s: %s", t->folder, strerror(errno));
  if (file >= 0) unlink(draft);
  return false;
}

/* ---- on a server ---- */

static void key_of(struct team *t, const char *name, char key[NAME + 80]) {
  snprintf(key, NAME + 80, "heddle:%s:%s", redis_name(t->redis), name);
}

static bool ask_get(struct team *t, const char *name, struct store_blob *value) {
  char key[NAME + 80];
  key_of(t, name, key);
  redisReply *reply = redis_ask(t->redis, (struct redis_text[]){REDIS_TEXT("GET"), REDIS_TEXT(key)}, 2);
  if (!reply) snprintf(t->why, STORE_WHY, "%s", redis_why(t->redis));
  bool good = reply && reply->type == REDIS_REPLY_STRING && reply->len < MOST_BYTES;
  if (good) {
    *value = (struct store_blob){.bytes = mem_alloc(reply->len + 1), .size = reply->len};
    memcpy(value->bytes, reply->str, reply->len);
  }
  if (reply) freeReplyObject(reply);
  return good;
}

static bool ask_put(struct team *t, const char *name, const struct head *head, const void *bytes) {
  char key[NAME + 80];
  size_t size = sizeof *head + head->size;
  uint8_t *all = mem_alloc(size);
  memcpy(all, head, sizeof *head);
  if (head->size) memcpy(all + sizeof *head, bytes, head->size);
  key_of(t, name, key);
  redisReply *reply = redis_ask(t->redis, (struct redis_text[]){REDIS_TEXT("SET"), REDIS_TEXT(key), {all, size}}, 3);
  if (!reply) snprintf(t->why, STORE_WHY, "%s", redis_why(t->redis));
  free(all);
  if (reply) freeReplyObject(reply);
  return reply != NULL;
}

/* ---- both ---- */

bool team_get(struct team *t, enum store_kind kind, struct store_key key, struct store_blob *value) {
  char name[NAME];
  name_of(kind, key, name);
  *value = (struct store_blob){0};
  if (t->why[0]) return false;
  bool good = t->redis ? ask_get(t, name, value) : read_file(t, name, value);
  good = good && is_whole(value->bytes, value->size, kind, key);
  if (good) {
    value->size -= sizeof(struct head);
    memmove(value->bytes, (uint8_t *)value->bytes + sizeof(struct head), value->size);
    return true;
  }
  free(value->bytes);
  *value = (struct store_blob){0};
  return false;
}

bool team_put(struct team *t, enum store_kind kind, struct store_key key, const void *bytes, size_t size) {
  char name[NAME];
  struct head head = head_of(kind, key, bytes, size);
  if (t->why[0] || size > MOST_BYTES - sizeof head) return false;
  name_of(kind, key, name);
  return t->redis ? ask_put(t, name, &head, bytes) : write_file(t, name, &head, bytes);
}
