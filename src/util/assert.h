/* Rules that the code states about itself. One that does not hold is a bug of heddle: it says so and aborts.

   ASSERT(condition)  is checked in every build. It stands where it costs nothing beside what surrounds it: at the entry
                      of a phase, once per node, path or file.
   VERIFY(condition)  is checked in verifying builds only (make DEBUG=1, make VERIFY=1: -DHEDDLE_VERIFY): in hot paths,
                      and where the condition walks a whole data structure. Elsewhere it is compiled, but never
   executed. VERIFYING          is 1 there and 0 elsewhere, for what a verifier must remember until it compares.

   A verifier is a function `const char *MODULE_verify(...)`: NULL, or the rule that is broken. It is there in every
   build, so that a unit test can show that it notices a planted defect; VERIFY_NONE calls it in verifying builds. */
#ifndef HEDDLE_UTIL_ASSERT_H
#define HEDDLE_UTIL_ASSERT_H

#ifdef HEDDLE_VERIFY
#define VERIFYING 1
#else
#define VERIFYING 0
#endif

_Noreturn void assert_failed(const char *file, int line, const char *rule);
void assert_none(const char *file, int line, const char *broken); /* fails unless it is NULL */

#define ASSERT(condition) (__builtin_expect(!(condition), 0) ? assert_failed(__FILE__, __LINE__, #condition) : (void)0)
#define VERIFY(condition) (VERIFYING && !(condition) ? assert_failed(__FILE__, __LINE__, #condition) : (void)0)
#define VERIFY_NONE(broken) (VERIFYING ? assert_none(__FILE__, __LINE__, (broken)) : (void)0)
#endif
