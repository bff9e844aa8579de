/* What the interpreter offers to the runtime library: the only functions the models call and do not define. */
#ifndef HEDDLE_RT_BUILTINS_H
#define HEDDLE_RT_BUILTINS_H

void *__heddle_malloc(unsigned long size, unsigned long align); /* new heap object, uninitialised; never NULL */
enum { RT_KEPT = 17 };       /* as an alignment: 16, and it is the library's own, so that nobody calls it a leak */
void __heddle_free(void *p); /* fails on a double or invalid free; p is not NULL */
unsigned long __heddle_heap_size(void *p); /* of the live heap object that starts at p */

void __heddle_symbolic(void *p, unsigned long size, const char *name); /* the bytes become an input */
void __heddle_assume(int condition);
int __heddle_is_symbolic(unsigned long value); /* 1: an expression, 0: a concrete value; never forks */
/* Fails where the string at p may have no end within max bytes and its object; holds from there on; never forks. */
void __heddle_check_string(const char *p, unsigned long max);
unsigned long __heddle_unknown(unsigned long max); /* a value nobody can know, in 0..max; not an input */

_Noreturn void __heddle_fail(const char *kind, const char *message);
_Noreturn void __heddle_exit(int status);              /* ends the program now, without handlers */
_Noreturn void __heddle_unsupported(const char *what); /* ends the path as incomplete */

void __heddle_output(int fd, const void *bytes, unsigned long n); /* symbolic bytes are allowed */
const unsigned char *__heddle_stdin(unsigned long *size);         /* the whole standard input, same object each call */

/* What the user gave beside the program, by number, and its size; NULL behind the last. Nothing may write there. */
enum { RT_GIVEN_FILE_NAME = 0, RT_GIVEN_FILE = 1, RT_GIVEN_NET = 2 };
const unsigned char *__heddle_given(unsigned long *size, int what, int number);

/* What the library itself does when the program exits, behind all handlers: give back the memory it keeps.
   NULL: nothing. */
extern void (*__heddle_rt_last_handler)(void);

/* Stands first in the body of an `if` that moves a pointer: the optimiser must leave the branch, where it would like
   to choose between two addresses without one. A fork with concrete pointers explores better than a symbolic
   pointer. */
#define RT_BRANCH() __asm__ volatile("")

enum {
  RT_OPTION_RAND_IS_INPUT = 0,
  RT_OPTION_MALLOC_FAILS = 1,
  RT_OPTION_IO_FAILS = 2,
  RT_OPTION_TIME_IS_INPUT = 3,
  RT_OPTION_NET = 4,
  RT_OPTION_NET_CLIENTS = 5,
  RT_OPTION_SIGNALS = 6,
  RT_OPTION_SPURIOUS = 7,
  RT_OPTION_COUNT = 8
};
long __heddle_option(int which);

/* Functions of math.h by their numbers in math.def, of float arguments with RT_MATH_FLOAT more. */
enum { RT_MATH_HYPOT = 60, RT_MATH_SAME = 61, RT_MATH_FLOAT = 64 }; /* SAME: the argument, of several values one */
double __heddle_math(int function, double x, double y);
#endif
