/* Streams on files: buffers, positions, pushed-back bytes, streams in memory. A call is one atomic section, as it holds
   the lock of its stream natively. Buffers are those of the C library: blocks of 4096 bytes, written when they are
   full, at fflush, fseek, fclose and exit. The three standard streams are elsewhere (stdio_input.c, stdio_output.c). */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "channels.h"
#include "stdio_stream.h"

enum { PUSHED_BACK = 8, MEMORY = -1 };
enum state { IDLE, READING, WRITING };

struct stream {
  FILE file; /* _fileno, and the bits of RT_STREAM_* in _flags */
  struct stream *next;
  enum state state;
  int flags; /* of open */
  int mode;  /* _IOFBF, _IOLBF or _IONBF */
  unsigned char *buffer;
  int own_buffer;
  size_t room;
  size_t at, end; /* READING: what is left is from..end; WRITING: 0..end is to be written */
  int npushed;
  unsigned char pushed[PUSHED_BACK];
  struct rt_node *memory; /* of a stream in memory: it has no descriptor */
  size_t place;           /* there */
  char **text;            /* of open_memstream: where its user wants to find it */
  size_t *text_size;
  unsigned *gate, *passed; /* where its reader has to wait before it reads on, and where it has waited; NULL */
};
static struct stream *streams;
static _Thread_local int sections; /* that functions of stdio.h have begun, around several calls */

static struct stream *of(FILE *stream) { return (struct stream *)stream; }

/* ---- what is below a stream: a descriptor, or memory */

static ssize_t below_read(struct stream *s, void *to, size_t n) {
  if (s->memory == NULL) return __heddle_rt_read(s->file._fileno, to, n);
  size_t rest = s->place < s->memory->size ? s->memory->size - s->place : 0;
  if (n > rest) n = rest;
  memcpy(to, s->memory->bytes + s->place, n);
  s->place += n;
  return (ssize_t)n;
}

static ssize_t below_write(struct stream *s, const void *bytes, size_t n) {
  if (s->memory == NULL) return __heddle_rt_write(s->file._fileno, bytes, n);
  if (s->place + n > s->memory->size) __heddle_rt_resize(s->memory, s->place + n);
  memcpy(s->memory->bytes + s->place, bytes, n);
  s->place += n;
  return (ssize_t)n;
}

static off_t below_seek(struct stream *s, off_t offset, int whence) {
  if (s->memory == NULL) return __heddle_rt_seek(s->file._fileno, offset, whence);
  off_t at = whence == SEEK_SET   ? offset
             : whence == SEEK_CUR ? (off_t)s->place + offset
                                  : (off_t)s->memory->size + offset;
  if (at < 0) return -EINVAL;
  s->place = (size_t)at;
  return at;
}

/* ---- writing */

static int fail(struct stream *s, long error) {
  s->file._flags |= RT_STREAM_ERROR;
  errno = (int)-error;
  return -1;
}

static int write_all(struct stream *s, const unsigned char *bytes, size_t n) {
  while (n > 0) {
    ssize_t put = below_write(s, bytes, n);
    if (put == -EAGAIN && __heddle_rt_gate(__heddle_rt_descriptor(s->file._fileno), 1) != NULL)
      __heddle_unsupported("output to a stream that has to wait");
    if (put < 0) return fail(s, put);
    bytes += put;
    n -= (size_t)put;
  }
  return 0;
}

static int flush(struct stream *s) {
  size_t n = s->end;
  if (s->state != WRITING) return 0;
  s->end = 0;
  s->state = IDLE;
  return write_all(s, s->buffer, n);
}

/* The descriptor is where the reader is: what was read ahead is given back. */
static void stop_reading(struct stream *s) {
  if (s->state == READING && s->end > s->at) below_seek(s, -(off_t)(s->end - s->at), SEEK_CUR);
  if (s->state == READING) s->state = IDLE;
  s->at = s->end = 0;
  s->npushed = 0;
}

