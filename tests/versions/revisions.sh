# Revisions of a repository.
cd "$repo" || exit 2

try "two revisions" 0 "$show" HEAD~1 HEAD -- src/queue.c test/main.c -- -Iinclude
old "OLD HEAD~1 ($(git rev-parse HEAD~1 | cut -c1-10))"
old 'put src/queue.c:3 |int put'; new 'put src/queue.c:4 |int put'
old 'limit include/limit.h:2 |static inline int limit(void) { return 3; }'
new 'limit include/limit.h:2 |static inline int limit(void) { return 9; }'
both 'file test/main.c'; both 'cflag -Iinclude'; both "directory $repo"; both 'input src/queue.c'
old "revision $(git rev-parse HEAD~1)"; new "revision $(git rev-parse HEAD)"
not "$TMPDIR"
unchanged "two revisions" "$repo"

try "the work tree as NEW" 0 "$show" HEAD -- src/queue.c test/main.c -- -Iinclude
old 'return 9'; new 'NEW the work tree'; new 'limit include/limit.h:2 |static inline int limit(void) { return 20; }'
old 'revision '; not "$TMPDIR"
if side NEW NONE | grep -q revision; then flunk "$name" "the work tree has a revision"; else pass; fi

try "files with a revision each" 0 "$show" --cflags=-Iinclude v1:src/queue.c,test/main.c HEAD:src/queue.c,HEAD:test/main.c
old 'OLD v1 ('; old 'return 3'; new 'return 9'; new 'input test/main.c'

try "different files in the versions" 0 "$show" --cflags=-Iinclude v1:src/queue.c,test/main.c HEAD:src/queue.c,test/main.c,src/extra.c
new 'input src/extra.c'

try "a revision's files against those here" 0 "$show" --cflags=-Iinclude v1:src/queue.c,test/main.c src/queue.c,test/main.c
old 'return 3'; new 'return 20'

try "one revision's files against the same ones here" 0 "$show" --cflags=-Iinclude v1:src/queue.c,test/main.c
old 'return 3'; new 'return 20'; new 'NEW the work tree'

try "an absolute include directory in the repository" 0 "$show" HEAD~1 HEAD -- src/queue.c test/main.c -- "-I$repo/include"
old "return 3"; new "return 9"; both "limit.h:2"; not "$TMPDIR"

cd src || exit 2
try "from a directory below" 0 "$show" HEAD~1 HEAD -- queue.c ../test/main.c -- -I../include
old 'put queue.c:3 |int put'; new 'put queue.c:4 |int put'; old 'limit ../include/limit.h:2 |static inline int limit(void) { return 3; }'
both 'prefix src/'; both 'file ../test/main.c'; not "$TMPDIR"
try "REVISION:FILE starts at the root, as in git" 0 "$show" --cflags=-I../include v1:src/queue.c,test/main.c v1:./queue.c,../test/main.c
both 'input queue.c'; both 'input ../test/main.c'; both 'return 3'

mkdir -p "$repo/fresh" && cd "$repo/fresh" || exit 2
try "from a directory that the revisions do not have" 0 "$show" HEAD~1 HEAD -- ../src/queue.c ../test/main.c -- -I../include
old 'limit ../include/limit.h:2 |static inline int limit(void) { return 3; }'
cd "$repo" && rmdir fresh

# A file that is a revision's name, too.
git branch twofold v1
echo 'int main(void) { return 0; }' >twofold
try "refs/heads/NAME where a file has the name" 0 "$show" refs/heads/twofold HEAD -- src/queue.c test/main.c -- -Iinclude
old 'return 3'
rm twofold
git branch -qD twofold

try "the same revision twice" 0 "$show" HEAD HEAD -- src/queue.c test/main.c -- -Iinclude
both 'return 9'

# From a hook, git says where it is by the environment.
GIT_DIR=$repo/.git GIT_INDEX_FILE=$repo/.git/index try "from a hook" 0 "$show" HEAD~1 HEAD -- src/queue.c test/main.c -- -Iinclude
old 'return 3'; new 'return 9'

