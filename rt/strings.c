/* strings.h: comparison without case, the old names of search functions, and bit search. */
#include <string.h>
#include <strings.h>
#include <ctype.h>

int bcmp(const void *left, const void *right, size_t n) { return memcmp(left, right, n); }

char *index(const char *s, int c) { return strchr(s, c); }

char *rindex(const char *s, int c) { return strrchr(s, c); }

int strcasecmp(const char *a, const char *b) {
  for (;; a++, b++) {
    int ca = tolower((unsigned char)*a), cb = tolower((unsigned char)*b);
    if (ca != cb) return ca - cb;
    if (ca == '\0') return 0;
  }
}

int strncasecmp(const char *a, const char *b, size_t n) {
  for (; n > 0; n--, a++, b++) {
    int ca = tolower((unsigned char)*a), cb = tolower((unsigned char)*b);
    if (ca != cb) return ca - cb;
    if (ca == '\0') return 0;
  }
  return 0;
}

/* Position of the lowest one bit, counted from 1; 0 if there is none. No branch: shifting halves away as in a
   binary search. */
int ffsll(long long value) {
  unsigned long long v = (unsigned long long)value;
  int position = 1;
  for (int half = 32; half > 0; half /= 2) {
    int low_empty = (v & ((1ULL << half) - 1)) == 0;
    position += low_empty * half;
    v >>= low_empty * half;
  }
  return position * (value != 0);
}

int ffsl(long value) { return ffsll((long long)value); }

int ffs(int value) { return ffsll((long long)value); }
