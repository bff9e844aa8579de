/* What programs in C++ without exceptions need of libstdc++: new and delete, threads, condition variables, statics that
   are initialised once, run-time types as far as virtual functions need them; output is ignored. Everything else of
   that library is templates, compiled with the program. Names are those of the Itanium ABI. Where the library would
   throw, the path ends as incomplete. */
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>
#include "builtins.h"
#include "threads_builtins.h"

/* A definition under the name that the linker knows. */
#define NAMED(type, name, mangled, ...)                                                                                \
  type name(__VA_ARGS__) __asm__(mangled);                                                                             \
  type name(__VA_ARGS__)

/* ---- memory ---- */

static void *obtain(size_t size) {
  void *p = malloc(size);
  if (p == NULL) __heddle_unsupported("a C++ exception (std::bad_alloc)");
  return p;
}
static void *obtain_aligned(size_t size, size_t align) {
  void *p = aligned_alloc(align, (size + align - 1) / align * align);
  if (p == NULL) __heddle_unsupported("a C++ exception (std::bad_alloc)");
  return p;
}
NAMED(void *, new_one, "_Znwm", size_t size) { return obtain(size); }
NAMED(void *, new_array, "_Znam", size_t size) { return obtain(size); }
NAMED(void *, new_one_aligned, "_ZnwmSt11align_val_t", size_t size, size_t align) {
  return obtain_aligned(size, align);
}
NAMED(void *, new_array_aligned, "_ZnamSt11align_val_t", size_t size, size_t align) {
  return obtain_aligned(size, align);
}
NAMED(void *, new_one_nothrow, "_ZnwmRKSt9nothrow_t", size_t size, const void *tag) {
  (void)tag;
  return malloc(size);
}
NAMED(void *, new_array_nothrow, "_ZnamRKSt9nothrow_t", size_t size, const void *tag) {
  (void)tag;
  return malloc(size);
}
NAMED(void, delete_one, "_ZdlPv", void *p) { free(p); }
NAMED(void, delete_array, "_ZdaPv", void *p) { free(p); }
NAMED(void, delete_one_sized, "_ZdlPvm", void *p, size_t size) {
  (void)size;
  free(p);
}
NAMED(void, delete_array_sized, "_ZdaPvm", void *p, size_t size) {
  (void)size;
  free(p);
}
NAMED(void, delete_one_aligned, "_ZdlPvmSt11align_val_t", void *p, size_t size, size_t align) {
  (void)size, (void)align;
  free(p);
}
NAMED(void, delete_one_nothrow, "_ZdlPvRKSt9nothrow_t", void *p, const void *tag) {
  (void)tag;
  free(p);
}
const char nothrow_tag[1] __asm__("_ZSt7nothrow") = {0};

/* ---- objects that are initialised once ---- */

/* The first byte says that it is done; the second word is a once control. */
int __cxa_guard_acquire(uint64_t *guard);
int __cxa_guard_acquire(uint64_t *guard) { return __heddle_once_begin((pthread_once_t *)guard + 1); }
void __cxa_guard_release(uint64_t *guard);
void __cxa_guard_release(uint64_t *guard) {
  __atomic_store_n((char *)guard, 1, __ATOMIC_RELEASE);
  __heddle_once_end((pthread_once_t *)guard + 1);
}
void __cxa_guard_abort(uint64_t *guard);
void __cxa_guard_abort(uint64_t *guard) {
  (void)guard;
  __heddle_unsupported("a C++ exception while a static object is initialised");
}

_Thread_local void *once_callable __asm__("_ZSt15__once_callable");
_Thread_local void (*once_call)(void) __asm__("_ZSt11__once_call");
void __once_proxy(void);
void __once_proxy(void) { once_call(); }

/* ---- run-time types: nobody looks into them ---- */

