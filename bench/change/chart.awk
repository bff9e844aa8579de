# Draws growth as SVG on standard output:  awk -f chart.awk DATA
#
# DATA has one line per size: LINES COMPARING IMPACT, in CPU seconds. Both scales are logarithmic, so that linear growth is a line that
# rises like the grey one.

BEGIN { width = 520; height = 340; left = 70; top = 56 }

NF == 3 {
  size[++n] = $1
  value[n, 1] = $2 < 0.0001 ? 0.0001 : $2
  value[n, 2] = $3 < 0.0001 ? 0.0001 : $3
  for (p = 1; p <= 2; p++) {
    if (n + p == 2 || value[n, p] < low) low = value[n, p]
    if (n + p == 2 || value[n, p] > high) high = value[n, p]
  }
}

function ten(x) { return log(x) / log(10) }
function floor(x) { return int(x) - (x < int(x)) }
function x_of(s) { return left + width * (ten(s) - ten(size[1])) / (ten(size[n]) - ten(size[1])) }
function y_of(v) { return top + height - height * (ten(v) - bottom) / (ceiling - bottom) }

function curve(p, colour, name,    i, path) {
  for (i = 1; i <= n; i++) {
    path = path (i > 1 ? " L" : "M") x_of(size[i]) " " y_of(value[i, p])
    printf "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3.5\" fill=\"%s\"/>\n", x_of(size[i]), y_of(value[i, p]), colour
  }
  printf "<path d=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"/>\n", path, colour
  printf "<text x=\"%.1f\" y=\"%.1f\" fill=\"%s\">%s</text>\n", left + width + 8, y_of(value[n, p]) + 4, colour, name
}

END {
  if (n < 2) { print "chart.awk: too few points" > "/dev/stderr"; exit 1 }
  bottom = floor(ten(low)); ceiling = floor(ten(high)) + 1
  printf "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" font-size=\"13\">\n", left + width + 110, top + height + 52
  print "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>"
  printf "<text x=\"%d\" y=\"26\" font-size=\"17\" font-weight=\"bold\" fill=\"#1a1a1a\">Two versions, one changed constant: CPU seconds</text>\n", left
  for (k = bottom; k <= ceiling; k++) {
    printf "<line x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"#dddddd\"/>\n", left, left + width, y_of(10 ^ k), y_of(10 ^ k)
    printf "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\" fill=\"#555555\">%g</text>\n", left - 8, y_of(10 ^ k) + 4, 10 ^ k
  }
  for (i = 1; i <= n; i++)
    printf "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\" fill=\"#555555\">%d</text>\n", x_of(size[i]), top + height + 20, size[i]
  printf "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\" fill=\"#555555\">lines of source</text>\n", left + width / 2, top + height + 42
  start = value[1, 1]
  printf "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"#bbbbbb\" stroke-dasharray=\"5 4\"/>\n", x_of(size[1]), y_of(start),
    x_of(size[n]), y_of(start * size[n] / size[1])
  curve(1, "#1d4ed8", "comparing")
  curve(2, "#c2410c", "impact")
  print "</svg>"
}
