/* Channels: threads hand values to each other through a buffer of fixed size. */
#include "channel.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_WATCHERS = 4 };

/* A thread that waits for any of several channels. It stays on its own stack until it is taken off every list. */
struct watcher {
  pthread_mutex_t lock;
  pthread_cond_t woken;
  int ready;
};

struct buffer {
  int *value;
  unsigned room;
  unsigned first;
  unsigned length;
};

struct channel {
  pthread_mutex_t lock;
  pthread_cond_t can_send;
  pthread_cond_t can_receive;
  struct buffer buffer;
  int closed;
  int senders;   /* that wait */
  int receivers; /* that wait */
  struct watcher *watcher[MAX_WATCHERS];
  int watchers;
};

/* ---- the buffer */

static int buffer_open(struct buffer *b, unsigned room) {
  b->value = malloc(room * sizeof *b->value);
  b->room = room;
  b->first = 0;
  b->length = 0;
  return b->value != NULL;
}

static void buffer_put(struct buffer *b, int value) {
  unsigned i = b->first + b->length;
  if (i >= b->room) i -= b->room;
  b->value[i] = value;
  b->length++;
}

static int buffer_get(struct buffer *b) {
  int v = b->value[b->first];
  b->first++;
  if (b->first == b->room) b->first = 0;
  b->length--;
  return v;
}

/* ---- watchers */

static void watcher_open(struct watcher *watcher) {
  pthread_mutex_init(&watcher->lock, NULL);
  pthread_cond_init(&watcher->woken, NULL);
  watcher->ready = 0;
}

static void watcher_wake(struct watcher *watcher) {
  pthread_mutex_lock(&watcher->lock);
  watcher->ready = 1;
  pthread_cond_signal(&watcher->woken);
  pthread_mutex_unlock(&watcher->lock);
}

static void watcher_wait(struct watcher *watcher) {
  pthread_mutex_lock(&watcher->lock);
  while (!watcher->ready) pthread_cond_wait(&watcher->woken, &watcher->lock);
  watcher->ready = 0;
  pthread_mutex_unlock(&watcher->lock);
}

static void watcher_close(struct watcher *watcher) {
  pthread_cond_destroy(&watcher->woken);
  pthread_mutex_destroy(&watcher->lock);
}

/* The channel's lock is held. */
static void wake_watchers(struct channel *channel) {
  for (int i = 0; i < channel->watchers; i++) watcher_wake(channel->watcher[i]);
}

static int watch(struct channel *channel, struct watcher *watcher) {
  pthread_mutex_lock(&channel->lock);
  int fits = channel->watchers < MAX_WATCHERS;
  if (fits) channel->watcher[channel->watchers++] = watcher;
  pthread_mutex_unlock(&channel->lock);
  return fits;
}

static void unwatch(struct channel *channel, struct watcher *watcher) {
  pthread_mutex_lock(&channel->lock);
  for (int i = 0; i < channel->watchers; i++) {
    if (channel->watcher[i] == watcher) {
      channel->watchers--;
      channel->watcher[i] = channel->watcher[channel->watchers];
      break;
    }
  }
  pthread_mutex_unlock(&channel->lock);
}

/* ---- channels */

struct channel *channel_open(unsigned room) {
  struct channel *channel;
  if (room == 0) return NULL;
  channel = malloc(sizeof *channel);
  if (channel == NULL) return NULL;
  memset(channel, 0, sizeof *channel);
  if (!buffer_open(&channel->buffer, room)) {
    free(channel);
    return NULL;
  }
  pthread_mutex_init(&channel->lock, NULL);
  pthread_cond_init(&channel->can_send, NULL);
  pthread_cond_init(&channel->can_receive, NULL);
  return channel;
}

int channel_send(struct channel *channel, int value) {
  int answer = CHANNEL_OK;
  pthread_mutex_lock(&channel->lock);
  while (!channel->closed && channel->buffer.length == channel->buffer.room) {
    channel->senders++;
    pthread_cond_wait(&channel->can_send, &channel->lock);
    channel->senders--;
  }
  if (channel->closed) {
    answer = CHANNEL_CLOSED;
  } else {
    buffer_put(&channel->buffer, value);
    if (channel->receivers > 0) pthread_cond_signal(&channel->can_receive);
    wake_watchers(channel);
  }
  pthread_mutex_unlock(&channel->lock);
  return answer;
}

