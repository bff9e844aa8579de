/* aget: a download accelerator. A file is fetched from a server (in memory) in segments, each over a connection of
   its own.

   A connection asks the server for a chunk at a time and writes it where it belongs. All write to one file, which
   has one position: first it is moved, then the bytes are written there. A meter reads how much has come so far. A
   download can go on where an earlier one stopped. Inputs: the length of the file, the number of connections, the
   size of a chunk, whether the server can send parts of a file, how much of each segment is there already, and the
   contents. The audit compares the file with that of the server. */
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#ifndef LENGTH
#define LENGTH 4 /* bytes of a file, at most */
#endif
#ifndef CONNECTIONS
#define CONNECTIONS 2 /* at most */
#endif
#ifndef SAMPLES
#define SAMPLES 1 /* times that the meter looks */
#endif

/* ---- the server */

struct server {
  unsigned char data[LENGTH];
  unsigned length;
  bool ranges; /* can send parts of a file */
};

static void server_fill(struct server *server, unsigned char first) {
  for (unsigned i = 0; i < LENGTH; i++) server->data[i] = (unsigned char)(first + i);
}

/* How many bytes came. */
static unsigned server_read(const struct server *server, unsigned at, unsigned wanted, unsigned char *to) {
  if (at >= server->length) return 0;
  unsigned count = server->length - at < wanted ? server->length - at : wanted;
  memcpy(to, server->data + at, count);
  return count;
}

/* ---- the file on this side */

struct file {
  unsigned char data[LENGTH];
  unsigned position;
};

static void file_seek(struct file *file, unsigned position) { file->position = position; }

/* Writes at the position and moves it on; how much fitted. */
static unsigned file_write(struct file *file, const unsigned char *from, unsigned count) {
  unsigned at = file->position;
  if (at >= LENGTH) return 0;
  if (count > LENGTH - at) count = LENGTH - at;
  for (unsigned i = 0; i < count; i++) file->data[at + i] = from[i];
  file->position = at + count;
  return count;
}

/* ---- the download */

struct segment {
  unsigned begin, end;
  unsigned at; /* up to here it is there; belongs to its connection */
};

struct download {
  const struct server *server;
  unsigned chunk;
  unsigned connections;
  struct segment segment[CONNECTIONS];
  pthread_mutex_t lock; /* for what follows */
  struct file file;
  unsigned received;
};

struct connection {
  pthread_t thread;
  struct download *download;
  struct segment *segment;
};

/* Equal segments; the last one has what is left over. */
static void divide(struct download *d, unsigned length) {
  unsigned size = length / d->connections;
  for (unsigned i = 0; i < d->connections; i++) {
    struct segment *s = &d->segment[i];
    s->begin = s->at = i * size;
    s->end = i + 1 == d->connections ? length : (i + 1) * size;
  }
}

/* What an earlier download left: up to `bytes` of each segment. */
static void resume(struct download *d, unsigned bytes) {
  for (unsigned i = 0; i < d->connections; i++) {
    struct segment *s = &d->segment[i];
    unsigned there = s->end - s->begin < bytes ? s->end - s->begin : bytes;
    memcpy(d->file.data + s->begin, d->server->data + s->begin, there);
    s->at = s->begin + there;
    d->received += there;
  }
}

static void store(struct download *d, unsigned at, const unsigned char *bytes, unsigned count) {
  pthread_mutex_lock(&d->lock);
  file_seek(&d->file, at);
  d->received += count;
  pthread_mutex_unlock(&d->lock);
  file_write(&d->file, bytes, count); /* the slow part, each connection in its own segment */
}

static void *fetch(void *argument) {
  struct connection *c = argument;
  struct download *d = c->download;
  struct segment *s = c->segment;
  unsigned char buffer[LENGTH];
  while (s->at < s->end) {
    unsigned wanted = s->end - s->at < d->chunk ? s->end - s->at : d->chunk;
    unsigned count = server_read(d->server, s->at, wanted, buffer);
    if (count == 0) break;
    store(d, s->at, buffer, count);
    s->at += count;
  }
  return NULL;
}

/* Looks now and then how far it is: never backwards, never more than there is. */
static void *meter(void *argument) {
  struct download *d = argument;
  unsigned before = 0;
  for (unsigned i = 0; i < SAMPLES; i++) {
    pthread_mutex_lock(&d->lock);
    unsigned now = d->received;
    pthread_mutex_unlock(&d->lock);
    assert(now >= before && now <= d->server->length);
    before = now;
  }
  return NULL;
}

static void download_run(struct download *d) {
  struct connection connection[CONNECTIONS];
  pthread_t meter_thread;
  for (unsigned i = 0; i < d->connections; i++) {
    connection[i].download = d;
    connection[i].segment = &d->segment[i];
    pthread_create(&connection[i].thread, NULL, fetch, &connection[i]);
  }
  pthread_create(&meter_thread, NULL, meter, d);
  for (unsigned i = 0; i < d->connections; i++) pthread_join(connection[i].thread, NULL);
  pthread_join(meter_thread, NULL);
}

/* ---- the audit */

static void audit(const struct download *d) {
  bool same = true;
  for (unsigned i = 0; i < d->server->length; i++) same = same & (d->file.data[i] == d->server->data[i]);
  assert(d->received == d->server->length);
  assert(same);
}

/* A choice of the user, made before anything starts. */
static unsigned choose(bool condition, unsigned yes, unsigned no) {
  if (condition) return yes;
  return no;
}

int main(void) {
  static struct server server;
  static struct download download;
  unsigned char length, connections, chunk, ranges, there, first;
  heddle_symbolic(&length, sizeof length, "length");
  heddle_symbolic(&connections, sizeof connections, "connections");
  heddle_symbolic(&chunk, sizeof chunk, "chunk");
  heddle_symbolic(&ranges, sizeof ranges, "ranges");
  heddle_symbolic(&there, sizeof there, "there");
  heddle_symbolic(&first, sizeof first, "first");
  server_fill(&server, first);
  server.length = choose(length % 4 == 0, LENGTH, LENGTH - 1);
  server.ranges = choose(ranges > 100, true, false);
  download.server = &server;
  download.chunk = choose(chunk < 128, 1, LENGTH);
  download.connections = choose(server.ranges && connections % 2, CONNECTIONS, 1);
  pthread_mutex_init(&download.lock, NULL);
  divide(&download, server.length);
  resume(&download, choose(there > 200, 1, 0));
  download_run(&download);
  audit(&download);
  return 0;
}
