/* Making worker processes, what they do, and what they say. See workers.h. */
#define _GNU_SOURCE
#include "explore/workers.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "explore/record.h"
#include "util/error.h"
#include "util/processors.h"
#include "util/stop.h"

enum { PIECE = 1 << 14 }; /* visible operations until the next order */

enum message { MESSAGE_PAUSED, MESSAGE_PART };
struct message_head {
  uint32_t message, unused;
  uint64_t size;
};
enum order_kind { ORDER_GO_ON, ORDER_BEGIN, ORDER_WHOLE };
struct order {
  uint64_t share; /* of the turn, if one begins */
  uint64_t kind;  /* the turn at hand goes on; one begins, for a piece; or until its end */
};
_Static_assert(sizeof(struct order) == EXPLORE_ORDER, "as others see it");

void explore_order(uint64_t share, uint8_t bytes[EXPLORE_ORDER]) {
  memcpy(bytes, &(struct order){share, ORDER_WHOLE}, sizeof(struct order));
}

static bool send_all(int socket, const void *data, uint64_t size) {
  const uint8_t *at = data;
  while (size) {
    ssize_t n = send(socket, at, size, MSG_NOSIGNAL);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    at += n, size -= (uint64_t)n;
  }
  return true;
}

static bool receive_all(int socket, void *data, uint64_t size) {
  uint8_t *at = data;
  while (size) {
    ssize_t n = recv(socket, at, size, 0);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    at += n, size -= (uint64_t)n;
  }
  return true;
}

/* ---- inside the worker ---- */

/* Of this search alone: the result's figures are those of all. */
static void fill_head(struct search *s, struct part_head *head) {
  struct result *result = s->recorder.result;
  struct result_stats all = result->stats;
  result->stats = (struct result_stats){.max_depth = all.max_depth, .stopped = all.stopped};
  *head = (struct part_head){.ended = !s->waits,
                             .stopped = s->stopped,
                             .interrupted = result->interrupted,
                             .limit = s->stopped && !s->deepening.starts,
                             .deepens = s->deepening.starts,
                             .runs = result->runs};
  head->turns.searching = s->engine;
  search_note_turn(s, &head->turns);
  search_fill_stats(s, &head->solver);
  head->stats = result->stats;
  result->stats = all;
}

static void put_deepening(struct sink *sink, const struct deepening *d) {
  sink_put32(sink, d->met);
  sink_put32(sink, d->loops.count);
  sink_put(sink, d->loops.data, d->loops.count * sizeof *d->loops.data);
}

static void put_cores(struct sink *sink, struct search *s, bool ended) {
  uint64_t size = 0;
  uint8_t *cores = NULL;
  if (ended && s->options->output.keep_unsat_cores) cores = unsat_cache_encode(&s->seeds.cache, &size);
  sink_put64(sink, size);
  sink_put(sink, cores, size);
  free(cores);
}

static bool send_part(int socket, struct search *s, struct recorder_mark *mark) {
  struct part_head head;
  struct sink sink = {0};
  fill_head(s, &head);
  head.clean = recorder_parts_is_clean(&s->recorder, mark) && !s->disturbed;
  sink_put(&sink, &head, sizeof head);
  put_deepening(&sink, &s->deepening);
  put_cores(&sink, s, head.ended);
  recorder_parts_encode(&s->recorder, mark, &sink);
  s->recorder.result->stats.stopped = 0;
  struct message_head first = {.message = MESSAGE_PART, .size = sink.size};
  bool good = send_all(socket, &first, sizeof first) && send_all(socket, sink.bytes, sink.size);
  free(sink.bytes);
  return good;
}

/* Visible operations of this search; those of its helpers are its own. */
static uint64_t events_of(const struct search *s) {
  uint64_t events = s->switches;
  for (uint32_t i = ENGINE_COUNT; s->shared && s->asks && i < MOST_WORKERS; i++) events += s->page->workers[i].events;
  return events;
}

/* A piece of the turn. True: there is more to be told than that. */
static bool search_piece(struct search *s, uint64_t until, bool whole) {
  uint64_t events = events_of(s), left = until > events ? until - events : 0;
  s->until = s->switches + (whole || left < PIECE ? left : PIECE);
  if (s->disturbed) return true; /* whatever is asked, that is the answer */
  s->waits = false;
  search_all(s);
  if (s->page) s->page->workers[s->place].events = s->switches;
  return !s->waits || events_of(s) >= until || s->too_many || s->hunted_out || s->disturbed;
}

