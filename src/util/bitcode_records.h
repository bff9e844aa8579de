/* What heddle-cc leaves in an object file: a section with a record for each C file that went into it.

   A record is the hash of a bitcode file as 16 hexadecimal digits, a space, its absolute path, and a NUL. ar keeps the
   section, and a linker puts the sections of all its inputs one after the other, so a program has the records of every
   object that is in it. heddle-cc writes them (tools/cc); heddle link reads them. */
#ifndef HEDDLE_UTIL_BITCODE_RECORDS_H
#define HEDDLE_UTIL_BITCODE_RECORDS_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/vec.h"

#define BITCODE_SECTION ".heddle_bc"
enum { BITCODE_DIGITS = 16 };

/* FNV-1a: it tells one version of a file from another, it keeps nobody out. */
static inline uint64_t bitcode_hash(const void *data, size_t length) {
  const unsigned char *bytes = data;
  uint64_t hash = 0xcbf29ce484222325u;
  for (size_t i = 0; i < length; i++) hash = (hash ^ bytes[i]) * 0x100000001b3u;
  return hash;
}

struct bitcode_record {
  uint64_t hash;
  char *path; /* owned */
};
typedef VEC(struct bitcode_record) bitcode_records;

enum bitcode_file {
  BITCODE_FILE_GOOD,   /* read; there may be no record in it */
  BITCODE_FILE_NO_ELF, /* neither an object file, a program nor an archive of them */
  BITCODE_FILE_BROKEN, /* it says it is one, and is damaged */
};

/* Adds the records of an object file, a program, a shared library or an archive, each path once. `*members`, if not
   NULL, counts the ELF files that were read. */
enum bitcode_file bitcode_records_read(const char *data, size_t length, bitcode_records *records, uint32_t *members);
void bitcode_records_free(bitcode_records *records);
#endif
