/* Other programs: started, waited for. */
#include <errno.h>
#include <sys/wait.h>
#include <unistd.h>

#include "inside.h"

enum { NOT_STARTED = 127 };

int process_run(char *const *arguments, int messages) {
  int status;
  pid_t pid = fork();
  if (pid == 0) {
    if (messages >= 0) {
      dup2(messages, STDOUT_FILENO);
      dup2(messages, STDERR_FILENO);
    }
    execvp(arguments[0], arguments);
    _exit(NOT_STARTED);
  }
  if (pid < 0) return -1;
  while (waitpid(pid, &status, 0) < 0)
    if (errno != EINTR) return -1;
  return status;
}
