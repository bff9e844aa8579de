/* The machine: one mutable program state, executed forward by the interpreter and taken back by the trail.

   The machine runs until a path ends. Where an input decides how to go on it takes the side of the current model and
   leaves a choice behind; vm_backtrack returns to the newest choice that has a side left. What happens at a failure is
   the host's business (struct vm_host). */
#ifndef HEDDLE_VM_VM_H
#define HEDDLE_VM_VM_H
#include "base/options.h"
#include "base/result.h"
#include "ir/ir.h"
#include "smt/smt.h"
#include "sym/sym.h"
#include "vm/log.h"

struct vm;

enum vm_end {
  VM_EXITED,     /* the program ended by itself */
  VM_FAILED,     /* nothing can follow the failure that was reported */
  VM_INFEASIBLE, /* an assumption excludes every continuation */
  VM_CUT,        /* a limit or an unsupported construct; the host was told why */
  VM_STOPPED,    /* the host asked to stop everything */
  VM_COVERED,    /* the host knows that nothing follows that was not seen */
  VM_YIELDED,    /* the thread is before a visible operation, blocked, or finished: somebody must choose who goes on */
};

/* Kinds of visible operations: X(NAME, text). */
#define VM_OPERATIONS(X)                                                                                               \
  X(READ, "read")                                                                                                      \
  X(WRITE, "write")                                                                                                    \
  X(UPDATE, "update")                                                                                                  \
  X(LOCK, "lock")                                                                                                      \
  X(UNLOCK, "unlock")                                                                                                  \
  X(TRYLOCK, "trylock")                                                                                                \
  X(RDLOCK, "read lock")                                                                                               \
  X(WAIT, "wait")                                                                                                      \
  X(TIMEOUT, "time out")                                                                                               \
  X(WAKE, "wake up")                                                                                                   \
  X(SIGNAL, "signal")                                                                                                  \
  X(ACQUIRE, "acquire")                                                                                                \
  X(RELEASE, "release")                                                                                                \
  X(ARRIVE, "arrive")                                                                                                  \
  X(LEAVE, "leave")                                                                                                    \
  X(INIT, "init")                                                                                                      \
  X(QUEUE, "queue")                                                                                                    \
  X(ATOMIC, "atomic section")                                                                                          \
  X(JOIN, "join")                                                                                                      \
  X(SPIN, "wait for a change")                                                                                         \
  X(EXIT, "exit")

enum vm_operation {
#define X(name, text) VM_OP_##name,
  VM_OPERATIONS(X)
#undef X
      VM_OP_COUNT
};
const char *vm_operation_text(enum vm_operation kind);

/* One visible operation: up to two ranges of memory that it reads or writes. Two operations of different threads depend
   on each other if ranges overlap of which one is written, or if one of them may touch anything. */
struct vm_range {
  uint64_t address, size; /* size 0: none */
  bool write;
};
struct vm_op {
  uint8_t kind;     /* enum vm_operation */
  bool everything;  /* may touch any memory: an atomic section before it runs */
  bool approximate; /* the range is only an enclosure: the address depends on inputs */
  bool irrelevant;  /* what it moves has no influence on any failure: it depends on nothing, except as part of a data
                       race */
  bool alone;       /* no other thread can notice it: irrelevant, and part of no data race */
  bool atomic;      /* never part of a data race */
  bool acquires, releases; /* what was released before is visible after what acquires */
  uint8_t fences;          /* enum vm_fence, bits: what the thread did since its operation before */
  bool blocking;           /* may have to wait: enabled only in some states of its object */
  bool awaits;             /* a read in a loop, enabled only if the value makes it do more than go round */
  bool tells;              /* state: the value at the place that is read or written */
  bool kept;               /* WRITE, UPDATE, afterwards: it wrote what was there already */
  uint8_t sync;            /* enum vm_sync: what kind of object range[0] is */
  uint32_t ins;
  struct vm_range range[2];
  uint64_t ordinal; /* how many instructions of ir_is_hook the thread had executed in the user's code before */
  uint32_t after;   /* WAKE, TIMEOUT: number of the event that woke it (the scheduler's count then), or IR_NONE;
                       0: it needs no event of others */
  uint64_t ticket;  /* LEAVE: the round in which it arrived; JOIN: the thread to join; SIGNAL, afterwards: number + 1 of
                       the thread it woke */
  uint64_t state;   /* sync: its object's state before the operation, as vm_op_enabled_in takes it */
};
static inline void vm_op_keep(struct vm_op *op, uint64_t address) {
  bool writes = op->kind == VM_OP_UPDATE || op->kind == VM_OP_WRITE;
  op->kept |= writes && !op->everything && !op->approximate && op->range[0].address == address;
}
/* Addresses that stand for what is free to be handed out again, where no object can be: never part of a data race. */
#define VM_POOL ((uint64_t)1 << 62)
static inline bool vm_op_has_pool(const struct vm_op *op) {
  return (op->range[0].address | op->range[1].address) >= VM_POOL;
}
/* Words in the memory of synchronisation objects. All zeros is no spin lock (natively one that is taken). */
#define VM_DESTROYED 0xdead0000u
#define VM_SPIN_FREE 0x5f12ee00u

