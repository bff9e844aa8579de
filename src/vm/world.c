/* What the user gave beside the program: standard input and files, concrete or symbolic. They are objects that nothing
   writes; the library's models copy what they change. */
#include "vm/world.h"

#include <errno.h>
#include <stdio.h>

#include "../../rt/builtins.h"
#include "util/error.h"

/* The whole file as an object; what cannot be read is an error of the user's. */
static struct object *file_object(struct vm *vm, const char *path) {
  VEC(char) bytes = {0};
  FILE *file = fopen(path, "rb");
  if (!file) error_exit(EXIT_USAGE, "cannot read %s: %s", path, strerror(errno));
  for (int c; (c = fgetc(file)) != EOF;) vec_push(&bytes, (char)c);
  if (ferror(file)) error_exit(EXIT_USAGE, "cannot read %s: %s", path, strerror(errno));
  fclose(file);
  struct object *o = args_object(vm, bytes.count);
  object_put_bytes(vm, o, 0, bytes.data, bytes.count);
  vec_free(&bytes);
  return o;
}

static struct object *symbolic_object(struct vm *vm, const char *name, uint32_t size) {
  struct object *o = args_object(vm, size);
  if (size) input_into(vm, o, 0, name, size);
  return o;
}

static void place_file(struct vm *vm, const struct given_file *file) {
  char input[256];
  struct object *name = args_object(vm, strlen(file->name) + 1);
  object_put_bytes(vm, name, 0, file->name, strlen(file->name) + 1);
  snprintf(input, sizeof input, "file:%s", file->name);
  vec_push(&vm->given, name);
  vec_push(&vm->given, file->path ? file_object(vm, file->path) : symbolic_object(vm, input, file->bytes));
}

void world_open(struct vm *vm) {
  const struct explore_config *o = vm->config;
  vm->stdin_object = o->stdin_file ? file_object(vm, o->stdin_file) : symbolic_object(vm, "stdin", o->sym_stdin);
  vm->net_object = o->net_file ? file_object(vm, o->net_file) : NULL;
  for (uint32_t i = 0; i < o->nfiles; i++) place_file(vm, &o->files[i]);
}

uint64_t world_option(const struct explore_config *o, uint32_t which) {
  switch (which) {
  case RT_OPTION_RAND_IS_INPUT: return o->symbolic_rand;
  case RT_OPTION_MALLOC_FAILS: return o->malloc_may_fail;
  case RT_OPTION_IO_FAILS: return o->io_may_fail;
  case RT_OPTION_TIME_IS_INPUT: return o->symbolic_time;
  case RT_OPTION_NET: return o->sym_net ? (uint64_t)o->sym_net + 1 : 0;
  case RT_OPTION_NET_CLIENTS: return o->net_clients;
  case RT_OPTION_SIGNALS: return o->signals;
  case RT_OPTION_SPURIOUS: return o->spurious_wakeups;
  default: return 0;
  }
}

/* For each file its name and its bytes; what a peer sends (rt/builtins.h). */
const struct object *world_given(const struct vm *vm, uint32_t what, uint32_t number) {
  if (what == RT_GIVEN_NET) return vm->net_object;
  return what < 2 && number < vm->given.count / 2 ? vm->given.data[2 * number + what] : NULL;
}
