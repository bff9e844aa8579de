/* What can be said about a program without running it: which code can run, who calls whom, what pointers may point to,
   which memory several threads can reach, and what depends on what. Everything is conservative: a dependence that is not
   reported does not exist in any execution, under two assumptions that the interpreter shares: an address computed from a pointer
   stays in the object of that pointer, and an access through a value that nobody wrote is a failure that ends its thread.

   Input: a program that ir_verify accepts. The analysis refers to it, so it must live as long. Instructions, blocks and functions are
   known by their index in the program. docs/static.md explains how it works. */
#ifndef HEDDLE_STATIC_STATIC_H
#define HEDDLE_STATIC_STATIC_H
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "ir/ir.h"

struct statics;
struct statics *static_open(const struct ir_program *program);
void static_close(struct statics *s);

/* ---- sets of instructions ---- */

struct static_set {
  uint64_t *words;
  uint32_t size; /* instructions of the program */
};
struct static_set static_set_new(const struct statics *s); /* empty; freed by the caller */
void static_set_free(struct static_set *set);
static inline bool static_set_has(const struct static_set *set, uint32_t ins) {
  return set->words[ins / 64] >> ins % 64 & 1;
}
static inline void static_set_add(struct static_set *set, uint32_t ins) {
  set->words[ins / 64] |= (uint64_t)1 << ins % 64;
}
uint32_t static_set_count(const struct static_set *set);

/* ---- code ---- */

bool static_is_live(const struct statics *s, uint32_t ins); /* may it be executed at all? */

/* The functions a call may reach (those of a direct call too); thread creation gives the start functions. */
uint32_t static_callees(const struct statics *s, uint32_t ins, const uint32_t **functions);
/* The call and creation instructions that may lead into a function. */
uint32_t static_callers(const struct statics *s, uint32_t function, const uint32_t **calls);
bool static_may_not_return(const struct statics *s, uint32_t function); /* exit, endless loop, wait, recursion, ... */

/* The instructions that decide whether this one is executed, within its function. */
uint32_t static_control(const struct statics *s, uint32_t ins, const uint32_t **deciders);
bool static_post_dominates(const struct statics *s, uint32_t later, uint32_t earlier); /* of one function */
bool static_dominates(const struct statics *s, uint32_t earlier, uint32_t later);      /* of one function */

/* ---- memory ---- */

enum static_object_kind {
  STATIC_GLOBAL,   /* index: global */
  STATIC_TLS,      /* index: global; one object per thread */
  STATIC_FUNCTION, /* index: function */
  STATIC_STACK,    /* index: the alloca */
  STATIC_HEAP, /* index: the allocating call, in the innermost function that is not of the library if that is known */
  STATIC_VARIABLE,  /* index: function; its variable arguments */
  STATIC_ARGUMENTS, /* argv, the environment and standard input */
  STATIC_RESULT,    /* what threads return */
  STATIC_ANYTHING,  /* an address that comes from an input: any object */
};

struct static_place {
  enum static_object_kind kind;
  uint32_t index;
  uint32_t object; /* number of the abstract object */
  int64_t offset;  /* in bytes; modulo stride if stride != 0 */
  uint32_t stride; /* 0: exactly at offset; 1: anywhere in the object */
};

/* Where an instruction may read or write: up to `room` places; returns how many there are. */
uint32_t static_reads(const struct statics *s, uint32_t ins, struct static_place *places, uint32_t room);
uint32_t static_writes(const struct statics *s, uint32_t ins, struct static_place *places, uint32_t room);

bool static_object_is_shared(const struct statics *s, uint32_t object); /* may two threads access it? */
bool static_is_shared_access(const struct statics *s, uint32_t ins);    /* may it access such an object? */
/* May two instructions be executed at the same time by two threads? */
bool static_in_parallel(const struct statics *s, uint32_t a, uint32_t b);

/* ---- dependences ---- */

enum static_edge {
  STATIC_START,    /* the chain begins here */
  STATIC_DATA,     /* through a register */
  STATIC_MEMORY,   /* through memory, in one thread */
  STATIC_THREAD,   /* through memory or synchronisation, perhaps from one thread to another */
  STATIC_CONTROL,  /* decides whether it is executed */
  STATIC_CALL,     /* calls the function it is in, or hands it an argument */
  STATIC_RETURN,   /* gives a call its result, or lets it return */
  STATIC_CREATION, /* starts the thread it is in, or hands it its argument */
};
const char *static_edge_text(enum static_edge edge);

/* How much of an instruction matters. */
enum static_relevance {
  STATIC_IRRELEVANT,
  STATIC_EXECUTED, /* only that it is executed: a call of something that matters, say */
  STATIC_CHECKED, /* that it is executed, and where it points: it may fail, but the value it moves has no influence. Of a call: that it
                      returns, whatever the result */
  STATIC_VALUE, /* all of it */
};
/* In a forward slice EXECUTED means that the result of a call is affected, CHECKED what the instruction computes (and whether a call
   returns), VALUE also whether it is executed. */

enum static_aim {
  STATIC_FAILING, /* whether the targets fail */
  STATIC_WHOLE,   /* all that they do */
};

struct static_slice;
/* What may influence the targets (they are included), respectively what the sources may influence. */
struct static_slice *static_backward(const struct statics *s, const struct static_set *targets, enum static_aim aim);
struct static_slice *static_forward(const struct statics *s, const struct static_set *sources);
void static_slice_free(struct static_slice *slice);
enum static_relevance static_relevance(const struct static_slice *slice, uint32_t ins);
bool static_is_relevant(const struct static_slice *slice, uint32_t ins);
struct static_set static_slice_set(const struct statics *s, const struct static_slice *slice); /* freed by the caller */

struct static_link {
  uint32_t ins;
  enum static_edge edge; /* how it depends on the link before; STATIC_START in the first one */
};
/* The shortest chain of dependences by which `from` may influence `to`, `from` first; its length, 0 if there is none. The links
   are freed by the caller. */
uint32_t static_why(const struct statics *s, uint32_t from, uint32_t to, struct static_link **links);

/* ---- failure sites ---- */

/* Checks that add failure sites. All others are always among them: where a check is off, what it would find makes the verdict
   incomplete instead. */
struct static_checks {
  bool overflow, shift, leak, uninit, race;
};
/* Every instruction at which a run may fail, end early or become incomplete. */
struct static_set static_targets(const struct statics *s, const struct static_checks *checks);
/* Adds the calls on which the course of a run rests, whatever is looked for: which inputs are read, which threads there are and how
   they wait for each other, where the program ends. */
void static_add_course(const struct statics *s, struct static_set *set);

/* ---- looking at it ---- */

bool static_knows_function(const char *name); /* is it one of the interpreter's functions that are modelled? */

struct static_counts {
  uint64_t functions, instructions, live;     /* functions that can run; instructions; those that can run */
  uint64_t objects, shared, locations, nodes; /* of points-to */
  uint64_t accesses, cells, threads; /* memory instructions; different places; creation sites with their start */
};
struct static_counts static_count(const struct statics *s);
void static_print(const struct statics *s, const struct static_slice *slice, FILE *out); /* slice may be NULL */
#endif
