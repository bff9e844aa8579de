#include "static/inside.h"
uint32_t phases_of(const struct statics *s, uint32_t ins) { (void)s, (void)ins; return 0; }
bool phases_precede(const struct statics *s, uint32_t earlier, uint32_t later) { (void)s, (void)earlier, (void)later; return true; }
void phases_find(struct statics *s) { (void)s; }
void phases_free(struct statics *s) { (void)s; }
