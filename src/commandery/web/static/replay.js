// Steps through a game that is looked at again: by buttons, keys, slider, log, or by itself. What a position looks like comes
// from the house.

const part = document.querySelector("#position");
const one = (selector) => part.querySelector(selector);
const last = () => Number(one("#slider").max);
const shown = () => Number(one(".play").dataset.at);
const turns = one("#slider").dataset.turns.split(" ").map(Number);
let wanted = shown();
let busy = false;

/** Go to a position; while one is on its way, the next is the one wanted last. */
async function go(at) {
  wanted = Math.max(0, Math.min(last(), at));
  one("#slider").value = wanted;
  if (busy) return;
  busy = true;
  try {
    while (wanted !== shown()) {
      const aim = wanted;
      const address = new URL(one(".play").dataset.address, location.href);
      address.searchParams.set("at", aim);
      await htmx.ajax("GET", address.pathname + address.search, { target: "#position", swap: "innerMorph" });
      if (shown() !== aim) break; // the house has other ideas, or cannot be reached
    }
  } finally {
    busy = false;
    wanted = shown();
  }
}

function settle() {
  history.replaceState(null, "", one(".play").dataset.address);
  one("#slider").value = busy ? wanted : shown();
  mark();
  showRest();
}

/** The line of the log that tells of the last move; all of it is brought into sight. */
function mark() {
  const log = one("#moves");
  for (const line of log.querySelectorAll("[aria-current]")) line.removeAttribute("aria-current");
  const now = log.querySelectorAll(`[data-move="${shown() - 1}"]`);
  for (const line of now) line.setAttribute("aria-current", "step");
  if (!now.length) return log.scrollTo({ top: 0 });
  const space = log.getBoundingClientRect();
  const from = now[0].getBoundingClientRect().top - space.top;
  const to = now[now.length - 1].getBoundingClientRect().bottom - space.top;
  const fading = parseFloat(getComputedStyle(log).paddingBottom); // the foot of the log, where lines fade out
  if (from < 0 || to > log.clientHeight - fading) log.scrollBy({ top: (from + to - log.clientHeight) / 2 });
}

const before = (at) => turns.findLast((turn) => turn < at) ?? 0;
const after = (at) => turns.find((turn) => turn > at) ?? last();

// By itself

let timer = 0;

function showRest() {
  const button = one("#autoplay");
  button.setAttribute("aria-pressed", String(Boolean(timer)));
}

function rest() {
  clearInterval(timer);
  timer = 0;
  showRest();
}

async function play() {
  if (timer) return rest();
  if (wanted === last()) await go(0);
  timer = setInterval(() => (wanted >= last() ? rest() : go(wanted + 1)), 1100);
  showRest();
  go(wanted + 1);
}

// What people do

const KEYS = {
  ArrowLeft: () => go(wanted - 1),
  ArrowRight: () => go(wanted + 1),
  PageUp: () => go(before(wanted)),
  PageDown: () => go(after(wanted)),
  Home: () => go(0),
  End: () => go(last()),
  " ": play,
};

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const target = event.target;
  if (target.closest?.("select, textarea, input:not([type=range])")) return;
  if (event.key === " " && target.closest?.("button, a, summary")) return;
  const act = KEYS[event.key];
  if (!act) return;
  event.preventDefault();
  if (event.key !== " ") rest();
  act();
});

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("[data-go]");
  if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    rest();
    go(Number(link.dataset.go));
  } else if (event.target.closest?.("#autoplay")) {
    play();
  }
});

part.addEventListener("input", (event) => {
  if (event.target.id !== "slider") return;
  rest();
  go(Number(event.target.value));
});

document.addEventListener("htmx:after:swap", (event) => {
  if (event.detail.ctx?.target?.id === "position" || event.detail.ctx?.target === "#position") settle();
});
addEventListener("pagehide", rest);
mark();
