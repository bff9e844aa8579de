/* Source positions and names: where an instruction comes from and what its registers are called. */
#include <ctype.h>
#include <string.h>
#include <unistd.h>

#include <llvm-c/DebugInfo.h>

#include "front/lower.h"

static uint32_t loc_intern(struct lower *l, struct ir_loc loc) {
  uint64_t key = hash_join(hash_join(loc.file, loc.inlined_at), (uint64_t)loc.line << 32 | loc.column);
  uint32_t index;
  for (; map_get(&l->loc_index, key, &index); key = hash_mix(key + 1))
    if (memcmp(&l->locs.data[index], &loc, sizeof loc) == 0) return index;
  map_put(&l->loc_index, key, l->locs.count);
  vec_push(&l->locs, loc);
  return l->locs.count - 1;
}

/* A relative path stays relative if it can be found from here; in a revision if it starts where the user is. */
static bool stays_relative(const struct front_tree *tree, const char *path, const char *directory, unsigned length) {
  if (tree->root != NULL) return strlen(tree->directory) == length && memcmp(tree->directory, directory, length) == 0;
  return access(path, R_OK) == 0;
}

/* The path of a revision's file as the user knows it. */
static void show_path(const struct front_tree *tree, char *path, size_t capacity) {
  size_t n = tree->root != NULL ? strlen(tree->root) : 0, shown = n > 0 ? strlen(tree->shown) : 0;
  size_t rest = n > 0 ? strlen(path) : 0;
  if (n == 0 || strncmp(path, tree->root, n) != 0 || path[n] != '/' || rest - n + shown + 1 > capacity) return;
  memmove(path + shown, path + n, rest - n + 1);
  memcpy(path, tree->shown, shown);
}

/* The path as the compiler got it, or with its directory in front. */
static uint32_t file_name(struct lower *l, const char *name, unsigned name_length, const char *directory,
                          unsigned length) {
  char path[4096];
  if (name_length == 0 || name_length + length + 2 > sizeof path) return 0;
  snprintf(path, sizeof path, "%.*s", (int)name_length, name);
  if (path[0] != '/' && length > 0 && !stays_relative(l->tree, path, directory, length))
    snprintf(path, sizeof path, "%.*s/%.*s", (int)length, directory, (int)name_length, name);
  show_path(l->tree, path, sizeof path);
  return strings_add(&l->text, path);
}

/* String of a DIFile; asked for often, so remembered by its address. */
static uint32_t file_of_scope(struct lower *l, LLVMMetadataRef scope) {
  LLVMMetadataRef file = scope != NULL ? LLVMDIScopeGetFile(scope) : NULL;
  uint32_t string;
  if (file == NULL) return 0;
  if (map_get(&l->positions, (uintptr_t)file, &string)) return string;
  unsigned name_length = 0, directory_length = 0;
  const char *name = LLVMDIFileGetFilename(file, &name_length);
  const char *directory = LLVMDIFileGetDirectory(file, &directory_length);
  string = file_name(l, name, name_length, directory, directory_length);
  map_put(&l->positions, (uintptr_t)file, string);
  return string;
}

static uint32_t loc_of_metadata(struct lower *l, LLVMMetadataRef where) {
  uint32_t index;
  if (where == NULL) return 0;
  if (map_get(&l->positions, (uintptr_t)where, &index)) return index;
  struct ir_loc loc = {.file = file_of_scope(l, LLVMDILocationGetScope(where)),
                       .line = LLVMDILocationGetLine(where),
                       .column = LLVMDILocationGetColumn(where)};
  loc.inlined_at = loc_of_metadata(l, LLVMDILocationGetInlinedAt(where));
  index = loc.file == 0 || loc.line == 0 ? loc.inlined_at : loc_intern(l, loc);
  map_put(&l->positions, (uintptr_t)where, index);
  return index;
}

uint32_t loc_of_instruction(struct lower *l, LLVMValueRef ins) {
  return loc_of_metadata(l, LLVMInstructionGetDebugLoc(ins));
}

uint32_t loc_of_global(struct lower *l, LLVMValueRef global) {
  unsigned name_length = 0, directory_length = 0, line = LLVMGetDebugLocLine(global);
  if (line == 0) return 0;
  const char *name = LLVMGetDebugLocFilename(global, &name_length);
  const char *directory = LLVMGetDebugLocDirectory(global, &directory_length);
  struct ir_loc loc = {.line = line};
  if (name != NULL)
    loc.file = file_name(l, name, name_length, directory ? directory : "", directory ? directory_length : 0);
  return loc.file == 0 ? 0 : loc_intern(l, loc);
}

/* clang calls the stack slot of parameter x "x.addr"; what mem2reg makes of it is "x.addr.0". */
static uint32_t plain_name(struct lower *l, const char *name, size_t length, uint32_t part, bool many) {
  char text[256];
  static const char suffix[] = ".addr";
  const size_t n = sizeof suffix - 1;
  size_t end = length;
  while (end > 0 && isdigit((unsigned char)name[end - 1])) end--;
  if (end > 0 && end < length && name[end - 1] == '.' && end - 1 > n && memcmp(name + end - 1 - n, suffix, n) == 0)
    length = end - 1;
  if (length > n && memcmp(name + length - n, suffix, n) == 0) length -= n;
  if (length > 200) length = 200;
  snprintf(text, sizeof text, many ? "%.*s.%u" : "%.*s", (int)length, name, part);
  return strings_add(&l->text, text);
}

void loc_name_registers(struct lower *l, LLVMValueRef v, const ir_value *scalars, uint32_t n) {
  size_t length;
  const char *name = LLVMGetValueName2(v, &length);
  if (length == 0) return;
  for (uint32_t i = 0; i < n; i++) {
    uint32_t index = l->fn.first_reg + (uint32_t)scalars[i];
    if (ir_is_const(scalars[i]) || index < l->fn.first_new) continue; /* another value's register keeps its name */
    struct ir_reg *reg = &l->regs.data[index];
    if (reg->name == 0) reg->name = plain_name(l, name, length, i, n > 1);
  }
}

uint32_t loc_variable_name(struct lower *l, LLVMValueRef alloca) {
  size_t length;
  const char *name = LLVMGetValueName2(alloca, &length);
  return plain_name(l, name, length, 0, false);
}
