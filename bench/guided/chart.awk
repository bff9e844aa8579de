# Draws growth as SVG on standard output:  awk -v title=... -v unit=... -f chart.awk DATA
#
# DATA has one line per point: SIZE STRATEGY STATE RUNS SECONDS, with STATE "finished" or "stopped" (the limit was reached before the end: the
# figures are lower bounds, drawn as open circles). Two panels, runs and CPU seconds, both on a logarithmic scale over the same sizes.
# Colours are told apart by everyone, and every line ends in the name of its strategy.

BEGIN {
  colour["naive"] = "#7a7a7a"; colour["dpor"] = "#c2410c"; colour["guided"] = "#1d4ed8"
  width = 420; height = 300; left = 64; top = 64; between = 128
}

NF == 5 {
  n++
  size[n] = $1; who[n] = $2; state[n] = $3; value[n, 1] = $4; value[n, 2] = $5
  if (n == 1 || $1 < low_size) low_size = $1
  if (n == 1 || $1 > high_size) high_size = $1
  for (p = 1; p <= 2; p++) {
    if (value[n, p] < 0.001) value[n, p] = 0.001
    if (n == 1 || value[n, p] < low[p]) low[p] = value[n, p]
    if (n == 1 || value[n, p] > high[p]) high[p] = value[n, p]
  }
  if ($3 != "finished") cut = 1
  if (!($2 in last)) order[++kinds] = $2
  last[$2] = n
}

END {
  if (n == 0) { print "chart.awk: no points" > "/dev/stderr"; exit 1 }
  total_width = left + 2 * width + between + 72
  printf "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" font-size=\"13\">\n",
    total_width, top + height + 56
  printf "<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>\n"
  printf "<text x=\"%d\" y=\"26\" font-size=\"17\" font-weight=\"bold\" fill=\"#1a1a1a\">%s</text>\n", left, title
  panel(1, left, "runs (full and partial)")
  panel(2, left + width + between, "CPU seconds, compiler included")
  if (cut)
    printf "<text x=\"%d\" y=\"26\" text-anchor=\"end\" fill=\"#555555\">%s</text>\n", total_width - 72,
      "open circle: the limit was reached, the figure is a lower bound"
  print "</svg>"
}

# Decades that hold all values of a panel; with only one decade the line would lie on the frame.
function scale(p) {
  bottom[p] = floor(log10(low[p]) + 1e-9)
  roof[p] = floor(log10(high[p]) - 1e-9) + 1
  if (roof[p] - bottom[p] < 1) roof[p] = bottom[p] + 1
}

function panel(p, x0, caption,    e, step, y, s, i) {
  scale(p)
  printf "<text x=\"%d\" y=\"%d\" fill=\"#1a1a1a\">%s</text>\n", x0, top - 12, caption
  step = roof[p] - bottom[p] > 8 ? 2 : 1
  for (e = bottom[p]; e <= roof[p]; e += step) {
    y = at_y(p, 10 ^ e)
    printf "<line x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\" stroke=\"#e2e2e2\"/>\n", x0, y, x0 + width, y
    printf "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\" fill=\"#555555\">%s</text>\n", x0 - 8, y + 4, label(e)
  }
  step = high_size - low_size > 12 ? 2 : 1
  for (s = low_size; s <= high_size; s += step)
    printf "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\" fill=\"#555555\">%d</text>\n", at_x(x0, s), top + height + 18, s
  printf "<line x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\" stroke=\"#555555\"/>\n", x0, top + height, x0 + width, top + height
  printf "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\" fill=\"#1a1a1a\">%s</text>\n", x0 + width / 2, top + height + 40, unit
  for (i = 1; i <= kinds; i++) line(p, x0, order[i])
}

function line(p, x0, s,    i, points, c) {
  c = s in colour ? colour[s] : "#1a1a1a"
  for (i = 1; i <= n; i++) if (who[i] == s) points = points sprintf("%.1f,%.1f ", at_x(x0, size[i]), at_y(p, value[i, p]))
  printf "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"/>\n", points, c
  for (i = 1; i <= n; i++)
    if (who[i] == s)
      printf "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4\" fill=\"%s\" stroke=\"%s\" stroke-width=\"1.5\"><title>%s %s: %s%s</title></circle>\n",
        at_x(x0, size[i]), at_y(p, value[i, p]), state[i] == "finished" ? c : "#ffffff", c,
        s, size[i], state[i] == "finished" ? "" : "more than ", value[i, p]
  i = last[s]
  printf "<text x=\"%.1f\" y=\"%.1f\" fill=\"%s\" font-weight=\"bold\">%s</text>\n", at_x(x0, size[i]) + 9, at_y(p, value[i, p]) + 4, c, s
}

function at_x(x0, s) { return x0 + 10 + (width - 20) * (high_size > low_size ? (s - low_size) / (high_size - low_size) : 0.5) }
function at_y(p, v) { return top + height - height * (log10(v) - bottom[p]) / (roof[p] - bottom[p]) }
function log10(v) { return log(v) / log(10) }
function floor(v) { return int(v) > v ? int(v) - 1 : int(v) }
function label(e) {
  if (e < 0) return sprintf("%.*f", -e, 10 ^ e)
  return e <= 4 ? sprintf("%d", 10 ^ e) : sprintf("10<tspan dy=\"-5\" font-size=\"10\">%d</tspan>", e)
}
