/* See use_cluster.h. */
#include "job/use_cluster.h"

#include "job/reports.h"
#include "util/error.h"

struct cluster *use_cluster_open(const struct cli_options *options, struct explore_hooks *hooks) {
  char text[1000];
  struct cluster *cluster = NULL;
  if (!options->cluster) return NULL;
  const char *why = cluster_misfit(&options->explore.config);
  if (options->explore.reuse.hunted) why = "--cluster does not take tests along";
  if (!why) cluster = cluster_open(options->cluster, text, sizeof text);
  if (!cluster) warn_say("%s; going on without the cluster", why ? why : text);
  else hooks->remote = cluster_remote(cluster);
  return cluster;
}

void use_cluster_close(struct cluster *cluster, const struct cli_options *options, struct result *result) {
  if (!cluster) return;
  if (cluster_jobs(cluster) && reports_want_details(options))
    result_add_note(result, "what workers of the cluster have executed is not counted in the coverage");
  cluster_close(cluster);
}