/* Of the state of a read-write lock: who writes, and the first who waits to write while others read, as number + 1 or
   0. */
static inline uint32_t vm_rw_writer(uint64_t state) { return (uint32_t)(state >> 48); }
static inline uint32_t vm_rw_first(uint64_t state) { return (uint32_t)(state >> 32) & 0xffff; }

/* Fences are no operations of their own: they only add to what those before and behind them order. */
enum vm_fence {
  VM_FENCE_ACQUIRE = 1,
  VM_FENCE_RELEASE = 2,
  VM_FENCE_BOTH = 4, /* a release fence behind an acquire fence */
  VM_FENCE_BORN =
      8, /* first operation: the thread was created behind an acquire fence that follows its creator's operation */
  VM_FENCE_MOVED = 16, /* not the first operation */
};
enum vm_sync {
  VM_SYNC_NONE,
  VM_SYNC_MUTEX,
  VM_SYNC_SEMAPHORE,
  VM_SYNC_READ,
  VM_SYNC_WRITE,
  VM_SYNC_SPIN,
  VM_SYNC_BARRIER,
  VM_SYNC_ONCE
};

enum vm_thread_status {
  THREAD_NONE,    /* not created in this state */
  THREAD_LOCAL,   /* has something to do that nobody else sees */
  THREAD_READY,   /* before the visible operation `op` */
  THREAD_DONE,    /* finished */
  THREAD_STOPPED, /* its failure ended the program; the others only go on to show what they might have done before */
};

/* Who keeps the events of a run: the visible operations that have happened. May be all NULL: nobody does. */
struct vm_events {
  void *context;
  uint64_t (*mark)(void *context);  /* somebody will come back here; the lower half: number of events so far */
  uint32_t (*count)(void *context); /* only that number; there if `mark` is */
  void (*rewind)(void *context, uint64_t mark, bool schedule); /* to a mark; schedule: to a choice of a thread */
  /* A range that an atomic section touched; approximate: only an enclosure. */
  void (*touched)(void *context, const struct vm_range *range, bool approximate);
  void (*picked)(void *context, uint32_t thread);                 /* a signal has woken this thread */
  void (*kept)(void *context, uint32_t thread, uint64_t address); /* its update there left everything as it was */
  /* Has another thread, since that mark, touched something in conflict with what this thread did between two marks?
     NULL: threads never wait for a change. */
  bool (*disturbed)(void *context, uint32_t thread, uint32_t from, uint32_t to);
  uint64_t (*loop_hash)(void *context, uint32_t from, uint32_t to); /* of the operations between two marks */
};

