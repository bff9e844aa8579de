/* Inputs, assumptions, assertions, and what the interpreter's models make repeatable: random numbers, clocks, and
   allocations that fail by choice of the test. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "hooks.h"
#include "watch.h"

#pragma GCC diagnostic ignored "-Wmissing-prototypes" /* the program under test knows these by their other names */

/* ---- inputs ---- */

/* How many inputs of each name were handed out: a list, because programs have few. */
struct used {
  struct used *following;
  unsigned count;
  char name[];
};

static unsigned count_of(const char *name) {
  static struct used *list;
  for (struct used *u = list; u; u = u->following)
    if (!strcmp(u->name, name)) return u->count++;
  struct used *u = malloc(sizeof *u + strlen(name) + 1);
  *u = (struct used){.following = list, .count = 1};
  strcpy(u->name, name);
  list = u;
  return 0;
}

/* The n-th input of a name is the object NAME, then NAME_1, NAME_2, ...; NAME@THREAD in other threads than the
   first. */
enum { INPUT_NAME = 200 + NAME_BYTES + 16 };
static const struct input *next_input(const char *given, char name[INPUT_NAME]) {
  char base[200 + NAME_BYTES];
  if (hd_self == hd.first) snprintf(base, sizeof base, "%.199s", given);
  else snprintf(base, sizeof base, "%.199s@%s", given, hd_self->name);
  unsigned before = count_of(base);
  if (before) snprintf(name, INPUT_NAME, "%s_%u", base, before);
  else snprintf(name, INPUT_NAME, "%s", base);
  return test_find(name);
}

void input_bytes(void *p, size_t size, const char *given) {
  char name[INPUT_NAME];
  const struct input *input = next_input(given, name);
  if (!input) token_hold(); /* in the interpreter, too, the thread need not have come so far */
  if (!input) report_error("the test has no input '%s'", name);
  if (input->size != size) report_error("input '%s' has another size in the test", name);
  memcpy(p, input->bytes, size);
  memory_written(p, size);
}

void hd_heddle_symbolic(void *p, size_t size, const char *name) {
  call_turn(KIND(WRITE), NULL, NULL);
  watch_range(p, size, TOUCH_WRITE);
  if (size) input_bytes(p, size, name && *name ? name : "unnamed");
  call_end();
}
void hd_klee_make_symbolic(void *p, size_t size, const char *name) { hd_heddle_symbolic(p, size, name); }

/* Where the test says nothing it does not fail: in the interpreter the thread need not have come so far. */
unsigned hd_weak(unsigned ins, unsigned same) {
  enum { MOST = sizeof hd_self->weak / sizeof *hd_self->weak };
  char name[INPUT_NAME];
  unsigned i = 0;
  while (i < MOST && hd_self->weak[i] && hd_self->weak[i] != ins + 1) i++;
  if (!same || i == MOST || hd_self->weak[i]) return 0;
  const struct input *input = next_input("weak_cas", name);
  if (!input || !input->bytes[0]) return 0;
  hd_self->weak[i] = ins + 1;
  return 1;
}

#define NONDET(name, type)                                                                                             \
  type hd___VERIFIER_nondet_##name(void) {                                                                             \
    type value;                                                                                                        \
    input_bytes(&value, sizeof value, #name);                                                                          \
    return value;                                                                                                      \
  }
#include "nondet.def"
#undef NONDET

bool hd___VERIFIER_nondet_bool(void) {
  unsigned char value;
  input_bytes(&value, 1, "bool");
  return value != 0;
}
bool hd___VERIFIER_nondet__Bool(void) { return hd___VERIFIER_nondet_bool(); }
void hd___VERIFIER_nondet_memory(void *p, size_t size) { input_bytes(p, size, "memory"); }

void hd_unknown(void *p, size_t size, const char *name) { input_bytes(p, size, name); }

int hd_klee_int(const char *name) {
  int value;
  input_bytes(&value, sizeof value, name);
  return value;
}
int hd_klee_range(int begin, int end, const char *name) {
  (void)begin, (void)end;
  return hd_klee_int(name);
}
uintptr_t hd_klee_choose(uintptr_t n) {
  uintptr_t value;
  (void)n;
  input_bytes(&value, sizeof value, "klee_choose");
  return value;
}
unsigned hd_klee_is_symbolic(uintptr_t value) {
  (void)value;
  return 0;
}
unsigned hd_klee_is_replay(void) { return 0; }
void hd_klee_silent_exit(int status) { exit(status); }

