/* Further parts of libstdc++ that are not compiled with the program: clocks, hashes and sizes of unordered containers,
   futures, dynamic_cast. Names are those of the Itanium ABI. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <time.h>
#include "builtins.h"

#define NAMED(type, name, mangled, ...)                                                                                \
  type name(__VA_ARGS__) __asm__(mangled);                                                                             \
  type name(__VA_ARGS__)

/* ---- clocks: nanoseconds ---- */

static int64_t moment(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return now.tv_sec * 1000000000LL + now.tv_nsec;
}
NAMED(int64_t, steady_now, "_ZNSt6chrono3_V212steady_clock3nowEv", void) { return moment(CLOCK_MONOTONIC); }
NAMED(int64_t, system_now, "_ZNSt6chrono3_V212system_clock3nowEv", void) { return moment(CLOCK_REALTIME); }

/* ---- unordered containers ---- */

static uint64_t shift_mix(uint64_t value) { return value ^ value >> 47; }

static uint64_t bytes_at(const unsigned char *at, size_t count) {
  uint64_t value = 0;
  while (count > 0) value = value << 8 | at[--count];
  return value;
}

/* The one of the library: where elements lie follows from it. */
NAMED(size_t, hash_bytes, "_ZSt11_Hash_bytesPKvmm", const void *text, size_t size, size_t seed) {
  const uint64_t factor = 0xc6a4a7935bd1e995ULL;
  const unsigned char *at = text, *end = at + (size & ~(size_t)7);
  uint64_t hash = seed ^ size * factor;
  for (; at != end; at += 8) hash = (hash ^ shift_mix(bytes_at(at, 8) * factor) * factor) * factor;
  if ((size & 7) != 0) hash = (hash ^ bytes_at(end, size & 7)) * factor;
  return shift_mix(shift_mix(hash) * factor);
}

struct rehash_policy {
  float most_load;
  size_t next_resize;
};
struct rehash_answer {
  bool needed;
  size_t buckets;
};

static const unsigned char few_buckets[] = {2, 2, 2, 3, 5, 5, 7, 7, 11, 11, 11, 11, 13, 13};
static const uint32_t more_buckets[] = {
    17,    19,    23,    29,    31,    37,    41,    43,    47,    53,    59,    61,    67,    71,    73,    79,
    83,    89,    97,    103,   109,   113,   127,   137,   139,   149,   157,   167,   179,   193,   199,   211,
    227,   241,   257,   277,   293,   313,   337,   359,   383,   409,   439,   467,   503,   541,   577,   619,
    661,   709,   761,   823,   887,   953,   1031,  1109,  1193,  1289,  1381,  1493,  1613,  1741,  1879,  2029,
    2179,  2357,  2549,  2753,  2971,  3209,  3469,  3739,  4027,  4349,  4703,  5087,  5503,  5953,  6427,  6949,
    7517,  8123,  8783,  9497,  10273, 11113, 12011, 12983, 14033, 15173, 16411, 17749, 19183, 20753, 22447, 24281,
    26267, 28411, 30727, 33223, 35933, 38873, 42043, 45481, 49201, 53201, 57557, 62233, 67307, 72817};

NAMED(size_t, next_buckets, "_ZNKSt8__detail20_Prime_rehash_policy11_M_next_bktEm", struct rehash_policy *policy,
      size_t least) {
  size_t buckets = 0;
  if (least == 0) return 1;
  if (least < sizeof few_buckets) buckets = few_buckets[least];
  for (size_t i = 0; buckets == 0 && i < sizeof more_buckets / sizeof *more_buckets; i++)
    if (more_buckets[i] >= least) buckets = more_buckets[i];
  if (buckets == 0) __heddle_unsupported("an unordered container of more than 72817 buckets");
  policy->next_resize = (size_t)((double)buckets * policy->most_load);
  return buckets;
}

NAMED(struct rehash_answer, need_rehash, "_ZNKSt8__detail20_Prime_rehash_policy14_M_need_rehashEmmm",
      struct rehash_policy *policy, size_t buckets, size_t elements, size_t more) {
  size_t all = elements + more;
  if (all <= policy->next_resize) return (struct rehash_answer){false, 0};
  if (policy->next_resize == 0 && all < 11) all = 11;
  double least = (double)all / policy->most_load;
  if (least >= (double)buckets) {
    size_t wanted = (size_t)least + 1, doubled = buckets * 2;
    return (struct rehash_answer){true, next_buckets(policy, wanted > doubled ? wanted : doubled)};
  }
  policy->next_resize = (size_t)((double)buckets * policy->most_load);
  return (struct rehash_answer){false, 0};
}

