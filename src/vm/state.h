/* The machine's state, for the files of this folder only.

   Everything that a backtrack must restore is either a cell (registers and frame headers of a thread), a word of
   a memory object, or part of a thread's small set of scalars. Each is logged at most once per choice: a stamp beside
   it tells whether the current stretch of the path has logged it already. Stamps only grow, so they need no undoing. */
#ifndef HEDDLE_VM_STATE_H
#define HEDDLE_VM_STATE_H
#include <string.h>

#include "util/assert.h"
#include "util/map.h"
#include "util/mem.h"
#include "util/mutate.h"
#include "util/vec.h"
#include "vm/await.h"
#include "vm/vm.h"

/* A value: concrete if expr is 0, else that expression; or nobody wrote it yet. */
struct cell {
  uint64_t value;
  sym_id expr;
  uint32_t stamp;
};
#define CELL_UNDEF                                                                                                     \
  (1u << 31) /* in expr: uninitialised; becomes a variable when something depends on it. `value`: which one, or 0 */

enum object_kind { OBJECT_GLOBAL, OBJECT_STACK, OBJECT_HEAP, OBJECT_CODE, OBJECT_ARGS };

/* A memory object. Its address range with a margin on both sides is its alone while the path lasts. */
struct object {
  uint64_t base;
  uint64_t limit; /* bytes that may be accessed: the size while alive, else 0 */
  uint64_t size;
  uint8_t *data;        /* concrete contents, in whole 8-byte words */
  uint8_t *nonconcrete; /* one byte per word; bit k: byte k is symbolic or uninitialised. NULL: all concrete */
  uint32_t
      *sym; /* per byte: expression << 3 | which byte of it; 0: concrete, or uninitialised if nonconcrete. NULL: none */
  uint32_t *stamps; /* per word: when it was last logged. NULL: none yet */
  uint32_t born;    /* stamp at creation: while it is the current one, nothing needs logging */
  uint8_t kind;     /* enum object_kind */
  bool readonly;
  bool missing;               /* declared, but defined nowhere: it has no value */
  uint16_t only;              /* the one thread that may touch it without being seen by others, or SHARED */
  bool kept;                  /* the library's own: the program has nothing to free */
  bool pooled;                /* of a request that native replay knows: its memory may be handed out again */
  bool released;              /* a grave: only the places of birth and death are left; shared by many */
  uint32_t name;              /* string of the program, or global index by kind; see object_describe */
  uint32_t made_at, freed_at; /* instructions; IR_NONE */
  uint32_t region, slot;
  uint32_t born_region,
      born_slot;    /* what it is named by: where it would be, had it not taken the place of another one */
  uint32_t renewed; /* the scheduler's count when it took the place of another one, or 0 */
  uint64_t
      death; /* heap objects, where memory is handed out again: how many had been freed when it was; 0: it was not */
  uint32_t life;       /* of the program's own: the how manyth of its thread and kind; 0: of the library */
  uint32_t folded;     /* state_hash.c: stamp of the stretch in which it began or ended, then: */
  bool lived, toggled; /* it was alive before; that is counted */
  uint32_t below;      /* stack objects: slot of the next older live one of the thread, or IR_NONE */
};

#define SHARED UINT16_MAX

enum { FIRST_SLOT = 1 }; /* of globals: nothing lives near address 0 */

/* A stretch of the address space owned by one thread and kind; slot -> object. */
struct region {
  struct object **slots;
  uint32_t count, capacity;
};

enum { MOST_WEAK = 8 }; /* places where a thread's weak compare-and-swap fails without a reason on one path */

