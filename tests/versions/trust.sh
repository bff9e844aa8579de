# Input from files that others wrote: databases as tools write them, several programs in one, flags that compiling must not obey, files that
# are no files, text of newer compilers.
mkdir -p "$work/input/src" && cd "$work/input" || exit 2
export HEDDLE_STORE=none
echo 'int f(void) { return 3; }' >src/f.c
printf '#include <assert.h>\nint f(void);\nint main(void) { assert(f() == 3); return 0; }\n' >src/app.c
printf '#include <assert.h>\nint f(void);\nint main(void) { assert(f() == 4); return 0; }\n' >src/tool.c

# bear: "file" and "output" are whole paths, the command is what was typed; here in three spellings, one with all sources at once.
mkdir -p bear
cat >bear/compile_commands.json <<END
[{"arguments": ["/usr/bin/gcc", "-Wall", "-c", "-o", "app.o", "src/app.c"], "directory": "$PWD",
  "file": "$PWD/src/app.c", "output": "$PWD/app.o"},
 {"arguments": ["/usr/bin/gcc", "-c", "-o", "../f.o", "./f.c"], "directory": "$PWD/src", "file": "$PWD/src/f.c", "output": "$PWD/f.o"}]
END
try "bear's database" 0 "$heddle" run --tests=none bear
prints "safe: 1 run"
cat >bear/all.json <<END
[{"arguments": ["/usr/bin/gcc", "-O1", "-o", "all", "src/app.c", "src/../src/f.c"], "directory": "$PWD", "file": "$PWD/src/app.c"},
 {"arguments": ["/usr/bin/gcc", "-O1", "-o", "all", "src/app.c", "src/../src/f.c"], "directory": "$PWD", "file": "$PWD/src/f.c"}]
END
try "bear's database, one command for all" 0 "$heddle" run --tests=none bear/all.json
if command -v bear >/dev/null; then
  printf 'app: src/app.c src/f.c\n\tcc -c -o app.o src/app.c\n\tcd src && cc -c -o ../f.o ./f.c\n' >Makefile
  bear --output made.json -- make -s >/dev/null 2>&1
  try "a database of bear itself" 0 "$heddle" run --tests=none made.json
  rm -f app.o f.o Makefile
fi

# Several programs: as bear writes them, and as CMake does with a library and a file that both share.
mkdir -p two cmake
{ echo '['; entry "$PWD" src/app.c ""; echo ,; entry "$PWD" src/tool.c ""; echo ,; entry "$PWD" src/f.c ""; echo ']'; } >two/compile_commands.json
try "two programs" 2 "$heddle" run --tests=none two
says "'main' is defined more than once, in src/app.c, src/tool.c; choose one with --only=FILE or --target=NAME"
one_message
try "the first of two, by its file" 0 "$heddle" run --tests=none --only=src/app.c two
try "the second of two, by its file" 1 "$heddle" run --tests=none --only=tool.c two
try "the second of two, by its name" 1 "$heddle" run --tests=none --target=tool two
try "none of the two" 2 "$heddle" run --tests=none --only=nix.c two
says "no file with a 'main' is called nix.c; there are src/app.c, src/tool.c"
built() { printf '{"directory": "%s", "file": "%s", "command": "cc %s -o CMakeFiles/%s.dir/x.o -c %s"}' "$PWD" "$PWD/src/$2" "$3" "$1" "$PWD/src/$2"; }
echo 'int shared(void) { return N; }' >src/shared.c
printf '#include <assert.h>\nint f(void), shared(void);\nint main(void) { assert(f() == 3 && shared() == 1); return 0; }\n' >src/one.c
printf '#include <assert.h>\nint f(void), shared(void);\nint main(void) { assert(f() == 3 && shared() == 2); return 0; }\n' >src/other.c
{ echo '['; built first one.c ""; echo ,; built first shared.c -DN=1; echo ,; built second other.c ""; echo ,; built second shared.c -DN=2
  echo ,; built lib f.c ""; echo ']'; } >cmake/compile_commands.json
try "targets of CMake, the first" 0 "$heddle" run --tests=none --target=first cmake
try "targets of CMake, the second" 0 "$heddle" run --tests=none --target=second cmake
try "targets of CMake, by the file" 0 "$heddle" run --tests=none --only=other.c cmake
try "targets of CMake, none" 2 "$heddle" run --tests=none cmake
says "src/one.c (target first)"; says "src/other.c (target second)"

# Flags. The plugin says that it was loaded; whatever else is written into the directory is noticed.
mkdir -p flags && cd flags || exit 2
echo 'int main(void) { return 0; }' >p.c
cat >plugin.c <<'END'
#include <fcntl.h>
#include <unistd.h>
__attribute__((constructor)) static void loaded(void) { close(open("LOADED", O_CREAT | O_WRONLY, 0666)); }
END
cc -shared -fPIC -o plugin.so plugin.c
cp plugin.so sub.so
echo '-MMD' >more.rsp
listing() { find . -type f | grep -v -e compile_commands.json -e heddle.toml | sort; }
before=$(listing)
untouched() {
  if [ "$(listing)" = "$before" ]; then pass; else flunk "$name" "written: $(listing | comm -13 <(echo "$before") - | tr '\n' ' ')"; fi
  listing | comm -13 <(echo "$before") - | xargs -r rm -f
}
json_words() { local word; for word in "$@"; do printf '"%s", ' "$word"; done; }
while read -r line; do
  read -ra words <<<"$line"
  set -- "${words[@]}"
  printf '[{"directory": ".", "file": "p.c", "arguments": ["cc", %s"-c", "p.c"]}]' "$(json_words "$@")" >compile_commands.json
  try "in a database: $line" 0 "$heddle" run --tests=none --quiet .
  says "compile_commands.json: flags that load code into the compiler or write files are left out: $1"; untouched
  printf '[build]\nflags = [%s]\n' "$(json_words "$@" | sed 's/, $//')" >heddle.toml
  try "in heddle.toml: $line" 0 "$heddle" run --tests=none --quiet p.c
  says "heddle.toml: flags that load code into the compiler or write files are left out: $1"; untouched
  rm -f heddle.toml
