/* stdlib.h: integer arithmetic, random numbers and the environment. */
#include <errno.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "builtins.h"

int abs(int v) { return v < 0 ? -v : v; }
long labs(long v) { return v < 0 ? -v : v; }
long long llabs(long long v) { return v < 0 ? -v : v; }
intmax_t imaxabs(intmax_t v) { return v < 0 ? -v : v; }

div_t div(int a, int b) { return (div_t){a / b, a % b}; }
ldiv_t ldiv(long a, long b) { return (ldiv_t){a / b, a % b}; }
lldiv_t lldiv(long long a, long long b) { return (lldiv_t){a / b, a % b}; }
imaxdiv_t imaxdiv(intmax_t a, intmax_t b) { return (imaxdiv_t){a / b, a % b}; }

/* The additive generator of glibc, r[i] = r[i-3] + r[i-31], so that a native run sees the same numbers. The program has
   one sequence, seeded with 1. What threads share is the seed and how many numbers were drawn: a draw is one atomic
   operation on them. Each thread computes the numbers of the sequence for itself, as far as it needs them. */
enum { LAG = 31, TAP = 3, WARM_UP = 310 };
struct generator {
  int ready;
  int at; /* of the oldest number */
  uint32_t seed, drawn;
  uint32_t last[LAG];
};
static _Thread_local struct generator generator;
static uint64_t sequence = (uint64_t)1 << 32; /* seed << 32 | numbers drawn */

static uint32_t next_number(struct generator *g) {
  uint32_t sum = g->last[g->at] + g->last[(g->at + LAG - TAP) % LAG];
  g->last[g->at] = sum;
  g->at = (g->at + 1) % LAG;
  g->drawn++;
  return sum;
}

static void seed_generator(struct generator *g, unsigned seed) {
  int32_t word = seed == 0 ? 1 : (int32_t)seed;
  g->ready = 1;
  g->at = TAP;
  for (int i = 0; i < LAG; i++) {
    g->last[i] = (uint32_t)word;
    int64_t product = 16807 * (int64_t)word % 2147483647;
    word = (int32_t)(product + (product < 0) * (int64_t)2147483647);
  }
  for (int i = 0; i < WARM_UP; i++) next_number(g);
  g->seed = seed;
  g->drawn = 0;
}

static int random_input(void) {
  int value;
  __heddle_symbolic(&value, sizeof value, "rand");
  __heddle_assume(value >= 0);
  return value;
}

long random(void) {
  if (__heddle_option(RT_OPTION_RAND_IS_INPUT)) return random_input();
  struct generator *g = &generator;
  uint64_t turn = __atomic_fetch_add(&sequence, 1, __ATOMIC_RELAXED);
  uint32_t seed = (uint32_t)(turn >> 32), drawn = (uint32_t)turn;
  if (!g->ready || g->seed != seed || g->drawn > drawn) seed_generator(g, seed);
  while (g->drawn < drawn) next_number(g);
  return (long)(next_number(g) >> 1);
}

int rand(void) { return (int)random(); }

/* A symbolic seed would make the whole generator symbolic; its numbers are inputs then. */
void srandom(unsigned seed) {
  if (__heddle_is_symbolic(seed)) __heddle_unsupported("random numbers from a symbolic seed");
  __atomic_store_n(&sequence, (uint64_t)seed << 32, __ATOMIC_RELAXED);
}

void srand(unsigned seed) { srandom(seed); }

int rand_r(unsigned *seed) {
  if (__heddle_option(RT_OPTION_RAND_IS_INPUT)) return random_input();
  unsigned next = *seed, result = 0;
  static const unsigned char kept_bits[] = {11, 10, 10};
  for (int i = 0; i < 3; i++) {
    next = next * 1103515245 + 12345;
    result = result << kept_bits[i] ^ (next / 65536 % (i == 0 ? 2048 : 1024));
  }
  *seed = next;
  return (int)result;
}

/* The environment is empty unless the interpreter fills it or the program sets variables. */
static char *no_variables[1];
char **environ = no_variables;

/* Texts made by setenv are freed at exit only, as getenv may have given them out. */
struct entry {
  struct entry *next;
  char text[];
};
static struct entry *made_entries;
static char **made_list; /* the list that replaced environ last */

static char **find_variable(const char *name, size_t length) {
  for (char **e = environ; *e != NULL; e++)
    if (strncmp(*e, name, length) == 0 && (*e)[length] == '=') return e;
  return NULL;
}

char *getenv(const char *name) {
  size_t length = strlen(name);
  char **e = find_variable(name, length);
  return e == NULL ? NULL : *e + length + 1;
}

char *secure_getenv(const char *name) { return getenv(name); }

static void free_environment(void) {
  clearenv();
  while (made_entries != NULL) {
    struct entry *next = made_entries->next;
    free(made_entries);
    made_entries = next;
  }
}

static int add_variable(char *entry) {
  size_t count = 0;
  while (environ[count] != NULL) count++;
  char **grown = malloc((count + 2) * sizeof *grown);
  if (grown == NULL) return -1;
  memcpy(grown, environ, count * sizeof *grown);
  grown[count] = entry;
  grown[count + 1] = NULL;
  if (environ == made_list) free(made_list);
  environ = made_list = grown;
  __heddle_rt_last_handler = free_environment;
  return 0;
}

int putenv(char *entry) {
  const char *sign = strchr(entry, '=');
  if (sign == NULL) return unsetenv(entry);
  char **e = find_variable(entry, (size_t)(sign - entry));
  if (e == NULL) return add_variable(entry);
  *e = entry;
  return 0;
}

static int is_bad_name(const char *name) { return name == NULL || *name == '\0' || strchr(name, '=') != NULL; }

int setenv(const char *name, const char *value, int overwrite) {
  if (is_bad_name(name)) {
    errno = EINVAL;
    return -1;
  }
  if (!overwrite && getenv(name) != NULL) return 0;
  size_t length = strlen(name);
  struct entry *made = malloc(sizeof *made + length + strlen(value) + 2);
  if (made == NULL) return -1;
  memcpy(made->text, name, length); // NOLINT(bugprone-not-null-terminated-result): the value follows
  made->text[length] = '=';
  strcpy(made->text + length + 1, value);
  made->next = made_entries;
  made_entries = made;
  return putenv(made->text);
}

int unsetenv(const char *name) {
  if (is_bad_name(name)) {
    errno = EINVAL;
    return -1;
  }
  char **e = find_variable(name, strlen(name));
  for (; e != NULL && *e != NULL; e++) *e = e[1];
  return 0;
}

int clearenv(void) {
  if (environ == made_list) free(made_list);
  environ = no_variables;
  made_list = NULL;
  return 0;
}