static void need_buffer(struct stream *s) {
  if (s->buffer != NULL) return;
  if (s->room == 0) s->room = s->mode == _IONBF ? 1 : RT_BLOCK;
  s->buffer = __heddle_malloc(s->room, RT_KEPT);
  s->own_buffer = 1;
}

static int begin_writing(struct stream *s) {
  if ((s->flags & O_ACCMODE) == O_RDONLY) return fail(s, -EBADF);
  if (s->state == READING) stop_reading(s);
  need_buffer(s);
  if (s->state != WRITING) s->end = 0;
  s->state = WRITING;
  return 0;
}

static size_t put_whole_blocks(struct stream *s, const unsigned char *bytes, size_t n) {
  size_t whole = s->room >= 128 ? n - n % s->room : n;
  return write_all(s, bytes, whole) == 0 ? whole : 0;
}

static size_t put_plain(struct stream *s, const unsigned char *bytes, size_t n) {
  size_t done = 0;
  if (begin_writing(s) != 0) return 0;
  if (s->mode != _IONBF) {
    done = n < s->room - s->end ? n : s->room - s->end;
    memcpy(s->buffer + s->end, bytes, done);
    s->end += done;
  }
  if (done < n) {
    if (flush(s) != 0) return done;
    s->state = WRITING;
    done += put_whole_blocks(s, bytes + done, n - done);
    if (s->file._flags & RT_STREAM_ERROR) return done;
    memcpy(s->buffer, bytes + done, n - done);
    s->end = n - done;
    done = n;
  }
  return done;
}

/* Whole lines are written at once, where the stream is buffered by lines. */
static size_t put(struct stream *s, const unsigned char *bytes, size_t n) {
  size_t lines = n;
  while (s->mode == _IOLBF && lines > 0 && bytes[lines - 1] != '\n') lines--;
  if (s->mode != _IOLBF || lines == 0) return put_plain(s, bytes, n);
  if (put_plain(s, bytes, lines) < lines || flush(s) != 0) return 0;
  return lines + put_plain(s, bytes + lines, n - lines);
}

static size_t put_copy(FILE *stream, const void *bytes, size_t n) {
  __heddle_rt_check_end(bytes, n);
  unsigned char copy[n + 1];
  memcpy(copy, bytes, n);
  __heddle_rt_files_begin();
  size_t done = put(of(stream), copy, n);
  __heddle_rt_files_end();
  return done;
}

/* ---- reading */

static int refill(struct stream *s) {
  need_buffer(s);
  s->state = READING;
  s->at = s->end = 0;
  s->gate = s->memory == NULL ? __heddle_rt_gate(__heddle_rt_descriptor(s->file._fileno), 0) : NULL;
  if (s->gate != NULL && s->gate != s->passed) return -1;
  ssize_t got = below_read(s, s->buffer, s->room);
  s->passed = NULL;
  if (got == -EAGAIN && s->gate != NULL) return -1;
  if (s->gate != NULL && got <= 0) __heddle_rt_set_gate(s->gate, 1);
  s->gate = NULL;
  if (got < 0) return fail(s, got);
  s->end = (size_t)got;
  if (got == 0) s->file._flags |= RT_STREAM_END;
  return got > 0 ? 0 : -1;
}

static int next_byte(struct stream *s) {
  if (s->npushed > 0) return s->pushed[--s->npushed];
  if (s->at == s->end && (s->file._flags & RT_STREAM_END || refill(s) != 0)) return EOF;
  return s->buffer[s->at++];
}