/* What a search over many paths is told and asked. Each may be NULL: nobody asks, the answer is no. */
struct vm_search {
  void *context;
  bool rounds; /* a thread goes round in a loop that waits; else it waits for a change (await.c) */
  /* The path is longer than vm_bound_steps allows: the running thread goes no further. NULL: that is incomplete. */
  void (*bounded)(void *context);
  /* The running thread is before the join of a thread that has ended, where only main joins. True: that has happened,
     go on. False: it stops there as before any visible operation. */
  bool (*immediate)(void *context);
  bool (*alone)(void *context); /* the same before an operation that no other thread can notice */
  /* A branch on an input with two possible sides: is everything behind it known already? */
  bool (*covered)(void *context);
  /* One of two possible sides of a decision on an input: is all that follows it explored, or will be, elsewhere? */
  bool (*redundant)(void *context, sym_id side);
  /* A choice is about to be pushed: what follows, in the log from that length on, is one side of it. every: each side
     counts, not only the one whose condition holds. */
  void (*chosen)(void *context, bool schedule, bool every, uint32_t log);
  /* Where a term is enumerated value by value and several processes share the work: the value that all of them begin
     with. False: there is none, the model's. */
  bool (*agreed_value)(void *context, sym_id term, uint64_t *value);
  /* What follows is decided by the model, which other processes do not have: the work cannot be shared. */
  void (*indivisible)(void *context);
};

/* What the machine tells its owner. Texts live until the call returns. */
/* Coverage of an instruction: how often control came to it from elsewhere, and went elsewhere from it. Within a block
   all others come to it from the one before. */
struct vm_flow {
  uint64_t came, left;
};

struct vm_host {
  void *context;
  /* A failure on the current path, under the solver's current model. */
  void (*failure)(void *context, enum failure_kind kind, const char *message, const char *detail);
  /* The verdict cannot be complete; the place is that of the current instruction. */
  void (*incomplete)(void *context, const char *reason);
  /* A failure that may need writes of an atomic section that could not go on: it counts if it is seen without them,
     too; else nobody knows. NULL: the verdict cannot be complete. */
  void (*unconfirmed)(void *context, enum failure_kind kind, const char *message, const char *reason);
  /* Called every few hundred thousand instructions: true to stop. */
  bool (*poll)(void *context);
  /* What the program prints: bytes that depend on inputs are shown as '?'. NULL: nobody reads it. */
  void (*output)(void *context, int fd, const char *bytes, size_t count);
  /* The `size` bytes of the next input of this name, or NULL to leave it symbolic. NULL: all inputs are. */
  const uint8_t *(*input)(void *context, const char *name, uint32_t size, enum sym_input_kind kind);
  const struct ktest *pinned;    /* symbolic inputs have the values that this test has for them; NULL: none */
  const struct statics *statics; /* what is known of the program statically; NULL: nothing */
  enum explore_watch watch;      /* what is told of accesses, see vm_accesses */
  bool watch_branches;           /* the log (vm/log.h) is on from the start */
  struct vm_flow *flow;          /* per instruction; NULL: nobody wants coverage */
  struct vm_events events;
  struct vm_search search;
};

struct vm *vm_open(const struct ir_program *program, const struct explore_config *config, struct sym *sym,
                   struct smt *smt, const struct vm_host *host);
void vm_close(struct vm *vm);

/* Verifying builds: accesses are compared with what the analysis says of them. It must outlive the machine. */
struct statics;
void vm_verify_with(struct vm *vm, const struct statics *statics);

/* No thread begins more instructions when a path has this many. 0: no bound. */
void vm_bound_steps(struct vm *vm, uint64_t steps);
uint64_t vm_path_steps(const struct vm *vm); /* instructions of the path, as of the last poll */

enum vm_end vm_run(struct vm *vm); /* the running thread, to the end of the path or to where it yields */

/* Back to the newest choice: one of the machine's own (a side of a decision is taken, go on with vm_run), one of the
   scheduler's (the state is as when it was pushed), or none is left. */
enum vm_back { VM_BACK_NONE, VM_BACK_DECISION, VM_BACK_SCHEDULE };
enum vm_back vm_backtrack(struct vm *vm);
void vm_push_schedule(struct vm *vm);
enum vm_end vm_end_program(struct vm *vm); /* the EXIT operation: nobody else has anything left to do */

