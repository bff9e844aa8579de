/* One program of several: a compilation database may hold all that a build makes, each with a main of its own.

   In: the modules of all units, and --only=FILE or --target=NAME. The unit with the wanted main stays, units with
   another one go, and with them what the build calls parts of their programs. What belongs to no program (a library)
   stays. */
#include <llvm-c/Core.h>
#include <stdio.h>
#include <string.h>

#include "front/compile.h"
#include "util/error.h"

typedef VEC(const struct unit *) unit_list;

static bool has_entry(LLVMModuleRef module, const char *entry) {
  LLVMValueRef v = module != NULL ? LLVMGetNamedFunction(module, entry) : NULL;
  return v != NULL && !LLVMIsDeclaration(v) && LLVMGetLinkage(v) == LLVMExternalLinkage;
}

/* "src/app.c", "app.c" and "app" all mean src/app.c. */
static bool names_file(const char *wanted, const char *file) {
  const char *slash = strrchr(file, '/'), *name = slash != NULL ? slash + 1 : file, *dot = strrchr(name, '.');
  if (strncmp(wanted, "./", 2) == 0) wanted += 2;
  size_t n = strlen(wanted), m = strlen(file);
  if (dot != NULL && (size_t)(dot - name) == n && strncmp(name, wanted, n) == 0) return true;
  return m >= n && strcmp(file + m - n, wanted) == 0 && (m == n || file[m - n - 1] == '/');
}

static bool is_wanted(const struct front_options *options, const struct unit *unit) {
  if (options->only != NULL && !names_file(options->only, unit->file)) return false;
  if (options->target == NULL) return true;
  return *unit->target ? strcmp(options->target, unit->target) == 0 : names_file(options->target, unit->file);
}

static void say_entries(const struct front_options *options, const unit_list *entries, uint32_t wanted) {
  char text[600] = "";
  size_t used = 0;
  for (uint32_t i = 0; i < entries->count && used < sizeof text; i++) {
    const struct unit *u = entries->data[i];
    used += (size_t)snprintf(text + used, sizeof text - used, "%s%s", i ? ", " : "", u->file);
    if (*u->target && used < sizeof text)
      used += (size_t)snprintf(text + used, sizeof text - used, " (target %s)", u->target);
  }
  if (wanted == 0)
    error_say("no file with a '%s' is called %s; there are %s", options->entry,
              options->only != NULL ? options->only : options->target, text);
  else
    error_say("'%s' is defined more than once, in %s; choose one with --only=FILE or --target=NAME", options->entry,
              text);
}

static void drop(LLVMModuleRef *module) {
  if (*module != NULL) LLVMDisposeModule(*module);
  *module = NULL;
}

/* The programs of the other mains. */
static void drop_others(const struct front_options *options, const struct unit *chosen, const unit_list *entries,
                        LLVMModuleRef *modules) {
  for (uint32_t i = 0; i < options->units.count; i++) {
    const struct unit *unit = &options->units.data[i];
    for (uint32_t k = 0; k < entries->count && unit != chosen; k++) {
      const char *other = entries->data[k]->target;
      bool part = *other && strcmp(other, chosen->target) != 0 && strcmp(other, unit->target) == 0;
      if (entries->data[k] != chosen && (unit == entries->data[k] || part)) drop(&modules[i]);
    }
  }
}

/* A file that is part of several targets was compiled for each of them. */
static void drop_twins(const struct front_options *options, const char *target, LLVMModuleRef *modules) {
  for (uint32_t i = 0; i < options->units.count; i++)
    for (uint32_t k = 0; k < i && modules[i] != NULL; k++) {
      const struct unit *a = &options->units.data[k], *b = &options->units.data[i];
      if (modules[k] == NULL || !*a->target || strcmp(a->file, b->file) || strcmp(a->directory, b->directory)) continue;
      drop(strcmp(b->target, target) == 0 ? &modules[k] : &modules[i]);
    }
}

bool choose_units(const struct front_options *options, LLVMModuleRef *modules) {
  unit_list entries = {0};
  const struct unit *chosen = NULL;
  uint32_t wanted = 0;
  for (uint32_t i = 0; i < options->units.count; i++) {
    const struct unit *unit = &options->units.data[i];
    if (!has_entry(modules[i], options->entry)) continue;
    vec_push(&entries, unit);
    if (!is_wanted(options, unit)) continue;
    chosen = unit;
    wanted++;
  }
  bool good = wanted == 1 || entries.count == 0;
  if (!good) say_entries(options, &entries, wanted);
  if (chosen != NULL && good) drop_others(options, chosen, &entries, modules);
  if (good) drop_twins(options, chosen != NULL ? chosen->target : "", modules);
  vec_free(&entries);
  return good;
}
