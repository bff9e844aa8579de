/* 14 answers decide about a sum in 16,384 ways; the change is in what is made of the sum. */
#include <heddle.h>
#ifndef LIMIT
#define LIMIT 20
#endif
#ifndef ANSWERS
#define ANSWERS 14
#endif
static int score;
static int grade(const unsigned char *answer) {
  int sum = 0;
  for (int i = 0; i < ANSWERS; i++)
    if (answer[i] > 100 - i) sum += i;
  return sum;
}
int main(void) {
  unsigned char answer[ANSWERS];
  heddle_symbolic(answer, sizeof answer, "answer");
  int sum = grade(answer);
  if (sum > LIMIT) score = 2;
  else score = 1;
  return score;
}
