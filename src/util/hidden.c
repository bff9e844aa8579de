/* A .gitignore that ignores itself too. */
#include "util/hidden.h"

#include <stdio.h>

void hidden_from_git(const char *directory) {
  char path[4200];
  if (snprintf(path, sizeof path, "%s/.gitignore", directory) >= (int)sizeof path) return;
  FILE *out = fopen(path, "wxe");
  if (!out) return;
  fputs("*\n", out);
  fclose(out);
}
