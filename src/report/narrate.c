/* The story of a failure. What it is about: the object that the failing thread touched last and that another thread
   writes, too; if there is none, the one that two threads wrote last. Told are, for each stretch of a thread, the first
   read and the last write of it; of a race its two accesses; of a deadlock who took what another one then waits for.
   Four of them at most, and then the failure. */
#include "report/narrate.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "report/words.h"

enum { WIDTH = 112, TOLD = 4, LABEL_WIDTH = 6, LAST_STEPS = 6 };

typedef VEC(uint32_t) step_list;

static bool is_access(const struct result_step *step) {
  return step->object &&
         (!strcmp(step->operation, "read") || !strcmp(step->operation, "write") || !strcmp(step->operation, "update"));
}

static bool is_write(const struct result_step *step) { return is_access(step) && strcmp(step->operation, "read") != 0; }

/* Does another thread write what this step touches? */
static bool is_disputed(const struct result_failure *f, const struct result_step *step) {
  for (uint32_t i = 0; i < f->nsteps; i++)
    if (is_write(&f->steps[i]) && f->steps[i].choice && !strcmp(f->steps[i].object, step->object) &&
        strcmp(f->steps[i].thread, step->thread) != 0)
      return true;
  return false;
}

/* The object of the failing thread's last disputed access; NULL: there is none. */
static const char *subject_of(const struct result_failure *f) {
  uint32_t seen = 0;
  for (uint32_t i = f->nsteps; i > 0 && seen < LAST_STEPS; i--) {
    const struct result_step *step = &f->steps[i - 1];
    if (!f->thread || strcmp(step->thread, f->thread) != 0) continue;
    seen++;
    if (is_access(step) && is_disputed(f, step)) return step->object;
  }
  return NULL;
}

/* What two threads fought over last. A thread that is alone by the time it fails, as main behind its joins, touches
   nothing that would be a step. */
static const char *subject_of_others(const struct result_failure *f) {
  for (uint32_t i = f->nsteps; i > 0; i--) {
    const struct result_step *step = &f->steps[i - 1];
    if (step->matters && is_write(step) && is_disputed(f, step)) return step->object;
  }
  return NULL;
}

/* The first read and the last write of the subject in each stretch of one thread. */
static void find_accesses(const struct result_failure *f, const char *subject, step_list *told) {
  for (uint32_t i = 0, end; i < f->nsteps; i = end) {
    uint32_t read = UINT32_MAX, write = UINT32_MAX;
    for (end = i; end < f->nsteps && !strcmp(f->steps[end].thread, f->steps[i].thread); end++) {
      if (!is_access(&f->steps[end]) || strcmp(f->steps[end].object, subject) != 0) continue;
      if (is_write(&f->steps[end])) write = end;
      else if (read == UINT32_MAX) read = end;
    }
    if (read != UINT32_MAX && (write == UINT32_MAX || read < write)) vec_push(told, read);
    if (write != UINT32_MAX) vec_push(told, write);
  }
}

static void find_marked(const struct result_failure *f, step_list *told) {
  for (uint32_t i = 0; i < f->nsteps; i++)
    if (f->steps[i].mark) vec_push(told, i);
}

/* ---- telling ---- */

struct teller {
  const struct result_failure *failure;
  narrate_line *line;
  void *context;
};

static char *place_of(const struct teller *t, const char *file, uint32_t line) {
  const char *own = t->failure->nframes ? t->failure->frames[0].file : NULL, *slash = file ? strrchr(file, '/') : NULL;
  char *text = NULL;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  if (!out) return mem_strdup("");
  if (line) fprintf(out, " at ");
  if (line && file && own && strcmp(file, own) != 0) fprintf(out, "%s:", slash ? slash + 1 : file);
  if (line) fprintf(out, "%u", line);
  fclose(out);
  return text;
}

