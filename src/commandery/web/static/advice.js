// Hints on the board: numbers at the places of the moves that a bot would make. They go when the table moves on.

const layer = document.body.appendChild(document.createElement("div"));
layer.id = "hint-marks";
layer.setAttribute("aria-hidden", "true");
const box = () => document.querySelector("#hints");
let badges = []; // [badge, id of the place]
let next = 0; // the frame in which they are moved next

function clear() {
  box()?.replaceChildren();
  draw();
}

/** Numbers for what is in the box now. */
function draw() {
  const wanted = [...(box()?.querySelectorAll("[data-place]") ?? [])];
  layer.replaceChildren();
  badges = wanted.map((line) => {
    const badge = layer.appendChild(document.createElement("b"));
    badge.textContent = line.dataset.rank;
    return [badge, line.dataset.place];
  });
  follow();
}

/** Keep each number at its place, wherever the board is scrolled or zoomed to. */
function follow() {
  cancelAnimationFrame(next);
  if (!badges.length) return;
  const taken = new Map();
  for (const [badge, id] of badges) {
    const place = document.getElementById(id);
    const frame = place?.closest(".board, .middle, .aside")?.getBoundingClientRect();
    const at = place?.getBoundingClientRect();
    const low = at?.width < 70; // what is small is not to be covered
    const x = at ? at.left + at.width * (low ? 0.85 : 0.5) : 0;
    const y = at ? at.top + (low ? at.height * 0.1 : Math.min(at.height / 2, 40)) : 0;
    badge.hidden = !at || !at.width || x < frame.left || x > frame.right || y < frame.top || y > frame.bottom;
    const beside = taken.get(id) ?? 0; // several moves may be made at one place
    taken.set(id, beside + 1);
    badge.style.translate = `${x + 26 * beside}px ${y}px`;
  }
  next = requestAnimationFrame(follow);
}

document.addEventListener("htmx:after:swap", () => {
  const hints = box()?.querySelector("[data-hints]");
  const decision = document.querySelector(".choices [name=decision]")?.value;
  if (hints && hints.dataset.hints !== decision) clear();
  else draw();
});

document.addEventListener("click", (event) => {
  if (event.target.closest?.("[data-close-hints]")) clear();
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  if (event.target.closest?.("input, select, textarea")) return;
  if (event.key === "h") document.querySelector("#do-hint")?.click();
  if (event.key === "Escape") clear();
});
