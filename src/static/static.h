/* What can be said about a program without running it: which code can run, who calls whom, what pointers may point to,
   which memory several threads can reach, and what depends on what. Everything is conservative: a dependence that is
   not reported does not exist in any execution, under two assumptions that the interpreter shares: an address computed
   from a pointer stays in the object of that pointer, and an access through a value that nobody wrote is a failure that
   ends its thread.

   Input: a program that ir_verify accepts. The analysis refers to it, so it must live as long. Instructions, blocks and
   functions are known by their index in the program. docs/static.md explains how it works. */
#ifndef HEDDLE_STATIC_STATIC_H
#define HEDDLE_STATIC_STATIC_H
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/checks.h"
#include "ir/ir.h"
#include "util/assert.h"

struct statics;
struct statics *static_open(const struct ir_program *program);
/* The same for a program of which is known where its runs fail: at `stops` (a bit per instruction) and nowhere else.
   What follows any other failure site does not depend on it; what follows a stop does, whatever kind of instruction it
   is. */
struct statics *static_open_knowing(const struct ir_program *program, const uint64_t *stops);
/* The same program with the same knowledge, and more: no wait for a lock, a signal or a change lasts for ever, and no
   loop goes on for ever. So nothing depends on whether they end. */
struct statics *static_open_ending(const struct statics *known);
void static_close(struct statics *s);
bool static_is_stop(const struct statics *s, uint32_t ins); /* one of the stops */

/* ---- sets of instructions ---- */

