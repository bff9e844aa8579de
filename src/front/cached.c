/* Keeping programs by content. See cached.h.

   The store has two kinds of values for it. Under the *base* of a unit (what is known before it is compiled: source,
   flags, compiler) lie lists of dependencies, one for each outcome that was met, newest first: a header may have had
   several contents. The dependencies that hold, and the base, make the unit's *content*. Under the contents of all
   units and what they are linked with lies the program's image. */
#define _GNU_SOURCE
#include "front/cached_inside.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include <xxhash.h>

#include "front/reads.h"
#include "store/program_key.h"
#include "util/file.h"
#include "util/flags_trust.h"
#include "util/path.h"

enum { LISTS_MOST = 8 }; /* lists of dependencies kept for one base */

typedef VEC(char) bytes;

struct pending {
  enum store_kind kind;
  struct store_key key;
  bytes value;
};

struct cached {
  struct store *store; /* NULL: none yet */
  VEC(struct pending) pending;
  struct cached_stats stats;
};

struct unit {
  const struct command_unit *given;
  char *source;          /* its file, absolute */
  bool is_source;        /* to be compiled */
  struct store_key text; /* of the file */
  struct store_key base, content;
};

struct cached_program {
  struct cached *cached;
  const struct front_request *request;
  const struct command *command;
  char *here, *clang;
  struct timespec start;
  int records; /* descriptor of a file in memory; -1: none */
  VEC(struct unit) units;
};

/* ---- keys ---- */

struct hasher {
  XXH3_state_t *state;
  const char *root; /* of the tree: what names it is the same wherever it lies */
};

static void add_bytes(struct hasher *h, const void *data, size_t size) { XXH3_128bits_update(h->state, data, size); }

static void add_text(struct hasher *h, const char *text) {
  if (!text) text = "\2";
  for (const char *at; h->root && (at = strstr(text, h->root)); text = at + strlen(h->root)) {
    add_bytes(h, text, (size_t)(at - text));
    add_bytes(h, READS_TREE, 1);
  }
  add_bytes(h, text, strlen(text) + 1);
}

static void add_key(struct hasher *h, struct store_key key) { add_bytes(h, &key, sizeof key); }

static struct hasher begin_key(const char *root) {
  struct hasher h = {XXH3_createState(), root};
  XXH3_128bits_reset(h.state);
  add_key(&h, program_key_of_engine());
  return h;
}

static struct store_key end_key(struct hasher *h) {
  XXH128_hash_t hash = XXH3_128bits_digest(h->state);
  XXH3_freeState(h->state);
  return (struct store_key){hash.low64, hash.high64};
}

static const char *flag_of(const struct cached_program *p, const struct command_unit *unit, uint32_t i) {
  return p->command->words.data[unit->first_flag + i];
}

static void make_base(struct cached_program *p, struct unit *unit) {
  struct hasher h = begin_key(p->request->tree.root);
  static const char *const variables[] = {"LD_PRELOAD", "LD_LIBRARY_PATH"}; /* decide what the compiler consists of */
  unit->text = reads_ask(READS_CONTENT, unit->source, NULL);
  add_text(&h, unit->is_source ? p->clang : NULL);
  add_key(&h, reads_ask(READS_LOADED, p->command->words.data[0], NULL));
  for (size_t i = 0; i < sizeof variables / sizeof *variables; i++)
    add_key(&h, reads_ask(READS_VARIABLE, variables[i], NULL));
  add_text(&h, p->here);
  add_text(&h, p->request->data_model_32 ? "32" : "64");
  add_text(&h, p->command->include);
  add_text(&h, unit->given->file);
  add_text(&h, unit->given->directory);
  for (uint32_t i = 0; i < unit->given->nflags; i++) add_text(&h, flag_of(p, unit->given, i));
  add_key(&h, unit->text);
  unit->base = end_key(&h);
}

