/* Reads the modules, links them, adds the library models, and prepares the result for lowering.

   The program's own definitions win over those of the library. Of the library only what the program uses is read and
   linked: it has some 700 functions, and a program needs a few. What nothing can reach is removed before the passes
   run. Only mem2reg runs: sroa takes accesses out of bounds for impossible, other passes merge or move accesses. */
#include <llvm-c/Analysis.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/BitWriter.h>
#include <llvm-c/Core.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Linker.h>
#include <llvm-c/Target.h>
#include <stdio.h>
#include <string.h>

#include "front/atomic_asm.h"
#include "front/cancels.h"
#include "front/compile.h"
#include "front/jumps.h"
#include "front/polls.h"
#include "front/prepare.h"
#include "front/scopes.h"
#include "front/split.h"
#include "front/wide_atomics.h"
#include "util/error.h"

/* The last error LLVM reported; its C functions say only that there was one. */
struct diagnostic {
  char text[512];
};

static void remember(LLVMDiagnosticInfoRef info, void *context) {
  struct diagnostic *last = context;
  if (LLVMGetDiagInfoSeverity(info) != LLVMDSError) return;
  char *text = LLVMGetDiagInfoDescription(info);
  snprintf(last->text, sizeof last->text, "%s", text);
  LLVMDisposeMessage(text);
}

static bool has_suffix(const char *file, const char *suffix) {
  size_t n = strlen(file), m = strlen(suffix);
  return n >= m && strcmp(file + n - m, suffix) == 0;
}

static LLVMModuleRef read_text(LLVMContextRef context, LLVMMemoryBufferRef buffer, const char *file) {
  LLVMModuleRef module = NULL;
  char *why = NULL;
  if (LLVMParseIRInContext(context, buffer, &module, &why) == 0) return module;
  error_say("cannot read %s: not valid LLVM 19 assembly: %.*s", file, why != NULL ? (int)strcspn(why, "\n") : 0, why);
  LLVMDisposeMessage(why);
  return NULL;
}

static LLVMModuleRef read_module(LLVMContextRef context, const char *path, const char *file, struct diagnostic *last) {
  LLVMMemoryBufferRef buffer;
  LLVMModuleRef module = NULL;
  char *why = NULL;
  if (LLVMCreateMemoryBufferWithContentsOfFile(path, &buffer, &why) != 0) {
    error_say("cannot read %s: %s", file, why);
    LLVMDisposeMessage(why);
    return NULL;
  }
  if (has_suffix(path, ".ll")) return read_text(context, buffer, file);
  last->text[0] = '\0';
  if (LLVMParseBitcodeInContext2(context, buffer, &module) != 0) {
    error_say("cannot read %s: not a valid LLVM 19 bitcode file%s%s%s", file, *last->text ? " (" : "", last->text,
              *last->text ? ")" : "");
    module = NULL;
  }
  LLVMDisposeMemoryBuffer(buffer);
  return module;
}

static bool is_well_formed(LLVMModuleRef module, const char *file) {
  char *why = NULL;
  bool broken = LLVMVerifyModule(module, LLVMReturnStatusAction, &why) != 0;
  if (broken) error_say("cannot use %s: its LLVM code is not well formed: %.*s", file, (int)strcspn(why, "\n"), why);
  LLVMDisposeMessage(why);
  return !broken;
}

static bool check_target(LLVMModuleRef module, const char *file) {
  const char *target = LLVMGetTarget(module), *layout = LLVMGetDataLayoutStr(module);
  if (*layout == 'E') error_say("cannot use %s: big-endian code is not supported (%s)", file, target);
  else if (*target && strncmp(target, "x86_64", 6) != 0 && !(target[0] == 'i' && strncmp(target + 2, "86", 2) == 0))
    error_say("cannot use %s: it is compiled for %s, supported are x86_64 and i386", file, target);
  else return true;
  return false;
}

