/* strftime and asctime in the C locale. */
#include <stdio.h>
#include <string.h>
#include <time.h>
#include "builtins.h"

static const char *const days[] = {"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"};
static const char *const months[] = {"January", "February", "March",     "April",   "May",      "June",
                                     "July",    "August",   "September", "October", "November", "December"};

static const char *day_name(const struct tm *t) { return (unsigned)t->tm_wday < 7 ? days[t->tm_wday] : "?"; }
static const char *month_name(const struct tm *t) { return (unsigned)t->tm_mon < 12 ? months[t->tm_mon] : "?"; }

char *asctime_r(const struct tm *restrict t, char *restrict buffer) {
  sprintf(buffer, "%.3s %.3s%3d %.2d:%.2d:%.2d %d\n", day_name(t), month_name(t), t->tm_mday, t->tm_hour, t->tm_min,
          t->tm_sec, 1900 + t->tm_year);
  return buffer;
}

char *asctime(const struct tm *t) {
  static char buffer[64];
  return asctime_r(t, buffer);
}

char *ctime_r(const time_t *restrict when, char *restrict buffer) {
  struct tm t;
  return asctime_r(localtime_r(when, &t), buffer);
}

char *ctime(const time_t *when) { return asctime(localtime(when)); }

/* The week of the year if weeks begin on `first` (0: Sunday, 1: Monday). */
static int week(const struct tm *t, int first) { return (t->tm_yday + 7 - (t->tm_wday + 7 - first) % 7) / 7; }

static int is_leap(int year) { return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0; }

/* ISO 8601: week 1 is the one with the first Thursday. Gives the week, *year the year it belongs to. */
static int iso_week(const struct tm *t, int *year) {
  int thursday = t->tm_yday + 3 - (t->tm_wday + 6) % 7; /* of this week, as a day of this year */
  *year = t->tm_year + 1900;
  if (thursday < 0) {
    *year -= 1;
    thursday += 365 + is_leap(*year);
  } else if (thursday >= 365 + is_leap(*year)) {
    thursday -= 365 + is_leap(*year);
    *year += 1;
  }
  return thursday / 7 + 1;
}

enum { FIELD = 64 };

static void format_week(char *out, const struct tm *t, char letter) {
  int year, number = iso_week(t, &year);
  if (letter == 'V') snprintf(out, FIELD, "%02d", number);
  else if (letter == 'G') snprintf(out, FIELD, "%d", year);
  else snprintf(out, FIELD, "%02d", (year % 100 + 100) % 100);
}

static void format_field(char *out, const struct tm *t, char letter) {
  int hour12 = t->tm_hour % 12 == 0 ? 12 : t->tm_hour % 12, year = t->tm_year + 1900;
  const char *half = t->tm_hour < 12 ? "AM" : "PM";
  switch (letter) {
  case 'a': snprintf(out, FIELD, "%.3s", day_name(t)); break;
  case 'A': snprintf(out, FIELD, "%s", day_name(t)); break;
  case 'b':
  case 'h': snprintf(out, FIELD, "%.3s", month_name(t)); break;
  case 'B': snprintf(out, FIELD, "%s", month_name(t)); break;
  case 'C': snprintf(out, FIELD, "%02d", year / 100); break;
  case 'd': snprintf(out, FIELD, "%02d", t->tm_mday); break;
  case 'e': snprintf(out, FIELD, "%2d", t->tm_mday); break;
  case 'H': snprintf(out, FIELD, "%02d", t->tm_hour); break;
  case 'k': snprintf(out, FIELD, "%2d", t->tm_hour); break;
  case 'I': snprintf(out, FIELD, "%02d", hour12); break;
  case 'l': snprintf(out, FIELD, "%2d", hour12); break;
  case 'j': snprintf(out, FIELD, "%03d", t->tm_yday + 1); break;
  case 'm': snprintf(out, FIELD, "%02d", t->tm_mon + 1); break;
  case 'M': snprintf(out, FIELD, "%02d", t->tm_min); break;
  case 'n': strcpy(out, "\n"); break;
  case 'p': strcpy(out, half); break;
  case 'P': strcpy(out, t->tm_hour < 12 ? "am" : "pm"); break;
  case 'S': snprintf(out, FIELD, "%02d", t->tm_sec); break;
  case 's': {
    struct tm copy = *t;
    snprintf(out, FIELD, "%lld", (long long)mktime(&copy));
    break;
  }
  case 't': strcpy(out, "\t"); break;
  case 'u': snprintf(out, FIELD, "%d", t->tm_wday == 0 ? 7 : t->tm_wday); break;
  case 'U': snprintf(out, FIELD, "%02d", week(t, 0)); break;
  case 'w': snprintf(out, FIELD, "%d", t->tm_wday); break;
  case 'W': snprintf(out, FIELD, "%02d", week(t, 1)); break;
  case 'V':
  case 'G':
  case 'g': format_week(out, t, letter); break;
  case 'y': snprintf(out, FIELD, "%02d", (year % 100 + 100) % 100); break;
  case 'Y': snprintf(out, FIELD, "%d", year); break;
  case 'z': strcpy(out, "+0000"); break;
  case 'Z': strcpy(out, t->tm_zone != NULL ? t->tm_zone : "UTC"); break;
  case '%': strcpy(out, "%"); break;
  default: __heddle_unsupported("an unknown conversion in a strftime format");
  }
}

/* Letters that stand for a whole format. */
static const char *composite(char letter) {
  switch (letter) {
  case 'c': return "%a %b %e %H:%M:%S %Y";
  case 'D':
  case 'x': return "%m/%d/%y";
  case 'F': return "%Y-%m-%d";
  case 'r': return "%I:%M:%S %p";
  case 'R': return "%H:%M";
  case 'T':
  case 'X': return "%H:%M:%S";
  default: return NULL;
  }
}

size_t strftime(char *restrict to, size_t max, const char *restrict format, const struct tm *restrict t) {
  size_t n = 0;
  for (const char *p = format; *p != '\0'; p++) {
    char field[FIELD] = {*p, '\0'};
    if (*p == '%') {
      p++;
      if (*p == 'E' || *p == 'O') p++;
      const char *whole = composite(*p);
      if (whole == NULL) format_field(field, t, *p);
      else strftime(field, FIELD, whole, t);
    }
    size_t length = strlen(field);
    if (length >= max - n) return 0;
    memcpy(to + n, field, length);
    n += length;
  }
  if (n >= max) return 0;
  to[n] = '\0';
  return n;
}
