/* Reading the file of accepted failures, and what it means for a result. A failure is known by its kind, its function
   and its message: what remains the same when lines move. Numbers in a message are not compared, unless it is the text
   of an assertion: an offset or a size depends on the run that was found first. */
#include "base/accept.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "util/file.h"

/* ---- reading ---- */

struct reading {
  struct accept *accept;
  uint32_t line;
  const char *why; /* the comment directly above */
  char **error;
};

static bool fail(struct reading *r, const char *what, const char *text) {
  size_t size;
  FILE *out = open_memstream(r->error, &size);
  if (!out) abort();
  fprintf(out, "%s:%u: %s%s", r->accept->path, r->line, what, text);
  fclose(out);
  return false;
}

static const char *keep(struct reading *r, const char *text, size_t length) {
  char *copy = memcpy(arena_alloc(&r->accept->memory, length + 1), text, length);
  copy[length] = 0;
  return copy;
}

static char *trim(char *text) {
  char *end = text + strlen(text);
  while (end > text && isspace((unsigned char)end[-1])) *--end = 0;
  return text + strspn(text, " \t");
}

/* A comment of several lines becomes one text. */
static void take_comment(struct reading *r, char *text) {
  text = trim(text + strspn(text, "#"));
  size_t before = strlen(r->why), length = before + strlen(text) + 2;
  char *joined = arena_alloc(&r->accept->memory, length);
  snprintf(joined, length, "%s%s%s", r->why, before && *text ? " " : "", text);
  r->why = joined;
}

/* "FUNCTION" or "FUNCTION and FUNCTION". */
static bool take_functions(struct reading *r, char *text, struct accept_entry *entry) {
  char *and = strstr(text, " and ");
  if (and) {
    *and = 0;
    entry->other = keep(r, trim(and+5), strlen(trim(and+5)));
  }
  text = trim(text);
  if (!*text || strpbrk(text, " \t")) return fail(r, "expected KIND FUNCTION: MESSAGE, not a function: ", text);
  if (and&&entry->kind != FAILURE_RACE) return fail(r, "two functions are for kind race alone, not ", text);
  if (entry->other && (!*entry->other || strpbrk(entry->other, " \t")))
    return fail(r, "expected race FUNCTION and FUNCTION: MESSAGE, not a function: ", entry->other);
  entry->function = keep(r, text, strlen(text));
  return true;
}

static bool take_failure(struct reading *r, char *text) {
  struct accept_entry entry = {.why = r->why, .line = r->line};
  char *kind = text, *rest = text + strcspn(text, " \t");
  if (*rest) *rest++ = 0;
  entry.kind = failure_kind_named(kind);
  if (entry.kind == FAILURE_KIND_COUNT) return fail(r, "no kind of failure is called ", kind);
  char *message = strchr(rest, ':');
  if (message) {
    *message++ = 0;
    message = trim(message);
    if (*message) entry.message = keep(r, message, strlen(message));
  }
  if (!take_functions(r, rest, &entry)) return false;
  vec_push(&r->accept->entries, entry);
  return true;
}

static bool take_line(struct reading *r, char *line) {
  char *text = trim(line);
  if (*text == '#') {
    take_comment(r, text);
    return true;
  }
  bool good = !*text || take_failure(r, text);
  r->why = "";
  return good;
}

bool accept_read(struct accept *accept, const char *path, char **why) {
  const char *reason;
  size_t length;
  *accept = (struct accept){0};
  struct reading r = {.accept = accept, .why = "", .error = why};
  accept->path = keep(&r, path, strlen(path));
  char *text = file_whole(path, &length, &reason), *rest = text, *line;
  if (!text) {
    size_t size;
    FILE *out = open_memstream(why, &size);
    if (!out) abort();
    fprintf(out, "cannot read %s: %s", path, reason);
    fclose(out);
    return false;
  }
  bool good = true;
  while (good && (line = strsep(&rest, "\n"))) {
    r.line++;
    good = take_line(&r, line);
  }
  free(text);
  return good;
}

void accept_free(struct accept *accept) {
  vec_free(&accept->entries);
  arena_free(&accept->memory);
}

/* ---- matching ---- */

static const char *skip_digits(const char *text) { return text + strspn(text, "0123456789"); }

/* `*` is any text; with `numbers` any number is like any other. */
static bool text_matches(const char *wanted, const char *text, bool numbers) {
  for (; *wanted && *wanted != '*'; wanted++, text++) {
    if (numbers && isdigit((unsigned char)*wanted) && isdigit((unsigned char)*text)) {
      wanted = skip_digits(wanted) - 1;
      text = skip_digits(text) - 1;
    } else if (*wanted != *text) return false;
  }
  if (!*wanted) return !*text;
  do {
    if (text_matches(wanted + 1, text, numbers)) return true;
  } while (*text++);
  return false;
}

static bool name_matches(const char *wanted, const struct result_frame *frames, uint32_t count) {
  if (!wanted || !strcmp(wanted, "*")) return true;
  return count && frames[0].function && !strcmp(wanted, frames[0].function);
}

static bool functions_match(const struct accept_entry *entry, const struct result_failure *f) {
  if (name_matches(entry->function, f->frames, f->nframes) &&
      name_matches(entry->other, f->other_frames, f->other_nframes))
    return true;
  return f->kind == FAILURE_RACE && name_matches(entry->function, f->other_frames, f->other_nframes) &&
         name_matches(entry->other, f->frames, f->nframes);
}

struct accept_entry *accept_find(const struct accept *accept, const struct result_failure *failure) {
  for (uint32_t i = 0; i < accept->entries.count; i++) {
    struct accept_entry *entry = &accept->entries.data[i];
    if (entry->kind != failure->kind || !functions_match(entry, failure)) continue;
    if (!entry->message || text_matches(entry->message, failure->message, failure->kind != FAILURE_ASSERT))
      return entry;
  }
  return NULL;
}

/* ---- a result ---- */

static void sift(struct accept *accept, struct result *result, struct result_failure *list, uint32_t *count) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < *count; i++) {
    struct accept_entry *entry = accept_find(accept, &list[i]);
    if (!entry) {
      list[kept++] = list[i];
      continue;
    }
    entry->met = true;
    struct result_failure accepted = list[i];
    accepted.accepted_why = result_text(result, "%s", entry->why);
    vec_push(&result->accepted, accepted);
  }
  *count = kept;
}

void accept_apply(struct accept *accept, struct result *result) {
  sift(accept, result, result->failures.data, &result->failures.count);
  sift(accept, result, result->warnings.data, &result->warnings.count);
  if (result->failures.count || result->verdict != VERDICT_UNSAFE) return;
  result->verdict = result->reasons.count ? VERDICT_INCOMPLETE : VERDICT_SAFE;
}

/* ---- writing ---- */

char *accept_line(const char *kind, const char *function, const char *other, const char *message) {
  char *text;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  if (!out) abort();
  fprintf(out, "%s %s", kind, function && *function ? function : "*");
  if (other && *other) fprintf(out, " and %s", other);
  fprintf(out, ": ");
  for (const char *c = message; *c; c++) fputc(*c == '\n' ? ' ' : *c, out);
  fclose(out);
  return text;
}

bool accept_has_line(const struct accept *accept, const char *line) {
  bool has = false;
  for (uint32_t i = 0; i < accept->entries.count && !has; i++) {
    const struct accept_entry *e = &accept->entries.data[i];
    char *known = accept_line(failure_kind_text(e->kind), e->function, e->other, e->message ? e->message : "");
    has = !strcmp(known, line);
    free(known);
  }
  return has;
}