static LLVMModuleRef read_unit(LLVMContextRef context, const struct front_options *options, const struct unit *unit,
                               struct diagnostic *last) {
  char path[4096];
  if (unit->bitcode >= 0) snprintf(path, sizeof path, "/proc/self/fd/%d", unit->bitcode);
  else if (*unit->directory && unit->file[0] != '/') snprintf(path, sizeof path, "%s/%s", unit->directory, unit->file);
  else snprintf(path, sizeof path, "%s", unit->file);
  LLVMModuleRef module = read_module(context, path, unit->file, last);
  if (module == NULL) return NULL;
  if (!compile_keeps_scopes(unit) && options->merge == NULL && !scopes_are_kept(module))
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f != NULL; f = LLVMGetNextFunction(f)) scopes_drop(f);
  if (check_target(module, unit->file) && is_well_formed(module, unit->file)) return module;
  LLVMDisposeModule(module);
  return NULL;
}

static void say_link_error(const char *file, const char *text) {
  const char *open = strchr(text, '\''), *close = open != NULL ? strchr(open + 1, '\'') : NULL;
  if (close != NULL && strstr(text, "multiply defined") != NULL)
    error_say("'%.*s' is defined more than once, again in %s", (int)(close - open - 1), open + 1, file);
  else error_say("cannot link %s: %s", file, text);
}

static bool add_module(LLVMModuleRef *program, LLVMModuleRef module, const char *file, struct diagnostic *last) {
  if (*program == NULL) {
    *program = module;
    return true;
  }
  if (strcmp(LLVMGetDataLayoutStr(*program), LLVMGetDataLayoutStr(module)) != 0) {
    error_say("cannot link %s: it is compiled for another machine than the files before it", file);
    LLVMDisposeModule(module);
    return false;
  }
  last->text[0] = '\0';
  if (LLVMLinkModules2(*program, module) == 0) return true;
  say_link_error(file, last->text);
  return false;
}

static bool is_local(LLVMValueRef v) {
  LLVMLinkage linkage = LLVMGetLinkage(v);
  return linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage;
}

typedef void visitor(LLVMValueRef v, void *context);

static void each_value(LLVMModuleRef module, visitor *visit, void *context) {
  for (LLVMValueRef v = LLVMGetFirstFunction(module); v != NULL; v = LLVMGetNextFunction(v)) visit(v, context);
  for (LLVMValueRef v = LLVMGetFirstGlobal(module); v != NULL; v = LLVMGetNextGlobal(v)) visit(v, context);
}

static void visit_record(LLVMValueRef v, void *program_values) {
  if (!LLVMIsDeclaration(v) && LLVMGetLinkage(v) != LLVMAvailableExternallyLinkage)
    map_put(program_values, (uintptr_t)v, 1);
}

/* Division of 128-bit integers is a call only after lowering; a program that returns from its entry runs exit. */
static bool is_kept(const char *name, const char *entry) {
  static const char *const kept[] = {"__udivti3", "__divti3", "__umodti3", "__modti3", "exit", "__heddle_thread_main"};
  if (strcmp(name, entry) == 0) return true;
  for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
    if (strcmp(name, kept[i]) == 0) return true;
  return false;
}

static void visit_hide(LLVMValueRef v, void *entry) {
  if (LLVMIsDeclaration(v) || is_local(v) || LLVMGetLinkage(v) == LLVMAppendingLinkage) return;
  if (LLVMGetLinkage(v) == LLVMAvailableExternallyLinkage || is_kept(LLVMGetValueName(v), entry)) return;
  LLVMSetLinkage(v, LLVMInternalLinkage);
}

static bool save_program(LLVMModuleRef program, const char *path) {
  if (!prepare_registers(program)) return false;
  if (LLVMWriteBitcodeToFile(program, path) == 0) return true;
  error_say("cannot write %s", path);
  return false;
}

/* Linking would rename one of two that are called the same if one of them is static. The program's names appear in
   reports, so the library gives way; nothing in the program can mean the library's. A number that LLVM chooses would
   depend on what else is linked, and the same object would have another name in the next version. */
