/* Draws the report from the model. Everything that comes from the program under test becomes text nodes: nothing of it
   is ever parsed as HTML. */
"use strict";
const model = JSON.parse(document.getElementById("model").textContent);
const details = model.details || {};
const two = Boolean(model.old);
const SVG = "http://www.w3.org/2000/svg";

/* ---- small pieces ---- */

/* Control characters, and those that turn the direction of text, are shown by number. */
const show = (text) => String(text).replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g,
  (c) => "\\x" + c.charCodeAt(0).toString(16).padStart(2, "0"));

function el(tag, attributes, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(name, value);
  }
  for (const child of children.flat(9)) {
    if (child === null || child === undefined || child === false) continue;
    made.append(child instanceof Node ? child : document.createTextNode(show(child)));
  }
  return made;
}

function svg(tag, attributes, ...children) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes || {})) made.setAttribute(name, value);
  for (const child of children) made.append(child instanceof Node ? child : document.createTextNode(child));
  return made;
}

const figure = (value) => typeof value === "number"
  ? value.toLocaleString("en", { maximumFractionDigits: Number.isInteger(value) ? 0 : value < 10 ? 3 : 1 }) : String(value);
const count = (n, word) => `${figure(n)} ${n === 1 ? word : word.endsWith("y") ? word.slice(0, -1) + "ies" : word + "s"}`;
const place = (at) => at && at.file ? `${at.file}:${at.line}${at.column ? ":" + at.column : ""}` : "(no source)";
const base = (file) => file.slice(file.lastIndexOf("/") + 1);

