// Other people: chat, clocks that count down, a bell and a notification when it is my turn, and what a page hears while nobody
// looks at it. Nothing here knows a rule of a game.

const { body } = document;
const one = (selector, within = document) => within.querySelector(selector);
const all = (selector) => document.querySelectorAll(selector);
const title = document.title.replace(/^● (\(\d+\) )?/, "");
const table = /^\/t\/([^/]+)$/.exec(location.pathname)?.[1] ?? null;

// The chat

let heard = null; // the last message that was there
let unread = 0;

function settleChat() {
  const list = one("#messages");
  if (!list) return;
  for (const time of list.querySelectorAll("[data-time]:empty")) {
    const at = new Date(time.dateTime.replace(/(?<![Z]|[+-]\d\d:\d\d)$/, "Z"));
    time.textContent = at.toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" });
  }
  const messages = [...list.firstElementChild.children];
  const last = messages.at(-1)?.id ?? "";
  if (last !== heard) {
    const before = messages.findLastIndex((message) => message.id === heard);
    if (heard !== null && !messages.at(-1)?.matches(".mine, .none, .muted")) unread += messages.length - 1 - before;
    heard = last;
    list.scrollTop = list.scrollHeight;
  }
  readChat();
}

/** Whether somebody who looks at the page sees the last message. */
function chatInSight() {
  const place = one("#messages").getBoundingClientRect();
  const bottom = one(".asked") ? Math.min(innerHeight, sheetTop()) : innerHeight;
  return one("[data-chat]").open && !document.hidden && place.bottom > 0 && place.bottom <= bottom + 40;
}

/** Where the sheet of choices begins that lies over the page on small screens. */
function sheetTop() {
  const sheet = one(".asked");
  const { left, top } = sheet.getBoundingClientRect();
  return getComputedStyle(sheet).position === "fixed" && left <= 0 ? top : innerHeight;
}

function readChat() {
  if (!one("#messages")) return;
  if (unread && chatInSight()) unread = 0;
  for (const badge of all("[data-unread]")) {
    badge.textContent = unread || "";
    badge.hidden = !unread;
  }
  const link = one("[data-to-chat]");
  if (link) link.hidden = !unread;
}

document.addEventListener("toggle", (event) => {
  if (!event.target.matches?.("[data-chat]")) return;
  one("#messages").scrollTop = one("#messages").scrollHeight;
  readChat();
}, true);
document.addEventListener("scroll", readChat, { capture: true, passive: true });
document.addEventListener("click", (event) => {
  if (!event.target.closest("[data-to-chat]")) return;
  event.preventDefault();
  one("[data-chat]").open = true;
  one("#say, #messages")?.scrollIntoView({ block: "center" });
});

document.addEventListener("htmx:after:request", (event) => {
  const { request, response } = event.detail.ctx;
  if (event.target.id === "say" && request.method === "POST" && response?.status < 300) event.target.reset();
});

// What is done about somebody is done: the page says so below the sheet
document.addEventListener("submit", (event) => event.target.closest(".sheet[popover]")?.hidePopover());

// Clocks

const clocks = new Map(); // by id: what the house said last, and when the time will be up
const TOLD = [60, 30, 10]; // seconds at which who cannot see the clock is told

function inWords(seconds) {
  const two = (number) => String(number).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const rest = `${Math.floor(seconds / 60) % 60}:${two(seconds % 60)}`;
  return hours ? `${hours}:${rest.padStart(5, "0")}` : rest;
}

function settleClocks() {
  for (const clock of all(".clock[data-left]")) {
    if (clocks.get(clock.id)?.said !== clock.dataset.now) {
      const before = clocks.get(clock.id);
      clocks.set(clock.id, { said: clock.dataset.now, end: performance.now() + 1000 * clock.dataset.left, told: before?.told });
    }
  }
  tick();
}

function tick() {
  for (const clock of all(".clock.running")) {
    const known = clocks.get(clock.id);
    if (!known) continue;
    const left = Math.max(0, Math.ceil((known.end - performance.now()) / 1000));
    clock.textContent = inWords(left);
    clock.classList.toggle("short", left < 30);
    if (!("own" in clock.dataset)) continue;
    const step = TOLD.findLast((seconds) => left <= seconds);
    const aloud = one("#time-told");
    if (step && step !== known.told && aloud) aloud.textContent = aloud.dataset.told.replace("*", step);
    known.told = step;
  }
  for (const [form, at] of waiting) if (form.isConnected && performance.now() >= at) form.removeAttribute("data-shows-in");
}
setInterval(tick, 500);

// What the host can do about somebody who is away, once they have been away for long enough

const waiting = new Map();

