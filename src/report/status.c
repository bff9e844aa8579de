/* The live status line: one line on a terminal, rewritten in place at most ten times a second, gone at the end. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "report/report.h"
#include "report/words.h"
#include "util/clock.h"

static const double SHORTEST_PAUSE = 0.1;

void report_status_open(struct report_status *status, FILE *out) {
  const char *terminal = getenv("TERM");
  bool usable = isatty(fileno(out)) && !(terminal && !strcmp(terminal, "dumb"));
  *status = (struct report_status){.out = usable ? out : NULL, .started = clock_now()};
}

int report_width(FILE *out) {
  struct winsize size;
  const char *set = getenv("COLUMNS");
  if (!ioctl(fileno(out), TIOCGWINSZ, &size) && size.ws_col) return size.ws_col;
  int width = set ? atoi(set) : 0;
  return width >= 20 && width < 10000 ? width : 0;
}

static int columns(FILE *out) {
  struct winsize size;
  if (ioctl(fileno(out), TIOCGWINSZ, &size) || size.ws_col == 0) return 80;
  return size.ws_col;
}

/* Cut to the width of the terminal: a line that wraps could not be erased. */
static void show_line(struct report_status *status, const char *line) {
  fprintf(status->out, "\r%.*s\033[K", columns(status->out) - 1, line);
  fflush(status->out);
  status->last = clock_now();
  status->shown = true;
}

/* The phase and the time come first: they are what a narrow terminal must not cut. The time is the command's, not that
   of the search at hand. */
void report_status_show(void *context, const struct explore_progress *now) {
  struct report_status *status = context;
  if (status->track) report_track_note(status->track, now);
  bool other = now->phase != status->phase; /* that is shown at once */
  if (!status->out || (status->shown && !other && clock_now() - status->last < SHORTEST_PAUSE)) return;
  status->phase = now->phase;
  char runs[WORDS_COUNT], failures[WORDS_COUNT], queries[WORDS_COUNT], share[40] = "", line[512], workers[100] = "";
  if (now->workers)
    snprintf(workers, sizeof workers, "%" PRIu64 " workers, %" PRIu64 " units, %.0f states/s, ", now->workers,
             now->units, now->seconds > 0 ? (double)now->states / now->seconds : 0);
  if (now->share > 0) snprintf(share, sizeof share, " (%.0f %% of the limit)", 100 * now->share);
  snprintf(line, sizeof line, "%s%s%s%.1f s%s: %s%s, %s, depth %" PRIu64 ", %s, %" PRIu64 " MiB",
           now->phase ? now->phase : "", now->phase ? ", " : "", now->hunting ? "hunting, " : "",
           clock_now() - status->started, share, workers, words_count(now->runs, "run", runs),
           words_count(now->failures, "failure", failures), now->depth, words_count(now->queries, "query", queries),
           now->memory_kib / 1024);
  show_line(status, line);
}

void report_status_phase(void *context, const char *phase) {
  struct report_status *status = context;
  char line[512];
  if (!status->out) return;
  snprintf(line, sizeof line, "%s, %.1f s", phase, clock_now() - status->started);
  show_line(status, line);
}

/* Where there is no room left every second sample goes, and the next ones are taken half as often. */
void report_track_note(struct report_track *track, const struct explore_progress *now) {
  const struct explore_progress *last = track->count ? &track->samples[track->count - 1] : NULL;
  bool other =
      last && (now->seconds < last->seconds || now->runs < last->runs || now->instructions < last->instructions);
  if (other) track->count = 0; /* another search: the last one counts */
  else if (last && now->seconds - last->seconds < track->pause) return;
  if (track->count == TRACK_SAMPLES) {
    for (uint32_t i = 0; i < TRACK_SAMPLES / 2; i++) track->samples[i] = track->samples[2 * i];
    track->count = TRACK_SAMPLES / 2;
    track->pause = track->pause > 0 ? 2 * track->pause : 0.2;
  }
  struct explore_progress *sample = &track->samples[track->count++];
  uint64_t states = last ? last->states : 0; /* searches take turns; not each of them keeps states */
  *sample = *now;
  if (sample->states < states) sample->states = states;
}

void report_status_close(struct report_status *status) {
  if (!status->out || !status->shown) return;
  fputs("\r\033[K", status->out);
  fflush(status->out);
  status->shown = false;
}
