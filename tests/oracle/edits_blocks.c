/* Blocks of code, each in four forms. Some forms do the same in every state, some differ in few, and some only look
   alike: they read shared memory once more, write through pointers that may meet, or fail. Others are what commits do
   to one place: a counter gets a lock, a log line comes and goes, a path for errors is written in another way. */
#include "edits_inside.h"

/* Behind "{ int eq_BLOCK_FORM =". */
const char *const edits_blocks[][EDITS_FORMS] = {
    {"x0; int er = eq + eq; x1 = er; }", "x0; int er = 2 * eq; x1 = er; }", "x0; x1 = eq << 1; }",
     "x0; int er = eq == 2 ? 5 : eq + eq; x1 = er; }"},
    {"0; int er = 0; assert(er == eq); }", "0; int er = x0 - x0; assert(er == eq); }",
     "x0; int er = eq - eq; assert(er == 0); }", "x0 ^ x0; assert(!eq); }"},
    {"0; int eb[2] = {0, 0}; int *ep = &eb[x0 & 1], *ek = &eb[x1 & 1]; *ep = 1; *ek = 2; eq = 1; assert(eq == 1); }",
     "0; int eb[2] = {0, 0}; int *ep = &eb[x0 & 1], *ek = &eb[x1 & 1]; *ep = 1; *ek = 2; eq = *ep; assert(eq == 1); }",
     "0; int eb[2] = {0, 0}; int *ep = &eb[x0 & 1], *ek = &eb[x1 & 1]; *ek = 2; *ep = 1; eq = *ep; assert(eq == 1); }",
     "0; int eb[2] = {0, 0}; int *ep = &eb[x0 & 1], *ek = &eb[x1 & 1]; *ek = 2; *ep = 1; eq = 1; assert(eq == 1); }"},
    {"x0 & 1; x1 = eq == 1 ? 0 : 6 / (eq - 1); }", "x0 & 1; int er = 6 / (eq - 1); x1 = eq == 1 ? 0 : er; }",
     "x0 & 1; x1 = eq != 0 ? 0 : -6; }", "x0 & 1; int er = -6; if (eq) { er = 0; } x1 = er; }"},
    {"0; for (int ei = 0; ei < 3; ei++) { eq += ei; } assert(eq == 3); }",
     "0; for (int ei = 0; ei <= 2; ei++) { eq = ei + eq; } assert(eq == 3); }",
     "0; for (int ei = 0; ei < 3; ei++) { eq += ei | 1; } assert(eq == 3); }",
     "0; for (int ei = 0; ei < 3; ++ei) { eq += 2 * ei - ei; } assert(!(eq != 3)); }"},
    {"x0 & 1; x1 = 6 / (1 - eq); }", "x0 & 1; x1 = eq ? 6 / (eq - 1) : 6 / (1 - eq); }",
     "x0 & 1; if (eq) { x1 = 6 / (eq - 1); } else { x1 = 6; } }", "x0 & 1; x1 = 6 / !eq; }"},
    {"x1; if (eq < 2) { x2 = 1; } else { x2 = 2; } }", "x1; if (!(eq < 2)) { x2 = 2; } else { x2 = 1; } }",
     "x1; x2 = eq >= 2 ? 2 : 1; }", "x1; if (eq <= 2) { x2 = 1; } else { x2 = 2; } }"},
    {"x2; if (eq > 0 && eq < 4) { x0 = eq; } }", "x2; if (!(eq <= 0 || eq >= 4)) { x0 = eq; } }",
     "x2; if ((unsigned)eq - 1 < 3) { x0 = eq; } }", "x2; if ((unsigned)eq - 1 <= 3) { x0 = eq; } }"},
    {"x1; int eb[3] = {0, 0, 0}; eb[eq & 1] = 1; assert(eb[0] + eb[1] == 1); }",
     "x1; int eb[3] = {0, 0, 0}; int ei = eq & 1; eb[ei] = 1; assert(eb[1] + eb[0] == 1); }",
     "x1; int eb[3] = {0, 0, 0}; eb[eq % 2 ? 1 : 0] = 1; assert(eb[0] + eb[1] == 1); }",
     "x1; int eb[3] = {0, 0, 0}; eb[eq & 3] = 1; assert(eb[0] + eb[1] == 1); }"},
    {"x0; switch (eq) { case 1: x2 = 3; break; case 2: x2 = 4; break; default: x2 = 5; } }",
     "x0; if (eq == 1) { x2 = 3; } else { x2 = eq == 2 ? 4 : 5; } }", "x0; x2 = eq == 1 ? 3 : eq != 2 ? 5 : 4; }",
     "x0; x2 = eq == 1 ? 3 : eq != 2 ? 5 : 3; }"},

    /* the old version fails in what is handled now, or never comes to it */
    {"x0 & 3; assert(eq < 4); x1 = eq; }", "x0 & 3; assert(eq < 5); x1 = eq; }", "x0 & 3; assert(eq < 3); x1 = eq; }",
     "x0 & 3; x1 = eq; }"},
    {"x0 & 7; int *ep = eq > 7 ? 0 : &eq; x1 = *ep; }",
     "x0 & 7; int *ep = eq > 7 ? 0 : &eq; if (!ep) { assert(0); } x1 = *ep; }",
     "x0 & 7; int *ep = eq > 2 ? 0 : &eq; x1 = *ep; }",
     "x0 & 7; int *ep = eq > 2 ? 0 : &eq; if (!ep) { assert(x2 < 2); } else { x1 = *ep; } }"},
    {"x0 & 1; x1 = 6 / (1 + eq); }", "x0 & 1; if (eq + 1 == 0) { assert(0); } x1 = 6 / (1 + eq); }",
     "x0 & 1; x1 = 6 / (1 - eq); }", "x0 & 1; if (eq == 1) { assert(x2 < 2); } else { x1 = 6 / (1 - eq); } }"},

    /* ---- what commits do ---- */

    /* a counter: without a lock, with one, gone, read */
    {"0; st_r0 ++; }", "0; pthread_mutex_lock(&m1); st_r0 ++; pthread_mutex_unlock(&m1); }", "0; }",
     "0; st_r0 = st_r0 + 1; assert(st_r0 > 0); }"},
    {"0; pthread_mutex_lock(&m1); st_r0 ++; eq = st_r0; pthread_mutex_unlock(&m1); assert(eq < 3); }",
     "0; st_r0 ++; eq = st_r0; assert(eq < 3); }",
     "0; pthread_mutex_lock(&m1); st_r0 ++; pthread_mutex_unlock(&m1); eq = st_r0; assert(eq < 3); }",
     "0; pthread_mutex_lock(&m1); pthread_mutex_unlock(&m1); st_r0 ++; }"},
    {"0; __atomic_fetch_add(&st_r1, 1, __ATOMIC_RELAXED); }", "0; st_r1 ++; }",
     "0; __atomic_fetch_add(&st_r1, 1, __ATOMIC_SEQ_CST); assert(st_r1 <= 2); }", "st_r1; x2 = eq; }"},
    /* a log line */
    {"0; }", "0; write(2, \"a\", 1); }", "0; write(2, \"bc\", 2); }", "x0; if (eq == 3) { write(2, \"bad\", 3); } }"},
    {"x1; if (eq == 2) { write(2, \"two\", 3); x2 = 1; } }", "x1; if (eq == 2) { x2 = 1; } }",
     "x1; if (eq == 2) { write(2, \"two!\", 4); x2 = 2; } }", "x1; if (eq == 2) { x2 = 1; write(2, \"two\", 3); } }"},
    /* literals */
    {"0; const char *es = \"ab\"; eq = es[0]; x1 = eq - 96; }",
     "0; const char *es = \"bb\"; eq = es[0]; x1 = eq - 96; }", "0; x1 = 1; }",
     "0; const char *es = \"xab\"; eq = es[1]; x1 = eq - 96; }"},
    {"x0 & 3; const char *es = \"0123\"; x2 = es[eq] - 48; }", "x0 & 3; x2 = eq; }",
     "x0 & 3; const char *es = \"0124\"; x2 = es[eq] - 48; }", "x0 & 3; x2 = \"01230\"[eq] - 48; }"},
    /* constants that hold something else: read by name, or where another one leads to */
    {"x0 & 1; static const int et[2] = {1, 2}; eq = et[eq]; assert(eq < 3); }",
     "x0 & 1; static const int et[2] = {1, 3}; eq = et[eq]; assert(eq < 3); }",
     "x0 & 1; static const int et[2] = {2, 1}; eq = et[eq]; assert(eq < 3); }",
     "x0 & 1; static const int et[3] = {1, 2, 3}; eq = et[eq]; assert(eq < 3); }"},
    {"x0 & 1; static const int ek = 2; static const int *const et[2] = {&ek, &ek}; x1 = *et[eq]; assert(x1 != 3); }",
     "x0 & 1; static const int ek = 3; static const int *const et[2] = {&ek, &ek}; x1 = *et[eq]; assert(x1 != 3); }",
     "x0 & 1; static const int ek = 1; static const int *const et[2] = {&ek, &ek}; x1 = *et[eq]; assert(x1 != 3); }",
     "x0 & 1; static const int ek = 2; const int *et[2] = {&ek, &ek}; x1 = *et[eq]; assert(x1 != 3); }"},
    /* error paths that few states or none come to */
    {"x0; if (eq > 90) { x1 = 1; } }", "x0; if (eq > 90) { x1 = 2; abort(); } }", "x0; }",
     "x0; if (eq > 90) { assert(x1 == 5); } }"},
    {"x0; if (eq == 2) { x1 = 0; } }", "x0; if (eq == 2) { assert(x1 == 5); } }", "x0; if (eq == 2) { abort(); } }",
     "x0; if (eq == 92) { assert(x1 == 5); } }"},
    {"0; int *em = malloc(4); if (em == NULL) { x1 = 1; } else { *em = 1; free(em); } }",
     "0; int *em = malloc(4); if (!em) { x1 = 2; assert(x2 == 0); } free(em); }",
     "0; int *em = malloc(4); *em = 1; free(em); }",
     "0; int *em = malloc(8); if (em != NULL) { em[1] = 1; } free(em); }"},
    {"0; if (pthread_mutex_lock(&m1) != 0) { abort(); } x2 = 1; pthread_mutex_unlock(&m1); }",
     "0; pthread_mutex_lock(&m1); x2 = 1; pthread_mutex_unlock(&m1); }",
     "0; if (pthread_mutex_trylock(&m1) != 0) { x1 = 4; } else { x2 = 1; pthread_mutex_unlock(&m1); } }",
     "0; eq = pthread_mutex_lock(&m1); assert(eq == 0); x2 = 1; pthread_mutex_unlock(&m1); }"},
    /* a lock that is widened, narrowed, given up */
    {"0; pthread_mutex_lock(&m1); eq = x2; pthread_mutex_unlock(&m1); pthread_mutex_lock(&m1); x2 = eq + 1; "
     "pthread_mutex_unlock(&m1); }",
     "0; pthread_mutex_lock(&m1); eq = x2; x2 = eq + 1; pthread_mutex_unlock(&m1); }", "0; eq = x2; x2 = eq + 1; }",
     "0; pthread_mutex_lock(&m1); eq = x2; pthread_mutex_unlock(&m1); x2 = eq + 1; }"},
    /* what a lock guards is read twice, or in another order; another lock guards nothing, and what lies between two of
       them neither */
    {"0; pthread_mutex_lock(&m1); eq = st_g0; st_g0 = eq + 1; eq = st_g0 - eq; pthread_mutex_unlock(&m1); "
     "assert(eq == 1); }",
     "0; pthread_mutex_lock(&m1); st_g0 ++; eq = 1; pthread_mutex_unlock(&m1); assert(eq == 1); }",
     "0; pthread_mutex_lock(&m1); eq = st_g0; pthread_mutex_unlock(&m1); pthread_mutex_lock(&m1); st_g0 = eq + 1; "
     "eq = st_g0 - eq; pthread_mutex_unlock(&m1); assert(eq == 1); }",
     "0; pthread_mutex_lock(&m0); eq = st_g0; st_g0 = eq + 1; eq = st_g0 - eq; pthread_mutex_unlock(&m0); "
     "assert(eq == 1); }"},
    {"0; pthread_mutex_lock(&m1); eq = st_g0; assert(eq == st_g0); pthread_mutex_unlock(&m1); }",
     "0; pthread_mutex_lock(&m1); eq = st_g0 - st_g0; assert(eq == 0); pthread_mutex_unlock(&m1); }",
     "0; pthread_mutex_lock(&m1); eq = st_g0; pthread_mutex_unlock(&m1); assert(eq == st_g0); }",
     "0; pthread_mutex_lock(&m0); eq = st_g0; assert(eq == st_g0); pthread_mutex_unlock(&m0); }"},
    {"x0; pthread_mutex_lock(&m1); st_g0 = eq; st_g1 = eq; pthread_mutex_unlock(&m1); }",
     "x0; pthread_mutex_lock(&m1); st_g1 = eq; st_g0 = st_g1; pthread_mutex_unlock(&m1); }",
     "x0; st_g1 = eq; pthread_mutex_lock(&m1); st_g0 = eq; pthread_mutex_unlock(&m1); }",
     "0; pthread_mutex_lock(&m1); eq = st_g1 - st_g0; pthread_mutex_unlock(&m1); assert(eq == 0); }"},
    {"0; pthread_mutex_lock(&m1); eq = st_g0; assert(eq < 2); st_g1 = eq; pthread_mutex_unlock(&m1); }",
     "0; pthread_mutex_lock(&m1); st_g1 = st_g0; assert(st_g0 < 2); pthread_mutex_unlock(&m1); }",
     "0; pthread_mutex_lock(&m1); eq = st_g0; st_g1 = eq; pthread_mutex_unlock(&m1); assert(st_g0 < 2); }",
     "0; int *ep = x0 ? &st_g0 : &st_g1; pthread_mutex_lock(&m1); *ep = 1; pthread_mutex_unlock(&m1); }"},
    /* a pointer that leads to what others see, or to what they do not */
    {"x0; int ek = 0, *ep = eq ? &x1 : &ek; eq = ek; *ep = 1; assert(eq == 0); eq = ek; }",
     "x0; int ek = 0, *ep = eq ? &x1 : &ek; *ep = 1; eq = ek; assert(eq == 0); eq = ek; }",
     "x0; int ek = 0, *ep = eq ? &x1 : &ek; eq = ek; *ep = 1; assert(eq < 1); eq = *ep; }",
     "x0; int ek = 0, *ep = eq ? &x1 : &ek; ek = 1; *ep = 0; eq = ek; assert(eq < 2); eq = ek; }"},
    /* loops that wait */
    {"0; while (x2 == 1) { } x1 = eq; }", "0; while (x2 == 2) { } x1 = eq; }", "0; do { eq = x2; } while (eq == 1); }",
     "0; if (x2 == 1) { x1 = 2; } }"},
    {"0; for (; x2 == 3;) { } assert(x2 != 3); }", "0; while (x2 == 3) { sched_yield(); } eq = x2; assert(eq != 3); }",
     "0; do { eq = x2; } while (eq == 3); assert(eq != 3); }", "0; eq = x2; assert(eq != 3); }"},
    /* a value that only the old form uses behind an operation that both have */
    {"x0; int er = eq * 2; x2 = 3; x1 = er; }", "x0; int er = eq * 3; x2 = 3; x1 = eq * 3; }",
     "x0; int er = eq * 2; x2 = 3; x1 = eq * 2; }", "x0; int er = eq * 3; x2 = 3; x1 = er; }"},
    {"x0; eq = eq * 2; x2 = 1; eq = eq + x2; x1 = eq; }", "x0; int er = eq * 2 + 1; x2 = 1; eq = x2; x1 = er; }",
     "x0; int er = eq + 1; x2 = 1; eq = x2; x1 = er + eq; }", "x0; eq = eq << 1; x2 = 1; eq = x2 + eq; x1 = eq; }"},
};
const uint32_t edits_nblocks = sizeof edits_blocks / sizeof *edits_blocks;
