/* Types of the source, from debug information: what the members and elements of an object are called.

   Only named memory needs them, so nothing fails here: what is not understood is the unknown type. The type of a
   pointer's target is found by the name of its LLVM type, because the instructions speak of "struct.NAME" only. */
#include <stdio.h>
#include <string.h>

#include <llvm-c/DebugInfo.h>

#include "front/lower.h"

/* Tags of DWARF. */
enum {
  TAG_ARRAY = 0x01,
  TAG_ENUM = 0x04,
  TAG_MEMBER = 0x0d,
  TAG_POINTER = 0x0f,
  TAG_STRUCT = 0x13,
  TAG_TYPEDEF = 0x16,
  TAG_UNION = 0x17,
  TAG_CONST = 0x26,
  TAG_VOLATILE = 0x35,
  TAG_RESTRICT = 0x37,
  TAG_ATOMIC = 0x47,
};

/* Operands of debug information nodes, by position. */
enum { DI_NAME = 2, DI_BASE = 3, DI_ELEMENTS = 4, DI_VARIABLE_TYPE = 3, DI_MOST = 32 };

static LLVMMetadataRef operand_of(struct lower *l, LLVMMetadataRef node, unsigned index) {
  LLVMValueRef value = LLVMMetadataAsValue(l->context, node), operands[DI_MOST];
  unsigned n = LLVMGetMDNodeNumOperands(value);
  if (index >= n || n > DI_MOST) return NULL;
  LLVMGetMDNodeOperands(value, operands);
  return operands[index] ? LLVMValueAsMetadata(operands[index]) : NULL;
}

static uint32_t new_type(struct lower *l, enum ir_type_kind kind, uint64_t size) {
  vec_push(&l->types, ((struct ir_type){.kind = kind, .size = size}));
  return l->types.count - 1;
}

static uint32_t scalar_type(struct lower *l, uint64_t size) {
  uint32_t type;
  if (!size) return 0;
  if (map_get(&l->scalar_types, size, &type)) return type;
  type = new_type(l, IR_TYPE_SCALAR, size);
  map_put(&l->scalar_types, size, type);
  return type;
}

/* A record is known by its name from now on; the first one of a name counts. */
static void name_record(struct lower *l, uint32_t type, uint16_t tag, const char *name, size_t length) {
  char text[200];
  uint32_t before;
  if (!length || length > 150 || l->types.data[type].kind != IR_TYPE_RECORD || l->types.data[type].name) return;
  snprintf(text, sizeof text, "%s.%.*s", tag == TAG_UNION ? "union" : "struct", (int)length, name);
  l->types.data[type].name = strings_add(&l->text, text);
  if (!map_get(&l->records, l->types.data[type].name, &before)) map_put(&l->records, l->types.data[type].name, type);
}

static void fill_record(struct lower *l, uint32_t record, LLVMMetadataRef node) {
  VEC(struct ir_member) found = {0};
  LLVMMetadataRef list = operand_of(l, node, DI_ELEMENTS);
  LLVMValueRef elements = list ? LLVMMetadataAsValue(l->context, list) : NULL;
  unsigned n = elements ? LLVMGetMDNodeNumOperands(elements) : 0;
  LLVMValueRef *members = mem_zalloc((n + 1) * sizeof *members);
  if (n) LLVMGetMDNodeOperands(elements, members);
  for (unsigned i = 0; i < n; i++) {
    LLVMMetadataRef member = members[i] ? LLVMValueAsMetadata(members[i]) : NULL;
    if (!member || LLVMGetDINodeTag(member) != TAG_MEMBER) continue;
    size_t length = 0;
    const char *name = LLVMDITypeGetName(member, &length);
    char text[200];
    snprintf(text, sizeof text, "%.*s", (int)(length < 150 ? length : 150), name ? name : "");
    uint64_t bits = LLVMDITypeGetSizeInBits(member), offset = LLVMDITypeGetOffsetInBits(member);
    uint32_t type = debug_type(l, operand_of(l, member, DI_BASE));
    bool bitfield = type && bits != l->types.data[type].size * 8;
    if (bitfield) type = scalar_type(l, (offset % 8 + bits + 7) / 8);
    vec_push(&found, ((struct ir_member){strings_add(&l->text, text), type, offset / 8}));
  }
  l->types.data[record].first_member = l->members.count;
  l->types.data[record].nmembers = found.count;
  for (uint32_t i = 0; i < found.count; i++) vec_push(&l->members, found.data[i]);
  vec_free(&found);
  free(members);
}

