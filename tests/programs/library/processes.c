// Other processes lie outside: each call that makes or awaits one ends its path as incomplete, with its place.
// VERDICT: incomplete
// REASON: fork is not supported at
// REASON: vfork is not supported at
// REASON: execve is not supported at
// REASON: execle is not supported at
// REASON: waitpid is not supported at
// REASON: wait4 is not supported at
// REASON: posix_spawn is not supported at
// REASON: system is not supported at
// REASON: popen is not supported at
// REASON: dlopen is not supported at
// REASON: regcomp is not supported at
// REASON: signalfd is not supported at
#define _GNU_SOURCE
#include <dlfcn.h>
#include <heddle.h>
#include <regex.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>
int main(void) {
  unsigned char which;
  char *none[] = {NULL};
  regex_t pattern;
  heddle_symbolic(&which, sizeof which, "which");
  switch (which) {
  case 0: return fork();
  case 1: return vfork();
  case 2: return execve("x", none, none);
  case 3: return execle("x", "x", NULL, none);
  case 4: return waitpid(0, NULL, 0);
  case 5: return wait4(0, NULL, 0, NULL);
  case 6: return posix_spawn(NULL, "x", NULL, NULL, none, none);
  case 7: return system("x");
  case 8: return popen("x", "r") != NULL;
  case 9: return dlopen("x", 0) != NULL;
  case 10: return regcomp(&pattern, "x", 0);
  case 11: return signalfd(-1, NULL, 0);
  default: return 0;
  }
}
