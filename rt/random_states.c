/* Random numbers from a state of the caller's: random_r and drand48_r and their kin, the sequences of glibc. */
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static int fail(int error) {
  errno = error;
  return -1;
}

/* ---- the additive generators: a word that says which kind, behind it the numbers */

enum { KINDS = 5, ALONE = 0, SMALLEST = 8 };
static const struct {
  unsigned char degree, distance;
  unsigned short bytes; /* the least that a state of this kind takes */
} kinds[KINDS] = {{0, 0, SMALLEST}, {7, 3, 32}, {15, 1, 64}, {31, 3, 128}, {63, 1, 256}};

/* Asked where headers declare that a parameter is none. */
static int is_null(const void *pointer) { return pointer == NULL; }

int random_r(struct random_data *data, int32_t *result) {
  if (is_null(data) || is_null(result)) return fail(EINVAL);
  int32_t *state = data->state;
  if (data->rand_type == ALONE) {
    state[0] = (int32_t)(((uint32_t)state[0] * 1103515245U + 12345U) & INT32_MAX);
    *result = state[0];
    return 0;
  }
  uint32_t sum = (uint32_t)*data->fptr + (uint32_t)*data->rptr;
  *data->fptr = (int32_t)sum;
  *result = (int32_t)(sum >> 1);
  if (++data->fptr >= data->end_ptr) data->fptr = state;
  if (++data->rptr >= data->end_ptr) data->rptr = state;
  return 0;
}

int srandom_r(unsigned seed, struct random_data *data) {
  int32_t word = seed == 0 ? 1 : (int32_t)seed, unused;
  if (is_null(data) || (unsigned)data->rand_type >= KINDS) return -1;
  data->state[0] = word;
  if (data->rand_type == ALONE) return 0;
  for (int i = 1; i < data->rand_deg; i++) {
    word = 16807 * (word % 127773) - 2836 * (word / 127773);
    word += word < 0 ? INT32_MAX : 0;
    data->state[i] = word;
  }
  data->fptr = data->state + data->rand_sep;
  data->rptr = data->state;
  for (int i = 0; i < 10 * data->rand_deg; i++) random_r(data, &unused);
  return 0;
}

static void note_position(const struct random_data *data) {
  int32_t at = data->rand_type == ALONE ? 0 : (int32_t)(data->rptr - data->state);
  data->state[-1] = KINDS * at + data->rand_type;
}

static void take_kind(struct random_data *data, int32_t *state, int kind) {
  data->rand_type = kind;
  data->rand_deg = kinds[kind].degree;
  data->rand_sep = kinds[kind].distance;
  data->state = state;
  data->end_ptr = state + data->rand_deg;
}

int initstate_r(unsigned seed, char *buffer, size_t size, struct random_data *data) {
  int kind = KINDS - 1;
  if (is_null(data)) return fail(EINVAL);
  if (data->state != NULL) note_position(data);
  if (size < SMALLEST) return fail(EINVAL);
  while (size < kinds[kind].bytes) kind--;
  take_kind(data, (int32_t *)buffer + 1, kind);
  srandom_r(seed, data);
  note_position(data);
  return 0;
}

int setstate_r(char *buffer, struct random_data *data) {
  if (is_null(buffer) || is_null(data)) return fail(EINVAL);
  note_position(data);
  int32_t *state = (int32_t *)buffer + 1;
  int kind = state[-1] % KINDS, at = state[-1] / KINDS;
  if (kind < 0) return fail(EINVAL);
  take_kind(data, state, kind);
  if (kind == ALONE) return 0;
  data->rptr = state + at;
  data->fptr = state + (at + data->rand_sep) % data->rand_deg;
  return 0;
}

/* ---- 48 bits */

static void set_standard(struct drand48_data *data) {
  data->__a = 0x5deece66dULL;
  data->__c = 0xb;
  data->__init = 1;
}

static uint64_t step(unsigned short x[3], struct drand48_data *data) {
  if (!data->__init) set_standard(data);
  uint64_t value = (uint64_t)x[2] << 32 | (uint64_t)x[1] << 16 | x[0];
  value = (value * data->__a + data->__c) & 0xffffffffffffULL;
  x[0] = (unsigned short)value, x[1] = (unsigned short)(value >> 16), x[2] = (unsigned short)(value >> 32);
  return value;
}

int erand48_r(unsigned short x[3], struct drand48_data *data, double *result) {
  *result = (double)step(x, data) / 281474976710656.0;
  return 0;
}
int nrand48_r(unsigned short x[3], struct drand48_data *data, long *result) {
  *result = (long)(step(x, data) >> 17);
  return 0;
}
int jrand48_r(unsigned short x[3], struct drand48_data *data, long *result) {
  *result = (int32_t)(step(x, data) >> 16);
  return 0;
}
int drand48_r(struct drand48_data *data, double *result) { return erand48_r(data->__x, data, result); }
int lrand48_r(struct drand48_data *data, long *result) { return nrand48_r(data->__x, data, result); }
int mrand48_r(struct drand48_data *data, long *result) { return jrand48_r(data->__x, data, result); }

int srand48_r(long seed, struct drand48_data *data) {
  data->__x[0] = 0x330e, data->__x[1] = (unsigned short)seed, data->__x[2] = (unsigned short)(seed >> 16);
  set_standard(data);
  return 0;
}

int seed48_r(unsigned short seed[3], struct drand48_data *data) {
  memcpy(data->__old_x, data->__x, sizeof data->__x);
  memcpy(data->__x, seed, sizeof data->__x);
  set_standard(data);
  return 0;
}

int lcong48_r(unsigned short parameters[7], struct drand48_data *data) {
  memcpy(data->__x, parameters, sizeof data->__x);
  data->__a = (uint64_t)parameters[5] << 32 | (uint64_t)parameters[4] << 16 | parameters[3];
  data->__c = parameters[6];
  data->__init = 1;
  return 0;
}
