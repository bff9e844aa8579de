# How the models become bitcode; the root makefile includes this. The reasons are in rt/README.md.
# RT_DEBUG=1 keeps source lines of the models, for those who work on them.
RT_FLAGS := -std=gnu11 -Oz -Wall -Wextra -Werror $(if $(RT_DEBUG),-gline-tables-only,-g0) \
  -fno-builtin -fno-math-errno -ffp-contract=off -fno-strict-aliasing -fwrapv -fno-delete-null-pointer-checks \
  -fno-vectorize -fno-slp-vectorize -fno-unroll-loops -fno-jump-tables -Xclang -disable-lifetime-markers \
  -fno-stack-protector -fno-asynchronous-unwind-tables -fno-pic \
  -U_FORTIFY_SOURCE -D_GNU_SOURCE -D__NO_INLINE__ -D__NO_CTYPE
