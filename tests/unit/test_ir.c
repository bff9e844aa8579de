/* The IR module: images survive a round trip and reject damage, the verifier finds broken programs, the printer is
   readable. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "ir/ir.h"
#include "util/mem.h"

/* int f(int x) { if (x == 7) return g; return x + 1; }   with a global g and a table that holds its address */
enum { TEXT_F = 1, TEXT_X = 3, TEXT_G = 5, TEXT_FILE = 7, TEXT_TABLE = 11, TEXT_EXT = 17, TEXT_SIZE = 21 };
static const char sample_text[TEXT_SIZE] = "\0f\0x\0g\0t.c\0table\0ext";

static void *copy(const void *data, size_t bytes) { return memcpy(mem_alloc(bytes ? bytes : 1), data, bytes); }

#define FILL(p, name, ...)                                                                                             \
  do {                                                                                                                 \
    __typeof__(*(p)->name) rows_[] = {__VA_ARGS__};                                                                    \
    (p)->name = copy(rows_, sizeof rows_);                                                                             \
    (p)->n##name = sizeof rows_ / sizeof *rows_;                                                                       \
  } while (0)

static struct ir_program *sample(void) {
  struct ir_program *p = mem_zalloc(sizeof *p);
  p->pointer_bits = 64;
  FILL(p, functions,
       {.name = TEXT_F,
        .flags = IR_FN_DEFINED,
        .nblocks = 3,
        .nins = 6,
        .nregs = 4,
        .nparams = 1,
        .nresults = 1,
        .loc = 1},
       {.name = TEXT_EXT, .first_ins = 6, .first_block = 3, .first_reg = 4});
  FILL(p, blocks, {0, 2, 0}, {2, 2, 0}, {4, 2, 0});
  FILL(p, ins, {.op = IR_EQ, .width = 32, .dst = 1, .a = 0, .b = ir_const_value(0), .loc = 1},
       {.op = IR_CBR, .dst = IR_NONE, .a = 1, .b = 1, .c = 2},
       {.op = IR_LOAD, .width = 32, .flags = IR_ATOMIC | IR_SEQ_CST << 5, .dst = 2, .a = ir_const_value(2), .loc = 2},
       {.op = IR_RET, .dst = IR_NONE, .b = 0, .c = 1},
       {.op = IR_ADD, .width = 32, .flags = IR_NSW, .dst = 3, .a = 0, .b = ir_const_value(1)},
       {.op = IR_RET, .dst = IR_NONE, .b = 1, .c = 1});
  FILL(p, extra, 2, 3);
  FILL(p, regs, {.name = TEXT_X, .width = 32}, {.width = 1}, {.width = 32}, {.width = 32});
  FILL(p, consts, {.value = 7, .width = 32}, {.value = 0xffffffff, .width = 32},
       {.value = 4, .symbol = 0, .kind = IR_CONST_GLOBAL, .width = 64});
  FILL(p, globals, {.name = TEXT_G, .size = 8, .align = 8, .init = 0},
       {.name = TEXT_TABLE, .size = 8, .align = 8, .init = UINT64_MAX, .first_reloc = 0, .nrelocs = 1});
  FILL(p, relocs, {.offset = 0, .addend = 4, .symbol = 0, .kind = IR_CONST_GLOBAL});
  FILL(p, locs, {0}, {.file = TEXT_FILE, .line = 1, .column = 5},
       {.file = TEXT_FILE, .line = 2, .column = 9, .inlined_at = 1});
  FILL(p, data, 1, 2, 3, 4, 5, 6, 7, 8);
  p->ctors = mem_alloc(1);
  p->dtors = mem_alloc(1);
  p->text = copy(sample_text, sizeof sample_text);
  p->ntext = sizeof sample_text;
  return p;
}

struct image {
  unsigned char *bytes;
  size_t size;
};

static struct image saved(const struct ir_program *p) {
  FILE *file = tmpfile();
  assert_non_null(file);
  assert_true(ir_save(p, fileno(file)));
  struct image image = {NULL, (size_t)lseek(fileno(file), 0, SEEK_END)};
  image.bytes = mem_alloc(image.size);
  assert_int_equal(pread(fileno(file), image.bytes, image.size, 0), image.size);
  fclose(file);
  return image;
}

static char *printed(const struct ir_program *p) {
  char *text;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  ir_print(p, out);
  fclose(out);
  return text;
}

