/* The text of a harness; see harness.h. The types are used as clang writes them: the harness includes the file itself,
   so its types, and its static functions, are known there. */
#define _GNU_SOURCE
#include "job/harness.h"

#include <stdlib.h>
#include <string.h>

/* ---- what each parameter gets ---- */

static bool ends_with(const char *text, const char *end) {
  size_t n = strlen(text), m = strlen(end);
  return n >= m && !strcmp(text + n - m, end);
}

/* Cuts what may stand behind the last star: "char *const restrict" becomes "char *". */
static char *without_qualifiers(const char *type) {
  static const char *const qualifiers[] = {"const", "volatile", "restrict", "__restrict"};
  char *text = mem_strdup(type);
  for (size_t i = 0; i < sizeof qualifiers / sizeof *qualifiers; i++) {
    size_t n = strlen(text), m = strlen(qualifiers[i]);
    bool word = n > m && ends_with(text, qualifiers[i]) && strchr("* ", text[n - m - 1]);
    if (!word) continue;
    for (n -= m; n && text[n - 1] == ' '; n--) continue;
    text[n] = '\0';
    i = (size_t)-1; /* once more from the first one */
  }
  return text;
}

/* What a pointer of this type points to, without const; NULL: it is no pointer to an object. */
static char *target_of(const char *type) {
  char *text = without_qualifiers(type), *target = NULL;
  size_t n = strlen(text);
  if (n > 1 && text[n - 1] == '*' && !strchr(text, '(')) {
    text[n - 1] = '\0';
    while (n > 1 && text[n - 2] == ' ') text[--n - 1] = '\0';
    const char *start = text;
    while (!strncmp(start, "const ", 6) || !strncmp(start, "volatile ", 9)) start = strchr(start, ' ') + 1;
    target = *start ? mem_strdup(start) : NULL;
  }
  free(text);
  return target;
}

static bool is_callback(const struct harness_parameter *p) { return strstr(p->real, "(*)") != NULL; }

static bool is_integer(const char *type) {
  static const char *const words[] = {"char", "short", "int", "long", "unsigned", "signed", "_Bool"};
  if (strchr(type, '*') || strstr(type, "struct") || strstr(type, "union")) return false;
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (strstr(type, words[i])) return true;
  return false;
}

/* "len", "buffer_size", "n", "nbytes", "count". */
static bool says_length(const char *name) {
  static const char *const ends[] = {"len", "length", "size", "count", "num", "bytes", "sz", "cnt", "capacity"};
  if (!strcmp(name, "n") || !strncmp(name, "num", 3) || !strncmp(name, "len", 3) || !strncmp(name, "size", 4))
    return true;
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
    if (ends_with(name, ends[i])) return true;
  return false;
}

static bool is_plain_char(const char *type) { return !strcmp(type, "char"); }

static enum harness_use use_of(struct harness *h, uint32_t i, harness_complete *complete, void *context) {
  struct harness_parameter *p = &h->parameters.data[i], *next = i + 1 < h->parameters.count ? p + 1 : NULL;
  if (is_callback(p)) return HARNESS_CALLBACK;
  if (!strchr(p->real, '*')) return i && p[-1].use == HARNESS_BUFFER ? HARNESS_LENGTH : HARNESS_VALUE;
  if (!p->target) return HARNESS_NOTHING;
  if (next && is_integer(next->real) && says_length(next->name)) {
    if (!strcmp(p->target, "void") || complete(context, p->target)) return HARNESS_BUFFER;
  }
  if (is_plain_char(p->target)) return HARNESS_STRING;
  if (!strcmp(p->target, "void")) return HARNESS_OBJECT;
  if (strchr(p->target, '*')) return HARNESS_NOTHING;
  char *real = target_of(p->real);
  bool record = real && (strstr(real, "struct ") || strstr(real, "union ") || !is_integer(real));
  bool number = real && (!strcmp(real, "float") || strstr(real, "double"));
  free(real);
  if (!complete(context, p->target)) return HARNESS_NOTHING;
  return record && !number ? HARNESS_SHARED : HARNESS_OBJECT;
}

