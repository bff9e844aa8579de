static volatile int go = 1;
int main(void) {
  while (go) continue;
  return 0;
}
