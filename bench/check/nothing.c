/* The version before the first one: everything is new. bench/check/run makes the store of a version by checking it against this. */
int main(void) { return 0; }