static void visit_give_way(LLVMValueRef v, void *program) {
  char name[256];
  if (LLVMIsDeclaration(v) || LLVMGetLinkage(v) == LLVMAppendingLinkage || is_kept(LLVMGetValueName(v), "")) return;
  LLVMValueRef own = LLVMGetNamedFunction(program, LLVMGetValueName(v));
  if (own == NULL) own = LLVMGetNamedGlobal(program, LLVMGetValueName(v));
  if (own == NULL || !(is_local(own) || is_local(v))) return;
  int length = snprintf(name, sizeof name, "%s.library", LLVMGetValueName(v));
  LLVMSetValueName2(v, name, (size_t)length < sizeof name ? (size_t)length : sizeof name - 1);
}

/* Both kinds give way to a definition of the program. LLVM links the first kind always, the second kind only if
   something that is linked refers to it. */
static void visit_weaken(LLVMValueRef v, void *context) {
  (void)context;
  if (LLVMIsDeclaration(v) || is_local(v) || LLVMGetLinkage(v) == LLVMAppendingLinkage) return;
  LLVMSetLinkage(v, is_kept(LLVMGetValueName(v), "") ? LLVMWeakAnyLinkage : LLVMLinkOnceAnyLinkage);
}

/* The library with its names and without bodies: LLVM reads each body when it is linked. The module owns the text. */
static LLVMModuleRef read_library(LLVMContextRef context, const char *path) {
  LLVMMemoryBufferRef buffer;
  LLVMModuleRef library = NULL;
  char *why = NULL;
  if (LLVMCreateMemoryBufferWithContentsOfFile(path, &buffer, &why) != 0) {
    error_say("cannot read %s: %s", path, why);
    LLVMDisposeMessage(why);
    return NULL;
  }
  if (LLVMGetBitcodeModuleInContext2(context, buffer, &library) == 0) return library;
  error_say("cannot read %s: not a valid LLVM 19 bitcode file", path);
  return NULL;
}

static void drop_scopes(LLVMModuleRef module, const struct map *program_values) {
  uint32_t own;
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f != NULL; f = LLVMGetNextFunction(f))
    if (!map_get(program_values, (uintptr_t)f, &own)) scopes_drop(f);
}

static bool add_library(LLVMModuleRef program, const char *path, struct diagnostic *last) {
  LLVMModuleRef library = read_library(LLVMGetModuleContext(program), path);
  if (library == NULL) return false;
  each_value(library, visit_weaken, NULL);
  each_value(library, visit_give_way, program);
  if (LLVMPointerSize(LLVMGetModuleDataLayout(library)) != LLVMPointerSize(LLVMGetModuleDataLayout(program))) {
    error_say("the program has pointers of %u bits, the library models do not: choose with --data-model",
              LLVMPointerSize(LLVMGetModuleDataLayout(program)) * 8);
    LLVMDisposeModule(library);
    return false;
  }
  /* Compilers differ in what they write into the layout; where pointers agree the program's is as good. */
  LLVMSetDataLayout(library, LLVMGetDataLayoutStr(program));
  LLVMSetTarget(library, LLVMGetTarget(program));
  return add_module(&program, library, path, last);
}

/* A static entry, which nobody in the program need call, would be dropped as unused. */
static bool check_entry(LLVMModuleRef program, const struct front_options *options) {
  LLVMValueRef entry = LLVMGetNamedFunction(program, options->entry);
  if (entry != NULL && !LLVMIsDeclaration(entry)) {
    if (is_local(entry)) LLVMSetLinkage(entry, LLVMExternalLinkage);
    return true;
  }
  error_say("no function '%s' in %s%s", options->entry, options->units.data[0].file,
            options->units.count > 1 ? " and the other files" : "");
  return false;
}

