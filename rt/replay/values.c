/* Inputs, assumptions, assertions, and what the interpreter's models make repeatable: random numbers, clocks, and allocations
   that fail by choice of the test. */
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

/* The n-th input of a name is the object NAME, then NAME_1, NAME_2, ...; NAME@THREAD in other threads than the first. */
void input_bytes(void *p, size_t size, const char *given) {
  char base[200 + NAME_BYTES], name[sizeof base + 16];
  if (hd_self == hd.first) snprintf(base, sizeof base, "%.199s", given);
  else snprintf(base, sizeof base, "%.199s@%s", given, hd_self->name);
  unsigned before = count_of(base);
  if (before) snprintf(name, sizeof name, "%s_%u", base, before);
  else snprintf(name, sizeof name, "%s", base);
  const struct input *input = test_find(name);
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

#define NONDET(name, type)                     \
  type hd___VERIFIER_nondet_##name(void) {     \
    type value;                                \
    input_bytes(&value, sizeof value, #name);  \
    return value;                              \
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
  if (!condition) report_failure("assert", "assertion failed%s%s", message && *message ? ": " : "", message ? message : "");
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

void hd_unreachable(void) {
  report_failure("unreachable", "code that was promised to be unreachable is executed");
}

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

static void *begun(void *p, size_t size) {
  if (watch_is_on()) object_begin(p, size, OBJECT_HEAP);
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

void *hd_malloc(size_t size) { return request_fails() ? NULL : begun(malloc(size), size); }
void *hd_calloc(size_t count, size_t size) { return request_fails() ? NULL : begun(calloc(count, size), count * size); }
void *hd_realloc(void *p, size_t size) {
  if (size && request_fails()) return NULL;
  hd_library();
  ending(p);
  return begun(realloc(p, size), size);
}
void *hd_reallocarray(void *p, size_t count, size_t size) {
  if (count && size && request_fails()) return NULL;
  hd_library();
  ending(p);
  return begun(reallocarray(p, count, size), count * size);
}
void *hd_aligned_alloc(size_t align, size_t size) { return request_fails() ? NULL : begun(aligned_alloc(align, size), size); }
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
  return begun(strdup(text), strlen(text) + 1);
}
char *hd_strndup(const char *text, size_t most) {
  if (request_fails()) return NULL;
  hd_library();
  size_t length = strnlen(text, most);
  watch_range((void *)text, length < most ? length + 1 : most, TOUCH_READ);
  return begun(strndup(text, most), length + 1);
}
void hd_free(void *p) {
  hd_library();
  ending(p);
  free(p);
}

/* ---- random numbers: inputs by option, else the C library's own sequence for each thread ---- */

struct generator {
  struct random_data data;
  char state[128];
  bool ready;
};
static _Thread_local struct generator generator;

static int random_number(void) {
  int32_t value;
  if (test_find("rand")) {
    input_bytes(&value, sizeof value, "rand");
    return value;
  }
  if (!generator.ready) initstate_r(1, generator.state, sizeof generator.state, &generator.data);
  generator.ready = true;
  random_r(&generator.data, &value);
  return value;
}
int hd_rand(void) { return random_number(); }
long hd_random(void) { return random_number(); }
void hd_srandom(unsigned seed) {
  initstate_r(seed, generator.state, sizeof generator.state, &generator.data);
  generator.ready = true;
}
void hd_srand(unsigned seed) { hd_srandom(seed); }
int hd_rand_r(unsigned *seed) { return test_find("rand") ? random_number() : rand_r(seed); }

/* ---- clocks: they start at the same moment and advance by a millisecond whenever a thread looks ---- */

enum { START = 1704067200, MILLI = 1000000 };
static _Thread_local long ticks;

static struct timespec read_clock(time_t begin) {
  long now = ++ticks;
  return (struct timespec){.tv_sec = begin + now / 1000, .tv_nsec = now % 1000 * MILLI};
}
time_t hd_time(time_t *result) {
  time_t now = read_clock(START).tv_sec;
  if (result) *result = now;
  if (result) memory_written(result, sizeof *result);
  return now;
}
clock_t hd_clock(void) { return ++ticks * (CLOCKS_PER_SEC / 1000); }
int hd_gettimeofday(struct timeval *result, struct timezone *zone) {
  struct timespec now = read_clock(START);
  *result = (struct timeval){.tv_sec = now.tv_sec, .tv_usec = now.tv_nsec / 1000};
  memory_written(result, sizeof *result);
  if (zone) *zone = (struct timezone){0, 0};
  if (zone) memory_written(zone, sizeof *zone);
  return 0;
}
int hd_clock_gettime(clockid_t id, struct timespec *result) {
  if (id < CLOCK_REALTIME || id > CLOCK_TAI) {
    errno = EINVAL;
    return -1;
  }
  *result = read_clock(id == CLOCK_REALTIME || id == CLOCK_REALTIME_COARSE || id == CLOCK_TAI ? START : 0);
  memory_written(result, sizeof *result);
  return 0;
}
int hd_timespec_get(struct timespec *result, int base) {
  if (base != TIME_UTC) return 0;
  *result = read_clock(START);
  memory_written(result, sizeof *result);
  return base;
}
