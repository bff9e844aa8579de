/* The change side by side: a line diff of the two texts, with the lines that the change affects marked. */

/* Myers' shortest edit script between two arrays: [[kind, old index, new index]]; a middle that differs too much is
   taken for replaced as a whole. */
function editScript(a, b) {
  let head = 0, tail = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head++;
  while (tail < a.length - head && tail < b.length - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++;
  const script = [];
  for (let i = 0; i < head; i++) script.push(["same", i, i]);
  script.push(...middleScript(a.slice(head, a.length - tail), b.slice(head, b.length - tail)).map(([k, i, j]) => [k, i + head, j + head]));
  for (let i = tail; i > 0; i--) script.push(["same", a.length - i, b.length - i]);
  return script;
}

function middleScript(a, b) {
  const most = Math.min(a.length + b.length, 1500), offset = most + 1, trace = [];
  const furthest = new Int32Array(2 * offset + 1);
  let depth = -1;
  search: for (let d = 0; d <= most; d++) {
    trace.push(furthest.slice());
    for (let k = -d; k <= d; k += 2) {
      const down = k === -d || (k !== d && furthest[offset + k - 1] < furthest[offset + k + 1]);
      let x = down ? furthest[offset + k + 1] : furthest[offset + k - 1] + 1;
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x++;
      furthest[offset + k] = x;
      if (x >= a.length && x - k >= b.length) { depth = d; break search; }
    }
  }
  if (depth < 0) return [...a.map((_, i) => ["del", i, 0]), ...b.map((_, j) => ["add", a.length, j])];
  const script = [];
  let x = a.length, y = b.length;
  for (let d = depth; d > 0; d--) {
    const v = trace[d], k = x - y;
    const down = k === -d || (k !== d && v[offset + k - 1] < v[offset + k + 1]);
    const before = down ? k + 1 : k - 1, px = v[offset + before], py = px - before;
    const start = down ? px : px + 1;
    while (x > start) script.push(["same", --x, --y]);
    if (down) script.push(["add", x, --y]);
    else script.push(["del", --x, y]);
  }
  while (x > 0 && y > 0) script.push(["same", --x, --y]);
  return script.reverse();
}

/* Deleted lines beside the added ones that follow them. */
function sideBySide(script) {
  const rows = [];
  for (let i = 0; i < script.length;) {
    if (script[i][0] === "same") { rows.push(["same", script[i][1], script[i][2]]); i++; continue; }
    const gone = [], come = [];
    for (; i < script.length && script[i][0] !== "same"; i++) (script[i][0] === "del" ? gone : come).push(script[i]);
    for (let k = 0; k < Math.max(gone.length, come.length); k++)
      rows.push([k >= come.length ? "del" : k >= gone.length ? "add" : "mod", k < gone.length ? gone[k][1] : -1, k < come.length ? come[k][2] : -1]);
  }
  return rows;
}

const isEqual = (f) => Boolean(f.equivalence && /^(equivalent|proved)/.test(f.equivalence.verdict || ""));
const equalLines = { old: new Set(), new: new Set() };
for (const f of changes) if (isEqual(f)) for (const row of f.lines || [])
  for (const side of ["old", "new"]) if (row[side]) equalLines[side].add(row[side].file + ":" + row[side].line);

function diffRow(kind, old, fresh, oldFile, newFile) {
  const affected = fresh && marks.has(newFile + ":" + fresh[0]);
  const equal = (!old || equalLines.old.has(oldFile + ":" + old[0])) && (!fresh || equalLines.new.has(newFile + ":" + fresh[0])) && kind !== "same";
  return el("tr", { class: kind + (equal ? " equal" : ""), title: equal ? "changed, proved equivalent" : null },
    el("td", { class: "o number" }, old ? old[0] : ""), el("td", { class: "o text" }, old ? old[1] || " " : ""),
    el("td", { class: "n number" }, fresh ? fresh[0] : ""), el("td", { class: "n text" }, fresh ? fresh[1] || " " : ""),
    equal ? el("td", { class: "n affects", title: "changed, proved equivalent", "aria-label": "equivalent" }, "\u2261")
      : el("td", { class: "n affects", title: affected ? "the change may affect what this line does" : null,
        "aria-label": affected ? "affected" : null }, affected ? "\u25cf" : ""));
}

function drawDiff(oldFile, newFile) {
  const lines = (version, file) => [...sourceOf(version, file).lines];
  const a = lines("old", oldFile), b = lines("new", newFile);
  if (!a.length || !b.length) return null;
  const rows = sideBySide(editScript(a.map(([, t]) => t), b.map(([, t]) => t)));
  const near = rows.map(() => false);
  rows.forEach(([kind], i) => { if (kind !== "same") for (let k = Math.max(0, i - 4); k <= Math.min(rows.length - 1, i + 4); k++) near[k] = true; });
  const body = el("tbody");
  const make = ([kind, i, j]) => diffRow(kind, i < 0 ? null : a[i], j < 0 ? null : b[j], oldFile, newFile);
  for (let i = 0; i < rows.length;) {
    if (near[i]) { body.append(make(rows[i])); i++; continue; }
    let end = i;
    while (end < rows.length && !near[end]) end++;
    if (end - i <= 3) { for (; i < end; i++) body.append(make(rows[i])); continue; } /* a fold would need as much room */
    const hidden = rows.slice(i, end), fold = el("tr", {}, el("td", { class: "fold", colspan: 5 }));
    fold.firstChild.append(el("button", { class: "fold", onclick: () => fold.replaceWith(...hidden.map(make)) },
      `show ${count(hidden.length, "line")} that did not change`));
    body.append(fold);
    i = end;
  }
  return el("div", { class: "diff", tabindex: 0, role: "group", "aria-label": `${oldFile} and ${newFile} side by side` },
    el("table", {}, el("caption", { class: "faint" }, oldFile === newFile ? oldFile : `${oldFile} \u2192 ${newFile}`), el("colgroup", {},
      el("col", { style: "width: 3.6rem" }), el("col"), el("col", { style: "width: 3.6rem" }), el("col"), el("col", { style: "width: 1.8rem" })), body));
}

/* Which old file belongs to which new one: by the changed lines, else by name, else the only ones. */
function filePairs() {
  const pairs = new Map();
  for (const row of changes.flatMap((f) => f.lines || [])) if (row.old && row.new) pairs.set(row.new.file, row.old.file);
  for (const source of details.sources || []) {
    if (source.version !== "new" || pairs.has(source.file)) continue;
    if (texts.has("old:" + source.file)) pairs.set(source.file, source.file);
  }
  const olds = (details.sources || []).filter((s) => s.version === "old"), news = (details.sources || []).filter((s) => s.version === "new");
  if (!pairs.size && olds.length === 1 && news.length === 1) pairs.set(news[0].file, olds[0].file);
  return [...pairs];
}

function functionLine(f) {
  const name = f.renamed ? `${f.old} \u2192 ${f.new}` : f.new || f.old;
  const rows = (f.lines || []).filter((row) => !row.derived && row.what);
  return el("li", {}, el("code", {}, name), ` ${f.status} `, isEqual(f) ? el("span", { class: "badge fixed" }, "changed, equivalent (proved)") : null,
    f.equivalence && f.equivalence.text && !isEqual(f) ? el("span", { class: "faint" }, ` ${f.equivalence.text}`) : null,
    rows.length ? el("ul", {}, rows.slice(0, 12).map((row) => el("li", { class: "faint" }, `line ${(row.new || row.old).line}: ${row.what}`))) : null);
}

function drawChange() {
  if (!model.change) return;
  const change = model.change;
  const section = part("change", "The change", el("p", {}, change.nothing ? "Nothing changed that has a meaning." :
    `${figure(change.added)} instructions added, ${figure(change.deleted)} deleted, ${figure(change.modified)} modified. ` +
    `\u25cf marks ${count((change.affected_lines || []).length, "line")} of the new version that the change may affect.` +
    (changes.some(isEqual) ? " \u2261 marks lines that changed but do the same from every state: that was proved." : "")));
  if (details.old_name) section.append(el("p", { class: "faint" }, `from ${details.old_name} to ${details.new_name}`));
  if (changes.length) section.append(el("ul", {}, changes.map(functionLine)));
  for (const [fresh, old] of filePairs()) section.append(drawDiff(old, fresh) || "");
}
