// Results of the functions on streams: modes, buffers, positions, lines, formatted input, with good and bad arguments.
// VERDICT: safe
// OUTPUT-LIKE-NATIVE: yes
#define _GNU_SOURCE
#include "calls.h"

static void state(FILE *f) { printf("  at %ld, end %d, error %d\n", ftell(f), feof(f) != 0, ferror(f) != 0); }

static void modes(void) {
  static const char *const all[] = {"r", "r+", "w", "w+", "a", "a+", "rb", "wx", "w+x", "q", "", "r+b", "ab"};
  for (unsigned i = 0; i < sizeof all / sizeof *all; i++) {
    FILE *f = fopen("modes", "w");
    fputs("abc", f);
    fclose(f);
    f = fopen("modes", all[i]);
    printf("%s: %s\n", all[i], f ? "open" : strerror(errno));
    if (!f) continue;
    char c = '?';
    errno = 0;
    printf("  read %zu", fread(&c, 1, 1, f));
    printf(" %c %d\n", c, errno);
    state(f);
    clearerr(f);
    fseek(f, 0, SEEK_CUR);
    errno = 0;
    printf("  written %zu\n", fwrite("XY", 1, 2, f));
    state(f);
    SHOW(fclose(f));
    contents("modes");
  }
  printf("%s\n", fopen("nowhere/x", "w") ? "open" : strerror(errno));
  printf("%s\n", fopen(".", "w") ? "open" : strerror(errno));
}

static void buffers(void) {
  FILE *f = fopen("buffers", "w");
  fputs("kept", f);
  contents("buffers");
  SHOW(fflush(f));
  contents("buffers");
  fputs(" on", f);
  SHOW(fseek(f, 1, SEEK_SET));
  contents("buffers");
  fputc('E', f);
  SHOW(ftell(f));
  SHOW(fclose(f));
  contents("buffers");
  f = fopen("buffers", "w");
  SHOW(setvbuf(f, NULL, _IOLBF, 0));
  fputs("line\nrest", f);
  contents("buffers");
  SHOW(fclose(f));
  f = fopen("buffers", "a");
  SHOW(setvbuf(f, NULL, _IONBF, 0));
  fputs("+", f);
  contents("buffers");
  SHOW(fclose(f));
  f = fopen("buffers", "w");
  for (int i = 0; i < 5000; i++) fputc('x', f);
  struct stat s;
  stat("buffers", &s);
  printf("%ld of 5000\n", (long)s.st_size);
  fclose(f);
  static char big[10000];
  f = fopen("buffers", "w");
  fputs("0123", f);
  SHOW((long)fwrite(big, 1, sizeof big, f));
  stat("buffers", &s);
  printf("%ld of 10004\n", (long)s.st_size);
  fclose(f);
  stat("buffers", &s);
  printf("%ld of 10004\n", (long)s.st_size);
}

static void lines(void) {
  FILE *f = fopen("lines", "w+");
  char text[6], *line = NULL;
  size_t room = 0;
  fprintf(f, "%s %d\n\nlong line %5.2f\nlast", "first", 42, 3.14159);
  rewind(f);
  while (fgets(text, sizeof text, f)) printf("[%s]", text);
  printf("\n");
  state(f);
  printf("%d\n", fgetc(f));
  rewind(f);
  for (ssize_t n; (n = getline(&line, &room, f)) >= 0;) printf("%zd [%s]\n", n, line);
  free(line);
  state(f);
  SHOW(ungetc('U', f));
  state(f);
  printf("%c", fgetc(f));
  printf(" %d\n", fgetc(f));
  SHOW(fseek(f, -4, SEEK_END));
  SHOW(ungetc('u', f));
  SHOW(ftell(f));
  printf("%c", fgetc(f));
  printf("%c\n", fgetc(f));
  SHOW(fseek(f, -100, SEEK_CUR));
  SHOW(fseek(f, 0, 7));
  SHOW(fclose(f));
}

static void formatted(void) {
  FILE *f = fopen("numbers", "w");
  SHOW(fprintf(f, "12 -7 0x1f\nword [x] 2.5\nbad"));
  fclose(f);
  int a = 0, b = 0, c = 0;
  char word[8] = "";
  double d = 0;
  f = fopen("numbers", "r");
  SHOW(fscanf(f, "%d %d %i", &a, &b, &c));
  SHOW(fscanf(f, "%7s [%*c] %lf", word, &d));
  printf("%d %d %d %s %g\n", a, b, c, word, d);
  SHOW(fscanf(f, "%d", &a));
  state(f);
  SHOW(fscanf(f, "%3s", word));
  SHOW(fscanf(f, "%d", &a) == EOF);
  state(f);
  fclose(f);
}

static void both_ways(void) {
  FILE *f = tmpfile();
  fputs("one two three", f);
  fseek(f, 4, SEEK_SET);
  char word[8] = "";
  SHOW((long)fread(word, 1, 3, f));
  printf("%s\n", word);
  fseek(f, 0, SEEK_CUR);
  fputs("_2_", f);
  fpos_t here;
  SHOW(fgetpos(f, &here));
  rewind(f);
  char all[32] = "";
  SHOW((long)fread(all, 1, sizeof all, f));
  printf("%s\n", all);
  SHOW(fsetpos(f, &here));
  SHOW(ftell(f));
  SHOW(fclose(f));
  char *text;
  size_t size;
  f = open_memstream(&text, &size);
  fprintf(f, "in %s", "memory");
  fflush(f);
  printf("%s %zu\n", text, size);
  fputs(" and more", f);
  fclose(f);
  printf("%s %zu\n", text, size);
  free(text);
}

static void descriptors(void) {
  int fd = open("both", O_RDWR | O_CREAT, 0600);
  FILE *f = fdopen(fd, "w");
  printf("%d\n", fileno(f) == fd);
  fputs("stream", f);
  fflush(f);
  SHOW(write(fd, "+fd", 3));
  SHOW(ftell(f));
  fclose(f);
  SHOW(close(fd));
  contents("both");
  printf("%s\n", fdopen(99, "r") ? "open" : strerror(errno));
  fd = open("both", O_RDONLY);
  printf("%s\n", fdopen(fd, "w") ? "open" : strerror(errno));
  printf("%s\n", fdopen(fd, "?") ? "open" : strerror(errno));
  f = fdopen(fd, "r");
  printf("%c\n", fgetc(f));
  SHOW(lseek(fd, 0, SEEK_CUR));
  SHOW(fflush(f));
  SHOW(lseek(fd, 0, SEEK_CUR));
  f = freopen("lines", "r", f);
  printf("%c\n", fgetc(f));
  SHOW(fclose(f));
}

int main(void) {
  modes();
  buffers();
  lines();
  formatted();
  both_ways();
  descriptors();
  FILE *f = fopen("at_exit", "w");
  fputs("flushed by exit", f);
  return 0;
}
