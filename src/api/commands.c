/* The commands by their names. See commands.h. */
#include "api/commands.h"

#include <string.h>

static const struct command_row rows[] = {
    {"run", OPTIONS_RUN, run_job},          {"check", OPTIONS_CHECK, check_job},
    {"diff", OPTIONS_DIFF, diff_job},       {"augment", OPTIONS_AUGMENT, augment_job},
    {"replay", OPTIONS_REPLAY, replay_job}, {"report", OPTIONS_REPORT, report_job},
    {"accept", OPTIONS_ACCEPT, accept_job}, {"harness", OPTIONS_HARNESS, harness_job},
    {"init", OPTIONS_INIT, init_job},       {"link", OPTIONS_LINK, link_job},
    {"worker", OPTIONS_WORKER, worker_job}, {"status", OPTIONS_STATUS, status_job},
};

const struct command_row *commands_find(const char *name) {
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (!strcmp(rows[i].name, name)) return &rows[i];
  return NULL;
}

unsigned commands_options(const char *name) {
  if (!*name) return OPTIONS_ALONE;
  const struct command_row *row = commands_find(name);
  return row ? row->options : 0;
}
