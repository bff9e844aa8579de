// Addresses as texts and names of hosts.
// VERDICT: safe
// OUTPUT-LIKE-NATIVE: yes
#include "show.h"
#include <arpa/inet.h>
#include <netdb.h>
#include <sys/socket.h>

int main(void) {
  static const char *const fours[] = {"127.0.0.1", "1.2.3", "1.2", "0x7f.1", "010.0.0.1", "256.1.1.1",
                                      "1.2.3.4 x", "a.b",   "",    "1.2.3.4.5", "4294967295"};
  static const char *const sixes[] = {"::1", "::", "1::", "fe80::1:2", "1:2:3:4:5:6:7:8", "::ffff:1.2.3.4", "1::2::3",
                                      "1:2:3", ":1", "12345::", "1:2:3:4:5:6:7:8:9", "2001:db8:0:0:1:0:0:1", "::1.2.3.4", "1:0:0:2:0:0:0:3"};
  struct in_addr a = {0};
  char text[64];
  unsigned char bytes[16] = {0};
  for (unsigned i = 0; i < sizeof fours / sizeof *fours; i++) {
    a.s_addr = 0;
    printf("%s: %d %d", fours[i], inet_aton(fours[i], &a), inet_pton(AF_INET, fours[i], bytes));
    printf(" %s %x\n", inet_ntoa(a), (unsigned)inet_addr(fours[i]));
  }
  for (unsigned i = 0; i < sizeof sixes / sizeof *sixes; i++) {
    memset(bytes, 0, sizeof bytes);
    int good = inet_pton(AF_INET6, sixes[i], bytes);
    printf("%s: %d %s\n", sixes[i], good, inet_ntop(AF_INET6, bytes, text, sizeof text));
  }
  SHOW(inet_pton(77, "1", bytes));
  SHOW(inet_ntop(AF_INET, bytes, text, 3) == NULL ? -1 : 0);
  printf("%x %x %x %x\n", htons(0x1234), ntohs(0x1234), htonl(0x12345678), ntohl(0x12345678));
  struct addrinfo hints = {.ai_family = AF_INET, .ai_socktype = SOCK_STREAM}, *found;
  SHOW(getaddrinfo("127.0.0.1", "80", &hints, &found));
  printf("%d %d %d %d\n", found->ai_family, found->ai_socktype, found->ai_protocol, (int)found->ai_addrlen);
  printf("%d %s\n", ((struct sockaddr_in *)found->ai_addr)->sin_port,
         inet_ntoa(((struct sockaddr_in *)found->ai_addr)->sin_addr));
  freeaddrinfo(found);
  hints.ai_flags = AI_PASSIVE;
  SHOW(getaddrinfo(NULL, "8080", &hints, &found));
  printf("%s\n", inet_ntoa(((struct sockaddr_in *)found->ai_addr)->sin_addr));
  freeaddrinfo(found);
  printf("%s\n", gai_strerror(getaddrinfo(NULL, NULL, &hints, &found)));
  hints.ai_flags = AI_NUMERICHOST;
  printf("%s\n", gai_strerror(getaddrinfo("no number", "1", &hints, &found)));
  printf("%s\n", gai_strerror(getaddrinfo("127.0.0.1", "no service", &hints, &found)));
  hints.ai_family = 77;
  printf("%s\n", gai_strerror(getaddrinfo("127.0.0.1", "1", &hints, &found)));
  struct hostent *host = gethostbyname("127.0.0.1");
  printf("%s %d %d\n", host->h_name, host->h_addrtype, host->h_length);
  return 0;
}
