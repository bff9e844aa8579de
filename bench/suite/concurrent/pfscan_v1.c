/* pfscan: a parallel file scanner. The main thread walks a directory tree (in memory) and queues the files; workers
   look for a text in them.

   The queue is bounded. It is closed when the walk has ended, or cancelled when enough matches were found: then
   what is still queued is not looked at any more, and the walk ends early. Inputs: the text of two characters, and
   after how many matches to stop (none if 0). The audit compares the matches with those of a scan in one thread. */
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#ifndef WORKERS
#define WORKERS 2
#endif
#ifndef QUEUED
#define QUEUED 1 /* files that can wait in the queue */
#endif
#ifndef FILES
#define FILES 3 /* files of the tree, at most 4 */
#endif

/* ---- the tree */

struct node {
  const char *name;
  const char *text;         /* of a file; NULL for a directory */
  const struct node *child; /* of a directory */
  unsigned children;
};

static const struct node old_files[] = {
    {.name = "c.txt", .text = "cb"},
    {.name = "d.txt", .text = "bca"},
};

static const struct node root_files[] = {
    {.name = "a.txt", .text = "ab"},
    {.name = "b.txt", .text = "cab"},
    {.name = "a.o", .text = "abab"},
    {.name = "old", .child = old_files, .children = FILES > 2 ? FILES - 2 : 0},
};

static const struct node root = {.name = "/", .child = root_files, .children = 4};

/* Objects are not looked at. */
static bool is_wanted(const struct node *file) {
  const char *dot = strrchr(file->name, '.');
  return dot && strcmp(dot, ".txt") == 0;
}

/* ---- the queue of files */

struct queue {
  pthread_mutex_t lock;
  pthread_cond_t not_empty, not_full;
  const struct node *file[QUEUED];
  unsigned head, used;
  bool closed;    /* no more files come */
  bool cancelled; /* and those that are queued are not wanted any more */
};

static void queue_open(struct queue *q) {
  pthread_mutex_init(&q->lock, NULL);
  pthread_cond_init(&q->not_empty, NULL);
  pthread_cond_init(&q->not_full, NULL);
  q->head = q->used = 0;
  q->closed = q->cancelled = false;
}

/* False if the queue was cancelled: the walk can end. */
static bool queue_put(struct queue *q, const struct node *file) {
  pthread_mutex_lock(&q->lock);
  while (q->used == QUEUED && !q->cancelled) pthread_cond_wait(&q->not_full, &q->lock);
  bool wanted = !q->cancelled;
  if (wanted) {
    q->file[(q->head + q->used) % QUEUED] = file;
    q->used++;
    pthread_cond_signal(&q->not_empty);
  }
  pthread_mutex_unlock(&q->lock);
  return wanted;
}

/* NULL if there is nothing left to do. */
static const struct node *queue_take(struct queue *q) {
  const struct node *file = NULL;
  pthread_mutex_lock(&q->lock);
  while (q->used == 0 && !q->closed && !q->cancelled) pthread_cond_wait(&q->not_empty, &q->lock);
  if (q->used > 0 && !q->cancelled) {
    file = q->file[q->head];
    q->head = (q->head + 1) % QUEUED;
    q->used--;
    pthread_cond_signal(&q->not_full);
  }
  pthread_mutex_unlock(&q->lock);
  return file;
}

static void queue_close(struct queue *q) {
  pthread_mutex_lock(&q->lock);
  q->closed = true;
  pthread_cond_broadcast(&q->not_empty);
  pthread_mutex_unlock(&q->lock);
}

static void queue_cancel(struct queue *q) {
  pthread_mutex_lock(&q->lock);
  q->cancelled = true;
  pthread_cond_broadcast(&q->not_empty);
  pthread_cond_broadcast(&q->not_full);
  pthread_mutex_unlock(&q->lock);
}

/* ---- the scan */

struct scan {
  struct queue queue;
  const char *wanted; /* two characters */
  unsigned limit;     /* matches after which it ends; 0: none */
  pthread_mutex_t lock;
  unsigned matches, files; /* so far */
};

static unsigned count_matches(const char *text, const char *wanted) {
  unsigned matches = 0;
  for (size_t i = 0; text[i] && text[i + 1]; i++)
    if (text[i] == wanted[0] && text[i + 1] == wanted[1]) matches++;
  return matches;
}

/* Adds what was found in one file; whoever reaches the limit ends the scan. */
static void scan_add(struct scan *scan, unsigned matches) {
  pthread_mutex_lock(&scan->lock);
  bool before = scan->limit && scan->matches >= scan->limit;
  scan->matches += matches;
  scan->files++;
  bool enough = scan->limit && scan->matches >= scan->limit;
  if (enough && !before) queue_cancel(&scan->queue);
  pthread_mutex_unlock(&scan->lock);
}

static void *scan_files(void *argument) {
  struct scan *scan = argument;
  const struct node *file;
  while ((file = queue_take(&scan->queue))) scan_add(scan, count_matches(file->text, scan->wanted));
  return NULL;
}

/* False if the scan has ended. */
static bool walk(struct scan *scan, const struct node *node) {
  if (node->text) return !is_wanted(node) || queue_put(&scan->queue, node);
  for (unsigned i = 0; i < node->children; i++)
    if (!walk(scan, &node->child[i])) return false;
  return true;
}

static void scan_tree(struct scan *scan, const struct node *tree) {
  pthread_t worker[WORKERS];
  for (unsigned i = 0; i < WORKERS; i++) pthread_create(&worker[i], NULL, scan_files, scan);
  if (walk(scan, tree)) queue_close(&scan->queue);
  for (unsigned i = 0; i < WORKERS; i++) pthread_join(worker[i], NULL);
}

/* ---- the audit */

struct totals {
  unsigned matches, files;
};

static void count_tree(const struct node *node, const char *wanted, struct totals *totals) {
  if (node->text) {
    if (!is_wanted(node)) return;
    totals->files++;
    totals->matches += count_matches(node->text, wanted);
    return;
  }
  for (unsigned i = 0; i < node->children; i++) count_tree(&node->child[i], wanted, totals);
}

static void audit(const struct scan *scan, const struct node *tree) {
  struct totals all = {0, 0};
  count_tree(tree, scan->wanted, &all);
  if (scan->limit && all.matches >= scan->limit) {
    assert(scan->matches >= scan->limit && scan->matches <= all.matches);
  } else {
    assert(scan->matches == all.matches);
    assert(scan->files == all.files);
  }
}

int main(void) {
  static struct scan scan;
  char wanted[2];
  unsigned char stop;
  heddle_symbolic(wanted, sizeof wanted, "wanted");
  heddle_symbolic(&stop, sizeof stop, "stop");
  scan.wanted = wanted;
  scan.limit = stop % 4 < 3 ? stop % 4 : 0;
  pthread_mutex_init(&scan.lock, NULL);
  queue_open(&scan.queue);
  scan_tree(&scan, &root);
  audit(&scan, &root);
  return 0;
}