void harness_plan(struct harness *h, harness_complete *complete, void *context) {
  for (uint32_t i = 0; i < h->parameters.count; i++) {
    struct harness_parameter *p = &h->parameters.data[i];
    char number[32];
    snprintf(number, sizeof number, "argument%u", i + 1);
    if (!*p->name) free(p->name), p->name = mem_strdup(number);
    p->target = target_of(p->type);
    if (!p->target) p->target = target_of(p->real);
    p->use = use_of(h, i, complete, context);
  }
}

/* ---- the file ---- */

static const char *element_of(const struct harness_parameter *p) {
  return !strcmp(p->target, "void") ? "unsigned char" : p->target;
}

/* "int (*)(const void *, int)" as the head of a function: "static int compare_stub(const void *, int)". */
static void write_callback(const struct harness_parameter *p, FILE *out) {
  const char *star = strstr(p->real, "(*)"), *end = p->real + strlen(p->real);
  int length = (int)(star - p->real);
  while (length && p->real[length - 1] == ' ') length--;
  bool nothing = length == 4 && !strncmp(p->real, "void", 4);
  while (end > star && end[-1] != ')') end--;
  fprintf(out, "\n/* Whoever is called back may answer anything. */\nstatic %.*s %s_stub%.*s {\n", length, p->real,
          p->name, (int)(end - star - 3), star + 3);
  if (!nothing)
    fprintf(out, "  %.*s answer;\n  heddle_symbolic(&answer, sizeof answer, \"%s_answer\");\n  return answer;\n",
            length, p->real, p->name);
  fputs("}\n", out);
}

/* Members of struct arguments: what belongs to one call. */
static void write_member(const struct harness_parameter *p, FILE *out) {
  char *plain = without_qualifiers(p->type);
  const char *type = !strncmp(plain, "const ", 6) ? plain + 6 : plain;
  switch (p->use) {
  case HARNESS_VALUE:
  case HARNESS_LENGTH: fprintf(out, "  %s %s;\n", type, p->name); break;
  case HARNESS_BUFFER:
  case HARNESS_STRING:
  case HARNESS_OBJECT: fprintf(out, "  %s *%s;\n", element_of(p), p->name); break;
  case HARNESS_SHARED:
  case HARNESS_CALLBACK:
  case HARNESS_NOTHING: break;
  }
  free(plain);
}

/* Each is an object of its own on the heap: an access behind its end is a failure. */
static void write_object(const struct harness_parameter *p, FILE *out) {
  const char *size = p->use == HARNESS_STRING ? "MOST + 1" : "MOST";
  if (p->use == HARNESS_OBJECT && strcmp(p->target, "void") != 0) size = "1";
  fprintf(out, "  a->%s = calloc(%s, sizeof *a->%s);\n", p->name, size, p->name);
  if (p->use == HARNESS_STRING) size = "MOST"; /* the NUL behind it stays */
  if (!strcmp(size, "1")) fprintf(out, "  heddle_symbolic(a->%s, sizeof *a->%s, \"%s\");\n", p->name, p->name, p->name);
  else fprintf(out, "  heddle_symbolic(a->%s, %s * sizeof *a->%s, \"%s\");\n", p->name, size, p->name, p->name);
}

static void write_input(const struct harness_parameter *p, FILE *out) {
  if (p->use >= HARNESS_SHARED) return;
  if (p->use == HARNESS_BUFFER || p->use == HARNESS_STRING || p->use == HARNESS_OBJECT) {
    write_object(p, out);
    return;
  }
  fprintf(out, "  heddle_symbolic(&a->%s, sizeof a->%s, \"%s\");\n", p->name, p->name, p->name);
  if (p->use != HARNESS_LENGTH) return;
  if (strstr(p->real, "unsigned")) fprintf(out, "  heddle_assume(a->%s <= MOST);\n", p->name);
  else fprintf(out, "  heddle_assume(a->%s >= 0 && a->%s <= MOST);\n", p->name, p->name);
}

static void write_argument(const struct harness_parameter *p, FILE *out) {
  switch (p->use) {
  case HARNESS_SHARED: fprintf(out, "&shared_%s", p->name); break;
  case HARNESS_CALLBACK: fprintf(out, "%s_stub", p->name); break;
  case HARNESS_NOTHING: fprintf(out, "0 /* TODO: %s */", p->type); break;
  case HARNESS_BUFFER: fprintf(out, "a->%s + MOST - a->%s", p->name, p[1].name); break;
  default: fprintf(out, "a->%s", p->name);
  }
}

