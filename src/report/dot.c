/* The tree of runs as a graph for Graphviz: a node for each state between two steps or decisions, an edge for what was
   done there, a box where runs end. */
#include <string.h>

#include "report/formats.h"
#include "report/model.h"

/* Text of the program: within quotes, where only these two have a meaning of their own. */
static void put_text(FILE *out, const char *text) {
  for (; *text; text++) {
    if (*text == '"' || *text == '\\') fputc('\\', out);
    fputc((unsigned char)*text < ' ' ? ' ' : *text, out);
  }
}

static void put_end(FILE *out, size_t number, const json_t *node) {
  const char *how = model_text(node, "text");
  json_int_t runs = json_integer_value(json_object_get(node, "runs"));
  bool fails = !strcmp(how, "failure");
  fprintf(out, "  n%zu [shape=box, style=filled, fillcolor=%s, label=\"", number, fails ? "tomato" : "lightgrey");
  put_text(out, how);
  if (runs > 1) fprintf(out, "\\n%" JSON_INTEGER_FORMAT " runs", runs);
  fputs("\"];\n", out);
}

static void put_edge(FILE *out, size_t number, const json_t *node) {
  static const char *const colours[] = {"black", "blue", "darkgreen", "darkorange3", "purple", "brown", "deeppink3"};
  const char *thread = model_text(node, "thread");
  unsigned colour = 0;
  for (const char *c = thread; *c; c++) colour = colour * 31 + (unsigned char)*c;
  fprintf(out, "  n%" JSON_INTEGER_FORMAT " -> n%zu [label=\"", json_integer_value(json_object_get(node, "parent")),
          number);
  put_text(out, thread);
  if (*thread) fputc(' ', out);
  if (strcmp(model_text(node, "kind"), "end")) put_text(out, model_text(node, "text"));
  if (model_count(node, "line")) fprintf(out, " :%u", (unsigned)model_count(node, "line"));
  fprintf(out, "\"%s%s];\n", *thread ? ", color=" : ", style=dashed",
          *thread ? colours[colour % (sizeof colours / sizeof *colours)] : "");
}

void dot_write(FILE *out, const json_t *model) {
  const json_t *details = json_object_get(model, "details"), *tree = json_object_get(details, "tree");
  size_t at;
  json_t *node;
  fputs("digraph heddle {\n  label=\"", out);
  put_text(out, model_text(details, "name"));
  fprintf(out, ": %s%s\";\n", model_text(model, "verdict"),
          json_is_true(json_object_get(tree, "complete")) ? "" : "; not all of the tree is shown");
  fputs("  node [shape=point];\n  edge [fontsize=10];\n", out);
  json_array_foreach (json_object_get(tree, "nodes"), at, node) {
    const char *kind = model_text(node, "kind");
    if (!strcmp(kind, "end")) put_end(out, at, node);
    else fprintf(out, "  n%zu;\n", at);
    if (strcmp(kind, "root")) put_edge(out, at, node);
  }
  fputs("}\n", out);
}
