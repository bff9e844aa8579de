# heddle.toml.
git init -q "$work/toml" && cd "$work/toml" || exit 2
mkdir -p src inc sub
echo 'static inline int number(void) { return 11; }' >inc/number.h
printf '#include "number.h"\nint start(void) { return number() + OFFSET; }\n' >src/main.c
cat >heddle.toml <<'T'
# how this program is built
[build]
files = ["src/main.c"]   # one
flags = [
  "-Iinc",
  '-DOFFSET=1', # a literal string
]
entry = "start"

[check]
checks = "assert"
timeout = 2.5

[options]
arg = ["first", "second"]
malloc-fails = true
T
git add -A && git commit -qm one
sed -i 's/11/22/' inc/number.h
git commit -qam two
sed -i 's/22/33/' inc/number.h

try "a file says everything" 0 "$show" HEAD~1 HEAD
old 'return 11'; new 'return 22'; prints 'entry start'; both 'input src/main.c'; both 'cflag -Iinc'; both 'cflag -DOFFSET=1'
new 'option --entry=start'
try "against the work tree" 0 "$show" HEAD
old 'return 22'; new 'return 33'
cd sub || exit 2
try "from a directory below" 0 "$show" HEAD~1 HEAD
old 'number ../inc/number.h:1 |static inline int number(void) { return 11; }'; new 'return 22'; both 'input ../src/main.c'
both 'cflag -I../inc'; not "$TMPDIR"
try "two files with the flags of the file" 0 "$show" ../src/main.c ../src/main.c
both 'return 33'
cd .. || exit 2
try "the command line wins" 0 "$show" --entry=number HEAD~1 HEAD -- src/main.c -- -DOFFSET=5 -UX
prints 'entry number'; both 'option --entry=number'; not 'option --entry=start'; both 'cflag -DOFFSET=5'

# The file of NEW counts: the work tree's, or the revision's.
sed -i 's/entry = "start"/entry = "number"/' heddle.toml
try "the revision's own file" 0 "$show" HEAD~1 HEAD
prints 'entry start'
try "the work tree's file" 0 "$show" HEAD
prints 'entry number'
git checkout -q heddle.toml

mv heddle.toml "$work/heddle.toml" && git commit -qam none && mv "$work/heddle.toml" .
try "a revision without a file: the work tree's" 0 "$show" HEAD~1 HEAD
prints 'entry start'
git reset -q HEAD~1

# A database instead of files.
mkdir -p build && printf '/build/\n' >.gitignore && git add -A && git commit -qm ignore
{ echo '['; entry "$PWD" src/main.c '-Iinc -DOFFSET=3'; echo ']'; } >build/compile_commands.json
printf '[build]\ncompile_commands = "build/"\nentry = "start"\n' >heddle.toml
git commit -qam database
try "a database" 0 "$show" HEAD~3 HEAD
old 'return 11'; new 'return 33'; both 'input build/'
cd sub && try "a database, from below" 0 "$show" HEAD~3 HEAD
both 'input ../build/'; old 'return 11'
cd .. || exit 2

