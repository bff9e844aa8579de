/* A parallel file scanner: looks for a text in files and directories with several threads.

     scan [-t THREADS] [-i] [-l] [-c] TEXT PATH...

   The main thread walks the directories and puts paths into a queue; workers take them out, read the files and count
   the lines that match. With BEFORE_FIX it has a bug of a well-known kind: the end of the work is told to one waiting
   worker only, and another waits for ever. */
#include <assert.h>
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { QUEUE_ROOM = 4, MOST_THREADS = 16, PATH_BYTES = 256 };

struct options {
  unsigned threads;
  bool ignore_case;
  bool names_only;
  bool count_only;
  const char *text;
};

/* ---- the queue of paths ---- */

struct queue {
  pthread_mutex_t lock;
  pthread_cond_t not_empty, not_full;
  char *paths[QUEUE_ROOM];
  unsigned first, count;
  bool closed;
};

static void queue_init(struct queue *q) {
  memset(q, 0, sizeof *q);
  pthread_mutex_init(&q->lock, NULL);
  pthread_cond_init(&q->not_empty, NULL);
  pthread_cond_init(&q->not_full, NULL);
}

static void queue_destroy(struct queue *q) {
  assert(q->count == 0);
  pthread_cond_destroy(&q->not_full);
  pthread_cond_destroy(&q->not_empty);
  pthread_mutex_destroy(&q->lock);
}

/* The queue owns the path from here on. */
static void queue_put(struct queue *q, char *path) {
  pthread_mutex_lock(&q->lock);
  while (q->count == QUEUE_ROOM) pthread_cond_wait(&q->not_full, &q->lock);
  q->paths[(q->first + q->count) % QUEUE_ROOM] = path;
  q->count++;
  pthread_cond_signal(&q->not_empty);
  pthread_mutex_unlock(&q->lock);
}

/* NULL: there will never be one any more. */
static char *queue_take(struct queue *q) {
  char *path = NULL;
  pthread_mutex_lock(&q->lock);
  while (q->count == 0 && !q->closed) pthread_cond_wait(&q->not_empty, &q->lock);
  if (q->count > 0) {
    path = q->paths[q->first];
    q->first = (q->first + 1) % QUEUE_ROOM;
    q->count--;
    pthread_cond_signal(&q->not_full);
  }
  pthread_mutex_unlock(&q->lock);
  return path;
}

static void queue_close(struct queue *q) {
  pthread_mutex_lock(&q->lock);
  q->closed = true;
#ifdef BEFORE_FIX
  pthread_cond_signal(&q->not_empty);
#else
  pthread_cond_broadcast(&q->not_empty);
#endif
  pthread_mutex_unlock(&q->lock);
}

/* ---- searching ---- */

struct pattern {
  const char *text;
  size_t length;
  bool ignore_case;
  unsigned char skip[256]; /* how far to go on if this byte is behind the window */
};

static unsigned char folded(const struct pattern *p, char c) {
  return (unsigned char)(p->ignore_case ? tolower((unsigned char)c) : c);
}

static bool pattern_init(struct pattern *p, const char *text, bool ignore_case) {
  p->text = text;
  p->length = strlen(text);
  p->ignore_case = ignore_case;
  if (p->length == 0 || p->length > 200) return false;
  memset(p->skip, (int)p->length + 1, sizeof p->skip);
  for (size_t i = 0; i < p->length; i++) {
    unsigned char step = (unsigned char)(p->length - i);
    p->skip[folded(p, text[i])] = step;
    if (ignore_case) p->skip[toupper((unsigned char)text[i])] = step;
  }
  return true;
}

static bool matches_at(const struct pattern *p, const char *at) {
  for (size_t i = 0; i < p->length; i++)
    if (folded(p, at[i]) != folded(p, p->text[i])) return false;
  return true;
}

/* Where the pattern begins in from..end, or NULL. */
static const char *pattern_find(const struct pattern *p, const char *from, const char *end) {
  while (from + p->length <= end) {
    if (matches_at(p, from)) return from;
    if (from + p->length == end) return NULL;
    from += p->skip[(unsigned char)from[p->length]];
  }
  return NULL;
}

/* ---- results ---- */

struct totals {
  pthread_mutex_t lock;
  unsigned long files, bytes, lines, errors;
};

struct job {
  struct options options;
  struct pattern pattern;
  struct queue queue;
  struct totals totals;
  pthread_mutex_t output;
};

static void add_totals(struct totals *t, unsigned long bytes, unsigned long lines, bool error) {
  pthread_mutex_lock(&t->lock);
  t->files++;
  t->bytes += bytes;
  t->lines += lines;
  t->errors += error;
  pthread_mutex_unlock(&t->lock);
}

static void show_line(struct job *job, const char *path, unsigned long number, const char *line, size_t length) {
  pthread_mutex_lock(&job->output);
  printf("%s:%lu:%.*s\n", path, number, (int)length, line);
  pthread_mutex_unlock(&job->output);
}

static void show_name(struct job *job, const char *path, unsigned long lines) {
  pthread_mutex_lock(&job->output);
  if (job->options.count_only) printf("%s:%lu\n", path, lines);
  else printf("%s\n", path);
  pthread_mutex_unlock(&job->output);
}

