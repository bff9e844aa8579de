/* A gate for changes, built on libheddle: compares two versions, prints each new failure with its inputs and the steps
   that matter, replays its test, and gives up after some seconds.
 *
 *   cc -o gate gate.c $(pkg-config --cflags --libs libheddle)
 *   ./gate OLD NEW [SECONDS]
 */
#include <libheddle.h>
#include <stdio.h>
#include <stdlib.h>

static int watch(void *context, const struct libheddle_progress *now) {
  double limit = *(const double *)context;
  fprintf(stderr, "%s %llu runs, %.1f s\n", now->phase, now->runs, now->seconds);
  return limit > 0 && now->seconds > limit;
}

static void print_inputs(const struct libheddle *h, unsigned failure, unsigned count) {
  for (unsigned i = 0; i < count; i++) {
    struct libheddle_input input = {.size = sizeof input};
    libheddle_input(h, failure, i, &input);
    printf("  %s =", input.name);
    for (unsigned k = 0; k < input.count; k++) printf(" %02x", input.bytes[k]);
    printf("\n");
  }
}

static void print_steps(const struct libheddle *h, unsigned failure, unsigned count) {
  for (unsigned i = 0; i < count; i++) {
    struct libheddle_step step = {.size = sizeof step};
    libheddle_step(h, failure, i, &step);
    if (step.matters) printf("  %s:%u %s %s\n", step.file, step.line, step.thread, step.text);
  }
}

/* The test of a failure alone, on the program that it names itself. */
static void replay(const char *test) {
  struct libheddle *h = libheddle_open();
  libheddle_add(h, test);
  int code = libheddle_replay(h);
  printf("  heddle replay %s: %s\n", test,
         code == LIBHEDDLE_UNSAFE  ? "fails again"
         : code == LIBHEDDLE_ERROR ? libheddle_error(h)
                                   : "does not fail");
  libheddle_close(h);
}

static void print_failures(const struct libheddle *h) {
  for (unsigned i = 0; i < libheddle_failures(h); i++) {
    struct libheddle_failure f = {.size = sizeof f};
    libheddle_failure(h, i, &f);
    if (f.is_new == 0) continue;
    printf("%s:%u: %s: %s\n", f.file, f.line, f.kind, f.message);
    print_inputs(h, i, f.inputs);
    print_steps(h, i, f.steps);
    if (f.test) replay(f.test);
  }
}

int main(int argc, char **argv) {
  double seconds = argc > 3 ? atof(argv[3]) : 0;
  if (argc < 3) {
    fprintf(stderr, "usage: gate OLD NEW [SECONDS]\n");
    return LIBHEDDLE_ERROR;
  }
  struct libheddle *h = libheddle_open();
  libheddle_add(h, argv[1]);
  libheddle_add(h, argv[2]);
  libheddle_set(h, "tests", "failures");
  libheddle_set(h, "out", "gate-tests");
  libheddle_watch(h, watch, &seconds);
  int code = libheddle_check(h);
  printf("%s\n", libheddle_verdict(h));
  if (code == LIBHEDDLE_ERROR) fprintf(stderr, "gate: %s\n", libheddle_error(h));
  for (unsigned i = 0; i < libheddle_reasons(h); i++) printf("because %s\n", libheddle_reason(h, i));
  print_failures(h);
  for (unsigned i = 0; libheddle_test(h, i); i++) printf("test %s\n", libheddle_test(h, i));
  libheddle_close(h);
  return code;
}
