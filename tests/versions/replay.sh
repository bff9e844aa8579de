# Tests made for a revision are replayed on that revision, wherever one stands and whatever the work tree has become.
cd "$repo" || exit 2
try "a run of a revision" 1 "$heddle" run --out="$work/tests" v1:src/queue.c v1:test/main.c -- -Iinclude
prints 'test/main.c:7:3: assert'; prints '   7 |   assert(put(x) || x != 7);'; not "$TMPDIR"
test=$work/tests/test000002.assert.ktest
[ -e "$test" ] || test=$(echo "$work"/tests/*.assert.ktest)
unchanged "a run of a revision" "$repo"
try "a check of two revisions" 1 "$heddle" check --out="$work/new" HEAD v1 -- src/queue.c test/main.c -- -Iinclude
prints 'test/main.c:7'; not "$TMPDIR"
unchanged "a check of two revisions" "$repo"
echo '/* all gone */' >test/main.c
for found in "$work"/new/*.assert.ktest; do try "the new failure replayed" 1 "$heddle" replay "$found"; done
prints 'the run fails, as recorded'; prints '   7 |   assert(put(x) || x != 7);'
cd / || exit 2
try "its failure replayed from elsewhere" 1 "$heddle" replay "$test"
prints 'the run fails, as recorded'; prints '   7 |   assert(put(x) || x != 7);'; prints 'path    the one recorded'; not "$TMPDIR"
try "natively" 1 "$heddle" replay --native "$test"
prints 'as recorded'; prints "test/main.c:7"; not "$TMPDIR"
cd "$repo/src" || exit 2
try "a run from a directory below" 1 "$heddle" run --out="$work/tests2" v1:src/queue.c v1:test/main.c -- -I../include
prints '../test/main.c:7:3: assert'
cd / || exit 2
for test2 in "$work"/tests2/*.assert.ktest; do try "its replay" 1 "$heddle" replay "$test2"; done
prints 'the run fails, as recorded'; prints 'path    the one recorded'
git -C "$repo" checkout -q test/main.c
mv "$repo" "$work/moved"
cd "$work/moved/test" || exit 2
try "in a repository that has moved" 1 "$heddle" replay "$test"
prints 'the run fails, as recorded'
cd / || exit 2
try "and is not found" 2 "$heddle" replay "$test"
says "revision $(git -C "$work/moved" rev-parse v1 | cut -c1-10) of the program cannot be found: not a git repository"
one_message
cd "$work/toml" || exit 2
try "in another repository" 2 "$heddle" replay "$test"
says "is not in the repository $work/toml"
cd "$work/moved" || exit 2
try "files of two revisions" 2 "$heddle" run v1:src/queue.c HEAD:test/main.c
says "PROGRAM must be files, or files of one revision"
try "a revision without files" 2 "$heddle" run v1
try "an unknown revision" 2 "$heddle" run v77:src/queue.c
says "'v77:src/queue.c' is neither a file nor a revision of this repository"
