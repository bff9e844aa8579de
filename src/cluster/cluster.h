/* Many machines: searches of one exploration on workers elsewhere, through a Redis server.

   A job is a program as IR, by its content, with what the user set. A unit is one search of its dovetail: a message of
   a stream, which one worker of the group takes. Orders and what the worker says go through two lists, each message
   with a number: a message that comes twice counts once, one that was lost is sent again. A worker that vanishes is
   noticed by the stream's list of pending messages; its unit becomes a new one, and its turns are repeated: they are
   the same. */
#ifndef HEDDLE_CLUSTER_CLUSTER_H
#define HEDDLE_CLUSTER_CLUSTER_H
#include <stdio.h>

#include "explore/explore.h"

struct cluster;
struct cluster *cluster_open(const char *url, char *why, size_t room); /* NULL: `why` says in one line what is wrong */
/* What the user set may ask for something that does not go along: it is said in one line, static. NULL: it does not. */
const char *cluster_misfit(const struct explore_config *config);
/* For explorations, one at a time; as long as the cluster is open. */
const struct explore_remote *cluster_remote(const struct cluster *c);
uint32_t cluster_jobs(const struct cluster *c); /* explorations that went there */
void cluster_close(struct cluster *c);          /* NULL is fine */

/* Serves units until a signal comes. False: `why` says what went wrong. */
bool cluster_work(const char *url, FILE *log, char *why, size_t room);
/* Who works on what. */
bool cluster_status(const char *url, FILE *out, char *why, size_t room);
#endif
