/* A cluster for the oracle: a Redis server of its own on a free port of the loopback device, and workers. */
#ifndef ORACLE_CLUSTER_H
#define ORACLE_CLUSTER_H
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

enum { CLUSTER_MOST = 16 };
struct oracle_cluster {
  char url[80];
  pid_t server, workers[CLUSTER_MOST];
  uint32_t count;
};
bool oracle_cluster_is_possible(void); /* there is a redis-server; or CI is set, and there must be one */
/* False after a message: there is no server. */
bool oracle_cluster_start(struct oracle_cluster *c, uint32_t workers);
uint64_t oracle_cluster_branches(const struct oracle_cluster *c); /* that its workers have explored */
void oracle_cluster_stop(struct oracle_cluster *c);
#endif