void __cxa_pure_virtual(void);
void __cxa_pure_virtual(void) { __heddle_fail("abort", "a pure virtual function is called"); }
const void *const class_type[4] __asm__("_ZTVN10__cxxabiv117__class_type_infoE") = {0};
const void *const derived_type[4] __asm__("_ZTVN10__cxxabiv120__si_class_type_infoE") = {0};
const void *const multiple_type[4] __asm__("_ZTVN10__cxxabiv121__vmi_class_type_infoE") = {0};

/* ---- threads ---- */

/* std::thread::_State: an object with a destructor, one that deletes it, and the function to run. */
struct state {
  void (**functions)(struct state *);
};
enum { DELETING = 1, RUN = 2 };

NAMED(void, state_end, "_ZNSt6thread6_StateD2Ev", struct state *state) { (void)state; }
NAMED(void, state_end_whole, "_ZNSt6thread6_StateD1Ev", struct state *state) { (void)state; }
NAMED(void, state_delete, "_ZNSt6thread6_StateD0Ev", struct state *state) { free(state); }
const void *const state_type[2] __asm__("_ZTINSt6thread6_StateE") = {0};
const void *const state_functions[5] __asm__("_ZTVNSt6thread6_StateE") = {0};

static void *run_state(void *argument) {
  struct state *state = argument;
  state->functions[RUN](state);
  state->functions[DELETING](state);
  return NULL;
}

NAMED(void, start_thread, "_ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE",
      pthread_t *thread, struct state **state, void (*depend)(void)) {
  struct state *own = *state;
  (void)depend;
  *state = NULL;
  if (pthread_create(thread, NULL, run_state, own) != 0) __heddle_unsupported("a C++ exception (std::system_error)");
}
NAMED(void, join_thread, "_ZNSt6thread4joinEv", pthread_t *thread) {
  if (*thread == 0) __heddle_unsupported("a C++ exception (std::system_error: join of no thread)");
  pthread_join(*thread, NULL);
  *thread = 0;
}
NAMED(void, detach_thread, "_ZNSt6thread6detachEv", pthread_t *thread) {
  if (*thread == 0) __heddle_unsupported("a C++ exception (std::system_error: detach of no thread)");
  pthread_detach(*thread);
  *thread = 0;
}
NAMED(unsigned, processors, "_ZNSt6thread20hardware_concurrencyEv", void) { return 2; }

/* A condition variable begins with that of the C library; a lock is the address of a mutex, which begins likewise. */
NAMED(void, condition_make, "_ZNSt18condition_variableC1Ev", pthread_cond_t *condition) {
  pthread_cond_init(condition, NULL);
}
NAMED(void, condition_end, "_ZNSt18condition_variableD1Ev", pthread_cond_t *condition) {
  pthread_cond_destroy(condition);
}
NAMED(void, condition_one, "_ZNSt18condition_variable10notify_oneEv", pthread_cond_t *condition) {
  pthread_cond_signal(condition);
}
NAMED(void, condition_all, "_ZNSt18condition_variable10notify_allEv", pthread_cond_t *condition) {
  pthread_cond_broadcast(condition);
}
NAMED(void, condition_wait, "_ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE", pthread_cond_t *condition,
      pthread_mutex_t **lock) {
  pthread_cond_wait(condition, *lock);
}

/* ---- exceptions: known, and refused where they are thrown ---- */

NAMED(void, terminate_program, "_ZSt9terminatev", void) { __heddle_fail("abort", "std::terminate is called"); }
#define THROWS(name, mangled, what, ...)                                                                               \
  void name(__VA_ARGS__) __asm__(mangled);                                                                             \
  __attribute__((noreturn)) void name(__VA_ARGS__) { __heddle_unsupported("a C++ exception (" what ")"); }
