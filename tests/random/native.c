/* Runs a symbolic random program natively: linked with the program, which is compiled with -DNATIVE.

     count       tries every combination of inputs and prints how many different paths they take; a path is the
                 sequence of marked decisions
     test FILE   takes the inputs from a .ktest file and prints what the program prints */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern unsigned char in[3];
extern const int ninputs, limits[3];
void reset(void);
void program(void);

static uint64_t path; /* hash of the decisions so far: the program calls mark() without a context */

int mark(int id, int outcome) {
  path = (path ^ (uint64_t)(id * 131 + outcome + 1)) * 0x9e3779b97f4a7c15u;
  path ^= path >> 31;
  return outcome;
}

static int by_value(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return x < y ? -1 : x > y;
}

static int count(void) {
  static uint64_t seen[200 * 200];
  int n = 0, different = 0;
  if (!freopen("/dev/null", "w", stdout)) return 2;
  for (int i = 0; i < limits[0] * limits[1] * limits[2]; i++) {
    in[0] = (unsigned char)(i % limits[0]);
    in[1] = (unsigned char)(i / limits[0] % limits[1]);
    in[2] = (unsigned char)(i / limits[0] / limits[1]);
    path = 1;
    reset();
    program();
    seen[n++] = path;
  }
  qsort(seen, (size_t)n, sizeof *seen, by_value);
  for (int i = 0; i < n; i++) different += i == 0 || seen[i] != seen[i - 1];
  fprintf(stderr, "%d\n", different);
  return 0;
}

/* A big-endian number; 0 at the end of the file, which every caller takes for "nothing there". */
static uint32_t number(FILE *file) {
  unsigned char b[4] = {0};
  if (fread(b, 1, 4, file) != 4) return 0;
  return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
}

static bool read_inputs(FILE *file) {
  char name[64];
  uint32_t length, objects;
  fseek(file, 5, SEEK_SET); /* "KTEST" */
  number(file);             /* version */
  for (uint32_t args = number(file); args; args--) fseek(file, (long)number(file), SEEK_CUR);
  number(file);
  number(file);
  for (objects = number(file); objects; objects--) {
    length = number(file);
    if (length >= sizeof name || fread(name, 1, length, file) != length) return false;
    name[length] = 0;
    length = number(file);
    if (!strcmp(name, "in")) return length == (uint32_t)ninputs && fread(in, 1, length, file) == length;
    fseek(file, length, SEEK_CUR);
  }
  return false;
}

static int run_test(const char *name) {
  FILE *file = fopen(name, "rb");
  if (!file || !read_inputs(file)) {
    fprintf(stderr, "%s: no inputs found\n", name);
    return 2;
  }
  fclose(file);
  reset();
  program();
  return 0;
}

int main(int argc, char **argv) {
  if (argc == 2 && !strcmp(argv[1], "count")) return count();
  if (argc == 3 && !strcmp(argv[1], "test")) return run_test(argv[2]);
  fprintf(stderr, "usage: native count | native test FILE\n");
  return 2;
}
