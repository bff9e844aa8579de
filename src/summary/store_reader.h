/* Reading summaries: what the two files that do it share. Nothing is made before it is known that a summary needs
   it. */
#ifndef HEDDLE_SUMMARY_STORE_READER_H
#define HEDDLE_SUMMARY_STORE_READER_H
#include "stateful/portable.h"
#include "summary/store.h"
#include "util/bytes.h"
#include "util/vec.h"

struct store_reader {
  struct summary_engine *g;
  struct source s;    /* bad: something in it is impossible */
  uint64_t places_at; /* where they are; each of the same size */
  uint32_t nplaces;
  uint32_t *block; /* per place there: the block of variables here + 1; 0: nobody has asked */
  portable_mutexes mutexes;
  VEC(uint64_t) footprint_at;   /* where each of them is */
  VEC(uint32_t) footprint_here; /* its number here + 1; 0: nobody has asked */
  uint32_t nterms;              /* the last one; 0 is none */
  uint64_t *term_at;
  uint8_t *needed; /* per expression */
  sym_id *terms;   /* per expression that was needed: here */
};
enum { STORE_PLACE = 12 }; /* bytes */

/* store_terms.c */
void store_survey_terms(struct store_reader *r);               /* goes past them */
void store_need_term(struct store_reader *r, uint32_t number); /* a condition */
void store_make_terms(struct store_reader *r);                 /* all that are needed, and their parts */
#endif