# A hook of the user's must not run; a linked work tree is as good as any.
mkdir -p "$work/hooks"
printf '#!/bin/sh\necho ran >"%s/hook-ran"\n' "$work" >"$repo/.git/hooks/post-index-change"
cp "$repo/.git/hooks/post-index-change" "$repo/.git/hooks/post-checkout"
chmod +x "$repo/.git/hooks/post-index-change" "$repo/.git/hooks/post-checkout"
try "hooks" 0 "$show" HEAD~1 HEAD -- src/queue.c test/main.c -- -Iinclude
if [ -e "$work/hook-ran" ]; then flunk "$name" "a hook ran"; else pass; fi
rm "$repo/.git/hooks/post-index-change" "$repo/.git/hooks/post-checkout"
branch=$(git branch --show-current)
git worktree add -q "$work/linked" v1
cd "$work/linked" || exit 2
try "a linked work tree" 0 "$show" v1 "$branch" -- src/queue.c test/main.c -- -Iinclude
old 'return 3'; new 'return 9'; both "directory $work/linked"
cd "$repo" && git worktree remove "$work/linked"

# Submodules, each at the commit that the revision names.
git init -q "$work/lib"
(cd "$work/lib" && echo 'static inline int lib(void) { return 31; }' >lib.h && git add -A && git commit -qm one)
git init -q "$work/super"
cd "$work/super" || exit 2
git submodule --quiet add "$work/lib" lib
printf '#include "lib/lib.h"\nint main(void) { return lib(); }\n' >main.c
git add -A && git commit -qm one
(cd lib && echo 'static inline int lib(void) { return 32; }' >lib.h && git add -A && git commit -qm two)
git add -A && git commit -qm two
try "submodules" 0 "$show" HEAD~1 HEAD -- main.c
old 'return 31'; new 'return 32'; not "$TMPDIR"
git clone -q "$work/super" "$work/shallow"
cd "$work/shallow" || exit 2
try "a submodule that is not there" 2 "$show" HEAD~1 HEAD -- main.c
says "submodule lib is not checked out"; says "OLD cannot be loaded: HEAD~1"

# Whatever happens to heddle, the temporary directory goes.
cd "$repo" || exit 2
cat >slow.c <<'C'
#include <heddle.h>
int main(void) { unsigned x; heddle_symbolic(&x, sizeof x, "x"); for (unsigned i = 0; i != x; i++) if (i * x == 77) return 1; return 0; }
C
git add slow.c && git commit -qm slow
for signal in HUP TERM KILL; do # INT is ignored by what a shell starts in the background
  "$heddle" run --timeout=20 --out="$work/slow" HEAD:slow.c >"$work/out" 2>"$work/err" &
  pid=$!
  for _ in $(seq 100); do [ -n "$(ls -A "$TMPDIR")" ] && break; sleep 0.05; done
  sleep 0.3
  if [ -n "$(ls -A "$TMPDIR")" ]; then pass; else flunk "signal $signal" "there was no temporary directory"; fi
  kill -$signal $pid
  wait $pid 2>/dev/null
  for _ in $(seq 100); do [ -z "$(ls -A "$TMPDIR")" ] && break; sleep 0.05; done
  if [ -z "$(ls -A "$TMPDIR")" ]; then pass; else flunk "signal $signal" "left behind: $(ls -A "$TMPDIR")"; rm -rf "${TMPDIR:?}"/*; fi
done
git reset -q --hard HEAD~1
sed -i 's/9/20/' include/limit.h
git status >/dev/null
state "$repo" >"$work/state.repo"

# The command itself.
try "heddle diff of two revisions" 0 "$heddle" diff HEAD~1 HEAD -- src/queue.c test/main.c -- -Iinclude
prints '3 -> 9'; not "$TMPDIR"
try "heddle diff with the work tree" 0 "$heddle" diff --json HEAD -- src/queue.c test/main.c -- -Iinclude
prints '"command": "diff"'; not "$TMPDIR"
try "heddle diff of nothing" 2 "$heddle" diff
says "missing OLD and NEW"; one_message
unchanged "heddle diff" "$repo"

# What is shown is the text of the revision, not that of the work tree.
git clone -q "$repo" "$work/lines" && cd "$work/lines" || exit 2
sed -i 's/put(x) || x != 7/put(x) \&\& x != 7/' test/main.c && git commit -qam worse && sed -i '1i// further down' test/main.c
try "source lines of a check" 1 "$heddle" check --no-store --tests=none HEAD~1 HEAD -- src/queue.c test/main.c -- -Iinclude
prints '7 |   assert(put(x) && x != 7);'; not 'further down'
cd "$repo" || exit 2