static void tell(struct teller *t, const char *thread, bool end, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
static void tell(struct teller *t, const char *thread, bool end, const char *format, ...) {
  char *text = NULL;
  size_t size;
  va_list args;
  FILE *out = open_memstream(&text, &size);
  if (!out) return;
  va_start(args, format);
  vfprintf(out, format, args);
  va_end(args);
  fclose(out);
  t->line(t->context, thread, text, end);
  free(text);
}

static void tell_step(struct teller *t, const struct result_step *step) {
  char *place = place_of(t, step->file, step->line);
  tell(t, step->thread, false, "%s%s%s", step->text, place, step->changed ? "*" : "");
  free(place);
}

static void tell_end(struct teller *t) {
  const struct result_failure *f = t->failure;
  for (uint32_t i = 0; i < f->nwaits && i < TOLD; i++) {
    char *place = place_of(t, f->waits[i].place.file, f->waits[i].place.line);
    tell(t, f->waits[i].thread, true, "waits for %s for ever%s", f->waits[i].object, place);
    free(place);
  }
  if (f->nwaits || f->kind == FAILURE_RACE || !f->thread || !f->nframes) return;
  char *place = place_of(t, f->frames[0].file, f->frames[0].line);
  tell(t, f->thread, true, "fails%s: %s", place, f->message);
  free(place);
}

/* Where there are too many, reads before a write of the same stretch go first, then the oldest. The last stretch stays
   whole. */
static void choose(const struct result_failure *f, step_list *told, uint32_t most) {
  for (uint32_t i = 0; i + 2 < told->count && told->count > most;) {
    const struct result_step *at = &f->steps[told->data[i]], *next = &f->steps[told->data[i + 1]];
    bool before = !is_write(at) && is_write(next) && !strcmp(at->thread, next->thread);
    if (before) memmove(&told->data[i], &told->data[i + 1], (--told->count - i) * sizeof *told->data);
    else i++;
  }
  if (told->count > most) {
    memmove(told->data, told->data + (told->count - most), most * sizeof *told->data);
    told->count = most;
  }
}

void narrate_tell(const struct result_failure *f, narrate_line *line, void *context) {
  struct teller t = {.failure = f, .line = line, .context = context};
  step_list told = {0};
  find_marked(f, &told);
  const char *subject = told.count ? NULL : subject_of(f);
  if (!subject && !told.count && !f->nwaits) subject = subject_of_others(f);
  if (subject) find_accesses(f, subject, &told);
  choose(f, &told, f->nwaits ? TOLD - 1 : TOLD);
  for (uint32_t i = 0; i < told.count; i++) tell_step(&t, &f->steps[told.data[i]]);
  if (told.count) tell_end(&t);
  vec_free(&told);
}

/* ---- writing ---- */

struct writer {
  const struct pen *pen;
  bool begun; /* there is a line already */
};

/* "THREAD TEXT", in as many lines as it needs. */
static void write_line(void *context, const char *thread, const char *text, bool end) {
  struct writer *w = context;
  char *clean = words_clean(text, true), *name = words_clean(thread, true);
  for (char *at = clean; *at; at++)
    if (*at == '\n' || *at == '\t') *at = ' ';
  int room = (w->pen->width ? w->pen->width : WIDTH) - LABEL_WIDTH - 3, first = room - (int)strlen(name) - 1;
  pen_write(w->pen, INK_FAINT, "  %-*s ", LABEL_WIDTH, w->begun ? "" : "story");
  pen_write(w->pen, INK_STRONG, "%s ", name);
  for (const char *at = clean; *at; first = room - 2) {
    size_t bytes = words_fitting(at, first > 20 ? first : 20);
    if (at != clean) pen_write(w->pen, INK_PLAIN, "%*s", LABEL_WIDTH + 5, "");
    pen_write(w->pen, end ? INK_BAD : INK_PLAIN, "%.*s\n", (int)bytes, at);
    at += bytes + strspn(at + bytes, " ");
  }
  w->begun = true;
  free(clean);
  free(name);
}

void narrate_failure(const struct pen *pen, const struct result_failure *f) {
  struct writer w = {.pen = pen};
  narrate_tell(f, write_line, &w);
}
