/* Reads files whole and cuts them into lines. A file that is missing, no plain file, or has a zero byte is taken for
   one without lines. */
#include "report/source_cache.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static char *read_all(const char *path, size_t *size) {
  struct stat st;
  FILE *in = stat(path, &st) || !S_ISREG(st.st_mode) ? NULL : fopen(path, "re");
  if (!in) return NULL;
  char *bytes = mem_alloc((size_t)st.st_size + 1);
  *size = fread(bytes, 1, (size_t)st.st_size, in);
  bytes[*size] = 0;
  fclose(in);
  if (!memchr(bytes, 0, *size)) return bytes;
  free(bytes);
  return NULL;
}

static void cut(struct source_cache_file *file) {
  for (char *at = file->bytes; *at;) {
    vec_push(&file->lines, at);
    char *end = at + strcspn(at, "\n");
    at = *end ? end + 1 : end;
    if (end > file->bytes && end[-1] == '\r') end[-1] = 0;
    *end = 0;
  }
}

static struct source_cache_file *find(struct source_cache *texts, const char *path) {
  for (uint32_t i = 0; i < texts->files.count; i++)
    if (!strcmp(texts->files.data[i].path, path)) return &texts->files.data[i];
  size_t size;
  struct source_cache_file file = {.path = mem_strdup(path), .bytes = read_all(path, &size)};
  if (file.bytes) cut(&file);
  vec_push(&texts->files, file);
  return &vec_last(&texts->files);
}

const char *source_cache_line(struct source_cache *texts, const char *path, uint32_t line) {
  const struct source_cache_file *file = find(texts, path);
  return line && line <= file->lines.count ? file->lines.data[line - 1] : NULL;
}

void source_cache_free(struct source_cache *texts) {
  for (uint32_t i = 0; i < texts->files.count; i++) {
    free(texts->files.data[i].path);
    free(texts->files.data[i].bytes);
    vec_free(&texts->files.data[i].lines);
  }
  vec_free(&texts->files);
}
