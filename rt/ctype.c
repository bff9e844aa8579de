/* ctype.h in the C locale, without branches: tests are combined with bit operations, so that a symbolic
   character never forks. The results are the very numbers that glibc gives, and so are the three tables behind
   its macros. isX(c) with c outside -1..255 gives 0 here. */
#include <ctype.h>

static int within(int c, int low, int high) { return (unsigned)c - (unsigned)low <= (unsigned)(high - low); }

static int upper(int c) { return within(c, 'A', 'Z'); }
static int lower(int c) { return within(c, 'a', 'z'); }
static int alpha(int c) { return within(c | 32, 'a', 'z'); }
static int digit(int c) { return within(c, '0', '9'); }
static int xdigit(int c) { return digit(c) | within(c | 32, 'a', 'f'); }
static int space(int c) { return (c == ' ') | within(c, '\t', '\r'); }
static int print(int c) { return within(c, ' ', '~'); }
static int graph(int c) { return within(c, '!', '~'); }
static int blank(int c) { return (c == ' ') | (c == '\t'); }
static int cntrl(int c) { return within(c, 0, 31) | (c == 127); }
static int alnum(int c) { return alpha(c) | digit(c); }
static int punct(int c) { return graph(c) & !alnum(c); }

int isupper(int c) { return upper(c) * _ISupper; }
int islower(int c) { return lower(c) * _ISlower; }
int isalpha(int c) { return alpha(c) * _ISalpha; }
int isdigit(int c) { return digit(c) * _ISdigit; }
int isxdigit(int c) { return xdigit(c) * _ISxdigit; }
int isspace(int c) { return space(c) * _ISspace; }
int isprint(int c) { return print(c) * _ISprint; }
int isgraph(int c) { return graph(c) * _ISgraph; }
int isblank(int c) { return blank(c) * _ISblank; }
int iscntrl(int c) { return cntrl(c) * _IScntrl; }
int ispunct(int c) { return punct(c) * _ISpunct; }
int isalnum(int c) { return alnum(c) * _ISalnum; }

int isascii(int c) { return (c & ~127) == 0; }
int toascii(int c) { return c & 127; }
int tolower(int c) { return c + upper(c) * 32; }
int toupper(int c) { return c - lower(c) * 32; }
int _tolower(int c) { return tolower(c); }
int _toupper(int c) { return toupper(c); }

/* The tables reach from -128 to 255; the rows from -128 to -1 repeat those of 128 to 255 as glibc has them (-1
   is EOF). */
#define IN(c, low, high) ((c) >= (low) && (c) <= (high))
#define UP(c) IN(c, 'A', 'Z')
#define LO(c) IN(c, 'a', 'z')
#define DI(c) IN(c, '0', '9')
#define XD(c) (DI(c) || IN(c, 'A', 'F') || IN(c, 'a', 'f'))
#define GR(c) IN(c, '!', '~')
#define AN(c) (UP(c) || LO(c) || DI(c))
#define BITS(c)                                                                                                        \
  ((UP(c) ? _ISupper : 0) | (LO(c) ? _ISlower : 0) | (UP(c) || LO(c) ? _ISalpha : 0) | (DI(c) ? _ISdigit : 0) |        \
   (XD(c) ? _ISxdigit : 0) | ((c) == ' ' || IN(c, 9, 13) ? _ISspace : 0) | (IN(c, ' ', '~') ? _ISprint : 0) |          \
   (GR(c) ? _ISgraph : 0) | ((c) == ' ' || (c) == 9 ? _ISblank : 0) | (IN(c, 0, 31) || (c) == 127 ? _IScntrl : 0) |    \
   (GR(c) && !AN(c) ? _ISpunct : 0) | (AN(c) ? _ISalnum : 0))
#define DOWN(c) (UP(c) ? (c) + 32 : (c))
#define RISE(c) (LO(c) ? (c) - 32 : (c))
#define FOUR(f, c) f(c), f((c) + 1), f((c) + 2), f((c) + 3)
#define SIXTEEN(f, c) FOUR(f, c), FOUR(f, (c) + 4), FOUR(f, (c) + 8), FOUR(f, (c) + 12)
#define HALF(f, c)                                                                                                     \
  SIXTEEN(f, c), SIXTEEN(f, (c) + 16), SIXTEEN(f, (c) + 32), SIXTEEN(f, (c) + 48), SIXTEEN(f, (c) + 64),               \
      SIXTEEN(f, (c) + 80), SIXTEEN(f, (c) + 96), SIXTEEN(f, (c) + 112)
#define SAME(c) (c)
#define WRAPPED(c) ((c) == -1 ? -1 : (c) + 256)

static const unsigned short class_bits[384] = {HALF(BITS, -128), HALF(BITS, 0), HALF(BITS, 128)};
static const int lower_of[384] = {HALF(WRAPPED, -128), HALF(DOWN, 0), HALF(SAME, 128)};
static const int upper_of[384] = {HALF(WRAPPED, -128), HALF(RISE, 0), HALF(SAME, 128)};
static const unsigned short *const class_bits_at_zero = class_bits + 128;
static const int *const lower_at_zero = lower_of + 128;
static const int *const upper_at_zero = upper_of + 128;

const unsigned short **__ctype_b_loc(void) { return (const unsigned short **)&class_bits_at_zero; }
const int **__ctype_tolower_loc(void) { return (const int **)&lower_at_zero; }
const int **__ctype_toupper_loc(void) { return (const int **)&upper_at_zero; }
