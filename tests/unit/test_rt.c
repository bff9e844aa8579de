/* The models of the C library against the C library of this machine: the same calls, on edge cases and on many random
   arguments (fixed seed), must give the same results. rt/test.mk says how this is built. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <malloc.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include <unistd.h>
#include "rt_host.h"

#define MODEL(name) extern __typeof__(name) hd_##name;
#include "rt_models.def"
#undef MODEL

/* ---- random arguments */

static uint64_t seed = 88172645463325252ULL;

static uint64_t draw(void) {
  seed ^= seed << 13;
  seed ^= seed >> 7;
  seed ^= seed << 17;
  return seed;
}

static unsigned below(unsigned n) { return (unsigned)(draw() >> 33) % n; }

static void draw_text(char *to, unsigned max, const char *alphabet) {
  unsigned n = below(max + 1), letters = (unsigned)strlen(alphabet);
  for (unsigned i = 0; i < n; i++) to[i] = alphabet[below(letters)];
  to[n] = '\0';
}

static double draw_double(void) {
  uint64_t bits = draw();
  double value;
  switch (below(6)) {
  case 0: return (double)(int64_t)(bits >> below(64));
  case 1: return (double)(int64_t)(bits >> 44) / (double)(1u << below(20));
  case 2: return (double)(int)below(100000) / 100;
  case 3: return (double)below(1000) * pow(10, (int)below(40) - 20);
  default: memcpy(&value, &bits, sizeof value); return value;
  }
}

static int same_double(double a, double b) { return memcmp(&a, &b, sizeof a) == 0 || (isnan(a) && isnan(b)); }

static int sign(int v) { return (v > 0) - (v < 0); }

/* ---- string.h, strings.h */

static void test_string_search(void **state) {
  (void)state;
  for (int i = 0; i < 20000; i++) {
    char a[24], b[24], set[6];
    draw_text(a, 20, "abAB, \xff");
    draw_text(b, below(4) ? 3 : 20, "abAB, \xff");
    if (below(3) == 0) strcpy(b, a), b[below((unsigned)strlen(a) + 1)] ^= 32;
    draw_text(set, 4, "ab, ");
    size_t n = below(22);
    int c = "abA,\0z"[below(6)];
    assert_int_equal(hd_strlen(a), strlen(a));
    assert_int_equal(hd_strnlen(a, n), strnlen(a, n));
    assert_int_equal(sign(hd_strcmp(a, b)), sign(strcmp(a, b)));
    assert_int_equal(sign(hd_strncmp(a, b, n)), sign(strncmp(a, b, n)));
    assert_int_equal(sign(hd_strcoll(a, b)), sign(strcmp(a, b)));
    assert_int_equal(sign(hd_strcasecmp(a, b)), sign(strcasecmp(a, b)));
    assert_int_equal(sign(hd_strncasecmp(a, b, n)), sign(strncasecmp(a, b, n)));
    assert_ptr_equal(hd_strchr(a, c), strchr(a, c));
    assert_ptr_equal(hd_strrchr(a, c), strrchr(a, c));
    assert_ptr_equal(hd_strchrnul(a, c), strchrnul(a, c));
    assert_int_equal(hd_strspn(a, set), strspn(a, set));
    assert_int_equal(hd_strcspn(a, set), strcspn(a, set));
    assert_ptr_equal(hd_strpbrk(a, set), strpbrk(a, set));
    assert_ptr_equal(hd_strstr(a, b), strstr(a, b));
    assert_ptr_equal(hd_strcasestr(a, b), strcasestr(a, b));
    assert_ptr_equal(hd_index(a, c), index(a, c));
    assert_ptr_equal(hd_rindex(a, c), rindex(a, c));
  }
}

static void test_memory_search(void **state) {
  (void)state;
  for (int i = 0; i < 20000; i++) {
    char a[32], b[32];
    for (int j = 0; j < 32; j++) a[j] = (char)(below(3) * 127), b[j] = below(8) ? a[j] : (char)below(256);
    size_t n = below(33), m = below(4);
    int c = (int)below(3) * 127;
    assert_ptr_equal(hd_memchr(a, c, n), memchr(a, c, n));
    assert_ptr_equal(hd_memrchr(a, c, n), memrchr(a, c, n));
    assert_int_equal(sign(hd_memcmp(a, b, n)), sign(memcmp(a, b, n)));
    assert_int_equal(hd_bcmp(a, b, n) != 0, bcmp(a, b, n) != 0);
    assert_ptr_equal(hd_memmem(a, n, b, m), memmem(a, n, b, m));
    a[31] = (char)c;
    assert_ptr_equal(hd_rawmemchr(a, c), rawmemchr(a, c));
  }
  for (int i = 0; i < 64; i++) {
    assert_int_equal(hd_ffsll((long long)(1ULL << i)), i + 1);
    long long v = (long long)(draw() << i);
    assert_int_equal(hd_ffsll(v), ffsll(v));
  }
  assert_int_equal(hd_ffs(0), 0);
  assert_int_equal(hd_ffs(INT_MIN), 32);
}

