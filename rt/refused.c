/* Functions whose effects lie outside the program: files, processes, accounts. A path that calls one ends as
   incomplete and names it. They are defined so that "unknown functions give inputs" is never applied to them: a
   file that is an arbitrary pointer makes no sense. Their parameters do not matter, hence none is declared. */
#include "builtins.h"

#define FUNCTION(name, header)
#define DATA(name, header)
#define REFUSED(name, header)                                                                                          \
  _Noreturn void refused_##name(void) __asm__(#name);                                                                  \
  _Noreturn void refused_##name(void) { __heddle_unsupported(#name); }
#include "library.def"
