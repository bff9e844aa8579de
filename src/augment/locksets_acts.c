/* What functions of the thread libraries do to the locks that a thread holds, by name. They are taken as they are documented: what the
   library does inside is not looked at. */
#include <string.h>

#include "augment/locksets_inside.h"

/* Functions separated by blanks; argument 0 is the lock. The result of an attempt is 0 if it was successful. */
static const struct {
  enum act act;
  const char *functions;
} table[] = {
    {ACT_LOCK, "pthread_mutex_lock pthread_spin_lock pthread_rwlock_wrlock sem_wait mtx_lock"},
    {ACT_LOCK_SHARED, "pthread_rwlock_rdlock"},
    {ACT_TRY, "pthread_mutex_trylock pthread_mutex_timedlock pthread_mutex_clocklock pthread_spin_trylock"},
    {ACT_TRY, "pthread_rwlock_trywrlock pthread_rwlock_timedwrlock pthread_rwlock_clockwrlock"},
    {ACT_TRY, "sem_trywait sem_timedwait sem_clockwait mtx_trylock mtx_timedlock"},
    {ACT_TRY_SHARED, "pthread_rwlock_tryrdlock pthread_rwlock_timedrdlock pthread_rwlock_clockrdlock"},
    {ACT_UNLOCK, "pthread_mutex_unlock pthread_spin_unlock pthread_rwlock_unlock sem_post mtx_unlock"},
    {ACT_BEGIN, "__VERIFIER_atomic_begin"},
    {ACT_END, "__VERIFIER_atomic_end"},
    {ACT_CREATE, "pthread_create thrd_create"},
};

bool acts_has_word(const char *words, const char *word) {
  size_t length = strlen(word);
  for (const char *at = words; length && (at = strstr(at, word)) != NULL; at += length)
    if ((at == words || at[-1] == ' ') && (at[length] == ' ' || !at[length])) return true;
  return false;
}

enum act acts_named(const char *name) {
  for (unsigned i = 0; i < sizeof table / sizeof *table; i++)
    if (acts_has_word(table[i].functions, name)) return table[i].act;
  return ACT_NONE;
}