/* A name that may be broken behind its dots. */
const name = (text) => el("code", {}, String(text).split(/(?<=[.\[>])/).flatMap((piece) => [piece, el("wbr")]));

/* ---- sources ---- */

const texts = new Map();
for (const source of details.sources || []) {
  const lines = new Map();
  for (const part of source.parts) part.lines.forEach((line, i) => lines.set(part.first + i, line));
  texts.set(source.version + ":" + source.file, { lines, all: source.lines });
}
const sourceOf = (version, file) => texts.get(version + ":" + file) || { lines: new Map(), all: 0 };
const lineOf = (version, file, line) => sourceOf(version, file).lines.get(line);
const marks = new Set((model.change ? model.change.affected_lines || [] : []).map((at) => at.file + ":" + at.line));
const changes = (model.change && model.change.functions) || details.functions || [];
const changedLines = new Set(changes.flatMap((f) => f.lines || []).filter((row) => row.new)
  .map((row) => row.new.file + ":" + row.new.line));

/* Lines around one place. `who`: line number -> [[thread, lane]]. */
function excerpt(version, file, line, around, who) {
  const source = sourceOf(version, file);
  const widest = who ? Math.max(6, ...[...who.values()].map((names) => names.reduce((sum, [thread]) => sum + thread.length + 1, 0))) : 0;
  const box = el("div", { class: "source code", style: who ? `--who: ${widest + 1}ch` : null, role: "group", "aria-label": `${file}, lines around ${line}`, tabindex: 0 });
  for (let i = Math.max(1, line - around); i <= line + around; i++) {
    if (!source.lines.has(i)) continue;
    const here = i === line;
    const names = who && who.get(i) || [];
    box.append(el("div", { class: here ? "here" : null, "aria-current": here ? "true" : null },
      who && el("span", { class: "who" }, names.map(([name, lane]) =>
        el("span", { style: `color: var(--lane${lane % 6})` }, name + " "))),
      el("span", { class: "number" }, (changedLines.has(file + ":" + i) && version === "new" ? "* " : "") + i),
      el("span", {}, source.lines.get(i) || " ")));
  }
  return box.childNodes.length ? box : el("p", { class: "faint" }, `The source text of ${file} is not in this report.`);
}

/* ---- the parts of the page ---- */

const main = document.getElementById("main");
const links = el("ul");
function part(id, title, ...children) {
  const section = el("section", { id, "aria-labelledby": id + "-title" }, el("h2", { id: id + "-title" }, title), ...children);
  main.append(section);
  links.append(el("li", {}, el("a", { href: "#" + id }, title)));
  return section;
}

const ageOf = (failure, fixed) => fixed ? "fixed" : !two ? "" : failure.new === true ? "new" : failure.new === false ? "old" : "unknown";
const ageWords = { new: "new", old: "old: the old version fails here too", unknown: "not known to be new", fixed: "fixed", "": "" };

function drawHead() {
  const failures = model.failures || [];
  const by = (age) => failures.filter((f) => ageOf(f) === age).length;
  const title = `heddle ${model.command} ${details.name || ""}`.trim();
  document.title = `${model.verdict}: ${show(title)}`;
  const chips = el("div", { class: "chips" }, el("span", { class: "badge " + model.verdict, id: "verdict" }, model.verdict));
  if (two) {
    chips.append(el("span", { class: "badge " + (by("new") ? "new" : "plain") }, `${by("new")} new`),
      el("span", { class: "badge plain" }, `${by("old")} old`),
      el("span", { class: "badge " + ((model.fixed || []).length ? "fixed" : "plain") }, `${(model.fixed || []).length} fixed`));
    if (by("unknown")) chips.append(el("span", { class: "badge unknown" }, `${by("unknown")} not known to be new`));
  } else chips.append(el("span", { class: "badge " + (failures.length ? "new" : "plain") }, count(failures.length, "failure")));
  if ((model.warnings || []).length) chips.append(el("span", { class: "badge warning" }, count(model.warnings.length, "warning")));
  chips.append(el("span", { class: "faint" }, verdictWords(failures, by)));
  document.getElementById("head").append(el("h1", {}, title), chips,
    details.line ? el("code", { class: "command", "aria-label": "the command" }, details.line) : null);
  for (const note of model.notes || []) document.getElementById("head").append(el("p", { class: "faint" }, note));
  document.getElementById("foot").append(`Made by heddle ${model.heddle}. This file needs no network.`);
}

/* What one wants to know first, in figures. */
function drawTiles() {
  const stats = model.stats || {}, runs = model.runs || {}, change = model.change || {};
  const all = (runs.full || 0) + (runs.partial || 0);
  const share = change.instructions ? 100 * change.affected / change.instructions : null;
  const seconds = (stats.seconds || 0) + (two && !model.old.from_store ? model.old.seconds || 0 : 0);
  const tiles = [[figure(all), all === 1 ? "run" : "runs"], [`${figure(seconds)} s`, "of exploring"],
    share === null ? null : [`${figure(share)} %`, "of the program affected"],
    stats.states ? [figure(stats.states), "states"] : null,
    stats.threads > 1 ? [figure(stats.threads), "threads"] : null,
    model.coverage ? [`${figure(model.coverage.covered)} of ${figure(model.coverage.affected || (model.pairs || []).length)}`, "targets covered"] : null,
    model.tests && model.tests.new ? [figure(model.tests.new), model.tests.new === 1 ? "new test" : "new tests"] : null];
  document.getElementById("head").append(el("dl", { class: "tiles" },
    tiles.filter(Boolean).map(([value, words]) => el("div", {}, el("dt", {}, words), el("dd", {}, value)))));
}

function verdictWords(failures, by) {
  if (model.verdict === "incomplete") return "Nothing failed so far, but not everything was explored.";
  if (model.verdict === "safe") return two ? "Everything that the change can affect was explored; nothing fails newly."
    : "Everything was explored; nothing failed.";
  if (two && !by("new") && !by("unknown")) return "Nothing fails newly.";
  return (model.reasons || []).length ? "Not everything was explored." : "Everything in scope was explored.";
}

function drawReasons() {
  if (!(model.reasons || []).length) return;
  part("reasons", "Not explored", el("ul", {}, model.reasons.map((reason) => el("li", {}, reason))));
}

/* ---- failures ---- */

function stackOf(frames, title) {
  return [el("h4", {}, title), el("ol", { class: "code" }, frames.map((frame) => el("li", {}, `${frame.function} (${place(frame)})`)))];
}

function inputsOf(failure) {
  if (!(failure.inputs || []).length) return [];
  return [el("h4", {}, "Inputs"), el("div", { class: "scroll" }, el("table", {},
    el("thead", {}, el("tr", {}, el("th", { scope: "col" }, "name"), el("th", { scope: "col" }, "value"), el("th", { scope: "col" }, "bytes"))),
    el("tbody", {}, failure.inputs.map((input) => el("tr", {}, el("td", {}, el("code", {}, input.name)),
      el("td", {}, input.int !== undefined ? String(input.int) : count(input.size, "byte")),
      el("td", {}, el("code", {}, input.hex.length > 128 ? input.hex.slice(0, 128) + " ..." : input.hex)))))))];
}

function waitsOf(failure) {
  if (!(failure.waits || []).length) return [];
  return [el("h4", {}, "Who waits for whom"), el("ul", {}, failure.waits.map((wait) => el("li", {},
    `${wait.thread} waits for ${wait.object} at ${place(wait.place)}`, wait.held_by ? `, held by ${wait.held_by}` : "",
    wait.held_since ? ` since ${place(wait.held_since)}` : "")))];
}

/* A test's path as one word of a shell. */
const shellWord = (text) => /^[\w./=+:,@%-]+$/.test(text) ? text : "'" + text.replace(/'/g, "'\\''") + "'";

function replayOf(failure) {
  if (!failure.test) return [];
  const test = shellWord(failure.test);
  return [el("h4", {}, "Once more, natively and in the debugger"),
    el("code", { class: "command" }, `heddle replay --native ${test}\nheddle replay --gdb ${test}`)];
}

/* The story in a few sentences; each leads to its step in the picture. */
function storyOf(failure, picture) {
  if (!(failure.story || []).length) return [];
  const colour = (thread) => `color: var(--lane${picture.laneOf(thread) % 6})`;
  return [el("h4", {}, "In short"), el("ol", { class: "story" }, failure.story.map((line) =>
    el("li", { class: line.end ? "end" : null }, el("button", { type: "button", class: "sentence", onclick: () => picture.show(line) },
      el("b", { style: colour(line.thread) }, line.thread), " ", line.text))))];
}

/* Of two versions: the changed line behind which the failing run is none of the old version's, and the first difference. */
function divergenceOf(failure) {
  const d = failure.divergence;
  if (!d) return [];
  const named = d.name && (d.what === "variable" || d.what === "memory");
  const words = named ? [name(d.name), " gets another value."]
    : d.what === "result" ? [name(d.function), " returns another value."]
    : d.what === "control" ? ["control goes on elsewhere, or other operations follow."]
    : ["an operation gets another value", d.name ? [" for ", name(d.name)] : null, "."];
  const side = (label, version, file, line, value) => {
    const text = lineOf(version, file, line);
    return el("div", { class: label.toLowerCase() + "side" }, el("b", {}, label), el("code", { class: "faint" }, `${file}:${line}`),
      text === undefined ? null : el("code", {}, text.trim()),
      d.what === "control" ? null
        : el("span", { class: "value" }, named ? [name(d.name), " = "] : null, el("code", {}, value === undefined ? "not known" : value)));
  };
  return [el("h4", {}, "Where the versions part"),
    el("p", {}, "Thread ", d.thread, " comes to the change in ", name(d.function), ": ", words),
    el("div", { class: "versus" }, side("OLD", "old", d.old_file, d.old_line, d.old), side("NEW", "new", d.file, d.line, d.new))];
}

/* Of two versions: from the changed line to the failure, in the run itself. */
function chainOf(failure) {
  const chain = failure.chain || [];
  if (!chain.length) return [];
  return [el("h4", {}, "From the change to the failure"), el("div", { class: "scroll" }, el("table", {},
    el("thead", {}, el("tr", {}, ["thread", "place", "what", "OLD", "NEW"].map((t) => el("th", { scope: "col" }, t)))),
    el("tbody", {}, chain.map((link) => el("tr", {}, el("td", {}, link.thread), el("td", {}, el("code", {}, place(link))),
      el("td", {}, link.changed ? el("b", {}, link.text) : link.text),
      el("td", {}, el("code", {}, link.old || "")), el("td", {}, el("code", {}, link.new || "")))))))];
}

function drawFailure(failure, number, kind, fixed) {
  const age = ageOf(failure, fixed), version = fixed ? "old" : "new";
  const title = failure.message.startsWith(failure.kind + ":") ? failure.message : `${failure.kind}: ${failure.message}`;
  const card = el("article", { class: "card " + (fixed ? "fixed" : kind === "warning" ? "warn" : age === "old" ? "old" : "bad"),
    id: `${kind}-${number}` }, el("h3", {}, title),
    el("div", { class: "chips" }, age ? el("span", { class: "badge " + age }, ageWords[age]) : null,
      el("code", {}, place(failure)), failure.thread ? el("span", { class: "faint" }, "thread " + failure.thread) : null,
      failure.also_old ? el("span", { class: "faint" }, "the line also fails in the old version, for other inputs or schedules") : null));
  if (failure.line) card.append(excerpt(version, failure.file, failure.line, 3));
  if (failure.detail && !(failure.waits || []).length) card.append(el("p", {}, failure.detail));
  card.append(...divergenceOf(failure).filter(Boolean), ...chainOf(failure));
  if ((failure.schedule || []).length) {
    const picture = player(failure);
    card.append(...storyOf(failure, picture),
      el("h4", {}, `How it comes to that: ${count(failure.switches, "switch").replace("switchs", "switches")} between threads`), picture.whole);
  }
  card.append(...waitsOf(failure));
  const facts = el("div", { class: "grid2" });
  if ((failure.stack || []).length) facts.append(el("div", {}, stackOf(failure.stack, "Calls, innermost first")));
  if (failure.other) facts.append(el("div", {}, stackOf(failure.other.stack, `Races with ${failure.other.message} in ${failure.other.thread}`)));
  if ((failure.inputs || []).length) facts.append(el("div", {}, inputsOf(failure)));
  card.append(facts, ...replayOf(failure));
  return card;
}

function drawFailures() {
  const failures = model.failures || [];
  part("failures", "Failures", failures.length ? failures.map((f, i) => drawFailure(f, i + 1, "failure", false))
    : el("p", {}, model.verdict === "safe" ? "None." : "None so far."));
  if ((model.fixed || []).length) part("fixed", "Fixed", model.fixed.map((f, i) => drawFailure(f, i + 1, "fixed", true)));
  if ((model.warnings || []).length) part("warnings", "Warnings", model.warnings.map((f, i) => drawFailure(f, i + 1, "warning", false)));
}

/* ---- what was explored, and what was saved ---- */

function drawExplored() {
  const runs = model.runs || {}, stats = model.stats || {}, solver = stats.solver || {};
  const names = [["full", "to the end"], ["partial", "cut: what follows is known"], ["blocked", "blocked: explored in another order"],
    ["infeasible", "infeasible: no input leads there"]];
  const all = names.reduce((sum, [name]) => sum + (runs[name] || 0), 0);
  const section = part("explored", "What was explored", el("p", {}, scopeWords()));
  if (all) {
    section.append(el("div", { class: "bar", role: "img", "aria-label": names.map(([n, w]) => `${runs[n] || 0} runs ${w}`).join(", ") },
      names.map(([name], i) => runs[name] ? el("span", { class: "k" + i, style: `flex: ${runs[name]}` }) : null)));
    section.append(el("ul", {}, names.filter(([name]) => runs[name]).map(([name, words]) =>
      el("li", {}, el("span", { class: "key k" + names.findIndex(([n]) => n === name), "aria-hidden": "true" }),
        `${count(runs[name], "run")} ${words}`))));
  }
  const saved = savings(runs, stats, solver);
  if (saved.length) section.append(el("h4", {}, "What was saved, and why"), el("ul", {}, saved.map((line) => el("li", {}, line))));
  if ((model.pruning || []).length) section.append(el("details", {}, el("summary", {}, "Why single runs were cut"),
    el("ul", {}, model.pruning.slice(0, 200).map((cut) => el("li", {}, `run ${cut.run}: ` +
      (cut.summary ? `summary ${cut.summary}` : `the same state as in run ${cut.same_state_as_run}`),
      (cut.conditions || []).length ? el("ul", {}, cut.conditions.map((c) => el("li", {}, el("code", {}, c)))) : null)))));
  drawPlots(section);
}

function scopeWords() {
  const change = model.change || {};
  if (model.explored === "nothing changed") return "Nothing of the new version: the change has no effect on what the program does.";
  if (model.explored === "nothing affected can fail") return "Nothing of the new version: nothing that can fail is affected by the change.";
  if (model.explored === "affected") return `Of the new version only what the change can affect: ${figure(change.affected)} of ` +
    `${count(change.instructions, "instruction")} (${figure(100 * change.affected / Math.max(1, change.instructions))} %).`;
  if (model.explored === "all") return "Everything that the new version can do.";
  return model.verdict === "safe" ? "Every input and every interleaving." : "Inputs and interleavings, as far as the search went.";
}

function savings(runs, stats, solver) {
  const lines = [];
  if (two && model.old.from_store) lines.push("The old version was not explored again: the store knew what came out.");
  else if (two && model.old.known) lines.push(`The old version was explored now, in ${figure(model.old.seconds)} s.`);
  if (stats.summaries_reused) lines.push(`${count(stats.summaries_reused, "summary")} of the old version still hold.`);
  if (stats.state_cuts) lines.push(`${count(stats.state_cuts, "run")} cut at a state that was finished before.`);
  if (stats.summaries && stats.summaries.cut) lines.push(`${count(stats.summaries.cut, "run")} cut by a summary: nothing can fail behind it.`);
  if (stats.stopped) lines.push(`${count(stats.stopped, "run")} ended early: nothing of interest was left.`);
  if (stats.queries_avoided) lines.push(`${count(stats.queries_avoided, "question")} about inputs answered without the solver, ` +
    `${figure(solver.by_z3 || stats.queries || 0)} by Z3.`);
  if (model.tests && model.tests.reused) lines.push(`${count(model.tests.reused, "test")} of the old suite reused.`);
  return lines;
}

function drawPlots(section) {
  const track = details.track || {};
  const seconds = track.seconds || [];
  if (seconds.length < 3) return;
  const curves = [["runs", "runs to the end"], ["states", "states"], ["instructions", "instructions"],
    ["queries", "questions about inputs"], ["memory_kib", "memory in KiB"]];
  section.append(el("h4", {}, two || model.command === "augment" ? "Over time, of the last exploration" : "Over time"), el("div", { class: "plots" },
    curves.filter(([name]) => (track[name] || []).length === seconds.length && Math.max(...track[name]) > 0)
      .map(([name, title]) => plot(seconds, track[name], title))));
}

/* 1, 2 or 5 times a power of ten, such that at most five of them fit. */
function tick(most) {
  const power = 10 ** Math.floor(Math.log10(most / 5));
  return [1, 2, 5, 10].map((f) => f * power).find((step) => most / step <= 5) || most;
}
const short = (v) => v >= 1e6 ? `${figure(v / 1e6)} M` : v >= 1e4 ? `${figure(v / 1e3)} k` : figure(v);

function plot(xs, ys, title) {
  const W = 420, H = 190, left = 52, right = 14, low = 26, top = 28;
  const most = Math.max(...ys, 1), end = Math.max(...xs, 0.001), step = tick(most);
  const x = (v) => left + (W - left - right) * v / end, y = (v) => H - low - (H - low - top) * v / most;
  const points = (xs[0] > 0 && title !== "memory in KiB" ? [[0, 0]] : []).concat(xs.map((v, i) => [v, ys[i]]));
  const path = points.map(([v, w], i) => `${i ? "L" : "M"}${x(v).toFixed(1)} ${y(w).toFixed(1)}`).join("");
  const last = points[points.length - 1];
  const marks = [];
  for (let v = 0; v <= most; v += step)
    marks.push(svg("line", { class: "axis", x1: left, y1: y(v), x2: W - right, y2: y(v) }),
      svg("text", { x: left - 6, y: y(v) + 4, "text-anchor": "end" }, short(v)));
  return svg("svg", { class: "plot", viewBox: `0 0 ${W} ${H}`, role: "img", "aria-label": `${title} over time: ${figure(ys[ys.length - 1])} after ${figure(end)} s` },
    svg("text", { class: "title", x: 8, y: 14 }, title), ...marks,
    svg("path", { class: "area", d: `${path}L${x(last[0]).toFixed(1)} ${y(0)}L${x(points[0][0]).toFixed(1)} ${y(0)}Z` }),
    svg("path", { class: "curve", d: path }), svg("circle", { class: "dot", cx: x(last[0]), cy: y(last[1]), r: 3.5 }),
    svg("text", { x: W - right, y: 14, "text-anchor": "end" }, figure(last[1])),
    svg("text", { x: left, y: H - 8 }, "0 s"), svg("text", { x: W - right, y: H - 8, "text-anchor": "end" }, `${figure(end)} s`));
}

/* ---- pairs ---- */

/* A place with what stands there; its file by its last name, where all are in one. */
function pairEnd(at, label) {
  const text = at && at.file ? lineOf("new", at.file, at.line) : null;
  return el("td", { "data-label": label, title: place(at) }, el("code", {}, at && at.file ? `${base(at.file)}:${at.line}` : place(at)),
    text ? el("code", { class: "faint line" }, text.trim().slice(0, 120)) : null);
}

/* How many of each status, as a bar. */
function statusBar(pairs) {
  const kinds = [["covered", "k1"], ["infeasible", "k3"], ["unknown", "k2"], ["open", "k0"]]
    .map(([status, key]) => [status, key, pairs.filter((pair) => pair.status === status).length]).filter(([, , n]) => n);
  return [el("div", { class: "bar", role: "img", "aria-label": kinds.map(([status, , n]) => `${n} ${status}`).join(", ") },
    kinds.map(([, key, n]) => el("span", { class: key, style: `flex: ${n}` }))),
  el("p", {}, kinds.map(([status, key, n]) => el("span", { class: "counted" }, el("span", { class: "key " + key, "aria-hidden": "true" }), `${figure(n)} ${status}`)))];
}

function drawPairs() {
  const pairs = model.pairs || [];
  if (!pairs.length) return;
  const body = el("tbody");
  const rows = pairs.map((pair) => [pair.status, el("tr", {}, pairEnd(pair.writer, "writes"), pairEnd(pair.reader, "reads"),
    el("td", { "data-label": "variable" }, name(pair.variable || "")), el("td", { "data-label": "status" },
      el("span", { class: "badge " + (pair.status === "covered" ? "fixed" : pair.status === "infeasible" ? "plain" : "unknown") }, pair.status)),
    el("td", { "data-label": "test" }, pair.test ? name(pair.test) : null))]);
  const choose = el("select", { onchange: () => fill() }, ["all", ...new Set(pairs.map((p) => p.status))].map((s) => el("option", {}, s)));
  const fill = () => body.replaceChildren(...rows.filter(([s]) => choose.value === "all" || s === choose.value).slice(0, 2000).map(([, row]) => row));
  fill();
  part("pairs", "Pairs of accesses", el("p", {}, `${count(pairs.length, "pair")} of a write and a read of one variable by two threads${model.change ? " that the change affects" : ""}.`),
    statusBar(pairs), el("p", {}, el("label", {}, "Show ", choose)), el("div", { class: "scroll" },
      el("table", { class: "pairs" }, el("thead", {}, el("tr", {}, ["writes", "reads", "variable", "status", "test"].map((t) => el("th", { scope: "col" }, t)))), body)));
}

/* ---- statistics ---- */

function drawStatistics() {
  const rows = [];
  const add = (prefix, object) => {
    for (const [name, value] of Object.entries(object || {}))
      if (value && typeof value === "object") add(prefix + name + ".", value);
      else rows.push(el("tr", {}, el("td", {}, el("code", {}, prefix + name)), el("td", { class: "figure" }, figure(value))));
  };
  add("", model.stats);
  add("tests.", Object.fromEntries(Object.entries(model.tests || {}).filter(([, v]) => typeof v === "number")));
  part("statistics", "Statistics", el("details", {}, el("summary", {}, `${rows.length} figures`), el("div", { class: "scroll" },
    el("table", {}, el("thead", {}, el("tr", {}, el("th", { scope: "col" }, "name"), el("th", { scope: "col", class: "figure" }, "value"))), el("tbody", {}, rows)))));
}