struct static_set {
  uint64_t *words;
  uint32_t size; /* instructions of the program */
};
struct static_set static_set_new(const struct statics *s); /* empty; freed by the caller */
void static_set_free(struct static_set *set);
static inline bool static_set_has(const struct static_set *set, uint32_t ins) {
  VERIFY(ins < set->size);
  // NOLINTNEXTLINE(clang-analyzer-core.NullDereference): words are there, since the program has instructions
  return set->words[ins / 64] >> ins % 64 & 1;
}
static inline void static_set_add(struct static_set *set, uint32_t ins) {
  VERIFY(ins < set->size);
  // NOLINTNEXTLINE(clang-analyzer-core.NullDereference): the same
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

uint32_t static_block_of(const struct statics *s, uint32_t ins);
/* The instructions that decide whether this one is executed, within its function. */
uint32_t static_control(const struct statics *s, uint32_t ins, const uint32_t **deciders);
bool static_post_dominates(const struct statics *s, uint32_t later, uint32_t earlier); /* of one function */
bool static_dominates(const struct statics *s, uint32_t earlier, uint32_t later);      /* of one function */
/* A stretch of instructions that is executed for certain after an instruction (itself at first, unless it ends one):
   the next one, again with its last instruction the one after. False: there is none. */
bool static_next_certain(const struct statics *s, uint32_t ins, uint32_t *first, uint32_t *last);

/* ---- memory ---- */

enum static_object_kind {
  STATIC_GLOBAL,   /* index: global */
  STATIC_TLS,      /* index: global; one object per thread */
  STATIC_FUNCTION, /* index: function */
  STATIC_STACK,    /* index: the alloca */
  STATIC_HEAP, /* index: the allocating call, in the innermost function that is not of the library if that is known */
  STATIC_POOL, /* every heap object, in a program with so many that they are not told apart */
  STATIC_VARIABLE,  /* index: function; its variable arguments */
  STATIC_ARGUMENTS, /* argv, the environment and standard input */
  STATIC_RESULT,    /* what threads return */
  STATIC_ANYTHING,  /* an address that comes from an input: any object */
};

struct static_location {
  enum static_object_kind kind;
  uint32_t index;
  uint32_t object; /* number of the abstract object */
  uint32_t stride; /* 0: exactly at offset; 1: anywhere in the object */
  int64_t offset;  /* in bytes; modulo stride if stride != 0 */
  uint64_t width;  /* bytes; 0: unknown, up to the whole object */
};

/* Where an instruction may read or write: up to `room` locations; returns how many there are. */
uint32_t static_reads(const struct statics *s, uint32_t ins, struct static_location *locations, uint32_t room);
uint32_t static_writes(const struct statics *s, uint32_t ins, struct static_location *locations, uint32_t room);
bool static_locations_overlap(const struct static_location *a,
                              const struct static_location *b); /* may they share a byte? */
/* Where an operand of an instruction may point; the same. */
uint32_t static_points(const struct statics *s, uint32_t ins, ir_value operand, struct static_location *locations,
                       uint32_t room);

/* The first byte of an object that a load, a store or a call of the thread library may access in it; INT64_MIN: not
 * known. */
int64_t static_lowest(const struct statics *s, uint32_t ins, uint32_t object);

/* May it point somewhere, and be a number too? Then it is taken to be no number (docs/static.md). */
bool static_is_mixture(const struct statics *s, uint32_t ins, ir_value operand);

bool static_object_is_shared(const struct statics *s, uint32_t object); /* may two threads access it? */
bool static_is_shared_access(const struct statics *s, uint32_t ins);    /* may it access such an object? */
/* The accesses to globals that no other thread can notice: nothing that conflicts with them may be executed at the same
   time. */
struct static_set static_alone(const struct statics *s); /* freed by the caller */
/* May two instructions be executed at the same time by two threads? */
bool static_in_parallel(const struct statics *s, uint32_t a, uint32_t b);

/* Accesses that no other thread can come between, by what is executed at the same time and which locks are held. */
struct static_guards;
struct static_guards *static_guards_open(const struct statics *s);
void static_guards_close(struct static_guards *g);
/* From where the thread was at its last synchronisation until its next one, nobody else makes an access that conflicts
   with this one (a load or store). */
bool static_is_guarded(struct static_guards *g, uint32_t ins);
/* May an access reach memory that only one thread can access, or that guarded accesses reach? */
bool static_is_mixed(struct static_guards *g, uint32_t ins);

/* Threads, by the instruction that creates them and their start function. The number of the first thread, and of what
   runs before and after main, is STATIC_MAIN; creation sites have the numbers 0 .. static_threads - 1. */
#define STATIC_MAIN IR_NONE
struct static_thread {
  uint32_t create, function; /* instruction; start function */
  bool many;                 /* may exist more than once */
};
uint32_t static_threads(const struct statics *s, const struct static_thread **threads);
bool static_executes(const struct statics *s, uint32_t thread, uint32_t function); /* may it? */
/* May `earlier` be executed by the one thread before, or at the same time as, `later` by the other one? The threads are
   different ones, or two of a kind of which there are many. */
bool static_may_precede(const struct statics *s, uint32_t earlier, uint32_t thread, uint32_t later, uint32_t other);

/* Adds every instruction that may access one of these globals (a flag for each), constants too, or take its address for
   a thread. */
void static_add_users(const struct statics *s, const uint8_t *globals, struct static_set *set);
/* Adds every instruction whose result may depend on the numbers that addresses are, that is, on where objects lie. */
void static_add_address_users(const struct statics *s, struct static_set *set);

/* What the user's code can tell about memory and threads that take the place of others; bits. */
enum static_tells {
  STATIC_TELLS_ADDRESSES = 1, /* the address of an object that may be freed is compared with another one */
  STATIC_TELLS_NUMBERS = 2,   /* a number is computed from it, by which it may be known later */
  STATIC_TELLS_THREADS = 4,   /* the identity of threads is compared */
};
unsigned static_tells(const struct statics *s);

/* Which threads nothing in the program can tell apart, by their start function; bits, one byte per function. */
enum static_alike {
  STATIC_ALIKE = 1,       /* if the first thread joins all of them at one go */
  STATIC_SAME_RESULT = 2, /* what they return is always the same */
  STATIC_NOT_JOINED = 4,  /* nobody joins anybody */
};
void static_find_alike(const struct statics *s, uint8_t *alike);
bool static_is_steady(const struct statics *s, uint32_t ins); /* what it reads is written by the first thread only */

/* What an instruction may do to the order of threads and the end of runs; bits. */
enum static_role {
  STATIC_SYNCHRONISES = 1, /* a call that works on a synchronisation object, creates or joins */
  STATIC_BLOCKS = 2,       /* may wait for others, in a call or in a loop */
  STATIC_ENDS = 4,         /* may end a thread, the program or the path */
  STATIC_ALLOCATES = 8,    /* makes an object, on the heap or on the stack */
  STATIC_FREES = 16,
  STATIC_ON_HEAP = 32, /* with ALLOCATES */
};
unsigned static_roles(const struct statics *s, uint32_t ins);

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
  STATIC_CHECKED,  /* that it is executed, and where it points: it may fail, but the value it moves has no influence. Of
                      a call: that it  returns, whatever the result */
  STATIC_VALUE,    /* all of it */
};
/* In a forward slice EXECUTED means that only its result is affected, of a call (or nothing of it, it hands an affected
   value on) or of an access at an address that is not affected; CHECKED what the instruction computes (and whether a
   call returns), VALUE also whether it is executed. */

