/* Inks, and one failure as a person reads it:

     queue.c:12:7: assert: assertion failed: x < 4
        12 |   assert(x < 4);
           |       ^
       in    check (queue.c:12:7)
       from  main (queue.c:30:3)
       x     = 5 (0x00000005)
       test  heddle-out/queue/test000003.assert.ktest                                          */
#include "report/pen.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "report/columns.h"
#include "report/narrate.h"
#include "report/source.h"
#include "report/words.h"

enum { INPUTS_SHOWN = 16, BYTES_SHOWN = 64, WIDEST_NAME = 24, LABEL_WIDTH = 6 };

static const char *const inks[] = {
    [INK_PLAIN] = "",         [INK_GOOD] = "\033[1;32m", [INK_BAD] = "\033[1;31m",   [INK_WARN] = "\033[1;33m",
    [INK_STRONG] = "\033[1m", [INK_FAINT] = "\033[2m",   [INK_CARET] = "\033[1;32m",
};

void pen_write(const struct pen *pen, enum pen_ink ink, const char *format, ...) {
  bool colour = pen->colour && ink != INK_PLAIN;
  va_list args;
  if (colour) fputs(inks[ink], pen->out);
  va_start(args, format);
  vfprintf(pen->out, format, args);
  va_end(args);
  if (colour) fputs("\033[0m", pen->out);
}

void pen_foreign(const struct pen *pen, enum pen_ink ink, const char *text) {
  char *clean = words_clean(text ? text : "", true);
  pen_write(pen, ink, "%s", clean);
  free(clean);
}

void pen_begin(struct pen_paragraph *paragraph) {
  *paragraph = (struct pen_paragraph){0};
  paragraph->pen.out = open_memstream(&paragraph->text, &paragraph->size);
  if (!paragraph->pen.out) abort(); /* no memory for a line */
}

void pen_end(struct pen_paragraph *paragraph, const struct pen *pen, const char *label) {
  enum { LABEL = 8 };
  fclose(paragraph->pen.out);
  int room = pen->width > 2 * LABEL ? pen->width - LABEL : 0;
  pen_write(pen, INK_FAINT, "%-*s", LABEL, label);
  for (const char *at = paragraph->text; *at;) {
    size_t bytes = room ? words_fitting(at, room) : strlen(at), whole = bytes;
    if (at[bytes] == ' ' && bytes && at[bytes - 1] >= '0' && at[bytes - 1] <= '9') /* a figure stays with its unit */
      while (bytes && at[bytes - 1] != ' ') bytes--;
    if (!bytes) bytes = whole;
    pen_write(pen, INK_PLAIN, "%*s%.*s\n", at == paragraph->text ? 0 : LABEL, "", (int)bytes, at);
    at += bytes + strspn(at + bytes, " ");
  }
  free(paragraph->text);
}

/* ---- the place ---- */

static void write_place(const struct pen *pen, enum pen_ink ink, const struct result_frame *frame) {
  pen_foreign(pen, ink, frame->file && *frame->file ? frame->file : "(no source)");
  if (frame->line) pen_write(pen, ink, ":%u", frame->line);
  if (frame->line && frame->column) pen_write(pen, ink, ":%u", frame->column);
}

/* White space as wide as the first `bytes` bytes of the line: tabs stay, the tail of a UTF-8 character takes none. */
static void write_indent(const struct pen *pen, const char *line, uint32_t bytes) {
  for (uint32_t i = 0; i < bytes && line[i]; i++)
    if ((line[i] & 0xc0) != 0x80) fputc(line[i] == '\t' ? '\t' : ' ', pen->out);
}

static void write_source(const struct pen *pen, const struct result_frame *frame) {
  char *line = frame->file ? source_line_of(pen->program, frame->file, frame->line) : NULL;
  if (!line) return;
  pen_write(pen, INK_FAINT, "%6u | ", frame->line);
  pen_foreign(pen, INK_PLAIN, line);
  fputc('\n', pen->out);
  if (frame->column && frame->column <= strlen(line)) {
    pen_write(pen, INK_FAINT, "%6s | ", "");
    write_indent(pen, line, frame->column - 1);
    pen_write(pen, INK_CARET, "^\n");
  }
  free(line);
}

static void write_frames(const struct pen *pen, const struct result_frame *frames, uint32_t count, const char *thread) {
  for (uint32_t i = 0; i < count; i++) {
    const struct result_frame *frame = &frames[i];
    pen_write(pen, INK_FAINT, "  %-*s ", LABEL_WIDTH, i ? "from" : "in");
    pen_foreign(pen, INK_PLAIN, frame->function);
    pen_write(pen, INK_PLAIN, " (");
    write_place(pen, INK_PLAIN, frame);
    pen_write(pen, INK_PLAIN, ")");
    if (i == 0 && thread) {
      pen_write(pen, INK_PLAIN, " in thread ");
      pen_foreign(pen, INK_PLAIN, thread);
    }
    fputc('\n', pen->out);
  }
}

static void write_stack(const struct pen *pen, const struct result_failure *failure) {
  bool tell = failure->thread && (strcmp(failure->thread, "main") != 0 || failure->other_nframes);
  write_frames(pen, failure->frames, failure->nframes, tell ? failure->thread : NULL);
}

