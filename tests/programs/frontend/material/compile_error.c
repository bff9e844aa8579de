int main(void) {
  int x = ;
  return undeclared_name;
}
