/* A download accelerator: asks a server how long a file is, then fetches its parts with several threads at once, each
   over a connection of its own, and writes them where they belong.

     fetch [-t THREADS] [-o FILE] HOST[:PORT]/PATH

   A server that does not know ranges sends the whole file each time; then each thread takes its part of that. With
   LOST_UPDATE the threads add up what they have written without a lock, and the total is too small. With OVERRUN the
   head of a reply may be one byte longer than its buffer. Both are bugs that such programs have had. */
#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <netdb.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

#ifndef HEAD_BYTES
#define HEAD_BYTES 512
#endif
enum { MOST_THREADS = 8, BLOCK = 256, NAME_BYTES = 128 };

struct source {
  char host[NAME_BYTES], port[8], path[NAME_BYTES];
};

struct options {
  struct source source;
  const char *output;
  unsigned threads;
};

/* ---- connections ---- */

static int connect_to(const struct source *s) {
  struct addrinfo hints = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM}, *list;
  int fd = -1, error = getaddrinfo(s->host, s->port, &hints, &list);
  if (error != 0) {
    fprintf(stderr, "fetch: %s: %s\n", s->host, gai_strerror(error));
    return -1;
  }
  for (struct addrinfo *a = list; a != NULL && fd < 0; a = a->ai_next) {
    fd = socket(a->ai_family, a->ai_socktype, a->ai_protocol);
    if (fd >= 0 && connect(fd, a->ai_addr, a->ai_addrlen) != 0) {
      close(fd);
      fd = -1;
    }
  }
  freeaddrinfo(list);
  return fd;
}

static bool send_all(int fd, const char *text, size_t n) {
  while (n > 0) {
    ssize_t sent = send(fd, text, n, MSG_NOSIGNAL);
    if (sent <= 0) return false;
    text += sent;
    n -= (size_t)sent;
  }
  return true;
}

static bool send_request(int fd, const struct source *s, const char *method, const char *more) {
  char text[2 * NAME_BYTES + 128];
  int n = snprintf(text, sizeof text, "%s %s HTTP/1.0\r\nHost: %s\r\n%s\r\n", method, s->path, s->host, more);
  return n > 0 && (size_t)n < sizeof text && send_all(fd, text, (size_t)n);
}

/* ---- the head of a reply ---- */

struct head {
  char text[HEAD_BYTES];
  size_t size;
  int status;
  long length; /* -1: not given */
  long first;  /* of a part: where it begins; -1: this is the whole file */
};

/* One byte at a time: what follows the blank line is not ours. */
static bool read_head(int fd, struct head *h) {
  h->size = 0;
  for (;;) {
#ifdef OVERRUN
    if (h->size > HEAD_BYTES) return false;
#else
    if (h->size >= HEAD_BYTES - 1) return false;
#endif
    if (recv(fd, &h->text[h->size], 1, 0) != 1) return false;
    h->size++;
    if (h->size >= 2 && h->text[h->size - 1] == '\n' && h->text[h->size - 2] == '\n') break;
    if (h->size >= 4 && memcmp(&h->text[h->size - 4], "\r\n\r\n", 4) == 0) break;
  }
  h->text[h->size] = '\0';
  return true;
}

static const char *next_line(const char *at) {
  const char *end = strchr(at, '\n');
  return end != NULL ? end + 1 : NULL;
}

/* What follows NAME: in the line, or NULL. */
static const char *value_of(const char *line, const char *name) {
  size_t n = strlen(name);
  if (strncasecmp(line, name, n) != 0 || line[n] != ':') return NULL;
  line += n + 1;
  while (*line == ' ') line++;
  return line;
}

static bool read_number(const char *text, long *to) {
  long value = 0;
  if (!isdigit((unsigned char)*text)) return false;
  for (; isdigit((unsigned char)*text); text++) {
    if (value > (1L << 40)) return false;
    value = value * 10 + (*text - '0');
  }
  *to = value;
  return true;
}

static bool parse_head(struct head *h) {
  long number;
  h->length = h->first = -1;
  if (strncmp(h->text, "HTTP/1.", 7) != 0 || strlen(h->text) < 12 || !read_number(h->text + 9, &number)) return false;
  h->status = (int)number;
  for (const char *line = next_line(h->text); line != NULL; line = next_line(line)) {
    const char *value = value_of(line, "Content-Length");
    if (value != NULL && !read_number(value, &h->length)) return false;
    value = value_of(line, "Content-Range");
    if (value != NULL && (strncasecmp(value, "bytes ", 6) != 0 || !read_number(value + 6, &h->first))) return false;
  }
  return h->status == 200 || h->status == 206;
}

/* ---- the parts ---- */

struct download {
  struct options options;
  int output;
  long length;
  long written; /* by all threads */
  pthread_mutex_t lock;
};

struct part {
  struct download *download;
  long from, to; /* without the last */
  bool good;
  pthread_t thread;
};

static void add_written(struct download *d, long n) {
#ifdef LOST_UPDATE
  d->written += n;
#else
  pthread_mutex_lock(&d->lock);
  d->written += n;
  pthread_mutex_unlock(&d->lock);
#endif
}

