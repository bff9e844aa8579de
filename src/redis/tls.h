/* TLS for a client library that has none: a process of its own stands between this one and the server.

   This process talks plainly to one end of a pair of sockets. The process at the other end has the connection to the
   server: it looks at the server's certificate, shows this side's own one if there is one, and hands bytes on in both
   directions. It ends when either side does, and has nothing else open. */
#ifndef HEDDLE_REDIS_TLS_H
#define HEDDLE_REDIS_TLS_H
#include <stddef.h>

/* Files as redis-cli has them (--cacert, --cert, --key); NULL: those that the system trusts; no certificate is shown.
 */
struct tls_files {
  const char *cacert, *cert, *key;
};
/* server: a connected socket; it is the other process's from now on, and closed here. host: whose certificate it must
   be, a name or an address. The end to talk to, or -1: `why` says in a few words what is wrong. */
int tls_begin(int server, const char *host, const struct tls_files *files, char *why, size_t room);
#endif
