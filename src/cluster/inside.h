/* What job.c, relay.c and worker.c share. */
#ifndef HEDDLE_CLUSTER_INSIDE_H
#define HEDDLE_CLUSTER_INSIDE_H
#include "cluster/cluster.h"
#include "redis/redis.h"
#include "util/bytes.h"
#include "util/mem.h"

enum {
  KEY = 256,
  ALIVE_MS = 1000,    /* how often a worker says that it is alive */
  VANISHED_MS = 6000, /* when one that did not is taken to be gone */
  AGAIN_SECONDS = 5,  /* when a message that nobody answers is sent again */
  KEPT_SECONDS = 86400,
};
#define GROUP "workers"

/* A job as the server has it, and back. */
struct job {
  struct ir_program *program;
  struct explore_options options;
  struct arena memory; /* of the texts */
};
struct sink job_encode(const struct explore_options *options, const void *image, uint64_t size);
/* NULL: all is well; else what is wrong, static. */
const char *job_decode(struct job *job, const void *bytes, uint64_t size, const void *image, uint64_t image_size);
void job_image_key(const void *job, uint64_t size, char text[40]); /* by what name the program lies on the server */
void job_free(struct job *job);

/* heddle:NAME:KIND:REST */
void key_of(const struct redis *r, const char *kind, const char *rest, char key[KEY]);

/* Messages with numbers, in a list. */
struct channel {
  struct redis *redis;
  char key[KEY];
  uint64_t number; /* of the message that was sent, or that comes next */
};
bool channel_send(struct channel *c, uint64_t number, const void *bytes, uint64_t size);
/* The message of that number; waits up to a second. 1: it is there; 2: an earlier one came again; 0: not yet; -1: the
   server is gone. */
int channel_receive(struct channel *c, uint64_t number, struct sink *message);

bool write_all(int socket, const void *bytes, uint64_t size);
/* A question whose answer does not matter. False: the server is gone, or refused. */
bool tell(struct redis *r, const char *const *texts, int count);
#define TELL(r, ...)                                                                                                   \
  tell(r, (const char *const[]){__VA_ARGS__}, (int)(sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *)))
#endif
