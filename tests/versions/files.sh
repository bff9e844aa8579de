# Files where they are.
mkdir "$work/files"
cd "$work/files" || exit 2
echo 'int main(void) { return 1; }' >a.c
echo 'int main(void) { return 2; } /* two */' >a2.c
echo 'int g(void); int main(void) { return g(); }' >b.c
echo 'int g(void) { return 5; }' >c.c
echo 'int g(void) { return 6; } /* six */' >c2.c
cp c2.c 'with,comma.c'
clang-19 -c -emit-llvm -g -O0 a.c -o a.bc && clang-19 -c -emit-llvm -g -O0 a2.c -o a2.bc

try "two files" 0 "$show" a.c a2.c
old 'OLD a.c'; new 'NEW a2.c'
old 'main a.c:1 |int main(void) { return 1; }'
new 'main a2.c:1 |int main(void) { return 2; } /* two */'
new "directory $work/files"; new 'input a2.c'; not 'revision'; prints 'program a2 '

try "two sets of files" 0 "$show" b.c,c.c b.c,c2.c -- -DX=1
old 'g c.c:1 |int g(void) { return 5; }'; new 'g c2.c:1 |int g(void) { return 6; } /* six */'
both 'input b.c'; old 'input c.c'; new 'input c2.c'; both 'cflag -DX=1'

try "a name with a comma" 0 "$show" b.c,c.c with,comma.c --entry=g
new 'input with,comma.c'; prints 'entry g'

try "two bitcode files" 0 "$show" a.bc a2.bc
new 'main a2.c:1 |int main(void) { return 2; } /* two */'

try "flags of both kinds, in order" 0 "$show" '--cflags=-DA -DB="1 2"' a.c a2.c -- -DC
both 'cflag -DA'; both 'cflag -DB=1 2'; both 'cflag -DC'
