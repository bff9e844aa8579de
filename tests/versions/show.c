/* Shows what OLD and NEW on its command line (that of `heddle check`) are taken for: names, records, and for each
   version every file that its code comes from, its functions with their places and the text of the first line
   there. Each line begins with the version that it is about. Exit code 0, or 2 after heddle's own message. */
#include <stdio.h>
#include <string.h>

#include "job/versions.h"
#include "report/source.h"
#include "util/error.h"

static void show_function(const char *role, const struct ir_program *program, const struct ir_function *function) {
  if (!function->nins || function->flags & IR_FN_LIBRARY) return;
  uint32_t ins = function->first_ins, last = ins + function->nins - 1;
  while (ins < last && !program->ins[ins].loc) ins++;
  const struct ir_loc *loc = &program->locs[program->ins[ins].loc];
  char *line = source_line_of(program, ir_text(program, loc->file), loc->line);
  printf("%s %s %s:%u |%s\n", role, ir_text(program, function->name), ir_text(program, loc->file), loc->line,
         line ? line : "");
  free(line);
}

static void show_files(const char *role, const struct ir_program *program) {
  uint32_t last = 0;
  for (uint64_t i = 0; i < program->nlocs; i++) {
    const char *name = ir_text(program, program->locs[i].file);
    bool shown = program->locs[i].file == last || strstr(name, "rt/") || !*name;
    last = program->locs[i].file;
    if (!shown) printf("%s file %s\n", role, name);
  }
}

static void show_record(const char *role, const char *record) {
  for (size_t n; *record; record += n + (record[n] == '\n')) {
    n = strcspn(record, "\n");
    printf("%s %.*s\n", role, (int)n, record);
  }
}

static void show(const char *role, const char *name, const char *record, const struct ir_program *program) {
  printf("%s %s\n", role, name);
  for (uint64_t i = 0; i < program->nfunctions; i++) show_function(role, program, &program->functions[i]);
  show_files(role, program);
  show_record(role, record);
}

int main(int argc, char **argv) {
  struct cli_options options;
  struct versions versions;
  enum exit_code code = EXIT_USAGE;
  if (!options_read(&options, OPTIONS_CHECK, (const char *const *)argv + 1, (uint32_t)argc - 1)) {
    error_say("%s", options.error);
    options_free(&options);
    return EXIT_USAGE;
  }
  if (versions_load(&versions, &options)) {
    printf("program %s entry %s\n", versions.program, options.entry ? options.entry : "main");
    show("OLD", versions.old_name, versions.old_description, versions.old);
    show("NEW", versions.new_name, versions.new_description, versions.new);
    code = EXIT_SAFE;
  }
  versions_free(&versions);
  options_free(&options);
  return (int)code;
}