/* Threads. Numbers follow from names, so the same thread has the same number on every path; there may be gaps. */
uint32_t vm_thread_count(const struct vm *vm); /* numbers are below this */
uint32_t vm_current_thread(const struct vm *vm);
enum vm_thread_status vm_thread_status(const struct vm *vm, uint32_t thread);
const struct vm_op *vm_thread_op(struct vm *vm, uint32_t thread); /* brought up to date with the current state */
const struct vm_op *vm_thread_waits(const struct vm *vm,
                                    uint32_t thread); /* the same as it was when the thread came to it */
enum vm_operation vm_thread_kind(const struct vm *vm, uint32_t thread); /* of its operation */
bool vm_thread_enabled(const struct vm *vm, uint32_t thread);
bool vm_thread_possible(const struct vm *vm,
                        uint32_t thread); /* enabled, or would be if it did not go round in a loop that waits */
bool vm_thread_awaits(const struct vm *vm,
                      uint32_t thread); /* possible, but would only go round in a loop that reads once (await.c) */
bool vm_thread_can_go(const struct vm *vm,
                      uint32_t thread); /* is there such a thread, and can it do something that others see? */
bool vm_continue_local(
    struct vm *vm); /* one that has something to do that nobody else sees goes on; false: there is none */
uint32_t vm_thread_joined(const struct vm *vm, uint32_t thread); /* JOIN: whom it waits for */
bool vm_has_fences(const struct vm *vm);                         /* the program has: else no operation has any */
bool vm_has_sections(const struct vm *vm);                       /* atomic ones */
bool vm_renews(const struct vm *vm);                             /* memory may be handed out again */
/* The scheduler's count when that was done to what lies there; 0: it was not. */
uint32_t vm_renewed(const struct vm *vm, uint64_t address);
uint8_t vm_thread_fences(const struct vm *vm, uint32_t thread); /* since its last operation */
uint32_t vm_thread_born(const struct vm *vm, uint32_t thread);  /* the scheduler's count when it was created */
uint32_t vm_find_thread(const struct vm *vm, const char *name); /* number or IR_NONE */
uint32_t vm_expect_thread(struct vm *vm, uint32_t parent,
                          uint32_t birth); /* its number, before it is created; IR_NONE: too many */
const char *vm_name_of_thread(const struct vm *vm, uint32_t thread);
/* Whom the next signal wakes, instead of trying each (IR_NONE). */
#define VM_PICK_NOBODY (IR_NONE - 1)
void vm_pick(struct vm *vm, uint32_t thread);
uint32_t vm_mutex_owner(const struct vm *vm, uint64_t address); /* IR_NONE: nobody holds it */
bool vm_joins_compete(const struct vm *vm);                     /* somebody but main may join or detach a thread */
bool vm_has_failed(const struct vm *vm);  /* some thread has; the others only show what they could have done before */
bool vm_is_threaded(const struct vm *vm); /* there are threads that nobody has joined */
/* A signal was sent that no thread has got: those that wait might be interrupted, which the models cannot do. */
bool vm_awaits_signal(const struct vm *vm);
/* A thread waits that a timer would interrupt which was chosen not to ring meanwhile: another run has that. */
bool vm_awaits_timer(const struct vm *vm);
bool vm_is_halted(const struct vm *vm);        /* some thread goes no further, though nothing failed */
enum vm_end vm_final_end(const struct vm *vm); /* how a run ends in which nobody can go on */
void vm_continue(struct vm *vm, uint32_t thread,
                 bool grant); /* makes it the running one; grant: its operation happens now */
/* Would a blocking operation have been possible when the object was in that state? */
bool vm_op_enabled_in(const struct vm_op *op, uint32_t thread, uint64_t state);
bool vm_await_passes(struct vm *vm, uint32_t thread, uint64_t value); /* the same of an await and a value */
/* What a deadlock looks like: who waits for what, held by whom. */
void vm_describe_deadlock(struct vm *vm, char *text, size_t capacity);
void vm_look_at_waiting(
    struct vm *vm); /* at one that waits: for something else than another thread's end, if there is one */
void vm_look_at(struct vm *vm, uint32_t thread); /* reports speak of that thread; only at the end of a run */

