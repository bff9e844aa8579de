/* Addresses as texts, and names of hosts and services: arpa/inet.h, netdb.h. There is no name server: localhost is
   known, and every other name is that of the peer outside, where the user gave one. */
#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "sockets.h"

enum { V4 = 4, V6 = 16 };
#define OUTSIDE 0xc0000201u /* 192.0.2.1, an address for examples */
#define LOOPBACK 0x7f000001u

uint16_t(htons)(uint16_t x) { return (uint16_t)(x << 8 | x >> 8); }
uint16_t(ntohs)(uint16_t x) { return (uint16_t)(x << 8 | x >> 8); }
uint32_t(htonl)(uint32_t x) { return x << 24 | (x & 0xff00) << 8 | (x >> 8 & 0xff00) | x >> 24; }
uint32_t(ntohl)(uint32_t x) { return x << 24 | (x & 0xff00) << 8 | (x >> 8 & 0xff00) | x >> 24; }

/* ---- addresses as texts */

/* A number in C's way; its end, or NULL. */
static const char *read_part(const char *at, unsigned long *value) {
  if (*at < '0' || *at > '9') return NULL;
  char *end;
  *value = strtoul(at, &end, 0);
  return end;
}

/* One to four numbers, the last of which fills what is left. */
int inet_aton(const char *text, struct in_addr *to) {
  unsigned long value, all = 0;
  for (int i = 0;; i++) {
    const char *end = read_part(text, &value);
    if (end == NULL || value > 0xffffffffUL) return 0;
    if (*end == '.' && i < 3 && value <= 255) {
      all |= value << (24 - 8 * i);
      text = end + 1;
      continue;
    }
    if (*end != '\0' && *end != ' ' && *end != '\t' && *end != '\n') return 0;
    if (value > 0xffffffffUL >> (8 * i)) return 0;
    if (to != NULL) to->s_addr = htonl((uint32_t)(all | value));
    return 1;
  }
}

in_addr_t inet_addr(const char *text) {
  struct in_addr a;
  return inet_aton(text, &a) ? a.s_addr : INADDR_NONE;
}

static int read_four(const char *text, unsigned char *to) {
  for (int i = 0; i < V4; i++) {
    int value = 0, digits = 0;
    for (; *text >= '0' && *text <= '9'; text++, digits++) {
      if (digits > 0 && value == 0) return 0;
      value = value * 10 + (*text - '0');
      if (value > 255) return 0;
    }
    if (digits == 0 || *text != (i < V4 - 1 ? '.' : '\0')) return 0;
    to[i] = (unsigned char)value;
    text++;
  }
  return 1;
}

static int hex_digit(char c) {
  return c >= '0' && c <= '9'   ? c - '0'
         : c >= 'a' && c <= 'f' ? c - 'a' + 10
         : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                : -1;
}

/* Groups of up to four digits; a gap stands for as many zeros as are missing. */
static int read_six(const char *text, unsigned char *to) {
  unsigned char all[V6] = {0};
  int n = 0, gap = -1;
  if (text[0] == ':' && text[1] != ':') return 0;
  if (text[0] == ':') text++;
  while (*text != '\0') {
    if (*text == ':') {
      if (gap >= 0) return 0;
      gap = n;
      text++;
      continue;
    }
    const char *start = text;
    unsigned value = 0;
    int digits = 0;
    for (; hex_digit(*text) >= 0 && digits <= 4; text++, digits++) value = value * 16 + (unsigned)hex_digit(*text);
    if (*text == '.' && n <= V6 - V4) {
      if (!read_four(start, all + n)) return 0;
      n += V4;
      break;
    }
    if (digits == 0 || digits > 4 || n + 2 > V6) return 0;
    all[n++] = (unsigned char)(value >> 8);
    all[n++] = (unsigned char)value;
    if (*text == '\0') break;
    if (*text++ != ':' || *text == '\0') return 0;
  }
  if (gap < 0 ? n != V6 : n == V6) return 0;
  memset(to, 0, V6);
  if (gap < 0) gap = n;
  memcpy(to, all, (size_t)gap);
  memcpy(to + V6 - (n - gap), all + gap, (size_t)(n - gap));
  return 1;
}

