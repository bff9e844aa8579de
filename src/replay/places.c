/* Addresses of native code to source lines, with addr2line. */
#define _GNU_SOURCE
#include "replay/places.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "util/mem.h"

/* Starts addr2line on the addresses (hexadecimal, separated by blanks); its output or NULL. */
static FILE *ask(const char *binary, char *addresses, pid_t *pid) {
  enum { MOST_WORDS = 64 };
  const char *words[MOST_WORDS] = {"addr2line", "-f", "-e", binary};
  int ends[2];
  unsigned n = 4;
  for (char *at = strtok(addresses, " "); at && n < MOST_WORDS - 1; at = strtok(NULL, " ")) words[n++] = at;
  if (pipe(ends)) return NULL;
  *pid = fork();
  if (*pid == 0) {
    dup2(ends[1], STDOUT_FILENO);
    close(ends[0]);
    close(ends[1]);
    execvp(words[0], (char **)words);
    _exit(127);
  }
  close(ends[1]);
  return fdopen(ends[0], "r");
}

static bool is_runtime(const char *function) { return !strncmp(function, "hd_", 3) && strcmp(function, "hd_program"); }

bool places_find(const char *binary, const char *addresses, struct place_text *place) {
  char *copy = mem_strdup(addresses), function[200], where[400];
  pid_t pid = -1;
  FILE *in = ask(binary, copy, &pid);
  bool found = false;
  while (in && fscanf(in, "%199[^\n]\n%399[^\n]\n", function, where) == 2) {
    char *colon = strrchr(where, ':');
    if (found || !colon || where[0] == '?' || is_runtime(function) || strstr(where, "rt/replay/")) continue;
    unsigned line = (unsigned)strtoul(colon + 1, NULL, 10);
    *colon = 0;
    if (!line) continue;
    found = true;
    place->line = line;
    snprintf(place->function, sizeof place->function, "%s", function);
    snprintf(place->file, sizeof place->file, "%s", where);
  }
  if (in) fclose(in);
  while (pid > 0 && waitpid(pid, NULL, 0) < 0 && errno == EINTR) continue;
  free(copy);
  return found;
}