static void note_flow(struct search *s) {
  const struct explore_record *record = s->options->goal.record;
  if (s->flows) record_since(record, s->flow_before, s->flows + s->place * s->recorder.program->nins);
}

static void begin_flow(struct search *s) {
  uint64_t bytes = s->recorder.program->nins * sizeof *s->flow_before;
  if (!s->flows) return;
  s->flow_before = mem_alloc(bytes + 1);
  memcpy(s->flow_before, s->options->goal.record->flow, bytes);
}

void worker_serve(struct search *s, int socket) {
  struct order order;
  uint64_t until = 0;
  struct recorder_mark mark = recorder_parts_begin(&s->recorder);
  s->clean = mark;
  begin_flow(s);
  s->recorder.result->stats.stopped = 0;
  while (receive_all(socket, &order, sizeof order)) {
    struct message_head paused = {.message = MESSAGE_PAUSED};
    if (order.kind != ORDER_GO_ON) until = events_of(s) + order.share, s->looked = s->switches;
    bool part = search_piece(s, until, order.kind == ORDER_WHOLE);
    note_flow(s);
    bool good = part ? send_part(socket, s, &mark) : send_all(socket, &paused, sizeof paused);
    if (!good || !s->waits) break;
  }
  free(s->flow_before);
}

/* A process that stands for a worker on another machine. */
static void relay(const struct worker *w, const struct search *s, int socket) {
  const struct explore_remote *remote = s->remote;
  VEC(uint64_t) before = {0};
  for (uint32_t i = 0; i < s->before.count; i++)
    if (s->before.data[i].engine == w->engine) vec_push(&before, s->before.data[i].share);
  struct explore_unit unit = {.engine = w->engine,
                              .life = w->lives,
                              .divided = w->engine == ENGINE_STATEFUL && s->asks,
                              .before = before.data,
                              .nbefore = before.count};
  const char *why = remote->relay(remote->context, &unit, socket);
  if (why && !atomic_exchange(&s->page->lost, true)) warn_say("%s; the cluster is left", why);
  vec_free(&before);
}

struct shared_states *worker_table(void) {
  enum { SLOTS = 1 << 16 };
  static const uint64_t room = 1ull << 30; /* bytes of footprints */
  return shared_open(SLOTS, room);
}

/* What helpers do may turn out to be in vain, because another search ends first: where there are fewer processors than
   workers, searches come before them, and those that have no processor come last. */
static void give_way(const struct worker *w) {
  enum { NICE = 10, MOST_NICE = 19 };
  bool extra = w->place - ENGINE_COUNT + 1 >= processors_usable();
  setpriority(PRIO_PROCESS, 0, extra ? MOST_NICE : getpriority(PRIO_PROCESS, 0) + NICE);
}

/* From the root on, with nothing but what all share. */
static void help(const struct worker *w, struct search *s, int socket) {
  struct smt_stats solver = {0};
  struct result result = {0};
  struct search h = {.options = s->options,
                     .solver = &solver,
                     .started = s->started,
                     .engine = ENGINE_STATEFUL,
                     .relevance = s->relevance,
                     .page = s->page,
                     .place = w->place,
                     .shared = s->shared,
                     .flows = s->flows};
  give_way(w);
  recorder_open(&h.recorder, s->recorder.program, s->options, &result);
  search_open_round(&h, true);
  stateful_help(h.stateful);
  stateful_share(h.stateful, h.shared, true);
  worker_serve(&h, socket);
}

static _Noreturn void work(struct worker *w, struct search *s, int socket) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  stop_forked();
  if (worker_is_helper(w)) {
    help(w, s, socket);
    _exit(0);
  }
  if (s->remote) {
    relay(w, s, socket);
    _exit(0);
  }
  s->hooks = NULL;
  if (s->engine != w->engine) search_switch_to(s, w->engine);
  s->place = w->place;
  if (s->shared && s->stateful && !s->summary) stateful_share(s->stateful, s->shared, s->asks);
  else s->shared = NULL;
  worker_serve(s, socket);
  fflush(stdout);
  _exit(0);
}