int inet_pton(int family, const char *restrict text, void *restrict to) {
  unsigned char bytes[V6];
  if (family != AF_INET && family != AF_INET6) return (int)__heddle_rt_result(-EAFNOSUPPORT);
  int good = family == AF_INET ? read_four(text, bytes) : read_six(text, bytes);
  if (good) memcpy(to, bytes, family == AF_INET ? V4 : V6);
  return good;
}

static void write_four(const unsigned char *from, char *to) {
  sprintf(to, "%u.%u.%u.%u", from[0], from[1], from[2], from[3]);
}

/* The longest run of zeros, of two groups at least, is left out. */
static void write_six(const unsigned char *from, char *to) {
  unsigned groups[8];
  int best = -1, longest = 1;
  for (int i = 0; i < 8; i++) groups[i] = (unsigned)from[2 * i] << 8 | from[2 * i + 1];
  for (int i = 0, run = 0; i < 8; i++) {
    run = groups[i] == 0 ? run + 1 : 0;
    if (run > longest) longest = run, best = i - run + 1;
  }
  for (int i = 0; i < 8; i++) {
    if (best >= 0 && i >= best && i < best + longest) {
      if (i == best) *to++ = ':';
      continue;
    }
    if (i > 0) *to++ = ':';
    if (i == 6 && best == 0 && (longest == 6 || (longest == 5 && groups[5] == 0xffff))) {
      write_four(from + 12, to);
      return;
    }
    to += sprintf(to, "%x", groups[i]);
  }
  if (best >= 0 && best + longest == 8) *to++ = ':';
  *to = '\0';
}

const char *inet_ntop(int family, const void *restrict from, char *restrict to, socklen_t size) {
  char text[64];
  if (family != AF_INET && family != AF_INET6) {
    errno = EAFNOSUPPORT;
    return NULL;
  }
  if (family == AF_INET) write_four(from, text);
  else write_six(from, text);
  if (strlen(text) < size) return strcpy(to, text);
  errno = ENOSPC;
  return NULL;
}

static _Thread_local char shown[16];

char *inet_ntoa(struct in_addr from) {
  write_four((const unsigned char *)&from, shown);
  return shown;
}

/* ---- names */

static int find_host(const char *name, uint32_t *address) {
  struct in_addr a;
  if (inet_aton(name, &a)) *address = ntohl(a.s_addr);
  else if (strcasecmp(name, "localhost") == 0) *address = LOOPBACK;
  else if (__heddle_rt_has_peer()) *address = OUTSIDE;
  else return 0;
  return 1;
}

static int find_service(const char *name, unsigned short *port) {
  static const struct {
    const char *name;
    unsigned short port;
  } known[] = {{"http", 80}, {"https", 443}, {"ftp", 21}, {"ssh", 22}, {"telnet", 23}, {"smtp", 25}, {"domain", 53}};
  char *end;
  unsigned long number = strtoul(name, &end, 10);
  *port = (unsigned short)number;
  if (*name >= '0' && *name <= '9' && *end == '\0') return 1;
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (strcmp(known[i].name, name) == 0) {
      *port = known[i].port;
      return 1;
    }
  return 0;
}

struct answer { /* one object, as in the C library: freeaddrinfo frees it */
  struct addrinfo info;
  struct sockaddr_in6 address;
};

static struct addrinfo *new_answer(int family, const unsigned char *address, unsigned short port,
                                   const struct addrinfo *hints) {
  struct answer *a = calloc(1, sizeof *a);
  if (a == NULL) return NULL;
  a->info.ai_flags = hints != NULL ? hints->ai_flags : 0;
  a->info.ai_family = family;
  a->info.ai_socktype = SOCK_STREAM;
  a->info.ai_protocol = IPPROTO_TCP;
  a->info.ai_addr = (struct sockaddr *)&a->address;
  a->info.ai_addrlen = family == AF_INET ? sizeof(struct sockaddr_in) : sizeof(struct sockaddr_in6);
  a->info.ai_addr->sa_family = (sa_family_t)family;
  struct sockaddr_in *four = (struct sockaddr_in *)&a->address;
  four->sin_port = htons(port);
  if (family == AF_INET) memcpy(&four->sin_addr, address, V4);
  else memcpy(&a->address.sin6_addr, address, V6);
  return &a->info;
}

