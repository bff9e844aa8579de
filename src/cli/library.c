/* --list-library: the names of the modelled functions, which the build takes from the linked models themselves
   (rt/library.txt, one name per line), so that the list cannot be wrong. */
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "front/front.h"

/* Names that no program calls: the models' own parts. */
static bool is_internal(const char *name) {
  return !*name || !strncmp(name, "__heddle", 8) || !strncmp(name, "rt_", 3);
}

static void print_names(FILE *in, FILE *out) {
  char *line = NULL;
  size_t capacity = 0;
  ssize_t length;
  while ((length = getline(&line, &capacity, in)) >= 0) {
    line[strcspn(line, "\r\n")] = 0;
    if (!is_internal(line)) fprintf(out, "%s\n", line);
  }
  free(line);
}

bool library_list(FILE *out) {
  char *path = front_find_part("rt/library.txt");
  FILE *in = path ? fopen(path, "re") : NULL;
  free(path);
  if (!in) {
    error_say("the list of library models (rt/library.txt) is not installed");
    return false;
  }
  print_names(in, out);
  fclose(in);
  return true;
}
