/* The file system of the program under test: a tree of nodes in memory, open file descriptions, descriptors. It is
   ordinary memory of the program, and every call is one atomic section: other threads see it whole or not at all. What
   the caller points to is copied before or after the section, so that its bytes interleave as they do natively.

   Programs that never make a descriptor must not have any of this: the functions that all programs have reach it
   through __heddle_files(), which gives the table below where the program can make descriptors, else NULL. */
#ifndef HEDDLE_RT_FILES_H
#define HEDDLE_RT_FILES_H
#include <stdarg.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/types.h>
#include "threads_builtins.h"

struct rt_node;

enum rt_device { RT_NULL, RT_ZERO, RT_FULL, RT_RANDOM };

/* A name in a directory. */
struct rt_entry {
  struct rt_entry *next; /* in the order in which they were made */
  struct rt_node *node;
  unsigned long order; /* grows: a reader of the directory goes on behind what it has seen */
  char name[];
};

struct rt_node {
  mode_t mode; /* kind and permissions */
  ino_t number;
  unsigned links, uses;   /* names; descriptions and working directories */
  struct rt_node *parent; /* of a directory */
  struct rt_entry *first; /* of a directory */
  unsigned char *bytes;   /* of a file; what lies behind `size` is undefined */
  size_t size, room;      /* room 0: the bytes are given and must not be written */
  int mapped;             /* somebody's memory should show what is written */
  enum rt_device device;  /* of S_IFCHR */
};

struct rt_description;
struct rt_pollable;

/* What can be done with an open description. Errors are negative numbers of errno. */
struct rt_kind {
  ssize_t (*read)(struct rt_description *d, void *to, size_t n);
  ssize_t (*write)(struct rt_description *d, const void *bytes, size_t n);
  void (*release)(struct rt_description *d); /* the last descriptor is gone */
  /* Of kinds that wait (channels.h), where read and write give -EAGAIN; else NULL. */
  struct rt_pollable *(*events)(struct rt_description *d, int writes);
  size_t (*available)(const struct rt_description *d); /* bytes that can be read at once */
  int (*ready)(struct rt_description *d);              /* POLLIN, ... */
  void (*broken)(void);                                /* outside of sections: nobody will read what was written */
  mode_t mode;                                         /* for fstat, where there is no node */
};

struct rt_description {
  const struct rt_kind *kind;
  struct rt_node *node; /* NULL: none */
  off_t at;
  int flags; /* of open */
  unsigned uses;
  void *more; /* of the kind */
};

enum { RT_DESCRIPTORS = 1024, RT_STANDARD = 3, RT_BLOCK = 4096 };

/* For what every program has. */
struct rt_files {
  void (*begin)(void), (*end)(void); /* around several of the others: one step */
  ssize_t (*read)(int fd, void *to, size_t n);
  ssize_t (*write)(int fd, const void *bytes, size_t n);
  size_t (*get)(FILE *stream, void *to, size_t n, int stop); /* up to n bytes, or through the byte `stop` */
  size_t (*put)(FILE *stream, const void *bytes, size_t n);
  int (*push_back)(FILE *stream, int c);
  int (*flush)(FILE *stream);
  int (*close)(FILE *stream);
  int (*buffer)(FILE *stream, char *buffer, int mode, size_t size);
  int (*is_open)(int fd);
};
extern const struct rt_files __heddle_rt_file_table;
extern const struct rt_files *volatile __heddle_rt_kept_table;
const struct rt_files *__heddle_files(void);

/* Inside a section. They give an error as a negative number. */
void __heddle_rt_files_begin(void); /* begins the section; the tree is there afterwards */
void __heddle_rt_files_end(void);
int __heddle_rt_lookup(const char *path, struct rt_node **node);
int __heddle_rt_make(const char *path, mode_t mode, struct rt_node **node); /* a new file or directory */
int __heddle_rt_unlink(const char *path);
int __heddle_rt_stat_path(const char *path, struct stat *to);
int __heddle_rt_access_path(const char *path, int wanted);
int __heddle_rt_remove_name(const char *path, int directories, int files);
int __heddle_rt_make_path(const char *path, mode_t mode);
int __heddle_rt_link_path(const char *from, const char *to, int moves);
int __heddle_rt_change_mode(const char *path, mode_t mode);
int __heddle_rt_go_to(struct rt_node *node); /* the working directory from now on */
/* Paths are relative to this directory until the other is called. */
int __heddle_rt_enter(int directory, const char *path, struct rt_node **before);
void __heddle_rt_leave(struct rt_node *before);
struct rt_node *__heddle_rt_new_node(mode_t mode);
void __heddle_rt_drop(struct rt_node *node);                 /* frees it where neither name nor use is left */
int __heddle_rt_may(const struct rt_node *node, int wanted); /* R_OK, W_OK, X_OK: 0 or -EACCES */
int __heddle_rt_resize(struct rt_node *node, size_t size);
int __heddle_rt_open(const char *path, int flags, mode_t mode); /* gives a descriptor */
int __heddle_rt_close(int fd);
int __heddle_rt_new_descriptor(struct rt_description *d, int lowest);
struct rt_description *__heddle_rt_new_description(const struct rt_kind *kind, int flags);
struct rt_description *__heddle_rt_descriptor(int fd);     /* NULL: not open */
ssize_t __heddle_rt_read_into(int fd, void *to, size_t n); /* these two are whole calls */
ssize_t __heddle_rt_write_from(int fd, const void *bytes, size_t n);
ssize_t __heddle_rt_read(int fd, void *to, size_t n);
ssize_t __heddle_rt_write(int fd, const void *bytes, size_t n);
off_t __heddle_rt_seek(int fd, off_t offset, int whence);
int __heddle_rt_can(const struct rt_description *d, int writes); /* was it opened for that? */
/* Where a call has to wait before it tries, unless it was there already; NULL: nowhere. */
unsigned *__heddle_rt_gate(struct rt_description *d, int writes);
void __heddle_rt_pass_gate(unsigned *gate); /* outside of sections; nothing interrupts it */
/* The same where signals do: -EINTR, unless the call is one that begins again (`restarts`) and the handler wants it. */
int __heddle_rt_wait_at(unsigned *gate, int restarts);
int __heddle_rt_io_fails(int kinds);  /* by option: 0, or a number up to `kinds` that the input chose */
long __heddle_rt_result(long result); /* -1 and errno for a negative number */

/* Far more than any object holds is told from what the caller names: there is no copy of such a size. The end alone
   would not do: of a length that went round it lies before the beginning, maybe in the same object. */
static inline void __heddle_rt_check_end(const void *bytes, size_t n) {
  enum { MUCH = 1 << 24 };
  if (n <= MUCH) return;
  (void)((const volatile char *)bytes)[MUCH];
  (void)((const volatile char *)bytes)[n - 1];
}

/* A private copy of a path of the caller's. */
#define RT_PATH(copy, path)                                                                                            \
  char copy[strlen(path) + 1];                                                                                         \
  strcpy(copy, path)
/* A whole call: one section around an expression. */
#define RT_CALL(type, expression)                                                                                      \
  __heddle_rt_files_begin();                                                                                           \
  type result = (expression);                                                                                          \
  __heddle_rt_files_end();                                                                                             \
  return (type)__heddle_rt_result((long)result)
#endif
