/* strptime in the C locale: what glibc reads, and what it computes of the rest of the date. */
#include <ctype.h>
#include <stddef.h>
#include <string.h>
#include <time.h>
#include "builtins.h"

enum { NONE = -1 };

struct reading {
  const char *at;
  struct tm *to;
  int century;               /* NONE, or given */
  unsigned pm : 1, half : 1; /* PM was read; the hour is one of twelve */
  unsigned has_year2 : 1;    /* only two digits of the year were given */
  unsigned has_month : 1, has_day : 1, has_year_day : 1, has_week_day : 1;
  unsigned wants_date : 1;                 /* month and day follow from the day of the year */
  unsigned has_sunday : 1, has_monday : 1; /* weeks of the year */
  int week;
};

static const char *const days[] = {"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"};
static const char *const months[] = {"January", "February", "March",     "April",   "May",      "June",
                                     "July",    "August",   "September", "October", "November", "December"};
static const char *const halves[] = {"AM", "PM"};
static const unsigned short before[2][13] = {{0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365},
                                             {0, 31, 60, 91, 121, 152, 182, 213, 244, 274, 305, 335, 366}};

static int is_leap(int year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); }

static void skip_blanks(struct reading *r) {
  while (isspace((unsigned char)*r->at)) r->at++;
}

/* Blanks, then at most so many digits. */
static int number(struct reading *r, int low, int high, int digits) {
  int value = 0;
  skip_blanks(r);
  if (!isdigit((unsigned char)*r->at)) return NONE;
  do value = 10 * value + (*r->at++ - '0');
  while (--digits > 0 && value * 10 <= high && isdigit((unsigned char)*r->at));
  return value < low || value > high ? NONE : value;
}

/* A name, or its first three letters: so many characters, or none. */
static size_t length_of(const char *at, const char *name, size_t part) {
  size_t whole = strlen(name);
  return strncasecmp(at, name, whole) == 0 ? whole : strncasecmp(at, name, part) == 0 ? part : 0;
}

static int name(struct reading *r, const char *const *names, int count, size_t part) {
  for (int i = 0; i < count; i++) {
    size_t n = length_of(r->at, names[i], part);
    r->at += n;
    if (n != 0) return i;
  }
  return NONE;
}

/* glibc reads on behind three letters where a later day of the week follows at once. */
static int day_name(struct reading *r) {
  int found = NONE;
  for (int i = 0; i < 7; i++) {
    size_t n = length_of(r->at, days[i], 3);
    r->at += n;
    if (n != 0) found = i;
    if (n > 3) break;
  }
  return found;
}

static int set(int *to, int value, int more) {
  if (value == NONE) return 0;
  *to = value + more;
  return 1;
}

static int read_format(struct reading *r, const char *format);

static int read_seconds_since(struct reading *r) {
  time_t seconds = 0;
  if (!isdigit((unsigned char)*r->at)) return 0;
  while (isdigit((unsigned char)*r->at)) seconds = 10 * seconds + (*r->at++ - '0');
  return localtime_r(&seconds, r->to) != NULL;
}

/* +hh, +hhmm, +hh:mm, Z */
static int read_zone(struct reading *r) {
  skip_blanks(r);
  if (*r->at == 'Z') {
    r->at++;
    r->to->tm_gmtoff = 0;
    return 1;
  }
  if (*r->at != '+' && *r->at != '-') return 0;
  int negative = *r->at++ == '-', digits = 0, value = 0;
  while (digits < 4 && isdigit((unsigned char)*r->at)) {
    value = value * 10 + *r->at++ - '0';
    if (++digits == 2 && *r->at == ':' && isdigit((unsigned char)r->at[1])) r->at++;
  }
  if (digits == 2) value *= 100;
  else if (digits != 4 || value % 100 >= 60) return 0;
  long offset = value / 100 * 3600L + value % 100 * 60L;
  r->to->tm_gmtoff = negative ? -offset : offset;
  return 1;
}