/* Scalars of a thread, saved whole when a choice is made and restored whole. */
struct thread_regs {
  uint32_t pc;                                   /* instruction to execute next */
  uint32_t base, top;                            /* cells of the running frame; first free cell */
  uint32_t depth;                                /* frames */
  uint32_t locals;                               /* newest live stack object: its slot, or IR_NONE */
  uint32_t heap_count, stack_count, undef_count; /* slots handed out; values of UNDEF made */
  uint32_t stack_lives, heap_lives,
      register_lives; /* of objects and unknown values of the program's own that have begun */
  uint32_t boot;      /* which step of the program's life is running, see call.c */
  uint64_t path;      /* hash of the decisions so far */
  uint64_t hooks;     /* instructions of ir_is_hook executed in the user's code */
  uint8_t status;     /* enum vm_thread_status */
  uint8_t fences;     /* enum vm_fence: since its last visible operation */
  bool detached;
  bool signalled;     /* waiting on a condition, and woken */
  bool timed;         /* its wait may end without a signal: in a step of its own, before it takes the mutex again */
  bool waiting;       /* inside the second half of an operation: has released, must acquire again */
  uint32_t made_at;   /* instruction of the user's code that created it, or IR_NONE */
  uint32_t born;      /* the scheduler's count when it was created */
  uint32_t woken_by;  /* the scheduler's count when it was woken */
  uint32_t atomic;    /* atomic sections entered */
  bool wrote;         /* inside an atomic section: to what others see */
  uint64_t handle;    /* what a pthread_t holds */
  uint32_t children;  /* threads it has created */
  uint32_t requests;  /* of memory, where it is handed out again */
  uint64_t taken;     /* hash of what it was handed out again, and when */
  struct cell choice; /* the input that decides what it gets, while that is tried */
  uint32_t waits_for; /* thread to join */
  uint32_t own;       /* visible operations it has done */
  uint64_t arrival;   /* when it came to its operation: no other state of the thread has that number */
  uint32_t spins_from, spins_to; /* waits in a loop that changed nothing between these marks; IR_NONE: it does not */
  uint64_t condition;            /* address of the condition variable it waits on, or 0 */
  uint64_t ticket;               /* generation of the barrier it waits at */
  uint32_t pieces;               /* of the block operation under way that are done */
  uint32_t weak[MOST_WEAK]; /* compare-and-swaps that have failed without a reason, as instruction + 1; 0: no more */
  struct cell result;       /* what it returned */
  uint32_t heap_folded, stack_folded; /* slots that vm->memory_hash knows of */
  struct vm_control registers_hash;   /* see state_hash.c, if: */
  bool hashed;                        /* it has not run since that was made */
  uint8_t names;                      /* and what is in them, enum permute_names */
  uint32_t function;                  /* its first one */
  uint32_t until;                     /* beside.c: not looked at before it comes to this instruction, + 1; 0: it is */
  uint32_t old_waits;                 /* and meanwhile the other version stays before this one, + 1; 0: it does not */
  struct vm_op op;
};

struct thread {
  struct thread_regs regs;
  struct await await;
  struct cell *cells; /* the register stack; THREAD_CELLS at addresses that never change */
  uint32_t index;
  uint32_t parent;
  char *name;
  uint32_t stamp;      /* when regs were last saved */
  uint64_t given_back; /* its handle may be that of a new thread: when that became so; 0: it may not */
  uint64_t joined;     /* somebody did; not in regs, which need not be saved for it */
  bool shown;          /* on some path another thread could see memory of it */
  uint32_t round;      /* length of the log at the visit with which the loop began in which it waits */
  VEC(struct visit)
  visits; /* oldest first; those of a path that was taken back are still there, on top: each says whether it holds */
  uint32_t *tls; /* per thread-local global: slot + 1 in the heap region; NULL if the program has none */
};

/* Cells reserved for each thread; memory is used only as far as its stack grows. Natively, too, every thread has as
   large a stack as the first one. */
enum { THREAD_CELLS = 1 << 24 };

/* A frame header: FRAME_CELLS cells below the registers of the function. */
enum { FRAME_CELLS = 4 };
/* cell 0: caller's base and instruction to return to; cell 1: function and first result register;
   cell 2: locals of the caller, and number of variable arguments; cell 3: where they lie (cell index) */

enum entry_kind { ENTRY_CELL, ENTRY_WORD, ENTRY_SYM, ENTRY_DEATH, ENTRY_SCALAR, ENTRY_SHARED, ENTRY_REPLACED };
struct entry {
  uint16_t kind;
  uint16_t small; /* thread; nonconcrete bits; half of a word */
  uint32_t where; /* cell; word */
  uint64_t a;     /* old contents */
  union {
    struct object *object;
    void *pointer;
    uint64_t expr;
  };
  union {
    uint64_t b;            /* second half of ENTRY_SYM */
    struct object *before; /* ENTRY_REPLACED: the dead object whose place it took */
  };
};

struct snapshot {
  uint32_t thread;
  struct thread_regs regs;
};

/* 32 bits of an object that was made there. */
struct owner_word {
  uint64_t address;
  uint32_t made_at;
};

/* Which freed objects are handed out again: none, those whose address somebody still holds, all. */
enum reuse { REUSE_NEVER, REUSE_HELD, REUSE_ALL };

/* A point with a side left to explore: the state before it, and under which condition to go on where. */
struct choice {
  uint32_t entries, snapshots, inputs;
  struct smt_mark smt;
  uint32_t thread, pc; /* go on there */
  uint32_t block;      /* the block that is entered by that, or IR_NONE: the instruction is executed again */
  sym_id condition;    /* with this assumed */
  uint32_t witness;
  uint32_t id;   /* stamp when it was made: tells it from others */
  bool schedule; /* the scheduler's: nothing but a mark */
  bool granted;
  bool chance;   /* who wakes, what fails: every side counts */
  uint64_t host; /* the scheduler's mark */
  struct vm_control memory_hash;
  uint32_t tries; /* how many sides this point has had so far (enumerated values) */
  uint64_t steps;
  uint32_t log;      /* length of the log */
  uint32_t accesses; /* of those logged */
  uint32_t freed;    /* free conditions */
};

