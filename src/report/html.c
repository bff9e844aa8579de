/* The HTML report: one file with everything in it. The page (page/page.html with its style and scripts) is part of
   heddle; the Makefile makes an array of it. The model is put into it as JSON. In JSON a `<` stands in texts only, and
   there it can be written as an escape: nothing in the data can end the script element that holds it. */
#include <stdlib.h>
#include <string.h>

#include "report/formats.h"

#define MARK "@MODEL@"

extern const char html_page[]; /* ends with a zero */

static int put_escaped(const char *bytes, size_t size, void *out) {
  for (size_t i = 0; i < size; i++) {
    if (bytes[i] == '<') fputs("\\u003c", out);
    else fputc(bytes[i], out);
  }
  return 0;
}

void html_write(FILE *out, const json_t *model) {
  const char *mark = strstr(html_page, MARK);
  if (!mark) abort(); /* the page is ours */
  fwrite(html_page, 1, (size_t)(mark - html_page), out);
  json_dump_callback(model, put_escaped, out, JSON_COMPACT | JSON_REAL_PRECISION(9));
  fputs(mark + strlen(MARK), out);
}