/* Both sides start with equal targets; result and target must be equal afterwards. */
#define SAME_COPY(model, real)                                                                                         \
  do {                                                                                                                 \
    memset(x, '#', sizeof x), memset(y, '#', sizeof y);                                                                \
    strcpy(x, start), strcpy(y, start);                                                                                \
    to = x;                                                                                                            \
    long got = (long)((char *)(model) - x);                                                                            \
    to = y;                                                                                                            \
    long wanted = (long)((char *)(real) - y);                                                                          \
    assert_int_equal(got, wanted);                                                                                     \
    assert_memory_equal(x, y, sizeof x);                                                                               \
  } while (0)

static void test_string_copy(void **state) {
  (void)state;
  char x[64], y[64], *to, from[24], start[24];
  for (int i = 0; i < 5000; i++) {
    draw_text(from, 20, "abc");
    draw_text(start, 20, "xyz");
    size_t n = below(24);
    SAME_COPY(hd_strcpy(to, from), strcpy(to, from));
    SAME_COPY(hd_stpcpy(to, from), stpcpy(to, from));
    SAME_COPY(hd_strncpy(to, from, n), strncpy(to, from, n));
    SAME_COPY(hd_stpncpy(to, from, n), stpncpy(to, from, n));
    SAME_COPY(hd_strcat(to, from), strcat(to, from));
    SAME_COPY(hd_strncat(to, from, n), strncat(to, from, n));
    SAME_COPY(hd_memccpy(to, from, 'b', n) ?: to, memccpy(to, from, 'b', n) ?: to);
    if (n > strlen(from)) SAME_COPY(to + hd_strxfrm(to, from, n), to + strxfrm(to, from, n));
    char *copy = hd_strndup(from, n);
    assert_int_equal(strlen(copy), strnlen(from, n));
    assert_memory_equal(copy, from, strlen(copy));
    hd_free(copy);
  }
}

size_t hd_strlcpy(char *to, const char *from, size_t size);
size_t hd_strlcat(char *to, const char *from, size_t size);

static void test_string_bounded(void **state) {
  (void)state;
  char to[6] = "";
  assert_int_equal(hd_strlcpy(to, "abcdefgh", sizeof to), 8);
  assert_string_equal(to, "abcde");
  assert_int_equal(hd_strlcpy(to, "ab", sizeof to), 2);
  assert_int_equal(hd_strlcat(to, "cdefg", sizeof to), 7);
  assert_string_equal(to, "abcde");
  assert_int_equal(hd_strlcpy(to, "xy", 0), 2);
  assert_string_equal(to, "abcde");
}

static void test_string_split(void **state) {
  (void)state;
  for (int i = 0; i < 3000; i++) {
    char a[24], b[24], *rest_a = NULL, *rest_b = NULL;
    draw_text(a, 20, "ab, ");
    strcpy(b, a);
    char *p = hd_strtok_r(a, ", ", &rest_a), *q = strtok_r(b, ", ", &rest_b);
    for (; p != NULL && q != NULL; p = hd_strtok_r(NULL, ", ", &rest_a), q = strtok_r(NULL, ", ", &rest_b)) {
      assert_int_equal(p - a, q - b);
      assert_string_equal(p, q);
    }
    assert_true(p == NULL && q == NULL);
    draw_text(a, 20, "ab, ");
    strcpy(b, a);
    rest_a = a, rest_b = b;
    while ((q = strsep(&rest_b, ",")) != NULL) assert_string_equal(hd_strsep(&rest_a, ","), q);
    assert_null(hd_strsep(&rest_a, ","));
  }
  char text[] = " a b";
  assert_string_equal(hd_strtok(text, " "), "a");
  assert_string_equal(hd_strtok(NULL, " "), "b");
  assert_null(hd_strtok(NULL, " "));
}

static void test_error_texts(void **state) {
  (void)state;
  char a[64], b[64];
  for (int i = -2; i < 140; i++) {
    assert_string_equal(hd_strerror(i), strerror(i));
    assert_string_equal(hd_strsignal(i), strsignal(i));
    assert_string_equal(hd_strerror_r(i, a, sizeof a), strerror_r(i, b, sizeof b));
  }
  *hd___errno_location() = ENOENT;
  host.noutput[2] = 0;
  hd_perror("open");
  host.output[2][host.noutput[2]] = '\0';
  assert_string_equal(host.output[2], "open: No such file or directory\n");
}

