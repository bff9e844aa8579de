/* Sockets of streams: between threads of the program, or with a peer outside whose bytes the user gave. */
#ifndef HEDDLE_RT_SOCKETS_H
#define HEDDLE_RT_SOCKETS_H
#include <netinet/in.h>
#include <sys/socket.h>
#include "channels.h"

struct rt_address {
  socklen_t size; /* 0: none */
  union {
    struct sockaddr any;
    struct sockaddr_in four;
    unsigned char bytes[128];
  };
};

enum rt_socket_state { RT_SOCKET_NEW, RT_SOCKET_LISTENS, RT_SOCKET_CONNECTED };

struct rt_socket {
  enum rt_socket_state state;
  int domain;
  struct rt_address own, peer;
  struct rt_channel *in, *out;     /* connected; out NULL: what is sent goes to the peer outside */
  int reads, writes, holds;        /* connected: shutdown has not ended that; it is a reader of `in` */
  struct rt_pollable events;       /* of one that listens */
  struct rt_socket *first_waiting; /* those that nobody has accepted yet */
  unsigned waiting, backlog;       /* how many, and how many there may be */
  int is_open, outside_only;       /* outside_only: nobody of the program has connected to it */
  struct rt_socket *next;          /* of that list; of all sockets with an address */
  struct rt_socket *next_named;
  int error;                          /* for SO_ERROR */
  long receive_timeout, send_timeout; /* milliseconds; 0: none */
  int options;                        /* bits of those that are only remembered */
};

extern const struct rt_kind __heddle_rt_socket_kind;
struct rt_socket *__heddle_rt_socket(int fd, int *error); /* NULL, and -EBADF or -ENOTSOCK */
struct rt_socket *__heddle_rt_new_socket(int domain);
int __heddle_rt_socket_fd(struct rt_socket *s, int flags);
int __heddle_rt_has_peer(void); /* the user gave bytes of a peer outside */
void __heddle_rt_connect_outside(struct rt_socket *s);
#endif