enum { MOST_PASSED = 64 };

/* The state of the program as hashes of its parts: see verify.c. */
struct fingerprint {
  bool taken; /* else this choice is not verified */
  uint64_t memory, threads, scalars, path;
  uint64_t words; /* how much was hashed */
};

struct vm {
  const struct ir_program *program;
  const struct explore_config *config;
  struct sym *sym;
  struct smt *smt;
  struct vm_host host;

  struct cell *consts;   /* the constant pool with addresses resolved */
  uint16_t *builtins;    /* per function: number of the built-in + 1, or 0 */
  uint64_t *global_base; /* per global */
  uint64_t code_base;
  uint32_t *function_of_id; /* IR_NONE: of none */
  uint32_t global_slots;    /* of region 0 handed out */
  uint32_t globals_end;     /* the first slot behind the program's own variables */

  uint32_t slot_bits, region_shift, margin;
  struct region *regions;
  uint32_t nregions;
  struct map graves; /* (made_at, freed_at, kind) -> index in grave_list */
  VEC(struct object *) grave_list;

  VEC(struct thread *) threads;
  struct thread *thread; /* the running one */

  struct map thread_names; /* parent << 32 | birth -> number */
  uint64_t unjoined;       /* threads created and not joined: 0 means that nobody else can see anything */
  uint64_t halted;         /* enum halt: threads that go no further, while what the others do still counts */
  uint32_t pick;           /* whom the next signal wakes, or IR_NONE: try each */
  bool joins_compete;      /* see vm_joins_compete */
  enum reuse reuses;       /* freed memory */
  bool reuses_threads;     /* the identity of threads that were joined, or have ended detached */
  uint64_t deaths;         /* heap objects freed so far, if so */
  const uint8_t *alike;    /* see vm_set_alike; NULL: no two threads are */
  uint32_t join_function;
  VEC(struct owner_word) owners; /* where it was ever said who holds a lock, if so */
  struct map opaque;             /* expressions that permute.c was asked about */
  struct live_cache *live;       /* see live.c; NULL: nobody has asked yet */
  uint8_t *in_loop;              /* per instruction, for awaits; NULL: threads that go round do so */
  uint64_t arrivals;             /* of threads at operations, on all paths */
  VEC(uint32_t) tls;             /* the program's thread-local variables: globals */
  bool *hook_function;           /* per function: calls of it are counted in hooks */
  uint32_t passed; /* operations that nobody notices, since a thread was last chosen: how many, and where */
  uint32_t passed_at[MOST_PASSED];
  bool granted;     /* the current instruction's visible operation happens now */
  uint32_t builtin; /* the built-in function that is being executed, as in `builtins` */

  uint32_t stamp;
  VEC(struct entry) entries;
  VEC(struct snapshot) snapshots;
  VEC(struct choice) choices;
  bool hashes;                        /* the hash of the state is kept up */
  bool hashes_structure;              /* expressions are part of it by their structure, not by their number */
  uint32_t *block_seen;               /* per block: the stretch in which it was last executed; NULL: nobody asks */
  uint32_t *block_of;                 /* per instruction, with block_seen */
  uint32_t block_stretch;             /* see blocks.c */
  VEC(uint32_t) blocks_seen;          /* in this stretch */
  struct vm_control memory_hash;      /* of memory, see state_hash.c */
  uint32_t folded;                    /* entries of the trail that are in it */
  VEC(struct fingerprint) prints;     /* verifying builds: parallel to choices, of the state at each */
  uint64_t prints_words;              /* of the newest one: how large the state is */
  const struct statics *statics;      /* verifying builds: what accesses are compared with; NULL: nothing */
  struct map accessed_by;             /* and who has accessed which object, see verify_access.c */
  const uint8_t *relevance;           /* see vm_set_relevance; NULL: everything matters */
  VEC(sym_id) irrelevant;             /* see vm_irrelevant_conditions */
  uint64_t bent;                      /* see vm_has_skipped */
  uint64_t zeros;                     /* epoch of evaluations under inputs of zeros */
  bool logs;                          /* the log is on */
  const struct vm_listener *listener; /* is told about every instruction; NULL: nobody */
  uint32_t log_from;                  /* its length when the current instruction began */
  VEC(struct vm_log_entry) log;
  enum explore_watch watches; /* which accesses are logged */
  VEC(struct vm_access) accesses;
  uint32_t accesses_same; /* of them nothing was taken back since somebody last looked */
  bool logged;            /* the access under way is among them */
  bool accesses_lost;     /* there were more than are kept */
  uint32_t nwatched;      /* variables made for what was read */
  uint32_t edge;          /* block that a decision entered, for counting loop iterations; or IR_NONE */
  uint32_t tries;         /* of the choice just taken, for the instruction that is executed again */
  bool by_chance;         /* and whether that was one of chance */

