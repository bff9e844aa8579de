/* kvstore: a key-value store with a lock per bucket, eviction, a journal, and clients that execute commands.

   A change is written to the journal while the bucket is locked, so that the journal has the changes of a key in the order in which they
   were made. At the end the journal is played back into an empty store, which must come out as the one that the clients left. How many
   entries a bucket may have and one of the values are inputs.

   1 base
   2 statistics: each client counts hits and misses of its reads, and the report adds them up
   3 changed output: a dump has one entry per line, and the bucket in front of it
   4 changed default: the journal has room for 24 records, and says so when it is opened
   5 error path fixed: a command that was refused no longer ends the client's whole script
   6 lock held shorter: the journal is written after the bucket is unlocked (failure)
   7 fixed
   8 new command: `+` adds to a value
   9 off by one: a full bucket takes one more entry before something is evicted (failure) */
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef CLIENTS
#define CLIENTS 2
#endif
#ifndef COMMANDS
#define COMMANDS 3
#endif

enum {
  BUCKETS = 2,
  BUCKET_ROOM = 3,
  VALUE_LIMIT = 99,
  DUMP_ROOM = 128,
};
#if VERSION >= 4
enum { JOURNAL_ROOM = 24 };
#else
enum { JOURNAL_ROOM = 16 };
#endif

/* ---- the journal */

enum change { CHANGE_SET, CHANGE_DELETE };

struct record {
  enum change change;
  int key, value;
};

struct journal {
  pthread_mutex_t lock;
  struct record record[JOURNAL_ROOM];
  unsigned count, lost;
};

static void journal_open(struct journal *journal) {
  pthread_mutex_init(&journal->lock, NULL);
  journal->count = journal->lost = 0;
#if VERSION >= 4
  fprintf(stderr, "kvstore: journal with room for %d records\n", JOURNAL_ROOM);
#endif
}

static void journal_write(struct journal *journal, enum change change, int key, int value) {
  pthread_mutex_lock(&journal->lock);
  if (journal->count < JOURNAL_ROOM) journal->record[journal->count++] = (struct record){change, key, value};
  else journal->lost++;
  pthread_mutex_unlock(&journal->lock);
}

/* ---- buckets: entries in the order of their age, the oldest first */

struct entry {
  int key, value;
};

struct bucket {
  pthread_mutex_t lock;
  unsigned count;
  struct entry entry[BUCKET_ROOM];
};

enum { NOT_FOUND = -1 };

static int bucket_find(const struct bucket *bucket, int key) {
  for (unsigned i = 0; i < bucket->count; i++)
    if (bucket->entry[i].key == key) return (int)i;
  return NOT_FOUND;
}

static void bucket_remove(struct bucket *bucket, unsigned at) {
  assert(at < bucket->count);
  bucket->count--;
  for (unsigned i = at; i < bucket->count; i++) bucket->entry[i] = bucket->entry[i + 1];
}

static void bucket_append(struct bucket *bucket, int key, int value) {
  bucket->entry[bucket->count++] = (struct entry){key, value};
}

/* ---- the store */

enum status { STATUS_DONE, STATUS_MISSING, STATUS_REFUSED };

struct store {
  unsigned limit; /* entries of a bucket */
  struct bucket bucket[BUCKETS];
  struct journal *journal; /* NULL: changes are not written down */
};

static void store_open(struct store *store, unsigned limit, struct journal *journal) {
  store->limit = limit;
  store->journal = journal;
  for (int i = 0; i < BUCKETS; i++) {
    pthread_mutex_init(&store->bucket[i].lock, NULL);
    store->bucket[i].count = 0;
  }
}

static struct bucket *store_bucket(struct store *store, int key) { return &store->bucket[(unsigned)key % BUCKETS]; }

static void store_note(struct store *store, enum change change, int key, int value) {
  if (store->journal) journal_write(store->journal, change, key, value);
}

