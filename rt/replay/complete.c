/* A reference to every function that functions.def promises: one without a body is left undefined, and the build
   fails. */
#define FUNCTION(name, always) void hd_##name(void);
#include "functions.def"
#undef FUNCTION

extern void (*const hd_functions[])(void);
void (*const hd_functions[])(void) = {
#define FUNCTION(name, always) hd_##name,
#include "functions.def"
#undef FUNCTION
};
