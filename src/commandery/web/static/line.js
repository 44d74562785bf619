// The line to the house, by which a page hears what changes: watched, taken anew where it is silent, and said to be broken while
// it is. A page that the browser has kept comes back by it too.

const one = (selector) => document.querySelector(selector);
const line = one("#inside");
const SILENCE = 50_000;
let leaving = false;
let broken = false;
addEventListener("pagehide", () => {
  leaving = true;
  if (line && new URLSearchParams(location.search).has("as")) line.hidden = true; // who comes back may be another at this screen
});

function offline(now) {
  broken = now;
  showLine();
}

function showLine(unheard = false) {
  const banner = one("#offline");
  if (banner) banner.hidden = leaving || !(broken || unheard);
}

if (line) {
  let again = 0;
  /** Nothing comes any more and nobody tries again: try again. */
  const retry = () => {
    offline(true);
    clearTimeout(again);
    again = setTimeout(() => line.isConnected && htmx.ajax("GET", line.getAttribute("hx-sse:connect"), { source: line }), 2500);
  };
  let heard = Date.now();
  const hear = () => {
    heard = Date.now();
    offline(false);
  };
  /** Give the line up and take a new one, which brings everything up to date. */
  const renew = () => line._htmx?.sse?.reader?.cancel();
  const mine = (handler) => (event) => event.target === line && handler(event);
  addEventListener("offline", () => offline(true));
  addEventListener("online", renew);
  // The house says every twenty seconds that it is there; a line that is silent for longer is dead, however open it looks
  setInterval(() => {
    if (document.hidden || Date.now() - heard < SILENCE) return;
    heard = Date.now();
    offline(true);
    renew();
  }, 5000);
  document.addEventListener("visibilitychange", () => { heard = Date.now(); });
  document.addEventListener("htmx:sse:after:connection", mine(hear));
  document.addEventListener("htmx:sse:after:message", mine(hear));
  document.addEventListener("htmx:sse:before:message", mine((event) => {
    const { message } = event.detail;
    if (message.event) return;
    event.preventDefault();
    hear();
    waiting.push(message.data);
    show();
  }));
  document.addEventListener("htmx:sse:error", mine(() => offline(true)));
  document.addEventListener("htmx:sse:close", mine(retry));
  document.addEventListener("htmx:error", mine(retry));
  document.addEventListener("htmx:response:error", mine(retry));
  // Something was pressed and nobody heard it
  document.addEventListener("htmx:error", (event) => {
    if (event.target === line) return;
    showLine(true);
    setTimeout(showLine, 4000);
  });
}

// What comes faster than it can be drawn is drawn at once: of each part the last, and the page is painted in between

const waiting = []; // what has come and has not been shown
let showing = false;

async function show() {
  if (showing) return;
  showing = true;
  try {
    while (waiting.length && line.isConnected) {
      for (const text of latest(waiting.splice(0))) await htmx.swap({ sourceElement: line, target: line, text, swap: "none swapEmpty:false" });
      await painted();
    }
  } finally {
    showing = false;
  }
}

/** The same in fewer texts: all that is inside, if it came as a whole, and what came after it, each part once. */
function latest(texts) {
  if (texts.length === 1) return texts;
  let whole = null;
  const parts = new Map();
  for (const text of texts) {
    const read = document.createElement("template");
    read.innerHTML = text;
    for (const part of read.content.children) {
      const { id } = part.id ? part : part.firstElementChild ?? {}; // what is drawn comes in a drawing of its own
      parts.delete(id);
      if (id === line.id) {
        whole = text;
        parts.clear();
      } else parts.set(id, part);
    }
  }
  return [whole, [...parts.values()].map((part) => part.outerHTML).join("")].filter(Boolean);
}

const painted = () => new Promise((done) => {
  requestAnimationFrame(() => setTimeout(done));
  setTimeout(done, 250); // nothing is painted where nobody looks
});

// A page that the browser has kept shows an old table: it is loaded anew once the house answers. What is drawn there stays.
addEventListener("pageshow", (event) => event.persisted && !one("#bench") && comeBack());

async function comeBack() {
  leaving = false;
  const answer = await fetch("/healthz", { cache: "no-store" }).catch(() => null);
  if (answer?.ok) return location.reload();
  offline(true);
  setTimeout(comeBack, 2500);
}