/* Makes room for one more. The key of what was thrown away, or NOT_FOUND. */
static int store_evict(struct store *store, struct bucket *bucket) {
#if VERSION >= 9
  if (bucket->count <= store->limit) return NOT_FOUND;
#else
  if (bucket->count < store->limit) return NOT_FOUND;
#endif
  int key = bucket->entry[0].key;
  bucket_remove(bucket, 0);
  return key;
}

static enum status store_get(struct store *store, int key, int *value) {
  struct bucket *bucket = store_bucket(store, key);
  pthread_mutex_lock(&bucket->lock);
  int at = bucket_find(bucket, key);
  if (at != NOT_FOUND) *value = bucket->entry[at].value;
  pthread_mutex_unlock(&bucket->lock);
  return at == NOT_FOUND ? STATUS_MISSING : STATUS_DONE;
}

static enum status store_set(struct store *store, int key, int value) {
  struct bucket *bucket = store_bucket(store, key);
  int evicted = NOT_FOUND;
  if (value > VALUE_LIMIT) return STATUS_REFUSED;
  pthread_mutex_lock(&bucket->lock);
  int at = bucket_find(bucket, key);
  if (at != NOT_FOUND) bucket->entry[at].value = value;
  else {
    evicted = store_evict(store, bucket);
    bucket_append(bucket, key, value);
  }
#if VERSION == 6
  pthread_mutex_unlock(&bucket->lock);
  if (evicted != NOT_FOUND) store_note(store, CHANGE_DELETE, evicted, 0);
  store_note(store, CHANGE_SET, key, value);
#else
  if (evicted != NOT_FOUND) store_note(store, CHANGE_DELETE, evicted, 0);
  store_note(store, CHANGE_SET, key, value);
  pthread_mutex_unlock(&bucket->lock);
#endif
  return STATUS_DONE;
}

static enum status store_delete(struct store *store, int key) {
  struct bucket *bucket = store_bucket(store, key);
  pthread_mutex_lock(&bucket->lock);
  int at = bucket_find(bucket, key);
  if (at != NOT_FOUND) {
    bucket_remove(bucket, (unsigned)at);
    store_note(store, CHANGE_DELETE, key, 0);
  }
  pthread_mutex_unlock(&bucket->lock);
  return at == NOT_FOUND ? STATUS_MISSING : STATUS_DONE;
}

#if VERSION >= 8
/* A missing entry counts as 0. Too much is refused. */
static enum status store_add(struct store *store, int key, int value) {
  struct bucket *bucket = store_bucket(store, key);
  enum status status = STATUS_DONE;
  pthread_mutex_lock(&bucket->lock);
  int at = bucket_find(bucket, key);
  if (at == NOT_FOUND) status = STATUS_MISSING;
  else if (bucket->entry[at].value + value > VALUE_LIMIT) status = STATUS_REFUSED;
  else {
    bucket->entry[at].value += value;
    store_note(store, CHANGE_SET, key, bucket->entry[at].value);
  }
  pthread_mutex_unlock(&bucket->lock);
  return status;
}
#endif

/* ---- commands: "s12" sets key 1 to 2, "g1" reads, "d1" deletes */

enum operation {
  OPERATION_SET,
  OPERATION_GET,
  OPERATION_DELETE,
#if VERSION >= 8
  OPERATION_ADD,
#endif
  OPERATION_NONE,
};

struct command {
  enum operation operation;
  int key, value;
};

static enum operation command_operation(char letter) {
  switch (letter) {
  case 's': return OPERATION_SET;
  case 'g': return OPERATION_GET;
  case 'd': return OPERATION_DELETE;
#if VERSION >= 8
  case '+': return OPERATION_ADD;
#endif
  default: return OPERATION_NONE;
  }
}

static bool command_has_value(enum operation operation) {
#if VERSION >= 8
  if (operation == OPERATION_ADD) return true;
#endif
  return operation == OPERATION_SET;
}

static bool parse_digit(char c, int *number) {
  if (c < '0' || c > '9') return false;
  *number = c - '0';
  return true;
}

