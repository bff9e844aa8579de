# Directories with compile_commands.json.
entry() { # entry DIRECTORY FILE FLAGS: one command of a database
  printf '{"directory": "%s", "file": "%s", "command": "cc %s -c -o x.o %s"}' "$1" "$2" "$3" "$2"
}
mkdir -p "$work/data" && cd "$work/data" || exit 2
for version in 1 2; do
  mkdir -p p$version/src p$version/inc p$version/build
  echo "static inline int number(void) { return $version$version; }" >p$version/inc/number.h
  printf '#include "number.h"\nint f(void) { return number(); }\n' >p$version/src/f.c
  echo 'int f(void); int main(void) { return f(); }' >p$version/src/main.c
  { echo '['; entry "$PWD/p$version/build" ../src/f.c -I../inc; echo ,; entry "$PWD/p$version" "$PWD/p$version/src/main.c" ""; echo ']'; } >p$version/build/compile_commands.json
  { echo '['; entry . src/f.c -Iinc; echo ,; entry "" src/main.c ""; echo ']'; } >p$version/compile_commands.json
done

try "two directories, absolute paths" 0 "$show" p1/build p2/build
old 'return 11'; new 'return 22'; old "p1/src/main.c"; new "p2/src/main.c"
if [ ! -s "$work/err" ]; then pass; else flunk "$name" "it says something"; fi
try "two directories, relative paths" 0 "$show" p1 p2
old 'return 11'; new 'return 22'
try "a database by its own name" 0 "$show" p1/compile_commands.json p2/build/compile_commands.json
old 'return 11'; new 'return 22'; prints 'program build '
cp -r p1 p3
try "a copied database" 0 "$show" p1/build p3/build
says "OLD and NEW both compile"; says "is a compile_commands.json a copy?"
mkdir none
try "a directory without a database" 2 "$show" p1 none
says "none is a directory without compile_commands.json"; says "NEW cannot be loaded: none"

# A revision's program as the work tree's database has it; generated headers are the work tree's.
git init -q "$work/cmake" && cd "$work/cmake" || exit 2
mkdir -p src inc build/gen
printf '/build/\n' >.gitignore
echo 'static inline int number(void) { return 1; }' >inc/number.h
printf '#include "number.h"\n#include "generated.h"\nint main(void) { return number() + GENERATED; }\n' >src/main.c
echo '#define GENERATED 44' >build/gen/generated.h
git add -A && git commit -qm one
sed -i 's/1/2/' inc/number.h
echo 'int second(void) { return 2; }' >src/second.c
git add -A && git commit -qm two
sed -i 's/2/5/' inc/number.h
{ echo '['; entry "$PWD/build" "$PWD/src/main.c" "-I$PWD/inc -Igen"; echo ,; entry "$PWD/build" ../src/second.c -DX; echo ']'; } >build/compile_commands.json
try "revisions with the work tree's database" 0 "$show" HEAD~1 HEAD -- build
old 'return 1'; new 'return 2'; both "main src/main.c:3 |"; not "$TMPDIR"
says "src/second.c is not in revision"
try "a revision and the work tree with a database" 0 "$show" HEAD -- build/compile_commands.json
old 'return 2'; new 'return 5'; both "main src/main.c:3 |"; not "$TMPDIR"
cd src || exit 2
try "a database from a directory below" 0 "$show" HEAD~1 HEAD -- ../build
old 'return 1'; new 'return 2'; not "$TMPDIR"

# A database that is part of the revisions.
cd "$work/cmake" || exit 2
{ echo '['; entry . src/main.c '-Iinc -DGENERATED=7 -include generated.h -Ibuild/gen'; echo ']'; } >compile_commands.json
git add -A && git commit -qm database
try "a database of the revision" 0 "$show" HEAD:compile_commands.json .
both 'return 5'; new 'input .'
