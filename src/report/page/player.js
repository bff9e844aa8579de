/* A failing interleaving as a picture that one walks through: one lane for each thread, time goes down; arrows for what
   a read saw, for locks that were handed over and for threads that were started. */

const nameOf = name; /* the page's; inside of a player `name` is a thread */

/* main, main.1, main.2, main.10 */
const byNumbers = (a, b) => a.localeCompare(b, "en", { numeric: true });

/* For each step: the step that it depends on in another thread, and how. */
function arrowsOf(steps) {
  const written = new Map(), freed = new Map(), started = new Map(), ended = new Map();
  return steps.map((step, i) => {
    let from = null;
    const object = step.object, op = step.operation;
    if (started.has(step.thread)) { from = ["start", started.get(step.thread)]; started.delete(step.thread); }
    if (op === "create" && object) started.set(object, i);
    if (op === "join" && object && ended.has(object)) from = ["start", ended.get(object)];
    if (/lock|wake/.test(op) && !/^unlock/.test(op) && freed.has(object)) from = ["lock", freed.get(object)];
    if (/^(read|update|acquire)/.test(op) && written.has(object)) from = ["read", written.get(object)];
    if (/^(write|update|acquire|release|free)/.test(op)) written.set(object, i);
    if (/^(unlock|wait)/.test(op)) freed.set(object, i);
    ended.set(step.thread, i);
    return from && steps[from[1]].thread !== step.thread ? from : null;
  });
}

const fromWords = { read: "wrote it", lock: "gave it back", start: "started or ended it" };

/* The steps, then how the threads end. */
function stepsOf(failure) {
  const steps = failure.schedule.map((step) => ({ ...step }));
  for (const wait of failure.waits || [])
    steps.push({ ...wait.place, thread: wait.thread, operation: "end", text: `waits for ${wait.object} for ever`, matters: true, end: true });
  if (!(failure.waits || []).length && failure.kind !== "race" && (failure.stack || []).length)
    steps.push({ ...failure.stack[0], thread: failure.thread, operation: "end", text: failure.message, matters: true, end: true });
  return steps;
}

/* Steps that are folded: the set-up by one thread before others run, and neighbours that do not matter. */
function foldsOf(steps) {
  const folds = [];
  let first = steps.findIndex((s) => s.thread !== steps[0].thread);
  if (first < 0) first = 0;
  if (first > 6) folds.push([0, first, `set-up: ${count(first, "step")} of ${steps[0].thread}`]);
  for (let i = first > 6 ? first : 0; i < steps.length;) {
    let end = i;
    while (end < steps.length && !steps[end].matters && steps[end].thread === steps[i].thread) end++;
    if (end > i + 1) folds.push([i, end, `${count(end - i, "step")} of ${steps[i].thread} without influence`]);
    i = Math.max(end, i + 1);
  }
  return folds;
}

/* Where to begin showing a source line: a long one at the statement of the step. */
function statement(text, column) {
  const line = text.trim();
  if (line.length <= 60) return line;
  let at = Math.min(Math.max(0, column - 1), text.length), depth = 0;
  for (; at > 0 && (depth > 0 || !";{}".includes(text[at - 1])); at--) depth += text[at - 1] === ")" ? 1 : text[at - 1] === "(" ? -1 : 0;
  const rest = text.slice(at).trim();
  return rest.length > 200 ? rest.slice(0, 200) + " \u2026" : rest;
}

