/* The head of a file of summaries: shared by its writer and its reader. */
#ifndef HEDDLE_SUMMARY_STORE_H
#define HEDDLE_SUMMARY_STORE_H
#include "summary/inside.h"

#define STORE_MAGIC {'h', 'e', 'd', 'd', 'l', 'e', 'S', '\n'}
enum { STORE_VERSION = 6 };

struct store_header {
  char magic[8];
  uint32_t version, checks;
  uint64_t joins_compete;        /* then joins are among the operations below summaries */
  uint64_t program, environment; /* hashes: of the code; of inputs and limits */
  uint64_t bytes, hash;          /* of what follows */
};
struct store_header
store_header(const struct summary_engine *g); /* as this exploration would write it, but for the last two */
#endif
