/* Hashing a program. All that is hashed becomes words in one buffer, by the shapes of ir/ops.def: an operand that is a
   constant is written as what it is and not by its number in the pool, since a line number that nobody looks at may
   shift those.

   What assertions say about their place (file, line, function) is left out: those operands, and the texts that nothing
   else refers to. A text stands in memory of its own, so that its length moves nothing else as long as it is short. */
#define _GNU_SOURCE
#include "store/program_key.h"

#include <elf.h>
#include <link.h>
#include <string.h>
#include <xxhash.h>

#include "util/map.h"
#include "util/vec.h"

struct hasher {
  const struct ir_program *p;
  XXH3_state_t *state;
  VEC(uint64_t) words;   /* not yet hashed */
  uint64_t *consts;      /* hash of each constant */
  uint8_t *about_places; /* per function: 1: a call of it says where an assertion stands */
  uint8_t *used;         /* per global: 1: something may look at it */
};

enum { BATCH = 4096 }; /* words hashed at once */

static void flush(struct hasher *h) {
  XXH3_128bits_update(h->state, h->words.data, h->words.count * sizeof *h->words.data);
  h->words.count = 0;
}

static void add(struct hasher *h, uint64_t word) {
  if (h->words.count == BATCH) flush(h);
  vec_push(&h->words, word);
}

static void add2(struct hasher *h, uint32_t a, uint32_t b) { add(h, (uint64_t)a << 32 | b); }

static void add_bytes(struct hasher *h, const void *bytes, uint64_t size) {
  add(h, size);
  flush(h);
  XXH3_128bits_update(h->state, bytes, size);
}

static void add_text(struct hasher *h, uint32_t text) {
  const char *string = ir_text(h->p, text);
  add_bytes(h, string, strlen(string));
}

/* ---- what is not looked at ---- */

/* Of the operands of such a call the second, third and fourth are file, line and function. */
static bool is_about_places(const struct ir_program *p, const struct ir_function *f) {
  return f->flags & IR_FN_LIBRARY && !strcmp(ir_text(p, f->name), "__assert_fail");
}

static bool is_ignored(const struct hasher *h, const struct ir_ins *ins, int32_t operand) {
  return ins->op == IR_CALL && operand >= 1 && operand <= 3 && ins->c == 4 && h->about_places[ins->a];
}

static void use_value(struct hasher *h, ir_value value) {
  if (!ir_is_const(value)) return;
  const struct ir_const *c = &h->p->consts[ir_const_index(value)];
  if (c->kind == IR_CONST_GLOBAL) h->used[c->symbol] = 1;
}

static int32_t operand_of(const struct ir_ins *ins, unsigned k) { return k == 0 ? ins->a : k == 1 ? ins->b : ins->c; }

static void use_operands(struct hasher *h, const struct ir_ins *ins) {
  const char *shape = ir_ops[ins->op].shape + 2;
  for (unsigned k = 0; k < 3; k++) {
    int32_t value = operand_of(ins, k);
    if (shape[k] == 'v') use_value(h, value);
    else if (shape[k] == 'g') h->used[value] = 1;
    else if (shape[k] == 'x')
      for (int32_t i = 0; i < ins->c; i++)
        if ((ins->op != IR_SWITCH || i % 2) && !is_ignored(h, ins, i)) use_value(h, h->p->extra[value + i]);
  }
}

static void find_used(struct hasher *h) {
  const struct ir_program *p = h->p;
  for (uint64_t i = 0; i < p->nfunctions; i++) h->about_places[i] = is_about_places(p, &p->functions[i]);
  for (uint64_t i = 0; i < p->nins; i++) use_operands(h, &p->ins[i]);
  for (uint64_t i = 0; i < p->nrelocs; i++)
    if (p->relocs[i].kind == IR_CONST_GLOBAL) h->used[p->relocs[i].symbol] = 1;
}

/* Only for assertions, and too short to need more memory than another such text. */
static bool is_place_text(const struct hasher *h, uint64_t global) {
  const struct ir_global *g = &h->p->globals[global];
  uint64_t most = h->p->pointer_bits == 64 ? 4096 : 256;
  return !h->used[global] && g->flags == IR_GLOBAL_CONST && !g->nrelocs && g->size <= most && g->align <= 16;
}

/* ---- parts of a program ---- */

