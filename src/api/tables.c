/* The tables of options, checks and library functions as the public header shows them. */
#include "libheddle.h"

#include "api/commands.h"
#include "api/give.h"
#include "base/checks.h"
#include "job/options.h"

/* ---- options ---- */

int libheddle_option(const char *command, unsigned i, struct libheddle_option *option) {
  struct libheddle_option told = {.group = ""};
  unsigned of = command ? commands_options(command) : ~0u;
  for (uint32_t row = 0; row < noption_rows; row++) {
    const struct option_row *at = &option_rows[row];
    if (at->group) told.group = at->group;
    if (at->group || !(at->commands & of) || i-- > 0) continue;
    told.name = at->name;
    told.argument = at->argument;
    told.help = at->help;
    return give(option, &told, option->size, sizeof told);
  }
  return LIBHEDDLE_ERROR;
}

int libheddle_checker(unsigned i, struct libheddle_checker *checker) {
  if (i >= CHECK_COUNT) return LIBHEDDLE_ERROR;
  struct libheddle_checker told = {
      .name = check_rows[i].text, .what = check_rows[i].what, .standard = checks_have(CHECKS_STANDARD, i)};
  return give(checker, &told, checker->size, sizeof told);
}

/* ---- the library ---- */

/* rt/library.def (a test holds it against the models' bitcode) and the interpreter's own functions. */
static const struct {
  const char *name, *header, *kind;
} functions[] = {
#define FUNCTION(name, header) {#name, header, "model"},
#define DATA(name, header) {#name, header, "object"},
#define REFUSED(name, header) {#name, header, "refused"},
#include "../../rt/library.def"
#undef FUNCTION
#undef DATA
#undef REFUSED
#define BUILTIN(name, handler, always) {#name, "heddle", "builtin"},
#include "vm/builtins.def"
#undef BUILTIN
#define PROVIDED(name, ...) {#name, "heddle", "builtin"},
#include "ir/thread_functions.def"
};
enum { NFUNCTIONS = sizeof functions / sizeof *functions };

/* What the models themselves call is not for programs. */
static bool is_internal(unsigned i) { return !strncmp(functions[i].name, "__heddle", 8); }

int libheddle_function(unsigned i, struct libheddle_function *function) {
  unsigned at = 0;
  for (; at < NFUNCTIONS; at++)
    if (!is_internal(at) && i-- == 0) break;
  if (at >= NFUNCTIONS) return LIBHEDDLE_ERROR;
  struct libheddle_function told = {
      .name = functions[at].name, .header = functions[at].header, .kind = functions[at].kind};
  return give(function, &told, function->size, sizeof told);
}