function settleAway() {
  waiting.clear();
  for (const form of all("[data-shows-in]")) waiting.set(form, performance.now() + 1000 * form.dataset.showsIn);
}

// A bell and a notification

let sound = null;

function ring() {
  if (body.dataset.sound !== "on" || !navigator.userActivation?.hasBeenActive) return;
  sound ??= new AudioContext();
  sound.resume();
  const now = sound.currentTime;
  // The partials of a small bell: a hum, its strike note and two above, each fading sooner
  for (const [ratio, loud, long] of [[0.5, 0.12, 1.8], [1, 0.2, 1.4], [2.4, 0.1, 0.8], [3.8, 0.05, 0.4]]) {
    const tone = new OscillatorNode(sound, { frequency: 660 * ratio });
    const fade = new GainNode(sound, { gain: 0 });
    fade.gain.linearRampToValueAtTime(loud, now + 0.01);
    fade.gain.exponentialRampToValueAtTime(0.0001, now + long);
    tone.connect(fade).connect(sound.destination);
    tone.start(now);
    tone.stop(now + long);
  }
  body.dataset.rung = Number(body.dataset.rung ?? 0) + 1;
}

async function notify(where) {
  if (!document.hidden || !("Notification" in globalThis) || Notification.permission !== "granted") return;
  const about = { body: body.dataset.yourTurn, tag: where, icon: "/static/icon.svg", data: `/t/${where}` };
  try {
    const note = new Notification("Commandery", about);
    note.onclick = () => {
      window.focus();
      if (where !== table) location.assign(about.data);
      note.close();
    };
  } catch {
    (await worker())?.showNotification("Commandery", about); // phones let no page show any by itself
  }
}

/** The service worker that shows notifications, once it works; made when they have been allowed, so that it does by then. */
async function worker() {
  const made = await navigator.serviceWorker?.register("/static/notify.js");
  const coming = made?.installing ?? made?.waiting;
  if (!made?.active && coming) await new Promise((done) => coming.addEventListener("statechange", () => made.active && done()));
  return made;
}

function settleBell() {
  for (const button of all("[data-bell]")) button.hidden = button.dataset.bell === body.dataset.sound;
  const can = "Notification" in globalThis && isSecureContext;
  for (const button of all("[data-notify]")) button.hidden = !can || Notification.permission !== "default";
  for (const text of all("[data-notified]")) text.hidden = !can || Notification.permission !== "granted";
}

document.addEventListener("click", async (event) => {
  const bell = event.target.closest("[data-bell]");
  if (bell) {
    body.dataset.sound = bell.dataset.bell;
    settleBell();
    ring();
  }
  if (event.target.closest("[data-notify]")) {
    await Notification.requestPermission();
    settleBell();
    if (Notification.permission === "granted") await worker();
  }
});

let turn = null; // whether it was my turn when the page was last seen

function settleTurn() {
  const mine = one("[data-turn]")?.dataset.turn === "mine";
  if (turn === false && mine) ring();
  turn = mine;
}

// The thin line: while nobody looks at a table, and on the home page

let port = null;
const home = one("[data-mine]");

async function thin() {
  const script = `/static/thin.js${new URL(import.meta.url).search}`; // of the same state as this one
  try {
    return new SharedWorker(script, { type: "module", name: "commandery" }).port;
  } catch {
    const { port1, port2 } = new MessageChannel();
    (await import(script)).connect(port2);
    return port1;
  }
}

async function listen(leaving = false) {
  const listens = !leaving && (document.hidden || Boolean(home));
  if (!("known" in body.dataset) || !(table || home) || (!port && !listens)) return;
  if (!port) {
    port = await thin();
    port.onmessage = ({ data }) => hear(data);
  }
  port.postMessage({ listens, table, turn: Boolean(turn) });
}

function hear({ tables, begun }) {
  if (begun.length) ring();
  if (table && document.hidden && tables[table]) {
    turn = tables[table].turn;
    document.title = (turn ? "● " : "") + title;
  }
  if (home) htmx.ajax("GET", "/me/tables", { target: home, swap: "innerMorph" });
  for (const where of begun) notify(where);
}

document.addEventListener("visibilitychange", () => listen());
addEventListener("pagehide", () => listen(true));
// A tab opened behind others: htmx lets go of a line when a tab is hidden, not if it was so from the beginning
setTimeout(() => document.hidden && document.dispatchEvent(new Event("visibilitychange")), 3000);

// After each change

function settle() {
  settleChat();
  settleClocks();
  settleAway();
  settleBell();
  settleTurn();
  const waits = all("#mine .asked-now").length;
  if (home) document.title = (waits ? `● (${waits}) ` : "") + title;
}
document.addEventListener("htmx:after:swap", settle);
settle();
listen();
