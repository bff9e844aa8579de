/* The team's store: what others learned about the same versions. It lies behind the store of this machine, on a Redis
   server or in a folder that several machines see. What it gives is not believed unless it is whole: it carries its
   format, what it is filed under, and a hash of all that. For the files of this folder only. */
#ifndef HEDDLE_STORE_TEAM_H
#define HEDDLE_STORE_TEAM_H
#include "store/store.h"

struct team;
struct team *team_open(const char *place, char *why, size_t room); /* NULL: `why` says in one line what is wrong */
void team_close(struct team *team);
/* False: it is not there, or not whole, or the place cannot be reached: team_why says that, else it is NULL. */
bool team_get(struct team *team, enum store_kind kind, struct store_key key, struct store_blob *value);
bool team_put(struct team *team, enum store_kind kind, struct store_key key, const void *bytes, size_t size);
const char *team_why(const struct team *team);
#endif
