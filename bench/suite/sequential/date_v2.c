/* date: parses and validates a date written as YYYY-MM-DD, and prints the day of the year, quarter and season.
   Input: N bytes of text for the part after the century. Day numbers grow by one from each date to its successor. */
#include "heddle.h"
#include <assert.h>
#include <stdio.h>
#include <string.h>

#ifndef N
#define N 8
#endif

#define CENTURY 19

enum status { OK, NOT_A_DIGIT, NO_SEPARATOR, MIXED_SEPARATORS, MONTH_RANGE, DAY_RANGE, TRAILING };

struct date {
  int year;
  int month;
  int day;
};

struct input {
  const char *text;
  int at;
  char separator;
};

static const char *explain(enum status status) {
  switch (status) {
  case NOT_A_DIGIT:
    return "digit expected";
  case NO_SEPARATOR:
    return "separator expected";
  case MIXED_SEPARATORS:
    return "different separators";
  case MONTH_RANGE:
    return "no such month";
  case DAY_RANGE:
    return "no such day in this month";
  case TRAILING:
    return "trailing characters";
  default:
    return "ok";
  }
}

static int is_digit(char c) { return c >= '0' && c <= '9'; }

static int is_leap(int year) {
  if ((year & 3) != 0)
    return 0;
  if (year == 1900 || year == 2100 || year == 2200)
    return 0;
  return 1;
}

static int days_in_month(int month, int leap) {
  switch (month) {
  case 2:
    return leap ? 29 : 28;
  case 4:
  case 6:
  case 9:
  case 11:
    return 30;
  default:
    return 31;
  }
}

static int days_before_month(int month, int leap) {
  int days = 0;
  for (int earlier = 1; earlier < month; earlier++)
    days += days_in_month(earlier, leap);
  return days;
}

static int day_of_year(const struct date *date) {
  return days_before_month(date->month, is_leap(date->year)) + date->day;
}

static int day_number(const struct date *date) {
  int years = date->year - 1900;
  int leap_days = years > 0 ? (years - 1) >> 2 : 0;
  return years * 365 + leap_days + day_of_year(date) - 1;
}

static enum status read_two_digits(struct input *input, int *number) {
  char tens = input->text[input->at];
  if (!is_digit(tens))
    return NOT_A_DIGIT;
  input->at++;
  char units = input->text[input->at];
  if (!is_digit(units))
    return NOT_A_DIGIT;
  input->at++;
  *number = (tens - '0') * 10 + (units - '0');
  return OK;
}

static enum status read_separator(struct input *input) {
  char c = input->text[input->at];
  if (c != '-' && c != '/' && c != '.')
    return NO_SEPARATOR;
  if (input->separator && input->separator != c)
    return MIXED_SEPARATORS;
  input->separator = c;
  input->at++;
  return OK;
}

static enum status read_fields(struct input *input, struct date *date) {
  enum status status = read_two_digits(input, &date->year);
  if (status == OK)
    status = read_separator(input);
  if (status == OK)
    status = read_two_digits(input, &date->month);
  if (status == OK)
    status = read_separator(input);
  if (status == OK)
    status = read_two_digits(input, &date->day);
  if (status == OK && input->text[input->at])
    status = TRAILING;
  return status;
}

static enum status validate(const struct date *date) {
  if (date->month < 1 || date->month > 12)
    return MONTH_RANGE;
  if (date->day < 1 || date->day > days_in_month(date->month, is_leap(date->year)))
    return DAY_RANGE;
  return OK;
}

static enum status parse_date(const char *text, struct date *date) {
  struct input input = {text, 0, '\0'};
  enum status status = read_fields(&input, date);
  if (status != OK)
    return status;
  date->year += CENTURY * 100;
  return validate(date);
}

static struct date successor(struct date date) {
  date.day++;
  if (date.day > days_in_month(date.month, is_leap(date.year))) {
    date.day = 1;
    date.month++;
  }
  if (date.month > 12) {
    date.month = 1;
    date.year++;
  }
  return date;
}

static int quarter(const struct date *date) {
  if (date->month <= 3)
    return 1;
  if (date->month <= 6)
    return 2;
  return date->month <= 9 ? 3 : 4;
}

static const char *season(const struct date *date) {
  int key = date->month * 32 + date->day;
  if (key < 3 * 32 + 20)
    return "winter";
  if (key < 6 * 32 + 21)
    return "spring";
  if (key < 9 * 32 + 22)
    return "summer";
  if (key < 12 * 32 + 21)
    return "autumn";
  return "winter";
}

static int term(const struct date *date) {
  switch (date->month) {
  case 10:
  case 11:
  case 12:
    return 1;
  case 1:
  case 2:
    return 2;
  case 9:
    return date->day >= 15 ? 1 : 0;
  case 4:
  case 5:
  case 6:
    return 3;
  default:
    return 0;
  }
}

static int is_holiday(const struct date *date) {
  switch (date->month) {
  case 1:
    return date->day == 1 || date->day == 6;
  case 5:
    return date->day == 1 || date->day == 8;
  case 12:
    return date->day >= 24 && date->day <= 26;
  default:
    return 0;
  }
}

static void check_date(const struct date *date) {
  struct date next = successor(*date);
  assert(validate(&next) == OK);
  assert(day_of_year(date) >= 1 && day_of_year(date) <= 365 + is_leap(date->year));
  assert(day_number(&next) == day_number(date) + 1);
}

int main(void) {
  char text[N + 1];
  struct date date;
  memset(&date, 0, sizeof date);
  heddle_symbolic(text, N, "text");
  text[N] = '\0';
  enum status status = parse_date(text, &date);
  if (status != OK) {
    fprintf(stderr, "date: %s\n", explain(status));
    return 1;
  }
  check_date(&date);
  printf("day %d of %d, quarter %d, %s\n", day_of_year(&date), date.year, quarter(&date), season(&date));
  if (term(&date))
    printf("term %d\n", term(&date));
  if (is_holiday(&date))
    puts("holiday");
  return 0;
}
