/* collector: a log collector with sources, filters, a ring buffer, and a writer that formats lines into segments and rotates them.

   Each source offers records; what passes the filter goes into the ring, or is dropped if that is full. The writer takes records out, makes
   lines of them, and begins a new segment when one is full; only the last segments are kept. The configuration (lowest level, one
   more letter) is an input. At the end every record offered must be accounted for.

   1 base
   2 changed message: the level stands in front of a line as a whole word
   3 statistics: the longest line is remembered and reported
   4 new option: `u` leaves out lines of the source named in it
   5 changed default: segments have 48 bytes instead of 40
   6 lock held shorter: a dropped record is counted after the ring was unlocked (failure)
   7 fixed; a check was added at shutdown: the segments hold as many lines as were written
   8 refactoring: digits of numbers are found by a helper of their own
   9 refactoring: the ring says itself whether it has room, off by one (failure) */
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef SOURCES
#define SOURCES 2
#endif
#ifndef RECORDS
#define RECORDS 2
#endif

enum {
  RING_ROOM = 2,
  SEGMENTS = 3,
  LINE_ROOM = 32,
#if VERSION >= 5
  SEGMENT_ROOM = 48,
#else
  SEGMENT_ROOM = 40,
#endif
};

/* ---- records */

enum level { LEVEL_DEBUG, LEVEL_INFO, LEVEL_ERROR, LEVELS };

struct record {
  enum level level;
  unsigned source, number;
  const char *text;
};

static const char *level_text(enum level level) {
#if VERSION >= 2
  static const char *const words[LEVELS] = {"debug", "info", "error"};
#else
  static const char *const words[LEVELS] = {"D", "I", "E"};
#endif
  return words[level];
}

/* ---- configuration: "1" is the lowest level; behind it letters: "e" leaves out empty lines, "uN" the source N */

struct config {
  enum level lowest;
  bool no_empty;
#if VERSION >= 4
  bool has_muted;
  unsigned muted;
#endif
};

static bool config_level(char c, enum level *level) {
  if (c < '0' || c >= '0' + LEVELS) return false;
  *level = (enum level)(c - '0');
  return true;
}

#if VERSION >= 4
static bool config_source(char c, struct config *config) {
  if (c < '0' || c > '9') return false;
  config->has_muted = true;
  config->muted = (unsigned)(c - '0');
  return true;
}
#endif

static bool config_parse(const char *text, struct config *config) {
  memset(config, 0, sizeof *config);
  if (!config_level(*text, &config->lowest)) return false;
  for (text++; *text; text++) {
    switch (*text) {
    case 'e': config->no_empty = true; break;
#if VERSION >= 4
    case 'u':
      if (!config_source(*++text, config)) return false;
      break;
#endif
    default: return false;
    }
  }
  return true;
}

/* ---- filters */

static bool filter_passes(const struct config *config, const struct record *record) {
  if (record->level < config->lowest) return false;
#if VERSION >= 4
  if (config->has_muted && record->source == config->muted) return false;
#endif
  return !config->no_empty || *record->text;
}

/* ---- the ring */

struct ring {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  struct record record[RING_ROOM];
  unsigned first, count;
  unsigned dropped;
  unsigned sources; /* that may still put something in */
};

static void ring_open(struct ring *ring, unsigned sources) {
  pthread_mutex_init(&ring->lock, NULL);
  pthread_cond_init(&ring->changed, NULL);
  ring->first = ring->count = ring->dropped = 0;
  ring->sources = sources;
}

#if VERSION >= 9
static bool ring_has_room(const struct ring *ring) { return ring->count <= RING_ROOM; }
#endif

/* False if it was dropped. */
static bool ring_put(struct ring *ring, const struct record *record) {
  pthread_mutex_lock(&ring->lock);
#if VERSION >= 9
  bool room = ring_has_room(ring);
#else
  bool room = ring->count < RING_ROOM;
#endif
  if (room) {
    ring->record[(ring->first + ring->count) % RING_ROOM] = *record;
    ring->count++;
    pthread_cond_signal(&ring->changed);
  }
#if VERSION == 6
  pthread_mutex_unlock(&ring->lock);
  if (!room) ring->dropped++;
#else
  if (!room) ring->dropped++;
  pthread_mutex_unlock(&ring->lock);
#endif
  return room;
}

