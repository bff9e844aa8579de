# How the models become bitcode; the root makefile includes this. The reasons are in rt/README.md.
RT_FLAGS := -std=gnu11 -O1 -gline-tables-only -Wall -Wextra -Werror \
  -fno-builtin -fno-math-errno -fno-vectorize -fno-slp-vectorize -fno-unroll-loops -fno-jump-tables \
  -fno-stack-protector -fno-delete-null-pointer-checks -fno-pic -U_FORTIFY_SOURCE -D_GNU_SOURCE -D__NO_INLINE__ -D__NO_CTYPE
