/* heddle link: collects the bitcode that heddle-cc kept for everything that is in a program, into one file. A bitcode
   file that is not there any more, or that was made anew for another build since, is an error: what is explored is the
   program that was named. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "front/front.h"
#include "job/job.h"
#include "util/bitcode_records.h"
#include "util/file.h"
#include "util/path.h"

struct job {
  struct cli_options options;
  bitcode_records records;
  uint32_t members; /* object files that were read */
  char *out;
};

/* libtool keeps the program apart and puts a shell script in its place. */
static char *behind_script(const char *path, const char *text, size_t length) {
  const char *slash = strrchr(path, '/');
  char *other;
  if (length < 2 || memcmp(text, "#!", 2) != 0) return NULL;
  if (asprintf(&other, "%.*s.libs/%s", slash ? (int)(slash + 1 - path) : 0, path, slash ? slash + 1 : path) < 0)
    return NULL;
  if (access(other, R_OK) == 0) return other;
  free(other);
  return NULL;
}

static bool read_binary(struct job *job, const char *path, bool behind) {
  const char *why;
  size_t length;
  char *text = file_whole(path, &length, &why);
  if (!text) {
    error_say("cannot read %s: %s", path, why);
    return false;
  }
  uint32_t before = job->records.count;
  enum bitcode_file found = bitcode_records_read(text, length, &job->records, &job->members);
  char *other = found == BITCODE_FILE_NO_ELF && !behind ? behind_script(path, text, length) : NULL;
  bool good = found == BITCODE_FILE_GOOD && job->records.count > before;
  free(text);
  if (other) {
    good = read_binary(job, other, true);
    free(other);
  } else if (found == BITCODE_FILE_NO_ELF)
    error_say("cannot use %s: it is neither a program, a library nor an object file", path);
  else if (found == BITCODE_FILE_BROKEN) error_say("cannot use %s: the file is damaged", path);
  else if (!good) error_say("%s has no bitcode: build it with CC=heddle-cc, and without -flto", path);
  return good;
}

/* The bitcode that the record means, not another that has its name now. */
static bool check_record(const struct bitcode_record *record) {
  const char *why;
  size_t length;
  char *text = file_whole(record->path, &length, &why);
  if (!text) {
    error_say("cannot read %s: %s; build again with CC=heddle-cc", record->path, why);
    return false;
  }
  bool same = bitcode_hash(text, length) == record->hash;
  if (!same) error_say("%s was made anew after the program was linked: build the program again", record->path);
  free(text);
  return same;
}

static bool merge(struct job *job) {
  VEC(const char *) files = {0};
  bool good = true;
  for (uint32_t i = 0; good && i < job->records.count; i++) {
    good = check_record(&job->records.data[i]);
    vec_push(&files, job->records.data[i].path);
  }
  good = good && front_merge(files.data, files.count, job->out);
  vec_free(&files);
  return good;
}

static bool run(struct job *job) {
  const struct cli_options *options = &job->options;
  bool good = true;
  if (!options->words.count) {
    error_say("missing BINARY; try: heddle link PROGRAM");
    return false;
  }
  if (asprintf(&job->out, "%s%s", options->out ? options->out : options->words.data[0], options->out ? "" : ".bc") < 0)
    return false;
  for (uint32_t i = 0; good && i < options->words.count; i++) good = read_binary(job, options->words.data[i], false);
  good = good && merge(job);
  if (good && options->level != REPORT_QUIET)
    printf("%s: bitcode of %u file%s\n", job->out, job->records.count, job->records.count == 1 ? "" : "s");
  return good;
}

enum exit_code link_job(struct job_request *request) {
  struct job job = {0};
  bool good = job_read(&job.options, OPTIONS_LINK, request) && run(&job);
  bitcode_records_free(&job.records);
  options_free(&job.options);
  free(job.out);
  return good ? EXIT_SAFE : EXIT_USAGE;
}