static void ring_leave(struct ring *ring) {
  pthread_mutex_lock(&ring->lock);
  ring->sources--;
  pthread_cond_signal(&ring->changed);
  pthread_mutex_unlock(&ring->lock);
}

/* False: it is empty, and nobody is left. */
static bool ring_take(struct ring *ring, struct record *record) {
  pthread_mutex_lock(&ring->lock);
  while (!ring->count && ring->sources) pthread_cond_wait(&ring->changed, &ring->lock);
  bool found = ring->count > 0;
  if (found) {
    *record = ring->record[ring->first];
    ring->first = (ring->first + 1) % RING_ROOM;
    ring->count--;
  }
  pthread_mutex_unlock(&ring->lock);
  return found;
}

/* ---- lines */

struct line {
  char text[LINE_ROOM];
  size_t length;
};

static void line_char(struct line *line, char c) {
  if (line->length < LINE_ROOM) line->text[line->length++] = c;
}

static void line_text(struct line *line, const char *text) {
  while (*text) line_char(line, *text++);
}

#if VERSION >= 8
static unsigned digits_of(unsigned number, char *digit) {
  unsigned n = 0;
  do digit[n++] = (char)('0' + number % 10);
  while (number /= 10);
  return n;
}

static void line_number(struct line *line, unsigned number) {
  char digit[12];
  for (unsigned n = digits_of(number, digit); n > 0; n--) line_char(line, digit[n - 1]);
}
#else
static void line_number(struct line *line, unsigned number) {
  char digit[12];
  int n = 0;
  do digit[n++] = (char)('0' + number % 10);
  while (number /= 10);
  while (n > 0) line_char(line, digit[--n]);
}
#endif

static void line_format(struct line *line, const struct record *record) {
  line->length = 0;
  line_text(line, level_text(record->level));
#if VERSION >= 2
  line_text(line, ": ");
#else
  line_char(line, ' ');
#endif
  line_number(line, record->source);
  line_char(line, '.');
  line_number(line, record->number);
  line_char(line, ' ');
  line_text(line, record->text);
  line_char(line, '\n');
}

/* ---- segments */

struct segment {
  char text[SEGMENT_ROOM];
  size_t length;
  unsigned lines;
};

struct output {
  struct segment segment[SEGMENTS];
  unsigned current, rotations;
  unsigned lines, thrown_away; /* ever written; of them in segments that are gone */
#if VERSION >= 3
  size_t longest;
#endif
};

static void output_rotate(struct output *output) {
  output->current = (output->current + 1) % SEGMENTS;
  output->rotations++;
  struct segment *segment = &output->segment[output->current];
  output->thrown_away += segment->lines;
  segment->length = segment->lines = 0;
}

static bool output_has_room(const struct output *output, const struct line *line) {
  return output->segment[output->current].length + line->length <= SEGMENT_ROOM;
}

static void output_write(struct output *output, const struct line *line) {
  if (!output_has_room(output, line)) output_rotate(output);
  struct segment *segment = &output->segment[output->current];
  for (size_t i = 0; i < line->length; i++) segment->text[segment->length + i] = line->text[i];
  segment->length += line->length;
  segment->lines++;
  output->lines++;
#if VERSION >= 3
  if (line->length > output->longest) output->longest = line->length;
#endif
}

/* ---- threads: sources and the writer */

struct collector {
  struct config config;
  struct ring ring;
  struct output output;
};

struct source {
  struct collector *collector;
  unsigned number;
  const char *text[RECORDS];
  unsigned offered, filtered, passed;
  unsigned dropped; /* as far as the source knows */
};

static void source_offer(struct source *source, const struct record *record) {
  source->offered++;
  if (!filter_passes(&source->collector->config, record)) {
    source->filtered++;
    return;
  }
  if (ring_put(&source->collector->ring, record)) source->passed++;
  else source->dropped++;
}

static void *source_main(void *arg) {
  struct source *source = arg;
  for (unsigned i = 0; i < RECORDS; i++) {
    struct record record = {.source = source->number, .number = i, .text = source->text[i]};
    record.level = (enum level)((source->number + i) % LEVELS);
    source_offer(source, &record);
  }
  ring_leave(&source->collector->ring);
  return NULL;
}

static void *writer_main(void *arg) {
  struct collector *collector = arg;
  unsigned next[SOURCES] = {0};
  struct record record;
  struct line line;
  while (ring_take(&collector->ring, &record)) {
    assert(record.source < SOURCES && record.number >= next[record.source]);
    next[record.source] = record.number + 1;
    line_format(&line, &record);
    output_write(&collector->output, &line);
  }
  return NULL;
}

