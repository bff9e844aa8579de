/* What operations touch, and whether two of them depend on each other.

   An operation says it beforehand, in two ranges, except an atomic section or the end of many objects at once: such a
   one may touch anything until it has happened. Afterwards its event has a list of words, which a branch or a sleeping
   thread keeps as its reach. With a guide such an operation goes on touching everything: which threads sleep must be
   known in the middle of a section. */
#include "dpor/inside.h"

static bool ranges_conflict(const struct vm_range *a, const struct vm_range *b) {
  return a->size && b->size && (a->write || b->write) && a->address < b->address + b->size &&
         b->address < a->address + a->size;
}

bool dpor_depend(const struct vm_op *a, const struct vm_op *b) {
  if (a->irrelevant || b->irrelevant) return false;
  if (a->everything || b->everything) return true;
  return ranges_conflict(&a->range[0], &b->range[0]) || ranges_conflict(&a->range[0], &b->range[1]) ||
         ranges_conflict(&a->range[1], &b->range[0]) || ranges_conflict(&a->range[1], &b->range[1]);
}

bool touch_is_in(const struct touch *t, const struct vm_range *range) {
  if (!range->size || !(t->write || range->write)) return false;
  if (t->word < range->address / 8 || t->word > (range->address + range->size - 1) / 8) return false;
  return mask_in(t->word, range) & t->mask;
}

static bool touch_conflicts(const struct touch *t, const struct effect *with) {
  if (!with->op->everything) return touch_is_in(t, &with->op->range[0]) || touch_is_in(t, &with->op->range[1]);
  for (uint32_t i = 0; i < with->count; i++) {
    const struct touch *o = &with->touches[i];
    if (t->word == o->word && t->mask & o->mask && (t->write || o->write)) return true;
  }
  return false;
}

bool effects_conflict(const struct effect *a, const struct effect *b) {
  bool a_known = !a->op->everything || a->touches, b_known = !b->op->everything || b->touches;
  if (a->op->irrelevant || b->op->irrelevant || !a_known || !b_known) return dpor_depend(a->op, b->op);
  const struct effect *list = a->op->everything ? a : b, *other = list == a ? b : a;
  for (uint32_t i = 0; i < list->count; i++)
    if (touch_conflicts(&list->touches[i], other)) return true;
  return false;
}

static bool writes_to(const struct effect *writer, const struct touch *t) {
  const struct touch any = {.word = t->word, .mask = t->mask, .write = true};
  for (unsigned i = 0; i < 2 && !writer->op->everything; i++)
    if (writer->op->range[i].write && touch_is_in(&any, &writer->op->range[i])) return true;
  for (uint32_t i = 0; i < writer->count; i++)
    if (writer->touches[i].write && writer->touches[i].word == t->word && writer->touches[i].mask & t->mask)
      return true;
  return false;
}

bool effect_writes_to(const struct effect *writer, const struct effect *list) {
  for (uint32_t i = 0; i < list->count; i++)
    if (writes_to(writer, &list->touches[i])) return true;
  return false;
}

struct effect effect_of_section(const struct dpor *d, uint32_t event) {
  const struct dpor_event *e = &d->events.data[event];
  uint32_t end = event + 1 < d->events.count ? d->events.data[event + 1].first_touch : d->touches.count;
  return (struct effect){.op = &e->op, .touches = d->touches.data + e->first_touch, .count = end - e->first_touch};
}

static bool has_touch(const struct reach *reach, const struct touch *t) {
  for (uint32_t i = 0; i < reach->count; i++) {
    const struct touch *o = &reach->touches[i];
    if (o->word == t->word && o->write == t->write && !(t->mask & ~o->mask)) return true;
  }
  return false;
}

struct reach *reach_add(struct reach *reach, const struct effect *effect) {
  uint32_t old = reach ? reach->count : 0;
  reach = mem_resize(reach, sizeof *reach + (old + effect->count) * sizeof *reach->touches);
  reach->count = old;
  for (uint32_t i = 0; i < effect->count; i++)
    if (!has_touch(reach, &effect->touches[i])) reach->touches[reach->count++] = effect->touches[i];
  return reach;
}
