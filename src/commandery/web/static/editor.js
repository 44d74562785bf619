// Boards of one's own: what is dragged, pressed or filled in is sent to the house, which answers with the board as it is then.

const bench = document.getElementById("bench");
const sent = []; // boards as they were, to take changes back
let waiting = null; // what is to be sent when the answer is there
let busy = false;

const value = (id) => document.getElementById(id).value;

function send(change) {
  if (busy) {
    waiting = waiting?.move && change.move && waiting.chosen === change.chosen
      ? { ...change, move: [waiting.move[0] + change.move[0], waiting.move[1] + change.move[1]] }
      : change;
    return;
  }
  post(change);
}

async function post(change) {
  busy = true;
  const form = new FormData(bench);
  const before = value("bench-board");
  form.delete("do");
  if (change.chosen !== undefined) form.set("chosen", change.chosen);
  if (change.board) form.set("board", change.board);
  const other = change.board || (change.chosen !== undefined && change.chosen !== value("bench-chosen"));
  if (other) {
    for (const name of [...form.keys()]) if (/^(set|was) |^joins$|^near$/.test(name)) form.delete(name);
  }
  if (change.move) form.set("do", `move ${change.move[0]} ${change.move[1]}`);
  if (change.do) form.set("do", change.do);
  bench.classList.add("busy");
  try {
    const answer = await fetch(bench.action, { method: "POST", body: form, headers: { "HX-Request": "true" } });
    show(await answer.text(), answer.ok);
    if (answer.ok && !change.board && value("bench-board") !== before) sent.push(before);
  } catch {
    bench.classList.add("offline");
  } finally {
    busy = false;
    bench.classList.remove("busy");
    document.getElementById("bench-back").disabled = sent.length === 0;
  }
  if (waiting) {
    const next = waiting;
    waiting = null;
    post(next);
  }
}

function show(html, ok) {
  const page = new DOMParser().parseFromString(html, "text/html");
  if (!ok) {
    const state = document.getElementById("bench-state");
    state.textContent = page.body.textContent.trim();
    state.className = "state bad";
    return;
  }
  const focused = document.activeElement;
  const again = focused?.id ? `#${CSS.escape(focused.id)}` : focused?.name ? `[name="${CSS.escape(focused.name)}"]` : null;
  const scrolled = bench.querySelector(".part")?.scrollTop ?? 0;
  bench.classList.remove("offline");
  bench.replaceChildren(...page.body.childNodes);
  bench.querySelector(".part").scrollTop = scrolled;
  if (again) bench.querySelector(again)?.focus({ preventScroll: true });
}

// Dragging

let dragged = null;

function at(event) {
  const point = new DOMPoint(event.clientX, event.clientY);
  return point.matrixTransform(bench.querySelector(".handles").getScreenCTM().inverse());
}

bench.addEventListener("pointerdown", (event) => {
  const handle = event.target.closest("[data-part]");
  if (!handle || event.button !== 0) return;
  event.preventDefault();
  handle.focus({ preventScroll: true });
  handle.setPointerCapture(event.pointerId);
  dragged = { handle, from: at(event), place: handle.getAttribute("transform") };
});

bench.addEventListener("pointermove", (event) => {
  if (!dragged) return;
  const now = at(event);
  const by = [Math.round(now.x - dragged.from.x), Math.round(now.y - dragged.from.y)];
  dragged.by = Math.hypot(...by) > 3 ? by : dragged.by && by;
  if (dragged.by) dragged.handle.setAttribute("transform", `translate(${by[0]} ${by[1]}) ${dragged.place}`);
});

bench.addEventListener("pointerup", () => {
  if (!dragged) return;
  const { handle, by } = dragged;
  dragged = null;
  const chosen = handle.dataset.part;
  if (by) send({ chosen, move: by });
  else if (chosen !== value("bench-chosen")) send({ chosen });
});

bench.addEventListener("pointercancel", () => {
  dragged?.handle.setAttribute("transform", dragged.place);
  dragged = null;
});

// Keys

const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
let pushed = null;

bench.addEventListener("keydown", (event) => {
  const handle = event.target.closest("[data-part]");
  if (!handle) return;
  const chosen = handle.dataset.part;
  if (event.key in arrows) {
    event.preventDefault();
    const far = event.shiftKey ? 1 : 10;
    const [x, y] = arrows[event.key].map((step) => step * far);
    const by = pushed?.chosen === chosen ? [pushed.by[0] + x, pushed.by[1] + y] : [x, y];
    clearTimeout(pushed?.timer);
    handle.setAttribute("transform", `translate(${x} ${y}) ${handle.getAttribute("transform")}`);
    pushed = { chosen, by, timer: setTimeout(() => { pushed = null; send({ chosen, move: by }); }, 250) };
  } else if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    send({ chosen });
  } else if (event.key === "Delete" || event.key === "Backspace") {
    event.preventDefault();
    if (chosen === value("bench-chosen")) bench.querySelector("[data-way=remove]")?.click();
  } else if (event.key === "Escape") {
    send({ chosen: "" });
  }
});

// Fields and buttons

bench.addEventListener("change", (event) => {
  if (event.target.id === "bench-pick") send({ chosen: event.target.value });
  else send({});
});

bench.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button?.name === "do") {
    event.preventDefault();
    send({ do: button.value });
  } else if (button?.id === "bench-back" && sent.length) {
    send({ board: sent.pop() });
  }
});

// Enter in a field fills it in, and does not save or play.
bench.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !event.target.matches("input")) return;
  event.preventDefault();
  event.target.blur();
});

document.body.classList.add("with-script");
