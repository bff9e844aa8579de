/* Two sequences of keys: which elements are the same, in order.

   Equal beginnings and ends are taken off; a short rest is solved exactly (longest common subsequence); a long one is
   cut at keys that occur exactly once on both sides, those in increasing order only; a long rest without any is walked
   with a short look ahead. So the cost stays close to linear however long a function is. */
#include <stdlib.h>
#include <string.h>

#include "change/inside.h"
#include "util/map.h"
#include "util/mem.h"
#include "util/vec.h"

enum { EXACT = 1 << 18 /* cells of the exact method */, AHEAD = 64 /* of the walk */ };

struct range {
  uint32_t a, aend, b, bend;
};

struct sequence {
  const uint64_t *a, *b;
  uint32_t *to;
  VEC(struct range) todo;
  uint16_t *table; /* of the exact method */
};

static void take_off_ends(struct sequence *q, struct range *r) {
  while (r->a < r->aend && r->b < r->bend && q->a[r->a] == q->b[r->b]) q->to[r->a++] = r->b++;
  while (r->a < r->aend && r->b < r->bend && q->a[r->aend - 1] == q->b[r->bend - 1]) q->to[--r->aend] = --r->bend;
}

/* table[i][j]: length of the longest common subsequence of what follows i and j. */
static void solve_exactly(struct sequence *q, struct range r) {
  uint32_t n = r.aend - r.a, m = r.bend - r.b, row = m + 1;
  if (!q->table) q->table = mem_alloc(2 * (EXACT + 1024) * sizeof *q->table);
  for (uint32_t j = 0; j <= m; j++) q->table[n * row + j] = 0;
  for (uint32_t i = n; i-- > 0;) {
    q->table[i * row + m] = 0;
    for (uint32_t j = m; j-- > 0;) {
      uint16_t down = q->table[(i + 1) * row + j], right = q->table[i * row + j + 1];
      uint16_t both = (uint16_t)(q->table[(i + 1) * row + j + 1] + (q->a[r.a + i] == q->b[r.b + j]));
      uint16_t best = down > right ? down : right;
      q->table[i * row + j] = both > best ? both : best;
    }
  }
  for (uint32_t i = 0, j = 0; i < n && j < m;) {
    uint16_t here = q->table[i * row + j];
    if (q->a[r.a + i] == q->b[r.b + j]) q->to[r.a + i++] = r.b + j++;
    else if (q->table[(i + 1) * row + j] == here) i++;
    else j++;
  }
}

/* A key's places in the two ranges: how often, and the last one. */
struct places {
  uint32_t times[2], at[2];
};
typedef VEC(struct places) places_list;

static void count_places(struct map *map, places_list *list, const uint64_t *keys, uint32_t from, uint32_t end, int s) {
  vec_reserve(list, 1);
  for (uint32_t i = from; i < end; i++) {
    uint32_t index;
    if (!map_get(map, keys[i], &index)) {
      map_put(map, keys[i], index = list->count);
      vec_push(list, ((struct places){{0, 0}, {0, 0}}));
    }
    list->data[index].times[s]++;
    list->data[index].at[s] = i;
  }
}

/* The longest part of anchors (increasing in a) that increases in b too: patience sorting. */
static uint32_t keep_increasing(struct range *anchors, uint32_t n) {
  if (n == 0) return 0;
  uint32_t *piles = mem_alloc(2 * (size_t)(n + 1) * sizeof *piles), *before = piles + n + 1, count = 0;
  for (uint32_t i = 0; i < n; i++) {
    uint32_t low = 0, high = count;
    while (low < high) {
      uint32_t mid = (low + high) / 2;
      if (anchors[piles[mid]].b < anchors[i].b) low = mid + 1;
      else high = mid;
    }
    before[i] = low ? piles[low - 1] : IR_NONE;
    piles[low] = i;
    if (low == count) count++;
  }
  uint32_t at = count ? piles[count - 1] : IR_NONE;
  struct range *kept = mem_alloc((count + 1) * sizeof *kept);
  for (uint32_t k = count; k-- > 0; at = before[at]) kept[k] = anchors[at];
  memcpy(anchors, kept, count * sizeof *kept);
  free(kept);
  free(piles);
  return count;
}

/* Pairs what is unique and leaves the parts between for later; false: nothing is unique. */
static bool cut_at_unique(struct sequence *q, struct range r) {
  struct map map = {0};
  places_list list = {0};
  VEC(struct range) anchors = {0};
  count_places(&map, &list, q->a, r.a, r.aend, 0);
  count_places(&map, &list, q->b, r.b, r.bend, 1);
  for (uint32_t i = 0; i < list.count; i++) { /* in order of a: a key is entered where it first occurs */
    const struct places *p = &list.data[i];
    if (p->times[0] == 1 && p->times[1] == 1) vec_push(&anchors, ((struct range){.a = p->at[0], .b = p->at[1]}));
  }
  vec_reserve(&anchors, 1);
  uint32_t n = keep_increasing(anchors.data, anchors.count);
  struct range part = r;
  for (uint32_t i = 0; i < n; i++) {
    q->to[anchors.data[i].a] = anchors.data[i].b;
    part.aend = anchors.data[i].a;
    part.bend = anchors.data[i].b;
    vec_push(&q->todo, part);
    part = (struct range){part.aend + 1, r.aend, part.bend + 1, r.bend};
  }
  if (n) vec_push(&q->todo, part);
  map_free(&map);
  vec_free(&list);
  vec_free(&anchors);
  return n > 0;
}

static void walk(struct sequence *q, struct range r) {
  for (; r.a < r.aend && r.b < r.bend; r.a++) {
    for (uint32_t j = r.b; j < r.bend && j < r.b + AHEAD; j++) {
      if (q->a[r.a] != q->b[j]) continue;
      q->to[r.a] = j;
      r.b = j + 1;
      break;
    }
  }
}

static void solve(struct sequence *q, struct range r) {
  take_off_ends(q, &r);
  if (r.a == r.aend || r.b == r.bend) return;
  if ((uint64_t)(r.aend - r.a) * (r.bend - r.b) <= EXACT) solve_exactly(q, r);
  else if (!cut_at_unique(q, r)) walk(q, r);
}

void match_sequence(const uint64_t *a, uint32_t n, const uint64_t *b, uint32_t m, uint32_t *to) {
  struct sequence q = {.a = a, .b = b};
  struct range gap = {0, 0, 0, m};
  q.to = to;
  for (uint32_t i = 0; i <= n; i++) { /* the gaps of what is paired already */
    if (i < n && to[i] == IR_NONE) continue;
    gap.aend = i;
    gap.bend = i < n ? to[i] : m;
    if (gap.a < gap.aend && gap.b < gap.bend) vec_push(&q.todo, gap);
    if (i < n) gap = (struct range){i + 1, 0, to[i] + 1, 0};
  }
  while (q.todo.count) solve(&q, vec_pop(&q.todo));
  vec_free(&q.todo);
  free(q.table);
}