static int read_day(struct reading *r, char what) {
  struct tm *t = r->to;
  switch (what) {
  case 'a':
  case 'A': r->has_week_day = 1; return set(&t->tm_wday, day_name(r), 0);
  case 'u':
    r->has_week_day = 1;
    if (!set(&t->tm_wday, number(r, 1, 7, 1), 0)) return 0;
    t->tm_wday %= 7;
    return 1;
  case 'w': r->has_week_day = 1; return set(&t->tm_wday, number(r, 0, 6, 1), 0);
  case 'd':
  case 'e': r->has_day = r->wants_date = 1; return set(&t->tm_mday, number(r, 1, 31, 2), 0);
  case 'j': r->has_year_day = 1; return set(&t->tm_yday, number(r, 1, 366, 3), -1);
  case 'b':
  case 'B':
  case 'h': r->has_month = r->wants_date = 1; return set(&t->tm_mon, name(r, months, 12, 3), 0);
  case 'm': r->has_month = r->wants_date = 1; return set(&t->tm_mon, number(r, 1, 12, 2), -1);
  case 'U': r->has_sunday = 1; return set(&r->week, number(r, 0, 53, 2), 0);
  case 'W': r->has_monday = 1; return set(&r->week, number(r, 0, 53, 2), 0);
  case 'V': return number(r, 0, 53, 2) != NONE;
  case 'g': return number(r, 0, 99, 2) != NONE;
  default: /* 'G' */
    if (!isdigit((unsigned char)*r->at)) return 0;
    while (isdigit((unsigned char)*r->at)) r->at++;
    return 1;
  }
}

static int read_year(struct reading *r, char what) {
  int value = what == 'Y' ? number(r, 0, 9999, 4) : number(r, 0, 99, 2);
  if (value == NONE) return 0;
  if (what == 'C') {
    r->century = value;
    r->wants_date = 1;
    return 1;
  }
  r->wants_date = 1;
  r->has_year2 = what == 'y';
  r->to->tm_year = what == 'Y' ? value - 1900 : value >= 69 ? value : value + 100;
  return 1;
}

static int read_time(struct reading *r, char what) {
  struct tm *t = r->to;
  int half;
  switch (what) {
  case 'H':
  case 'k': r->half = 0; return set(&t->tm_hour, number(r, 0, 23, 2), 0);
  case 'I':
  case 'l':
    if (!set(&t->tm_hour, number(r, 1, 12, 2), 0)) return 0;
    t->tm_hour %= 12;
    r->half = 1;
    return 1;
  case 'M': return set(&t->tm_min, number(r, 0, 59, 2), 0);
  case 'S': return set(&t->tm_sec, number(r, 0, 61, 2), 0);
  case 's': return read_seconds_since(r);
  case 'z': return read_zone(r);
  default: /* 'p' */
    half = name(r, halves, 2, 2);
    r->pm = half == 1;
    return half != NONE;
  }
}

static int read_one(struct reading *r, char what) {
  switch (what) {
  case '%': return *r->at++ == '%';
  case 'n':
  case 't': skip_blanks(r); return 1;
  case 'c': r->wants_date = 1; return read_format(r, "%a %b %e %H:%M:%S %Y");
  case 'D':
  case 'x': r->wants_date = 1; return read_format(r, "%m/%d/%y");
  case 'F': r->wants_date = 1; return read_format(r, "%Y-%m-%d");
  case 'R': return read_format(r, "%H:%M");
  case 'T':
  case 'X': return read_format(r, "%H:%M:%S");
  case 'r': return read_format(r, "%I:%M:%S %p");
  case 'Z':
    skip_blanks(r);
    while (*r->at != '\0' && !isspace((unsigned char)*r->at)) r->at++;
    return 1; /* a name says nothing */
  case 'C':
  case 'y':
  case 'Y': return read_year(r, what);
  default: break;
  }
  if (what != '\0' && strchr("aAuwdejbBhmUWVgG", what) != NULL) return read_day(r, what);
  return what != '\0' && strchr("HkIlMSszp", what) != NULL && read_time(r, what);
}

