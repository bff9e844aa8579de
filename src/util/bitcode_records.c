/* Reads the records of heddle-cc from ELF files and archives of them; see bitcode_records.h. The files come from
   outside: every offset is checked before it is followed. */
#include "util/bitcode_records.h"

#include <ar.h>
#include <elf.h>
#include <stdio.h>
#include <string.h>

/* A part of the file; a part that does not lie in the whole is {NULL, 0}. */
struct span {
  const char *data;
  size_t length;
};

static struct span part(struct span whole, uint64_t offset, uint64_t length) {
  if (offset > whole.length || length > whole.length - offset) return (struct span){NULL, 0};
  return (struct span){whole.data + offset, (size_t)length};
}

/* ---- records ---- */

static bool is_known(const bitcode_records *records, const char *path) {
  for (uint32_t i = 0; i < records->count; i++)
    if (!strcmp(records->data[i].path, path)) return true;
  return false;
}

/* One record, without its NUL. */
static bool add_record(const char *text, bitcode_records *records) {
  struct bitcode_record record = {0};
  if (strspn(text, "0123456789abcdef") != BITCODE_DIGITS || text[BITCODE_DIGITS] != ' ') return false;
  if (text[BITCODE_DIGITS + 1] != '/') return false;
  record.hash = strtoull(text, NULL, 16);
  if (is_known(records, text + BITCODE_DIGITS + 1)) return true;
  record.path = mem_strdup(text + BITCODE_DIGITS + 1);
  vec_push(records, record);
  return true;
}

static bool add_section(struct span section, bitcode_records *records) {
  for (size_t at = 0; at < section.length; at++) {
    if (!section.data[at]) continue; /* padding */
    const char *end = memchr(section.data + at, '\0', section.length - at);
    if (!end || !add_record(section.data + at, records)) return false;
    at = (size_t)(end - section.data);
  }
  return true;
}

/* ---- ELF ---- */

/* A section header of either class. */
struct section {
  uint32_t name, type;
  uint64_t offset, size;
  uint32_t link;
};

struct elf {
  struct span file;
  bool wide;
  uint64_t table; /* offset of the section headers */
  uint32_t entry, count, names;
};

static bool read_header(struct elf *elf) {
  Elf64_Ehdr wide;
  Elf32_Ehdr narrow;
  elf->wide = elf->file.length > EI_CLASS && elf->file.data[EI_CLASS] == ELFCLASS64;
  if (elf->file.length < (elf->wide ? sizeof wide : sizeof narrow)) return false;
  if (elf->file.data[EI_DATA] != ELFDATA2LSB) return false;
  memcpy(&wide, elf->file.data, elf->wide ? sizeof wide : 0);
  memcpy(&narrow, elf->file.data, elf->wide ? 0 : sizeof narrow);
  elf->table = elf->wide ? wide.e_shoff : narrow.e_shoff;
  elf->entry = elf->wide ? wide.e_shentsize : narrow.e_shentsize;
  elf->count = elf->wide ? wide.e_shnum : narrow.e_shnum;
  elf->names = elf->wide ? wide.e_shstrndx : narrow.e_shstrndx;
  return elf->table == 0 || elf->entry >= (elf->wide ? sizeof(Elf64_Shdr) : sizeof(Elf32_Shdr));
}

static bool read_section(const struct elf *elf, uint32_t index, struct section *section) {
  struct span row = part(elf->file, elf->table, (uint64_t)(index + 1) * elf->entry);
  Elf64_Shdr wide;
  Elf32_Shdr narrow;
  if (!row.data) return false;
  const char *at = row.data + (size_t)index * elf->entry;
  if (elf->wide) {
    memcpy(&wide, at, sizeof wide);
    *section = (struct section){wide.sh_name, wide.sh_type, wide.sh_offset, wide.sh_size, wide.sh_link};
  } else {
    memcpy(&narrow, at, sizeof narrow);
    *section = (struct section){narrow.sh_name, narrow.sh_type, narrow.sh_offset, narrow.sh_size, narrow.sh_link};
  }
  return true;
}

static bool is_ours(struct span names, uint32_t name) {
  struct span text = part(names, name, sizeof BITCODE_SECTION);
  return text.data && !memcmp(text.data, BITCODE_SECTION, sizeof BITCODE_SECTION);
}

static bool is_elf(struct span file) { return file.length > EI_NIDENT && !memcmp(file.data, ELFMAG, SELFMAG); }

static bool add_elf(struct span file, bitcode_records *records) {
  struct elf elf = {.file = file};
  struct section section;
  if (!read_header(&elf)) return false;
  if (!elf.table) return true;
  /* With 65,280 sections and more their number, and which one has the names, stand in the first one. */
  if (!read_section(&elf, 0, &section)) return false;
  if (!elf.count) elf.count = section.size < UINT32_MAX - 1 ? (uint32_t)section.size : 0;
  if (elf.names == SHN_XINDEX) elf.names = section.link;
  if (!read_section(&elf, elf.names, &section)) return false;
  struct span names = part(file, section.offset, section.size);
  for (uint32_t i = 1; i < elf.count; i++) {
    if (!read_section(&elf, i, &section)) return false;
    if (section.type == SHT_NOBITS || !is_ours(names, section.name)) continue;
    struct span contents = part(file, section.offset, section.size);
    if (!contents.data || !add_section(contents, records)) return false;
  }
  return true;
}

/* ---- archives ---- */

static bool member_size(const struct ar_hdr *header, uint64_t *size) {
  char digits[sizeof header->ar_size + 1] = {0};
  char *end;
  memcpy(digits, header->ar_size, sizeof header->ar_size);
  *size = strtoull(digits, &end, 10);
  return end != digits && end[strspn(end, " ")] == '\0' && !memcmp(header->ar_fmag, ARFMAG, sizeof header->ar_fmag);
}

static bool add_archive(struct span file, bitcode_records *records, uint32_t *members) {
  uint64_t at = SARMAG, size;
  while (at < file.length) {
    struct ar_hdr header;
    struct span head = part(file, at, sizeof header);
    if (!head.data) return false;
    memcpy(&header, head.data, sizeof header);
    if (!member_size(&header, &size)) return false;
    struct span member = part(file, at + sizeof header, size);
    if (!member.data) return false;
    if (is_elf(member)) {
      if (!add_elf(member, records)) return false;
      ++*members;
    }
    at += sizeof header + size + (size & 1);
  }
  return true;
}

enum bitcode_file bitcode_records_read(const char *data, size_t length, bitcode_records *records, uint32_t *members) {
  struct span file = {data, length};
  uint32_t count = 0;
  bool archive = length >= SARMAG && !memcmp(data, ARMAG, SARMAG);
  if (!archive && !is_elf(file)) return BITCODE_FILE_NO_ELF;
  bool good = archive ? add_archive(file, records, &count) : add_elf(file, records);
  if (members) *members += archive ? count : 1;
  return good ? BITCODE_FILE_GOOD : BITCODE_FILE_BROKEN;
}

void bitcode_records_free(bitcode_records *records) {
  for (uint32_t i = 0; i < records->count; i++) free(records->data[i].path);
  vec_free(records);
}
