/* heddle-front: the part of heddle that holds LLVM, run as a process of its own.

     heddle-front [--image-fd=N] [--print] [--entry=NAME] [--target=NAME] [--only=FILE] [--rt=FILE | --no-rt]
   [--include=DIR] [--m32] [--colour]
                  [--clang=FILE] [--reads-fd=N --reads-recorder=FILE]
                  [--save-bitcode=FILE] [--instrument=FILE [--sanitize=NAME] [--watch]]
                  [--merge=FILE] [--tree=DIR --tree-shown=DIR --tree-directory=DIR]
                  --unit FILE DIRECTORY TARGET COUNT FLAG...  [--unit ...]

   Compiles, links and lowers the units; writes the IR image to descriptor N, or with --print the IR as text to
   stdout. With --merge it only links bitcode units into FILE. Exit code 0, or 2 after a message on stderr. */
#include <llvm-c/ErrorHandling.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "front/compile.h"
#include "front/instrument.h"
#include "front/lower.h"
#include "util/error.h"

static void fatal(const char *reason) {
  error_say("LLVM gave up: %s", reason);
  _exit(EXIT_USAGE);
}

static bool option_value(const char *text, const char *name, const char **value) {
  size_t n = strlen(name);
  if (strncmp(text, name, n) != 0 || text[n] != '=') return false;
  *value = text + n + 1;
  return true;
}

/* FILE DIRECTORY TARGET COUNT FLAG...; returns the number of arguments taken, 0 if they are not well formed. */
static int read_unit(struct front_options *options, char **arguments, int left) {
  if (left < 4) return 0;
  int flags = atoi(arguments[3]);
  if (flags < 0 || flags > left - 4) return 0;
  struct unit unit = {.file = arguments[0],
                      .directory = arguments[1],
                      .target = arguments[2],
                      .flags = arguments + 4,
                      .nflags = (uint32_t)flags,
                      .bitcode = -1};
  vec_push(&options->units, unit);
  return 4 + flags;
}

static bool read_option(struct front_options *options, const char *text) {
  const char *value;
  if (option_value(text, "--image-fd", &value)) options->image_fd = atoi(value);
  else if (option_value(text, "--entry", &options->entry)) return true;
  else if (option_value(text, "--target", &options->target)) return true;
  else if (option_value(text, "--only", &options->only)) return true;
  else if (option_value(text, "--rt", &options->library)) return true;
  else if (option_value(text, "--include", &options->include)) return true;
  else if (option_value(text, "--clang", &options->clang)) return true;
  else if (option_value(text, "--reads-recorder", &options->recorder)) return true;
  else if (option_value(text, "--reads-fd", &options->reads_fd)) return true;
  else if (option_value(text, "--save-bitcode", &options->save_bitcode)) return true;
  else if (option_value(text, "--instrument", &options->instrument)) return true;
  else if (option_value(text, "--sanitize", &options->sanitize)) return true;
  else if (option_value(text, "--merge", &options->merge)) return true;
  else if (option_value(text, "--tree", &options->tree.root)) return true;
  else if (option_value(text, "--tree-shown", &options->tree.shown)) return true;
  else if (option_value(text, "--tree-directory", &options->tree.directory)) return true;
  else if (strcmp(text, "--watch") == 0) options->watch = true;
  else if (strcmp(text, "--polls") == 0) options->polls = true;
  else if (strcmp(text, "--colour") == 0) options->colour = true;
  else if (strcmp(text, "--no-rt") == 0) options->library = NULL;
  else if (strcmp(text, "--m32") == 0) options->data_model_32 = true;
  else if (strcmp(text, "--print") == 0) options->print = true;
  else return false;
  return true;
}

static bool read_arguments(struct front_options *options, int argc, char **argv) {
  for (int i = 1; i < argc; i++) {
    if (strcmp(argv[i], "--unit") == 0) {
      int taken = read_unit(options, argv + i + 1, argc - i - 1);
      if (taken == 0) return false;
      i += taken;
    } else if (!read_option(options, argv[i])) {
      return false;
    }
  }
  return options->units.count > 0;
}

static bool write_program(const struct front_options *options, const struct ir_program *program) {
  if (options->print) {
    ir_print(program, stdout);
    return fflush(stdout) == 0;
  }
  if (ir_save(program, options->image_fd)) return true;
  error_say("cannot write the program image");
  return false;
}

static bool merge(const struct front_options *options) {
  LLVMContextRef context = LLVMContextCreate();
  bool good = link_merge(context, options);
  LLVMContextDispose(context);
  return good;
}

static bool make_program(const struct front_options *options) {
  LLVMContextRef context = LLVMContextCreate();
  struct map program_values = {0};
  bool good = false;
  LLVMModuleRef module = link_units(context, options, &program_values);
  if (module != NULL) {
    lower_origins origins = {0};
    struct ir_program *program = lower_module(module, &program_values, options->entry, &options->tree, &origins);
    good = program != NULL && write_program(options, program);
    if (good && options->instrument != NULL)
      good = instrument_module(module, program, &origins, &program_values, options);
    vec_free(&origins);
    ir_free(program);
    LLVMDisposeModule(module);
  }
  map_free(&program_values);
  LLVMContextDispose(context);
  return good;
}

int main(int argc, char **argv) {
  struct front_options options = {.entry = "main", .image_fd = STDOUT_FILENO};
  if (!read_arguments(&options, argc, argv)) error_exit(EXIT_USAGE, "heddle-front is started by heddle, not by hand");
  LLVMInstallFatalErrorHandler(fatal);
  bool good = options.merge != NULL ? merge(&options) : compile_units(&options) && make_program(&options);
  compile_clean_up(&options);
  vec_free(&options.units);
  return good ? 0 : EXIT_USAGE;
}