static struct store_key image_key(const struct cached_program *p) {
  const struct front_request *r = p->request;
  struct hasher h = begin_key(r->tree.root);
  const char *const texts[] = {r->entry,
                               r->target,
                               r->only,
                               r->tree.root ? r->tree.shown : NULL,
                               r->tree.root ? r->tree.directory : NULL,
                               r->polls ? "polls" : NULL};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) add_text(&h, texts[i]);
  add_key(&h, p->command->library ? reads_ask(READS_CONTENT, p->command->library, NULL) : (struct store_key){0});
  for (uint32_t i = 0; i < p->units.count; i++) {
    add_text(&h, p->units.data[i].given->target);
    add_key(&h, p->units.data[i].content);
  }
  return end_key(&h);
}

/* ---- which programs ---- */

/* As execvp finds it; else where Debian has it. */
static char *find_clang(void) {
  const char *at = getenv("PATH");
  while (at && *at) {
    char path[PATH_MAX];
    struct stat info;
    int n = (int)strcspn(at, ":");
    snprintf(path, sizeof path, "%.*s/clang-19", n, at);
    if (n > 0 && access(path, X_OK) == 0 && stat(path, &info) == 0 && S_ISREG(info.st_mode)) return mem_strdup(path);
    at += n + (at[n] == ':');
  }
  return access("/usr/lib/llvm-19/bin/clang", X_OK) == 0 ? mem_strdup("/usr/lib/llvm-19/bin/clang") : NULL;
}

/* Something that stands for the compiler, as ccache does, may answer without asking. */
static bool is_compiler(const char *path) {
  char *real = realpath(path, NULL);
  const char *name = real ? strrchr(real, '/') + 1 : "";
  bool good = !strncmp(name, "clang", 5);
  free(real);
  return good;
}

/* Flags that load code into the compiler or write files; and the machine's own processor is no content. */
static bool only_reads(const struct cached_program *p, const struct command_unit *unit) {
  VEC(const char *) flags = {0};
  struct flags_dropped dropped = {0};
  bool good = true;
  for (uint32_t i = 0; i < unit->nflags; i++) {
    vec_push(&flags, flag_of(p, unit, i));
    good = good && !strstr(flags.data[i], "=native");
  }
  good = good && flags_keep_trusted(flags.data, flags.count, &dropped) == unit->nflags;
  vec_free(&flags);
  return good;
}

static bool has_suffix(const char *file, const char *suffix) {
  size_t n = strlen(file), m = strlen(suffix);
  return n >= m && !strcmp(file + n - m, suffix);
}

static bool is_source(const char *file) {
  static const char *const suffixes[] = {".c", ".i", ".cpp", ".cc", ".cxx"};
  for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++)
    if (has_suffix(file, suffixes[i])) return true;
  return false;
}

static bool add_unit(struct cached_program *p, const struct command_unit *given) {
  struct unit unit = {.given = given, .is_source = is_source(given->file)};
  char *directory = path_join(p->here, given->directory);
  unit.source = path_join(directory, given->file);
  free(directory);
  vec_push(&p->units, unit);
  make_base(p, &vec_last(&p->units));
  return only_reads(p, given);
}

struct cached_program *cached_begin(struct cached *cached, const struct front_request *request,
                                    const struct command *command) {
  if (!cached || request->instrument || request->save_bitcode) return NULL;
  struct cached_program *p = mem_zalloc(sizeof *p);
  *p = (struct cached_program){.cached = cached, .request = request, .command = command, .records = -1};
  clock_gettime(CLOCK_REALTIME_COARSE, &p->start);
  p->here = getcwd(NULL, 0);
  p->clang = find_clang();
  bool good = p->here && p->clang && is_compiler(p->clang);
  for (uint32_t i = 0; good && i < command->units.count; i++) good = add_unit(p, &command->units.data[i]);
  if (good) return p;
  cached_end(p);
  return NULL;
}

void cached_end(struct cached_program *p) {
  if (!p) return;
  for (uint32_t i = 0; i < p->units.count; i++) free(p->units.data[i].source);
  vec_free(&p->units);
  if (p->records >= 0) close(p->records);
  free(p->here);
  free(p->clang);
  free(p);
}

/* ---- lists of dependencies ---- */

/* A list: its size in bytes, then for each dependency the kind, the text with its NUL, the answer. */
static void write_bytes(bytes *to, const void *data, size_t size) {
  for (size_t i = 0; i < size; i++) vec_push(to, ((const char *)data)[i]);
}

