/* Objects whose structures are laid out differently in the new version, and what of the code does the same with them.

   An object of either version has a match: a global, a local variable, what a call of malloc or calloc makes. Its bytes
   have matches by the names of members (layouts.h). Two instructions do the same if, given operands that are matches,
   they do matching things: an address that is moved by 8 bytes in one version and by 16 in the other one is the same if
   that leads from a member to the same member in every object it can be about (by points-to analysis of both versions).
   Whatever looks at such an object otherwise than member by member is changed, even if its text is not: it may see
   what lies beside a member. docs/change.md explains the rules. */
#ifndef HEDDLE_CHANGE_MOVED_H
#define HEDDLE_CHANGE_MOVED_H
#include "change/change.h"
#include "change/layouts.h"
#include "static/static.h"

struct moved;
/* Functions and globals have their matches already. NULL: no object is laid out differently. */
struct moved *moved_open(const struct change_side *old, const struct change_side *new);
void moved_close(struct moved *m);

/* A global that may be of another size: its form is the same, if the alignment and the flags are. */
bool moved_has_global(const struct moved *m, uint32_t old);
bool moved_same_contents(const struct moved *m, uint32_t old, uint32_t new,
                         bool (*same_symbol)(const void *context, uint32_t kind, uint32_t old, uint32_t new),
                         const void *context);
/* The address of byte `old` of a global of the old version, of byte `new` of its match in the new one: the same? */
bool moved_same_address(const struct moved *m, uint32_t global, uint64_t old, uint64_t new);

/* May these instructions do the same, and which operands (by bit) need not be equal numbers for that? */
struct moved_verdict {
  bool refused;
  uint32_t free;
};
struct moved_verdict moved_judge(const struct moved *m, uint32_t old, uint32_t new);

/* For keys: a number that operand k has in both versions instead of its value; 0: none. */
uint64_t moved_token(const struct moved *m, int side, uint32_t ins, uint32_t k, uint64_t value);
uint64_t moved_global_token(const struct moved *m, int side, uint32_t global, uint64_t value); /* of an address in it */

/* Instructions have their matches: objects whose makers are not the same are forgotten. False: none was. */
bool moved_settle(struct moved *m);
/* Does the instruction handle an object that is laid out differently? MOVED_LARGER: only such objects as are larger
   now, and where every member is where it was. */
enum moved_touch { MOVED_NOT, MOVED_OTHERWISE, MOVED_LARGER };
enum moved_touch moved_touches(const struct moved *m, int side, uint32_t ins);

/* The bytes that a call of malloc or calloc asks for; false: it is none, or they are not constants. */
bool moved_asks(const struct ir_program *p, const struct ir_ins *ins, uint64_t *bytes);
#endif
