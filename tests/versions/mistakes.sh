# Mistakes: exit code 2 and one message that says what is wrong, where, and in which version.
cd "$repo" || exit 2
broken() { # broken NAME MESSAGE WORDS...: the compiler or linker says what is wrong, the last line which version it is
  local name=$1 message=$2
  shift 2
  try "$name" 2 "$show" "$@"
  if tail -n 1 "$work/err" | grep -qF "heddle: error: $message"; then pass; else flunk "$name" "the last line is not '$message'"; fi
}
mistake() { # mistake NAME MESSAGE WORDS...
  local name=$1 message=$2
  shift 2
  try "$name" 2 "$show" "$@"
  says "$message"
  one_message
}
mistake "nothing" "missing OLD and NEW"
mistake "three" "there is also 'c.c'; several files are given with commas" a.c b.c c.c
mistake "only OLD, a file" "missing NEW: only src/queue.c is given, and it is no revision" src/queue.c
mistake "unknown revision" "OLD: 'v77' is neither a file nor a revision of this repository" v77 HEAD -- src/queue.c
mistake "unknown revision as NEW" "NEW: 'v77' is neither a file nor a revision of this repository" HEAD v77 -- src/queue.c
mistake "unknown revision of a file" "OLD: 'v77:src/queue.c' is neither" v77:src/queue.c HEAD:src/queue.c
mistake "no such file" "OLD: cannot read nix.c: No such file" nix.c src/queue.c
mistake "one of several files" "NEW: cannot read nix: No such file" src/queue.c src/queue.c,nix
mistake "no files" "which files of HEAD~1" HEAD~1 HEAD
mistake "a revision and a file" "say which files of the revision: HEAD:FILE" HEAD src/queue.c
mistake "a file and a revision" "say which files of the revision: HEAD:FILE" src/queue.c HEAD
mistake "flags instead of files" "-Iinclude: files of the revisions follow --, compiler flags follow a second --" HEAD~1 HEAD -- -Iinclude
mistake "a file that OLD does not have" "OLD: src/extra.c is not in HEAD~1 (" HEAD~1 HEAD -- src/extra.c
mistake "a file that nobody has" "OLD: nix.c is not in HEAD~1 (" HEAD~1 HEAD -- nix.c
mistake "a file of one revision that is not there" "NEW: nix.c is not in HEAD (" --entry=extra HEAD:src/extra.c HEAD:nix.c
mistake "a tree is no revision" "is neither a file nor a revision" "HEAD^{tree}" HEAD -- src/queue.c
broken "OLD does not compile" "OLD cannot be loaded: HEAD~1 (" HEAD~1 HEAD -- src/queue.c
says "src/queue.c:1:10: fatal error: 'limit.h' file not found"
broken "no main" "OLD cannot be loaded: HEAD (" HEAD HEAD -- src/extra.c
says "no function 'main' in src/extra.c"
cp src/queue.c "$work/queue.keep"
echo 'int main(void) { return nix; }' >src/queue.c
broken "NEW does not compile" "NEW cannot be loaded: the work tree" HEAD -- src/queue.c test/main.c -- -Iinclude
says "src/queue.c:1:25: error: use of undeclared identifier 'nix'"
cp "$work/queue.keep" src/queue.c
cd "$work/files" || exit 2
broken "a broken file of two" "NEW cannot be loaded: c.c" a.c c.c
mistake "not in a repository" "OLD: 'HEAD' is no file, and no revision either: not a git repository" HEAD a.c
mkdir -p "$work/bin" && ln -sf "$(command -v clang-19)" "$work/bin/clang-19"
try "no git" 2 env PATH="$work/bin" "$show" HEAD a.c
says "OLD: 'HEAD' is no file, and no revision either: git is not installed"
try "no git is needed for files" 0 env PATH="$work/bin" "$show" a.c a2.c
cd "$repo" || exit 2
try "no temporary directory" 2 env TMPDIR="$work/nowhere" "$show" HEAD~1 HEAD -- src/queue.c
says "cannot create a temporary directory $work/nowhere/heddle-"

# Git LFS: the file is a pointer.
git init -q "$work/lfs" && cd "$work/lfs" || exit 2
printf 'version https://git-lfs.github.com/spec/v1\noid sha256:%064d\nsize 12\n' 0 >main.c
git add -A && git commit -qm one
mistake "a pointer of Git LFS" "OLD: main.c of HEAD (" HEAD HEAD -- main.c
says "is kept by Git LFS"
cd "$repo" || exit 2
unchanged "after all mistakes" "$repo"