/* ---- the end: report and audit */

static void report(const struct collector *collector) {
  const struct output *output = &collector->output;
  fprintf(stderr, "collector: %u lines, %u dropped, %u rotations\n", output->lines, collector->ring.dropped, output->rotations);
#if VERSION >= 3
  fprintf(stderr, "collector: longest line: %zu\n", output->longest);
#endif
}

#if VERSION >= 7
static unsigned output_count(const struct output *output) {
  unsigned lines = 0;
  for (int i = 0; i < SEGMENTS; i++) lines += output->segment[i].lines;
  return lines;
}
#endif

static void audit(const struct collector *collector, const struct source *source) {
  unsigned passed = 0, dropped = 0;
  for (int i = 0; i < SOURCES; i++) {
    assert(source[i].offered == RECORDS);
    assert(source[i].offered == source[i].filtered + source[i].passed + source[i].dropped);
    passed += source[i].passed;
    dropped += source[i].dropped;
  }
  assert(collector->output.lines == passed);
  assert(collector->ring.dropped == dropped);
  assert(collector->ring.count == 0);
#if VERSION >= 7
  assert(output_count(&collector->output) + collector->output.thrown_away == collector->output.lines);
#endif
}

/* ---- what can be tested without threads */

static void check_config(void) {
  struct config config;
  struct record record = {.level = LEVEL_INFO, .source = 3, .text = ""};
  assert(config_parse("1", &config) && config.lowest == LEVEL_INFO && !config.no_empty);
  assert(filter_passes(&config, &record));
  assert(config_parse("0e", &config) && config.no_empty);
  assert(!filter_passes(&config, &record));
  assert(config_parse("2", &config) && !filter_passes(&config, &record));
  assert(!config_parse("3", &config));
  assert(!config_parse("1x", &config));
#if VERSION >= 4
  assert(config_parse("0u3", &config) && config.has_muted && config.muted == 3);
  assert(!filter_passes(&config, &record));
  assert(!config_parse("0u", &config));
#endif
}

static void check_lines(void) {
  struct line line;
  struct record record = {.level = LEVEL_ERROR, .source = 10, .number = 7, .text = "disk full"};
  line_format(&line, &record);
#if VERSION >= 2
  static const char expected[] = "error: 10.7 disk full\n";
#else
  static const char expected[] = "E 10.7 disk full\n";
#endif
  assert(line.length == sizeof expected - 1 && memcmp(line.text, expected, line.length) == 0);
}

static void check_output(void) {
  static struct output output;
  struct line line;
  struct record record = {.level = LEVEL_DEBUG, .text = "a text that is long enough"};
  line_format(&line, &record);
  assert(line.length == LINE_ROOM);
  for (int i = 0; i < 4; i++) output_write(&output, &line);
  assert(output.lines == 4 && output.rotations == 3 && output.thrown_away == 1);
#if VERSION >= 3
  assert(output.longest == LINE_ROOM);
#endif
}

/* ---- the driver */

static void source_open(struct source *source, struct collector *collector, unsigned number) {
  static const char *const texts[] = {"started", "", "connection lost", "again", "timeout"};
  memset(source, 0, sizeof *source);
  source->collector = collector;
  source->number = number;
  for (unsigned i = 0; i < RECORDS; i++) source->text[i] = texts[(number + 2 * i) % 5];
}

int main(void) {
  static struct collector collector;
  static struct source source[SOURCES];
  pthread_t thread[SOURCES], writer;
  char text[3] = "";
  check_config();
  check_lines();
  check_output();
  heddle_symbolic(text, 2, "config");
  if (!config_parse(text, &collector.config)) return 2;
  ring_open(&collector.ring, SOURCES);
  for (unsigned i = 0; i < SOURCES; i++) source_open(&source[i], &collector, i);
  if (pthread_create(&writer, NULL, writer_main, &collector) != 0) abort();
  for (unsigned i = 0; i < SOURCES; i++)
    if (pthread_create(&thread[i], NULL, source_main, &source[i]) != 0) abort();
  for (unsigned i = 0; i < SOURCES; i++) pthread_join(thread[i], NULL);
  pthread_join(writer, NULL);
  report(&collector);
  audit(&collector, source);
  return 0;
}
