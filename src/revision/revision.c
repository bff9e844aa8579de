/* The repository, its revisions, and their export. See revision.h.

   Export is `git read-tree` into an index of our own and `git checkout-index` of it, not `git archive`, which
   leaves out what the attribute export-ignore names (tests, often). Submodules are exported from their own
   repositories at the commit that the revision names. */
#define _GNU_SOURCE
#include "revision/revision.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "revision/git.h"
#include "util/error.h"
#include "util/path.h"

#define WORDS(...) ((const char *const[]){__VA_ARGS__, NULL})

static bool fail(struct revision_repository *r, struct git_answer *answer) {
  git_complaint(answer, r->why, sizeof r->why);
  git_free(answer);
  return false;
}

/* git answers with the two paths, a line each. */
bool revision_open(struct revision_repository *r, const char *directory) {
  *r = (struct revision_repository){.leash = -1};
  struct git_answer answer;
  struct git_place place = {.directory = directory};
  if (!git_run(&answer, &place, WORDS("rev-parse", "--show-toplevel", "--show-prefix"))) return fail(r, &answer);
  char *rest = answer.out;
  r->root = mem_strdup(strsep(&rest, "\n"));
  r->prefix = mem_strdup(rest ? strsep(&rest, "\n") : "");
  git_free(&answer);
  return true;
}

bool revision_find(struct revision_repository *r, const char *name, char commit[REVISION_HASH]) {
  struct git_answer answer;
  struct git_place place = {.directory = r->root};
  char *whole = mem_alloc(strlen(name) + sizeof "^{commit}");
  strcat(strcpy(whole, name), "^{commit}");
  bool good = git_run(&answer, &place, WORDS("rev-parse", "--verify", "--end-of-options", whole));
  free(whole);
  if (!good) return fail(r, &answer);
  snprintf(commit, REVISION_HASH, "%.*s", (int)strcspn(answer.out, "\n"), answer.out);
  git_free(&answer);
  return true;
}

bool revision_is_ignored(struct revision_repository *r, const char *path) {
  struct git_answer answer;
  struct git_place place = {.directory = r->root};
  bool ignored = git_run(&answer, &place, WORDS("check-ignore", "-q", "--", path));
  git_free(&answer);
  return ignored;
}

/* ---- the temporary directory ---- */

/* The guard waits until nobody holds the other end of the pipe any more, which the kernel sees to even if this process
   is killed, and removes the directory. It has its own session: what interrupts heddle does not interrupt it. */
static _Noreturn void guard_directory(const char *directory, int pipe_end) {
  char byte;
  setsid();
  int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
  for (int i = 0; i < 3; i++) dup2(nothing, i);
  while (read(pipe_end, &byte, 1) < 0 && errno == EINTR) continue;
  execlp("rm", "rm", "-rf", "--", directory, (char *)NULL);
  _exit(1);
}

static bool start_guard(struct revision_repository *r) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return false;
  r->guard = fork();
  if (r->guard == 0) {
    close(ends[1]);
    guard_directory(r->scratch, ends[0]);
  }
  close(ends[0]);
  r->leash = ends[1];
  return r->guard > 0;
}

static bool make_scratch(struct revision_repository *r) {
  if (r->scratch) return true;
  char *pattern = path_temporary("heddle-XXXXXX");
  r->scratch = mkdtemp(pattern) ? realpath(pattern, NULL) : NULL;
  if (!r->scratch) error_say("cannot create a temporary directory %s: %s", pattern, strerror(errno));
  else if (!start_guard(r)) {
    error_say("cannot start a process: %s", strerror(errno));
    rmdir(r->scratch);
    free(r->scratch);
    r->scratch = NULL;
  }
  free(pattern);
  return r->scratch != NULL;
}

char *revision_scratch_file(struct revision_repository *r, const char *name) {
  char number[32];
  if (!make_scratch(r)) return NULL;
  for (unsigned i = 0;; i++) {
    snprintf(number, sizeof number, "%u-", i);
    char *file = mem_alloc(strlen(number) + strlen(name) + 1);
    char *path = path_join(r->scratch, strcat(strcpy(file, number), name));
    free(file);
    if (access(path, F_OK) != 0) return path;
    free(path);
  }
}

