// Numbers from texts and back: whole ones without a path for each, those of two digits with one, an exponent that
// needs long arithmetic.
// VERDICT: unsafe
// FAILURE: assert 39
// REPLAY: 20
#include <assert.h>
#include <heddle.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char digit(const char *name) {
  char c;
  heddle_symbolic(&c, 1, name);
  heddle_assume(c >= '0' && c <= '9');
  return c;
}
static void whole_numbers(void) {
  short whole;
  char text[32];
  heddle_symbolic(&whole, sizeof whole, "whole");
  heddle_assume(whole > -999 && whole < 999);
  snprintf(text, sizeof text, "%5g", (double)whole);
  assert(atoi(text) == whole && strlen(text) == 5);
  snprintf(text, sizeof text, "%+.2f", (double)whole);
  assert(atoi(text) == whole && !strcmp(strchr(text, '.'), ".00") && (text[0] == '-') == (whole < 0));
}
int main(void) {
  char text[32], fraction[8] = {'1', '.', digit("first"), digit("second"), 0}, large[8] = {'3', 'e', '4', digit("power"), 0};
  unsigned char which;
  heddle_symbolic(&which, sizeof which, "which");
  if (which == 0) whole_numbers();
  if (which == 1) {
    snprintf(text, sizeof text, "%.2f", strtod(fraction, NULL));
    assert(!strcmp(text, fraction));
  }
  if (which == 2) {
    double power = strtod(large, NULL);
    assert(power >= 3e40);
    assert(power != 3e47);
  }
  return 0;
}
