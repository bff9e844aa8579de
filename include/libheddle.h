/* libheddle: heddle from within a program.
 *
 *   struct libheddle *h = libheddle_open();
 *   libheddle_set(h, "timeout", "60");               an option of the command line, without the dashes
 *   libheddle_add(h, "queue.c");                     a program: files; of a check: OLD, then NEW
 *   int code = libheddle_run(h);                     or libheddle_check(h), libheddle_diff(h), ...
 *   for (unsigned i = 0; i < libheddle_failures(h); i++) {
 *     struct libheddle_failure f;
 *     libheddle_failure(h, i, &f);
 *     printf("%s:%u: %s\n", f.file, f.line, f.message);
 *   }
 *   libheddle_close(h);
 *
 * Link with `pkg-config --libs libheddle`. Functions return 0 where nothing is said about it, or LIBHEDDLE_ERROR after
 * something was wrong: libheddle_error says what. Texts belong to the handle; they live until libheddle_close. The
 * library is not for several threads at a time, and one handle does one command. It uses programs that are installed
 * with it (heddle-front) and clang; if they are not beside the library, the environment variable HEDDLE_HOME names
 * their directory. Messages of the compiler go to the standard error. If memory or the stack of a thread cannot be had,
 * the process ends with a message.
 *
 * The symbols are versioned (LIBHEDDLE_0): what is here stays, further functions get further versions. Structures grow
 * at their end only; set `size` where a structure has one. */
#ifndef LIBHEDDLE_H
#define LIBHEDDLE_H

