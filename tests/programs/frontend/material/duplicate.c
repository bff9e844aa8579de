int scale(int x) { return x; }
int shared = 4;