/* The second access of a data race, with its own source line and stack. */
static void write_other(const struct pen *pen, const struct result_failure *failure) {
  if (!failure->other_nframes) return;
  pen_write(pen, INK_STRONG, "  races with ");
  pen_foreign(pen, INK_STRONG, failure->other_message ? failure->other_message : "an access");
  pen_write(pen, INK_STRONG, " in thread ");
  pen_foreign(pen, INK_STRONG, failure->other_thread ? failure->other_thread : "?");
  pen_write(pen, INK_STRONG, " at ");
  write_place(pen, INK_STRONG, &failure->other_frames[0]);
  fputc('\n', pen->out);
  write_source(pen, &failure->other_frames[0]);
  write_frames(pen, failure->other_frames, failure->other_nframes, NULL);
}

/* ---- the inputs ---- */

static bool is_printable(uint8_t byte) { return byte >= 0x20 && byte < 0x7f; }

/* Does it look like text: at least two characters, then zeros at most? */
static bool looks_like_text(const struct result_input *input) {
  uint32_t length = 0;
  while (length < input->size && is_printable(input->bytes[length])) length++;
  if (length < 2) return false;
  for (uint32_t i = length; i < input->size; i++)
    if (input->bytes[i]) return false;
  return true;
}

static void write_quoted(const struct pen *pen, const struct result_input *input) {
  char *quoted = words_quote(input->bytes, input->size, BYTES_SHOWN);
  pen_write(pen, INK_PLAIN, "%s", quoted);
  free(quoted);
}

static void write_number(const struct pen *pen, const struct result_input *input, int64_t value) {
  uint64_t bits = (uint64_t)value & (~UINT64_C(0) >> (64 - 8 * input->size));
  pen_write(pen, INK_PLAIN, "%" PRId64 " (0x%0*" PRIx64, value, (int)(2 * input->size), bits);
  if (input->size == 1 && is_printable(input->bytes[0])) pen_write(pen, INK_PLAIN, " '%c'", input->bytes[0]);
  if (looks_like_text(input)) {
    pen_write(pen, INK_PLAIN, " ");
    write_quoted(pen, input);
  }
  pen_write(pen, INK_PLAIN, ")");
}

static void write_input(const struct pen *pen, const struct result_input *input, int width) {
  char *name = words_clean(input->name ? input->name : "", true);
  pen_write(pen, INK_PLAIN, "  ");
  pen_write(pen, INK_STRONG, "%-*s", width, name);
  pen_write(pen, INK_PLAIN, " = ");
  free(name);
  int64_t value;
  if (words_number(input->bytes, input->size, &value)) write_number(pen, input, value);
  else {
    char count[WORDS_COUNT];
    write_quoted(pen, input);
    pen_write(pen, INK_FAINT, " (%s)", words_count(input->size, "byte", count));
  }
  fputc('\n', pen->out);
}

static int name_width(const struct result_input *input) {
  char *name = words_clean(input->name ? input->name : "", true);
  size_t length = strlen(name);
  free(name);
  return length < WIDEST_NAME ? (int)length : WIDEST_NAME;
}

static void write_inputs(const struct pen *pen, const struct result_failure *failure, bool all) {
  uint32_t shown = all || failure->ninputs <= INPUTS_SHOWN ? failure->ninputs : INPUTS_SHOWN;
  int width = LABEL_WIDTH;
  for (uint32_t i = 0; i < shown; i++) {
    int needed = name_width(&failure->inputs[i]);
    if (needed > width) width = needed;
  }
  for (uint32_t i = 0; i < shown; i++) write_input(pen, &failure->inputs[i], width);
  if (shown < failure->ninputs) {
    char count[WORDS_COUNT];
    words_count(failure->ninputs - shown, "more input", count);
    pen_write(pen, INK_FAINT, "  ... and %s (--verbose shows all)\n", count);
  }
}

/* ---- the rest ---- */

static void write_detail(const struct pen *pen, const char *detail) {
  char *clean = words_clean(detail, true), *rest = clean, *line;
  while ((line = strsep(&rest, "\n")))
    if (*line) {
      pen_write(pen, INK_FAINT, "  %-*s ", LABEL_WIDTH, "note");
      pen_write(pen, INK_PLAIN, "%s\n", line);
    }
  free(clean);
}

void pen_failure(const struct pen *pen, const struct result_failure *failure, bool warning, bool all) {
  static const struct result_frame nowhere;
  const struct result_frame *place = failure->nframes ? &failure->frames[0] : &nowhere;
  write_place(pen, INK_STRONG, place);
  pen_write(pen, INK_STRONG, ": ");
  const char *kind = failure_kind_text(failure->kind);
  size_t length = strlen(kind);
  bool said = failure->message && !strncmp(failure->message, kind, length) && failure->message[length] == ':';
  pen_write(pen, warning ? INK_WARN : INK_BAD, "%s%s:", warning ? "warning: " : "", kind);
  pen_foreign(pen, INK_STRONG, " ");
  pen_foreign(pen, INK_STRONG,
              said ? failure->message + length + 1 + strspn(failure->message + length + 1, " ") : failure->message);
  fputc('\n', pen->out);
  write_source(pen, place);
  write_stack(pen, failure);
  write_other(pen, failure);
  write_inputs(pen, failure, all);
  if (failure->nwaits) columns_waits(pen, failure);
  else if (failure->detail) write_detail(pen, failure->detail);
  if (failure->test) {
    pen_write(pen, INK_FAINT, "  %-*s ", LABEL_WIDTH, "test");
    pen_foreign(pen, INK_PLAIN, failure->test);
    fputc('\n', pen->out);
  }
  if (!failure->nsteps || (warning && !all && !pen->full)) return;
  narrate_failure(pen, failure);
  columns_schedule(pen, failure, all || pen->full);
}
