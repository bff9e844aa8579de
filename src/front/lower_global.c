/* Globals: size, alignment and flags, initial bytes, and the pointers inside them as relocations. */
#include <string.h>

#include "front/lower.h"
#include "util/error.h"

/* The initialiser being written: `base` is where its bytes start in l->data. */
struct writer {
  struct lower *l;
  uint64_t base;
  const char *name; /* of the global, for messages */
};

static void write_word(struct writer *w, uint64_t offset, uint64_t value, uint64_t bytes) {
  for (uint64_t i = 0; i < bytes; i++) w->l->data.data[w->base + offset + i] = (uint8_t)(value >> 8 * i);
}

static void write_integer(struct writer *w, LLVMValueRef v, uint64_t offset) {
  uint64_t words[2], bytes = ((uint64_t)LLVMGetIntTypeWidth(LLVMTypeOf(v)) + 7) / 8;
  const_bits(v, words);
  write_word(w, offset, words[0], bytes < 8 ? bytes : 8);
  if (bytes > 8 && bytes <= 16) write_word(w, offset + 8, words[1], bytes - 8);
}

static void write_float(struct writer *w, LLVMValueRef v, uint64_t offset) {
  unsigned bits = (unsigned)LLVMSizeOfTypeInBits(w->l->target, LLVMTypeOf(v));
  write_integer(w, LLVMConstBitCast(v, LLVMIntTypeInContext(w->l->context, bits)), offset);
}

static void write_address(struct writer *w, LLVMValueRef v, uint64_t offset) {
  struct ir_const c;
  if (!const_fold(w->l, v, &c)) {
    warn_say("the initialiser of '%s' holds an expression that is not supported; zero is taken", w->name);
    return;
  }
  if (c.kind == IR_CONST_INT) {
    write_word(w, offset, c.value, (c.width + 7u) / 8);
    return;
  }
  struct ir_reloc reloc = {.offset = offset, .addend = (int64_t)c.value, .symbol = c.symbol, .kind = c.kind};
  vec_push(&w->l->relocs, reloc);
}

static void write_constant(struct writer *w, LLVMValueRef v, uint64_t offset);

/* A vector whose elements share bytes is the integer of all its bits, the first element lowest. */
static bool write_packed(struct writer *w, LLVMValueRef v, uint64_t offset) {
  LLVMTypeRef lane = type_lane(LLVMTypeOf(v));
  if (!layout_of_value(w->l, v)->packed || LLVMGetTypeKind(lane) != LLVMIntegerTypeKind) return false;
  uint64_t width = LLVMGetIntTypeWidth(lane), words[2];
  for (uint32_t i = 0; i < type_lanes(LLVMTypeOf(v)); i++) {
    LLVMValueRef element = LLVMGetAggregateElement(v, i);
    if (!LLVMIsAConstantInt(element)) continue;
    const_bits(element, words);
    for (uint64_t bit = 0; bit < width; bit++) {
      uint64_t at = i * width + bit;
      if (words[bit / 64] >> bit % 64 & 1) w->l->data.data[w->base + offset + at / 8] |= (uint8_t)(1u << at % 8);
    }
  }
  return true;
}

static void write_elements(struct writer *w, LLVMValueRef v, uint64_t offset) {
  LLVMTypeRef type = LLVMTypeOf(v);
  if (write_packed(w, v, offset)) return;
  bool record = LLVMGetTypeKind(type) == LLVMStructTypeKind;
  uint64_t count = LLVMGetTypeKind(type) == LLVMArrayTypeKind ? LLVMGetArrayLength2(type) : type_elements(type);
  uint64_t step = record ? 0 : LLVMABISizeOfType(w->l->target, LLVMGetElementType(type));
  for (uint64_t i = 0; i < count; i++)
    write_constant(w, LLVMGetAggregateElement(v, (unsigned)i),
                   offset + (record ? LLVMOffsetOfElement(w->l->target, type, (unsigned)i) : i * step));
}

