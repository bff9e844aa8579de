/* heddle --completion: what bash, zsh and fish need to complete a command line, from the tables of commands and
   options. */
#include <ctype.h>
#include <libheddle.h>
#include <string.h>

#include "cli/help.h"

/* How the value of an option is completed. */
enum value { VALUE_NONE, VALUE_WORDS, VALUE_CHECKS, VALUE_FILE, VALUE_OTHER };

static const char *value_text(const struct libheddle_option *row) {
  return row->argument + strcspn(row->argument, "=") + 1;
}

static enum value value_of(const struct libheddle_option *row) {
  const char *text = value_text(row);
  if (!row->argument[0]) return VALUE_NONE;
  if (!strcmp(row->name, "check")) return VALUE_CHECKS;
  if (strstr(text, "FILE") || strstr(text, "DIR")) return VALUE_FILE;
  bool words = strpbrk(text, "|,") != NULL;
  for (const char *at = text; *at; at++) words = words && !isupper((unsigned char)*at);
  return words ? VALUE_WORDS : VALUE_OTHER;
}

/* The words of "=a|b|c", with blanks between them. */
static void print_words(FILE *out, const struct libheddle_option *row) {
  if (value_of(row) == VALUE_CHECKS) {
    struct libheddle_checker check = {.size = sizeof check};
    for (unsigned i = 0; libheddle_checker(i, &check) == 0; i++) fprintf(out, "%s%s", i ? " " : "", check.name);
    return;
  }
  for (const char *at = value_text(row); *at && *at != ']'; at++) fputc(*at == '|' || *at == ',' ? ' ' : *at, out);
}

/* The first line of the help, for a word in single quotes; what is in `special` gets a backslash. */
static void print_help(FILE *out, const char *text, const char *special) {
  for (; *text && *text != '\n'; text++) {
    if (*text == '\'') continue;
    if (strchr(special, *text)) fputc('\\', out);
    fputc(*text, out);
  }
}

/* ---- bash ---- */

static void bash_names(FILE *out, const char *command) {
  struct libheddle_option option = {.size = sizeof option};
  for (unsigned i = 0; libheddle_option(command, i, &option) == 0; i++)
    fprintf(out, " --%s%s", option.name, option.argument[0] == '=' ? "=" : "");
}

static void bash_values(FILE *out, const char *command) {
  struct libheddle_option option = {.size = sizeof option};
  for (unsigned i = 0; libheddle_option(command, i, &option) == 0; i++) {
    enum value value = value_of(&option);
    if (value != VALUE_WORDS && value != VALUE_CHECKS && value != VALUE_OTHER) continue;
    fprintf(out, "    %s:--%s) words=\"", command, option.name);
    if (value != VALUE_OTHER) print_words(out, &option);
    fputs("\" ;;\n", out);
  }
}

static void print_bash(FILE *out) {
  struct help_entry entry;
  fputs("# Completion of heddle for bash; heddle --completion=bash writes it.\n"
        "_heddle() {\n"
        "  local cur=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]}\n"
        "  local name='' words=''\n"
        "  COMPREPLY=()\n"
        "  # bash takes --name=value for three words\n"
        "  if [[ $cur == '=' ]]; then name=$before cur=\n"
        "  elif [[ $before == '=' ]]; then name=${COMP_WORDS[COMP_CWORD-2]}\n"
        "  fi\n"
        "  if [[ -n $name ]]; then\n"
        "    case $command:$name in\n",
        out);
  for (uint32_t i = 0; help_entry(i, &entry); i++) bash_values(out, entry.name);
  fputs("    *) compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- \"$cur\"); return ;;\n"
        "    esac\n"
        "  elif ((COMP_CWORD == 1)); then\n"
        "    words=\"",
        out);
  for (uint32_t i = 0; help_entry(i, &entry); i++) fprintf(out, "%s%s", i ? " " : "", entry.name);
  bash_names(out, "");
  fputs("\"\n"
        "  elif [[ $cur == -* ]]; then\n"
        "    case $command in\n",
        out);
  for (uint32_t i = 0; help_entry(i, &entry); i++) {
    fprintf(out, "    %s) words=\"", entry.name);
    bash_names(out, entry.name);
    fputs("\" ;;\n", out);
  }
  fputs("    esac\n"
        "  else\n"
        "    compopt -o filenames 2>/dev/null\n"
        "    mapfile -t COMPREPLY < <(compgen -f -- \"$cur\")\n"
        "    return\n"
        "  fi\n"
        "  mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$cur\")\n"
        "  if [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *= ]]; then compopt -o nospace 2>/dev/null; fi\n"
        "}\n"
        "complete -F _heddle heddle\n",
        out);
}

