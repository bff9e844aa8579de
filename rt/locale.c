/* locale.h: there is the C locale and no other. */
#include <errno.h>
#include <langinfo.h>
#include <limits.h>
#include <locale.h>
#include <stddef.h>
#include <string.h>

char *setlocale(int category, const char *name) {
  if (category < 0 || category > LC_IDENTIFICATION) return NULL;
  int known = name == NULL || *name == '\0' || strcmp(name, "C") == 0 || strcmp(name, "POSIX") == 0;
  return known ? (char *)"C" : NULL;
}

struct lconv *localeconv(void) {
  static char point[] = ".", none[] = "";
  static struct lconv c = {.decimal_point = point,
                           .thousands_sep = none,
                           .grouping = none,
                           .int_curr_symbol = none,
                           .currency_symbol = none,
                           .mon_decimal_point = none,
                           .mon_thousands_sep = none,
                           .mon_grouping = none,
                           .positive_sign = none,
                           .negative_sign = none,
                           .int_frac_digits = CHAR_MAX,
                           .frac_digits = CHAR_MAX,
                           .p_cs_precedes = CHAR_MAX,
                           .p_sep_by_space = CHAR_MAX,
                           .n_cs_precedes = CHAR_MAX,
                           .n_sep_by_space = CHAR_MAX,
                           .p_sign_posn = CHAR_MAX,
                           .n_sign_posn = CHAR_MAX};
  return &c;
}

char *nl_langinfo(nl_item item) {
  static const char *const texts[] = {"Sun",
                                      "Mon",
                                      "Tue",
                                      "Wed",
                                      "Thu",
                                      "Fri",
                                      "Sat",
                                      "Sunday",
                                      "Monday",
                                      "Tuesday",
                                      "Wednesday",
                                      "Thursday",
                                      "Friday",
                                      "Saturday",
                                      "Jan",
                                      "Feb",
                                      "Mar",
                                      "Apr",
                                      "May",
                                      "Jun",
                                      "Jul",
                                      "Aug",
                                      "Sep",
                                      "Oct",
                                      "Nov",
                                      "Dec",
                                      "January",
                                      "February",
                                      "March",
                                      "April",
                                      "May",
                                      "June",
                                      "July",
                                      "August",
                                      "September",
                                      "October",
                                      "November",
                                      "December",
                                      "AM",
                                      "PM",
                                      "%a %b %e %H:%M:%S %Y",
                                      "%m/%d/%y",
                                      "%H:%M:%S",
                                      "%I:%M:%S %p"};
  _Static_assert(T_FMT_AMPM - ABDAY_1 + 1 == sizeof texts / sizeof *texts, "the items are numbered in this order");
  if (item >= ABDAY_1 && item <= T_FMT_AMPM) return (char *)texts[item - ABDAY_1];
  switch (item) {
  case CODESET: return (char *)"ANSI_X3.4-1968";
  case RADIXCHAR: return (char *)".";
  case YESEXPR: return (char *)"^[yY]";
  case NOEXPR: return (char *)"^[nN]";
  case CRNCYSTR: return (char *)"-";
  default: return (char *)"";
  }
}

/* Objects of locales: all are the C locale. */
static char only;
static _Thread_local locale_t current;

locale_t newlocale(int mask, const char *name, locale_t base) {
  (void)base;
  if (name == NULL || (mask & ~LC_ALL_MASK) != 0) {
    errno = EINVAL;
    return NULL;
  }
  if (setlocale(LC_ALL, name) != NULL) return (locale_t)&only;
  errno = ENOENT;
  return NULL;
}
locale_t duplocale(locale_t locale) {
  (void)locale;
  return (locale_t)&only;
}
void freelocale(locale_t locale) { (void)locale; }
locale_t uselocale(locale_t locale) {
  locale_t before = current == NULL ? LC_GLOBAL_LOCALE : current;
  if (locale != NULL) current = locale;
  return before;
}
char *nl_langinfo_l(nl_item item, locale_t locale) {
  (void)locale;
  return nl_langinfo(item);
}

/* How many bytes a character has at most; behind MB_CUR_MAX. */
size_t __ctype_get_mb_cur_max(void) { return 1; }
