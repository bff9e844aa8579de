/* --cluster as the commands use it: explorations that other machines can take go there. */
#ifndef HEDDLE_JOB_USE_CLUSTER_H
#define HEDDLE_JOB_USE_CLUSTER_H
#include "base/result.h"
#include "cluster/cluster.h"
#include "job/options.h"

/* NULL: there is none; or, after a warning, none that can be used, and the work is done here. */
struct cluster *use_cluster_open(const struct cli_options *options, struct explore_hooks *hooks);
/* NULL is fine. */
void use_cluster_close(struct cluster *cluster, const struct cli_options *options, struct result *result);
#endif
