// --list-library prints what is modelled.
// RUN: heddle --list-library
// EXIT: 0
// STDOUT: strlen
// STDOUT: memmove
// STDOUT: isalpha
// STDOUT: qsort
// STDOUT: snprintf
// STDOUT: realloc
// STDOUT: strtol
int main(void) { return 0; }