/* The flags of the end hold: the C library does not try again before they are cleared. */
static size_t get(struct stream *s, unsigned char *to, size_t n, int stop) {
  size_t got = 0;
  if ((s->flags & O_ACCMODE) == O_WRONLY) return (size_t)fail(s, -EBADF) * 0;
  if (s->state == WRITING && flush(s) != 0) return 0;
  if (s->state != READING) s->at = s->end = 0;
  s->state = READING;
  while (got < n) {
    if (stop == EOF && s->npushed == 0 && s->at < s->end) { /* a block at once */
      size_t part = n - got < s->end - s->at ? n - got : s->end - s->at;
      memcpy(to + got, s->buffer + s->at, part);
      s->at += part;
      got += part;
      continue;
    }
    int c = next_byte(s);
    if (c == EOF) break;
    to[got++] = (unsigned char)c;
    if (stop != EOF && c == stop) break;
  }
  return got;
}

static size_t get_copy(FILE *stream, void *to, size_t n, int stop) {
  unsigned char copy[n + 1];
  struct stream *s = of(stream);
  size_t got = 0;
  int error = 0;
  for (unsigned *gate = NULL;; error = __heddle_rt_wait_at(gate, 1)) {
    __heddle_rt_files_begin();
    s->passed = gate;
    if (error != 0) fail(s, error);
    else got += get(s, copy + got, n - got, stop);
    gate = s->gate;
    s->gate = NULL;
    __heddle_rt_files_end();
    if (gate == NULL || error != 0) break;
    if (sections > 0) __heddle_unsupported("input from a stream that has to wait, in parts");
  }
  memcpy(to, copy, got);
  return got;
}

static int push_back(FILE *stream, int c) {
  struct stream *s = of(stream);
  __heddle_rt_files_begin();
  int fits = c != EOF && s->npushed < PUSHED_BACK && (s->flags & O_ACCMODE) != O_WRONLY;
  if (fits) {
    if (s->state == WRITING) flush(s);
    s->pushed[s->npushed++] = (unsigned char)c;
    s->file._flags &= ~RT_STREAM_END;
  }
  __heddle_rt_files_end();
  return fits ? (unsigned char)c : EOF;
}

/* ---- flush, position */

static void show_text(struct stream *s) {
  if (s->text == NULL) return;
  if (s->memory->room == 0 || s->memory->size == s->memory->room) {
    size_t size = s->memory->size;
    __heddle_rt_resize(s->memory, size + 1);
    s->memory->size = size;
  }
  s->memory->bytes[s->memory->size] = '\0';
  *s->text = (char *)s->memory->bytes;
  *s->text_size = s->place < s->memory->size ? s->place : s->memory->size;
}

static int flush_one(struct stream *s) {
  if (s->state == READING) stop_reading(s);
  int result = flush(s);
  show_text(s);
  return result;
}

static int flush_stream(FILE *stream) {
  int result = 0;
  __heddle_rt_files_begin();
  if (stream != NULL) result = flush_one(of(stream));
  for (struct stream *s = stream == NULL ? streams : NULL; s != NULL; s = s->next)
    if (s->state == WRITING) result |= flush_one(s);
  __heddle_rt_files_end();
  return result != 0 ? EOF : 0;
}

static int seek_to(struct stream *s, off_t offset, int whence) {
  if (whence < SEEK_SET || whence > SEEK_END) return -EINVAL;
  if (flush(s) != 0) return -1;
  if (whence == SEEK_CUR) offset -= s->npushed;
  stop_reading(s);
  off_t at = below_seek(s, offset, whence);
  if (at < 0) return (int)at;
  s->file._flags &= ~RT_STREAM_END;
  show_text(s);
  return 0;
}

int fseeko(FILE *stream, off_t offset, int whence) {
  if (!rt_is_file(stream)) return (int)__heddle_rt_result(-ESPIPE);
  RT_CALL(int, seek_to(of(stream), offset, whence));
}

int fseek(FILE *stream, long offset, int whence) { return fseeko(stream, offset, whence); }