wrong() { # wrong MESSAGE TEXT: what is said about a heddle.toml with this text
  printf %b "$2" >heddle.toml
  try "heddle.toml: $1" 2 "$show" HEAD
  says "heddle: error: heddle.toml:$1"
  one_message
}
wrong "1: 'files' stands in no table" 'files = ["a"]\n'
wrong "2: unknown key 'file'; did you mean 'files'?" '[build]\nfile = ["a"]\n'
wrong "1: unknown table 'biuld'; did you mean 'build'?" '[biuld]\n'
wrong "3: unknown option 'tiemout'; did you mean 'timeout'?" '# x\n[options]\ntiemout = 3\n'
wrong "2: unknown key 'zzz'" '[check]\nzzz = 3\n'
wrong "2: 'files' must be a list of texts" '[build]\nfiles = "a.c"\n'
wrong "2: 'files' must be a list of texts" '[build]\nfiles = ["a.c", 3]\n'
wrong "2: 'entry' must be a text" '[build]\nentry = 3\n'
wrong "2: --data-model=16: must be one of 64|32" '[options]\ndata-model = 16\n'
wrong "2: option --entry needs a value" '[options]\nentry = true\n'
wrong "2: 'malloc-fails = false': leave it out" '[options]\nmalloc-fails = false\n'
wrong "3: 'entry' is there twice, before in line 2" '[build]\nentry = "a"\nentry = "b"\n'
wrong "2: [build] is there twice" '[build]\n[build]\n'
wrong "2: a string is not closed" '[build]\nentry = "a\n'
wrong "2: unknown escape in a string" '[build]\nentry = "a\\q"\n'
wrong "4: an array is not closed" '[build]\nfiles = [\n"a",\n'
wrong "2: a comma or ']' is missing in an array" '[build]\nfiles = ["a" "b"]\n'
wrong "2: unexpected 'x' at the end of the line" '[build]\nentry = "a" x\n'
wrong "2: 'main' is no value; a text is written \"main\"" '[build]\nentry = main\n'
wrong "2: a value is missing" '[build]\nentry =\n'
wrong "2: '=' is missing behind 'entry'" '[build]\nentry "main"\n'
wrong "2: keys with dots are not supported" '[build]\na.b = 1\n'
wrong "1: arrays of tables are not supported" '[[build]]\n'
wrong "2: inline tables are not supported" '[build]\na = { b = 1 }\n'
wrong "2: strings over several lines are not supported" '[build]\na = """b"""\n'
wrong "2: a number must be decimal" '[options]\ntimeout = 0x10\n'
wrong "2: a number must be decimal" '[options]\ntimeout = 1979-05-27\n'
wrong "2: a number must be decimal" '[options]\ntimeout = 012\n'
printf '[build]\nfiles = []\n' >heddle.toml
try "no files in the file" 2 "$show" HEAD
says 'which files of HEAD'

# One version: `run`, `replay TEST PROGRAM` and `augment --all` read it too.
git init -q "$work/one" && cd "$work/one" || exit 2
mkdir -p src inc sub
echo '#define LIMIT 3' >inc/limit.h
cat >src/main.c <<'C'
#include <assert.h>
#include <heddle.h>
#include <limit.h>
#include <stdlib.h>
int begin(void) {
  unsigned char x;
  heddle_symbolic(&x, sizeof x, "x");
  assert(x != LIMIT + OFFSET);
  return malloc(1) == NULL;
}
C
cat >heddle.toml <<'T'
[build]
files = ["src/main.c"]
flags = ["-Iinc", "-DOFFSET=4"]
entry = "begin"
[check]
checks = "assert,leak"
timeout = 0.000001
strategy = "impact"
[options]
tests = "failures"
cflags = "-UNOTHING"
T
git add -A && git commit -qm one && git tag one
try "run without PROGRAM" 1 "$heddle" run --out="$work/one-tests"
prints 'src/main.c:8:3: assert'; prints 'leak'; prints '= 7 (0x07)'
found=$(echo "$work"/one-tests/*.assert.ktest)
try "its test says everything" 1 "$heddle" replay "$found"
prints 'the run fails, as recorded'
try "its test on a named program" 1 "$heddle" replay "$found" src/main.c
prints 'the run fails, as recorded'
mkdir "$work/empty-suite"
try "augment --all" 1 "$heddle" augment --all --suite="$work/empty-suite" --out="$work/one-augment"
prints 'src/main.c:8:3: assert'
cd sub || exit 2
try "run from a directory below" 1 "$heddle" run --out="$work/one-below" ../src/main.c
prints '../src/main.c:8:3: assert'; prints '= 7 (0x07)'
try "the command line wins over the file" 0 "$heddle" run --check=assert --out="$work/one-line" ../src/main.c -- -DOFFSET=300
cd .. || exit 2
sed -i 's/OFFSET=4/OFFSET=5/' heddle.toml
try "run of a revision: its own file" 1 "$heddle" run --out="$work/one-rev" one:src/main.c
prints '= 7 (0x07)'
try "run of the work tree: its file" 1 "$heddle" run --out="$work/one-tree" src/main.c
prints '= 8 (0x08)'
sed 's/files = .*/compile_commands = "build"/; /^flags/d' -i heddle.toml
mkdir build && { echo '['; entry "$PWD" src/main.c '-Iinc -DOFFSET=6'; echo ']'; } >build/compile_commands.json
try "run of a database of the file" 1 "$heddle" run --out="$work/one-database"
prints 'src/main.c:8:3: assert'; prints '= 9 (0x09)'
printf '[build]\nfile = ["a"]\n' >heddle.toml
try "run with a wrong file" 2 "$heddle" run src/main.c
says "heddle: error: heddle.toml:2: unknown key 'file'"; one_message
rm heddle.toml
try "run without PROGRAM and file" 2 "$heddle" run
says "missing PROGRAM"; one_message
