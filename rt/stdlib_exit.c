/* Ends of the program: exit with its handlers, abort, assertions and the checks that compilers insert. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "builtins.h"
#include "files.h"

enum { MAX_HANDLERS = 256 };

struct handler {
  void (*plain)(void); /* one of the three is set */
  void (*with_status)(int, void *);
  void (*with_argument)(void *);
  void *argument;
};

struct handler_list {
  int count;
  struct handler handlers[MAX_HANDLERS];
};
static struct handler_list at_exit_list, at_quick_exit_list;

static int add_handler(struct handler_list *list, struct handler h) {
  if (list->count == MAX_HANDLERS) return -1;
  list->handlers[list->count++] = h;
  return 0;
}

/* Last registered first; a handler may register another one, which then runs next. */
static void run_handlers(struct handler_list *list, int status) {
  while (list->count > 0) {
    struct handler h = list->handlers[--list->count];
    if (h.plain != NULL) h.plain();
    else if (h.with_status != NULL) h.with_status(status, h.argument);
    else h.with_argument(h.argument);
  }
}

int atexit(void (*f)(void)) { return add_handler(&at_exit_list, (struct handler){.plain = f}); }

int at_quick_exit(void (*f)(void)) { return add_handler(&at_quick_exit_list, (struct handler){.plain = f}); }

int on_exit(void (*f)(int, void *), void *argument) {
  return add_handler(&at_exit_list, (struct handler){.with_status = f, .argument = argument});
}

int __cxa_atexit(void (*f)(void *), void *argument, void *module);
int __cxa_atexit(void (*f)(void *), void *argument, void *module) {
  (void)module; /* nothing is ever unloaded */
  return add_handler(&at_exit_list, (struct handler){.with_argument = f, .argument = argument});
}

void (*__heddle_rt_last_handler)(void);

void exit(int status) {
  run_handlers(&at_exit_list, status);
  if (__heddle_files() != NULL) __heddle_files()->flush(NULL);
  if (__heddle_rt_last_handler != NULL) __heddle_rt_last_handler();
  __heddle_exit(status);
}

void quick_exit(int status) {
  run_handlers(&at_quick_exit_list, status);
  __heddle_exit(status);
}

void _Exit(int status) { __heddle_exit(status); }

void _exit(int status) { __heddle_exit(status); }

void abort(void) { __heddle_fail("abort", "abort() called"); }

static _Noreturn void fail_assertion(const char *what, const char *expression) {
  char text[512];
  strncat(strcpy(text, what), expression, sizeof text - strlen(what) - 1);
  __heddle_fail("assert", text);
}

void __assert_fail(const char *expression, const char *file, unsigned line, const char *function) {
  (void)file, (void)line, (void)function; /* the place is known better from the call */
  fail_assertion("assertion failed: ", expression);
}

void __assert(const char *expression, const char *file, int line) {
  __assert_fail(expression, file, (unsigned)line, "");
}

_Noreturn void __assert_rtn(const char *function, const char *file, int line, const char *expression);
_Noreturn void __assert_rtn(const char *function, const char *file, int line, const char *expression) {
  __assert_fail(expression, file, (unsigned)line, function);
}

void __assert_perror_fail(int error, const char *file, unsigned line, const char *function) {
  (void)file, (void)line, (void)function;
  fail_assertion("unexpected error: ", strerror(error));
}

_Noreturn void __stack_chk_fail(void);
_Noreturn void __stack_chk_fail(void) { __heddle_fail("memory", "stack smashing detected"); }

_Noreturn void __chk_fail(void);
_Noreturn void __chk_fail(void) { __heddle_fail("memory", "buffer overflow detected"); }
