// The log and the board: each lights up what the other is about, points float up where they are made, and what is new is read
// aloud.

const lines = () => [...document.querySelectorAll(".log li[data-move]")];
const latest = () => Math.max(-1, ...lines().map((line) => Number(line.dataset.move)));
const hasLog = () => document.querySelector(".log") !== null;
let told = hasLog() ? latest() : null; // the last move whose points have been shown; null before the table is there
let lit = [];
const FLOAT = 2200; // as long as its animation

function light(elements) {
  for (const element of lit) element.classList.remove("lit");
  lit = elements.filter(Boolean);
  for (const element of lit) element.classList.add("lit");
}

/** A line of the log lights its place, a place the lines that tell of it. */
function lightFor(target) {
  const line = target.closest?.(".log li[data-place]");
  if (line) return light([document.getElementById(line.dataset.place)]);
  const about = [];
  for (let place = target.closest?.(".board [id], .panel"); place; place = place.parentElement?.closest(".board [id]")) {
    about.push(...document.querySelectorAll(`.log li[data-place="${CSS.escape(place.id)}"]`));
  }
  light(about);
}
document.addEventListener("pointerover", (event) => lightFor(event.target));

/** Points that have been made since float up from where they were made, one after another; those of the end stand in the result. */
function showPoints() {
  if (!hasLog()) return;
  const made = lines().filter((line) => told !== null && Number(line.dataset.move) > told && line.dataset.points).reverse();
  told = Math.max(told ?? -1, latest());
  if (isOver()) for (const sign of document.querySelectorAll(".made")) sign.remove();
  // What they say is copied: by the time they float, the line may have become another's.
  made.slice(-8).forEach((line, place) => setTimeout(float, 260 * place, { ...line.dataset }));
}

const isOver = () => document.querySelector(".result") !== null;

function float({ points, place, seat }) {
  if (isOver()) return;
  const seen = (id) => document.getElementById(id)?.getBoundingClientRect();
  const box = [seen(place), seen(`panel-${seat}`)].find((box) => box?.width);
  if (!box) return;
  const sign = document.body.appendChild(document.createElement("div"));
  sign.className = "made";
  sign.setAttribute("aria-hidden", "true");
  sign.textContent = `+${points}`;
  sign.style.left = `${box.left + box.width / 2}px`;
  sign.style.top = `${box.top + Math.min(box.height / 2, 80)}px`;
  setTimeout(() => sign.remove(), FLOAT); // no animation ends where none is wanted
}

document.addEventListener("htmx:after:swap", showPoints);

// Readers aloud hear what is new, and never the whole log again

const MOST = 10; // who comes back after a while hears the last of it
const keyOf = (line) => `${line.dataset.move} ${line.textContent}`;
let known = new Set(lines().map(keyOf));

function tellNew() {
  const now = lines();
  const old = now.findIndex((line) => known.has(keyOf(line)));
  const fresh = now.slice(0, old < 0 ? MOST : Math.min(old, MOST)).reverse();
  known = new Set(now.map(keyOf));
  if (fresh.length) document.querySelector("#log-told")?.replaceChildren(...fresh.map((line) => {
    const told = document.createElement("p");
    told.textContent = line.textContent;
    return told;
  }));
}
document.addEventListener("htmx:after:swap", tellNew);