static LLVMModuleRef read_units(LLVMContextRef context, const struct front_options *options, struct diagnostic *last) {
  LLVMModuleRef program = NULL, *modules = mem_zalloc(options->units.count * sizeof *modules);
  bool good = true;
  for (uint32_t i = 0; good && i < options->units.count; i++)
    good = (modules[i] = read_unit(context, options, &options->units.data[i], last)) != NULL;
  good = good && choose_units(options, modules);
  for (uint32_t i = 0; i < options->units.count; i++) {
    if (modules[i] == NULL) continue;
    if (good) good = add_module(&program, modules[i], options->units.data[i].file, last);
    else LLVMDisposeModule(modules[i]);
  }
  free(modules);
  if (good || program == NULL) return program;
  LLVMDisposeModule(program);
  return NULL;
}

/* A function that gives the address of an object of the library, or NULL where the program does not have it. */
static void define_getter(LLVMModuleRef program, const char *name, const char *object) {
  LLVMValueRef function = LLVMGetNamedFunction(program, name), table = LLVMGetNamedGlobal(program, object);
  if (function == NULL || !LLVMIsDeclaration(function)) return;
  LLVMContextRef context = LLVMGetModuleContext(program);
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
  LLVMPositionBuilderAtEnd(builder, LLVMAppendBasicBlockInContext(context, function, ""));
  LLVMBuildRet(builder, table != NULL ? table : LLVMConstNull(LLVMPointerTypeInContext(context, 0)));
  LLVMSetLinkage(function, LLVMInternalLinkage);
  LLVMDisposeBuilder(builder);
}

/* Signals may come from outside: the library's function for that is needed, though nobody calls it yet. */
static void ask_for_polls(LLVMModuleRef program) {
  LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(LLVMGetModuleContext(program)), NULL, 0, false);
  LLVMAddFunction(program, "__heddle_rt_signal_poll", type);
}

static bool prepare(LLVMModuleRef program, const struct front_options *options, struct map *program_values,
                    struct diagnostic *last) {
  if (!check_entry(program, options)) return false;
  atomic_asm_translate(program);
  wide_atomics_translate(program);
  if (options->save_bitcode != NULL && !save_program(program, options->save_bitcode)) return false;
  each_value(program, visit_record, program_values);
  if (options->polls) ask_for_polls(program);
  cancels_ask(program);
  if (options->library != NULL && !add_library(program, options->library, last)) return false;
  polls_insert(program, program_values, "__heddle_rt_signal_poll");
  cancels_insert(program, program_values);
  drop_scopes(program, program_values); /* the library's own are never looked at */
  each_value(program, visit_hide, (void *)options->entry);
  if (!prepare_run(program, "globaldce")) return false;
  /* The table is there only if the program can make descriptors, the clock only if it is read. */
  define_getter(program, "__heddle_files", "__heddle_rt_file_table");
  define_getter(program, "__heddle_clock", "__heddle_rt_ticks");
  define_getter(program, "__heddle_sent", "__heddle_rt_sent_table");
  define_getter(program, "__heddle_senders", "__heddle_rt_senders");
  jumps_prepare(program);
  if (!prepare_registers(program)) return false;
  split_wide(program, program_values);
  return true;
}

LLVMModuleRef link_units(LLVMContextRef context, const struct front_options *options, struct map *program_values) {
  struct diagnostic last = {{0}};
  LLVMContextSetDiagnosticHandler(context, remember, &last);
  LLVMModuleRef program = read_units(context, options, &last);
  if (program != NULL && !prepare(program, options, program_values, &last)) {
    LLVMDisposeModule(program);
    program = NULL;
  }
  LLVMContextSetDiagnosticHandler(context, NULL, NULL);
  return program;
}

bool link_merge(LLVMContextRef context, const struct front_options *options) {
  struct diagnostic last = {{0}};
  LLVMContextSetDiagnosticHandler(context, remember, &last);
  LLVMModuleRef program = read_units(context, options, &last);
  bool good = program != NULL;
  if (good) {
    scopes_keep(program);
    good = LLVMWriteBitcodeToFile(program, options->merge) == 0;
    if (!good) error_say("cannot write %s", options->merge);
    LLVMDisposeModule(program);
  }
  LLVMContextSetDiagnosticHandler(context, NULL, NULL);
  return good;
}
