int b(int x) { return x + OFFSET; }