/* ---- zsh ---- */

static void zsh_option(FILE *out, const struct libheddle_option *row) {
  enum value value = value_of(row);
  fprintf(out, "      '*--%s%s[", row->name, value == VALUE_NONE ? "" : row->argument[0] == '[' ? "=-" : "=");
  print_help(out, row->help, "[]:\\");
  fputc(']', out);
  if (value != VALUE_NONE) {
    fputs(row->argument[0] == '[' ? "::value:" : ":value:", out);
    if (value == VALUE_FILE) fputs("_files", out);
    if (value == VALUE_WORDS || value == VALUE_CHECKS) {
      fputc('(', out);
      print_words(out, row);
      fputc(')', out);
    }
  }
  fputs("' \\\n", out);
}

static void zsh_options(FILE *out, const char *command) {
  struct libheddle_option option = {.size = sizeof option};
  for (unsigned i = 0; libheddle_option(command, i, &option) == 0; i++) zsh_option(out, &option);
}

static void print_zsh(FILE *out) {
  struct help_entry entry;
  fputs("#compdef heddle\n"
        "# Completion of heddle for zsh; heddle --completion=zsh writes it.\n"
        "_heddle() {\n"
        "  local -a commands\n"
        "  if ((CURRENT == 2)) && [[ $words[2] != -* ]]; then\n"
        "    commands=(\n",
        out);
  for (uint32_t i = 0; help_entry(i, &entry); i++) {
    fprintf(out, "      '%s:", entry.name);
    print_help(out, entry.summary, ":\\");
    fputs("'\n", out);
  }
  fputs("    )\n"
        "    _describe command commands\n"
        "    return\n"
        "  fi\n"
        "  case $words[2] in\n",
        out);
  for (uint32_t i = 0; help_entry(i, &entry); i++) {
    fprintf(out, "  %s)\n    _arguments \\\n", entry.name);
    zsh_options(out, entry.name);
    fputs("      '*:file:_files' ;;\n", out);
  }
  fputs("  *)\n    _arguments \\\n", out);
  zsh_options(out, "");
  fputs("      ;;\n  esac\n}\n_heddle \"$@\"\n", out);
}

/* ---- fish ---- */

static void fish_option(FILE *out, const struct libheddle_option *row, const char *condition) {
  enum value value = value_of(row);
  fprintf(out, "complete -c heddle -n '%s' -l %s", condition, row->name);
  if (row->argument[0] == '=') fputs(value == VALUE_FILE ? " -r -F" : " -x", out);
  if (value == VALUE_WORDS || value == VALUE_CHECKS) {
    fputs(" -a '", out);
    print_words(out, row);
    fputc('\'', out);
  }
  fputs(" -d '", out);
  print_help(out, row->help, "\\");
  fputs("'\n", out);
}

static void fish_options(FILE *out, const char *command, const char *condition) {
  struct libheddle_option option = {.size = sizeof option};
  for (unsigned i = 0; libheddle_option(command, i, &option) == 0; i++) fish_option(out, &option, condition);
}

static void print_fish(FILE *out) {
  struct help_entry entry;
  char condition[100];
  fputs("# Completion of heddle for fish; heddle --completion=fish writes it.\n", out);
  for (uint32_t i = 0; help_entry(i, &entry); i++) {
    fprintf(out, "complete -c heddle -f -n __fish_use_subcommand -a %s -d '", entry.name);
    print_help(out, entry.summary, "\\");
    fputs("'\n", out);
  }
  fish_options(out, "", "__fish_use_subcommand");
  for (uint32_t i = 0; help_entry(i, &entry); i++) {
    snprintf(condition, sizeof condition, "__fish_seen_subcommand_from %s", entry.name);
    fish_options(out, entry.name, condition);
  }
}

bool completion_print(FILE *out, const char *shell) {
  if (!strcmp(shell, "bash")) print_bash(out);
  else if (!strcmp(shell, "zsh")) print_zsh(out);
  else if (!strcmp(shell, "fish")) print_fish(out);
  else return false;
  return true;
}
