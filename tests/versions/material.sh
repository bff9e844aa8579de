# A repository with three versions: LIMIT is 3, 9, and 20 in the work tree. Its header and its sources change separately.
repo=$work/repo
mkdir -p "$repo/src" "$repo/include" "$repo/test"
cd "$repo" || exit 2
git init -q
cat >include/limit.h <<'C'
#define LIMIT 3
static inline int limit(void) { return 3; }
C
cat >src/queue.c <<'C'
#include <limit.h>
#include "private.h"
int put(int x) { return x < limit() && x > PRIVATE; }
C
echo '#define PRIVATE 1' >src/private.h
cat >test/main.c <<'C'
#include <assert.h>
#include <heddle.h>
int put(int x);
int main(void) {
  int x;
  heddle_symbolic(&x, sizeof x, "x");
  assert(put(x) || x != 7);
}
C
printf 'test export-ignore\n' >.gitattributes # `git archive` would leave the tests out
printf '/build/\n' >.gitignore
git add -A
git commit -qm one
git tag v1
sed -i 's/3/9/' include/limit.h
sed -i '1i/* a queue */' src/queue.c
echo 'int extra(void) { return 1; }' >src/extra.c
git add -A
git commit -qm two
sed -i 's/9/20/' include/limit.h
git -C "$repo" status >/dev/null
state "$repo" >"$work/state.repo"