done <<'END'
-fplugin=./plugin.so
-fpass-plugin=./plugin.so
-Xclang -load -Xclang ./plugin.so
-Xclang -fpass-plugin=./plugin.so
-mllvm -stats
-B .
-B.
-specs=more.rsp
-wrapper ./plugin.so
-fuse-ld=./plugin.so
--config=more.rsp
--config more.rsp
@more.rsp
-MMD
-MD -MF out.d -MT x
-MMD -MFout.d
-MJ out.json
-Wp,-MD,out.d
-Xpreprocessor -MD
-save-temps
-save-temps=obj
--save-temps
-ftime-trace
-ftime-trace=out.json
-gsplit-dwarf
--serialize-diagnostics out.dia
-fcrash-diagnostics-dir=.
-fsave-optimization-record
-foptimization-record-file=out.yaml
-fproc-stat-report=out.csv
-fstack-usage
--coverage
-ftest-coverage -fprofile-arcs
-fprofile-instr-generate=out.profraw
-fmodules -fmodules-cache-path=cache
-save-stats
-dependency-file out.d
END
printf '[build]\nflags = ["-o", "out.o"]\n' >heddle.toml
try "-o in heddle.toml" 0 "$heddle" run --tests=none --quiet p.c
untouched
printf '[options]\ncflags = "-fplugin=./plugin.so -DX"\n' >heddle.toml
try "--cflags in heddle.toml" 0 "$heddle" run --tests=none --quiet p.c
says "left out: -fplugin=./plugin.so"; untouched
printf '[options]\nallow-compiler-plugins = true\n' >heddle.toml
try "a file that allows itself everything" 2 "$heddle" run --tests=none --quiet p.c
says "heddle.toml:2: 'allow-compiler-plugins' is for the command line only"
rm heddle.toml
printf '[{"directory": ".", "file": "p.c", "arguments": ["cc", "-ftime-trace=%s/out.json", "-Wp,-DX=1", "-DY", "-c", "p.c"]}]' "$PWD" >compile_commands.json
try "what the user allows" 0 "$heddle" run --tests=none --quiet --allow-compiler-plugins .
if [ -s out.json ] && [ ! -s "$work/err" ]; then pass; else flunk "$name" "the flag was not used, or there is a warning"; fi
rm -f out.json
printf '[{"directory": ".", "file": "p.c", "arguments": ["cc", "-fplugin=./plugin.so", "-c", "p.c"]}]' >compile_commands.json
"$heddle" run --tests=none --quiet --allow-compiler-plugins . >"$work/out" 2>"$work/err"
if [ -e LOADED ]; then pass; else flunk "a plugin that the user allows" "it was not loaded"; fi
rm -f LOADED
"$heddle" run --quiet --out=tests p.c -- -ftime-trace="$PWD/out.json" >/dev/null 2>&1
rm -f out.json
try "flags that a test recorded" 0 "$heddle" replay tests/test000001.ktest
says "test000001.ktest: flags that load code"
if [ -e out.json ]; then flunk "$name" "the file was written"; else pass; fi

# Files that are no files.
cd "$work/input" || exit 2
mkdir -p fifo suite
mkfifo fifo.c fifo.i fifo.bc fifo.ktest fifo/compile_commands.json fifo/heddle.toml suite/test000001.ktest
for file in fifo.c fifo.i fifo.bc fifo; do
  try "a FIFO: $file" 2 timeout 20 "$heddle" run --tests=none $file
  says "it is a FIFO, not a regular file"; one_message
done
try "a FIFO as a test" 2 timeout 20 "$heddle" replay fifo.ktest src/app.c
says "it is a FIFO, not a regular file"; one_message
try "a FIFO in a suite" 2 timeout 20 "$heddle" check --suite=suite src/f.c src/f.c --entry=f
says "it is a FIFO, not a regular file"
cd fifo || exit 2
try "a FIFO as heddle.toml" 2 timeout 20 "$heddle" run --tests=none ../src/f.c
says "it is a FIFO, not a regular file"; one_message
cd .. || exit 2
ln -s /dev/zero device.c
try "a device" 2 timeout 20 "$heddle" run --tests=none device.c
says "it is a device, not a regular file"; one_message

# What newer gccs write.
cat >newer.i <<'END'
# 1 "newer.c"
extern void free(void *p);
extern void *one(unsigned long n) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__malloc__ (__builtin_free, 1)));
extern void *two(unsigned long n) __attribute__((malloc(free, 1), __malloc__
  (free), warn_unused_result, __nonnull_if_nonzero__ (1, 2)));
extern void *three(unsigned long n) __attribute__ ((__access__ (__read_only__, 1))) __attribute__ ((__alloc_size__ (1)));
int main(void) { return sizeof "__attribute__((malloc(free)))" == 30 ? 0 : (__builtin_trap(), 1); }
END
try "attributes of newer compilers" 0 "$heddle" run --tests=none newer.i
printf 'void my_free(void *); __attribute__((malloc(my_free))) void *my(int);\nint main(void) { __builtin_trap(); }\n' >newer.c
try "places behind them are right" 1 "$heddle" run --tests=none newer.c
prints "newer.c:2:18: abort"
cd "$work" || exit 2
