/* A worker's processes, for worker.c (which takes units), unit.c (one whole search) and branch.c (branches) only. */
#ifndef HEDDLE_CLUSTER_SERVER_H
#define HEDDLE_CLUSTER_SERVER_H
#include <sys/types.h>

#include "cluster/inside.h"

struct unit {
  char entry[64], job[48]; /* of the stream's message */
  uint32_t engine, life;
  bool divided;
  char *prefix; /* of a branch; NULL: it is a whole search */
  uint64_t size;
};

struct server {
  struct redis *redis;
  const char *url;
  FILE *log;
  char searches[KEY], branches[KEY], hungry[KEY]; /* streams; the set of workers that wait */
  char me[100];
  struct unit unit; /* that was taken last; of a process: its own */
  struct worker_slot *slot;
};

void server_done(struct server *s, const char *stream, const char *entry);
/* The job of the unit; else what is wrong, static. */
const char *server_load(struct server *s, struct job *job);
bool server_is_there(struct redis *r, const char *job);
/* In a process of its own: serves the search until nobody wants it. */
void unit_serve(struct server *s);
/* In a process of its own: explores branches of one job, in the order in which they come from the socket. */
struct branch_done {
  uint64_t states, cuts;
  double seconds, before; /* of the processor: in all; until it begins */
  bool more;              /* the process waits for another one */
};
enum { BRANCH_REFUSED = 3 }; /* how it exits if the job cannot be served */
void branch_serve(struct server *s, int socket);
#endif
