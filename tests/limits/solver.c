/* Put before libz3 with LD_PRELOAD: a solver that misbehaves.

     SOLVER_HANGS=FILE     a question never ends, whoever interrupts it; FILE is made when it begins
     SOLVER_SIGNAL_AT=N    a SIGTERM comes at the N-th of the calls below, and the call goes on when it has been heeded
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

static void hang(void) {
  const char *mark = getenv("SOLVER_HANGS");
  if (!mark) return;
  close(open(mark, O_WRONLY | O_CREAT, 0666));
  for (;;) pause();
}

static void disturb(void) {
  static int calls;
  const char *at = getenv("SOLVER_SIGNAL_AT");
  if (!at || ++calls != atoi(at)) return;
  raise(SIGTERM);
  usleep(200000);
}

#define CALL(type, name, parameters, arguments)                                                                        \
  type name parameters {                                                                                               \
    type(*real) parameters = dlsym(RTLD_NEXT, #name);                                                                  \
    disturb();                                                                                                         \
    return real arguments;                                                                                             \
  }

CALL(void, Z3_solver_assert, (void *c, void *s, void *a), (c, s, a))
CALL(void *, Z3_solver_get_model, (void *c, void *s), (c, s))

#define QUESTION(name, parameters, arguments)                                                                          \
  int name parameters {                                                                                                \
    int(*real) parameters = dlsym(RTLD_NEXT, #name);                                                                   \
    hang();                                                                                                            \
    disturb();                                                                                                         \
    return real arguments;                                                                                             \
  }

QUESTION(Z3_solver_check, (void *c, void *s), (c, s))
QUESTION(Z3_solver_check_assumptions, (void *c, void *s, unsigned n, void *a), (c, s, n, a))