static void sample_is_valid(void **state) {
  (void)state;
  struct ir_program *p = sample();
  uint32_t where;
  assert_null(ir_verify(p, &where));
  ir_free(p);
}

static void round_trip(void **state) {
  (void)state;
  struct ir_program *p = sample();
  struct image image = saved(p);
  const char *why;
  struct ir_program *q = ir_load(image.bytes, image.size, &why);
  assert_non_null(q);
#define ROW(type, name)                                                                                                \
  assert_int_equal(p->n##name, q->n##name);                                                                            \
  assert_memory_equal(p->name, q->name, p->n##name * sizeof(type));
  IR_ARRAYS(ROW)
#undef ROW
  char *before = printed(p), *after = printed(q);
  assert_string_equal(before, after);
  free(before);
  free(after);
  free(image.bytes);
  ir_free(p);
  ir_free(q);
}

static void every_truncation_is_rejected(void **state) {
  (void)state;
  struct ir_program *p = sample();
  struct image image = saved(p);
  for (size_t n = 0; n < image.size; n++) {
    unsigned char *part = copy(image.bytes, n); /* its own block, so that a sanitizer sees a read beyond the end */
    const char *why = NULL;
    assert_null(ir_load(part, n, &why));
    assert_non_null(why);
    free(part);
  }
  free(image.bytes);
  ir_free(p);
}

static uint64_t next_random(uint64_t *seed) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return *seed >> 33;
}

/* A damaged image is rejected, or is a program that can be walked over from end to end. */
static void try_image(const struct image *image) {
  const char *why = NULL;
  struct ir_program *p = ir_load(image->bytes, image->size, &why);
  assert_true((p != NULL) == (why == NULL));
  if (p == NULL) return;
  free(printed(p));
  ir_free(p);
}

static void flipped_bits_do_no_harm(void **state) {
  (void)state;
  struct ir_program *p = sample();
  struct image image = saved(p);
  for (size_t bit = 0; bit < image.size * 8; bit++) {
    image.bytes[bit / 8] ^= (unsigned char)(1u << bit % 8);
    try_image(&image);
    image.bytes[bit / 8] ^= (unsigned char)(1u << bit % 8);
  }
  free(image.bytes);
  ir_free(p);
}

static void random_damage_does_no_harm(void **state) {
  (void)state;
  struct ir_program *p = sample();
  struct image image = saved(p);
  unsigned char *good = copy(image.bytes, image.size);
  uint64_t seed = 1;
  for (int round = 0; round < 20000; round++) {
    memcpy(image.bytes, good, image.size);
    for (uint64_t n = 1 + next_random(&seed) % 8; n > 0; n--) {
      uint64_t at = next_random(&seed) % image.size;
      static const unsigned char favourites[] = {0, 1, 0x7f, 0x80, 0xff};
      image.bytes[at] = next_random(&seed) % 2 ? (unsigned char)next_random(&seed) : favourites[next_random(&seed) % 5];
    }
    try_image(&image);
  }
  free(good);
  free(image.bytes);
  ir_free(p);
}

typedef void damage(struct ir_program *p);

static void bad_register(struct ir_program *p) { p->ins[4].a = 4; }
static void bad_constant(struct ir_program *p) { p->ins[4].b = ir_const_value(3); }
static void bad_result(struct ir_program *p) { p->ins[4].dst = 4; }
static void no_result(struct ir_program *p) { p->ins[4].dst = IR_NONE; }
static void bad_target(struct ir_program *p) { p->ins[1].c = 3; }
static void bad_op(struct ir_program *p) { p->ins[0].op = IR_OP_COUNT; }
static void bad_width(struct ir_program *p) { p->ins[4].width = 16; }
static void bad_condition(struct ir_program *p) { p->ins[1].a = 0; }
static void bad_address(struct ir_program *p) { p->ins[2].a = 0; }
static void bad_extra(struct ir_program *p) { p->ins[5].b = 2; }
static void jump_inside_block(struct ir_program *p) { p->ins[4] = p->ins[5]; }
static void block_without_jump(struct ir_program *p) { p->ins[5] = p->ins[4]; }
static void empty_block(struct ir_program *p) { p->blocks[1].count = 0; }
static void gap_between_blocks(struct ir_program *p) { p->blocks[1].first = 3; }
static void wide_constant(struct ir_program *p) { p->consts[0].value = 1ull << 32; }
static void bad_symbol(struct ir_program *p) { p->consts[2].symbol = 2; }
static void bad_loc(struct ir_program *p) { p->ins[0].loc = 3; }
static void loc_cycle(struct ir_program *p) { p->locs[1].inlined_at = 1; }
static void reloc_outside(struct ir_program *p) { p->relocs[0].offset = 1; }
static void reloc_nowhere(struct ir_program *p) { p->relocs[0].symbol = 9; }
static void init_outside(struct ir_program *p) { p->globals[0].init = UINT64_MAX - 4; }
static void bad_align(struct ir_program *p) { p->globals[0].align = 3; }
static void bad_entry(struct ir_program *p) { p->entry = 2; }
static void bad_pointer_width(struct ir_program *p) { p->pointer_bits = 16; }
static void open_text(struct ir_program *p) { p->text[p->ntext - 1] = 'x'; }
static void too_many_params(struct ir_program *p) { p->functions[0].nparams = 5; }
static void external_with_body(struct ir_program *p) { p->functions[0].flags = 0; }
static void registers_outside(struct ir_program *p) { p->functions[0].nregs = 5; }
static void zero_width_register(struct ir_program *p) { p->regs[2].width = 0; }

static void verifier_finds(void **state) {
  (void)state;
  static damage *const damages[] = {bad_register,
                                    bad_constant,
                                    bad_result,
                                    no_result,
                                    bad_target,
                                    bad_op,
                                    bad_width,
                                    bad_condition,
                                    bad_address,
                                    bad_extra,
                                    jump_inside_block,
                                    block_without_jump,
                                    empty_block,
                                    gap_between_blocks,
                                    wide_constant,
                                    bad_symbol,
                                    bad_loc,
                                    loc_cycle,
                                    reloc_outside,
                                    reloc_nowhere,
                                    init_outside,
                                    bad_align,
                                    bad_entry,
                                    bad_pointer_width,
                                    open_text,
                                    too_many_params,
                                    external_with_body,
                                    registers_outside,
                                    zero_width_register};
  for (size_t i = 0; i < sizeof damages / sizeof *damages; i++) {
    struct ir_program *p = sample();
    uint32_t where;
    damages[i](p);
    if (ir_verify(p, &where) == NULL) fail_msg("damage number %zu was not found", i);
    ir_free(p);
  }
}

static void verifier_names_the_instruction(void **state) {
  (void)state;
  struct ir_program *p = sample();
  uint32_t where = 99;
  p->ins[4].width = 16;
  assert_string_equal(ir_verify(p, &where), "the first operand has a wrong width");
  assert_int_equal(where, 4);
  ir_free(p);
}

static void printer_shows_everything(void **state) {
  (void)state;
  struct ir_program *p = sample();
  char *text = printed(p);
  static const char *const wanted[] = {"entry @f",
                                       "global @g size 8 align 8 = 01 02 03 04 05 06 07 08",
                                       "+0: @g+4",
                                       "function @f(%0 x:32) results 1",
                                       "%1 = eq.32 %0 x, 7",
                                       "; t.c:1:5",
                                       "cbr %1, b1, b2",
                                       "%2 = load.32 atomic seq_cst @g+4",
                                       "; t.c:2:9 in t.c:1:5",
                                       "%3 = add.32 nsw %0 x, -1",
                                       "ret(%3)",
                                       "external @ext()"};
  for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
    if (strstr(text, wanted[i]) == NULL) fail_msg("\"%s\" is not in:\n%s", wanted[i], text);
  free(text);
  ir_free(p);
}

static void functions_are_found(void **state) {
  (void)state;
  struct ir_program *p = sample();
  assert_int_equal(ir_find_function(p, "f"), 0);
  assert_int_equal(ir_find_function(p, "ext"), 1);
  assert_int_equal(ir_find_function(p, "nothing"), IR_NONE);
  for (uint32_t i = 0; i < p->nins; i++) assert_ptr_equal(ir_function_of(p, i), &p->functions[0]);
  ir_free(p);
}

static void table_of_operations_is_complete(void **state) {
  (void)state;
  for (int op = 0; op < IR_OP_COUNT; op++) {
    assert_non_null(ir_ops[op].text);
    assert_int_equal(strlen(ir_ops[op].shape), 5);
    assert_non_null(strchr("-rpm", ir_ops[op].shape[0]));
    assert_int_equal(ir_ops[op].shape[1], ':');
    for (int k = 2; k < 5; k++) assert_non_null(strchr("-vilfgsxn", ir_ops[op].shape[k]));
  }
}

/* The columns of a row must fit together: a forgotten one shows here. */
static void columns_agree(void **state) {
  (void)state;
  for (int op = 0; op < IR_OP_COUNT; op++) {
    const struct ir_op_info *row = &ir_ops[op];
    bool memory = row->class == IR_CLASS_MEM || row->class == IR_CLASS_SYNC, result = strchr("rp", row->shape[0]);
    if (strlen(row->widths) != 5 || row->widths[1] != ':') fail_msg("%s: widths", row->text);
    if ((row->widths[0] != '-') != result) fail_msg("%s: width of the result", row->text);
    for (int k = 2; k < 5; k++)
      if ((row->widths[k] != '-') != (row->shape[k] == 'v')) fail_msg("%s: width of an operand", row->text);
    if (strchr(row->widths, 'o') && row->shape[4] != 'i') fail_msg("%s: the other width is no immediate", row->text);
    if ((row->access != IR_ACCESS_NONE) != (row->fails == IR_FAILS_ACCESS)) fail_msg("%s: an access fails", row->text);
    if (row->access && !memory) fail_msg("%s: its class touches no memory", row->text);
    for (unsigned k = 0; k < 2; k++)
      if (ir_access_at(op, k) && row->widths[2 + k] != 'p') fail_msg("%s: no address to access", row->text);
    if (ir_op_is_block_access(op) && row->widths[4] != 'p') fail_msg("%s: no length", row->text);
    if (ir_op_updates(op) && !ir_op_is_atomic(op)) fail_msg("%s: an update is atomic", row->text);
    bool memory_result = ir_op_is_scalar_access(op) && ir_op_reads(op);
    if (memory_result != (row->pointers == IR_POINTERS_MEMORY)) fail_msg("%s: pointers that are read", row->text);
    if (ir_op_is_call(op) != (row->fails == IR_FAILS_CALL) || ir_op_is_call(op) != (row->pointers == IR_POINTERS_CALL))
      fail_msg("%s: a call", row->text);
    if (ir_ops[row->like].like != row->like) fail_msg("%s: like what is like something else", row->text);
  }
}

static void questions_about_memory(void **state) {
  (void)state;
  assert_true(ir_op_reads(IR_LOAD) && !ir_op_writes(IR_LOAD) && ir_op_is_scalar_access(IR_LOAD));
  assert_true(!ir_op_reads(IR_STORE) && ir_op_writes(IR_STORE) && ir_op_is_scalar_access(IR_STORE));
  assert_true(ir_op_reads(IR_CMPXCHG) && ir_op_writes(IR_CMPXCHG) && ir_op_is_atomic(IR_CMPXCHG));
  assert_true(ir_op_reads(IR_MEMCPY) && ir_op_writes(IR_MEMCPY) && ir_op_is_block_access(IR_MEMCPY));
  assert_int_equal(ir_access_at(IR_MEMCPY, 0), IR_WRITES);
  assert_int_equal(ir_access_at(IR_MEMCPY, 1), IR_READS);
  assert_true(!ir_op_reads(IR_MEMSET) && ir_op_writes(IR_MEMSET) && ir_op_is_block_access(IR_MEMSET));
  assert_true(ir_op_writes(IR_VASTART) && !ir_op_is_scalar_access(IR_VASTART) && !ir_op_is_block_access(IR_VASTART));
  assert_true(ir_op_is_atomic(IR_FENCE) && !ir_ops[IR_FENCE].access);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(table_of_operations_is_complete),
                                     cmocka_unit_test(columns_agree),
                                     cmocka_unit_test(questions_about_memory),
                                     cmocka_unit_test(sample_is_valid),
                                     cmocka_unit_test(round_trip),
                                     cmocka_unit_test(every_truncation_is_rejected),
                                     cmocka_unit_test(flipped_bits_do_no_harm),
                                     cmocka_unit_test(random_damage_does_no_harm),
                                     cmocka_unit_test(verifier_finds),
                                     cmocka_unit_test(verifier_names_the_instruction),
                                     cmocka_unit_test(printer_shows_everything),
                                     cmocka_unit_test(functions_are_found)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
