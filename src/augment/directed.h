/* Steps that start from tests and look for one target at a time: other orders, inputs solved for, random schedules.
   What none of their runs can show stays open, so their work has bounds:
     - before anything is explored, what is likely and cheap, counted in runs and questions;
     - while an exploration goes on, turns that take a small part of its time, and more as long as they cover something;
     - what is left, patiently, where exploration could not decide. */
#ifndef HEDDLE_AUGMENT_DIRECTED_H
#define HEDDLE_AUGMENT_DIRECTED_H
#include "augment/inside.h"

void directed_note(struct augmentation *d, struct seed *seed, const struct test_run *run); /* of the seed alone */
void directed_first(struct augmentation *d);
void directed_exploring(struct augmentation *d, bool begins); /* an exploration begins, or has ended */
void directed_turn(struct augmentation *d);                   /* while it goes on, every now and then */
void directed_rest(struct augmentation *d);
void directed_random(struct augmentation *d); /* random schedules alone, all of them */
/* A test that was thought of, in memory: does it do what it is for? What it really did takes its place. */
void directed_candidate(struct augmentation *d, struct ktest *test, enum target_means means);
void directed_close(struct augmentation *d);
#endif