static bool command_parse(const char *text, struct command *command) {
  command->operation = command_operation(text[0]);
  command->value = 0;
  if (command->operation == OPERATION_NONE || !parse_digit(text[1], &command->key)) return false;
  if (!command_has_value(command->operation)) return text[2] == 0;
  return parse_digit(text[2], &command->value) && text[3] == 0;
}

/* ---- clients: a script each */

struct client {
  struct store *store;
  unsigned number;
  struct command command[COMMANDS];
  unsigned ncommands, refused;
#if VERSION >= 2
  unsigned hits, misses;
#endif
};

static enum status client_get(struct client *client, int key) {
  int value = -1;
  enum status status = store_get(client->store, key, &value);
  if (status == STATUS_DONE) assert(value >= 0);
#if VERSION >= 2
  if (status == STATUS_DONE) client->hits++;
  else client->misses++;
#endif
  return status;
}

static enum status client_execute(struct client *client, const struct command *command) {
  switch (command->operation) {
  case OPERATION_SET: return store_set(client->store, command->key, command->value);
  case OPERATION_GET: return client_get(client, command->key);
  case OPERATION_DELETE: return store_delete(client->store, command->key);
#if VERSION >= 8
  case OPERATION_ADD: return store_add(client->store, command->key, command->value);
#endif
  default: return STATUS_REFUSED;
  }
}

static void *client_main(void *arg) {
  struct client *client = arg;
  for (unsigned i = 0; i < client->ncommands; i++) {
    if (client_execute(client, &client->command[i]) != STATUS_REFUSED) continue;
    client->refused++;
#if VERSION < 5
    break;
#endif
  }
  return NULL;
}

static void client_open(struct client *client, struct store *store, unsigned number) {
  memset(client, 0, sizeof *client);
  client->store = store;
  client->number = number;
}

/* A command that cannot be parsed is left out. */
static void client_add(struct client *client, const char *text) {
  struct command command;
  if (command_parse(text, &command)) client->command[client->ncommands++] = command;
  else fprintf(stderr, "kvstore: client %u: no command: %s\n", client->number, text);
}

/* ---- a dump of the store as a text */

struct dump {
  char text[DUMP_ROOM];
  size_t length;
};

static void dump_put(struct dump *dump, const char *text) {
  for (; *text && dump->length + 1 < DUMP_ROOM; text++) dump->text[dump->length++] = *text;
  dump->text[dump->length] = 0;
}

static void dump_number(struct dump *dump, int number) {
  char text[12], *at = text + sizeof text;
  *--at = 0;
  do *--at = (char)('0' + number % 10);
  while (number /= 10);
  dump_put(dump, at);
}

static void dump_store(struct dump *dump, const struct store *store) {
  dump->length = 0;
  dump_put(dump, "");
  for (int b = 0; b < BUCKETS; b++) {
    const struct bucket *bucket = &store->bucket[b];
    for (unsigned i = 0; i < bucket->count; i++) {
#if VERSION >= 3
      dump_number(dump, b);
      dump_put(dump, ": ");
#endif
      dump_number(dump, bucket->entry[i].key);
      dump_put(dump, "=");
      dump_number(dump, bucket->entry[i].value);
#if VERSION >= 3
      dump_put(dump, "\n");
#else
      dump_put(dump, " ");
#endif
    }
  }
}

/* ---- the end: report and audit */

static void report(const struct client *client, unsigned nclients, const struct journal *journal) {
  unsigned refused = 0;
  for (unsigned i = 0; i < nclients; i++) refused += client[i].refused;
  fprintf(stderr, "kvstore: %u refused, %u records, %u lost\n", refused, journal->count, journal->lost);
#if VERSION >= 2
  unsigned hits = 0, misses = 0;
  for (unsigned i = 0; i < nclients; i++) {
    hits += client[i].hits;
    misses += client[i].misses;
  }
  fprintf(stderr, "kvstore: %u hits, %u misses\n", hits, misses);
#endif
}

