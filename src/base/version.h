/* The version of heddle: the one place that names it. `--version`, the manual page and every JSON report read it from
   here; a test compares it with the newest section of CHANGELOG.md. */
#ifndef HEDDLE_BASE_VERSION_H
#define HEDDLE_BASE_VERSION_H

#define HEDDLE_VERSION "0.2.0"
#define HEDDLE_DATE "2026-11-18" /* of the manual pages */
#endif
