/* Two threads write one variable without an order; when both are joined, answers decide about a sum in many ways, and the change is in what is
   made of the sum. LATER: by a thread that is created then, or by the first one. BESIDE: by a thread that is there while the answers are looked
   at, or by nobody. */
#include <heddle.h>
#include <pthread.h>
#ifndef LIMIT
#define LIMIT 20
#endif
#ifndef ANSWERS
#define ANSWERS 10
#endif
static int last, score, sum;
static void *vote(void *number) {
  last = *(int *)number;
  return NULL;
}
static void judge(void) {
  if (sum > LIMIT) score = 2;
  else score = 1;
}
static void *later(void *unused) {
  judge();
  return unused;
}
#if BESIDE
static void *beside(void *unused) {
  unsigned char wanted;
  heddle_symbolic(&wanted, sizeof wanted, "wanted");
  if (wanted == BESIDE - 1) judge();
  return unused;
}
#endif
int main(void) {
  static int numbers[2] = {1, 2};
  unsigned char answer[ANSWERS];
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, vote, &numbers[i]);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  heddle_symbolic(answer, sizeof answer, "answer");
#if BESIDE
  sum = 6;
  pthread_create(&threads[0], NULL, beside, NULL);
#endif
  for (int i = 0; i < ANSWERS; i++)
    if (answer[i] > 100 - i) sum += i;
#if LATER
  unsigned char alone;
  heddle_symbolic(&alone, sizeof alone, "alone");
  if (alone == ALONE) {
    judge();
  } else {
    pthread_create(&threads[0], NULL, later, NULL);
    pthread_join(threads[0], NULL);
  }
#elif BESIDE
  pthread_join(threads[0], NULL);
#else
  judge();
#endif
  (void)later;
  return score + last;
}
