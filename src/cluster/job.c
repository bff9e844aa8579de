/* Jobs to bytes and back, keys, and messages with numbers. What comes from the server is not trusted: sizes, hash and
   build must fit, and the program goes through the verifier of the IR. */
#include "cluster/inside.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <xxhash.h>

#include "store/program_key.h"

/* ---- jobs ---- */

struct job_head {
  char magic[8];
  struct store_key engine;      /* the build of heddle that wrote it */
  uint64_t size, low, high;     /* of the image, and its hash */
  struct explore_config config; /* texts are not in it */
  uint32_t tests;               /* they are wanted */
  uint32_t narguments;
};
static const char magic[8] = {'H', 'E', 'D', 'D', 'L', 'E', 'J', 'B'};

struct sink job_encode(const struct explore_options *options, uint32_t nins, const void *image, uint64_t size) {
  struct job_head head;
  struct sink sink = {0};
  memset(&head, 0, sizeof head);
  XXH128_hash_t hash = XXH3_128bits(image, size);
  memcpy(head.magic, magic, sizeof magic);
  head.engine = program_key_of_engine();
  head.size = size, head.low = hash.low64, head.high = hash.high64;
  head.config = options->config;
  head.config.arguments = NULL, head.config.files = NULL, head.config.program_name = NULL;
  head.config.stdin_file = NULL, head.config.net_file = NULL, head.config.accept = NULL;
  head.tests = options->output.out_dir && options->config.tests != TESTS_NONE;
  head.narguments = options->config.narguments;
  sink_put(&sink, &head, sizeof head);
  sink_put_text(&sink, options->config.program_name ? options->config.program_name : "program");
  sink_put_text(&sink, options->output.program_text ? options->output.program_text : "");
  for (uint32_t i = 0; i < head.narguments; i++) sink_put_text(&sink, options->config.arguments[i]);
  goal_put(&sink, options, nins);
  return sink;
}

void job_image_key(const void *job, uint64_t size, char text[40]) {
  struct job_head head = {0};
  if (size >= sizeof head) memcpy(&head, job, sizeof head);
  snprintf(text, 40, "%016llx%016llx", (unsigned long long)head.high, (unsigned long long)head.low);
}

static const char *keep(struct job *job, const char *text) {
  return strcpy(arena_alloc(&job->memory, strlen(text) + 1), text);
}

static bool is_bool(const bool *value) {
  uint8_t byte;
  memcpy(&byte, value, 1);
  return byte < 2;
}

/* What another one wrote: no number that is no value of its kind, and no address. */
static bool check_config(struct explore_config *c) {
  const bool *const bools[] = {
      &c->hunt_only,     &c->stop_at_first_failure, &c->validate,    &c->symbolic_rand,    &c->exact_sizes,
      &c->symbolic_time, &c->malloc_may_fail,       &c->no_exchange, &c->spurious_wakeups, &c->strong_cas,
      &c->io_may_fail};
  c->accept = NULL, c->files = NULL, c->stdin_file = NULL, c->net_file = NULL;
  c->nfiles = 0;
  for (unsigned i = 0; i < sizeof bools / sizeof *bools; i++)
    if (!is_bool(bools[i])) return false;
  c->show_output = c->explain_pruning = c->dump_expr = c->dump_paths = c->dump_queries = false;
  c->dump_schedule = c->dump_summaries = false;
  c->jobs = EXPLORE_ENGINES; /* states may be shared */
  return (unsigned)c->strategy <= STRATEGY_GUIDED && (unsigned)c->tests <= TESTS_NONE &&
         (unsigned)c->unknown_functions <= EXTERN_INPUT && (unsigned)c->prune <= PRUNE_CONDITIONS &&
         (unsigned)c->malloc <= MALLOC_FRESH && c->hunt >= 0 && c->hunt < 1 && c->timeout_seconds >= 0;
}

static void read_texts(struct job *job, struct source *s, uint32_t count) {
  struct explore_config *config = &job->options.config;
  config->program_name = keep(job, source_get_text(s));
  const char *text = source_get_text(s);
  job->options.output.program_text = *text ? keep(job, text) : NULL;
  if (count > (s->size - s->at) / 5) s->bad = true;
  const char **arguments = arena_alloc(&job->memory, (s->bad ? 1ull : count + 1ull) * sizeof *arguments);
  for (uint32_t i = 0; i < count && !s->bad; i++) arguments[i] = keep(job, source_get_text(s));
  config->arguments = arguments;
  config->narguments = s->bad ? 0 : count;
}

