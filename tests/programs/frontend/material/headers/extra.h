static inline int extra(void) { return 7; }