static off_t tell(struct stream *s) {
  int appends = s->state == WRITING && s->flags & O_APPEND;
  off_t at = below_seek(s, 0, appends ? SEEK_END : SEEK_CUR);
  if (at < 0) return at;
  if (s->state == WRITING) return at + (off_t)s->end;
  return at - (off_t)(s->end - s->at) - s->npushed;
}

off_t ftello(FILE *stream) {
  if (!rt_is_file(stream)) return __heddle_rt_result(-ESPIPE);
  RT_CALL(off_t, tell(of(stream)));
}

long ftell(FILE *stream) { return ftello(stream); }

void rewind(FILE *stream) {
  fseek(stream, 0, SEEK_SET);
  clearerr(stream);
}

int fgetpos(FILE *restrict stream, fpos_t *restrict position) {
  off_t at = ftello(stream);
  if (at >= 0) position->__pos = at;
  return at < 0 ? -1 : 0;
}

int fsetpos(FILE *stream, const fpos_t *position) { return fseeko(stream, position->__pos, SEEK_SET); }

/* Before the stream is used: that is all the standard allows. */
static int set_buffer(FILE *stream, char *buffer, int mode, size_t size) {
  struct stream *s = of(stream);
  __heddle_rt_files_begin();
  int good = mode == _IOFBF || mode == _IOLBF || mode == _IONBF;
  if (good && (s->state == IDLE || flush(s) == 0)) {
    stop_reading(s);
    if (s->own_buffer) __heddle_free(s->buffer);
    s->mode = mode;
    s->own_buffer = 0;
    s->buffer = mode == _IONBF || size == 0 ? NULL : (unsigned char *)buffer;
    s->room = s->buffer != NULL ? size : 0;
  }
  __heddle_rt_files_end();
  return good ? 0 : -1;
}

/* ---- open and close */

static int flags_of(const char *mode) {
  int flags;
  switch (*mode) {
  case 'r': flags = O_RDONLY; break;
  case 'w': flags = O_WRONLY | O_CREAT | O_TRUNC; break;
  case 'a': flags = O_WRONLY | O_CREAT | O_APPEND; break;
  default: return -EINVAL;
  }
  for (int i = 1; i < 7 && mode[i] != '\0' && mode[i] != ','; i++) {
    if (mode[i] == '+') flags = (flags & ~O_ACCMODE) | O_RDWR;
    if (mode[i] == 'x') flags |= O_EXCL;
    if (mode[i] == 'e') flags |= O_CLOEXEC;
  }
  return flags;
}

static struct stream *new_stream(int fd, int flags) {
  struct stream *s = __heddle_malloc(sizeof *s, RT_KEPT);
  memset(s, 0, sizeof *s);
  s->file._fileno = fd;
  s->flags = flags;
  s->next = streams;
  streams = s;
  __heddle_rt_kept_table = &__heddle_rt_file_table;
  return s;
}

static FILE *give(struct stream *s, int error) {
  if (error < 0) errno = -error;
  return error < 0 ? NULL : &s->file;
}

FILE *fopen(const char *restrict path, const char *restrict mode) {
  RT_PATH(copy, path);
  struct stream *s = NULL;
  int flags = flags_of(mode), fd = flags;
  if (flags >= 0) {
    __heddle_rt_files_begin();
    fd = __heddle_rt_open(copy, flags, 0666);
    if (fd >= 0) s = new_stream(fd, flags);
    if (fd >= 0 && flags & O_APPEND && flags & O_WRONLY) below_seek(s, 0, SEEK_END);
    __heddle_rt_files_end();
  }
  return give(s, fd);
}

FILE *fdopen(int fd, const char *mode) {
  struct stream *s = NULL;
  int flags = flags_of(mode), error = flags;
  if (fd >= 0 && fd < RT_STANDARD) __heddle_unsupported("fdopen of a standard descriptor");
  if (flags >= 0) {
    __heddle_rt_files_begin();
    struct rt_description *d = __heddle_rt_descriptor(fd);
    int has = d == NULL ? 0 : d->flags & O_ACCMODE;
    error = d == NULL ? -EBADF : has != O_RDWR && has != (flags & O_ACCMODE) ? -EINVAL : 0;
    if (error == 0 && flags & O_APPEND) d->flags |= O_APPEND;
    if (error == 0) s = new_stream(fd, flags);
    __heddle_rt_files_end();
  }
  return give(s, error);
}

