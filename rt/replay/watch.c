/* What a program built with the runtime's own checks calls: accesses, arithmetic, local objects. A failure is reported
   only where one was recorded, and only if it is found to be one here, natively. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hooks.h"
#include "watch.h"

#pragma GCC diagnostic ignored "-Wmissing-prototypes" /* src/front/watch.c makes the calls */

void hd_announce_globals(void) __attribute__((weak));
void hd_announce_thread_locals(void) __attribute__((weak));

bool watch_is_on(void) { return hd_announce_globals != NULL; }

void watch_start(void) {
  const char *text = getenv("HEDDLE_WATCH");
  hd.watched_kind = text ? strndup(text, strcspn(text, " ")) : NULL;
  text += text ? strcspn(text, " ") : 0;
  for (char *end; text && *text; text = end) {
    uint32_t ins = (uint32_t)strtoul(text, &end, 10);
    if (end == text) break;
    hd.watched = checked_realloc(hd.watched, (hd.nwatched + 1) * sizeof *hd.watched);
    hd.watched[hd.nwatched++] = ins;
  }
  unsetenv("HEDDLE_WATCH");
}

void watch_thread(void) {
  if (!watch_is_on()) return;
  if (hd_self == hd.first) hd_announce_globals();
  hd_announce_thread_locals();
}

bool watch_is_suspect(const struct thread *t, uint32_t ins, const char *kind) {
  if (!hd.watched_kind || strcmp(hd.watched_kind, kind)) return false;
  if (hd.suspect_name && strcmp(hd.suspect_name, t->name)) return false;
  for (uint32_t i = 0; i < hd.nwatched; i++)
    if (hd.watched[i] == ins) return true;
  return false;
}

/* ---- memory ---- */

void watch_hold(void) {
  bool memory = hd.watched_kind && !strcmp(hd.watched_kind, "memory");
  bool race = hd.watched_kind && !strcmp(hd.watched_kind, "race");
  bool other = hd.suspect_name && strcmp(hd.suspect_name, hd_self->name);
  if ((memory && other) || race) token_hold();
}

/* With the memory sanitizer only. */
static void check_written(unsigned ins, const void *p, size_t size) {
  if (watch_is_suspect(hd_self, ins, "memory") && !memory_was_written(p, size))
    report_failure("memory", "read of uninitialised data: %zu byte%s", size, size == 1 ? "" : "s");
}

void hd_touch(unsigned ins, unsigned flags, const char *address, size_t size, const char *base) {
  if (!object_allows(address, size, base)) watch_hold();
  if (watch_is_suspect(hd_self, ins, "memory")) object_check(address, size, flags & TOUCH_WRITE, base);
  if (flags & TOUCH_READ) check_written(ins, address, size);
  clock_access(ins, address, size, flags);
}

void hd_stored(unsigned ins, const void *value, size_t size) { check_written(ins, value, size); }

void hd_fence(unsigned flags) { clock_fence(flags); }

void watch_range(void *p, size_t size, unsigned flags) {
  if (watch_is_on()) hd_touch(hd_self->ins, flags, p, size, p);
}

void hd_global(const void *start, size_t size) { object_begin(start, size, OBJECT_GLOBAL); }

static void push_local(const void *start) {
  struct thread *t = hd_self;
  t->locals = checked_realloc(t->locals, (t->nlocals + 1) * sizeof *t->locals);
  t->locals[t->nlocals++] = start;
}

void hd_local(const void *start, size_t size) {
  object_begin(start, size, OBJECT_LOCAL);
  push_local(start);
}

unsigned hd_frame(void) { return hd_self->nlocals; }

/* The end of an object is like writing to all of it. */
static void write_all(const void *start) {
  size_t size;
  bool ended;
  if (object_size(start, &size, &ended) && !ended) clock_access(hd_self->ins, start, size, TOUCH_WRITE);
}

static void end_local(const void *start) {
  write_all(start);
  object_end(start);
}

void hd_scope_end(const void *start) {
  write_all(start);
  object_set_scope(start, true);
}

/* The stack grows downwards: what was made since lies below. */
void hd_stack_restore(const char *mark) {
  while (hd_self->nlocals && (const char *)hd_self->locals[hd_self->nlocals - 1] < mark) {
    const void *start = hd_self->locals[--hd_self->nlocals];
    write_all(start);
    object_set_scope(start, true);
  }
}

void hd_scope_begin(const void *start) {
  object_set_scope(start, false);
  write_all(start);
}

void hd_frame_end(unsigned mark) {
  jumps_end_frame(mark);
  while (hd_self->nlocals > mark) end_local(hd_self->locals[--hd_self->nlocals]);
}

/* ---- variable arguments: parts of the area where registers were saved hold none ---- */

void hd_variadic(unsigned integers, unsigned floats, size_t memory) {
  hd_self->passed.integers = integers;
  hd_self->passed.floats = floats;
  hd_self->passed.memory = memory;
}

#ifdef __i386__
void hd_va_start(char **list) { hd_local(*list, hd_self->passed.memory); }
#else

enum { INTEGERS_END = 48, FLOATS_END = 176 }; /* of that area */

struct va_list_words {       /* the System V ABI's va_list */
  unsigned integers, floats; /* offsets of the next ones */
  char *memory, *saved;
};

/* What was passed lies in [from, to), what was not from there to `end`. */
static void add_saved(char *area, unsigned from, unsigned to, unsigned end) {
  if (to > end) to = end;
  if (to < from) to = from;
  if (to < end) {
    object_begin(area + to, end - to, OBJECT_LOCAL);
    object_end(area + to);
  }
  if (to > from) hd_local(area + from, to - from);
}

void hd_va_start(struct va_list_words *list) {
  const struct thread *t = hd_self;
  add_saved(list->saved, list->integers, t->passed.integers * 8, INTEGERS_END);
  add_saved(list->saved, list->floats, INTEGERS_END + t->passed.floats * 16, FLOATS_END);
  if (t->passed.memory) hd_local(list->memory, t->passed.memory);
}
#endif

/* ---- arithmetic ---- */

static bool overflows(unsigned what, unsigned width, int64_t a, int64_t b) {
  int64_t result = 0, most = width == 64 ? INT64_MAX : ((int64_t)1 << (width - 1)) - 1;
  bool wide = what == ARITHMETIC_ADD   ? __builtin_add_overflow(a, b, &result)
              : what == ARITHMETIC_SUB ? __builtin_sub_overflow(a, b, &result)
                                       : __builtin_mul_overflow(a, b, &result);
  return wide || result > most || result < -most - 1;
}

void hd_arithmetic(unsigned ins, unsigned what, unsigned width, int64_t a, int64_t b) {
  static const char *const words[] = {
      [ARITHMETIC_ADD] = "addition", [ARITHMETIC_SUB] = "subtraction", [ARITHMETIC_MUL] = "multiplication"};
  if (!watch_is_suspect(hd_self, ins, "arithmetic")) return;
  if (what == ARITHMETIC_SHIFT) {
    if (b < 0 || b >= width)
      report_failure("arithmetic", "shift by a negative amount or by the width or more: by %lld of %u bits",
                     (long long)b, width);
  } else if (overflows(what, width, a, b)) {
    report_failure("arithmetic", "signed %s overflows: %lld and %lld in %u bits", words[what], (long long)a,
                   (long long)b, width);
  }
}