/* What a replay looks at to explain a run. */
enum vm_where_kind { VM_WHERE_GLOBAL, VM_WHERE_LOCAL, VM_WHERE_HEAP, VM_WHERE_FUNCTION, VM_WHERE_OTHER };
struct vm_where {
  enum vm_where_kind kind;
  const char *name;      /* of the variable or function; "" if it has none */
  uint64_t offset, size; /* in the object; of the object */
  uint32_t thread;       /* that made it: local, heap */
  uint32_t number;       /* heap: how many objects the thread made at that place before */
  uint32_t made_at;      /* instruction, or IR_NONE */
  uint32_t type;         /* of the source; 0: not known */
};
bool vm_locate(const struct vm *vm, uint64_t address,
               struct vm_where *where); /* false: no object, or a dead one without contents */
/* The function and register that a cell of a thread belongs to. False: none of a frame. */
bool vm_register_of(const struct vm *vm, uint32_t thread, uint32_t cell, uint32_t *function, uint32_t *reg);
bool vm_peek(const struct vm *vm, uint64_t address, uint32_t size, uint8_t *bytes); /* false: no concrete bytes there */
bool vm_thread_place(struct vm *vm, uint32_t thread,
                     struct result_frame *frame);                 /* innermost frame of the user's code */
uint32_t vm_thread_parent(const struct vm *vm, uint32_t thread);  /* IR_NONE: the first one */
uint32_t vm_thread_made_at(const struct vm *vm, uint32_t thread); /* instruction of the user's code, or IR_NONE */
bool vm_thread_left(const struct vm *vm, uint32_t thread); /* was created, and neither joined nor detached so far */

/* Accesses to memory in the order executed, if they are logged (vm_host.watch): every write, and reads of what
   others could have written. They are taken back with the trail. An update is a read and, if it changes something, a
   write. With WATCH_VALUES each visible read gives a new variable, whose value in the current model is what was read:
   what depends on it is then a matter of these variables. */
struct vm_access {
  uint64_t address;
  uint64_t size;
  uint32_t ins, user; /* the instruction; the one of the user's code that called the library, or the same */
  uint32_t thread;
  bool write;
  bool visible;  /* a visible operation, or part of an atomic section */
  sym_id value;  /* of WATCH_VALUES, up to eight bytes: read or written; 0: not known */
  sym_id before; /* what was there, without new variables for it; 0: not known */
};
const struct vm_access *vm_accesses(const struct vm *vm, uint32_t *count);
uint32_t
vm_accesses_same(struct vm *vm); /* how many of them, from the first on, were never taken back since the last call */
bool vm_accesses_lost(const struct vm *vm); /* some were too many to be logged */

/* The path that has just ended, or is failing. */
struct vm_input {
  uint32_t input;      /* of sym */
  uint32_t name;       /* length of the name as the program gave it */
  uint32_t repetition; /* how many inputs of that name came before on the path */
  uint32_t ins;        /* of the user's code, where it was asked for; IR_NONE: before main */
};
uint32_t vm_inputs(const struct vm *vm);
sym_id vm_true(struct vm *vm);
uint32_t vm_path_length(const struct vm *vm);                        /* of the path condition: how many parts it has */
sym_id vm_path_condition(struct vm *vm, uint32_t from, uint32_t to); /* the conjunction of some of them */
bool vm_is_possible(struct vm *vm, sym_id side,
                    sym_id condition);      /* both together, on the current path; unknown counts as yes */
uint64_t vm_questions(const struct vm *vm); /* about unknown data, on all paths so far */
const struct sym_input *vm_input(const struct vm *vm, uint32_t i);
uint32_t vm_input_ins(const struct vm *vm, uint32_t i); /* see struct vm_input */
uint32_t vm_asking_ins(const struct vm *vm);            /* the same of an input that is asked for now */
uint64_t vm_final_hash(const struct vm *vm); /* at the end of a run: every thread's decisions and where it stands */
uint64_t vm_path_hash(const struct vm *vm, bool failing); /* failing: of the running thread alone */
uint32_t vm_call_stack(const struct vm *vm, struct result_frame *frames, uint32_t max, bool with_library);
/* Instructions of a thread's frames, innermost of the user's code first; how many were written. */
uint32_t vm_stack_of(const struct vm *vm, uint32_t thread, uint32_t *ins, uint32_t max);
struct result_frame vm_frame_at(const struct vm *vm, uint32_t ins); /* function and place of an instruction */
uint32_t vm_failing_ins(const struct vm *vm);                       /* innermost instruction of the user's code */
const char *vm_thread_name(const struct vm *vm);
uint64_t vm_depth(const struct vm *vm); /* choices that are open */