static void write_list(bytes *to, const reads_dependencies *dependencies) {
  uint32_t start = to->count, size = 0;
  write_bytes(to, &size, sizeof size);
  for (uint32_t i = 0; i < dependencies->count; i++) {
    const struct reads_dependency *dependency = &dependencies->data[i];
    vec_push(to, dependency->kind);
    write_bytes(to, dependency->text, strlen(dependency->text) + 1);
    write_bytes(to, &dependency->answer, sizeof dependency->answer);
  }
  size = to->count - start - (uint32_t)sizeof size;
  memcpy(to->data + start, &size, sizeof size);
}

/* The list at `at`, of at most `left` bytes, without its size; 0: there is none. */
static uint32_t list_size(const char *at, size_t left) {
  uint32_t size;
  if (left < sizeof size) return 0;
  memcpy(&size, at, sizeof size);
  return size <= left - sizeof size ? size : 0;
}

static bool list_holds(const char *at, uint32_t size, const char *root) {
  const char *end = at + size;
  while (at < end) {
    struct store_key answer;
    size_t length = strnlen(at, (size_t)(end - at));
    if (length == 0 || (size_t)(end - at) < length + 1 + sizeof answer) return false;
    memcpy(&answer, at + length + 1, sizeof answer);
    if (!store_key_same(answer, reads_ask(at[0], at + 1, root))) return false;
    at += length + 1 + sizeof answer;
  }
  return true;
}

static struct store_key content_of(const struct unit *unit, const char *list, uint32_t size) {
  struct hasher h = begin_key(NULL);
  add_key(&h, unit->base);
  add_bytes(&h, list, size);
  return end_key(&h);
}

/* ---- finding ---- */

static bool find_content(const struct cached_program *p, struct unit *unit) {
  struct store_blob value;
  bool found = false;
  if (!unit->is_source) {
    unit->content = content_of(unit, NULL, 0);
    return true;
  }
  if (!store_get(p->cached->store, STORE_READS, unit->base, &value)) return false;
  const char *at = value.bytes, *end = at + value.size;
  for (uint32_t size; !found && (size = list_size(at, (size_t)(end - at))) > 0; at += sizeof size + size) {
    found = list_holds(at + sizeof size, size, p->request->tree.root);
    if (found) unit->content = content_of(unit, at + sizeof size, size);
  }
  free(value.bytes);
  return found;
}

struct ir_program *cached_find(struct cached_program *p) {
  struct store_blob image;
  const char *why;
  if (!p || !p->cached->store) return NULL;
  for (uint32_t i = 0; i < p->units.count; i++)
    if (!find_content(p, &p->units.data[i])) return NULL;
  if (!store_get(p->cached->store, STORE_IR, image_key(p), &image)) return NULL;
  struct ir_program *program = ir_load(image.bytes, image.size, &why);
  free(image.bytes);
  if (program) p->cached->stats.found += p->units.count;
  return program;
}

/* ---- keeping ---- */

static void push_option(struct command *command, const char *format, const void *value) {
  char *word;
  // NOLINTNEXTLINE(clang-diagnostic-format-nonliteral): one of the two below
  if (asprintf(&word, format, value) >= 0) vec_push(&command->words, word);
}

void cached_record(struct cached_program *p, struct command *command) {
  char number[16];
  char *recorder = p ? front_find_part("rt/heddle-reads.so") : NULL;
  if (!recorder) return;
  p->records = memfd_create("reads", 0);
  if (p->records >= 0 && fcntl(p->records, F_SETFL, O_APPEND)) { /* several compilers write at once */
    close(p->records);
    p->records = -1;
  }
  snprintf(number, sizeof number, "%d", p->records);
  if (p->records >= 0) {
    push_option(command, "--reads-fd=%s", number);
    push_option(command, "--reads-recorder=%s", recorder);
    push_option(command, "--clang=%s", p->clang);
  }
  free(recorder);
}

static void *map_records(const struct cached_program *p, size_t *size) {
  struct stat info;
  if (p->records < 0 || fstat(p->records, &info) || info.st_size == 0) return NULL;
  *size = (size_t)info.st_size;
  void *block = mmap(NULL, *size, PROT_READ, MAP_PRIVATE, p->records, 0);
  return block == MAP_FAILED ? NULL : block;
}

