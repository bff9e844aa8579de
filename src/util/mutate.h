/* Mutants: rules of the engine broken one at a time, to see that the oracle notices. tests/oracle/mutants builds heddle
   with -DHEDDLE_MUTANTS: there HEDDLE_MUTANT=NUMBER in the environment says which rule is broken. In every other build
   MUTATED() is false at compile time and leaves nothing behind. */
#ifndef HEDDLE_UTIL_MUTATE_H
#define HEDDLE_UTIL_MUTATE_H

/* X(NAME, what is wrong, what a program must have in its threads to show it), numbered from 1. */
#define MUTATIONS(X)                                                                                                   \
  X(SLEEP, "a thread stays in the sleep set after a dependent event", "")                                              \
  X(BLOCKED, "pending operations of blocked threads do not race", "wait|lock")                                         \
  X(CAS, "a compare-and-swap counts as a read", "compare")                                                             \
  X(PUBLISH, "objects are not published when their address is stored", "malloc")                                       \
  X(JOIN, "the end of a thread does not happen before it is joined", "")                                               \
  X(FREE, "free() is no visible operation", "free")                                                                    \
  X(SCOPE, "the end of a block is no visible operation", "&here")                                                      \
  X(UNINIT, "a copy of what nobody wrote has a value of its own", "none")                                              \
  X(GHOST, "a failure ends the run for the other threads too", "assert")                                               \
  X(SYMBOLIC, "an access at a symbolic index touches the first element only", "\\[in\\]")                              \
  X(FRESH, "races of the last event of a run are forgotten", "")                                                       \
  X(DEMAND, "a thread in the sleep set forgets races that only some inputs lead to", "in")                             \
  X(BOUND, "what a bound on the rounds of a loop leaves out is forgotten", "")                                         \
  X(SHARE_MANY, "two threads that run the same function count as one where it is asked what they share", "")           \
  X(SILENT_STATE, "what says nothing about the object of a wait is taken to have met it in state 0", "sem_")           \
  X(SUMMARY_ADDRESS, "summaries do not say which addresses they are about", "")                                        \
  X(SUMMARY_CUT, "what a summary cuts has no footprint", "")                                                           \
  X(SUMMARY_SIDES, "of several threads one without a failure is enough for a summary", "")                             \
  X(SUMMARY_WAITING, "summaries do not say who can go on", "wait|lock")                                                \
  X(SUMMARY_OWNER, "summaries do not say who holds a mutex", "lock")                                                   \
  X(SUMMARY_LINEAR, "a comparison with a larger sum is taken to be implied by one with a smaller", "")                 \
  X(SUMMARY_FAILURE, "a failure below does not spoil a summary", "")                                                   \
  X(SUMMARY_TARGETS, "summaries made for fewer targets are used for more", "")                                         \
  X(SLICE_BRANCH, "a side is left out where it matters", "")                                                           \
  X(TIMEOUT, "a wait times out only where it gets the mutex at once", "timedwait")                                     \
  X(WRITER, "a waiting writer does not keep readers out", "rwlock")                                                    \
  X(INCREMENTAL_FORWARD,                                                                                               \
    "of two versions: only what the change affects is explored in all ways, not what decides about that", "")          \
  X(INCREMENTAL_SLICE,                                                                                                 \
    "of two versions: summaries are kept where their own instructions have no influence on the change", "")            \
  X(INCREMENTAL_FOOTPRINT, "of two versions: summaries are kept although code below them has changed", "")             \
  X(INCREMENTAL_PRECISION, "of two versions: summaries of a less precise slice are kept", "")                          \
  X(INCREMENTAL_FAILURES, "of two versions: what failed in the old one is not looked at again", "")                    \
  X(INCREMENTAL_DELETED, "of two versions: what was deleted affects nothing", "")                                      \
  X(INCREMENTAL_ORDER, "of two versions: one schedule is taken to be enough although the order decides", "")           \
  X(REUSE_NEVER, "freed memory and ended threads never give their place to others", "free")                            \
  X(REUSE_ORDER, "it does not matter whether memory is freed before or after another thread allocates", "free")        \
  X(INCREMENTAL_PLACE, "of two versions: a failure at a place where the old one fails too is never new", "")           \
  X(INCREMENTAL_UNSHOWN, "of two versions: a failure is called new without executing it on the old one", "")           \
  X(SUITE_RANGE, "of a suite: a test is lost where the tests of a path are divided", "")                               \
  X(SUITE_CORES, "of a suite: a core of the unsat cache is used without one of its conditions", "")                    \
  X(SUITE_KEPT, "of a suite: a test is kept although its path is gone", "")                                            \
  X(SUITE_END, "of a suite: a test is kept although its run ends otherwise now", "")                                   \
  X(SUITE_UNIT, "of a suite: sides that no test takes belong to no unit", "")                                          \
  X(WEAK, "a weak compare-and-swap never fails without a reason", "weak|, 1, __ATOMIC")                                \
  X(TEAR, "a block of memory is copied in one step", "mem|copy|spread")                                                \
  X(STATEFUL_PENDING, "operations that wait for ever are not in a footprint", "wait|lock")                             \
  X(STATEFUL_RACES, "a state is cut although something behind it races with something before", "")                     \
  X(STATEFUL_CUT, "a state that is cut has no footprint", "")                                                          \
  X(STATEFUL_ENABLER, "a thread that waits is left out instead of whom it waits for", "wait|lock|join")                \
  X(STATEFUL_MUTEX, "what is behind a mutex that anybody holds is taken to come later", "lock")                        \
  X(STATEFUL_JOIN, "what is behind any join is taken to come later", "")                                               \
  X(STATEFUL_CYCLE, "a state that is met again behind itself has an empty footprint", "")                              \
  X(STATEFUL_REGISTERS, "registers are no part of a state", "")                                                        \
  X(STATEFUL_PATH, "the path condition is no part of a state", "in")                                                   \
  X(EQUIVALENCE_VISIBLE, "of two versions: code is equivalent although it reads what others write another time", "")   \
  X(EQUIVALENCE_ALIAS, "of two versions: code is equivalent if memory that may be the same is not", "")                \
  X(EQUIVALENCE_FAILURE, "of two versions: code is equivalent although one of them divides by zero", "")               \
  X(EQUIVALENCE_LIVE, "of two versions: code is equivalent although a variable is not the same behind it", "")         \
  X(ANCESTOR_PROVED, "of two versions: any earlier version is taken to do the same as the new one", "")                \
  X(EQUIVALENCE_ARGUMENT, "of two versions: no argument is 0", "")                                                     \
  X(EQUIVALENCE_RESULT, "of two versions: what a function of the library returns is never 0, or always", "")           \
  X(EQUIVALENCE_EXCUSE, "of two versions: any difference counts for nothing, as if the old version failed", "")        \
  X(EQUIVALENCE_FAILED, "of two versions: equivalent code in which the old one fails is not looked at again", "")      \
  X(DIVERGENCE_LIVE, "of two versions: only variables that the new one reads are compared", "")                        \
  X(DIVERGENCE_FORK, "of two versions: a difference that depends on inputs is none", "")                               \
  X(DIVERGENCE_BIT, "of two versions: whether a run has diverged is no part of its state", "")                         \
  X(DIVERGENCE_STOP, "of two versions: a run that stops undiverged has no footprint", "")                              \
  X(DIVERGENCE_DELETED, "of two versions: deleted code is no place where they differ", "")                             \
  X(DIVERGENCE_INWARD, "of two versions: new code is passed over though others read what it computes", "")             \
  X(ALIKE_SELF, "threads that ask who they are count as alike", "self")                                                \
  X(ALIKE_ADDRESS, "threads whose addresses are looked at as numbers count as alike", "&own|malloc")                   \
  X(ALIKE_RESULT, "threads count as alike although what they return is read", "own = 2")                               \
  X(ALIKE_JOINS, "threads count as alike although only some of them are joined", "own = 2")                            \
  X(ALIKE_BETWEEN, "threads count as alike although something happens between two joins", "own = 2")                   \
  X(ALIKE_OWNER, "who holds a lock is not renamed where threads are exchanged", "lock")                                \
  X(ALIKE_POINTER, "addresses in memory are not renamed where threads are exchanged", "&own|malloc")                   \
  X(ALIKE_FOOTPRINT, "a footprint is not renamed where threads are exchanged", "own = 2")                              \
  X(ALIKE_SKIPPED, "of equal threads one is tried, and what follows the others is left out", "own = 2")                \
  X(AWAIT_REGISTERS, "a loop waits although it changes its own variables", "while")                                    \
  X(AWAIT_RACE, "an await is never tried before the write that let it pass", "while")                                  \
  X(AWAIT_TOLD, "a read in a loop that waits is never part of a data race", "while")                                   \
  X(MOVED_RIGID, "of two versions: accesses to more than a member that has another place are not changed", "")         \
  X(MOVED_STEP, "of two versions: any constant that is added to an address is the same member", "")                    \
  X(MOVED_NUMBER, "of two versions: what computes with addresses of members that moved is not changed", "")            \
  X(KNOWN_CUT, "of two versions: a state of the old one that is cut has no footprint", "")                             \
  X(KNOWN_CODE, "of two versions: a state of the old one is cut although code behind it has changed", "")              \
  X(KNOWN_FAILED, "of two versions: a state of the old one is cut although something fails behind it", "")             \
  X(CLOCK, "what threads share inside the library is not visible", "clock|rand")                                       \
  X(EQUIVALENCE_PART, "of two versions: what was executed in part only is equivalent if another region with it is",    \
    "")                                                                                                                \
  X(KNOWN_NEW, "of two versions: the new one is taken to be known although constants are not the same", "")            \
  X(KNOWN_STANDS, "of two versions: the old one's failures are taken to be the new one's, whatever is affected", "")   \
  X(SHARED_CUT, "a state that another process has finished has no footprint where it is cut", "")                      \
  X(SHARED_MUTEX, "operations of a shared footprint are taken to come behind every mutex", "mutex")                    \
  X(DIVISION_OFFERED, "a branch that was given to another machine counts as explored", "")                             \
  X(PARCEL_FOOTPRINT, "a state comes from another machine without its footprint", "")                                  \
  X(PARCEL_HINT, "a state that another machine is at work on counts as finished", "")                                  \
  X(DIVERGENCE_OPERANDS, "of two versions: operations of one kind are the same whatever they are given", "")           \
  X(DIVERGENCE_MEMORY, "of two versions: what only the old one writes is not compared", "")                            \
  X(DIVERGENCE_VISIBLE, "of two versions: an operation that only one of them comes to is no difference", "")           \
  X(DIVERGENCE_OWN, "of two versions: what a variable of the new one decides is not looked at", "")                    \
  X(DIVERGENCE_FIXED, "of two versions: a run stops although a place is ahead at which the old one failed", "")        \
  X(DIVERGENCE_SLICE, "of two versions: what changed code reads has no influence", "")                                 \
  X(KNOWN_PRECISION, "of two versions: a state of the old one is cut although more matters behind it now", "")         \
  X(AUGMENT_CLAIM, "an order that was tried covers its pair, whatever its run did", "")                                \
  X(MARKS_THREADS, "of two versions: what other threads may still come to need not have been seen", "")                \
  X(SPIN_KEPT, "who writes what is there already wakes threads that go round in a loop", "spin")                       \
  X(DIVERGENCE_PROVED, "of two versions: a proof counts although what was deleted failed in the old one", "")          \
  X(KNOWN_CONSTANT, "of two versions: a constant with other contents is at the place of the old one", "")              \
  X(EQUIVALENCE_EXIT, "of two versions: nobody calls the program's own exit behind main", "")                          \
  X(GUARDED_LOCK, "of two versions: whoever holds a lock is alone, whatever others hold", "")                          \
  X(EQUIVALENCE_MIXED, "of two versions: a pointer that may lead to private memory is taken to lead elsewhere", "")    \
  X(EQUIVALENCE_OWN, "of two versions: bytes that the old one reads count as the new one's own", "")                   \
  X(EQUIVALENCE_COVERED, "of two versions: an access that only the new one makes is taken to be possible", "")

enum mutation {
  MUTATE_NOTHING,
#define X(name, text, needs) MUTATE_##name,
  MUTATIONS(X)
#undef X
};

#ifdef HEDDLE_MUTANTS
extern int mutate_number; /* set before main */
#define MUTATED(name) (mutate_number == MUTATE_##name)
#else
#define MUTATED(name) 0
#endif
#endif