function player(failure) {
  const steps = stepsOf(failure), arrows = arrowsOf(steps);
  const threads = [...new Set(steps.map((s) => s.thread))].sort(byNumbers);
  const lane = new Map(threads.map((name, i) => [name, i]));
  const starts = new Map(steps.filter((s) => s.start).map((s) => [s.thread, s.start]));
  let visible = [], now = 0, timer = null, rows = [], every = false;
  const opened = new Set();

  /* ---- what stands where ---- */
  const list = el("ol", { class: "steps" });
  const drawing = svg("svg", { class: "arrows", "aria-hidden": "true" });
  const body = el("div", { style: "position: relative" }, drawing, list);
  const heads = el("div", { class: "heads", "aria-hidden": "true" });
  const lanes = el("div", { class: "lanes", style: `--n: ${threads.length}`, tabindex: 0, role: "group", "aria-label": "steps, time goes down" },
    heads, body);
  const code = el("div"), values = el("tbody");
  const watch = el("div", { class: "watch" }, el("h4", { }, "Source"), code, el("h4", {}, "Values so far"),
    el("div", { class: "scroll" }, el("table", {}, el("thead", {}, el("tr", {}, el("th", { scope: "col" }, "object"), el("th", { scope: "col" }, "value"), el("th", { scope: "col" }, "by"))), values)));
  const status = el("output", { "aria-live": "polite" });
  const slider = el("input", { type: "range", min: 0, value: 0, "aria-label": "step", oninput: () => go(Number(slider.value)) });
  const button = (label, text, act) => el("button", { type: "button", "aria-label": label, title: label, onclick: act }, text);
  const play = button("play", "Play", () => toggle());
  const all = el("input", { type: "checkbox", onchange: () => { every = all.checked; const at = visible[now]; build(); go(visible.findIndex((i) => i >= at)); } });
  const controls = el("div", { class: "controls", role: "toolbar", "aria-label": "walk through the steps" },
    button("first step", "|\u25c0", () => go(0)), button("step back", "\u25c0", () => go(now - 1)), play,
    button("step forward", "\u25b6", () => go(now + 1)), button("last step", "\u25b6|", () => go(visible.length - 1)),
    button("previous switch", "\u21e4 switch", () => toSwitch(-1)), button("next switch", "switch \u21e5", () => toSwitch(1)),
    slider, status, el("label", {}, all, "every step"));

  function cell(step, i, before) {
    const number = lane.get(step.thread), text = lineOf("new", step.file, step.line);
    const again = before && before.thread === step.thread && before.line === step.line && before.file === step.file;
    const from = arrows[i] && steps[arrows[i][1]];
    const other = failure.file && step.file && step.file !== failure.file ? base(step.file) + ":" : "";
    return el("div", { class: "step", style: `grid-column: ${number + 1}; --lane: var(--lane${number % 6}); --k: ${number}` },
      before && before.thread === step.thread ? null : el("span", { class: "name" }, step.thread),
      again ? null : el("span", { class: "at" }, el("b", {}, step.line ? `${other}${step.line}` : "?"), statement(text || "", step.column)),
      el("span", { class: "does" }, String(step.text).split(/(?<=[.\[>])/).flatMap((piece) => [piece, el("wbr")]), step.mark === "race" ? " \u21d0 race" : step.mark === "held" ? " \u21d0 kept" : ""),
      from ? el("span", { class: "from" }, `\u21a9 ${from.thread} ${fromWords[arrows[i][0]]} at line ${from.line}`) : null);
  }

  function build() {
    const folds = every ? [] : foldsOf(steps).filter(([i]) => !opened.has(i));
    visible = [];
    rows = [];
    list.replaceChildren();
    let before = null;
    for (let i = 0; i < steps.length; i++) {
      const fold = folds.find(([first]) => first === i);
      if (fold) {
        const open = el("button", { type: "button", class: "fold", "aria-expanded": "false", onclick: () => { opened.add(fold[0]); build(); go(visible.indexOf(fold[0])); } }, fold[2]);
        list.append(el("li", { class: "folded" }, open));
        i = fold[1] - 1;
        before = null;
        continue;
      }
      const step = steps[i], position = visible.length;
      const row = el("li", { class: [step.matters ? "" : "minor", step.changed ? "changed" : "", step.end ? "end" : "", step.mark ? "marked" : ""].join(" "),
        onclick: () => go(position) }, cell(step, i, before));
      visible.push(i);
      rows.push(row);
      list.append(row);
      before = step;
    }
    const busy = new Set(visible.map((i) => steps[i].thread)); /* a lane without a step in sight needs no room */
    lanes.style.setProperty("--columns", threads.map((name) => busy.has(name) ? "minmax(0, 1fr)" : "3.2rem").join(" "));
    heads.replaceChildren(...threads.map((name, i) => el("span", { style: `color: var(--lane${i % 6})` }, name,
      starts.has(name) && busy.has(name) ? el("span", { class: "faint" }, ` ${starts.get(name)}`) : null)));
    slider.max = Math.max(0, visible.length - 1);
  }

  /* ---- the present step ---- */
  function state(until) {
    const map = new Map();
    for (let i = 0; i <= until; i++) {
      const step = steps[i];
      if (!step.object) continue;
      const locks = /^(lock|trylock|rdlock|wake)/.test(step.operation), frees = /^(unlock|wait)/.test(step.operation);
      const value = locks ? `held by ${step.thread}` : frees ? "free" : step.value && step.value.includes(" -> ") ? step.value.split(" -> ").pop() : step.value;
      if (value === null || value === undefined) continue;
      map.delete(step.object);
      map.set(step.object, [value, `${step.thread} at ${step.line}`, i === until]);
    }
    return [...map].reverse().slice(0, 14);
  }

  function positions(until) {
    const where = new Map(), who = new Map();
    for (let i = 0; i <= until; i++) where.set(steps[i].thread, steps[i]);
    for (const [name, step] of where) if (step.file === steps[until].file) who.set(step.line, [...(who.get(step.line) || []), [name, lane.get(name)]]);
    return who;
  }

  function go(to) {
    if (!visible.length) return;
    now = Math.max(0, Math.min(to, visible.length - 1));
    const at = visible[now], step = steps[at];
    rows.forEach((row, i) => {
      row.classList.toggle("future", i > now);
      row.classList.toggle("now", i === now);
      if (i === now) row.setAttribute("aria-current", "step");
      else row.removeAttribute("aria-current");
    });
    slider.value = now;
    status.textContent = `step ${at + 1} of ${steps.length}`;
    slider.setAttribute("aria-valuetext", show(`step ${at + 1}: ${step.thread}, line ${step.line}: ${step.text}`));
    code.replaceChildren(step.line ? excerpt("new", step.file, step.line, 5, positions(at)) : el("p", { class: "faint" }, "(no source)"));
    values.replaceChildren(...state(at).map(([name, [value, by, fresh]]) => el("tr", { class: fresh ? "now" : null },
      el("td", {}, nameOf(name)), el("td", {}, nameOf(value)), el("td", { class: "faint" }, by))));
    const row = rows[now];
    const top = row.offsetTop + body.offsetTop, head = 44;
    if (top < lanes.scrollTop + head) lanes.scrollTop = top - head - 20;
    else if (top + row.offsetHeight > lanes.scrollTop + lanes.clientHeight) lanes.scrollTop = top + row.offsetHeight - lanes.clientHeight + 20;
    if (now === visible.length - 1 && timer) toggle();
    draw();
  }

  /* To where another thread goes on. */
  function toSwitch(way) {
    for (let i = now + way; i > 0 && i < visible.length; i += way)
      if (steps[visible[i]].thread !== steps[visible[i - 1]].thread) return go(i);
    return go(way < 0 ? 0 : visible.length - 1);
  }

  function toggle() {
    if (timer) { clearInterval(timer); timer = null; }
    else {
      if (now === visible.length - 1) go(0);
      timer = setInterval(() => go(now + 1), 800);
    }
    play.textContent = timer ? "Pause" : "Play";
    play.setAttribute("aria-label", timer ? "pause" : "play");
    play.title = timer ? "pause" : "play";
  }

  /* ---- arrows ---- */

  /* A line down each lane, from the thread's first step in sight to its last. */
  function lifelines(box) {
    return threads.flatMap((thread, number) => {
      const own = rows.filter((_, position) => steps[visible[position]].thread === thread);
      if (!own.length) return [];
      const first = own[0].firstChild.getBoundingClientRect(), last = own[own.length - 1].firstChild.getBoundingClientRect();
      const x = first.left - box.left + 1.5;
      return [svg("path", { class: "life", style: `stroke: var(--lane${number % 6})`, d: `M${x} ${first.top - box.top}V${last.bottom - box.top}` })];
    });
  }

  /* From the step that is seen to the step that sees it: out of the one lane, down between the two, into the other. */
  function arrowPath(from, to, right, middle) {
    const [x1, y1] = from, [x2, y2] = to, side = right ? 1 : -1, r = Math.min(6, Math.abs(y2 - y1) / 2);
    return `M${x1} ${y1}H${middle - side * r}Q${middle} ${y1} ${middle} ${y1 + r}V${y2 - r}Q${middle} ${y2} ${middle + side * r} ${y2}H${x2}`;
  }

  function draw() {
    if (getComputedStyle(drawing).display === "none" || !list.offsetParent) return;
    const box = body.getBoundingClientRect();
    drawing.setAttribute("width", box.width);
    drawing.setAttribute("height", box.height);
    const index = new Map(visible.map((i, position) => [i, position]));
    const textEnd = (position) => {
      const range = document.createRange();
      range.selectNodeContents(rows[position].querySelector(".does"));
      return range.getBoundingClientRect().right + 4;
    };
    const end = (position, toRight, out) => {
      const step = rows[position].firstChild.getBoundingClientRect(), does = rows[position].querySelector(".does").getBoundingClientRect();
      const x = toRight ? (out ? Math.min(step.right, textEnd(position)) : textEnd(position)) : step.left;
      return [x - box.left, does.top + Math.min(does.height, 22) / 2 - box.top];
    };
    let drawn = 0;
    drawing.replaceChildren(...lifelines(box), ...visible.flatMap((i, position) => {
      const arrow = arrows[i];
      if (!arrow || !index.has(arrow[1])) return [];
      const source = lane.get(steps[arrow[1]].thread), right = source < lane.get(steps[i].thread);
      const from = end(index.get(arrow[1]), right, true), to = end(position, !right, false);
      const tip = right ? -7 : 7, [x2, y2] = to, shift = 10 + 4 * (drawn++ % 4);
      const step = rows[position].firstChild.getBoundingClientRect(), middle = (right ? step.left - shift : step.right + shift) - box.left;
      return [svg("g", { class: `${arrow[0]}${position === now ? " now" : ""}`, style: `--from: var(--lane${source % 6})` },
        svg("path", { class: "line", d: arrowPath(from, to, right, middle) }),
        svg("path", { class: "tip", d: `M${x2} ${y2}l${tip} -4.5v9z` }))];
    }));
  }

  const legend = el("div", { class: "legend" }, [["read", "reads what another thread wrote", ""], ["lock", "takes a lock that another thread gave back", "5 4"],
    ["start", "starts or ends a thread", "1.5 4"]].map(([, words, dash]) => {
    const line = svg("svg", { viewBox: "0 0 32 10", "aria-hidden": "true" }, svg("path", { d: "M0 5H31M26 1L31 5L26 9", "stroke-dasharray": dash }));
    return el("span", {}, line, " " + words);
  }), steps.some((s) => s.changed) ? el("span", {}, "* a changed line") : null, el("span", {}, "keys: \u2190 \u2192 step, space plays, Home, End"));
  const whole = el("div", { class: "player", role: "group", "aria-label": "the interleaving, step by step" }, controls, el("div", { class: "stage" }, lanes, watch), legend);
  whole.addEventListener("keydown", (event) => {
    const keys = { ArrowRight: () => go(now + 1), ArrowLeft: () => go(now - 1), Home: () => go(0), End: () => go(visible.length - 1), " ": toggle };
    const own = event.target.closest("input, .source") && event.key !== " ";
    const pressed = event.key === " " && event.target.closest("button, input, summary");
    if (!keys[event.key] || own || pressed || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    keys[event.key]();
  });
  /* The step that a sentence of the story is about; its fold is opened if need be. */
  function show(line) {
    let at = line.end ? steps.findLastIndex((s) => s.end && s.thread === line.thread) : -1;
    if (at < 0) at = steps.findIndex((s) => s.thread === line.thread && line.text.startsWith(s.text) && line.text.replace(/\*$/, "").endsWith(String(s.line)));
    if (at < 0) return;
    if (!visible.includes(at)) { every = all.checked = true; build(); }
    go(visible.indexOf(at));
    lanes.focus({ preventScroll: true });
    whole.scrollIntoView({ block: "nearest" });
  }

  build();
  go(visible.length - 1);
  new ResizeObserver(draw).observe(body);
  requestAnimationFrame(() => go(now)); /* once it has a place, the step is brought into sight */
  return { whole, show, laneOf: (thread) => lane.get(thread) || 0 };
}
