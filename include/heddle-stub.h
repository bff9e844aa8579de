/* heddle-stub.h: one run of a harness outside of heddle, with inputs from a block of bytes, as a fuzzer has them.
   Link with libheddle-stub. */
#ifndef HEDDLE_STUB_H
#define HEDDLE_STUB_H
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Calls harness(), whose inputs (heddle_symbolic and the like) are the bytes of `data` in the order in which they are
   asked for, then zeros. Returns 1; or 0 if heddle_assume() was called with a false condition, which leaves the
   harness at once. Threads that the harness starts must have ended when it returns. Not for two threads at a time. */
#if defined(__GNUC__)
__attribute__((visibility("default")))
#endif
int heddle_stub_run(const void *data, size_t size, void (*harness)(void));

#ifdef __cplusplus
}
#endif
#endif