/* ---- assumptions and failures ---- */

void hd_heddle_assume(int condition) {
  if (!condition) token_halt();
}
void hd_klee_assume(uintptr_t condition) { hd_heddle_assume(condition != 0); }
void hd___VERIFIER_assume(int condition) { hd_heddle_assume(condition); }
void hd_assume_abort_if_not(int condition) { hd_heddle_assume(condition); }

void hd_heddle_assert(int condition, const char *message) {
  if (!condition)
    report_failure("assert", "assertion failed%s%s", message && *message ? ": " : "", message ? message : "");
}
void hd_klee_assert(int condition) { hd_heddle_assert(condition, NULL); }
void hd___VERIFIER_assert(int condition) {
  if (!condition) report_failure("assert", "__VERIFIER_assert failed");
}
void hd_reach_error(void) { report_failure("assert", "reach_error() is reached"); }
void hd___VERIFIER_error(void) { report_failure("assert", "__VERIFIER_error() is reached"); }
void hd_klee_abort(void) { report_failure("abort", "klee_abort() called"); }
void hd_klee_report_error(const char *file, int line, const char *message, const char *suffix) {
  (void)file, (void)line, (void)suffix;
  report_failure("assert", "%s", message);
}

void hd_unreachable(void) { report_failure("unreachable", "code that was promised to be unreachable is executed"); }

void hd_klee_warning(const char *message) { (void)message; }
void hd_klee_warning_once(const char *message) { (void)message; }
void hd_klee_print_expr(const char *message, ...) { (void)message; }
void hd_klee_print_range(const char *name, int value) { (void)name, (void)value; }
void hd_klee_prefer_cex(void *object, uintptr_t condition) { (void)object, (void)condition; }
void hd_klee_posix_prefer_cex(void *object, uintptr_t condition) { (void)object, (void)condition; }
void hd_klee_mark_global(void *object) { (void)object; }
void hd_klee_set_forking(unsigned enable) { (void)enable; }
void hd_klee_stack_trace(void) {}
void hd_klee_merge(void) {}
void hd_klee_open_merge(void) {}
void hd_klee_close_merge(void) {}

/* ---- memory: a test made with --malloc-fails says for each request whether it fails ---- */

static bool request_fails(void) {
  unsigned char fails;
  if (!test_find("malloc_fails")) return false;
  input_bytes(&fails, 1, "malloc_fails");
  if (fails) errno = ENOMEM;
  return fails;
}

/* What nobody wrote has the value that the test has for it: inputs by the thread's name and the number of the object
   there. */
static void fill(void *start, const char *kind, unsigned number) {
  char prefix[NAME_BYTES + 64];
  int length = snprintf(prefix, sizeof prefix, "heddle.uninit.%s.%s%u+", hd_self->name, kind, number);
  for (uint32_t i = 0; i < hd.ninputs; i++)
    if (!strncmp(hd.inputs[i].name, prefix, (size_t)length))
      memcpy((char *)start + strtoul(hd.inputs[i].name + length, NULL, 10), hd.inputs[i].bytes, hd.inputs[i].size);
}

void hd_fill_local(void *start) { fill(start, "stack", ++hd_self->stack_lives); }

uint64_t hd_fill_value(void) {
  char name[NAME_BYTES + 64];
  uint64_t value = 0;
  snprintf(name, sizeof name, "heddle.uninit.%s.register%u", hd_self->name, ++hd_self->register_lives);
  const struct input *input = test_find(name);
  if (input) memcpy(&value, input->bytes, input->size < sizeof value ? input->size : sizeof value);
  return value;
}

static void *begun(void *p, size_t size) {
  if (watch_is_on()) object_begin(p, size, OBJECT_HEAP);
  if (p) fill(p, "heap", ++hd_self->heap_lives);
  return p;
}

/* Giving memory back is like writing to all of it. */
static void ending(void *p) {
  size_t size;
  bool ended;
  if (!watch_is_on() || !p) return;
  bool known = object_size(p, &size, &ended);
  if (known) clock_access(hd_self->ins, p, size, TOUCH_WRITE);
  if (known && !ended) object_end(p);
  else watch_hold();
}

void hd_library(void);

