# What the table of bench/check/run adds up to:  awk -f totals.awk RECORDS
#
# A record is one line per row and strategy:
#   PROGRAM SIZE OLD NEW EDIT AFFECTED STRATEGY STATE RUNS CPU OWN FAILURES NEW-FAILURES FIXED
# AFFECTED is a measured percentage, or what versions.txt meant (none, small, large) where nothing was measured. STATE is finished, stopped (a
# limit was reached) or error; a row that was stopped counts with the time it used, so a ratio with such rows in it is a bound. CPU seconds
# have the front end in them, OWN are those of heddle alone.

{
  key = $1 " " $2 " " $3 " " $4
  if (!(key in class)) keys[++count] = key
  class[key] = class_of($6)
  share[key] = $6 ~ /^[0-9]/ ? $6 + 0 : 0
  if (!($7 in rows)) strategies[++kinds] = $7
  rows[$7]++
  if ($8 != "finished") open[$7]++
  cpu[key, $7] = $10
  own[key, $7] = $11
  total[$7] += $10
  total_own[$7] += $11
}

END {
  for (i = 1; i <= kinds; i++) {
    s = strategies[i]
    printf "%s: %.1f CPU s, %.1f s without the front end, %d rows, %d of them not finished\n\n", s, total[s], total_own[s], rows[s], open[s]
  }
  for (i = 1; i <= kinds; i++) if (strategies[i] ~ /^check-/) compare(strategies[i])
}

function class_of(affected) {
  if (affected ~ /^[a-z]/) return affected
  return affected == 0 ? "none" : affected < 10 ? "small" : "large"
}

function compare(s) {
  line(s, "dpor", "all")
  line(s, "guided", "all")
  line(s, "guided", "none")
  line(s, "guided", "small")
  line(s, "guided", "large")
  line(s, "guided", "nearly all")
  slower(s, "guided", 1.3)
}

# Rows that take longer than a full exploration, although that need not be: each by its name.
function slower(s, base, most,    i, k, list, n) {
  if (!(base in rows)) return
  for (i = 1; i <= count; i++) {
    k = keys[i]
    if (!((k, s) in own) || own[k, s] <= most * own[k, base]) continue
    list = list (n++ ? ", " : "") sprintf("%s %s-%s (%.3f s, %.3f)", name_of(k, 1), name_of(k, 3), name_of(k, 4), own[k, s], own[k, base])
  }
  printf "%s takes more than %.1f times as long as %s without the front end in %d rows%s\n\n", s, most, base, n, n ? ": " list : ""
}

function name_of(key, i,    part) { split(key, part, " "); return part[i] }

function line(s, base, which,    i, k, a, b, ao, bo, n) {
  if (!(base in rows)) return
  for (i = 1; i <= count; i++) {
    k = keys[i]
    if (!((k, s) in cpu) || (which == "nearly all" ? share[k] < 70 : which != "all" && class[k] != which)) continue
    a += cpu[k, base]; b += cpu[k, s]; ao += own[k, base]; bo += own[k, s]; n++
  }
  if (n) printf "%s / %s, %s edits (%d): %.1f in CPU s, %.1f without the front end\n\n", base, s, which, n, ratio(a, b), ratio(ao, bo)
}

function ratio(a, b) { return a / (b > 0.001 ? b : 0.001) }
