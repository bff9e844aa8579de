/* Inside heddle-front: the program's own code with calls of the replay runtime in it, as bitcode for a native build. */
#ifndef HEDDLE_FRONT_INSTRUMENT_H
#define HEDDLE_FRONT_INSTRUMENT_H
#include "front/compile.h"
#include "front/lower.h"

/* Changes the lowered module and writes it to options->instrument. False after a message. */
bool instrument_module(LLVMModuleRef module, const struct ir_program *program, const lower_origins *origins,
                       const struct map *program_values, const struct front_options *options);
#endif
