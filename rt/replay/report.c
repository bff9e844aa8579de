/* What the driver gets to know: lines of text on a descriptor of their own, or on stderr where there is none.

     failure KIND TAB TEXT              the runtime found it; abort() follows
     signal NUMBER THREAD               a signal ends the process; with the next line
     frames ADDRESS...                  inside the calls, innermost first
     sanitizer TEXT                     what the address sanitizer calls it
     waits THREAD TAB INSTRUCTION TAB WHAT    one line for each thread of a deadlock
     other THREAD TAB INSTRUCTION TAB WHAT    the other access of a data race
     place THREAD TAB INSTRUCTION             where it happened, if not where the signal came
     diverged STEP INSTRUCTION SEEN TAB EXPECTED TAB FOUND
     error TEXT                         the test cannot be run at all
     end STATUS                         a replay is over, with the status that wait() gave */
#define _GNU_SOURCE
#include <execinfo.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include "replay.h"

enum { MOST_FRAMES = 40, SIGNAL_STACK = 1 << 17 };
#ifdef __i386__
enum { PROGRAM_COUNTER = REG_EIP };
#else
enum { PROGRAM_COUNTER = REG_RIP };
#endif

static void write_line(const char *format, va_list list) {
  char text[1024];
  int length = vsnprintf(text, sizeof text - 1, format, list);
  if (length > (int)sizeof text - 2) length = sizeof text - 2;
  text[length++] = '\n';
  if (write(hd.result ? hd.result : STDERR_FILENO, text, (size_t)length) < 0) _exit(2);
}

void report_line(const char *format, ...) {
  va_list list;
  va_start(list, format);
  write_line(format, list);
  va_end(list);
}

static void format_into(char *text, size_t capacity, const char *format, va_list list) {
  vsnprintf(text, capacity, format, list);
}

/* A place to stop in a debugger: every failure that is not a signal of its own comes through here. */
__attribute__((noinline)) static _Noreturn void hd_failed(void) { abort(); }

void report_failure(const char *kind, const char *format, ...) {
  char text[700];
  va_list list;
  va_start(list, format);
  format_into(text, sizeof text, format, list);
  va_end(list);
  if (strcmp(kind, "deadlock") && strcmp(kind, "race")) token_hold();
  report_line("failure %s\t%s", kind, text);
  hd_failed();
}

void report_divergence(const struct step *expected, uint32_t seen_ins, const char *format, ...) {
  char text[400];
  va_list list;
  va_start(list, format);
  format_into(text, sizeof text, format, list);
  va_end(list);
  report_line("diverged %d %u %ld\t%s to %s\t%s", (int)(expected - hd.steps) + 1, expected->ins,
              seen_ins == LIBRARY ? -1L : (long)seen_ins, hd.lines[expected->line].name, operation_text[expected->kind],
              text);
  _exit(2);
}

void report_error(const char *format, ...) {
  char text[400];
  va_list list;
  va_start(list, format);
  format_into(text, sizeof text, format, list);
  va_end(list);
  report_line("error %s", text);
  _exit(2);
}

void *checked_realloc(void *p, size_t size) {
  void *moved = realloc(p, size);
  if (!moved) report_error("out of memory");
  return moved;
}

/* ---- signals ---- */

const char *__asan_get_report_description(void) __attribute__((weak));
int __asan_report_present(void) __attribute__((weak));

void __msan_set_death_callback(void (*)(void)) __attribute__((weak));
static void on_memory_sanitizer(void) { report_line("sanitizer use of uninitialised data"); }

void __msan_unpoison(const volatile void *, size_t) __attribute__((weak));
intptr_t __msan_test_shadow(const volatile void *, size_t) __attribute__((weak));

void memory_written(const void *p, size_t size) {
  if (__msan_unpoison) __msan_unpoison(p, size);
}
bool memory_was_written(const void *p, size_t size) { return !__msan_test_shadow || __msan_test_shadow(p, size) < 0; }

/* An input that is a pointer holds an address of the interpreter, where nothing lies natively. A test that failed by
   such a pointer fails here too; any other cannot be followed. */
static void check_input_pointer(uintptr_t address) {
  if (hd.watched_kind && !strcmp(hd.watched_kind, "memory")) return;
  for (uint32_t i = 0; i < hd.ninputs; i++)
    for (uint32_t at = 0; at + sizeof address <= hd.inputs[i].size; at += sizeof address) {
      uintptr_t word;
      memcpy(&word, hd.inputs[i].bytes + at, sizeof word);
      if (strncmp(hd.inputs[i].name, "heddle.", 7) && word && address - word < 4096)
        report_error("the input '%s' is a pointer: an address of the interpreter, where nothing lies natively",
                     hd.inputs[i].name);
    }
}

/* The very instruction that was interrupted, then those before the return addresses. */
static void on_signal(int number, siginfo_t *info, void *context) {
  void *frames[MOST_FRAMES];
  char line[(MOST_FRAMES + 1) * 20];
  const ucontext_t *state = context;
  int count = backtrace(frames, MOST_FRAMES), length = 0;
  if (number == SIGSEGV) check_input_pointer((uintptr_t)info->si_addr);
  length += snprintf(line, sizeof line, " %lx", (unsigned long)state->uc_mcontext.gregs[PROGRAM_COUNTER]);
  for (int i = 0; i < count; i++)
    length += snprintf(line + length, sizeof line - (size_t)length, " %lx", (unsigned long)frames[i] - 1);
  report_line("signal %d %s", number, hd_self ? hd_self->name : "main");
  report_line("frames%s", line);
  if (__asan_report_present && __asan_report_present()) report_line("sanitizer %s", __asan_get_report_description());
  raise(number); /* the default action, now */
}

void report_watch_signals(void) {
  static const int numbers[] = {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP};
  void *memory = mmap(NULL, SIGNAL_STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  stack_t stack = {.ss_sp = memory, .ss_size = SIGNAL_STACK};
  struct sigaction action = {.sa_sigaction = on_signal, .sa_flags = SA_SIGINFO | SA_ONSTACK | (int)SA_RESETHAND};
  sigaltstack(&stack, NULL);
  if (__msan_set_death_callback) __msan_set_death_callback(on_memory_sanitizer);
  for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++) sigaction(numbers[i], &action, NULL);
}