enum {
  ARRAYS = 0
#define ROW(type, name) +1
  IR_ARRAYS(ROW)
#undef ROW
};
_Static_assert(ARRAYS == 18,
               "a program has a new part: it must be hashed here if it decides what it does, or its numbers");

/* In the order of the pool: constants of the same contents are one. */
static void hash_consts(struct hasher *h) {
  for (uint64_t i = 0; i < h->p->nconsts; i++) {
    const struct ir_const *c = &h->p->consts[i];
    h->consts[i] = hash_join(hash_join(c->value, c->symbol), (uint64_t)c->kind << 16 | c->width);
  }
}

static void add_value(struct hasher *h, ir_value value) {
  bool constant = ir_is_const(value);
  add(h, constant ? h->consts[ir_const_index(value)] | 1ull << 63 : (uint64_t)value);
}

static void add_extra(struct hasher *h, const struct ir_ins *ins, int32_t first) {
  for (int32_t i = 0; i < ins->c; i++) {
    int32_t value = h->p->extra[first + i];
    if (ins->op == IR_SWITCH && i % 2 == 0) add(h, (uint32_t)value); /* a block */
    else if (!is_ignored(h, ins, i)) add_value(h, value);
  }
}

static void add_ins(struct hasher *h, const struct ir_ins *ins) {
  const char *shape = ir_ops[ins->op].shape + 2;
  add2(h, (uint32_t)ins->op << 16 | (uint32_t)ins->width << 8 | ins->flags, ins->dst);
  for (unsigned k = 0; k < 3; k++) {
    int32_t value = operand_of(ins, k);
    switch (shape[k]) {
    case 'v': add_value(h, value); break;
    case 'x': add_extra(h, ins, value); break;
    case 's':
      if (ins->op != IR_ALLOCA) add_text(h, (uint32_t)value); /* there it is the name of a local */
      break;
    case '-': break;
    default: add(h, (uint32_t)value);
    }
  }
}

static void add_function(struct hasher *h, const struct ir_function *f) {
  const struct ir_program *p = h->p;
  add_text(h, f->name);
  add2(h, f->flags, f->nblocks);
  add2(h, f->nins, f->nregs);
  add2(h, f->nparams, f->nresults);
  for (uint32_t i = 0; i < f->nblocks; i++) add(h, p->blocks[f->first_block + i].count);
  for (uint32_t i = 0; i < f->nregs; i++) add(h, p->regs[f->first_reg + i].width);
  for (uint32_t i = 0; i < f->nins; i++) add_ins(h, &p->ins[f->first_ins + i]);
}

static void add_global(struct hasher *h, uint64_t number) {
  const struct ir_program *p = h->p;
  const struct ir_global *g = &p->globals[number];
  add_text(h, g->name);
  add2(h, g->flags, is_place_text(h, number));
  if (is_place_text(h, number)) return;
  add(h, g->size);
  add2(h, g->align, g->nrelocs);
  add(h, g->init != UINT64_MAX);
  if (g->init != UINT64_MAX) add_bytes(h, p->data + g->init, g->size);
  for (uint32_t i = 0; i < g->nrelocs; i++) {
    const struct ir_reloc *r = &p->relocs[g->first_reloc + i];
    add(h, r->offset);
    add(h, (uint64_t)r->addend);
    add2(h, r->symbol, r->kind);
  }
}

static void add_program(struct hasher *h) {
  const struct ir_program *p = h->p;
  add2(h, p->pointer_bits, p->entry);
  add2(h, (uint32_t)p->nfunctions, (uint32_t)p->nglobals);
  for (uint64_t i = 0; i < p->nfunctions; i++) add_function(h, &p->functions[i]);
  for (uint64_t i = 0; i < p->nglobals; i++) add_global(h, i);
  add_bytes(h, p->ctors, p->nctors * sizeof *p->ctors);
  add_bytes(h, p->dtors, p->ndtors * sizeof *p->dtors);
  add_bytes(h, p->ids, p->nids * sizeof *p->ids);
  add_bytes(h, p->function_ids, p->nfunction_ids * sizeof *p->function_ids);
  add_bytes(h, p->global_slots, p->nglobal_slots * sizeof *p->global_slots);
}

static struct store_key key_of(XXH128_hash_t hash) { return (struct store_key){hash.low64, hash.high64}; }

