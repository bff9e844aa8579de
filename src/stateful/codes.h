/* Sets of blocks of code: what was executed behind a state, or has a part in it. Interned: equal sets have one number,
   and joins are remembered. */
#ifndef HEDDLE_STATEFUL_CODES_H
#define HEDDLE_STATEFUL_CODES_H
#include <stdbool.h>
#include <stdint.h>

typedef uint32_t code_set;
enum {
  CODE_NONE = 0, /* the empty set */
  CODE_ANY = 1,  /* nobody knows: perhaps all */
};

struct codes;
struct codes *codes_open(uint32_t blocks);
void codes_close(struct codes *c);
code_set codes_add(struct codes *c, code_set set, const uint32_t *blocks, uint32_t count);
code_set codes_add_words(struct codes *c, code_set set, const uint64_t *words, uint32_t count); /* 64 in a word */
code_set codes_join(struct codes *c, code_set a, code_set b);
const uint64_t *codes_words(const struct codes *c, code_set set, uint32_t *count); /* not of CODE_ANY */
uint64_t codes_bytes(const struct codes *c);
#endif