  VEC(struct vm_input) inputs;
  struct cell main_args[3];                 /* argc, argv, envp */
  struct object *stdin_object, *net_object; /* the latter: what a peer outside sends, or NULL */
  VEC(struct object *) given;               /* what the user gave beside the program (world.c) */
  uint64_t steps;                           /* instructions of this path, but for the last ones */
  uint64_t uncounted;                       /* those */
  uint64_t steps_sum;                       /* of all paths */
  uint64_t most_steps;                      /* see vm_bound_steps */
  uint64_t nchoices, nobjects, bytes;
  uint32_t *loop_counter; /* per block: number of its loop counter among the frame's extra cells + 1, when loops are
                             bounded */
  uint32_t *nloops;       /* per function */
  bool *dead_end;   /* per block: it ends in a function that does not return, and not with a normal end; such sides are
                       explored first */
  uint64_t poll_at; /* bytes of objects at which the host is asked again */
  bool deadlocked;  /* reports are about waiting: a loop that waits is named after its first operation */
  uint32_t blame;   /* the instruction that reports speak of instead of the current one, or IR_NONE */
  struct beside *beside; /* another version; NULL: there is none */
  uint64_t diverged;     /* from it */
  enum vm_end end;
  int exit_status;
};

/* What a slow path tells the dispatch loop. */
enum step {
  STEP_NEXT, /* go on with the following instruction */
  STEP_GOTO, /* the thread's pc was set */
  STEP_END,  /* the path ended, or the thread yields; vm->end says how */
};

/* trail.c */
/* blocks.c */
void blocks_enter(struct vm *vm, uint32_t block); /* somebody asks */
void blocks_at(struct vm *vm, uint32_t ins);      /* whether somebody asks or not */
void blocks_free(struct vm *vm);

void trail_log_cell(struct vm *vm, struct cell *cell);
void trail_log_word(struct vm *vm, struct object *object, uint32_t word);
void trail_log_death(struct vm *vm, struct object *object);
void trail_log_replaced(struct vm *vm, struct object *object, struct object *before);
void trail_log_scalar(struct vm *vm, uint64_t *scalar);
void trail_save_thread(struct vm *vm, struct thread *thread);
/* A side for later: enter `block`, or (IR_NONE) execute the current instruction again. */
void trail_push_choice(struct vm *vm, uint32_t block, sym_id condition, uint32_t witness, uint32_t tries);
/* A choice of which each side counts: nothing but chance decides. */
void trail_push_chance(struct vm *vm, uint32_t tries);

static inline void cell_touch(struct vm *vm, struct cell *cell) {
  if (cell->stamp != vm->stamp) trail_log_cell(vm, cell);
}
static inline void cell_put(struct vm *vm, struct cell *cell, uint64_t value) {
  cell_touch(vm, cell);
  cell->value = value;
  cell->expr = 0;
}
static inline void cell_put_raw(struct vm *vm, struct cell *cell, uint64_t value, sym_id expr) {
  cell_touch(vm, cell);
  cell->value = value;
  cell->expr = expr;
}

static inline uint32_t vm_events(const struct vm *vm) {
  return vm->host.events.count ? vm->host.events.count(vm->host.events.context) : 0;
}
/* The bytes that the host has for the next input of that name; NULL: it is symbolic. */
static inline const uint8_t *given_input(struct vm *vm, const char *name, uint32_t size, enum sym_input_kind kind) {
  return vm->host.input ? vm->host.input(vm->host.context, name, size, kind) : NULL;
}

/* log.c */
void log_push(struct vm *vm, enum vm_log_kind kind, uint32_t small, uint64_t a, uint64_t b);
static inline void log_add(struct vm *vm, enum vm_log_kind kind, uint32_t small, uint64_t a, uint64_t b) {
  if (__builtin_expect(vm->logs, 0)) log_push(vm, kind, small, a, b);
}
void log_access(struct vm *vm, enum vm_log_kind kind, uint32_t small, const struct object *o, uint64_t address);

/* steps.c: tells the listener about the instruction that comes next */
void steps_tell(struct vm *vm, const struct ir_ins *ins, const struct cell *regs);