const char *job_decode(struct job *job, const void *bytes, uint64_t size, const void *image, uint64_t image_size) {
  struct source source = {.bytes = bytes, .size = size};
  struct job_head head;
  const char *why = NULL;
  *job = (struct job){0};
  source_get(&source, &head, sizeof head);
  if (source.bad || memcmp(head.magic, magic, sizeof magic)) return "it is no job";
  if (!store_key_same(head.engine, program_key_of_engine())) return "it was made by another build of heddle";
  XXH128_hash_t hash = XXH3_128bits(image, image_size);
  if (head.size != image_size || head.low != hash.low64 || head.high != hash.high64)
    return "its program is not there, or is another one";
  job->options.config = head.config;
  if (!check_config(&job->options.config)) return "it is damaged";
  read_texts(job, &source, head.narguments);
  if (source.bad) return "it is damaged";
  if (head.tests) job->options.output.out_dir = "."; /* nothing is written there: tests are sent */
  job->program = ir_load(image, image_size, &why);
  if (!job->program) return why;
  return goal_get(&source, job) ? NULL : "it is damaged";
}

void job_free(struct job *job) {
  if (job->program) ir_free(job->program);
  arena_free(&job->memory);
}

/* ---- the server ---- */

void key_of(const struct redis *r, const char *kind, const char *rest, char key[KEY]) {
  snprintf(key, KEY, "heddle:%s:%s%s%s", redis_name(r), kind, *rest ? ":" : "", rest);
}

bool tell(struct redis *r, const char *const *texts, int count) {
  struct redis_text all[16];
  for (int i = 0; i < count; i++) all[i] = REDIS_TEXT(texts[i]);
  redisReply *reply = redis_ask(r, all, count);
  if (!reply) return false;
  freeReplyObject(reply);
  return true;
}

bool channel_send(struct channel *c, uint64_t number, const void *bytes, uint64_t size) {
  struct sink message = {0};
  sink_put64(&message, number);
  sink_put(&message, bytes, size);
  redisReply *reply = redis_ask(
      c->redis, (struct redis_text[]){REDIS_TEXT("RPUSH"), REDIS_TEXT(c->key), {message.bytes, message.size}}, 3);
  free(message.bytes);
  if (!reply) return false;
  freeReplyObject(reply);
  return TELL(c->redis, "EXPIRE", c->key, "86400");
}

/* One message, whatever its number is. */
static int take_one(struct channel *c, uint64_t *number, struct sink *message) {
  struct redis_text words[4] = {REDIS_TEXT("BLPOP"), REDIS_TEXT(c->key), REDIS_TEXT(c->end)};
  int count = c->end[0] ? 3 : 2;
  words[count++] = REDIS_TEXT("1");
  redisReply *reply = redis_ask(c->redis, words, count);
  if (!reply) return -1;
  int found = 0;
  if (c->end[0] && reply->type == REDIS_REPLY_ARRAY && reply->elements && reply->element[0]->str &&
      !strcmp(reply->element[0]->str, c->end))
    found = -1;
  else if (reply->type == REDIS_REPLY_ARRAY && reply->elements == 2 && reply->element[1]->len >= sizeof *number) {
    memcpy(number, reply->element[1]->str, sizeof *number);
    sink_put(message, reply->element[1]->str + sizeof *number, reply->element[1]->len - sizeof *number);
    found = 1;
  }
  freeReplyObject(reply);
  return found;
}

int channel_receive(struct channel *c, uint64_t number, struct sink *message) {
  for (;;) {
    uint64_t got;
    message->size = 0;
    int found = take_one(c, &got, message);
    if (found <= 0 || got == number) return found;
    if (got < number) return 2;
  }
}

bool write_all(int socket, const void *bytes, uint64_t size) {
  for (const uint8_t *at = bytes; size;) {
    ssize_t n = send(socket, at, size, MSG_NOSIGNAL);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    at += n, size -= (uint64_t)n;
  }
  return true;
}