struct store_key program_key_of(const struct ir_program *p) {
  struct hasher h = {.p = p, .state = XXH3_createState()};
  h.consts = mem_alloc((p->nconsts + 1) * sizeof *h.consts);
  h.about_places = mem_zalloc(p->nfunctions + 1);
  h.used = mem_zalloc(p->nglobals + 1);
  XXH3_128bits_reset(h.state);
  hash_consts(&h);
  find_used(&h);
  add_program(&h);
  flush(&h);
  struct store_key key = key_of(XXH3_128bits_digest(h.state));
  XXH3_freeState(h.state);
  vec_free(&h.words);
  free(h.consts);
  free(h.about_places);
  free(h.used);
  return key;
}

/* ---- how it is explored ---- */

static struct store_key join(struct store_key a, struct store_key b) {
  const uint64_t words[] = {a.low, a.high, b.low, b.high};
  return key_of(XXH3_128bits(words, sizeof words));
}

static struct store_key join_bytes(struct store_key key, const void *bytes, size_t size) {
  return join(key, key_of(XXH3_128bits(bytes, size)));
}

static struct store_key join_file(struct store_key key, const char *path) {
  char buffer[4096];
  size_t n;
  FILE *in = fopen(path, "rbe");
  if (!in) return key;
  while ((n = fread(buffer, 1, sizeof buffer, in)) > 0) key = join_bytes(key, buffer, n);
  fclose(in);
  return key;
}

struct store_key program_key_of_inputs(const struct ir_program *p, const struct explore_config *o) {
  const char *name = p->functions[p->entry].nparams ? o->program_name : NULL;
  const uint64_t numbers[] = {
      o->unknown_functions, o->symbolic_rand, o->malloc_may_fail,  o->malloc,        o->spurious_wakeups,
      o->max_depth,         o->max_steps,     o->unwind,           o->sym_stdin,     o->sym_args_min,
      o->sym_args_max,      o->sym_args_len,  o->narguments,       name != NULL,     o->stdin_file != NULL,
      o->strong_cas,        o->nfiles,        o->io_may_fail,      o->symbolic_time, o->sym_net,
      o->net_clients,       o->signals,       o->net_file != NULL, o->exact_sizes};
  struct store_key key = join_bytes((struct store_key){0}, numbers, sizeof numbers);
  for (uint32_t i = 0; i < o->narguments; i++) key = join_bytes(key, o->arguments[i], strlen(o->arguments[i]));
  if (name) key = join_bytes(key, name, strlen(name));
  for (uint32_t i = 0; i < o->nfiles; i++) {
    const struct given_file *file = &o->files[i];
    key = join_bytes(key, file->name, strlen(file->name));
    key = file->path ? join_file(key, file->path) : join_bytes(key, &file->bytes, sizeof file->bytes);
  }
  if (o->net_file) key = join_file(key, o->net_file);
  return o->stdin_file ? join_file(key, o->stdin_file) : key;
}

/* The linker's note in the program file: first of the loaded files, so the search ends with it. */
static int find_build(struct dl_phdr_info *info, size_t size, void *context) {
  (void)size;
  struct store_key *key = context;
  for (unsigned i = 0; i < info->dlpi_phnum; i++) {
    if (info->dlpi_phdr[i].p_type != PT_NOTE) continue;
    // NOLINTNEXTLINE(performance-no-int-to-ptr): the loader gives addresses as numbers
    const char *at = (const char *)(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr),
               *end = at + info->dlpi_phdr[i].p_memsz;
    while (end - at >= (ptrdiff_t)sizeof(ElfW(Nhdr))) {
      ElfW(Nhdr) note;
      memcpy(&note, at, sizeof note);
      const char *name = at + sizeof note, *bytes = name + (note.n_namesz + 3) / 4 * 4;
      if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 && !memcmp(name, "GNU", 4)) {
        *key = key_of(XXH3_128bits(bytes, note.n_descsz));
        return 1;
      }
      at = bytes + (note.n_descsz + 3) / 4 * 4;
    }
  }
  return 1;
}

struct store_key program_key_of_engine(void) {
  struct store_key key = {0};
  dl_iterate_phdr(find_build, &key);
  return key;
}

struct store_key program_key_of_run(const struct ir_program *program, struct store_key key,
                                    const struct explore_config *config, bool with_checks) {
  key = join(join(key, program_key_of_inputs(program, config)), program_key_of_engine());
  return with_checks ? join_bytes(key, &config->checks, sizeof config->checks) : key;
}