THROWS(throw_alloc, "_ZSt17__throw_bad_allocv", "std::bad_alloc", void)
THROWS(throw_array, "_ZSt28__throw_bad_array_new_lengthv", "std::bad_array_new_length", void)
THROWS(throw_cast, "_ZSt16__throw_bad_castv", "std::bad_cast", void)
THROWS(throw_call, "_ZSt25__throw_bad_function_callv", "std::bad_function_call", void)
void *__cxa_allocate_exception(size_t size);
void *__cxa_allocate_exception(size_t size) {
  (void)size;
  __heddle_unsupported("a C++ exception");
}
THROWS(throw_length, "_ZSt20__throw_length_errorPKc", "std::length_error", __attribute__((unused)) const char *text)
THROWS(throw_logic, "_ZSt19__throw_logic_errorPKc", "std::logic_error", __attribute__((unused)) const char *text)
THROWS(throw_invalid, "_ZSt24__throw_invalid_argumentPKc", "std::invalid_argument",
       __attribute__((unused)) const char *text)
THROWS(throw_range, "_ZSt20__throw_out_of_rangePKc", "std::out_of_range", __attribute__((unused)) const char *text)
THROWS(throw_range_format, "_ZSt24__throw_out_of_range_fmtPKcz", "std::out_of_range",
       __attribute__((unused)) const char *format, ...)
THROWS(throw_system, "_ZSt20__throw_system_errori", "std::system_error", __attribute__((unused)) int error)

/* ---- output: nobody reads it ---- */

struct stream;
#define STREAM(name, mangled) char name[512] __asm__(mangled);
STREAM(cout_object, "_ZSt4cout")
STREAM(cerr_object, "_ZSt4cerr")
STREAM(clog_object, "_ZSt4clog")
#define SILENT(name, mangled, type)                                                                                    \
  NAMED(struct stream *, name, mangled, struct stream *stream, type value) {                                           \
    (void)value;                                                                                                       \
    return stream;                                                                                                     \
  }
SILENT(put_text, "_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_PKc", const char *)
SILENT(put_whole_string,
       "_ZStlsIcSt11char_traitsIcESaIcEERSt13basic_ostreamIT_T0_ES7_RKNSt7__cxx1112basic_stringIS4_S5_T1_EE",
       const void *)
SILENT(put_char, "_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_c", int)
SILENT(put_int, "_ZNSolsEi", int)
SILENT(put_unsigned, "_ZNSolsEj", unsigned)
SILENT(put_long, "_ZNSolsEl", long)
SILENT(put_unsigned_long, "_ZNSolsEm", unsigned long)
SILENT(put_long_long, "_ZNSolsEx", long long)
SILENT(put_bool, "_ZNSolsEb", int)
SILENT(put_double, "_ZNSolsEd", double)
SILENT(put_float, "_ZNSolsEf", float)
SILENT(put_pointer, "_ZNSolsEPKv", const void *)
SILENT(put_byte, "_ZNSo3putEc", int)
NAMED(struct stream *, put_manipulator, "_ZNSolsEPFRSoS_E", struct stream *stream,
      struct stream *(*function)(struct stream *)) {
  return function(stream);
}
NAMED(struct stream *, put_bytes, "_ZNSo5writeEPKcl", struct stream *stream, const char *bytes, long count) {
  (void)bytes, (void)count;
  return stream;
}
NAMED(struct stream *, put_string, "_ZSt16__ostream_insertIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_PKS3_l",
      struct stream *stream, const char *bytes, long count) {
  (void)bytes, (void)count;
  return stream;
}
NAMED(struct stream *, end_line, "_ZSt4endlIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_", struct stream *stream) {
  return stream;
}
NAMED(struct stream *, flush_stream, "_ZSt5flushIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_",
      struct stream *stream) {
  return stream;
}
NAMED(struct stream *, flush_own, "_ZNSo5flushEv", struct stream *stream) { return stream; }
NAMED(void, streams_begin, "_ZNSt8ios_base4InitC1Ev", void *own) { (void)own; }
NAMED(void, streams_end, "_ZNSt8ios_base4InitD1Ev", void *own) { (void)own; }