enum static_aim {
  STATIC_FAILING, /* whether the targets fail */
  STATIC_WHOLE,   /* all that they do */
  STATIC_REACHED, /* whether and in which order they are executed */
};

struct static_slice;
/* What may influence the targets (they are included), respectively what the sources may influence. */
struct static_slice *static_backward(const struct statics *s, const struct static_set *targets, enum static_aim aim);
/* The same where it is known that nothing but the targets ever fails: a branch that leads to such a failure or goes on
   decides nothing. The targets must outlive the slice. */
struct static_slice *static_backward_only(const struct statics *s, const struct static_set *targets,
                                          enum static_aim aim);
struct static_slice *static_forward(const struct statics *s, const struct static_set *sources);
void static_slice_free(struct static_slice *slice);
enum static_relevance static_relevance(const struct static_slice *slice, uint32_t ins);
bool static_is_relevant(const struct static_slice *slice, uint32_t ins);
struct static_set static_slice_set(const struct statics *s, const struct static_slice *slice); /* freed by the caller */

/* A forward slice that grows: sources can be added at any time, and what they reach is handed out one by one. */
struct static_reached {
  uint32_t ins;
  enum static_relevance level;
  bool open; /* if it is a return, in whatever call of its function */
};
struct static_slice *static_forward_open(const struct statics *s);
void static_forward_add(struct static_slice *slice, struct static_reached source);
void static_forward_add_argument(struct static_slice *slice, uint32_t call,
                                 uint32_t position);                             /* only what it is given */
bool static_forward_next(struct static_slice *slice, struct static_reached *at); /* false: nothing new */

struct static_link {
  uint32_t ins;
  enum static_edge edge; /* how it depends on the link before; STATIC_START in the first one */
};
/* The shortest chain of dependences by which `from` may influence `to`, `from` first; its length, 0 if there is none.
   The links are freed by the caller. */
uint32_t static_why(const struct statics *s, uint32_t from, uint32_t to, struct static_link **links);
/* The chain by which a slice that grows came to an instruction from the nearest source, the source first. */
uint32_t static_slice_chain(const struct static_slice *slice, uint32_t ins, struct static_link **links);

/* ---- failure sites ---- */

/* Every instruction at which a run may fail, end early or become incomplete. `checks` (base/checks.h) add sites; those
   of standard checks are always among them: where one is off, what it would find makes the verdict incomplete. */
struct static_set static_targets(const struct statics *s, uint32_t checks);
/* Adds the calls that make the skeleton of a run, whatever is looked for: which inputs are read, which threads there
   are and how they wait for each other, where the program ends. */
void static_add_skeleton(const struct statics *s, struct static_set *set);

/* ---- looking at it ---- */

bool static_knows_function(const char *name); /* is it one of the interpreter's functions that are modelled? */

struct static_counts {
  uint64_t functions, instructions, live;     /* functions that can run; instructions; those that can run */
  uint64_t objects, shared, locations, nodes; /* of points-to */
  uint64_t accesses, cells, threads; /* memory instructions; different locations; creation sites with their start */
};
struct static_counts static_count(const struct statics *s);
void static_print(const struct statics *s, const struct static_slice *slice, FILE *out); /* slice may be NULL */
void static_dump(const struct statics *s, FILE *out); /* threads, objects, and the accesses of each function */
#endif