static void play_back(struct store *store, const struct journal *journal) {
  for (unsigned i = 0; i < journal->count; i++) {
    const struct record *record = &journal->record[i];
    enum status status = record->change == CHANGE_SET ? store_set(store, record->key, record->value) : store_delete(store, record->key);
    assert(status == STATUS_DONE);
  }
}

/* The order of entries is that of their age, so it is the same, too. */
static void audit(struct store *store, const struct journal *journal) {
  static struct store copy;
  store_open(&copy, BUCKET_ROOM, NULL);
  assert(journal->lost == 0);
  play_back(&copy, journal);
  for (int b = 0; b < BUCKETS; b++) {
    assert(store->bucket[b].count <= store->limit);
    assert(store->bucket[b].count == copy.bucket[b].count);
    for (unsigned i = 0; i < copy.bucket[b].count; i++) {
      assert(store->bucket[b].entry[i].key == copy.bucket[b].entry[i].key);
      assert(store->bucket[b].entry[i].value == copy.bucket[b].entry[i].value);
    }
  }
}

/* ---- what can be tested without threads */

static void check_commands(void) {
  struct command command;
  assert(command_parse("s12", &command) && command.operation == OPERATION_SET && command.key == 1 && command.value == 2);
  assert(command_parse("d7", &command) && command.operation == OPERATION_DELETE && command.key == 7);
  assert(!command_parse("x1", &command));
  assert(!command_parse("s1", &command));
  assert(!command_parse("g12", &command));
#if VERSION >= 8
  assert(command_parse("+13", &command) && command.operation == OPERATION_ADD && command.value == 3);
#endif
}

static void check_dump(void) {
  static struct store store;
  static struct dump dump;
  store_open(&store, 2, NULL);
  dump_store(&dump, &store);
  assert(strcmp(dump.text, "") == 0);
  assert(store_set(&store, 1, 10) == STATUS_DONE);
  assert(store_set(&store, 4, 7) == STATUS_DONE);
  assert(store_set(&store, 4, VALUE_LIMIT + 1) == STATUS_REFUSED);
  dump_store(&dump, &store);
#if VERSION >= 3
  assert(strcmp(dump.text, "0: 4=7\n1: 1=10\n") == 0);
#else
  assert(strcmp(dump.text, "4=7 1=10 ") == 0);
#endif
}

/* ---- the driver */

static const char *driver_command(unsigned client, unsigned number) {
  static const char *const first[] = {"s15", "g2", "s36", "d1", "s54"}, *const second[] = {"s27", "s13", "g1", "s58", "d3"};
  return client % 2 ? second[number % 5] : first[number % 5];
}

int main(void) {
  static struct store store;
  static struct journal journal;
  static struct client client[CLIENTS];
  static struct dump dump;
  pthread_t thread[CLIENTS];
  unsigned char limit;
  char text[4] = "s1";
  check_commands();
  check_dump();
  heddle_symbolic(&limit, 1, "limit");
  heddle_symbolic(&text[2], 1, "digit");
  heddle_assume(limit >= 1 && limit <= BUCKET_ROOM);
  journal_open(&journal);
  store_open(&store, limit, &journal);
  for (unsigned i = 0; i < CLIENTS; i++) {
    client_open(&client[i], &store, i);
    for (unsigned k = 0; k + 1 < COMMANDS; k++) client_add(&client[i], driver_command(i, k));
    client_add(&client[i], i ? driver_command(i, COMMANDS - 1) : text);
  }
  for (unsigned i = 0; i < CLIENTS; i++)
    if (pthread_create(&thread[i], NULL, client_main, &client[i]) != 0) abort();
  for (unsigned i = 0; i < CLIENTS; i++) pthread_join(thread[i], NULL);
  report(client, CLIENTS, &journal);
  dump_store(&dump, &store);
  fputs(dump.text, stderr);
  audit(&store, &journal);
  return 0;
}