/* ---- one file ---- */

static const char *line_end(const char *at, const char *end) {
  const char *found = memchr(at, '\n', (size_t)(end - at));
  return found != NULL ? found : end;
}

static unsigned long scan_bytes(struct job *job, const char *path, const char *bytes, size_t size) {
  unsigned long lines = 0, number = 1;
  const char *end = bytes + size, *line = bytes, *found;
  while (line < end && (found = pattern_find(&job->pattern, line, end)) != NULL) {
    const char *stop = line_end(line, end);
    while (stop < found) {
      line = stop + 1;
      number++;
      stop = line_end(line, end);
    }
    lines++;
    if (!job->options.names_only && !job->options.count_only) show_line(job, path, number, line, (size_t)(stop - line));
    if (job->options.names_only || stop == end) break;
    line = stop + 1;
    number++;
  }
  return lines;
}

static bool read_all(int fd, char *to, size_t size) {
  for (size_t done = 0; done < size;) {
    ssize_t got = read(fd, to + done, size - done);
    if (got <= 0) return false;
    done += (size_t)got;
  }
  return true;
}

static void scan_file(struct job *job, const char *path) {
  struct stat about;
  unsigned long lines = 0;
  char *bytes = NULL;
  int fd = open(path, O_RDONLY);
  bool good = fd >= 0 && fstat(fd, &about) == 0;
  if (good) bytes = malloc((size_t)about.st_size + 1);
  good = good && bytes != NULL && read_all(fd, bytes, (size_t)about.st_size);
  if (good) lines = scan_bytes(job, path, bytes, (size_t)about.st_size);
  if (!good) fprintf(stderr, "scan: %s: %s\n", path, strerror(errno));
  if (good && lines > 0 && (job->options.names_only || job->options.count_only)) show_name(job, path, lines);
  add_totals(&job->totals, good ? (unsigned long)about.st_size : 0, lines, !good);
  if (fd >= 0) close(fd);
  free(bytes);
}

static void *work(void *argument) {
  struct job *job = argument;
  for (char *path; (path = queue_take(&job->queue)) != NULL; free(path)) scan_file(job, path);
  return NULL;
}

/* ---- walking ---- */

static void walk(struct job *job, const char *path, unsigned depth);

static void walk_directory(struct job *job, const char *path, unsigned depth) {
  DIR *directory = opendir(path);
  char below[PATH_BYTES];
  if (directory == NULL) {
    fprintf(stderr, "scan: %s: %s\n", path, strerror(errno));
    return;
  }
  for (struct dirent *e; (e = readdir(directory)) != NULL;) {
    if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0) continue;
    if ((size_t)snprintf(below, sizeof below, "%s/%s", path, e->d_name) < sizeof below) walk(job, below, depth + 1);
  }
  closedir(directory);
}

static void walk(struct job *job, const char *path, unsigned depth) {
  struct stat about;
  if (stat(path, &about) != 0) {
    fprintf(stderr, "scan: %s: %s\n", path, strerror(errno));
    return;
  }
  if (S_ISDIR(about.st_mode)) {
    if (depth < 16) walk_directory(job, path, depth);
    return;
  }
  char *copy = strdup(path);
  if (copy != NULL) queue_put(&job->queue, copy);
}

/* ---- the command ---- */

static int usage(void) {
  fprintf(stderr, "usage: scan [-t THREADS] [-i] [-l] [-c] TEXT PATH...\n");
  return 2;
}

static bool read_options(struct options *o, int argc, char **argv) {
  int letter;
  *o = (struct options){.threads = 2};
  while ((letter = getopt(argc, argv, "t:ilc")) != -1) {
    switch (letter) {
    case 't': o->threads = (unsigned)atoi(optarg); break;
    case 'i': o->ignore_case = true; break;
    case 'l': o->names_only = true; break;
    case 'c': o->count_only = true; break;
    default: return false;
    }
  }
  if (argc - optind < 2 || o->threads == 0 || o->threads > MOST_THREADS) return false;
  o->text = argv[optind++];
  return true;
}

static int run(struct job *job, char **paths) {
  pthread_t threads[MOST_THREADS];
  unsigned started = 0;
  while (started < job->options.threads && pthread_create(&threads[started], NULL, work, job) == 0) started++;
  if (started == 0) return 2;
  for (; *paths != NULL; paths++) walk(job, *paths, 0);
  queue_close(&job->queue);
  for (unsigned i = 0; i < started; i++) pthread_join(threads[i], NULL);
  return job->totals.lines > 0 ? 0 : 1;
}

int main(int argc, char **argv) {
  static struct job job;
  if (!read_options(&job.options, argc, argv)) return usage();
  if (!pattern_init(&job.pattern, job.options.text, job.options.ignore_case)) return usage();
  queue_init(&job.queue);
  pthread_mutex_init(&job.totals.lock, NULL);
  pthread_mutex_init(&job.output, NULL);
  int result = run(&job, argv + optind);
  if (job.options.count_only)
    printf("%lu files, %lu bytes, %lu lines\n", job.totals.files, job.totals.bytes, job.totals.lines);
  queue_destroy(&job.queue);
  return result;
}
