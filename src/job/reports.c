/* Reports of a command. See reports.h. */
#include "job/reports.h"

#include <errno.h>
#include <string.h>

#include "job/output.h"
#include "report/pen.h"

struct report_info reports_info(const char *command, const struct cli_options *options,
                                const struct ir_program *program) {
  return (struct report_info){.command = command,
                              .program = program,
                              .level = options->level,
                              .stats = options->stats,
                              .max_warnings = options->explore.config.max_warnings,
                              .pruning = options->explore.config.explain_pruning,
                              .colour = options_wants_colour(options),
                              .full_schedule = options->full_schedule,
                              .width = report_width(stdout)};
}

bool reports_open(struct reports *r, const struct cli_options *options) {
  if (options->json_file && !(r->json = output_open_json(options->json_file))) return false;
  for (int i = 0; i < FORMAT_COUNT; i++)
    if (options->reports[i] && !(r->files[i] = output_open_json(options->reports[i]))) return false;
  return true;
}

bool reports_want_details(const struct cli_options *options) {
  bool any = options->style != STYLE_TEXT;
  for (int i = 0; i < FORMAT_COUNT; i++) any |= options->reports[i] != NULL;
  return any;
}

/* The file belongs to this function from here on. */
static bool write_file(FILE *out, const char *path, enum report_format format, const json_t *model) {
  output_empty_json(out, path);
  bool good = formats_write(out, format, model);
  if (fclose(out)) good = false;
  if (!good) error_say("cannot write %s: %s", path, strerror(errno));
  return good;
}

bool reports_write_files(struct reports *r, const struct cli_options *options, const json_t *model) {
  bool good = true;
  for (int i = 0; i < FORMAT_COUNT; i++) {
    FILE *out = r->files[i];
    r->files[i] = NULL;
    if (out && !write_file(out, options->reports[i], (enum report_format)i, model)) good = false;
  }
  return good;
}

void reports_write_lines(const struct cli_options *options, const json_t *model) {
  if (options->style == STYLE_GITHUB) annotations_github(stdout, model);
  else if (options->style == STYLE_GCC) annotations_gcc(stdout, model);
}

/* A list of targets has no verdict. */
static void write_extra(const struct report_info *info) {
  struct pen pen = {.out = stdout, .program = info->program, .colour = info->colour, .width = info->width};
  info->extra->text(info->extra->context, &pen);
}

static void print_result(const struct cli_options *options, const struct report_info *info, const struct result *result,
                         const json_t *details) {
  if (options->silent) return;
  if (options->style != STYLE_TEXT) reports_write_lines(options, details);
  else if (options->list_targets && info->extra) write_extra(info);
  else report_text(stdout, info, result);
}

bool reports_write(struct reports *r, const struct cli_options *options, const struct report_info *info,
                   const struct result *result, const json_t *details) {
  bool good = !details || reports_write_files(r, options, details);
  bool prints_json = options->json && !options->json_file && !options->silent;
  if (prints_json) return report_json(stdout, info, result) && good;
  print_result(options, info, result, details);
  FILE *json = r->json;
  r->json = NULL;
  return (!json || output_write_json(json, options->json_file, info, result)) && good;
}

void reports_close(struct reports *r) {
  if (r->json) fclose(r->json);
  for (int i = 0; i < FORMAT_COUNT; i++)
    if (r->files[i]) fclose(r->files[i]);
  *r = (struct reports){0};
}
