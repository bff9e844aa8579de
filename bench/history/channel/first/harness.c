/* A producer fills one channel with numbers from an input, another thread says on a second one that it has started,
   main selects between the two until both are closed. */
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stddef.h>

#include "channel.h"

enum { NUMBERS = 2 };

static struct channel *numbers, *news;
static unsigned char start;

static void *produce(void *unused) {
  for (int i = 0; i < NUMBERS; i++) {
    if (start + i == 77) continue;
    int answer = channel_send(numbers, start + i);
    assert(answer == CHANNEL_OK);
  }
  channel_close(numbers);
  return unused;
}

static void *announce(void *unused) {
  if (start > 100) {
    int answer = channel_try_send(news, -start);
    assert(answer == CHANNEL_OK);
  }
  channel_close(news);
  return unused;
}

int main(void) {
  pthread_t producer, announcer;
  int sum = 0, said = 0, expected = 0, which, value, last = -1;
  heddle_symbolic(&start, sizeof start, "start");
  numbers = channel_open(1);
  news = channel_open(1);
  if (numbers == NULL || news == NULL) return 0;
  struct channel *both[2] = {numbers, news};
  pthread_create(&producer, NULL, produce, NULL);
  pthread_create(&announcer, NULL, announce, NULL);
  while (channel_select(both, 2, &which, &value) == CHANNEL_OK) {
    if (which == 0) {
      assert(value > last);
      last = value;
      sum += value;
    } else {
      said = value;
    }
  }
  assert(channel_receive(numbers, &value) == CHANNEL_CLOSED);
  assert(channel_length(numbers) == 0);
  pthread_join(producer, NULL);
  pthread_join(announcer, NULL);
  for (int i = 0; i < NUMBERS; i++) expected += start + i == 77 ? 0 : start + i;
  assert(sum == expected);
  assert(said == (start > 100 ? -start : 0));
  channel_free(numbers);
  channel_free(news);
  return 0;
}