static uint32_t record_type(struct lower *l, LLVMMetadataRef node) {
  uint32_t type = new_type(l, IR_TYPE_RECORD, LLVMDITypeGetSizeInBits(node) / 8);
  size_t length = 0;
  const char *name = LLVMDITypeGetName(node, &length);
  map_put(&l->debug_types, (uintptr_t)node, type); /* before its members: they may lead back here */
  name_record(l, type, LLVMGetDINodeTag(node), name, length);
  fill_record(l, type, node);
  return type;
}

/* The number of elements in one dimension; 0: not known. */
static uint64_t dimension(struct lower *l, LLVMMetadataRef subrange) {
  LLVMMetadataRef count = subrange ? operand_of(l, subrange, 0) : NULL;
  LLVMValueRef value = count ? LLVMMetadataAsValue(l->context, count) : NULL, constant = NULL;
  if (!count || LLVMGetMetadataKind(count) != LLVMConstantAsMetadataMetadataKind) return 0;
  LLVMGetMDNodeOperands(value, &constant);
  if (!constant || !LLVMIsAConstantInt(constant) || LLVMConstIntGetSExtValue(constant) < 0) return 0;
  return LLVMConstIntGetZExtValue(constant);
}

/* The last dimension lies innermost. An array without a length (a flexible member) has size 0: nothing is in it. */
static uint32_t array_type(struct lower *l, LLVMMetadataRef node) {
  uint32_t type = debug_type(l, operand_of(l, node, DI_BASE));
  LLVMMetadataRef list = operand_of(l, node, DI_ELEMENTS);
  unsigned n = list ? LLVMGetMDNodeNumOperands(LLVMMetadataAsValue(l->context, list)) : 0;
  while (type && n-- > 0) {
    uint32_t array = new_type(l, IR_TYPE_ARRAY, l->types.data[type].size * dimension(l, operand_of(l, list, n)));
    l->types.data[array].element = type;
    type = array;
  }
  return type;
}

static uint32_t typedef_type(struct lower *l, LLVMMetadataRef node) {
  LLVMMetadataRef base = operand_of(l, node, DI_BASE);
  uint32_t type = debug_type(l, base);
  size_t length = 0;
  const char *name = LLVMDITypeGetName(node, &length);
  if (type && base) name_record(l, type, LLVMGetDINodeTag(base), name, length);
  return type;
}

static uint32_t make_type(struct lower *l, LLVMMetadataRef node) {
  switch (LLVMGetDINodeTag(node)) {
  case TAG_STRUCT:
  case TAG_UNION: return record_type(l, node);
  case TAG_ARRAY: return array_type(l, node);
  case TAG_TYPEDEF: return typedef_type(l, node);
  case TAG_CONST:
  case TAG_VOLATILE:
  case TAG_RESTRICT:
  case TAG_ATOMIC: return debug_type(l, operand_of(l, node, DI_BASE));
  case TAG_POINTER: vec_push(&l->targets, operand_of(l, node, DI_BASE)); return scalar_type(l, l->pointer_bits / 8);
  default: return scalar_type(l, LLVMDITypeGetSizeInBits(node) / 8);
  }
}

uint32_t debug_type(struct lower *l, LLVMMetadataRef node) {
  uint32_t type;
  if (!node) return 0;
  if (map_get(&l->debug_types, (uintptr_t)node, &type)) return type;
  map_put(&l->debug_types, (uintptr_t)node, 0);
  type = make_type(l, node);
  map_put(&l->debug_types, (uintptr_t)node, type);
  return type;
}

/* ---- variables ---- */

uint32_t debug_type_of_global(struct lower *l, LLVMValueRef global) {
  size_t n = 0;
  uint32_t type = 0;
  LLVMValueMetadataEntry *entries = LLVMGlobalCopyAllMetadata(global, &n);
  for (unsigned i = 0; i < n && !type; i++) {
    LLVMMetadataRef node = LLVMValueMetadataEntriesGetMetadata(entries, i);
    if (LLVMGetMetadataKind(node) != LLVMDIGlobalVariableExpressionMetadataKind) continue;
    type = debug_type(l, operand_of(l, LLVMDIGlobalVariableExpressionGetVariable(node), DI_VARIABLE_TYPE));
  }
  LLVMDisposeValueMetadataEntries(entries);
  return type;
}

static void note_variable(struct lower *l, LLVMValueRef call) {
  LLVMMetadataRef variable = LLVMValueAsMetadata(LLVMGetOperand(call, 1));
  uint32_t type = debug_type(l, operand_of(l, variable, DI_VARIABLE_TYPE));
  LLVMValueRef value = NULL, described = LLVMGetOperand(call, 0);
  if (LLVMGetMetadataKind(LLVMValueAsMetadata(described)) == LLVMLocalAsMetadataMetadataKind)
    LLVMGetMDNodeOperands(described, &value); /* it may also be a constant, or several values */
  if (type && value && LLVMIsAAllocaInst(value)) map_put(&l->local_types, (uintptr_t)value, type);
}