/* access_log.c: accesses in the order of the run */
void access_log_add(struct vm *vm, const struct object *o, uint64_t offset, uint64_t bytes, bool write);
void verify_access(struct vm *vm, const struct object *o, uint64_t offset, uint64_t bytes, bool write);
static inline void access_log_note(struct vm *vm, const struct object *o, uint64_t offset, uint64_t bytes, bool write) {
  if (VERIFYING && vm->statics) verify_access(vm, o, offset, bytes, write);
  if (__builtin_expect(vm->watches != WATCH_NOTHING, 0)) access_log_add(vm, o, offset, bytes, write);
}
void access_log_loaded(struct vm *vm, unsigned width, struct cell *into); /* the access logged last has read this */
void access_log_stored(struct vm *vm, unsigned width, uint64_t value, sym_id expr); /* has written this */

/* state_hash.c: brings the hash of memory up to date, before the stretch of the path ends. */
void state_hash_fold(struct vm *vm);

/* live.c: registers that are read again from an instruction of the function on, by bit. */
const uint64_t *live_registers(struct vm *vm, uint32_t function, uint32_t pc);
static inline bool live_has(const uint64_t *bits, uint32_t reg) { return bits[reg / 64] >> reg % 64 & 1; }
/* A call under way will write its results: they are not read before. */
static inline bool live_is_result(const struct ir_ins *call, uint32_t reg) {
  return call && reg >= call->dst && reg < call->dst + ir_result_count(call);
}
bool live_has_result(const struct vm *vm, const struct thread *t); /* a join may still have to store it */
void live_close(struct vm *vm);

/* memory.c */
void memory_open(struct vm *vm);
void memory_close(struct vm *vm);
struct object *memory_allocate(struct vm *vm, uint32_t region, uint32_t *counter, enum object_kind kind, uint64_t size,
                               uint64_t align, bool initialised);
void memory_forget(struct vm *vm, uint32_t region, uint32_t from, uint32_t to); /* slots are as if never used */
void memory_kill(struct vm *vm, struct object *object, uint32_t at);
/* A new heap object of the running thread in the place of a dead one, as it fits; and what undoes that. */
bool memory_fits(const struct vm *vm, const struct object *dead, uint64_t size, uint64_t align);
struct object *memory_reuse(struct vm *vm, struct object *dead, uint64_t size, uint64_t align);
void memory_restore(struct vm *vm, struct object *object, struct object *dead);
static inline uint32_t heap_region(const struct thread *t) { return 1 + 2 * t->index; }
static inline uint32_t stack_region(const struct thread *t) { return 2 + 2 * t->index; }
/* Those that threads have ever had. */
static inline uint32_t regions_used(const struct vm *vm) { return 1 + 2 * vm->threads.count; }
struct object *memory_new_heap(struct vm *vm, uint64_t size, uint64_t align);
struct object *memory_new_stack(struct vm *vm, uint64_t size, uint64_t align, uint32_t name);
void memory_initialise(struct vm *vm, const struct ir_global *g, struct object *o);
struct object *memory_tls(struct vm *vm, uint32_t global);

static inline struct object *memory_at(const struct vm *vm, uint64_t address) {
  uint64_t region = address >> vm->region_shift;
  if (region >= vm->nregions) return NULL;
  const struct region *r = &vm->regions[region];
  uint64_t slot = (address & (((uint64_t)1 << vm->region_shift) - 1)) >> vm->slot_bits;
  return slot < r->count ? r->slots[slot] : NULL;
}
static inline bool object_allows(const struct object *o, uint64_t offset, uint64_t bytes) {
  return offset < o->limit && bytes <= o->limit - offset;
}
static inline void memory_touch(struct vm *vm, struct object *o, uint32_t word) {
  if (o->born != vm->stamp) trail_log_word(vm, o, word);
}
/* Contents. The range must lie inside the object. */
void object_get(struct vm *vm, struct object *o, uint64_t offset, unsigned bits, struct cell *into);
void object_put(struct vm *vm, struct object *o, uint64_t offset, unsigned bits, uint64_t value, sym_id expr);
void object_put_bytes(struct vm *vm, struct object *o, uint64_t offset, const void *bytes, uint64_t count);
void object_put_byte_expr(struct vm *vm, struct object *o, uint64_t offset, sym_id expr, unsigned which);
void object_make_uninit(struct vm *vm, struct object *o, uint64_t offset, uint64_t count);
void object_forget(struct vm *vm, struct object *o); /* all of it */
void object_copy(struct vm *vm, struct object *to, uint64_t to_offset, struct object *from, uint64_t from_offset,
                 uint64_t count);
