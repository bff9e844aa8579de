/* err.h, error.h, libintl.h: messages on standard error, and texts that are not translated. */
#include <err.h>
#include <errno.h>
#include <error.h>
#include <libintl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern char *program_invocation_name, *program_invocation_short_name;

/* ---- err.h */

static void say(int error, const char *format, va_list list) {
  fprintf(stderr, "%s: ", program_invocation_short_name);
  if (format != NULL) vfprintf(stderr, format, list);
  if (error >= 0) fprintf(stderr, "%s%s", format != NULL ? ": " : "", strerror(error));
  fputc('\n', stderr);
}

void vwarn(const char *format, va_list list) { say(errno, format, list); }
void vwarnx(const char *format, va_list list) { say(-1, format, list); }
void verr(int status, const char *format, va_list list) {
  vwarn(format, list);
  exit(status);
}
void verrx(int status, const char *format, va_list list) {
  vwarnx(format, list);
  exit(status);
}
#define WITH_LIST(call)                                                                                                \
  va_list list;                                                                                                        \
  va_start(list, format);                                                                                              \
  call;                                                                                                                \
  va_end(list)
void warn(const char *format, ...) { WITH_LIST(vwarn(format, list)); }
void warnx(const char *format, ...) { WITH_LIST(vwarnx(format, list)); }
void err(int status, const char *format, ...) {
  WITH_LIST(say(errno, format, list));
  exit(status);
}
void errx(int status, const char *format, ...) {
  WITH_LIST(say(-1, format, list));
  exit(status);
}

/* ---- error.h */

unsigned error_message_count;
int error_one_per_line;
void (*error_print_progname)(void);

static void begin_message(void) {
  fflush(stdout);
  if (error_print_progname != NULL) error_print_progname();
  else fprintf(stderr, "%s:", program_invocation_name);
}

static void finish_message(int number, const char *format, va_list list) {
  error_message_count++;
  vfprintf(stderr, format, list);
  if (number != 0) fprintf(stderr, ": %s", strerror(number));
  fputc('\n', stderr);
}

void error(int status, int number, const char *format, ...) {
  begin_message();
  if (error_print_progname == NULL) fputc(' ', stderr);
  WITH_LIST(finish_message(number, format, list));
  if (status != 0) exit(status);
}

void error_at_line(int status, int number, const char *file, unsigned line, const char *format, ...) {
  static const char *last_file;
  static unsigned last_line;
  if (error_one_per_line) {
    int same = last_file == file || (last_file != NULL && file != NULL && strcmp(file, last_file) == 0);
    if (same && last_line == line) return;
    last_file = file;
    last_line = line;
  }
  begin_message();
  if (file != NULL) fprintf(stderr, "%s:%u: ", file, line);
  else fputc(' ', stderr);
  WITH_LIST(finish_message(number, format, list));
  if (status != 0) exit(status);
}

/* ---- libintl.h: there are no translations */

#undef gettext
#undef dgettext
#undef ngettext
#undef dngettext

char *gettext(const char *text) { return (char *)text; }
char *dgettext(const char *domain, const char *text) {
  (void)domain;
  return (char *)text;
}
char *dcgettext(const char *domain, const char *text, int category) {
  (void)domain, (void)category;
  return (char *)text;
}
char *ngettext(const char *one, const char *many, unsigned long n) { return (char *)(n == 1 ? one : many); }
char *dngettext(const char *domain, const char *one, const char *many, unsigned long n) {
  (void)domain;
  return ngettext(one, many, n);
}
char *dcngettext(const char *domain, const char *one, const char *many, unsigned long n, int category) {
  (void)domain, (void)category;
  return ngettext(one, many, n);
}

static char domain_name[64] = "messages";
char *textdomain(const char *domain) {
  if (domain == NULL) return domain_name;
  strncpy(domain_name, *domain != '\0' ? domain : "messages", sizeof domain_name - 1);
  return domain_name;
}
char *bindtextdomain(const char *domain, const char *directory) {
  return domain == NULL || *domain == '\0' ? NULL : (char *)(directory != NULL ? directory : "/usr/share/locale");
}
char *bind_textdomain_codeset(const char *domain, const char *codeset) {
  return domain == NULL || *domain == '\0' ? NULL : (char *)codeset;
}