struct vm_counts {
  uint64_t instructions, choices, objects, memory_bytes;
};
struct vm_counts vm_counts(const struct vm *vm);

/* What has no influence on any target, one byte per instruction. VM_IRRELEVANT_GLOBAL: its accesses to variables that
   live for ever; VM_IRRELEVANT_ACCESS: all its accesses; these are not interleaved. VM_IRRELEVANT_BRANCH: its
   decisions; where an input would decide there, one side is taken and nothing is assumed. VM_ALONE: no other thread
   notices its accesses to variables that live for ever (static_alone); they are not interleaved either. VM_STEADY: see
   static_is_steady. The array belongs to the caller. */
enum { VM_IRRELEVANT_GLOBAL = 1, VM_IRRELEVANT_ACCESS = 2, VM_IRRELEVANT_BRANCH = 4, VM_ALONE = 8, VM_STEADY = 16 };
void vm_set_relevance(struct vm *vm, const uint8_t *relevance);
/* Is there a thread that has not ended and stands, in one of its frames, before an instruction with that bit? Calls
   under way count. The byte behind the last instruction stands for what the program does after main. */
bool vm_can_reach(const struct vm *vm, const uint8_t *bits, uint8_t bit);
/* The same, but of calls under way what follows them counts, and the bit `own` of the call: what is called is a
   frame of its own. */
bool vm_comes_to(const struct vm *vm, const uint8_t *bits, uint8_t bit, uint8_t own);
/* Where a thread is: its instruction, then those behind the calls under way; up to `room` of them. Returns how many
   there are. */
/* The least value, by instruction, of the places where the thread is or goes on after calls. */
uint16_t vm_thread_least(const struct vm *vm, uint32_t thread, const uint16_t *values);
uint32_t vm_thread_stack(const struct vm *vm, uint32_t thread, uint32_t *places, uint32_t room);
struct vm_range vm_global_range(const struct vm *vm, uint32_t global); /* all of it */
/* Memory that is no global, and that several threads may touch. */
void vm_visit_shared(const struct vm *vm, void (*visit)(void *context, uint64_t address, uint64_t size), void *context);
/* Where the running thread goes on in each of its frames: the innermost one with the instruction that it executes, the
   others behind their calls. How many; 0: before or after main, or there are more than `max`. */
uint32_t vm_continuations(const struct vm *vm, uint32_t *ins, uint32_t max);
/* The sides taken like that on the current path: inputs of the path that fulfil all of them make exactly this run. */
const sym_id *vm_irrelevant_conditions(const struct vm *vm, uint32_t *count);
bool vm_has_skipped(const struct vm *vm); /* an instruction without influence could not be executed, and was passed
                                             over: no inputs do */

/* Another version of the program. As long as a run is step for step one of the other version it has not diverged. The
   tables belong to the caller. */
