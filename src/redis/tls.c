/* The process between: first what became of the greeting, in one message; then bytes. See tls.h. */
#define _GNU_SOURCE
#include "redis/tls.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { WHY = 300, GREETING_SECONDS = 5, WAIT_MS = 12000, PIECE = 16384 };

struct between {
  int plain, server;
  const char *host;
  const struct tls_files *files;
  SSL *ssl;
  char why[WHY]; /* empty: all is well */
};

/* ---- what is wrong ---- */

/* The library's own words, without its codes. */
static const char *last_words(void) {
  const char *words = ERR_reason_error_string(ERR_peek_last_error());
  return words ? words : errno ? strerror(errno) : "the connection was closed";
}

static void cannot_use(struct between *b, const char *what, const char *file) {
  snprintf(b->why, WHY, "the %s %.150s cannot be used: %s", what, file, last_words());
}

static void say_greeting(struct between *b) {
  long verified = SSL_get_verify_result(b->ssl);
  unsigned long error = ERR_peek_last_error();
  if (verified != X509_V_OK)
    snprintf(b->why, WHY, "its certificate is not accepted: %s", X509_verify_cert_error_string(verified));
  else if (ERR_GET_REASON(error) == SSL_R_WRONG_VERSION_NUMBER || !error) /* one without TLS waits for more */
    snprintf(b->why, WHY, "it does not speak TLS there (redis:// is without)");
  else snprintf(b->why, WHY, "TLS failed: %s", last_words());
}

/* ---- the greeting ---- */

static bool load_files(struct between *b, SSL_CTX *context) {
  const struct tls_files *f = b->files;
  if (!f->cacert) SSL_CTX_set_default_verify_paths(context);
  else if (!SSL_CTX_load_verify_locations(context, f->cacert, NULL))
    return cannot_use(b, "file of certificates", f->cacert), false;
  const char *key = f->key ? f->key : f->cert;
  if (f->cert && SSL_CTX_use_certificate_chain_file(context, f->cert) != 1)
    return cannot_use(b, "certificate", f->cert), false;
  if (f->cert && SSL_CTX_use_PrivateKey_file(context, key, SSL_FILETYPE_PEM) != 1)
    return cannot_use(b, "key", key), false;
  return true;
}

/* A name is also told to the server, which may have several. */
static bool expect_host(struct between *b) {
  struct in6_addr address;
  bool number = inet_pton(AF_INET, b->host, &address) == 1 || inet_pton(AF_INET6, b->host, &address) == 1;
  if (number) return X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(b->ssl), b->host) == 1;
  return SSL_set1_host(b->ssl, b->host) == 1 && SSL_set_tlsext_host_name(b->ssl, b->host) == 1;
}

static bool greet(struct between *b) {
  struct timeval patience = {.tv_sec = GREETING_SECONDS}, none = {0};
  SSL_CTX *context = SSL_CTX_new(TLS_client_method());
  if (!context || !SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION)) {
    snprintf(b->why, WHY, "TLS failed: %s", last_words());
    return false;
  }
  SSL_CTX_set_verify(context, SSL_VERIFY_PEER, NULL);
  if (!load_files(b, context)) return false;
  b->ssl = SSL_new(context);
  if (!b->ssl || !expect_host(b) || !SSL_set_fd(b->ssl, b->server)) {
    snprintf(b->why, WHY, "TLS failed: %s", last_words());
    return false;
  }
  setsockopt(b->server, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  errno = 0;
  if (SSL_connect(b->ssl) != 1) {
    say_greeting(b);
    return false;
  }
  setsockopt(b->server, SOL_SOCKET, SO_RCVTIMEO, &none, sizeof none);
  fcntl(b->server, F_SETFL, fcntl(b->server, F_GETFL) | O_NONBLOCK);
  return true;
}

/* ---- bytes ---- */

static bool write_plain(const struct between *b, const char *bytes, size_t size) {
  while (size) {
    ssize_t n = write(b->plain, bytes, size);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    bytes += n, size -= (size_t)n;
  }
  return true;
}

/* A server that wants a certificate may say so only after the greeting: as an answer of its own, in its own words. */
static void tell_refusal(const struct between *b) {
  char text[200];
  if (ERR_GET_LIB(ERR_peek_last_error()) != ERR_LIB_SSL) return;
  int size = snprintf(text, sizeof text, "-TLS: %.100s\r\n", last_words());
  write_plain(b, text, (size_t)size);
}

/* What can be read may be the server's business with TLS, and no answer yet. */
static bool from_server(const struct between *b) {
  char bytes[PIECE];
  for (;;) {
    ERR_clear_error();
    int n = SSL_read(b->ssl, bytes, sizeof bytes), error = SSL_get_error(b->ssl, n);
    if (n <= 0 && (error == SSL_ERROR_WANT_READ || error == SSL_ERROR_WANT_WRITE)) return true;
    if (n <= 0) return tell_refusal(b), false;
    if (!write_plain(b, bytes, (size_t)n)) return false;
  }
}

