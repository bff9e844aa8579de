/* What front.c asks of cached.c. */
#ifndef HEDDLE_FRONT_CACHED_INSIDE_H
#define HEDDLE_FRONT_CACHED_INSIDE_H
#include "front/command.h"
#include "front/front.h"
#include "front/cached.h"

/* One program on its way through the front end. */
struct cached_program;

/* NULL: it is not to be kept, since its flags make the compiler do more than read, or the request wants more than the
   program. */
struct cached_program *cached_begin(struct cached *cached, const struct front_request *request,
                                    const struct command *command);
/* The program, if it was kept; NULL: it must be compiled. */
struct ir_program *cached_find(struct cached_program *program);
/* Adds to the command that the compilers are to record what they read. */
void cached_record(struct cached_program *program, struct command *command);
/* It was compiled to this image. Keeps both until cached_write. */
void cached_add(struct cached_program *program, const struct command *command, const void *image, size_t size);
void cached_end(struct cached_program *program); /* NULL is fine */
#endif