void object_fill(struct vm *vm, struct object *o, uint64_t offset, uint64_t count, const struct cell *byte);
bool object_is_symbolic(const struct object *o, uint64_t offset, uint64_t count);
static inline bool object_is_nonconcrete(const struct object *o, uint64_t offset) {
  return o->nonconcrete && o->nonconcrete[offset >> 3] >> (offset & 7) & 1;
}
/* expression << 3 | byte of it, or 0; entries of bytes that are concrete are leftovers */
static inline uint32_t object_sym(const struct object *o, uint64_t offset) {
  return o->sym && object_is_nonconcrete(o, offset) ? o->sym[offset] : 0;
}

/* Eight words from that one on that nobody ever wrote, as most of a large object. */
static inline bool object_is_untouched(const struct object *o, uint64_t word) {
  uint64_t odd;
  if (!o->nonconcrete || o->sym || word + 8 > o->size / 8) return false;
  memcpy(&odd, o->nonconcrete + word, sizeof odd);
  return odd == UINT64_MAX;
}

/* The hash of a path grows with each block that a decision enters, the same whether inputs are symbolic or fixed. */
static inline uint64_t path_enter(uint64_t path, uint32_t block) { return (path ^ block) * 0x9e3779b97f4a7c15u; }

/* visible.c: what other threads can see */
/* May the current instruction touch these bytes now? If others can see it and it is not its turn, the thread yields. */
enum step visible_access(struct vm *vm, struct object *o, uint64_t offset, uint64_t bytes, bool write);
/* An access somewhere in the object. */
enum step visible_approximate(struct vm *vm, struct object *o, bool write);
/* Before a failure at an object that another thread may have killed: it might have come too late. */
enum step visible_corpse(struct vm *vm, const struct object *o, uint64_t address, uint64_t bytes, bool write);
struct vm_range visible_range(struct vm *vm, struct object *o, uint64_t offset, uint64_t bytes,
                              bool write);                /* for an operation */
enum step visible_death(struct vm *vm, struct object *o); /* a live object is about to be killed */
enum step visible_pair(struct vm *vm, struct object *to, uint64_t to_offset, struct object *from, uint64_t from_offset,
                       uint64_t bytes);
/* Read-modify-write: a comparison that fails only reads. */
bool visible_acquires(const struct ir_ins *ins, bool writes); /* an atomic operation that then writes, or fails to */
enum step visible_update(struct vm *vm, const struct ir_ins *ins, struct object *o, uint64_t offset,
                         const struct cell *expected);
/* The running thread's stack objects down to `until` are about to end, and with the thread its thread-local ones: where
   others can see them, that is a visible write. */
enum step visible_ending(struct vm *vm, uint32_t until, bool with_thread);
enum step visible_operation(struct vm *vm, const struct vm_op *op); /* the same for a given operation */
void visible_published(struct vm *vm, struct object *o, uint64_t offset,
                       uint64_t bytes);                      /* after a write to a shared object */
void visible_value(struct vm *vm, const struct cell *value); /* becomes known to another thread */
void visible_globals(struct vm *vm);
static inline bool visible_to_none(const struct vm *vm, const struct object *o) {
  // NOLINTNEXTLINE(clang-analyzer-core.NullDereference): callers have found the object
  return o->only == vm->thread->index || o->readonly || !vm->unjoined;
}

/* scope.c: blocks begin and end their variables */
enum step scope_begin(struct vm *vm, const struct cell *address);
enum step scope_end(struct vm *vm, const struct cell *address);
/* A value of the program's own that nobody wrote: which thread made it, and its number there. All copies have it. */
static inline uint64_t scope_count_value(struct thread *t) {
  return (uint64_t)t->index << 32 | ++t->regs.register_lives;
}
void scope_count(struct vm *vm, const struct ir_ins *ins, struct object *o); /* a new local object */
bool scope_is_over(const struct vm *vm,
                   const struct object *o); /* the object's block has ended, its function has not */

/* threads.c */
struct thread *threads_new(struct vm *vm, uint32_t parent, uint32_t birth);
void threads_close(struct vm *vm);
void threads_moved(struct vm *vm); /* the running thread's visible operation happens */
void threads_fence(struct vm *vm, const struct ir_ins *ins);
enum step threads_finish(struct vm *vm, const struct cell *result);
/* Why a thread goes no further. What the others do from then on they could have done before it came here, so it
   counts. */
enum halt {
  HALT_SILENT = 1, /* an assumption does not hold, or an end of the program that is no failure */
  HALT_CUT = 2,    /* what follows is not explored */
  HALT_FAILED =
      8, /* a failure: at this moment the program would end, but the thread may as well be slow to get there */
  HALT_HIDDEN = 4, /* in the middle of an atomic section that has written: others see what they never could */
};
/* Ends the run or, with other threads about, only this thread: all that they do from here on they could have done
   before. */
