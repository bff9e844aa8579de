/* Linked to a program whose main is called program_main: a second thread exists while it runs, so each of its accesses
   to globals is a step of the schedule and is checked against the native run, instruction by instruction. */
#include <pthread.h>
#undef main

int program_main(int argc, char **argv, char **environment);

static volatile int flag;

static void *other(void *argument) {
  flag = 1;
  return argument;
}

int main(int argc, char **argv, char **environment) {
  pthread_t thread;
  pthread_create(&thread, 0, other, 0);
  int result = program_main(argc, argv, environment);
  flag = 2;
  pthread_join(thread, 0);
  return result;
}