/* ---- futures: a result is an object with an exception that there never is; who waits, waits for a word ---- */

struct result {
  const void *functions;
  void *exception;
};
NAMED(void, result_make, "_ZNSt13__future_base12_Result_baseC2Ev", struct result *own) { own->exception = NULL; }
NAMED(void, result_end, "_ZNSt13__future_base12_Result_baseD2Ev", struct result *own) { (void)own; }
const void *const result_type[2] __asm__("_ZTINSt13__future_base12_Result_baseE") = {0};
const void *const result_functions[5] __asm__("_ZTVNSt13__future_base12_Result_baseE") = {0};

NAMED(bool, wait_for_word,
      "_ZNSt28__atomic_futex_unsigned_base19_M_futex_wait_untilEPjjbNSt6chrono8durationIlSt5ratioILl1ELl1EEEENS2_IlS3_"
      "ILl1ELl1000000000EEEE",
      void *own, unsigned *word, unsigned value, bool limited, int64_t seconds, int64_t nanoseconds) {
  (void)own, (void)seconds, (void)nanoseconds;
  if (limited) __heddle_unsupported("waiting for a C++ future with a limit of time");
  while (__atomic_load_n(word, __ATOMIC_ACQUIRE) == value) {}
  return true;
}
NAMED(void, wake_for_word, "_ZNSt28__atomic_futex_unsigned_base19_M_futex_notify_allEPj", void *own, unsigned *word) {
  (void)own, (void)word;
}
__attribute__((noreturn)) void throw_future(int error) __asm__("_ZSt20__throw_future_errori");
void throw_future(int error) {
  (void)error;
  __heddle_unsupported("a C++ exception (std::future_error)");
}

/* ---- dynamic_cast: types as the compiler lays them out ---- */

struct base {
  const struct type *type;
  long offset; /* above the flags: where it is, or where the table of functions says so if it is virtual */
};
struct type {
  const void *kind;
  const char *name;
  union {
    const struct type *only; /* of a class with one base at its begin */
    struct {
      unsigned flags, count;
      struct base bases[1];
    } many;
  };
};
enum { BASE_VIRTUAL = 1, BASE_PUBLIC = 2, BASE_SHIFT = 8 };

extern const void *const one_base_kind[4] __asm__("_ZTVN10__cxxabiv120__si_class_type_infoE");
extern const void *const many_bases_kind[4] __asm__("_ZTVN10__cxxabiv121__vmi_class_type_infoE");

/* Where the wanted type is within an object, over public bases. */
static void find_type(const struct type *type, const char *object, const struct type *wanted, const char **found) {
  if (type == wanted) {
    if (*found != NULL && *found != object) __heddle_unsupported("a dynamic_cast to a base that is there twice");
    *found = object;
    return;
  }
  if (type->kind == &one_base_kind[2]) find_type(type->only, object, wanted, found);
  if (type->kind != &many_bases_kind[2]) return;
  for (unsigned i = 0; i < type->many.count; i++) {
    const struct base *base = &type->many.bases[i];
    long offset = base->offset >> BASE_SHIFT;
    if ((base->offset & BASE_PUBLIC) == 0) continue;
    if (base->offset & BASE_VIRTUAL) memcpy(&offset, *(const char *const *)object + offset, sizeof offset);
    find_type(base->type, object + offset, wanted, found);
  }
}

const void *__dynamic_cast(const void *object, const struct type *from, const struct type *to, ptrdiff_t hint);
const void *__dynamic_cast(const void *object, const struct type *from, const struct type *to, ptrdiff_t hint) {
  (void)from, (void)hint;
  const char *const *functions = *(const char *const *const *)object;
  const struct type *whole = (const struct type *)functions[-1];
  const char *found = NULL;
  find_type(whole, (const char *)object + (ptrdiff_t)functions[-2], to, &found);
  return found;
}
_Noreturn void __cxa_bad_cast(void);
void __cxa_bad_cast(void) { __heddle_unsupported("a C++ exception (std::bad_cast)"); }