enum step threads_halt(struct vm *vm, enum halt why);

/* access.c: loads and stores in full generality */
enum access { ACCESS_READ, ACCESS_WRITE };
enum step access_load(struct vm *vm, const struct ir_ins *ins, const struct cell *address, struct cell *into);
enum step access_store(struct vm *vm, const struct ir_ins *ins, const struct cell *address, const struct cell *value);
/* The object and concrete offset of an address, checked for that many bytes; no visibility. */
enum step access_place(struct vm *vm, const struct cell *address, uint64_t bytes, enum access how,
                       struct object **object, uint64_t *offset);
/* The object and concrete offset for a range of bytes that an instruction or built-in touches as a whole; reports
   failures, forks over objects, and (STEP_NEXT) leaves a concrete location. */
enum step access_range(struct vm *vm, const struct cell *address, uint64_t bytes, enum access how,
                       struct object **object, uint64_t *offset);
/* block.c: memcpy, memmove, memset */
enum step access_block(struct vm *vm, const struct ir_ins *ins, const struct cell *a, const struct cell *b,
                       const struct cell *c);
enum step access_rmw(struct vm *vm, const struct ir_ins *ins, struct cell *regs, const struct cell *a,
                     const struct cell *b, const struct cell *c);
bool call_is_own(const struct vm *vm); /* is the running function the program's own? */
bool access_string(struct vm *vm, const struct cell *address, char *text, size_t capacity);

/* decide.c: questions to the solver that may split the path */
sym_id decide_expr(struct vm *vm, const struct cell *cell, unsigned width); /* undefined cells become variables */
void decide_pin(struct vm *vm, sym_id expr, const uint8_t *bytes, unsigned count);
void decide_define(struct vm *vm, struct cell *cell, unsigned width);
/* `holds` must be true; where it may be false that is a failure. STEP_NEXT: it holds from here on. */
enum step decide_require(struct vm *vm, sym_id holds, enum failure_kind kind, const char *message, const char *detail);
enum step decide_fail(struct vm *vm, enum failure_kind kind, const char *message, const char *detail);
enum step decide_fail_logged(struct vm *vm, enum failure_kind kind, const char *message,
                             const char *detail);     /* where the log says what it depended on */
enum step decide_assume(struct vm *vm, sym_id holds); /* of a new input: nobody else can have seen it */
enum step decide_assume_here(struct vm *vm,
                             sym_id holds); /* the program's own: where it is false the thread goes no further */
/* A failure where the value depends on uninitialised data. */
enum step decide_written(struct vm *vm, sym_id value, const char *message);
enum step decide_initialised(struct vm *vm, sym_id decides); /* a failure, if that check is on and it is not */
enum step decide_branch(struct vm *vm, sym_id condition, uint32_t yes, uint32_t no); /* blocks */
enum step decide_switch(struct vm *vm, const struct ir_ins *ins, const struct cell *value);
/* One value of the cell; the others are explored later by executing this instruction again. */
enum step decide_size(struct vm *vm, const struct cell *cell, unsigned width, uint64_t *size); /* of an allocation */
enum step decide_value(struct vm *vm, const struct cell *cell, unsigned width, const char *what, uint64_t *value);
enum step decide_one_of(struct vm *vm, const struct cell *cell, unsigned width, uint32_t most, const char *what,
                        uint64_t *value); /* the same, of at most so many */
/* Splits on `condition` without leaving the instruction: takes the side of the model. */
enum step decide_split(struct vm *vm, sym_id condition, bool *side);
enum step decide_cut(struct vm *vm, const char *format, ...) __attribute__((format(printf, 2, 3)));
void decide_incomplete(struct vm *vm, const char *format, ...) __attribute__((format(printf, 2, 3)));
uint32_t decide_input(struct vm *vm, const char *name, uint32_t size, enum sym_input_kind kind);
/* A matter of chance, recorded as an input of one byte: it does not happen, and when the instruction is executed again
   it does. */
void decide_chance(struct vm *vm, const char *name, bool *happens);
const char *decide_input_name(const struct vm *vm, const char *base, char *name, size_t capacity);
static inline bool check_on(const struct vm *vm, enum explore_check check) { return vm->config->checks >> check & 1; }

/* irrelevant.c: decisions where it does not matter which side is taken */
bool irrelevant_at(const struct vm *vm, uint32_t pc); /* of the running frame */
static inline bool irrelevant_here(const struct vm *vm) { return irrelevant_at(vm, vm->thread->regs.pc); }
uint64_t irrelevant_value(struct vm *vm,
                          sym_id expr); /* the value to go on with: of the model, or that of a irrelevant decision */
