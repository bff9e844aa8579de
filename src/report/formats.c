/* Picks the writer of a form. */
#include "report/formats.h"

static const struct {
  const char *name;
  report_writer *write;
} formats[FORMAT_COUNT] = {
#define X(name, lower, what) [FORMAT_##name] = {#lower, lower##_write},
    REPORT_FORMATS(X)
#undef X
};

const char *formats_name(enum report_format format) { return formats[format].name; }

bool formats_write(FILE *out, enum report_format format, const json_t *model) {
  formats[format].write(out, model);
  return fflush(out) == 0 && !ferror(out);
}
