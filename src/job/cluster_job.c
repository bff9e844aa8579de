/* heddle worker and heddle status: the other sides of --cluster. */
#include <stdio.h>
#include <string.h>

#include "cluster/cluster.h"
#include "job/job.h"
#include "redis/redis.h"
#include "util/stop.h"

static enum exit_code with_cluster(enum options_command command, const struct job_request *request,
                                   bool (*act)(const char *url, char *why, size_t room)) {
  struct cli_options options;
  char why[1000] = "";
  enum exit_code code = EXIT_USAGE;
  if (!job_read(&options, command, request)) {
    options_free(&options);
    return EXIT_USAGE;
  }
  if (!options.cluster || !redis_is_url(options.cluster))
    error_say("which cluster? --cluster=redis[s]://HOST[:PORT][/NAME]");
  else if (options.words.count) error_say("there is nothing to do with '%s'", options.words.data[0]);
  else if (act(options.cluster, why, sizeof why)) code = EXIT_SAFE;
  else error_say("%s", why);
  options_free(&options);
  return code;
}

static bool work(const char *url, char *why, size_t room) {
  stop_begin(0);
  return cluster_work(url, stderr, why, room);
}

static bool status(const char *url, char *why, size_t room) { return cluster_status(url, stdout, why, room); }

enum exit_code worker_job(struct job_request *request) { return with_cluster(OPTIONS_WORKER, request, work); }

enum exit_code status_job(struct job_request *request) { return with_cluster(OPTIONS_STATUS, request, status); }
