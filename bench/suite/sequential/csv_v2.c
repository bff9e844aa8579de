/* csv: reads comma separated records with quoted fields, checks that all records have the same number of fields and
   prints them as an aligned table. Input: the separator and N bytes of text. */
#include "heddle.h"
#include <assert.h>
#include <stdio.h>
#include <string.h>

#ifndef N
#define N 6
#endif

#define CELLS_MAX (N + 2)
#define POOL_SIZE (2 * N + 4)

enum status { OK, OPEN_QUOTE, AFTER_QUOTE, STRAY_QUOTE, UNEVEN, BAD_SEPARATOR };
enum state { FIELD_START, PLAIN, QUOTED, QUOTE_SEEN };

struct cell {
  int start;
  int length;
  int row;
  int column;
};

struct sheet {
  char pool[POOL_SIZE];
  int used;
  struct cell cells[CELLS_MAX];
  int count;
  int rows;
};

struct reader {
  struct sheet *sheet;
  char separator;
  enum state state;
  int row;
  int column;
  int start;
};

static const char *describe(enum status status) {
  switch (status) {
  case OPEN_QUOTE:
    return "quote is not closed";
  case AFTER_QUOTE:
    return "text after closing quote";
  case STRAY_QUOTE:
    return "quote inside plain field";
  case UNEVEN:
    return "records differ in their number of fields";
  case BAD_SEPARATOR:
    return "this character cannot separate fields";
  default:
    return "ok";
  }
}

static void put_char(struct reader *reader, char c) {
  assert(reader->sheet->used < POOL_SIZE);
  reader->sheet->pool[reader->sheet->used++] = c;
}

static void end_field(struct reader *reader) {
  struct sheet *sheet = reader->sheet;
  assert(sheet->count < CELLS_MAX);
  struct cell *cell = &sheet->cells[sheet->count++];
  cell->start = reader->start;
  cell->length = sheet->used - reader->start;
  cell->row = reader->row;
  cell->column = reader->column++;
  reader->start = sheet->used;
  reader->state = FIELD_START;
}

static void end_record(struct reader *reader) {
  end_field(reader);
  reader->row++;
  reader->column = 0;
  reader->sheet->rows = reader->row;
}

static int is_delimiter(const struct reader *reader, char c) { return c == reader->separator || c == '\n'; }

static void take_delimiter(struct reader *reader, char c) {
  if (c == '\n')
    end_record(reader);
  else
    end_field(reader);
}

static enum status at_field_start(struct reader *reader, char c) {
  if (c == '"') {
    reader->state = QUOTED;
  } else if (is_delimiter(reader, c)) {
    take_delimiter(reader, c);
  } else {
    put_char(reader, c);
    reader->state = PLAIN;
  }
  return OK;
}

static enum status in_plain(struct reader *reader, char c) {
  if (c == '"')
    return STRAY_QUOTE;
  if (is_delimiter(reader, c))
    take_delimiter(reader, c);
  else
    put_char(reader, c);
  return OK;
}

static enum status in_quoted(struct reader *reader, char c) {
  if (c == '"')
    reader->state = QUOTE_SEEN;
  else
    put_char(reader, c);
  return OK;
}

static enum status after_quote(struct reader *reader, char c) {
  if (c == '"') {
    put_char(reader, c);
    reader->state = QUOTED;
    return OK;
  }
  if (is_delimiter(reader, c)) {
    take_delimiter(reader, c);
    return OK;
  }
  if (c == ' ' || c == '\t')
    return OK;
  return AFTER_QUOTE;
}

static enum status take(struct reader *reader, char c) {
  switch (reader->state) {
  case FIELD_START:
    return at_field_start(reader, c);
  case PLAIN:
    return in_plain(reader, c);
  case QUOTED:
    return in_quoted(reader, c);
  case QUOTE_SEEN:
    return after_quote(reader, c);
  }
  return OK;
}

static enum status finish(struct reader *reader) {
  if (reader->state == QUOTED)
    return OPEN_QUOTE;
  if (reader->state != FIELD_START || reader->column > 0)
    end_record(reader);
  return OK;
}

static enum status read_sheet(struct reader *reader, const char *text) {
  for (int i = 0; text[i]; i++) {
    enum status status = take(reader, text[i]);
    if (status != OK)
      return status;
  }
  return finish(reader);
}

static int width_of_row(const struct sheet *sheet, int row) {
  int width = 0;
  for (int i = 0; i < sheet->count; i++)
    if (sheet->cells[i].row == row)
      width++;
  return width;
}

static enum status check_shape(const struct sheet *sheet) {
  for (int row = 1; row < sheet->rows; row++)
    if (width_of_row(sheet, row) != width_of_row(sheet, 0))
      return UNEVEN;
  return OK;
}

static int column_width(const struct sheet *sheet, int column) {
  int width = 0;
  for (int i = 0; i < sheet->count; i++)
    if (sheet->cells[i].column == column && sheet->cells[i].length > width)
      width = sheet->cells[i].length;
  return width;
}

static void print_sheet(const struct sheet *sheet) {
  for (int i = 0; i < sheet->count; i++) {
    const struct cell *cell = &sheet->cells[i];
    int width = column_width(sheet, cell->column);
    assert(cell->length <= width);
    assert(cell->start + cell->length <= sheet->used);
    fwrite(sheet->pool + cell->start, 1, cell->length, stdout);
    for (int pad = cell->length; pad < width; pad++)
      putchar(' ');
    putchar(i + 1 < sheet->count && sheet->cells[i + 1].row == cell->row ? '|' : '\n');
  }
}

int main(void) {
  char text[N + 1];
  struct sheet sheet;
  struct reader reader;
  memset(&sheet, 0, sizeof sheet);
  memset(&reader, 0, sizeof reader);
  reader.sheet = &sheet;
  heddle_symbolic(&reader.separator, 1, "separator");
  heddle_symbolic(text, N, "text");
  text[N] = '\0';
  enum status status = OK;
  if (reader.separator == '"' || reader.separator == '\n' || reader.separator == '\0')
    status = BAD_SEPARATOR;
  if (status == OK)
    status = read_sheet(&reader, text);
  if (status == OK)
    status = check_shape(&sheet);
  if (status != OK) {
    fprintf(stderr, "csv: record %d: %s\n", reader.row + 1, describe(status));
    return 1;
  }
  print_sheet(&sheet);
  printf("%d records, %d fields\n", sheet.rows, sheet.count);
  return 0;
}
