/* What heddle costs before it explores anything. */
int main(void) { return 0; }
