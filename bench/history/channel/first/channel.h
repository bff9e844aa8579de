/* Channels: threads hand values to each other through a buffer of fixed size. */
#ifndef CHANNEL_H
#define CHANNEL_H

struct channel;

enum channel_answer {
  CHANNEL_OK = 0,
  CHANNEL_CLOSED = -1,
  CHANNEL_WOULD_WAIT = -2,
  CHANNEL_NOTHING = -3, /* no channel to choose from */
};

/* A channel whose buffer holds `room` values. NULL if there is no memory. */
struct channel *channel_open(unsigned room);

/* Waits while the buffer is full. */
int channel_send(struct channel *channel, int value);

/* Waits while the buffer is empty. What was sent before the channel was closed is still received. */
int channel_receive(struct channel *channel, int *value);

/* The same, but never wait. */
int channel_try_send(struct channel *channel, int value);
int channel_try_receive(struct channel *channel, int *value);

/* Receives from whichever channel has something; `which` says which one it was. */
int channel_select(struct channel **channel, int count, int *which, int *value);

/* Ends sending; whoever waits is woken. */
void channel_close(struct channel *channel);

unsigned channel_length(struct channel *channel);

/* Nobody may use the channel any more. */
void channel_free(struct channel *channel);

#endif
