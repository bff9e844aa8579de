/* The whole report of `heddle augment`: what it adds to the report of a result. */
#ifndef HEDDLE_REPORT_AUGMENT_REPORT_H
#define HEDDLE_REPORT_AUGMENT_REPORT_H
#include "augment/augment.h"
#include "change/impact.h"
#include "report/augment.h"

struct augment_view {
  const struct ir_program *program;
  const struct targets *targets;
  const struct change *change;   /* NULL: one version */
  const struct impact *impact;   /* NULL: nothing changed, or one version */
  const struct augment *augment; /* NULL: targets were only listed */
  bool only_targets;             /* nobody asked about failures elsewhere */
  double static_seconds;         /* of finding the targets */
  enum report_level level;
};

/* As report_extra wants them; `view` is a struct augment_view. */
void augment_view_verdict(const void *view, const struct pen *pen);
void augment_view_text(const void *view, const struct pen *pen);
void augment_view_json(const void *view, json_t *object);
#endif