static int check_hints(const struct addrinfo *hints) {
  if (hints == NULL) return 0;
  if (hints->ai_family != AF_UNSPEC && hints->ai_family != AF_INET && hints->ai_family != AF_INET6) return EAI_FAMILY;
  if (hints->ai_socktype != 0 && hints->ai_socktype != SOCK_STREAM)
    __heddle_unsupported("getaddrinfo for sockets that are no streams");
  return 0;
}

int getaddrinfo(const char *restrict host, const char *restrict service, const struct addrinfo *restrict hints,
                struct addrinfo **restrict result) {
  unsigned char address[V6] = {0};
  unsigned short port = 0;
  uint32_t number = LOOPBACK;
  int flags = hints != NULL ? hints->ai_flags : 0, family = hints != NULL ? hints->ai_family : AF_UNSPEC;
  if (host == NULL && service == NULL) return EAI_NONAME;
  int error = check_hints(hints);
  if (error != 0) return error;
  if (service != NULL && !find_service(service, &port)) return EAI_SERVICE;
  int six = family != AF_INET && host != NULL && inet_pton(AF_INET6, host, address) == 1;
  if (family == AF_INET6 && host == NULL) {
    six = 1;
    address[15] = !(flags & AI_PASSIVE);
  }
  if (!six) {
    struct in_addr ignored;
    if (host != NULL && flags & AI_NUMERICHOST && !inet_aton(host, &ignored)) return EAI_NONAME;
    if (host != NULL && !find_host(host, &number)) return EAI_NONAME;
    if (family == AF_INET6) return EAI_ADDRFAMILY;
    if (host == NULL && flags & AI_PASSIVE) number = 0;
    number = htonl(number);
    memcpy(address, &number, V4);
  }
  struct addrinfo *found = new_answer(six ? AF_INET6 : AF_INET, address, port, hints);
  if (found == NULL) return EAI_MEMORY;
  if (flags & AI_CANONNAME) found->ai_canonname = strdup(host != NULL ? host : "localhost");
  *result = found;
  return 0;
}

void freeaddrinfo(struct addrinfo *list) {
  for (struct addrinfo *next; list != NULL; list = next) {
    next = list->ai_next;
    free(list->ai_canonname);
    free(list);
  }
}

const char *gai_strerror(int error) {
  switch (error) {
  case 0: return "Success";
  case EAI_BADFLAGS: return "Bad value for ai_flags";
  case EAI_NONAME: return "Name or service not known";
  case EAI_AGAIN: return "Temporary failure in name resolution";
  case EAI_FAIL: return "Non-recoverable failure in name resolution";
  case EAI_FAMILY: return "ai_family not supported";
  case EAI_SOCKTYPE: return "ai_socktype not supported";
  case EAI_SERVICE: return "Servname not supported for ai_socktype";
  case EAI_MEMORY: return "Memory allocation failure";
  case EAI_SYSTEM: return "System error";
  case EAI_ADDRFAMILY: return "Address family for hostname not supported";
  case EAI_NODATA: return "No address associated with hostname";
  default: return "Unknown error";
  }
}

static _Thread_local int host_error;
int *__h_errno_location(void) { return &host_error; }

/* One object for the program, as in the C library. */
struct hostent *gethostbyname(const char *name) {
  static struct hostent host;
  static char text[256], *addresses[2], *none[1];
  static uint32_t address;
  uint32_t number;
  if (!find_host(name, &number) || strlen(name) >= sizeof text) {
    host_error = HOST_NOT_FOUND;
    return NULL;
  }
  address = htonl(number);
  addresses[0] = (char *)&address;
  strcpy(text, name);
  host = (struct hostent){
      .h_name = text, .h_aliases = none, .h_addrtype = AF_INET, .h_length = V4, .h_addr_list = addresses};
  return &host;
}