void *hd_malloc(size_t size) { return request_fails() ? NULL : begun(reuse_allocate(size), size); }
void *hd_calloc(size_t count, size_t size) {
  size_t total;
  if (request_fails()) return NULL;
  if (!reuse_is_on() || __builtin_mul_overflow(count, size, &total)) return begun(calloc(count, size), count * size);
  void *p = begun(reuse_allocate(total), total);
  return p ? memset(p, 0, total) : NULL;
}
void hd_free(void *p);
/* The interpreter's always moves, too. */
static void *move(void *p, size_t size) {
  size_t old = p ? reuse_size(p) : 0;
  void *q = size || !p ? begun(reuse_allocate(size), size) : NULL;
  if (q && p) memcpy(q, p, old < size ? old : size);
  hd_free(p);
  return q;
}
/* No machine has that much: the block stays as it is, and nothing of it has ended. */
static void *too_large(void) {
  errno = ENOMEM;
  return NULL;
}
void *hd_realloc(void *p, size_t size) {
  if (size > PTRDIFF_MAX) return too_large();
  if (size && request_fails()) return NULL;
  hd_library();
  if (reuse_is_on()) return move(p, size);
  ending(p);
  return begun(realloc(p, size), size); // NOLINT(clang-analyzer-optin.portability.UnixAPI): the program's own size
}
void *hd_reallocarray(void *p, size_t count, size_t size) {
  size_t total;
  return __builtin_mul_overflow(count, size, &total) ? too_large() : hd_realloc(p, total);
}
void *hd_aligned_alloc(size_t align, size_t size) {
  if (align & (align - 1) || !align) { /* whatever the library of this machine does */
    errno = EINVAL;
    return NULL;
  }
  return request_fails() ? NULL : begun(aligned_alloc(align, size), size);
}
int hd_posix_memalign(void **result, size_t align, size_t size) {
  int error = request_fails() ? ENOMEM : posix_memalign(result, align, size);
  if (!error) begun(*result, size);
  memory_written(result, sizeof *result);
  return error;
}
/* They allocate too. */
char *hd_strdup(const char *text) {
  if (request_fails()) return NULL;
  hd_library();
  watch_range((void *)text, strlen(text) + 1, TOUCH_READ);
  char *copy = begun(reuse_allocate(strlen(text) + 1), strlen(text) + 1);
  return copy ? memcpy(copy, text, strlen(text) + 1) : NULL;
}
char *hd_strndup(const char *text, size_t most) {
  if (request_fails()) return NULL;
  hd_library();
  size_t length = strnlen(text, most);
  watch_range((void *)text, length < most ? length + 1 : most, TOUCH_READ);
  char *copy = begun(reuse_allocate(length + 1), length + 1);
  if (copy) memcpy(copy, text, length), copy[length] = 0;
  return copy;
}
void hd_free(void *p) {
  hd_library();
  ending(p);
  reuse_free(p);
}

/* ---- random numbers: inputs by option, else the C library's own sequence ---- */

struct generator {
  struct random_data data;
  char state[128];
  bool ready;
};
static struct generator generator;

static int random_number(void) {
  int32_t value;
  if (test_find("rand")) {
    input_bytes(&value, sizeof value, "rand");
    return value;
  }
  hd_library();
  if (!generator.ready) initstate_r(1, generator.state, sizeof generator.state, &generator.data);
  generator.ready = true;
  random_r(&generator.data, &value);
  return value;
}
int hd_rand(void) { return random_number(); }
long hd_random(void) { return random_number(); }
void hd_srandom(unsigned seed) {
  hd_library();
  initstate_r(seed, generator.state, sizeof generator.state, &generator.data);
  generator.ready = true;
}
void hd_srand(unsigned seed) { hd_srandom(seed); }
/* Random bytes are inputs always. */
ssize_t hd_getrandom(void *to, size_t n, unsigned flags) {
  enum { KNOWN = 7 };
  if (flags & ~(unsigned)KNOWN) {
    errno = EINVAL;
    return -1;
  }
  hd_library();
  if (n > 0) input_bytes(to, n, "random");
  memory_written(to, n);
  return (ssize_t)n;
}
int hd_getentropy(void *to, size_t n) {
  if (n <= 256) return hd_getrandom(to, n, 0) < 0 ? -1 : 0;
  errno = EIO;
  return -1;
}
void hd_arc4random_buf(void *to, size_t n) { hd_getrandom(to, n, 0); }
uint32_t hd_arc4random(void) {
  uint32_t value = 0;
  hd_getrandom(&value, sizeof value, 0);
  return value;
}
uint32_t hd_arc4random_uniform(uint32_t bound) {
  uint32_t value = hd_arc4random();
  return bound < 2 ? 0 : value;
}
int hd_rand_r(unsigned *seed) { return test_find("rand") ? random_number() : rand_r(seed); }