static bool write_at(int fd, const char *bytes, size_t n, long at) {
  while (n > 0) {
    ssize_t put = pwrite(fd, bytes, n, at);
    if (put <= 0) return false;
    bytes += put;
    at += put;
    n -= (size_t)put;
  }
  return true;
}

static bool skip(int fd, long n) {
  char block[BLOCK];
  while (n > 0) {
    ssize_t got = recv(fd, block, n < BLOCK ? (size_t)n : BLOCK, 0);
    if (got <= 0) return false;
    n -= got;
  }
  return true;
}

static bool copy_part(struct part *p, int fd) {
  char block[BLOCK];
  for (long at = p->from; at < p->to;) {
    long rest = p->to - at;
    ssize_t got = recv(fd, block, rest < BLOCK ? (size_t)rest : BLOCK, 0);
    if (got <= 0 || !write_at(p->download->output, block, (size_t)got, at)) return false;
    add_written(p->download, got);
    at += got;
  }
  return true;
}

static bool fetch_part(struct part *p) {
  struct head head;
  char range[64];
  int fd = connect_to(&p->download->options.source);
  if (fd < 0) return false;
  snprintf(range, sizeof range, "Range: bytes=%ld-%ld\r\n", p->from, p->to - 1);
  bool good = send_request(fd, &p->download->options.source, "GET", range) && read_head(fd, &head) && parse_head(&head);
  if (good && head.first >= 0 && head.first != p->from) good = false;
  if (good && head.first < 0) good = skip(fd, p->from);
  good = good && copy_part(p, fd);
  close(fd);
  return good;
}

static void *run_part(void *argument) {
  struct part *p = argument;
  p->good = fetch_part(p);
  return NULL;
}

/* ---- the whole ---- */

static bool ask_length(struct download *d) {
  struct head head;
  int fd = connect_to(&d->options.source);
  if (fd < 0) return false;
  bool good = send_request(fd, &d->options.source, "HEAD", "") && read_head(fd, &head) && parse_head(&head);
  close(fd);
  d->length = good ? head.length : -1;
  return d->length >= 0;
}

static bool fetch_parts(struct download *d) {
  struct part parts[MOST_THREADS];
  unsigned count = d->options.threads;
  long each = (d->length + count - 1) / count;
  bool good = true;
  for (unsigned i = 0; i < count; i++) {
    long from = (long)i * each, to = from + each;
    parts[i] = (struct part){
        .download = d, .from = from < d->length ? from : d->length, .to = to < d->length ? to : d->length};
    if (pthread_create(&parts[i].thread, NULL, run_part, &parts[i]) != 0) return false;
  }
  for (unsigned i = 0; i < count; i++) {
    pthread_join(parts[i].thread, NULL);
    good = good && parts[i].good;
  }
  if (good) assert(d->written == d->length); /* "downloaded ... of ... bytes" */
  return good;
}

static int fetch(struct download *d) {
  if (!ask_length(d)) {
    fprintf(stderr, "fetch: the server does not say how long the file is\n");
    return 1;
  }
  d->output = open(d->options.output, O_RDWR | O_CREAT | O_TRUNC, 0644);
  if (d->output < 0) {
    fprintf(stderr, "fetch: %s: %s\n", d->options.output, strerror(errno));
    return 1;
  }
  pthread_mutex_init(&d->lock, NULL);
  bool good = fetch_parts(d);
  pthread_mutex_destroy(&d->lock);
  close(d->output);
  if (!good) unlink(d->options.output);
  return good ? 0 : 1;
}

/* ---- the command ---- */

static bool read_source(struct source *s, const char *text) {
  const char *slash = strchr(text, '/'), *colon = strchr(text, ':');
  if (slash == NULL) return false;
  if (colon != NULL && colon > slash) colon = NULL;
  size_t host = (size_t)((colon != NULL ? colon : slash) - text);
  if (host == 0 || host >= sizeof s->host || strlen(slash) >= sizeof s->path) return false;
  memcpy(s->host, text, host);
  s->host[host] = '\0';
  strcpy(s->path, slash);
  strcpy(s->port, "80");
  if (colon == NULL) return true;
  size_t port = (size_t)(slash - colon - 1);
  if (port == 0 || port >= sizeof s->port) return false;
  memcpy(s->port, colon + 1, port);
  s->port[port] = '\0';
  return true;
}

static bool read_options(struct options *o, int argc, char **argv) {
  int letter;
  o->threads = 2;
  o->output = "download";
  while ((letter = getopt(argc, argv, "t:o:")) != -1) {
    if (letter == 't') o->threads = (unsigned)atoi(optarg);
    else if (letter == 'o') o->output = optarg;
    else return false;
  }
  return optind == argc - 1 && o->threads > 0 && o->threads <= MOST_THREADS && read_source(&o->source, argv[optind]);
}

int main(int argc, char **argv) {
  static struct download download;
  if (read_options(&download.options, argc, argv)) return fetch(&download);
  fprintf(stderr, "usage: fetch [-t THREADS] [-o FILE] HOST[:PORT]/PATH\n");
  return 2;
}