static void forget(struct stream *s) {
  struct stream **at = &streams;
  while (*at != NULL && *at != s) at = &(*at)->next;
  if (*at != NULL) *at = s->next;
  if (s->own_buffer) __heddle_free(s->buffer);
  if (s->memory != NULL) __heddle_free(s->memory); /* its text belongs to who opened it */
}

static int finish(struct stream *s) {
  int result = flush_one(s);
  if (s->memory == NULL) {
    int error = __heddle_rt_close(s->file._fileno);
    if (error < 0) result = (int)__heddle_rt_result(error);
  }
  forget(s);
  return result;
}

static int close_stream(FILE *stream) {
  __heddle_rt_files_begin();
  int result = finish(of(stream));
  __heddle_rt_files_end();
  __heddle_free(stream); /* a second fclose is a failure */
  return result != 0 ? EOF : 0;
}

FILE *freopen(const char *restrict path, const char *restrict mode, FILE *restrict stream) {
  if (!rt_is_file(stream)) __heddle_unsupported("freopen of a standard stream");
  if (path == NULL) __heddle_unsupported("freopen without a name");
  RT_PATH(copy, path);
  struct stream *s = of(stream);
  int flags = flags_of(mode);
  __heddle_rt_files_begin();
  finish(s);
  int fd = flags >= 0 ? __heddle_rt_open(copy, flags, 0666) : flags;
  if (fd >= 0) {
    memset(s, 0, sizeof *s);
    s->file._fileno = fd;
    s->flags = flags;
    s->next = streams;
    streams = s;
  }
  __heddle_rt_files_end();
  if (fd < 0) __heddle_free(s);
  return give(s, fd);
}

static int open_unnamed(void) {
  struct rt_node *node;
  static const char name[] = "/tmp/unnamed";
  int error = __heddle_rt_open(name, O_RDWR | O_CREAT | O_EXCL, 0600);
  if (error >= 0) __heddle_rt_unlink(name);
  else if (__heddle_rt_lookup(name, &node) == 0) __heddle_unsupported("tmpfile while the program has /tmp/unnamed");
  return error;
}

FILE *tmpfile(void) {
  struct stream *s = NULL;
  __heddle_rt_files_begin();
  int fd = open_unnamed();
  if (fd >= 0) s = new_stream(fd, O_RDWR);
  __heddle_rt_files_end();
  return give(s, fd);
}

FILE *open_memstream(char **text, size_t *size) {
  __heddle_rt_files_begin();
  struct stream *s = new_stream(MEMORY, O_WRONLY);
  s->memory = __heddle_rt_new_node(S_IFREG);
  s->memory->number = 0; /* its text is the caller's to free */
  s->text = text;
  s->text_size = size;
  show_text(s);
  __heddle_rt_files_end();
  return &s->file;
}

/* ---- for the functions that every program has */

static void begin_several(void) {
  sections++;
  __heddle_rt_files_begin();
}
static void end_several(void) {
  sections--;
  __heddle_rt_files_end();
}

static int is_open(int fd) { RT_CALL(int, __heddle_rt_descriptor(fd) != NULL); }

const struct rt_files __heddle_rt_file_table = {
    .begin = begin_several,
    .end = end_several,
    .read = __heddle_rt_read_into,
    .write = __heddle_rt_write_from,
    .get = get_copy,
    .put = put_copy,
    .push_back = push_back,
    .flush = flush_stream,
    .close = close_stream,
    .buffer = set_buffer,
    .is_open = is_open,
};
