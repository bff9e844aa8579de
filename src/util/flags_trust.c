/* Which compiler flags are not taken from files. See flags_trust.h. */
#include "util/flags_trust.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "util/error.h"

/* How a flag is written: alone, with what follows in the same word ("-fplugin=x"), with the next word ("-Xclang x"), or
   with either of the two. */
enum form { ALONE, JOINED, NEXT, EITHER };

static const struct row {
  const char *flag;
  enum form form;
} untrusted[] = {
    /* code in the compiler, or other programs in its place */
    {"-fplugin", JOINED},
    {"-fpass-plugin", JOINED},
    {"-load", EITHER},
    {"-plugin", EITHER},
    {"-add-plugin", EITHER},
    {"-plugin-arg", JOINED},
    {"-Xclang", EITHER},
    {"-mllvm", EITHER},
    {"-cc1", JOINED},
    {"-ccc-", JOINED},
    {"-B", EITHER},
    {"--prefix", EITHER},
    {"-specs", EITHER},
    {"--specs", EITHER},
    {"-wrapper", NEXT},
    {"-fuse-ld", JOINED},
    {"--ld-path", JOINED},
    {"-Xarch_", NEXT},
    {"-Xanalyzer", NEXT},
    {"-Xassembler", NEXT},
    {"-Xopenmp-target", NEXT},
    {"-Xpreprocessor", NEXT},
    {"-Wa,", JOINED},
    {"--driver-mode", JOINED},
    {"-fno-integrated-as", ALONE},
    {"-no-integrated-as", ALONE},
    /* further flags */
    {"@", JOINED},
    {"--config", EITHER},
    /* files that say what a file depends on */
    {"-M", ALONE},
    {"-MM", ALONE},
    {"-MMD", JOINED},
    {"-MD", JOINED},
    {"-MF", EITHER},
    {"-MT", EITHER},
    {"-MQ", EITHER},
    {"-MJ", EITHER},
    {"-MP", ALONE},
    {"-MG", ALONE},
    {"-MV", ALONE},
    {"-dependency-file", EITHER},
    {"-dependency-dot", EITHER},
    {"--write-dependencies", ALONE},
    {"--write-user-dependencies", ALONE},
    {"-gen-cdb-fragment-path", EITHER},
    {"-index-store-path", EITHER},
    /* files beside the result */
    {"-save-temps", JOINED},
    {"--save-temps", JOINED},
    {"-save-stats", JOINED},
    {"--save-stats", JOINED},
    {"-ftime-trace", JOINED},
    {"-ftime-report", JOINED},
    {"-gsplit-dwarf", JOINED},
    {"-fstack-usage", ALONE},
    {"-serialize-diagnostics", EITHER},
    {"--serialize-diagnostics", EITHER},
    {"-fcrash-diagnostics", JOINED},
    {"-gen-reproducer", JOINED},
    {"-fsave-optimization-record", JOINED},
    {"-foptimization-record", JOINED},
    {"-fproc-stat-report", JOINED},
    {"-fdiagnostics-add-output", JOINED},
    {"-fdump-", JOINED},
    {"-dumpdir", EITHER},
    {"-dumpbase", EITHER},
    {"-dumpbase-ext", EITHER},
    {"-aux-info", EITHER},
    {"-fcallgraph-info", JOINED},
    {"-fmodules", JOINED},
    {"-fmodule-output", JOINED},
    {"-fimplicit-modules", ALONE},
    {"-fmodules-cache-path", JOINED},
    {"-emit-", JOINED},
    {"-rewrite-", JOINED},
    {"--analyzer-output", EITHER},
    {"-o", EITHER},
    {"--output", EITHER},
    /* coverage and profiles: other code, and files */
    {"--coverage", JOINED},
    {"-coverage", JOINED},
    {"-ftest-coverage", ALONE},
    {"-fprofile-", JOINED},
    {"-fcs-profile-", JOINED},
    {"-fcoverage-", JOINED},
    {"-fauto-profile", JOINED},
    {"-fmemory-profile", JOINED},
    {"-fcreate-profile", ALONE},
};

/* "-Wp,-MD,file" is "-MD file"; macros and directories are harmless. */
static bool is_for_preprocessor(const char *word) {
  if (strncmp(word, "-Wp,", 4)) return false;
  for (const char *at = word + 3; at; at = strchr(at + 1, ','))
    if (strncmp(at, ",-D", 3) && strncmp(at, ",-U", 3) && strncmp(at, ",-I", 3)) return true;
  return false;
}

static uint32_t length_of(const struct row *row, const char *word, uint32_t count) {
  size_t n = strlen(row->flag);
  if (strncmp(word, row->flag, n)) return 0;
  bool whole = word[n] == '\0';
  switch (row->form) {
  case ALONE: return whole;
  case JOINED: return 1;
  case NEXT: return count > 1 ? 2 : 1;
  case EITHER: break;
  }
  return whole && count > 1 ? 2 : 1;
}

/* Flags that begin like one of the table but are another one. */
static bool is_other(const char *word) {
  return !strncmp(word, "-objc", 5) || !strcmp(word, "-dumpmachine") || !strcmp(word, "-dumpversion");
}

/* How many words from here on make up such a flag; 0: this is none. */
static uint32_t untrusted_length(const char *const *words, uint32_t count) {
  if (is_for_preprocessor(words[0])) return 1;
  if (is_other(words[0])) return 0;
  for (size_t i = 0; i < sizeof untrusted / sizeof *untrusted; i++) {
    uint32_t length = length_of(&untrusted[i], words[0], count);
    if (length) return length;
  }
  return 0;
}

/* Flags whose next word is theirs, whatever it looks like. */
static bool takes_next(const char *word) {
  static const char *const names[] = {
      "-I", "-D",      "-U",    "-include", "-isystem", "-iquote", "-idirafter", "-imacros", "-isysroot", "--sysroot",
      "-x", "-target", "-arch", "-Xlinker", "-L",       "-l",      "-T",         "-u",       "-z"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strcmp(word, names[i])) return true;
  return false;
}

static void note(struct flags_dropped *dropped, const char *const *words, uint32_t count) {
  char flag[200];
  snprintf(flag, sizeof flag, " %s%s%s", words[0], count > 1 ? " " : "", count > 1 ? words[1] : "");
  const char *there = strstr(dropped->text, flag);
  size_t n = strlen(flag);
  if ((there && (there[n] == ' ' || there[n] == '\0')) || dropped->used + n >= sizeof dropped->text) return;
  memcpy(dropped->text + dropped->used, flag, n + 1);
  dropped->used += n;
}

uint32_t flags_keep_trusted(const char **words, uint32_t count, struct flags_dropped *dropped) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < count;) {
    uint32_t length = untrusted_length(words + i, count - i);
    uint32_t taken = length ? length : takes_next(words[i]) && i + 1 < count ? 2 : 1;
    if (length) note(dropped, words + i, length);
    else
      for (uint32_t k = 0; k < taken; k++) words[kept++] = words[i + k];
    i += taken;
  }
  return kept;
}

void flags_warn(const struct flags_dropped *dropped, const char *source) {
  if (!dropped->used) return;
  warn_say(
      "%s: flags that load code into the compiler or write files are left out:%s (--allow-compiler-plugins keeps them)",
      source, dropped->text);
}
