/* Layout of LLVM types: the scalars a value consists of, and where they lie in memory.

   integers up to 64 bits, pointers, float and double: one leaf; integers of 65 to 128 bits, and long double: the low
   64 bits and the rest; structs, arrays, vectors: the leaves of their elements one after the other. Sizes and offsets
   are those of the module's data layout. */
#include "front/lower.h"

static struct layout *new_layout(struct lower *l, uint32_t n) {
  struct layout *layout = arena_alloc(&l->arena, sizeof *layout);
  *layout = (struct layout){.n = n, .leaves = arena_alloc(&l->arena, (n ? n : 1) * sizeof(struct leaf))};
  return layout;
}

static struct layout *scalar_layout(struct lower *l, uint32_t width) {
  struct layout *layout = new_layout(l, 1);
  layout->leaves[0] = (struct leaf){0, width, (width + 7) / 8 * 8};
  return layout;
}

static struct layout *bad_layout(struct lower *l, const char *why) {
  struct layout *layout = scalar_layout(l, 64);
  layout->bad = why;
  return layout;
}

static struct layout *integer_layout(struct lower *l, uint32_t width) {
  if (width <= 64) return scalar_layout(l, width);
  if (width > 128) return bad_layout(l, "integer wider than 128 bits");
  struct layout *layout = new_layout(l, 2);
  layout->leaves[0] = (struct leaf){0, 64, 64};
  layout->leaves[1] = (struct leaf){8, width - 64, (width - 64 + 7) / 8 * 8};
  return layout;
}

/* Appends the leaves of an element at `offset`. */
static void append(struct layout *to, uint32_t *n, const struct layout *element, uint64_t offset) {
  for (uint32_t i = 0; i < element->n; i++) {
    to->leaves[*n] = element->leaves[i];
    to->leaves[(*n)++].offset += offset;
  }
}

static struct layout *struct_layout(struct lower *l, LLVMTypeRef type) {
  uint32_t fields = LLVMCountStructElementTypes(type), leaves = 0, n = 0;
  if (LLVMIsOpaqueStruct(type)) return bad_layout(l, "value of an incomplete type");
  for (uint32_t i = 0; i < fields; i++) {
    const struct layout *field = layout_of(l, LLVMStructGetTypeAtIndex(type, i));
    if (field->bad != NULL) return bad_layout(l, field->bad);
    leaves += field->n;
  }
  struct layout *layout = new_layout(l, leaves);
  for (uint32_t i = 0; i < fields; i++)
    append(layout, &n, layout_of(l, LLVMStructGetTypeAtIndex(type, i)), LLVMOffsetOfElement(l->target, type, i));
  return layout;
}

enum { MOST_LEAVES = 1 << 16 }; /* a value of more scalars is data, which programs keep in memory */

static struct layout *sequence_layout(struct lower *l, LLVMTypeRef type, uint64_t count, bool vector) {
  LLVMTypeRef element_type = LLVMGetElementType(type);
  const struct layout *element = layout_of(l, element_type);
  if (element->bad != NULL) return bad_layout(l, element->bad);
  if (count * element->n > MOST_LEAVES) return bad_layout(l, "very large array as a value");
  struct layout *layout = new_layout(l, (uint32_t)count * element->n);
  uint64_t bits =
      vector ? LLVMSizeOfTypeInBits(l->target, element_type) : LLVMABISizeOfType(l->target, element_type) * 8;
  layout->packed = vector && bits % 8 != 0;
  uint32_t n = 0;
  for (uint64_t i = 0; i < count; i++) append(layout, &n, element, i * bits / 8);
  return layout;
}

static struct layout *make_layout(struct lower *l, LLVMTypeRef type) {
  switch (LLVMGetTypeKind(type)) {
  case LLVMIntegerTypeKind: return integer_layout(l, LLVMGetIntTypeWidth(type));
  case LLVMPointerTypeKind: return scalar_layout(l, l->pointer_bits);
  case LLVMFloatTypeKind: return scalar_layout(l, 32);
  case LLVMDoubleTypeKind: return scalar_layout(l, 64);
  case LLVMStructTypeKind: return struct_layout(l, type);
  case LLVMArrayTypeKind: return sequence_layout(l, type, LLVMGetArrayLength2(type), false);
  case LLVMVectorTypeKind: return sequence_layout(l, type, LLVMGetVectorSize(type), true);
  case LLVMX86_FP80TypeKind: return integer_layout(l, 80);
  case LLVMFP128TypeKind:
  case LLVMPPC_FP128TypeKind: return bad_layout(l, "long double arithmetic");
  case LLVMHalfTypeKind:
  case LLVMBFloatTypeKind: return bad_layout(l, "16-bit floating point arithmetic");
  case LLVMVoidTypeKind:
  case LLVMLabelTypeKind:
  case LLVMMetadataTypeKind:
  case LLVMTokenTypeKind: return new_layout(l, 0);
  default: return bad_layout(l, "value of an unusual type");
  }
}

const struct layout *layout_of(struct lower *l, LLVMTypeRef type) {
  uint32_t index;
  if (map_get(&l->type_index, (uintptr_t)type, &index)) return l->layouts.data[index];
  struct layout *layout = make_layout(l, type);
  if (LLVMTypeIsSized(type)) layout->size = LLVMABISizeOfType(l->target, type);
  map_put(&l->type_index, (uintptr_t)type, l->layouts.count);
  vec_push(&l->layouts, layout);
  return layout;
}

uint32_t type_lanes(LLVMTypeRef type) {
  return LLVMGetTypeKind(type) == LLVMVectorTypeKind ? LLVMGetVectorSize(type) : 1;
}

LLVMTypeRef type_lane(LLVMTypeRef type) {
  return LLVMGetTypeKind(type) == LLVMVectorTypeKind ? LLVMGetElementType(type) : type;
}

LLVMTypeRef type_element(LLVMTypeRef aggregate, uint32_t k) {
  return LLVMGetTypeKind(aggregate) == LLVMStructTypeKind ? LLVMStructGetTypeAtIndex(aggregate, k)
                                                          : LLVMGetElementType(aggregate);
}

uint32_t type_elements(LLVMTypeRef aggregate) {
  switch (LLVMGetTypeKind(aggregate)) {
  case LLVMStructTypeKind: return LLVMCountStructElementTypes(aggregate);
  case LLVMArrayTypeKind: return (uint32_t)LLVMGetArrayLength2(aggregate);
  default: return type_lanes(aggregate);
  }
}

uint32_t type_element_start(struct lower *l, LLVMTypeRef aggregate, uint32_t k) {
  if (LLVMGetTypeKind(aggregate) != LLVMStructTypeKind) return k * layout_of(l, LLVMGetElementType(aggregate))->n;
  uint32_t start = 0;
  for (uint32_t i = 0; i < k; i++) start += layout_of(l, LLVMStructGetTypeAtIndex(aggregate, i))->n;
  return start;
}
