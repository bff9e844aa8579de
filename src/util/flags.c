/* Compiler flags that name paths. See flags.h. */
#include "util/flags.h"

#include <stdbool.h>
#include <string.h>

/* None is the beginning of another one. A path follows, directly or as the next word. */
static const char *const with_path[] = {"-I",       "-isystem", "-iquote",   "-idirafter",
                                        "-include", "-imacros", "-isysroot", "--sysroot"};

/* Length of the option that the word starts with; 0: none of these. */
static size_t option_length(const char *word) {
  for (size_t i = 0; i < sizeof with_path / sizeof *with_path; i++) {
    size_t n = strlen(with_path[i]);
    if (!strncmp(word, with_path[i], n)) return n + (word[n] == '=');
  }
  return 0;
}

static char *changed(const char *word, size_t option, flags_change *change, void *context) {
  char *path = change(context, word + option);
  if (!path) return mem_strdup(word);
  char *text = mem_alloc(option + strlen(path) + 1);
  memcpy(text, word, option);
  strcpy(text + option, path);
  free(path);
  return text;
}

void flags_move(const char *const *flags, uint32_t count, flags_change *change, void *context, flags_list *out) {
  for (uint32_t i = 0; i < count; i++) {
    size_t option = option_length(flags[i]);
    bool alone = option > 0 && flags[i][option] == '\0';
    vec_push(out, option > 0 && !alone ? changed(flags[i], option, change, context) : mem_strdup(flags[i]));
    if (alone && i + 1 < count) {
      char *path = changed(flags[++i], 0, change, context);
      vec_push(out, path);
    }
  }
}

void flags_free(flags_list *list) {
  for (uint32_t i = 0; i < list->count; i++) free(list->data[i]);
  vec_free(list);
}