static void keep_later(struct cached *cached, enum store_kind kind, struct store_key key, bytes value) {
  struct pending item = {kind, key, value};
  vec_push(&cached->pending, item);
}

/* Did the compiler read this unit's file? If not, the records are not those of a compiler. */
static bool has_source(const reads_dependencies *dependencies, const struct unit *unit) {
  for (uint32_t i = 0; i < dependencies->count; i++)
    if (dependencies->data[i].kind == READS_CONTENT && store_key_same(dependencies->data[i].answer, unit->text))
      return true;
  return false;
}

static bool add_content(struct cached_program *p, struct unit *unit, const char *records, size_t size) {
  const char *root = p->request->tree.root;
  struct reads_unit asked = {(uint32_t)(unit - p->units.data), root, unit->source, p->start};
  reads_dependencies dependencies = {0};
  bytes list = {0};
  bool good = records && reads_collect(records, size, &asked, &dependencies) && has_source(&dependencies, unit);
  if (good) {
    write_list(&list, &dependencies);
    unit->content = content_of(unit, list.data + sizeof(uint32_t), list.count - (uint32_t)sizeof(uint32_t));
    keep_later(p->cached, STORE_READS, unit->base, list);
  }
  reads_free(&dependencies);
  return good;
}

static bool names_tree(const struct cached_program *p, const void *image, size_t size) {
  const char *root = p->request->tree.root;
  return root && memmem(image, size, root, strlen(root));
}

void cached_add(struct cached_program *p, const struct command *command, const void *image, size_t size) {
  size_t length = 0;
  if (!p) return;
  for (uint32_t i = 0; i < p->units.count; i++) p->cached->stats.compiled += p->units.data[i].is_source;
  if (command->said || names_tree(p, image, size)) return; /* what was said must be said again */
  void *records = map_records(p, &length);
  bool good = true;
  for (uint32_t i = 0; good && i < p->units.count; i++) {
    struct unit *unit = &p->units.data[i];
    good = store_key_same(unit->text, reads_ask(READS_CONTENT, unit->source, NULL));
    if (good && unit->is_source) good = add_content(p, unit, records, length);
    else unit->content = content_of(unit, NULL, 0);
  }
  if (records) munmap(records, length);
  if (!good) return;
  bytes copy = {0};
  vec_reserve(&copy, (uint32_t)size);
  write_bytes(&copy, image, size);
  keep_later(p->cached, STORE_IR, image_key(p), copy);
}

/* ---- all programs of a command ---- */

struct cached *cached_open(struct store *store) {
  struct cached *cached = mem_zalloc(sizeof *cached);
  cached->store = store;
  return cached;
}

/* The other lists of the same base follow the new one. */
static void append_older(struct store *store, struct pending *item) {
  struct store_blob value;
  if (!store_get(store, STORE_READS, item->key, &value)) return;
  uint32_t own = item->value.count, lists = 1;
  const char *at = value.bytes, *end = at + value.size;
  for (uint32_t size; lists < LISTS_MOST && (size = list_size(at, (size_t)(end - at))) > 0; at += size) {
    size += (uint32_t)sizeof size;
    if (size == own && !memcmp(at, item->value.data, own)) continue;
    write_bytes(&item->value, at, size);
    lists++;
  }
  free(value.bytes);
}

void cached_write(struct cached *cached, struct store *store) {
  if (!cached) return;
  for (uint32_t i = 0; i < cached->pending.count; i++) {
    struct pending *item = &cached->pending.data[i];
    if (store && item->kind == STORE_READS) append_older(store, item);
    if (store) store_put(store, item->kind, item->key, item->value.data, item->value.count);
    vec_free(&item->value);
  }
  cached->pending.count = 0;
}

struct cached_stats cached_stats(const struct cached *cached) {
  return cached ? cached->stats : (struct cached_stats){0};
}

void cached_close(struct cached *cached) {
  if (!cached) return;
  cached_write(cached, NULL);
  vec_free(&cached->pending);
  free(cached);
}