#ifdef __cplusplus
extern "C" {
#endif

#if defined __GNUC__
#define LIBHEDDLE_PUBLIC __attribute__((visibility("default")))
#else
#define LIBHEDDLE_PUBLIC
#endif

struct libheddle;

/* What a command gives, the exit codes of the command line. */
enum libheddle_code {
  LIBHEDDLE_SAFE = 0,      /* also: done, of a command that explores nothing */
  LIBHEDDLE_UNSAFE = 1,    /* failures were found; of a check: new ones */
  LIBHEDDLE_ERROR = 2,     /* wrong use, a program that cannot be loaded, a test that does not fit its program */
  LIBHEDDLE_INCOMPLETE = 3 /* nothing fails so far, but not everything was explored */
};

LIBHEDDLE_PUBLIC const char *libheddle_version(void); /* "0.2.0" */

/* ---- a handle ---- */

LIBHEDDLE_PUBLIC struct libheddle *libheddle_open(void);
LIBHEDDLE_PUBLIC void libheddle_close(struct libheddle *h); /* NULL is nothing */

/* ---- what is asked for ---- */

/* An option of the command ("max-runs", "tests", "sarif"); value NULL: one without a value. Whether it is one is seen
   when the command begins. Without "store" no store is used; without "tests" or "out", run and check write no tests. */
LIBHEDDLE_PUBLIC void libheddle_set(struct libheddle *h, const char *option, const char *value);
/* A word of the command line: a file, a revision; of replay a test; of report the number of a run. */
LIBHEDDLE_PUBLIC void libheddle_add(struct libheddle *h, const char *word);
/* What follows "--" there: a compiler flag; of revisions a file. */
LIBHEDDLE_PUBLIC void libheddle_add_flag(struct libheddle *h, const char *flag);
/* The text of the command line goes to the standard output, its status line and messages to the standard error, and
   signals and the time limit end the process as they end `heddle`. All that is known afterwards is the code. Without
   this nothing is printed. */
LIBHEDDLE_PUBLIC void libheddle_as_command(struct libheddle *h);

/* About ten times a second. */
struct libheddle_progress {
  unsigned size;     /* of the structure, as the library knows it */
  const char *phase; /* of a check: "OLD", "NEW"; else "" */
  unsigned long long runs, failures, instructions, queries, memory_kib;
  double seconds;
};
/* Called while it explores. Not 0: end now, with what is known (the result is then incomplete). */
typedef int libheddle_watcher(void *context, const struct libheddle_progress *progress);
LIBHEDDLE_PUBLIC void libheddle_watch(struct libheddle *h, libheddle_watcher *watcher, void *context);

/* ---- doing it ---- */

/* Each does what the command of its name does; see `heddle help COMMAND`. Returns enum libheddle_code. */
LIBHEDDLE_PUBLIC int libheddle_run(struct libheddle *h);
LIBHEDDLE_PUBLIC int libheddle_check(struct libheddle *h);
/* What changed between two versions and what that may affect: libheddle_json has it. */
LIBHEDDLE_PUBLIC int libheddle_diff(struct libheddle *h);
/* Needs the option "suite"; the tests are written to "out". */
LIBHEDDLE_PUBLIC int libheddle_augment(struct libheddle *h);
/* One test again. Its failure is there as that of a run is; with the option "native", libheddle_json tells how the
   native runs ended. */
LIBHEDDLE_PUBLIC int libheddle_replay(struct libheddle *h);
/* A run that the store (option "store") kept: the result is that of the run, the code says only whether it was found.
 */
LIBHEDDLE_PUBLIC int libheddle_report(struct libheddle *h);
/* Any command by its name; those without a function here ("accept", "harness", "init", "link", "worker", "status") say
   what they do on the standard output. */
LIBHEDDLE_PUBLIC int libheddle_command(struct libheddle *h, const char *name);
/* After LIBHEDDLE_ERROR: one line. NULL: nothing was wrong. */
LIBHEDDLE_PUBLIC const char *libheddle_error(const struct libheddle *h);

/* ---- the result ---- */

/* "safe", "unsafe", "incomplete", "error"; "" of a diff, which has none. */
LIBHEDDLE_PUBLIC const char *libheddle_verdict(const struct libheddle *h);
LIBHEDDLE_PUBLIC unsigned libheddle_reasons(const struct libheddle *h); /* why it is incomplete: how many */
LIBHEDDLE_PUBLIC const char *libheddle_reason(const struct libheddle *h, unsigned i); /* NULL: there are not so many */

struct libheddle_failure {
  unsigned size;                        /* set by the caller: sizeof (struct libheddle_failure) */
  const char *kind, *message;           /* "assert", "memory", ...; one line */
  const char *file, *function, *thread; /* "" where it is not known */
  unsigned line, column;                /* 0: not known */
  int is_new;                           /* of a check: 1, 0, -1: not known; else 1 */
  const char *test;                     /* file of its test; NULL: none was written */
  unsigned inputs, steps;               /* how many it has */
};
LIBHEDDLE_PUBLIC unsigned libheddle_failures(const struct libheddle *h);
/* 0, or LIBHEDDLE_ERROR: there are not so many. */
LIBHEDDLE_PUBLIC int libheddle_failure(const struct libheddle *h, unsigned i, struct libheddle_failure *failure);

struct libheddle_input {
  unsigned size; /* as above */
  const char *name;
  const unsigned char *bytes;
  unsigned count; /* of bytes */
};
LIBHEDDLE_PUBLIC int libheddle_input(const struct libheddle *h, unsigned failure, unsigned i,
                                     struct libheddle_input *input);

/* A step of the interleaving that leads to a failure of several threads. */
struct libheddle_step {
  unsigned size; /* as above */
  const char *thread, *file, *function, *text;
  unsigned line;
  int matters; /* 0: it has no influence on the failure */
};
LIBHEDDLE_PUBLIC int libheddle_step(const struct libheddle *h, unsigned failure, unsigned i,
                                    struct libheddle_step *step);

/* The tests that were written: how many there are, and where. */
LIBHEDDLE_PUBLIC unsigned long long libheddle_tests(const struct libheddle *h);
LIBHEDDLE_PUBLIC const char *libheddle_tests_directory(const struct libheddle *h); /* NULL: none were written */
/* The i-th test, in the order of their names; NULL: there are not so many. */
LIBHEDDLE_PUBLIC const char *libheddle_test(struct libheddle *h, unsigned i);

/* All of it as the JSON that --json prints; NULL: there is no result. */
LIBHEDDLE_PUBLIC const char *libheddle_json(struct libheddle *h);

/* ---- what there is: for help, completion, forms to fill in ---- */

/* The i-th option of a command; of "": of heddle without a command; of NULL: of any. 0, or LIBHEDDLE_ERROR: there are
   not so many. */
struct libheddle_option {
  unsigned size;                      /* as above */
  const char *name, *argument, *help; /* "timeout", "=SECONDS", lines of text; the argument is "", "=X" or "[=X]" */
  const char *group;                  /* "Limits": those of one group follow each other */
};
LIBHEDDLE_PUBLIC int libheddle_option(const char *command, unsigned i, struct libheddle_option *option);

/* The i-th check that the option "check" knows. */
struct libheddle_checker {
  unsigned size; /* as above */
  const char *name, *what;
  int standard; /* it is on unless "check" says otherwise */
};
LIBHEDDLE_PUBLIC int libheddle_checker(unsigned i, struct libheddle_checker *checker);

/* The i-th function or object that a program under test may use without defining it. */
struct libheddle_function {
  unsigned size; /* as above */
  const char *name, *header;
  const char *kind; /* "model", "object", "builtin"; "refused": a path that calls it ends as incomplete */
};
LIBHEDDLE_PUBLIC int libheddle_function(unsigned i, struct libheddle_function *function);

#ifdef __cplusplus
}
#endif
#endif
