/* Parsers of option values, named in options.def. Each stores into the row's field, or sets the error. */
#ifndef HEDDLE_JOB_OPTION_VALUES_H
#define HEDDLE_JOB_OPTION_VALUES_H
#include "job/options.h"

option_parse parse_flag, parse_text, parse_u32, parse_u64, parse_mib, parse_seconds, parse_share, parse_choice,
    parse_tests, parse_choice_flag, parse_checks, parse_sym_args, parse_argument, parse_arguments, parse_cflags,
    parse_json, parse_file, parse_sym_file, parse_quiet, parse_verbose, parse_dump;
#endif
