# What the table of bench/guided/run adds up to:  awk -f totals.awk programs.txt RECORDS
#
# A record is one line per row and strategy: GROUP PROGRAM FLAGS STRATEGY STATE FULL PARTIAL CPU FAILURES, with STATE one of
# finished, stopped (a limit was reached) and error. A row that was not finished counts with the time it used until then, so a
# ratio with such rows in it is a lower bound.

FNR == NR {
  if (NF == 6 && $1 !~ /^#/) { key = $2 " " $3; paper[key] = $5; reads_from[key] = $6 }
  next
}

{
  key = $2 " " $3
  if (!(key in named)) { named[key] = name($2, $3); group[key] = $1; keys[++count] = key }
  state[key, $4] = $5
  runs[key, $4] = $6 + $7
  cpu[key, $4] = $8
  total[$4] += $8
  rows[$4]++
  if ($5 != "finished") unfinished[$4]++
  if (!($4 in seen)) { seen[$4] = 1; strategies[++kinds] = $4 }
}

END {
  for (i = 1; i <= kinds; i++) {
    s = strategies[i]
    printf "%s: %.1f CPU s for %d rows, %d of them not finished\n\n", s, total[s], rows[s], unfinished[s]
  }
  if (seen["dpor"] && seen["guided"]) compare()
}

function name(program, flags) {
  sub(/.*\//, "", program)
  gsub(/,/, " ", flags)
  return flags == "-" ? program : program " " flags
}

function compare(    i, k, dpor, guided) {
  for (i = 1; i <= count; i++) {
    k = keys[i]
    judge(k)
    if (state[k, "dpor"] == "finished") { dpor += cpu[k, "dpor"]; guided += cpu[k, "guided"] }
  }
  printf "dpor / guided, time of all rows: %s%.1f\n\n", unfinished["dpor"] ? "at least " : "", ratio(total["dpor"], total["guided"])
  printf "dpor / guided, time of the rows that dpor finished: %.1f\n\n", ratio(dpor, guided)
  list("guided finished, dpor did not", only)
  list("guided did not finish", open)
  list("guided: more runs than the paper", above_paper)
  list("guided: more runs than reads-from", above_reads_from)
  list("guided: a second or more", slow)
  list("guided took more than 1.3 times the time of dpor (and 0.05 s more) and saved no runs", dear)
  list("the same, but it saved some", dear_but_fewer)
  list("Where dpor took 0.2 s or more and guided saved no runs, its time over that of dpor", even)
}

function ratio(a, b) { return a / (b > 0.001 ? b : 0.001) }
function list(title, text) { print title ": " (text == "" ? "none" : substr(text, 3)) "\n" }

function judge(k,    g, t) {
  g = runs[k, "guided"]
  t = ratio(cpu[k, "guided"], cpu[k, "dpor"])
  if (state[k, "guided"] != "finished") { open = open ", " named[k]; return }
  if (state[k, "dpor"] != "finished") only = only ", " named[k]
  if (paper[k] ~ /^[0-9]/ && g > paper[k]) above_paper = above_paper ", " named[k] " (" g " to " paper[k] ")"
  if (reads_from[k] ~ /^[0-9]/ && g > reads_from[k]) above_reads_from = above_reads_from ", " named[k] " (" g " to " reads_from[k] ")"
  if (group[k] != "cost" && group[k] != "fail" && cpu[k, "guided"] >= 1) slow = slow sprintf(", %s (%.1f)", named[k], cpu[k, "guided"])
  if (state[k, "dpor"] != "finished") return
  if (g >= runs[k, "dpor"] && cpu[k, "dpor"] >= 0.2) even = even sprintf(", %s (%.2f)", named[k], t)
  if (t <= 1.3 || cpu[k, "guided"] - cpu[k, "dpor"] <= 0.05) return
  if (g >= runs[k, "dpor"]) dear = dear sprintf(", %s (%.2f)", named[k], t)
  else dear_but_fewer = dear_but_fewer sprintf(", %s (%.2f)", named[k], t)
}
