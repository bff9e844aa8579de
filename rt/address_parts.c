/* Parts of addresses, and messages of netdb.h. */
#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "builtins.h"

const struct in6_addr in6addr_any = IN6ADDR_ANY_INIT;
const struct in6_addr in6addr_loopback = IN6ADDR_LOOPBACK_INIT;

/* ---- networks of the classes A, B and C */

static unsigned host_bits(uint32_t address) {
  return IN_CLASSA(address) ? IN_CLASSA_NSHIFT : IN_CLASSB(address) ? IN_CLASSB_NSHIFT : IN_CLASSC_NSHIFT;
}
in_addr_t inet_lnaof(struct in_addr a) {
  uint32_t address = ntohl(a.s_addr);
  return address & ((1U << host_bits(address)) - 1);
}
in_addr_t inet_netof(struct in_addr a) {
  uint32_t address = ntohl(a.s_addr);
  return address >> host_bits(address);
}
struct in_addr inet_makeaddr(in_addr_t net, in_addr_t host) {
  unsigned bits = net < 128 ? IN_CLASSA_NSHIFT : net < 65536 ? IN_CLASSB_NSHIFT : net < 1U << 24 ? IN_CLASSC_NSHIFT : 0;
  uint32_t address = bits == 0 ? net | host : net << bits | (host & ((1U << bits) - 1));
  return (struct in_addr){.s_addr = htonl(address)};
}

/* ---- messages */

const char *hstrerror(int error) {
  static const char *const texts[] = {"Resolver Error 0 (no error)", "Unknown host", "Host name lookup failure",
                                      "Unknown server error", "No address associated with name"};
  if (error < 0) return "Resolver internal error";
  return error < (int)(sizeof texts / sizeof *texts) ? texts[error] : "Unknown resolver error";
}
void herror(const char *text) {
  if (text != NULL && *text != '\0') fprintf(stderr, "%s: ", text);
  fprintf(stderr, "%s\n", hstrerror(h_errno));
}

/* ---- names of addresses: localhost, or the address as a text */

static int give(char *to, socklen_t size, const char *text) {
  return snprintf(to, size, "%s", text) < (int)size ? 0 : EAI_OVERFLOW;
}

static int name_host(const struct sockaddr *address, char *to, socklen_t size, int flags) {
  char text[INET6_ADDRSTRLEN];
  const struct sockaddr_in *four = (const void *)address;
  const struct sockaddr_in6 *six = (const void *)address;
  int is_four = address->sa_family == AF_INET;
  if (inet_ntop(address->sa_family, is_four ? (const void *)&four->sin_addr : (const void *)&six->sin6_addr, text,
                sizeof text) == NULL)
    return EAI_FAMILY;
  if (strlen(text) >= size) {
    errno = ENOSPC;
    return EAI_OVERFLOW;
  }
  int is_local = is_four ? ntohl(four->sin_addr.s_addr) == INADDR_LOOPBACK
                         : memcmp(&six->sin6_addr, &in6addr_loopback, sizeof in6addr_loopback) == 0;
  if (flags & NI_NUMERICHOST) return flags & NI_NAMEREQD ? EAI_NONAME : give(to, size, text);
  if (is_local) return give(to, size, "localhost");
  return flags & NI_NAMEREQD ? EAI_NONAME : give(to, size, text);
}

static int name_service(const struct sockaddr *address, char *to, socklen_t size, int flags) {
  char text[8];
  uint16_t port = address->sa_family == AF_INET ? ((const struct sockaddr_in *)address)->sin_port
                                                : ((const struct sockaddr_in6 *)address)->sin6_port;
  snprintf(text, sizeof text, "%u", ntohs(port));
  if (!(flags & NI_NUMERICSERV)) __heddle_unsupported("getnameinfo that asks for the name of a service");
  return give(to, size, text);
}

int getnameinfo(const struct sockaddr *address, socklen_t length, char *host, socklen_t host_size, char *service,
                socklen_t service_size, int flags) {
  socklen_t least = address->sa_family == AF_INET ? sizeof(struct sockaddr_in) : sizeof(struct sockaddr_in6);
  if (flags & ~(NI_NUMERICHOST | NI_NUMERICSERV | NI_NOFQDN | NI_NAMEREQD | NI_DGRAM)) return EAI_BADFLAGS;
  if (address->sa_family == AF_UNIX) __heddle_unsupported("getnameinfo of a name in the file system");
  if ((address->sa_family != AF_INET && address->sa_family != AF_INET6) || length < least) return EAI_FAMILY;
  if (host == NULL && service == NULL) return EAI_NONAME;
  int error = host != NULL && host_size > 0 ? name_host(address, host, host_size, flags) : 0;
  if (error != 0 || service == NULL || service_size == 0) return error;
  return name_service(address, service, service_size, flags);
}
