/* cidr: tells whether an address lies in a network given as A.B/LENGTH, with two-part addresses of 16 bits.
   Input: the network (N bytes of text) and the address (M bytes). The network address itself is always inside. */
#include "heddle.h"
#include <assert.h>
#include <stdio.h>
#include <string.h>

#ifndef N
#define N 6
#endif
#ifndef M
#define M 4
#endif

#define PARTS 2
#define PART_BITS 8
#define ADDRESS_BITS (PARTS * PART_BITS)

enum status { OK, NO_NUMBER, LEADING_ZERO, OUT_OF_RANGE, NO_DOT, NO_SLASH, LENGTH_RANGE, TRAILING, HOST_BITS };

struct network {
  unsigned address;
  unsigned mask;
  int length;
};

struct input {
  const char *text;
  int at;
};

static const char *reason(enum status status) {
  switch (status) {
  case OK:
    return "ok";
  case NO_NUMBER:
    return "number expected";
  case LEADING_ZERO:
    return "leading zeros are ambiguous";
  case OUT_OF_RANGE:
    return "part above 255";
  case NO_DOT:
    return "'.' expected";
  case NO_SLASH:
    return "'/' expected";
  case LENGTH_RANGE:
    return "prefix length out of range";
  case TRAILING:
    return "trailing characters";
  case HOST_BITS:
    return "host bits are set";
  }
  return "unknown";
}

static int is_digit(char c) { return c >= '0' && c <= '9'; }

static char peek(const struct input *input) { return input->text[input->at]; }

static int accept(struct input *input, char wanted) {
  if (peek(input) != wanted)
    return 0;
  input->at++;
  return 1;
}

static enum status read_number(struct input *input, unsigned limit, enum status too_large, unsigned *number) {
  unsigned value = 0;
  int digits = 0;
  int zero_first = peek(input) == '0';
  while (is_digit(peek(input))) {
    value = value * 10 + (unsigned)(peek(input) - '0');
    input->at++;
    digits++;
    if (value > limit)
      return too_large;
  }
  if (digits == 0)
    return NO_NUMBER;
  if (zero_first && digits > 1)
    return LEADING_ZERO;
  *number = value;
  return OK;
}

static enum status read_address(struct input *input, unsigned *address) {
  unsigned value = 0;
  for (int part = 0; part < PARTS; part++) {
    unsigned number;
    if (part > 0 && !accept(input, '.'))
      return NO_DOT;
    enum status status = read_number(input, 255, OUT_OF_RANGE, &number);
    if (status != OK)
      return status;
    value = value << PART_BITS | number;
  }
  *address = value;
  return OK;
}

static unsigned mask_of_length(int length) {
  unsigned all = (1u << ADDRESS_BITS) - 1;
  return all << (ADDRESS_BITS - length) & all;
}

static int length_of_mask(unsigned mask) {
  int length = 0;
  while (length < ADDRESS_BITS && mask >> (ADDRESS_BITS - 1 - length) & 1)
    length++;
  return length;
}

static enum status finish(struct input *input) { return peek(input) == '\0' ? OK : TRAILING; }

static enum status read_network(const char *text, struct network *network) {
  struct input input = {text, 0};
  unsigned length;
  enum status status = read_address(&input, &network->address);
  if (status != OK)
    return status;
  if (!accept(&input, '/'))
    return NO_SLASH;
  status = read_number(&input, ADDRESS_BITS, LENGTH_RANGE, &length);
  if (status != OK)
    return status;
  network->length = (int)length;
  network->mask = mask_of_length(network->length);
  if (network->address & ~network->mask)
    return HOST_BITS;
  return finish(&input);
}

static enum status read_host(const char *text, unsigned *address) {
  struct input input = {text, 0};
  enum status status = read_address(&input, address);
  return status == OK ? finish(&input) : status;
}

static int contains(const struct network *network, unsigned address) {
  return (address & network->mask) == network->address;
}

static unsigned broadcast(const struct network *network) {
  unsigned all = (1u << ADDRESS_BITS) - 1;
  return network->address | (all & ~network->mask);
}

static unsigned host_count(const struct network *network) {
  unsigned addresses = 1u << (ADDRESS_BITS - network->length);
  return addresses > 2 ? addresses - 2 : addresses;
}

static const struct special {
  unsigned first;
  unsigned last;
  const char *name;
} specials[] = {
    {0x0000, 0x0000, "unspecified"},
    {0x0a00, 0x0aff, "private"},
    {0x7f00, 0x7fff, "loopback"},
    {0xa9fe, 0xa9fe, "link-local"},
    {0xc0a8, 0xc0a8, "private"},
    {0xe000, 0xefff, "multicast"},
    {0xf000, 0xfffe, "reserved"},
    {0xffff, 0xffff, "limited broadcast"},
};

static const char *scope_of(unsigned address) {
  for (unsigned i = 0; i < sizeof specials / sizeof specials[0]; i++)
    if (address >= specials[i].first && address <= specials[i].last)
      return specials[i].name;
  return "public";
}

static const char *kind_of(const struct network *network, unsigned address) {
  if (!contains(network, address))
    return "outside";
  if (network->length >= ADDRESS_BITS - 1)
    return "host";
  if (address == network->address)
    return "network";
  if (address == broadcast(network))
    return "broadcast";
  return "host";
}

static void check_network(const struct network *network) {
  assert(contains(network, network->address));
  assert(contains(network, broadcast(network)));
  assert(host_count(network) >= 1);
  assert(broadcast(network) >= network->address);
  assert(length_of_mask(network->mask) == network->length);
}

static void print_address(unsigned address) {
  for (int part = PARTS - 1; part >= 0; part--)
    printf("%u%c", address >> (part * PART_BITS) & 255, part ? '.' : '\n');
}

static int complain(const char *what, enum status status) {
  fprintf(stderr, "cidr: %s: %s\n", what, reason(status));
  return 2;
}

int main(void) {
  char network_text[N + 1];
  char host_text[M + 1];
  struct network network;
  unsigned address;
  memset(&network, 0, sizeof network);
  heddle_symbolic(network_text, N, "network");
  heddle_symbolic(host_text, M, "host");
  network_text[N] = '\0';
  host_text[M] = '\0';
  enum status status = read_network(network_text, &network);
  if (status != OK)
    return complain("network", status);
  check_network(&network);
  status = read_host(host_text, &address);
  if (status != OK)
    return complain("address", status);
  assert(address < 1u << ADDRESS_BITS);
  print_address(network.address);
  print_address(broadcast(&network));
  printf("%u hosts\n", host_count(&network));
  puts(kind_of(&network, address));
  puts(scope_of(address));
  return contains(&network, address) ? 0 : 1;
}