bool explore_message(int socket, bool to_worker, uint8_t **bytes, uint64_t *size) {
  enum { MOST = 1 << 30 };
  struct message_head head = {0};
  *size = to_worker ? sizeof(struct order) : sizeof head;
  if (!to_worker && !receive_all(socket, &head, sizeof head)) return false;
  if (head.size > MOST) return false;
  *size += head.size;
  *bytes = mem_alloc(*size + 1);
  uint64_t have = to_worker ? 0 : sizeof head;
  memcpy(*bytes, &head, have);
  if (receive_all(socket, *bytes + have, *size - have)) return true;
  free(*bytes);
  return false;
}

/* ---- outside ---- */

/* Where the search stands as long as its process has not said more. */
static uint32_t place_of(const struct search *s, enum engine engine) {
  const struct vm *vm = engine == s->engine ? s->vm : s->paused[engine].opened ? s->paused[engine].vm : NULL;
  return vm ? vm_failing_ins(vm) : IR_NONE;
}

static bool begin(struct worker *w, struct search *s) {
  int sockets[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets)) return false;
  s->page->workers[w->place].ins = worker_is_helper(w) ? IR_NONE : place_of(s, w->engine);
  fflush(NULL);
  w->process = fork();
  if (!w->process) {
    close(sockets[0]);
    work(w, s, sockets[1]);
  }
  close(sockets[1]);
  w->socket = sockets[0];
  w->lives++;
  w->turn = 0;
  w->busy = w->inside = false;
  if (w->process > 0) return true;
  w->process = 0;
  close(sockets[0]);
  return false;
}

bool worker_order(struct worker *w, struct search *s, uint64_t share) {
  if (!w->process && !begin(w, s)) return false;
  struct order order = {.kind = w->inside ? ORDER_GO_ON : ORDER_BEGIN,
                        .share = w->turn < w->parts.count ? w->parts.data[w->turn].share : share};
  struct part part = {.share = order.share};
  if (!w->inside && w->turn == w->parts.count) vec_push(&w->parts, part);
  w->inside = w->busy = true;
  send_all(w->socket, &order, sizeof order); /* one that is gone is heard of */
  return true;
}

/* The part that was begun is not there yet; it is begun again by the next life. */
static void bury(struct worker *w) {
  shutdown(w->socket, SHUT_RDWR); /* others may have inherited it: closing alone would not be heard */
  close(w->socket);
  while (waitpid(w->process, &w->death, 0) < 0 && errno == EINTR) {}
  w->process = 0;
  w->busy = false;
  if (w->inside && w->turn + 1 == w->parts.count && !vec_last(&w->parts).data.size) w->parts.count--;
  w->inside = false;
}

static bool take_part(struct worker *w, uint64_t size) {
  struct sink data = {.bytes = mem_alloc(size + 1), .size = size, .room = size + 1};
  if (size < sizeof(struct part_head) || !receive_all(w->socket, data.bytes, size)) {
    free(data.bytes);
    return false;
  }
  struct part *part = &w->parts.data[w->turn++];
  struct part_head head;
  memcpy(&head, data.bytes, sizeof head);
  w->ended = head.ended;
  if (part->data.size) free(data.bytes); /* that of an earlier life is the same */
  else part->data = data;
  w->inside = false;
  return true;
}

bool worker_hear(struct worker *w) {
  struct message_head head;
  w->busy = false;
  bool good = receive_all(w->socket, &head, sizeof head);
  if (good && head.message == MESSAGE_PAUSED) return false;
  if (good) good = take_part(w, head.size);
  if (good && !w->ended) return true;
  w->deaths += !good;
  bury(w);
  return true;
}

void part_read_head(const struct part *part, struct part_head *head, struct source *rest) {
  *rest = (struct source){.bytes = part->data.bytes, .size = part->data.size};
  source_get(rest, head, sizeof *head);
}

uint64_t page_kib(const struct worker_page *page, const struct shared_states *shared) {
  uint64_t all = page->before_kib + (shared ? shared_used_kib(shared) : 0);
  for (uint32_t i = 0; i < MOST_WORKERS; i++) all += page->workers[i].kib;
  return all;
}

void worker_stop(struct worker *w) {
  if (!w->process) return;
  kill(w->process, SIGKILL);
  bury(w);
}

void worker_begin_again(struct worker *w) {
  worker_stop(w);
  while (w->parts.count > w->taken) free(vec_pop(&w->parts).data.bytes);
  if (w->looked_at > w->taken) w->looked_at = w->taken;
  w->ended = false;
}

void worker_end(struct worker *w) {
  worker_stop(w);
  for (uint32_t i = 0; i < w->parts.count; i++) free(w->parts.data[i].data.bytes);
  vec_free(&w->parts);
}