void revision_close(struct revision_repository *r) {
  int status;
  if (r->leash >= 0) close(r->leash);
  if (r->guard > 0)
    while (waitpid(r->guard, &status, 0) < 0 && errno == EINTR) continue;
  for (uint32_t i = 0; i < r->trees.count; i++) free(r->trees.data[i].root);
  vec_free(&r->trees);
  free(r->scratch);
  free(r->prefix);
  free(r->root);
  *r = (struct revision_repository){.leash = -1};
}

/* ---- export ---- */

static bool export_commit(struct revision_repository *r, const struct git_place *from, const char *commit,
                          const char *to);

/* One line of `git ls-files --stage -z`: "160000 HASH 0\tPATH" for a submodule. A submodule that is not there is no
   error by itself: perhaps none of its files is needed. */
static void export_submodule(struct revision_repository *r, const char *line, const struct git_place *above,
                             const char *to) {
  char commit[REVISION_HASH];
  const char *path = strchr(line, '\t');
  if (strncmp(line, "160000 ", 7) || !path) return;
  snprintf(commit, sizeof commit, "%.*s", (int)strcspn(line + 7, " "), line + 7);
  char *directory = path_join(above->directory, path + 1), *target = path_join(to, path + 1);
  char *repository = path_join(directory, ".git");
  struct git_place place = {.directory = directory, .foreign = true};
  if (access(repository, F_OK) != 0) warn_say("submodule %s is not checked out: its files are missing", path + 1);
  else if (!export_commit(r, &place, commit, target))
    warn_say("submodule %s has no commit %.10s (%s): its files are missing", path + 1, commit, r->why);
  free(repository);
  free(target);
  free(directory);
}

static void export_submodules(struct revision_repository *r, const struct git_place *from, const char *to) {
  struct git_answer answer;
  char *modules = path_join(to, ".gitmodules");
  bool any = access(modules, F_OK) == 0;
  free(modules);
  if (!any) return;
  if (git_run(&answer, from, WORDS("ls-files", "--stage", "-z")))
    for (const char *line = answer.out; line < answer.out + answer.length; line += strlen(line) + 1)
      export_submodule(r, line, from, to);
  git_free(&answer);
}

/* False: r->why. */
static bool export_commit(struct revision_repository *r, const struct git_place *from, const char *commit,
                          const char *to) {
  struct git_answer answer;
  char *index = revision_scratch_file(r, "index"), *prefix = mem_alloc(strlen(to) + sizeof "--prefix=/");
  struct git_place place = {.directory = from->directory, .index = index, .foreign = from->foreign};
  sprintf(prefix, "--prefix=%s/", to);
  bool good = git_run(&answer, &place, WORDS("read-tree", commit));
  if (good) {
    git_free(&answer);
    good = git_run(&answer, &place, WORDS("checkout-index", "--all", "--force", "--quiet", prefix));
  }
  if (good) {
    git_free(&answer);
    export_submodules(r, &place, to);
  } else fail(r, &answer);
  free(index);
  free(prefix);
  return good;
}

const char *revision_export(struct revision_repository *r, const char *commit) {
  for (uint32_t i = 0; i < r->trees.count; i++)
    if (!strcmp(r->trees.data[i].commit, commit)) return r->trees.data[i].root;
  struct revision_tree tree = {.root = revision_scratch_file(r, commit)};
  if (!tree.root) return NULL;
  snprintf(tree.commit, sizeof tree.commit, "%s", commit);
  struct git_place place = {.directory = r->root};
  if (mkdir(tree.root, 0700) != 0) snprintf(r->why, sizeof r->why, "%s", strerror(errno));
  else if (export_commit(r, &place, commit, tree.root)) {
    vec_push(&r->trees, tree);
    return tree.root;
  }
  error_say("cannot export revision %.10s: %s", commit, r->why);
  free(tree.root);
  return NULL;
}
