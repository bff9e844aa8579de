/* What a project is made of, as far as its files tell: programs (files with a main), and for each the files that it
   probably needs. */
#ifndef HEDDLE_JOB_INIT_SCAN_H
#define HEDDLE_JOB_INIT_SCAN_H
#include <stdbool.h>
#include <stdint.h>

#include "util/vec.h"

typedef VEC(uint32_t) init_numbers;

struct init_file {
  char *path; /* relative to the root of the scan */
  bool header, has_main;
  VEC(char *) includes; /* the names in #include "..." */
};

struct init_scan {
  VEC(struct init_file) files; /* by path */
  char *database;              /* the directory of a compile_commands.json; NULL: there is none */
  bool cut;                    /* there were more files than are looked at */
};

/* Reads the files below `root`; those in hidden directories are not looked at. */
void init_scan_open(struct init_scan *scan, const char *root);
void init_scan_close(struct init_scan *scan);
/* The C files that the program needs, its own first: a header that is included stands for the file of the same name
   beside it or elsewhere, and so on from there. `directories`: of headers that lie elsewhere, numbers of such headers.
 */
void init_scan_needed(const struct init_scan *scan, uint32_t program, init_numbers *files, init_numbers *directories);
#endif