/* ---- ctype.h */

#undef isalpha
#undef toascii
#define CTYPE(name) assert_int_equal(hd_##name(c), (name)(c))

static void test_ctype(void **state) {
  (void)state;
  for (int c = -1; c < 256; c++) {
    CTYPE(isalpha), CTYPE(isdigit), CTYPE(isalnum), CTYPE(isupper), CTYPE(islower), CTYPE(isspace), CTYPE(isblank);
    CTYPE(isprint), CTYPE(isgraph), CTYPE(ispunct), CTYPE(iscntrl), CTYPE(isxdigit), CTYPE(tolower), CTYPE(toupper);
    CTYPE(isascii), CTYPE(toascii);
  }
  for (int c = -128; c < 256; c++) {
    assert_int_equal((*hd___ctype_b_loc())[c], (*__ctype_b_loc())[c]);
    assert_int_equal((*hd___ctype_tolower_loc())[c], (*__ctype_tolower_loc())[c]);
    assert_int_equal((*hd___ctype_toupper_loc())[c], (*__ctype_toupper_loc())[c]);
  }
}

/* ---- numbers in text */

#define SAME_INTEGER(name)                                                                                             \
  do {                                                                                                                 \
    char *end_model, *end_real;                                                                                        \
    errno = *hd___errno_location() = 0;                                                                                \
    assert_true(hd_##name(text, &end_model, base) == name(text, &end_real, base));                                     \
    assert_ptr_equal(end_model, end_real);                                                                             \
    assert_int_equal(*hd___errno_location(), errno);                                                                   \
  } while (0)

static void check_integers(const char *text, int base) {
  SAME_INTEGER(strtol);
  SAME_INTEGER(strtoul);
  SAME_INTEGER(strtoll);
  SAME_INTEGER(strtoull);
  SAME_INTEGER(strtoimax);
  assert_int_equal(hd_atoi(text), atoi(text));
  assert_true(hd_atoll(text) == atoll(text));
}

static void test_strtol(void **state) {
  (void)state;
  static const char *const edges[] = {"",
                                      "-",
                                      "+",
                                      "0x",
                                      "0xg",
                                      "-0x1",
                                      "0",
                                      "00",
                                      "08",
                                      " \t\n\v\f\r12",
                                      "+-1",
                                      "zz",
                                      "0X7f",
                                      "9223372036854775807",
                                      "9223372036854775808",
                                      "-9223372036854775808",
                                      "-9223372036854775809",
                                      "18446744073709551615",
                                      "18446744073709551616",
                                      "-18446744073709551615",
                                      "99999999999999999999999",
                                      "2147483648",
                                      "-2147483649",
                                      "1777777777777777777777"};
  for (size_t i = 0; i < sizeof edges / sizeof *edges; i++)
    for (int base = 0; base <= 36; base++)
      if (base != 1) check_integers(edges[i], base);
  for (int i = 0; i < 30000; i++) {
    char text[40];
    draw_text(text, below(2) ? 6 : 30, below(2) ? "0123456789" : " +-0123xXaAfFzZ9");
    int base = (int)below(37);
    check_integers(text, base == 1 ? 10 : base);
  }
}

static void check_float(const char *text) {
  char *end_model, *end_real;
  errno = *hd___errno_location() = 0;
  double a = hd_strtod(text, &end_model), b = strtod(text, &end_real);
  if (memcmp(&a, &b, sizeof a) != 0 || end_model != end_real || *hd___errno_location() != errno)
    fail_msg("strtod(%s): %a at %td, errno %d; expected %a at %td, errno %d", text, a, end_model - text,
             *hd___errno_location(), b, end_real - text, errno);
  errno = *hd___errno_location() = 0;
  float c = hd_strtof(text, &end_model), d = strtof(text, &end_real);
  if (memcmp(&c, &d, sizeof c) != 0 || end_model != end_real || *hd___errno_location() != errno)
    fail_msg("strtof(%s): %a errno %d; expected %a errno %d", text, (double)c, *hd___errno_location(), (double)d,
             errno);
}

static void test_strtod(void **state) {
  (void)state;
  static const char *const edges[] = {"",
                                      ".",
                                      "-.",
                                      "1e",
                                      "1e+",
                                      "1e-",
                                      "0x",
                                      "0x.",
                                      "0x.p1",
                                      "0x1p",
                                      "0x1p+",
                                      ".5",
                                      "5.",
                                      "-0",
                                      "+0.0e5",
                                      "inf",
                                      "-INFINITY",
                                      "infinit",
                                      "nan",
                                      "NAN(12_a)",
                                      "nan(",
                                      "1e308",
                                      "1.7976931348623158e308",
                                      "1.7976931348623159e308",
                                      "1e309",
                                      "1e-320",
                                      "4.9e-324",
                                      "2.4703282292062327e-324",
                                      "2.4703282292062328e-324",
                                      "1e-400",
                                      "2.2250738585072011e-308",
                                      "2.2250738585072014e-308",
                                      "0x1p-1074",
                                      "0x1p-1075",
                                      "0x1.8p-1075",
                                      "0x1.fffffffffffff8p0",
                                      "0x1.fffffffffffffp1023",
                                      "0x1.fffffffffffff8p1023",
                                      "0x123456789abcdef01234p-20",
                                      "9007199254740993",
                                      "9007199254740992.99999999999999999999",
                                      "3.4028235677973366e38",
                                      "3.4028235677973365e38",
                                      "1e-45",
                                      "7e-46",
                                      "1e99999999999",
                                      "1e-99999999999",
                                      "0e99999999999",
                                      "1.17549435e-38",
                                      "1.1754943e-38",
                                      "100000000000000000000000",
                                      "0.000000000000000000000000000001"};
  for (size_t i = 0; i < sizeof edges / sizeof *edges; i++) check_float(edges[i]);
  for (int i = 0; i < 20000; i++) {
    char text[1200];
    switch (below(4)) {
    case 0: snprintf(text, sizeof text, "%.*e", (int)below(25), draw_double()); break;
    case 1: snprintf(text, sizeof text, "%.*g", (int)below(800), draw_double()); break;
    case 2: snprintf(text, sizeof text, "%.*a", (int)below(20), draw_double()); break;
    default: draw_text(text, 12, "0123456789.eE+-xp ");
    }
    check_float(text);
  }
}

/* Exactly between two numbers, and one digit further: the hardest cases of rounding. */
static void test_strtod_ties(void **state) {
  (void)state;
  for (int i = 0; i < 500; i++) {
    uint64_t bits = draw() & INT64_MAX;
    if (bits >> 52 >= 2040) continue;
    if (i % 4 == 0) bits &= (1ULL << 52) - 1;
    double low, high;
    memcpy(&low, &bits, sizeof low);
    high = nextafter(low, HUGE_VAL);
    long double middle = ((long double)low + (long double)high) / 2;
    char text[1300];
    snprintf(text, sizeof text, "%.1100Lg", middle);
    check_float(text);
    if (strchr(text, 'e') == NULL && strchr(text, '.') != NULL) check_float(strcat(text, "1"));
  }
}

/* ---- printf */

static void check_format(const char *format, ...) {
  char model[2048], real[2048];
  va_list list;
  va_start(list, format);
  int n = hd_vsnprintf(model, sizeof model, format, list);
  va_end(list);
  va_start(list, format);
  int m = vsnprintf(real, sizeof real, format, list);
  va_end(list);
  if (n != m || strcmp(model, real) != 0) fail_msg("%s: [%s] %d; expected [%s] %d", format, model, n, real, m);
}

/* A random conversion. "%#g" is left out: glibc 2.36 drops zeros there when rounding makes a number longer. */
static void draw_format(char *to, const char *letters) {
  char flags[6], width[8] = "", precision[8] = "";
  draw_text(flags, 4, (letters[0] | 32) == 'g' ? "-+ 0" : "-+ #0");
  if (below(2)) snprintf(width, sizeof width, "%u", 1 + below(40));
  if (below(2)) snprintf(precision, sizeof precision, ".%u", below(30));
  sprintf(to, "[%%%s%s%s%s]", flags, width, precision, letters);
}

static void test_printf_integers(void **state) {
  (void)state;
  char format[64], letters[8];
  for (int i = 0; i < 40000; i++) {
    static const char *const lengths[] = {"hh", "h", "", "l", "ll", "j", "z", "t"};
    unsigned length = below(8);
    uint64_t value = below(4) ? draw() >> below(64) : below(2) ? 0 : (uint64_t)-1 << below(64);
    snprintf(letters, sizeof letters, "%s%c", lengths[length], "diuoxX"[below(6)]);
    draw_format(format, letters);
    if (length < 3) check_format(format, (int)value);
    else check_format(format, value);
  }
}

static void test_printf_texts(void **state) {
  (void)state;
  char format[64], text[40];
  for (int i = 0; i < 5000; i++) {
    draw_text(text, 30, "abc %");
    draw_format(format, "s");
    check_format(format, text);
    draw_format(format, "c");
    check_format(format, (int)below(255) + 1);
    draw_format(format, "p");
    check_format(format, (void *)(uintptr_t)(below(3) ? draw() : 0));
  }
  check_format("%s|%.3s|%10s", NULL, NULL, NULL);
  check_format("%*d|%-*d|%.*d|%.*d", 5, 3, -5, 3, 4, 3, -4, 3);
  check_format("100%% %5%");
  int n = 0;
  char buffer[8];
  assert_int_equal(hd_snprintf(buffer, sizeof buffer, "%s%n", "123456789", &n), 9);
  assert_string_equal(buffer, "1234567");
  assert_int_equal(n, 9);
  assert_int_equal(hd_snprintf(NULL, 0, "%d", 12345), 5);
  char *made = NULL;
  assert_int_equal(hd_asprintf(&made, "%d-%s", 7, "x"), 3);
  assert_string_equal(made, "7-x");
  hd_free(made);
}

static void test_printf_doubles(void **state) {
  (void)state;
  char format[64], letter[2] = "";
  static const double edges[] = {0.0,
                                 -0.0,
                                 1,
                                 0.5,
                                 1.5,
                                 2.5,
                                 9.5,
                                 0.05,
                                 0.25,
                                 9.9999999,
                                 999999.5,
                                 99999.95,
                                 1e22,
                                 1e23,
                                 1e-5,
                                 1e-4,
                                 5e-324,
                                 2.2250738585072014e-308,
                                 1.7976931348623157e308,
                                 INFINITY,
                                 -INFINITY,
                                 NAN,
                                 123456789,
                                 1e15,
                                 1e16,
                                 0x1.8p0,
                                 0x1.fp-1030};
  for (size_t i = 0; i < sizeof edges / sizeof *edges; i++)
    for (int j = 0; j < 200; j++) {
      letter[0] = "feEgGaAF"[below(8)];
      draw_format(format, letter);
      check_format(format, edges[i]);
    }
  check_format("%#g %#.3g %#G %#g %#.0g %#g", 1.0, 0.5, 1e10, 0.0001, 3.0, 0.0);
  assert_int_equal(hd_snprintf(format, sizeof format, "%#g", 999999.5), 11);
  assert_string_equal(format, "1.00000e+06");
  for (int i = 0; i < 40000; i++) {
    letter[0] = "feEgGaAF"[below(8)];
    if (below(8)) draw_format(format, letter);
    else sprintf(format, "%%.%u%c", below(1200), letter[0]);
    check_format(format, draw_double());
  }
}

static void test_printf_streams(void **state) {
  (void)state;
  host.noutput[1] = 0;
  int n = hd_printf("%d %s %c %5.2f%%\n", 42, "text", 'c', 3.14159);
  n += hd_puts("line") + (hd_putchar('x') == 'x') + hd_fputs("yz", hd_stdout);
  n += (int)hd_fwrite("1234", 2, 2, hd_stdout);
  host.output[1][host.noutput[1]] = '\0';
  assert_string_equal(host.output[1], "42 text c  3.14%\nline\nxyz1234");
  assert_int_equal(n, 17 + 5 + 1 + 1 + 2);
  for (int i = 0; i < 700; i++) hd_printf("%s", "abcde"); /* more than one chunk in all, less in each */
  hd_printf("%500d", 1);
  assert_int_equal(host.noutput[1], 29 + 700 * 5 + 500);
}

static void test_printf_symbolic(void **state) {
  (void)state;
  host.noutput[1] = 0;
  assert_int_equal(hd_printf("%d,%8x,%d", MAGIC_INT, MAGIC_INT, 3), INT_MAX);
  host.output[1][host.noutput[1]] = '\0';
  assert_string_equal(host.output[1], "{symbolic},{symbolic},3");
  host.bytes_may_be_symbolic = 1;
  host.noutput[1] = 0;
  hd_printf("%s|%.1s|%c", "a\xf5z", "a\xf5z", (char)MAGIC_BYTE);
  assert_true(hd_puts("a\xf5") >= 0);
  host.output[1][host.noutput[1]] = '\0';
  assert_string_equal(host.output[1], "{symbolic}|a|{symbolic}a{symbolic}\n");
  assert_true(ENDS_WITH("unsupported", hd_printf("\xf5")));
  host.bytes_may_be_symbolic = 0;
  char text[32];
  hd_snprintf(text, sizeof text, "%d", MAGIC_INT); /* into memory: exact */
  assert_int_equal(atoi(text), MAGIC_INT);
}

/* ---- input */

static void give_input(const char *text) {
  static char everything[1 << 16]; /* the models keep their position in the one object of the interpreter */
  host.input = everything;
  strcpy(everything + host.ninput, text);
  host.ninput += strlen(text);
}

static void test_input(void **state) {
  (void)state;
  give_input("ab\nline two\nlast 17 -5 word 0x1f 2.5");
  assert_int_equal(hd_getchar(), 'a');
  assert_int_equal(hd_ungetc('q', hd_stdin), 'q');
  char text[32];
  assert_non_null(hd_fgets(text, sizeof text, hd_stdin));
  assert_string_equal(text, "qb\n");
  char *line = NULL;
  size_t room = 0;
  assert_int_equal(hd_getline(&line, &room, hd_stdin), 9);
  assert_string_equal(line, "line two\n");
  hd_free(line);
  assert_int_equal(hd_fread(text, 2, 2, hd_stdin), 2);
  assert_memory_equal(text, "last", 4);
  int a, b, c;
  float f;
  assert_int_equal(hd_scanf("%d%d %31s %x %f", &a, &b, text, &c, &f), 5);
  assert_true(a == 17 && b == -5 && c == 0x1f && f == 2.5f);
  assert_string_equal(text, "word");
  assert_int_equal(hd_getchar(), EOF);
  assert_int_not_equal(hd_feof(hd_stdin), 0);
  assert_int_equal(hd_scanf("%d", &a), EOF);
  assert_null(hd_fgets(text, sizeof text, hd_stdin));
  assert_int_equal(hd_read(0, text, 4), 0);
}

static void test_sscanf(void **state) {
  (void)state;
  static const char *const formats[] = {"%d %d",         "%i,%i",   "%3d%n%2x", "%u:%hhd",   "%s %5s",
                                        "%[a-c]%c%[^ ]", "%*d %ld", "%c%c%3c",  "a%d b%%%n", "%lf %f",
                                        "%o%X",          " %c %d",  "%2s%1d",   "%[]x]%d"};
  for (int i = 0; i < 40000; i++) {
    char text[24];
    draw_text(text, 16, below(3) ? "0123456789 ,x-" : "abc0129 ,:%x.e]");
    const char *format = formats[below(sizeof formats / sizeof *formats)];
    char a[4][32], b[4][32];
    memset(a, 0, sizeof a), memset(b, 0, sizeof b);
    int n = hd_sscanf(text, format, a[0], a[1], a[2], a[3]), m = sscanf(text, format, b[0], b[1], b[2], b[3]);
    if (n != m || memcmp(a, b, sizeof a) != 0) fail_msg("sscanf(\"%s\", \"%s\"): %d, expected %d", text, format, n, m);
  }
}

/* ---- stdlib.h */

struct item {
  int key, mark;
  char rest[40];
};

static int by_key(const void *a, const void *b) {
  return ((const struct item *)a)->key - ((const struct item *)b)->key;
}

static void test_sort(void **state) {
  (void)state;
  for (int i = 0; i < 300; i++) {
    struct item items[60];
    int n = (int)below(60);
    for (int j = 0; j < n; j++) items[j] = (struct item){.key = (int)below(20), .mark = j};
    hd_qsort(items, (size_t)n, sizeof *items, by_key);
    for (int j = 1; j < n; j++) {
      assert_true(items[j - 1].key <= items[j].key);
      assert_true(items[j - 1].key < items[j].key || items[j - 1].mark < items[j].mark);
    }
    struct item key = {.key = (int)below(25)};
    assert_ptr_equal(hd_bsearch(&key, items, (size_t)n, sizeof *items, by_key),
                     bsearch(&key, items, (size_t)n, sizeof *items, by_key));
  }
}

static void test_random(void **state) {
  (void)state;
  for (unsigned s = 0; s < 6; s++) {
    unsigned start = s < 4 ? s : (unsigned)draw();
    srand(start), hd_srand(start);
    for (int i = 0; i < 500; i++) assert_int_equal(hd_rand(), rand());
  }
  unsigned a = 5, b = 5;
  for (int i = 0; i < 500; i++) assert_int_equal(hd_rand_r(&a), rand_r(&b));
  host.options[0] = 1;
  host.input_value = 77;
  host.inputs[0] = '\0';
  assert_int_equal(hd_rand(), 77);
  assert_string_equal(host.inputs, "rand ");
  host.options[0] = 0;
}

static void test_alloc(void **state) {
  (void)state;
  *hd___errno_location() = 0;
  assert_null(hd_malloc((size_t)PTRDIFF_MAX + 1));
  assert_int_equal(*hd___errno_location(), ENOMEM);
  assert_null(hd_calloc(SIZE_MAX / 2, 3));
  assert_null(hd_reallocarray(NULL, SIZE_MAX / 2, 3));
  void *p = hd_malloc(0), *q = hd_malloc(0);
  assert_true(p != NULL && q != NULL && p != q);
  hd_free(q);
  hd_free(NULL);
  p = hd_realloc(p, 100);
  memset(p, 7, 100);
  char *grown = hd_realloc(p, 1000);
  for (int i = 0; i < 100; i++) assert_int_equal(grown[i], 7);
  assert_null(hd_realloc(grown, 0));
  char *zero = hd_calloc(10, 10);
  for (int i = 0; i < 100; i++) assert_int_equal(zero[i], 0);
  hd_free(zero);
  assert_int_equal(hd_posix_memalign(&p, 24, 8), EINVAL);
  assert_int_equal(hd_posix_memalign(&p, 256, 8), 0);
  assert_int_equal((uintptr_t)p % 256, 0);
  hd_free(p);
  host.options[1] = 1;
  host.input_value = 1;
  assert_null(hd_malloc(8));
  host.input_value = 0;
  p = hd_malloc(8);
  assert_non_null(p);
  hd_free(p);
  host.options[1] = 0;
}

static void test_environment(void **state) {
  (void)state;
  assert_null(hd_getenv("A"));
  assert_int_equal(hd_setenv("A", "1", 0), 0);
  assert_int_equal(hd_setenv("AB", "2", 0), 0);
  assert_int_equal(hd_setenv("A", "3", 0), 0);
  assert_string_equal(hd_getenv("A"), "1");
  assert_int_equal(hd_setenv("A", "3", 1), 0);
  assert_string_equal(hd_getenv("A"), "3");
  assert_int_equal(hd_unsetenv("A"), 0);
  assert_null(hd_getenv("A"));
  assert_string_equal(hd_getenv("AB"), "2");
  assert_int_equal(hd_setenv("x=y", "3", 1), -1);
}

static char order[8];
static void first(void) { strcat(order, "1"); }
static void second(void) {
  strcat(order, "2");
  hd_atexit(first);
}

static void test_ends(void **state) {
  (void)state;
  hd_atexit(first);
  hd_atexit(second);
  assert_true(ENDS_WITH("exit", hd_exit(3)));
  assert_int_equal(host.end_status, 3);
  assert_string_equal(order, "211");
  hd_atexit(first);
  assert_true(ENDS_WITH("exit", hd__Exit(4)));
  assert_string_equal(order, "211");
  assert_true(ENDS_WITH("abort", hd_abort()));
  assert_true(ENDS_WITH("assert", hd___assert_fail("x > 0", "f.c", 3, "f")));
  assert_string_equal(host.end_text, "assertion failed: x > 0");
}

/* ---- time.h */

static void test_time(void **state) {
  (void)state;
  setenv("TZ", "UTC", 1);
  for (int i = 0; i < 5000; i++) {
    time_t when = (time_t)(int64_t)(draw() >> 27) - (1LL << 36);
    struct tm a, b;
    hd_gmtime_r(&when, &a), gmtime_r(&when, &b);
    char text_a[256], text_b[256];
    const char *format =
        "%a %A %b %B %c %C %d %D %e %F %g %G %H %I %j %k %l %m %M %p %P %r %R %s %S %T %u %U %V %w %W %x %X %y %Y "
        "%z %%";
    size_t n = hd_strftime(text_a, sizeof text_a, format, &a), m = strftime(text_b, sizeof text_b, format, &b);
    if (b.tm_year > 0) {
      assert_string_equal(text_a, text_b);
      assert_int_equal(n, m);
    }
    assert_int_equal(hd_timegm(&a), when);
    a.tm_mon += (int)below(40) - 20, a.tm_mday += (int)below(100) - 50, a.tm_sec -= 4000;
    b = a;
    assert_int_equal(hd_mktime(&a), timegm(&b));
    assert_true(a.tm_yday == b.tm_yday && a.tm_wday == b.tm_wday && a.tm_year == b.tm_year && a.tm_mday == b.tm_mday);
  }
  time_t t0 = hd_time(NULL);
  int reads = 1;
  while (hd_time(NULL) == t0) reads++;
  assert_true(reads <= 1000);
}

/* ---- math.h, int128 */

static void test_math(void **state) {
  (void)state;
  for (int i = 0; i < 20000; i++) {
    double x = draw_double(), y = below(4) ? draw_double() : x;
    float f = (float)x, g = (float)y;
    if (i < 8) x = (const double[]){0.0, -0.0, INFINITY, -INFINITY, NAN, 5e-324, 0x1p-1022, 1.5}[i];
    assert_int_equal(hd___fpclassify(x), fpclassify(x));
    assert_int_equal(hd___fpclassifyf(f), fpclassify(f));
    assert_int_equal(hd___isnan(x), isnan(x));
    assert_int_equal(hd___isinf(x), isinf(x) ? (x > 0 ? 1 : -1) : 0);
    assert_int_equal(hd___signbit(x), signbit(x) != 0);
    int e1, e2, n = (int)below(4200) - 2100;
    double a = hd_frexp(x, &e1), b = frexp(x, &e2);
    assert_true(same_double(a, b) && (e1 == e2 || !isfinite(x)));
    a = hd_scalbn(x, n), b = scalbn(x, n);
    if (!same_double(a, b)) fail_msg("scalbn(%a, %d): %a, expected %a", x, n, a, b);
    a = hd_nextafter(x, y), b = nextafter(x, y);
    assert_true(same_double(a, b));
    float c = hd_nextafterf(f, g), d = nextafterf(f, g);
    assert_true(same_double(c, d));
    assert_int_equal(hd_ilogb(x), ilogb(x));
    assert_int_equal(hd_lround(x), lround(x));
    assert_int_equal(hd_lrint(x), lrint(x));
    double w1, w2;
    a = hd_modf(x, &w1), b = modf(x, &w2);
    assert_true(isnan(x) || (memcmp(&a, &b, sizeof a) == 0 && memcmp(&w1, &w2, sizeof w1) == 0));
  }
}

__int128 hd___divti3(__int128, __int128), hd___modti3(__int128, __int128);
unsigned __int128 hd___udivti3(unsigned __int128, unsigned __int128),
    hd___umodti3(unsigned __int128, unsigned __int128);

static void test_int128(void **state) {
  (void)state;
  for (int i = 0; i < 5000; i++) {
    unsigned __int128 a = ((unsigned __int128)draw() << 64 | draw()) >> below(128);
    unsigned __int128 b = ((unsigned __int128)draw() << 64 | draw()) >> below(128);
    if (b == 0) b = 3;
    assert_true(hd___udivti3(a, b) == a / b);
    assert_true(hd___umodti3(a, b) == a % b);
    __int128 c = (__int128)(below(2) ? a : -a), d = (__int128)(below(2) ? b : -b);
    if (d == -1) d = 7;
    assert_true(hd___divti3(c, d) == c / d);
    assert_true(hd___modti3(c, d) == c % d);
  }
}

/* ---- other tools' names, and the list of all */

int hd___VERIFIER_nondet_int(void);
_Bool hd___VERIFIER_nondet_bool(void);
void hd___VERIFIER_assert(int);
int hd_klee_range(int, int, const char *);

static void test_verifier(void **state) {
  (void)state;
  host.inputs[0] = '\0';
  host.input_value = 1;
  assert_int_equal(hd___VERIFIER_nondet_int(), 1);
  assert_true(hd___VERIFIER_nondet_bool());
  assert_int_equal(hd_klee_range(0, 3, "r"), 1);
  assert_string_equal(host.inputs, "int bool r ");
  assert_true(ENDS_WITH("assert", hd___VERIFIER_assert(0)));
  assert_false(ENDS_WITH("assert", hd___VERIFIER_assert(1)));
}

static const char *const listed[] = {
#define FUNCTION(name, header) #name,
#define DATA(name, header) #name,
#define REFUSED(name, header) #name,
#include "library.def"
};
enum { LISTED = sizeof listed / sizeof *listed };

static int compare_names(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

static void test_list_is_complete(void **state) {
  (void)state;
  const char *sorted[LISTED];
  memcpy(sorted, listed, sizeof listed);
  qsort(sorted, LISTED, sizeof *sorted, compare_names);
  FILE *symbols = fopen(RT_SYMBOLS, "r");
  assert_non_null(symbols);
  char name[256];
  int seen = 0;
  const char *key = name;
  for (; fscanf(symbols, "%255s", name) == 1; seen++)
    if (bsearch(&key, sorted, LISTED, sizeof *sorted, compare_names) == NULL) fail_msg("not in library.def: %s", name);
  fclose(symbols);
  assert_int_equal(seen, LISTED);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_string_search),
      cmocka_unit_test(test_memory_search),
      cmocka_unit_test(test_string_copy),
      cmocka_unit_test(test_string_bounded),
      cmocka_unit_test(test_string_split),
      cmocka_unit_test(test_error_texts),
      cmocka_unit_test(test_ctype),
      cmocka_unit_test(test_strtol),
      cmocka_unit_test(test_strtod),
      cmocka_unit_test(test_strtod_ties),
      cmocka_unit_test(test_printf_integers),
      cmocka_unit_test(test_printf_texts),
      cmocka_unit_test(test_printf_doubles),
      cmocka_unit_test(test_printf_streams),
      cmocka_unit_test(test_printf_symbolic),
      cmocka_unit_test(test_input),
      cmocka_unit_test(test_sscanf),
      cmocka_unit_test(test_sort),
      cmocka_unit_test(test_random),
      cmocka_unit_test(test_alloc),
      cmocka_unit_test(test_environment),
      cmocka_unit_test(test_ends),
      cmocka_unit_test(test_time),
      cmocka_unit_test(test_math),
      cmocka_unit_test(test_int128),
      cmocka_unit_test(test_verifier),
      cmocka_unit_test(test_list_is_complete),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