static int read_format(struct reading *r, const char *format) {
  for (; *format != '\0'; format++) {
    if (isspace((unsigned char)*format)) {
      skip_blanks(r);
      continue;
    }
    if (*format != '%') {
      if (*r->at++ != *format) return 0;
      continue;
    }
    format++;
    while (*format != '\0' && strchr("-_0^#", *format) != NULL) format++;
    if (*format == 'E' && format[1] == 'y') __heddle_unsupported("%Ey of strptime");
    if ((*format == 'E' && format[1] != '\0' && strchr("cCyYxX", format[1]) != NULL) ||
        (*format == 'O' && format[1] != '\0' && strchr("bBhdeHImMSUVwWy", format[1]) != NULL))
      format++;
    if (!read_one(r, *format)) return 0;
  }
  return 1;
}

/* ---- what follows from what was read */

static int days_before_month(const struct tm *t) { return before[is_leap(1900 + t->tm_year)][t->tm_mon]; }

static void set_week_day(struct tm *t) {
  int quarters = (1900 + t->tm_year - (t->tm_mon < 2)) / 4, centuries = quarters / 25;
  int week_day =
      -473 + 365 * (t->tm_year - 70) + quarters - centuries + centuries / 4 + before[0][t->tm_mon] + t->tm_mday - 1;
  t->tm_wday = (week_day % 7 + 7) % 7;
}

static void set_month_and_day(struct reading *r) {
  struct tm *t = r->to;
  int leap = is_leap(1900 + t->tm_year), month = 0;
  while (before[leap][month] <= t->tm_yday) month++;
  if (!r->has_month) t->tm_mon = month - 1;
  if (!r->has_day) t->tm_mday = t->tm_yday - before[leap][month - 1] + 1;
  r->has_month = r->has_day = 1;
}

/* The date from the week of the year and the day of the week. */
static void use_week(struct reading *r) {
  struct tm *t = r->to;
  int week_day = t->tm_wday, offset = r->has_sunday ? 0 : 1, month = t->tm_mon, day = t->tm_mday;
  t->tm_mday = 1;
  t->tm_mon = 0;
  set_week_day(t);
  if (r->has_day) t->tm_mday = day;
  if (r->has_month) t->tm_mon = month;
  if (!r->has_year_day) t->tm_yday = (7 - (t->tm_wday - offset)) % 7 + (r->week - 1) * 7 + (week_day - offset + 7) % 7;
  if (!r->has_day || !r->has_month) {
    int leap = is_leap(1900 + t->tm_year), i = 0;
    while (before[leap][i] <= t->tm_yday) i++;
    if (!r->has_month) t->tm_mon = i - 1;
    if (!r->has_day) t->tm_mday = t->tm_yday - before[leap][i - 1] + 1;
  }
  t->tm_wday = week_day;
}

char *strptime(const char *text, const char *format, struct tm *to) {
  struct reading r = {.at = text, .to = to, .century = NONE};
  if (!read_format(&r, format)) return NULL;
  if (r.half && r.pm) to->tm_hour += 12;
  if (r.century != NONE)
    to->tm_year = r.has_year2 ? to->tm_year % 100 + (r.century - 19) * 100 : (r.century - 19) * 100;
  if (r.wants_date && !r.has_week_day) {
    if (!(r.has_month && r.has_day) && r.has_year_day) set_month_and_day(&r);
    if (r.has_month || (unsigned)to->tm_mon <= 11) set_week_day(to);
  }
  if (r.wants_date && !r.has_year_day && (r.has_month || (unsigned)to->tm_mon <= 11))
    to->tm_yday = days_before_month(to) + to->tm_mday - 1;
  if ((r.has_sunday || r.has_monday) && r.has_week_day) use_week(&r);
  return (char *)r.at;
}
