/* What an exploration found, in a form that outlives the program's numbers and lines: places are instructions by their
   position in a function. Saved as a value of a store and read back with distrust. */
#ifndef HEDDLE_STORE_SAVED_RESULT_H
#define HEDDLE_STORE_SAVED_RESULT_H
#include "base/options.h"
#include "base/result.h"
#include "ir/ir.h"
#include "store/store.h"

struct saved_site {
  const char *function;
  uint32_t ins; /* the function's how manieth instruction, from 0 */
};

struct saved_failure {
  enum failure_kind kind;
  bool warning; /* a race that was not asked for */
  const char *message, *thread;
  struct saved_site site;     /* as site in struct result_failure */
  struct saved_site *further; /* the other access of a race; all places where threads wait in a deadlock */
  uint32_t nfurther;
  struct result_input *inputs; /* of the run that shows it */
  uint32_t ninputs;
  const char *schedule; /* the same, in the numbers of the program; "": there was one thread */
};

struct saved_result {
  enum result_verdict verdict;
  bool complete;   /* nothing was left out: then there are no reasons */
  uint32_t checks; /* as in struct explore_config */
  struct result_runs runs;
  double seconds;
  struct result_search search;
  const char **reasons;
  uint32_t nreasons;
  const char **notes;
  uint32_t nnotes;
  struct saved_failure *failures; /* in the order found, warnings last */
  uint32_t nfailures;
  struct arena memory; /* of all of it */
};

/* The program is the one that was explored. */
void saved_result_make(struct saved_result *saved, const struct ir_program *program, uint32_t checks,
                       const struct result *result);
void saved_result_free(struct saved_result *saved);

/* To bytes (freed by the caller) and back. False: they are not what saved_result_write makes; `saved` is empty then. */
struct store_blob saved_result_write(const struct saved_result *saved);
bool saved_result_read(struct saved_result *saved, const void *bytes, size_t size);

/* The instruction's number in the program, or IR_NONE: there is no such function, or it is shorter. */
uint32_t saved_site_find(const struct ir_program *program, const struct saved_site *site);

/* In a store. A complete result never gives way to an incomplete one. Getting gives false too where the value makes no
   sense. */
bool saved_result_put(struct store *store, struct store_key key, const struct saved_result *saved);
bool saved_result_get(struct store *store, struct store_key key, struct saved_result *saved);
#endif