struct vm_other {
  const struct ir_program *program;
  const uint32_t *entry;    /* per instruction of this version: the code differs from here on, and the other version is
                               there when this one is here. IR_NONE: it does not */
  const uint32_t *match;    /* per instruction of this version: the same one, from which both go on alike; IR_NONE */
  const uint32_t *alike;    /* per instruction of this version that changed: one that does the same if its operands have
                               the same values; IR_NONE */
  const uint32_t *back;     /* per function of this version: its match */
  const uint32_t *function; /* per function of the other one: its match */
  const uint32_t *global;   /* per global of the other one: its match, of the same size and contents */
  const uint32_t *reg;      /* per register of the other one: its match in the matched function */
  const uint8_t *own_global; /* per global of this version: it has no match */
};
void vm_set_other(struct vm *vm, const struct vm_other *other);
bool vm_has_diverged(const struct vm *vm); /* the current path */
/* How the current path has diverged; NULL: it has not. */
enum vm_difference {
  VM_DIFFERS_CONTROL,  /* the versions go on elsewhere, or do other things that can be seen */
  VM_DIFFERS_VARIABLE, /* of the function: `reg` of this version, IR_NONE: it has none */
  VM_DIFFERS_MEMORY,   /* at `address` */
  VM_DIFFERS_RESULT,   /* what the function returns */
  VM_DIFFERS_OPERAND,  /* what an operation is given */
};
struct vm_divergence {
  uint32_t thread;
  uint32_t entry, old_entry; /* where the code differs */
  uint32_t here, there;      /* where both were compared */
  enum vm_difference what;
  uint32_t function, reg;
  uint64_t address;
  bool old_known, new_known; /* concrete values: */
  uint64_t old_value, new_value;
  sym_id old_term, new_term; /* symbolic ones; 0: not */
};
const struct vm_divergence *vm_divergence(const struct vm *vm);
struct vm_beside_counts {
  uint64_t looks, diverged; /* at code that differs; of these */
};
struct vm_beside_counts vm_beside_counts(const struct vm *vm);

/* Where globals lie: per global its first slot in region 0, and one more: the first slot behind them. Those that are
   one per thread have none of their own. As long as vm_code_bytes of its largest id of a function is the same, another
   version of the program can have its globals in the same slots (ir.h: global_slots). */
void vm_global_slots(const struct ir_program *p, uint32_t *slots);
uint64_t vm_code_bytes(uint32_t functions);

/* Control: everything that says which instructions can come next, but no data. Two states in which all of it is equal
   differ in the contents of memory locations only. */
struct vm_control {
  uint64_t low, high; /* two independent hashes */
};
struct vm_control vm_thread_control(const struct vm *vm, uint32_t thread);
struct vm_control vm_common_control(const struct vm *vm);

/* The blocks of code that are executed, from vm_blocks_start on: those since the last question, each once. */
void vm_blocks_start(struct vm *vm);
const uint32_t *vm_blocks_take(struct vm *vm, uint32_t *count);
/* And those that have a part in what the thread does next, though nothing of them was executed yet: where it stands,
   and what was looked at ahead of it. False: that cannot be said. */
bool vm_blocks_pending(struct vm *vm, uint32_t thread);

/* The whole state: what runs from two states of equal hash do is the same. It is kept up from vm_hash_start on, which
   is called before the first run; asked for where all threads are before a visible operation. */
void vm_hash_start(struct vm *vm);
void vm_hash_structure(struct vm *vm); /* before: the hash is to mean the same in other explorations */
struct vm_control vm_state_hash(struct vm *vm);
/* An earlier version of the program has only the variables before a slot (ir.h: global_slots). So much of a hash is
   made of the variables in these slots; the hash xor that is the one without them. as: threads are exchanged in it,
   NULL: as they are. False: they are too large to be looked at each time. */
uint32_t vm_globals_end(const struct vm *vm);
bool vm_hash_of_globals(struct vm *vm, uint32_t from, uint32_t to, const uint8_t *as, struct vm_control *h);
/* The same with threads exchanged that nothing in the program can tell apart, in an order that does not depend on their
   numbers: as[t] is the number that thread t has there. The bytes (static_find_alike, one per function) are the
   caller's; before vm_set_alike no two threads are alike. */
enum { VM_MOST_EXCHANGED = 64 };
void vm_set_alike(struct vm *vm, const uint8_t *alike);
struct vm_control vm_ordered_hash(struct vm *vm, uint8_t *as);
bool vm_threads_are_equal(struct vm *vm, uint32_t a, uint32_t b); /* exchanging them gives the same state */
uint64_t vm_renamed_address(const struct vm *vm, const uint8_t *as, uint64_t address);
bool vm_hash_is_right(struct vm *vm); /* memory alone: compared with one that is made from nothing */

