int start(int x) { return x + 1; }
