// The strings of argv belong to the program and may be changed; past the end of the vector is out of bounds.
// VERDICT: unsafe
int main(int argc, char **argv) {
  argv[0][0] = 'X';
  argv[argc] = argv[0];
  return argv[100] != 0; // FAIL-HERE: memory
}