void irrelevant_take(struct vm *vm, sym_id condition); /* nothing is assumed, but remembered */
enum step irrelevant_branch(struct vm *vm, sym_id condition, uint32_t yes, uint32_t no);
/* Of a branch at pc whose data is known: where to go instead of to a block that never returns. */
int32_t irrelevant_detour(struct vm *vm, uint32_t pc, int32_t target, int32_t other);
enum step irrelevant_skip(struct vm *vm); /* the current instruction cannot be executed: as if it gave zero */

/* alu.c, float.c: pure operations on cells of which at least one is not concrete */
enum step alu_symbolic(struct vm *vm, const struct ir_ins *ins, struct cell *regs);
enum step alu_checked(struct vm *vm, const struct ir_ins *ins,
                      struct cell *regs); /* divisions, and overflow by option */
uint64_t alu_float(const struct ir_ins *ins, uint64_t a, uint64_t b, uint64_t c);
static inline const struct cell *operand(const struct vm *vm, const struct cell *regs, ir_value v) {
  return v >= 0 ? regs + v : vm->consts + ir_const_index(v);
}

/* call.c */
void call_boot(struct vm *vm);
enum step call_function(struct vm *vm, const struct ir_ins *ins, uint32_t function);
enum step call_return(struct vm *vm, const struct ir_ins *ins);
enum step call_exit(struct vm *vm, int status);
enum step call_start(struct vm *vm, uint32_t function, const struct cell *args,
                     uint32_t count); /* as the bottom frame */
enum step call_vastart(struct vm *vm, const struct ir_ins *ins, const struct cell *list);
enum step call_loop_edge(struct vm *vm, uint32_t target); /* counts iterations when loops are bounded */
static inline uint64_t function_address(const struct vm *vm, uint32_t function) {
  return vm->code_base + 16u * (uint64_t)ir_function_id(vm->program, function);
}
/* The function that begins at an address, or IR_NONE. */
static inline uint32_t function_at(const struct vm *vm, uint64_t address) {
  uint64_t id = (address - vm->code_base) / 16;
  bool fits = address >= vm->code_base && address % 16 == vm->code_base % 16 && id < ir_function_id_limit(vm->program);
  return fits ? vm->function_of_id[id] : IR_NONE;
}
uint32_t frame_function(const struct thread *t, uint32_t base);

/* A call of a built-in function in progress: arguments are cells of the caller. */
struct call {
  struct vm *vm;
  const struct ir_ins *ins;
  struct cell *regs;
  uint32_t function;
};
const struct cell *call_argument(const struct call *c, uint32_t i);
unsigned call_argument_width(const struct call *c, uint32_t i);
void call_give(const struct call *c, uint64_t value); /* the result */

/* threads.c, mutex.c, locks.c: built-ins */
#define PROVIDED(name, handler, ...) enum step handler(const struct call *c);
#define INTERNAL PROVIDED
#include "ir/thread_functions.def"
uint64_t sync_state(const struct vm *vm, const struct vm_op *op);

/* builtins.c */
/* The next input of a name becomes the contents of memory: variables, or the bytes of the test that is replayed. */
enum step jump_set(const struct call *c);            /* jump.c: setjmp */
enum step jump_to(const struct call *c);             /* longjmp */
void call_end_locals(struct vm *vm, uint32_t until); /* of the running thread, down to this slot */
enum step long_double(const struct call *c);
enum step float_function(const struct call *c);           /* of math.h */
struct object *args_object(struct vm *vm, uint64_t size); /* beside the globals, for what is given from outside */
void input_into(struct vm *vm, struct object *o, uint64_t offset, const char *name, uint32_t size);
void builtins_bind(struct vm *vm);
enum step builtins_call(struct vm *vm, const struct ir_ins *ins, uint32_t function);
/* Is it the operation that the table of thread functions gives the function that is being executed? */
bool builtins_tell(const struct vm *vm, const struct vm_op *op);

/* describe.c */
uint32_t describe_user_ins(const struct vm *vm); /* innermost instruction of the user's code */
uint32_t describe_user_ins_of(const struct vm *vm, const struct thread *thread); /* the same of any thread */
const char *describe_access(struct vm *vm, struct object *o, uint64_t address, uint64_t bytes, enum access how,
                            char *text, size_t capacity, char *detail, size_t detail_capacity);
void describe_object(const struct vm *vm, const struct object *o, char *text, size_t capacity);
void describe_place(const struct vm *vm, uint32_t ins, char *text, size_t capacity);
#endif