int channel_receive(struct channel *channel, int *value) {
  int answer = CHANNEL_OK;
  pthread_mutex_lock(&channel->lock);
  while (!channel->closed && channel->buffer.length == 0) {
    channel->receivers++;
    pthread_cond_wait(&channel->can_receive, &channel->lock);
    channel->receivers--;
  }
  if (channel->buffer.length == 0) {
    answer = CHANNEL_CLOSED;
  } else {
    *value = buffer_get(&channel->buffer);
    if (channel->senders > 0) pthread_cond_signal(&channel->can_send);
  }
  pthread_mutex_unlock(&channel->lock);
  return answer;
}

int channel_try_send(struct channel *channel, int value) {
  int answer = CHANNEL_OK;
  pthread_mutex_lock(&channel->lock);
  if (channel->closed) {
    answer = CHANNEL_CLOSED;
  } else if (channel->buffer.length == channel->buffer.room) {
    answer = CHANNEL_WOULD_WAIT;
  } else {
    buffer_put(&channel->buffer, value);
    if (channel->receivers > 0) pthread_cond_signal(&channel->can_receive);
    wake_watchers(channel);
  }
  pthread_mutex_unlock(&channel->lock);
  return answer;
}

int channel_try_receive(struct channel *channel, int *value) {
  int answer = CHANNEL_OK;
  pthread_mutex_lock(&channel->lock);
  if (channel->buffer.length > 0) {
    *value = buffer_get(&channel->buffer);
    if (channel->senders > 0) pthread_cond_signal(&channel->can_send);
  } else if (channel->closed) {
    answer = CHANNEL_CLOSED;
  } else {
    answer = CHANNEL_WOULD_WAIT;
  }
  pthread_mutex_unlock(&channel->lock);
  return answer;
}

/* Tries each channel once. CHANNEL_CLOSED if all of them are. */
static int try_each(struct channel **channel, int count, int *which, int *value) {
  int open = 0;
  for (int i = 0; i < count; i++) {
    int answer = channel_try_receive(channel[i], value);
    if (answer == CHANNEL_OK) {
      *which = i;
      return CHANNEL_OK;
    }
    if (answer == CHANNEL_WOULD_WAIT) open = 1;
  }
  return open ? CHANNEL_WOULD_WAIT : CHANNEL_CLOSED;
}

int channel_select(struct channel **channel, int count, int *which, int *value) {
  struct watcher watcher;
  int answer;
  if (count <= 0) return CHANNEL_NOTHING;
  answer = try_each(channel, count, which, value);
  if (answer != CHANNEL_WOULD_WAIT) return answer;
  watcher_open(&watcher);
  for (int i = 0; i < count; i++) watch(channel[i], &watcher);
  for (;;) {
    answer = try_each(channel, count, which, value);
    if (answer != CHANNEL_WOULD_WAIT) break;
    watcher_wait(&watcher);
  }
  for (int i = 0; i < count; i++) unwatch(channel[i], &watcher);
  watcher_close(&watcher);
  return answer;
}

void channel_close(struct channel *channel) {
  pthread_mutex_lock(&channel->lock);
  channel->closed = 1;
  pthread_cond_broadcast(&channel->can_send);
  pthread_cond_broadcast(&channel->can_receive);
  wake_watchers(channel);
  pthread_mutex_unlock(&channel->lock);
}

unsigned channel_length(struct channel *channel) {
  pthread_mutex_lock(&channel->lock);
  unsigned length = channel->buffer.length;
  pthread_mutex_unlock(&channel->lock);
  return length;
}

void channel_free(struct channel *channel) {
  if (channel == NULL) return;
  assert(channel->watchers == 0);
  pthread_cond_destroy(&channel->can_send);
  pthread_cond_destroy(&channel->can_receive);
  pthread_mutex_destroy(&channel->lock);
  free(channel->buffer.value);
  free(channel);
}
