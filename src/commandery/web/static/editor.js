// Boards of one's own: what is dragged, pressed or filled in is sent to the house, which answers with the board as it is then.

const bench = document.getElementById("bench");
const sent = []; // boards as they were, to take changes back
const waiting = []; // what is to be sent, in order, when the answer is there
let busy = false;

const value = (id) => document.getElementById(id).value;

function send(change) {
  const last = waiting.at(-1);
  if (last?.move && change.move && last.chosen === change.chosen) {
    last.move = [last.move[0] + change.move[0], last.move[1] + change.move[1]];
  } else {
    waiting.push(change);
  }
  next();
}

async function next() {
  while (waiting.length && !busy) {
    const change = waiting.shift();
    if (await post(change)) continue;
    waiting.unshift(change); // it is sent again before the next
    return;
  }
}

// Of what is filled in only that is sent which the change is about: who types in another field has not finished.
async function post(change) {
  const before = value("bench-board");
  const back = change.back && sent.pop();
  if (change.back && !back) return true;
  busy = true;
  const form = new FormData(bench);
  const was = change.set && form.get(`was ${change.set[0]}`);
  for (const name of [...form.keys()]) if (/^(set|was) |^joins$|^near$|^do$/.test(name)) form.delete(name);
  if (change.chosen !== undefined) form.set("chosen", change.chosen);
  if (back) form.set("board", back);
  if (change.set) {
    form.set(`set ${change.set[0]}`, change.set[1]);
    form.set(`was ${change.set[0]}`, was ?? "");
  }
  if (change.near) {
    form.set("joins", "yes");
    for (const name of change.near) form.append("near", name);
  }
  if (change.move) form.set("do", `move ${change.move[0]} ${change.move[1]}`);
  if (change.do) form.set("do", change.do);
  bench.classList.add("busy");
  try {
    const answer = await fetch(bench.action, { method: "POST", body: form, headers: { "HX-Request": "true" } });
    show(await answer.text(), answer.ok, change);
    if (answer.ok && !back && value("bench-board") !== before) sent.push(before);
    return true;
  } catch {
    bench.classList.add("offline");
    if (back) sent.push(back);
    return false;
  } finally {
    busy = false;
    bench.classList.remove("busy");
    document.getElementById("bench-back").disabled = sent.length === 0;
  }
}

function show(html, ok, change) {
  const page = new DOMParser().parseFromString(html, "text/html");
  if (!ok) {
    const state = document.getElementById("bench-state");
    state.textContent = page.body.textContent.trim();
    state.className = "state bad";
    return;
  }
  const focused = document.activeElement;
  let again = focused?.id ? `#${CSS.escape(focused.id)}` : focused?.name ? `[name="${CSS.escape(focused.name)}"]` : null;
  if (focused?.type === "checkbox") again += `[value="${CSS.escape(focused.value)}"]`;
  const typed = fills(focused) && focused.value !== focused.defaultValue && focused.value !== change.set?.[1] ? focused.value : null;
  const scrolled = bench.querySelector(".part")?.scrollTop ?? 0;
  bench.classList.remove("offline");
  drawing = true; // a browser may take it for a change that a field goes away
  bench.replaceChildren(...page.body.childNodes);
  drawing = false;
  bench.querySelector(".part").scrollTop = scrolled;
  const field = again && bench.querySelector(again);
  field?.focus({ preventScroll: true });
  if (field && typed !== null) {
    field.value = typed;
    unsent = field;
  }
}

const fills = (field) => field?.matches("input[name^='set ']");
let drawing = false;
let unsent = null; // a field that was being filled in when the board was drawn anew: leaving it is no change for the browser

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
  if (drawing) return;
  if (event.target.id === "bench-pick") {
    send({ chosen: event.target.value });
  } else if (event.target.name === "near") {
    send({ chosen: value("bench-chosen"), near: [...bench.querySelectorAll("[name=near]:checked")].map((box) => box.value) });
  } else if (event.target.name.startsWith("set ")) {
    if (event.target === unsent) unsent = null;
    send({ set: [event.target.name.slice(4), event.target.value] });
  }
});

bench.addEventListener("focusout", (event) => {
  if (event.target !== unsent || drawing) return;
  unsent = null;
  send({ set: [event.target.name.slice(4), event.target.value] });
});

bench.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button?.name === "do") {
    event.preventDefault();
    send({ do: button.value });
  } else if (button?.id === "bench-back") {
    send({ back: true });
  }
});

// Enter in a field fills it in, and does not save or play.
bench.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !event.target.matches("input")) return;
  event.preventDefault();
  event.target.blur();
});

document.body.classList.add("with-script");