static void write_data(struct writer *w, LLVMValueRef v, uint64_t offset) {
  if (LLVMIsConstantString(v)) {
    size_t length;
    const char *text = LLVMGetAsString(v, &length);
    memcpy(w->l->data.data + w->base + offset, text, length);
  } else {
    write_elements(w, v, offset);
  }
}

static void write_constant(struct writer *w, LLVMValueRef v, uint64_t offset) {
  if (const_is_undef(v) || LLVMIsNull(v)) return;
  switch (LLVMGetValueKind(v)) {
  case LLVMConstantIntValueKind: write_integer(w, v, offset); break;
  case LLVMConstantFPValueKind: write_float(w, v, offset); break;
  case LLVMConstantDataArrayValueKind:
  case LLVMConstantDataVectorValueKind: write_data(w, v, offset); break;
  case LLVMConstantStructValueKind:
  case LLVMConstantArrayValueKind:
  case LLVMConstantVectorValueKind: write_elements(w, v, offset); break;
  default: write_address(w, v, offset);
  }
}

static bool all_zero(const uint8_t *bytes, uint64_t n) {
  for (uint64_t i = 0; i < n; i++)
    if (bytes[i] != 0) return false;
  return true;
}

static void write_initialiser(struct lower *l, struct ir_global *g, LLVMValueRef llvm) {
  LLVMValueRef initialiser = LLVMGetInitializer(llvm);
  g->first_reloc = l->relocs.count;
  if (initialiser == NULL || LLVMIsNull(initialiser) || const_is_undef(initialiser)) return;
  struct writer w = {l, l->data.count, LLVMGetValueName(llvm)};
  vec_reserve(&l->data, l->data.count + (uint32_t)g->size);
  memset(l->data.data + l->data.count, 0, g->size);
  l->data.count += (uint32_t)g->size;
  write_constant(&w, initialiser, 0);
  g->nrelocs = l->relocs.count - g->first_reloc;
  if (all_zero(l->data.data + w.base, g->size)) l->data.count = (uint32_t)w.base;
  else g->init = w.base;
}

static uint32_t flags_of(struct lower *l, LLVMValueRef llvm) {
  uint32_t flags = 0, own;
  if (LLVMIsGlobalConstant(llvm)) flags |= IR_GLOBAL_CONST;
  if (LLVMIsThreadLocal(llvm)) flags |= IR_GLOBAL_TLS;
  if (LLVMIsDeclaration(llvm)) flags |= IR_GLOBAL_EXTERN;
  else if (!map_get(l->program_values, (uintptr_t)llvm, &own)) flags |= IR_GLOBAL_LIBRARY;
  return flags;
}

void lower_initialiser(struct lower *l, uint32_t index) {
  LLVMValueRef llvm = l->llvm_globals.data[index];
  LLVMTypeRef type = LLVMGlobalGetValueType(llvm);
  struct ir_global g = {.name = l->globals.data[index].name, .flags = flags_of(l, llvm), .init = UINT64_MAX};
  bool sized = LLVMTypeIsSized(type);
  g.size = sized ? LLVMABISizeOfType(l->target, type) : 0;
  g.align = LLVMGetAlignment(llvm);
  if (g.align == 0) g.align = sized ? LLVMPreferredAlignmentOfGlobal(l->target, llvm) : 1;
  g.loc = loc_of_global(l, llvm);
  g.type = debug_type_of_global(l, llvm);
  if (g.size > UINT32_MAX / 2 && LLVMGetInitializer(llvm) != NULL && !LLVMIsNull(LLVMGetInitializer(llvm)))
    error_exit(EXIT_USAGE, "the initialiser of '%s' is larger than 2 GiB", LLVMGetValueName(llvm));
  write_initialiser(l, &g, llvm);
  l->globals.data[index] = g;
}