/* Memory locations: eight bytes of memory, a register of a frame, what there is to know about an object besides its
   contents, the result of a thread. Their names are the same in every state with equal control. */
enum vm_location_kind { VM_LOCATION_WORD, VM_LOCATION_REGISTER, VM_LOCATION_OBJECT, VM_LOCATION_RESULT };
#define VM_LOCATION_SHIFT 62
static inline enum vm_location_kind vm_location_kind(uint64_t location) {
  return (enum vm_location_kind)(location >> VM_LOCATION_SHIFT);
}
static inline uint64_t vm_location_word(uint64_t address) { return address >> 3; }
static inline uint64_t vm_location_register(uint32_t thread, uint32_t cell) {
  return (uint64_t)VM_LOCATION_REGISTER << VM_LOCATION_SHIFT | (uint64_t)thread << 32 | cell;
}
static inline uint64_t vm_location_object(uint32_t region, uint32_t slot) {
  return (uint64_t)VM_LOCATION_OBJECT << VM_LOCATION_SHIFT | (uint64_t)region << 32 | slot;
}
static inline uint64_t vm_location_result(uint32_t thread) {
  return (uint64_t)VM_LOCATION_RESULT << VM_LOCATION_SHIFT | thread;
}
/* The contents: which bytes are plain numbers, and which are symbolic, each then as expression << 3 | which byte of it.
   What is neither has no value. */
struct vm_contents {
  uint8_t bytes[8], plain, symbolic; /* masks */
  uint32_t pieces[8];
};
bool vm_location_is_possible(const struct vm *vm,
                             uint64_t location); /* it may be read; for locations that come from elsewhere */
void vm_location_read(const struct vm *vm, uint64_t location, struct vm_contents *contents);
uint64_t vm_location_of_object(const struct vm *vm, uint64_t base);
uint64_t vm_object_base(const struct vm *vm, uint32_t region, uint32_t slot, uint32_t start);
/* Of an object: bits 0..32 bytes that may be accessed, 33..47 where it begins in its slot, 48..63 the thread it belongs
   to alone. */
enum { VM_OBJECT_LIMIT_BITS = 33, VM_OBJECT_START_BITS = 15, VM_OBJECT_OWNER_BITS = 16 };
uint64_t vm_object_facts(const struct vm *vm, uint64_t size, uint64_t address, uint32_t owner);

/* The log (vm/log.h); it begins empty and off. */
/* An instruction that is about to be executed. One that is visible to others is told again when it happens, after its
   thread was chosen: then the first time does not count. */
struct vm_step {
  uint32_t thread, ins;
  uint32_t base, depth; /* cell of register 0 of its function; how many calls deep */
  uint64_t value[3];    /* of the operands that are values */
  bool known[3];        /* is it a number? */
  uint64_t memory;      /* contents of the memory at the first operand, of an access */
  bool has_memory;
};
struct vm_listener {
  void *context;
  void (*step)(void *context, const struct vm *vm, const struct vm_step *step);
};
void vm_set_listener(struct vm *vm, const struct vm_listener *listener); /* it must outlive the machine */
bool vm_register(const struct vm *vm, uint32_t thread, uint32_t cell, uint64_t *value); /* false: it is no number */

void vm_log_start(struct vm *vm);
void vm_log_stop(struct vm *vm); /* between two runs, like another start */
bool vm_log_is_on(const struct vm *vm);
const struct vm_log_entry *vm_log(const struct vm *vm, uint32_t *count);
void vm_log_waiting(struct vm *vm); /* who is before a blocking operation */
struct vm_position {
  uint32_t thread, pc, base; /* registers from that cell on */
};
struct vm_position vm_position(const struct vm *vm, uint32_t thread);
uint64_t vm_float_result(const struct ir_ins *ins, uint64_t a, uint64_t b,
                         uint64_t c);                         /* of an operation of class FLOAT */
uint64_t vm_const_value(const struct vm *vm, uint32_t index); /* of the constant pool, addresses resolved */

/* Names and headers of the functions that the interpreter itself provides, for --list-library. */
uint32_t vm_builtin_count(void);
const char *vm_builtin_name(uint32_t i);
#endif
