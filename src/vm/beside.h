/* Another version of the program, executed beside this one where the two differ, for the files of this folder only.

   As long as a run of this version is step for step a run of the other one, it has not diverged. Where the code
   differs, both versions of it are executed aside from the state as it is, up to a point that both come to in the same
   state, or to something that cannot be executed aside. There they are compared. docs/divergence.md has the rules. */
#ifndef HEDDLE_VM_BESIDE_H
#define HEDDLE_VM_BESIDE_H
#include "vm/state.h"

enum { BESIDE_FRAMES = 12, BESIDE_CELLS = 4096, BESIDE_STORES = 64, BESIDE_STEPS = 4000 };

struct aside_frame {
  uint32_t function, cells; /* its first register */
  uint32_t from, dst;       /* where its caller goes on, and with what */
};

struct aside_store {
  uint64_t address;
  unsigned width;
  struct cell value;
};

/* One version, on its way through the code that differs. */
struct aside {
  struct vm *vm;
  const struct ir_program *program;
  const struct cell *consts;
  const uint32_t *function; /* of the other version: matches in this one; NULL: it is this one */
  uint32_t pc;
  uint32_t count; /* frames, lowest first: that of the thread */
  struct aside_frame frames[BESIDE_FRAMES];
  uint32_t ncells, nstores, steps;
  struct aside_store stores[BESIDE_STORES];
  struct cell cells[BESIDE_CELLS];
};

/* A value that nobody knows here; nothing can be done with it but to move it. */
#define BESIDE_UNKNOWN ((struct cell){.value = ~(uint64_t)0, .expr = CELL_UNDEF})

struct live_cache;
struct beside {
  const struct vm_other *other;
  uint8_t *marks;      /* per instruction of this version, bits: */
  struct cell *consts; /* of the other one, with the addresses of this one */
  struct live_cache *live;
  uint32_t *seen; /* per instruction: the look in which this version came by */
  uint32_t look;
  uint32_t until, old_waits; /* of the thread, once the look is over: see struct thread_regs */
  struct vm_divergence last;
  uint64_t looks, diverged;
  struct aside here, there;
};
enum { BESIDE_ENTRY = 1, BESIDE_UNTIL = 2 };

static inline bool beside_watches(const struct vm *vm) { return vm->beside && !vm->diverged; }
static inline const uint8_t *beside_marks(const struct vm *vm) { return vm->beside->marks; }
/* The running thread is before a marked instruction. */
enum step beside_look(struct vm *vm);
/* The running thread stops, whatever the reason. */
void beside_leave(struct vm *vm);
void beside_close(struct vm *vm);

/* beside_step.c */
bool aside_push(struct aside *a, uint32_t function, uint32_t from, uint32_t dst);
const struct cell *aside_operand(const struct aside *a, ir_value v);
unsigned aside_width(const struct aside *a, ir_value v);
enum aside_end {
  ASIDE_GOES_ON,
  ASIDE_STOPS, /* what follows cannot be executed aside: others see it, it may fail, it is not understood */
};
enum aside_end aside_step(struct aside *a);
bool aside_load(struct aside *a, uint64_t address, unsigned width, struct cell *into); /* false: as above */

/* live.c */
const uint64_t *live_of(struct live_cache **cache, const struct ir_program *p, uint32_t function, uint32_t pc);
void live_free(struct live_cache *cache, const struct ir_program *p);
#endif