static bool write_server(const struct between *b, const char *bytes, int size) {
  for (;;) {
    ERR_clear_error();
    int n = SSL_write(b->ssl, bytes, size), error = SSL_get_error(b->ssl, n);
    if (n == size) return true;
    if (n > 0 || (error != SSL_ERROR_WANT_READ && error != SSL_ERROR_WANT_WRITE)) return false;
    struct pollfd polled = {.fd = b->server, .events = error == SSL_ERROR_WANT_READ ? POLLIN : POLLOUT};
    poll(&polled, 1, -1);
  }
}

static bool to_server(const struct between *b) {
  char bytes[PIECE];
  ssize_t n = read(b->plain, bytes, sizeof bytes);
  if (n < 0 && errno == EINTR) return true;
  if (n > 0 && write_server(b, bytes, (int)n)) return true;
  if (n <= 0) return SSL_shutdown(b->ssl), false;
  from_server(b); /* it may have said why */
  return false;
}

static void hand_on(const struct between *b) {
  for (;;) {
    struct pollfd polled[2] = {{.fd = b->plain, .events = POLLIN}, {.fd = b->server, .events = POLLIN}};
    if (poll(polled, 2, -1) < 0 && errno != EINTR) return;
    if (polled[1].revents && !from_server(b)) return;
    if (polled[0].revents && !to_server(b)) return;
  }
}

/* ---- the process ---- */

/* Only what it needs stays open; signals of the terminal are for the one that it serves, whose end it notices. */
static void settle(struct between *b) {
  int nothing = open("/dev/null", O_RDWR), plain = fcntl(b->plain, F_DUPFD, 10), server = fcntl(b->server, F_DUPFD, 10);
  b->plain = plain, b->server = server;
  for (int i = 0; i < 3; i++) dup2(nothing, i);
  int low = plain < server ? plain : server, high = plain < server ? server : plain;
  close_range(3, (unsigned)low - 1, 0);
  if (high > low + 1) close_range((unsigned)low + 1, (unsigned)high - 1, 0);
  close_range((unsigned)high + 1, ~0u, 0);
  setsid();
  signal(SIGPIPE, SIG_IGN);
  signal(SIGTERM, SIG_DFL);
  signal(SIGINT, SIG_IGN);
}

/* Until the other side closes: what it writes meanwhile is not read by anybody, but it must not fail before it has read
 * the server's refusal. */
static void wait_for_close(const struct between *b) {
  char bytes[PIECE];
  shutdown(b->plain, SHUT_WR);
  for (;;) {
    ssize_t n = read(b->plain, bytes, sizeof bytes);
    if (n == 0 || (n < 0 && errno != EINTR)) return;
  }
}

static _Noreturn void stand_between(struct between *b) {
  settle(b);
  bool good = greet(b);
  if (send(b->plain, b->why, WHY, MSG_NOSIGNAL) == WHY && good) {
    hand_on(b);
    close(b->server);
    wait_for_close(b);
  }
  _exit(0);
}

/* Nobody waits for the process: it is made by one that ends at once. */
static bool make_process(struct between *b, int other_end) {
  fflush(NULL);
  pid_t first = fork();
  if (!first) {
    close(other_end);
    if (fork() == 0) stand_between(b);
    _exit(0);
  }
  while (first > 0 && waitpid(first, NULL, 0) < 0 && errno == EINTR) {}
  return first > 0;
}

/* The message comes before all bytes, and whole. */
static bool hear(int end, char why[WHY]) {
  struct pollfd polled = {.fd = end, .events = POLLIN};
  int ready = poll(&polled, 1, WAIT_MS);
  if (ready > 0 && recv(end, why, WHY, MSG_WAITALL) == WHY) return !why[0];
  snprintf(why, WHY, ready ? "TLS failed: its process has ended" : "TLS failed: no answer");
  return false;
}

int tls_begin(int server, const char *host, const struct tls_files *files, char *why, size_t room) {
  int ends[2];
  struct between b = {.server = server, .host = host, .files = files};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends)) {
    snprintf(why, room, "TLS failed: %s", strerror(errno));
    close(server);
    return -1;
  }
  b.plain = ends[1];
  bool made = make_process(&b, ends[0]);
  if (!made) snprintf(b.why, WHY, "TLS failed: no process could be made: %s", strerror(errno));
  close(ends[1]);
  close(server);
  if (made && hear(ends[0], b.why)) return ends[0];
  snprintf(why, room, "%s", b.why);
  close(ends[0]);
  return -1;
}
