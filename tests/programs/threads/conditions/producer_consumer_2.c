// Two items through a buffer for one: both threads wait for each other.
// ARGS: --strategy=dpor --tests=failures -- -DN=2
// VERDICT: safe
// RUNS: blocked=0
// NATIVE: yes
#include "producer_consumer.c"