static void note_function(struct lower *l, LLVMValueRef function) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef ins = LLVMGetFirstInstruction(b); ins; ins = LLVMGetNextInstruction(ins))
      if (LLVMIsADbgVariableIntrinsic(ins)) note_variable(l, ins);
}

/* The C interface shows what variables are declared only in the older form, as calls of intrinsics. */
void debug_open(struct lower *l) {
  uint32_t own;
  vec_push(&l->types, ((struct ir_type){0}));
  LLVMSetIsNewDbgInfoFormat(l->module, false);
  for (LLVMValueRef f = LLVMGetFirstFunction(l->module); f; f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f) && map_get(l->program_values, (uintptr_t)f, &own)) note_function(l, f);
  LLVMSetIsNewDbgInfoFormat(l->module, true);
  for (LLVMValueRef g = LLVMGetFirstGlobal(l->module); g; g = LLVMGetNextGlobal(g))
    if (map_get(l->program_values, (uintptr_t)g, &own)) debug_type_of_global(l, g);
  while (l->targets.count) debug_type(l, vec_pop(&l->targets));
}

void debug_close(struct lower *l) {
  map_free(&l->debug_types);
  map_free(&l->scalar_types);
  map_free(&l->records);
  map_free(&l->local_types);
  vec_free(&l->targets);
}

/* ---- addresses ---- */

/* "struct.node.3" is "struct.node" of another unit. */
static uint32_t record_of(struct lower *l, LLVMTypeRef type) {
  const char *name = LLVMGetStructName(type);
  char text[200];
  uint32_t record;
  if (!name || strlen(name) >= sizeof text) return 0;
  strcpy(text, name);
  char *dot = strrchr(text, '.');
  if (dot && dot[1] && strspn(dot + 1, "0123456789") == strlen(dot + 1)) *dot = 0;
  if (!map_get(&l->records, strings_add(&l->text, text), &record)) return 0;
  return LLVMTypeIsSized(type) && LLVMABISizeOfType(l->target, type) == l->types.data[record].size ? record : 0;
}

static uint32_t type_of_llvm(struct lower *l, LLVMTypeRef type) {
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  if (kind == LLVMStructTypeKind) return record_of(l, type);
  if (kind == LLVMArrayTypeKind || kind == LLVMVectorTypeKind || !LLVMTypeIsSized(type)) return 0;
  return scalar_type(l, LLVMABISizeOfType(l->target, type));
}

static struct ir_reg *register_of(struct lower *l, ir_value v) {
  return ir_is_const(v) ? NULL : &l->regs.data[l->fn.first_reg + (uint32_t)v];
}

void debug_name_local(struct lower *l, LLVMValueRef alloca, ir_value address) {
  uint32_t type;
  if (map_get(&l->local_types, (uintptr_t)alloca, &type)) register_of(l, address)->pointee = type;
}

static bool is_zero(LLVMValueRef index) { return LLVMIsAConstantInt(index) && LLVMConstIntGetZExtValue(index) == 0; }

/* What the base of an address computation is known to point to. */
static struct ir_reg base_of(struct lower *l, LLVMValueRef gep, ir_value base) {
  LLVMValueRef global = LLVMIsAGlobalVariable(LLVMGetOperand(gep, 0));
  struct ir_reg none = {0}, *known = register_of(l, base);
  if (known) return *known;
  if (global) none.pointee = debug_type_of_global(l, global);
  return none;
}

/* Members add their offset to what is known about the base, also in an element of an array. The first member has the
   address of the whole: that register then points to the whole. */
void debug_name_address(struct lower *l, LLVMValueRef gep, ir_value base, ir_value address) {
  LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
  struct ir_reg *to = register_of(l, address), known = base_of(l, gep, base);
  unsigned n = (unsigned)LLVMGetNumOperands(gep);
  if (!to || to->pointee) return;
  bool same = n > 1 && is_zero(LLVMGetOperand(gep, 1));
  if (!same || !known.pointee) known = (struct ir_reg){.pointee = type_of_llvm(l, type)};
  for (unsigned i = 2; i < n; i++) {
    LLVMValueRef index = LLVMGetOperand(gep, i);
    if (LLVMGetTypeKind(type) == LLVMStructTypeKind) {
      unsigned member = (unsigned)LLVMConstIntGetZExtValue(index);
      known.at += (uint32_t)LLVMOffsetOfElement(l->target, type, member);
      type = LLVMStructGetTypeAtIndex(type, member);
      continue;
    }
    type = LLVMGetElementType(type);
    known.indexed = 1;
    if (!known.pointee) known = (struct ir_reg){.pointee = type_of_llvm(l, type)};
  }
  to->pointee = known.pointee;
  to->at = known.at;
  to->indexed = known.indexed;
}
