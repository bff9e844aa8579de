/* Calls with what they give. Each prints its result, so that what heddle says is compared with what the C library says; a
   unit test looks for every result in the table of thread functions (src/ir/thread_functions.def). */
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <threads.h>
#include <time.h>

#define GIVES(result, call) tell(#call, #result, call, result)
/* A function that gives -1 and says why in errno. */
#define FAILS(error, call) (errno = 0, tell(#call, #error, (call) == -1 ? errno : -1, error))

static void tell(const char *call, const char *wanted, int result, int expected) {
  printf("%s = %d\n", call, result);
  if (result != expected) printf("  is not %s\n", wanted);
}

/* Moments that are over, and no moments. */
__attribute__((unused)) static const struct timespec past = {1, 0}, before = {-1, 0}, too_many = {1, 2000000000}, negative = {1, -1};