static bool has_member(const struct harness *h) {
  for (uint32_t i = 0; i < h->parameters.count; i++)
    if (h->parameters.data[i].use < HARNESS_SHARED) return true;
  return false;
}

static bool has_buffer(const struct harness *h) {
  for (uint32_t i = 0; i < h->parameters.count; i++)
    if (h->parameters.data[i].use == HARNESS_BUFFER) return true;
  return false;
}

static void write_call(const struct harness *h, FILE *out) {
  bool nothing = !strcmp(h->result, "void");
  fputs("\n/* One call, in a thread of its own. State here what must hold of the result: heddle_assert(...). */\n"
        "static void *call(void *argument) {\n  struct arguments *a = argument;\n  (void)a;\n",
        out);
  if (has_buffer(h)) fputs("  /* A buffer ends where its memory ends: one element too many is a failure. */\n", out);
  fprintf(out, "  %s%s%s(", nothing ? "" : h->result,
          nothing                     ? ""
          : ends_with(h->result, "*") ? "result = "
                                      : " result = ",
          h->function);
  for (uint32_t i = 0; i < h->parameters.count; i++) {
    if (i) fputs(", ", out);
    write_argument(&h->parameters.data[i], out);
  }
  fprintf(out, ");\n%s  return 0;\n}\n", nothing ? "" : "  (void)result;\n");
}

static void write_main(FILE *out) {
  fputs("\nint main(void) {\n"
        "  static struct arguments arguments[THREADS];\n"
        "  pthread_t threads[THREADS];\n"
        "  for (int i = 0; i < THREADS; i++) make_inputs(&arguments[i]);\n"
        "  for (int i = 1; i < THREADS; i++) pthread_create(&threads[i], 0, call, &arguments[i]);\n"
        "  call(&arguments[0]);\n"
        "  for (int i = 1; i < THREADS; i++) pthread_join(threads[i], 0);\n"
        "  /* State here what must hold in the end: heddle_assert(...). */\n"
        "}\n",
        out);
}

void harness_write(const struct harness *h, FILE *out) {
  fprintf(out,
          "/* Calls %s of %s from %u threads, with any arguments. Written by heddle harness; edit it as you need.\n\n"
          "     heddle run THIS-FILE */\n"
          "#include <heddle.h>\n#include <pthread.h>\n#include <stdlib.h>\n\n"
          "#define main main_of_the_file /* if it has one */\n#include \"%s\"\n#undef main\n\n"
          "enum { THREADS = %u, MOST = 4 }; /* MOST: elements of a buffer, characters of a text */\n",
          h->function, h->file, h->threads, h->include, h->threads);
  for (uint32_t i = 0; i < h->parameters.count; i++) {
    const struct harness_parameter *p = &h->parameters.data[i];
    if (p->use == HARNESS_CALLBACK) write_callback(p, out);
    if (p->use == HARNESS_SHARED)
      fprintf(out,
              "\n/* All threads use the same; it is zero at first: initialise it in main as your program does. */\n"
              "static %s shared_%s;\n",
              p->target, p->name);
  }
  fputs("\n/* What one call gets. */\nstruct arguments {\n", out);
  for (uint32_t i = 0; i < h->parameters.count; i++) write_member(&h->parameters.data[i], out);
  if (!has_member(h)) fputs("  char none;\n", out);
  fputs("};\n\nstatic void make_inputs(struct arguments *a) {\n  (void)a;\n", out);
  for (uint32_t i = 0; i < h->parameters.count; i++) write_input(&h->parameters.data[i], out);
  fputs("}\n", out);
  write_call(h, out);
  write_main(out);
}

void harness_free(struct harness *h) {
  for (uint32_t i = 0; i < h->parameters.count; i++) {
    struct harness_parameter *p = &h->parameters.data[i];
    free(p->name);
    free(p->type);
    free(p->real);
    free(p->target);
  }
  vec_free(&h->parameters);
  free(h->include);
  free(h->result);
}
