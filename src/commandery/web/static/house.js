// What pages do by themselves: places on the board press the buttons of the same actions, tips and menus open, the board is
// zoomed and panned. Nothing here knows a rule of a game.

const root = document.documentElement;
const small = matchMedia("(max-width: 63.99rem)");
const title = document.title;
const one = (selector, within = document) => within.querySelector(selector);

// Places press the buttons of the same actions

/** The buttons of what can be done at a place. */
function buttonsOf(place) {
  return place.dataset.action.split(" ").map((id) => document.getElementById(`do-${id}`)).filter(Boolean);
}

/** Do what a place stands for; where it stands for several things, ask which. */
function act(place) {
  const buttons = buttonsOf(place);
  if (buttons.length === 1) buttons[0].click();
  else if (buttons.length) openMenu(place, buttons);
}

document.addEventListener("click", (event) => {
  const target = event.target;
  if (menu.hidden === false && !menu.contains(target)) closeMenu();
  const place = target.closest("[data-action]");
  if (place) return act(place);
  const zoom = target.closest("[data-zoom]");
  if (zoom) return zoomBy({ in: 1.6, out: 1 / 1.6, all: 0 }[zoom.dataset.zoom]);
  const toggle = target.closest("[data-toggle]");
  if (toggle) {
    root.classList.toggle(toggle.dataset.toggle);
    setTimeout(hintMore, 250);
  }
  const copy = target.closest("[data-copy]");
  if (copy) copyLink(copy);
});

document.addEventListener("keydown", (event) => {
  const target = event.target;
  if (event.key === "Escape") {
    closeMenu();
    hideTip();
    return;
  }
  if (menu.contains(target)) return walkMenu(event);
  const place = target.closest?.("[data-action]");
  if (place && (event.key === "Enter" || event.key === " ")) {
    event.preventDefault();
    act(place);
    return;
  }
  if (walkPlaces(event)) return event.preventDefault();
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || target.closest?.("input, select, textarea")) return;
  if (event.key === "u") one("#do-undo")?.click();
  if ("+-0".includes(event.key)) zoomBy({ "+": 1.6, "-": 1 / 1.6, 0: 0 }[event.key]);
  if (event.key === "Enter" && !target.closest?.("button, a, summary")) one("#do-confirm")?.click();
});

/** Arrows lead from place to place, and to those where nothing can be done now, which Tab passes over; whether they do. */
function walkPlaces({ key, target }) {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[key];
  const around = step && target.matches?.("[data-action], [data-why]") && target.closest(".board, .hand, .aside");
  if (!around) return false;
  const places = [...around.querySelectorAll("[data-action], [data-why]")].filter((place) => place.checkVisibility());
  places.at((places.indexOf(target) + step) % places.length).focus();
  return true;
}

// One menu, beside the place it belongs to

const menu = (one("main") ?? document.body).appendChild(document.createElement("div"));
menu.id = "menu";
menu.hidden = true;
menu.setAttribute("role", "menu");
let opener = null;

function openMenu(place, buttons) {
  hideTip();
  opener = place;
  menu.replaceChildren(...buttons.map((button) => {
    const item = document.createElement("button");
    item.type = "button";
    item.role = "menuitem";
    item.textContent = button.textContent;
    item.addEventListener("click", () => {
      closeMenu();
      document.getElementById(button.id)?.click();
    });
    return item;
  }));
  menu.hidden = false;
  beside(menu, place.getBoundingClientRect());
  menu.firstChild.focus({ preventScroll: true });
}

function closeMenu() {
  if (menu.hidden) return;
  const inside = menu.contains(document.activeElement);
  menu.hidden = true;
  if (inside && opener?.isConnected) opener.focus({ preventScroll: true });
}

function walkMenu(event) {
  const items = [...menu.children];
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (event.key === "Tab") closeMenu();
  if (!step) return;
  event.preventDefault();
  items[(items.indexOf(document.activeElement) + step + items.length) % items.length].focus();
}

/** Put something beside a rectangle, within the window: below it, else above, else over it. */
function beside(thing, place) {
  const { width, height } = thing.getBoundingClientRect();
  const gap = 8;
  const sheet = small.matches && thing === menu ? one(".asked")?.getBoundingClientRect() : null;
  const aside = sheet && sheet.left > innerWidth / 2; // on a phone held sideways; else it lies below
  const bottom = sheet && !aside ? innerHeight - sheet.height : innerHeight;
  const right = aside ? sheet.left : innerWidth;
  let top = place.bottom + gap;
  if (top + height > bottom - 4) top = place.top - gap - height;
  if (top < 4) top = Math.max(4, Math.min(bottom - height - 4, place.top + place.height / 2));
  const left = Math.max(4, Math.min(right - width - 4, place.left + place.width / 2 - width / 2));
  thing.style.left = `${left}px`;
  thing.style.top = `${top}px`;
}

// One tip: what something is, and why it cannot be done

const tip = (one("main") ?? document.body).appendChild(document.createElement("div"));
tip.id = "tip";
tip.hidden = true;
tip.setAttribute("role", "tooltip");
const told = new WeakMap(); // titles taken off their elements, lest the browser show them a second time
let tipped = null;
let tipTimer = 0;

/** The nearest element around a target that has something to tell, and what: [element, meaning, why not]. */
function tipOf(target) {
  let found = null, meaning = "", why = "";
  for (let element = target; element && element !== document.body; element = element.parentElement) {
    if (!meaning && (meaning = titleOf(element))) found ??= element;
    if (!why && (why = element.dataset?.why ?? "")) found ??= element;
    if (element.matches("[data-action], [data-why], button, a")) break;
  }
  return found && [found, meaning, why];
}

function titleOf(element) {
  const given = element.getAttribute("title");
  if (given) {
    told.set(element, given);
    element.removeAttribute("title");
  }
  const drawn = element instanceof SVGElement ? one(":scope > title", element) : null;
  if (drawn) {
    told.set(element, drawn.textContent.trim());
    if (!element.hasAttribute("aria-label")) element.setAttribute("aria-label", drawn.textContent.trim());
    drawn.remove();
  }
  return told.get(element) ?? (element.dataset?.action ? element.getAttribute("aria-label") ?? element.getAttribute("aria-description") : null) ?? "";
}

function showTip(target) {
  const found = tipOf(target);
  if (!found || !menu.hidden && !menu.contains(target)) return hideTip();
  const [element, meaning, why] = found;
  const lines = [["", meaning], ["why", why]].filter(([, text]) => text).map(([name, text]) => {
    const line = document.createElement("p");
    line.className = name;
    line.textContent = text;
    return line;
  });
  tip.replaceChildren(...lines);
  tip.hidden = false;
  tipped = element;
  beside(tip, element.getBoundingClientRect());
}

function hideTip() {
  clearTimeout(tipTimer);
  tip.hidden = true;
  tipped = null;
}

document.addEventListener("pointerover", (event) => {
  if (event.pointerType !== "mouse") return;
  const found = tipOf(event.target);
  if (found?.[0] === tipped && tipped) return;
  hideTip();
  if (found) tipTimer = setTimeout(() => found[0].isConnected && showTip(event.target), 250);
});
document.addEventListener("focusin", (event) => {
  if (event.target.matches(":focus-visible")) showTip(event.target);
});
document.addEventListener("focusout", hideTip);
addEventListener("scroll", hideTip, { capture: true, passive: true });

// A finger held down, or a tap on what cannot be pressed, tells too
let held = 0;
let swallow = false;
document.addEventListener("pointerdown", (event) => {
  swallow = false;
  if (event.pointerType === "mouse") return clearTimeout(tipTimer);
  hideTip();
  clearTimeout(held);
  held = setTimeout(() => {
    showTip(event.target);
    swallow = !tip.hidden;
  }, 450);
});
for (const name of ["pointerup", "pointercancel"]) document.addEventListener(name, () => clearTimeout(held));
document.addEventListener("contextmenu", (event) => {
  if (swallow) event.preventDefault();
});
let clickedAt = ""; // how far the table was at the first of several clicks
/** Whether this is the second click of a double click, on what has come there since the first. */
function again({ detail, target }) {
  const at = one("#asked")?.dataset.at;
  if (detail < 2) clickedAt = at;
  return detail > 1 && at !== clickedAt && target.closest("[data-action], .choices button:not(.undo)");
}
addEventListener("click", (event) => {
  if (again(event) || swallow) {
    swallow = false;
    event.preventDefault();
    event.stopPropagation();
  } else if (!event.target.closest("[data-action], button, a, input, select, summary, label")) {
    showTip(event.target);
  } else {
    hideTip();
  }
}, true);

// The board, zoomed and panned; kept on the root, where no new board resets it

const view = { zoom: 1, x: 0, y: 0 };
const MOST = 5;

function showView() {
  const board = one(".board");
  if (!board) return;
  const { clientWidth: wide, clientHeight: high } = board;
  const within = (at, size) => Math.min(0, Math.max(size - size * view.zoom, at));
  view.x = within(view.x, wide);
  view.y = within(view.y, high);
  root.style.setProperty("--zoom", view.zoom);
  root.style.setProperty("--pan-x", `${view.x}px`);
  root.style.setProperty("--pan-y", `${view.y}px`);
  root.classList.toggle("zoomed", view.zoom > 1);
}

/** Zoom by a factor around a point of the window, by default the middle of the board; 0: the whole board. */
function zoomBy(factor, at) {
  const board = one(".board");
  if (!one(".zoom", board ?? root)?.offsetParent) return; // a board that needs none hides the buttons
  hideTip();
  closeMenu();
  const box = board.getBoundingClientRect();
  const x = (at?.x ?? box.left + box.width / 2) - box.left;
  const y = (at?.y ?? box.top + box.height / 2) - box.top;
  let zoom = Math.max(1, Math.min(MOST, view.zoom * factor));
  if (zoom < 1.05) zoom = 1;
  view.x = x - (x - view.x) * (zoom / view.zoom);
  view.y = y - (y - view.y) * (zoom / view.zoom);
  view.zoom = zoom;
  showView();
}

const fingers = new Map();
let start = null; // where the hand was when it took hold: middle, spread, and the view
let moved = false;
let tapped = { time: 0, x: 0, y: 0 };

function grip() {
  const points = [...fingers.values()];
  const middle = { x: 0, y: 0 };
  for (const point of points) {
    middle.x += point.x / points.length;
    middle.y += point.y / points.length;
  }
  const [a, b] = points;
  return { ...middle, spread: b ? Math.hypot(a.x - b.x, a.y - b.y) : 0 };
}

document.addEventListener("pointerdown", (event) => {
  if (!event.target.closest(".board") || event.target.closest(".zoom") || event.button > 0) return;
  fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  start = { ...grip(), view: { ...view } };
  moved = fingers.size > 1;
});

document.addEventListener("pointermove", (event) => {
  if (!fingers.has(event.pointerId)) return;
  fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  const now = grip();
  if (!moved && Math.hypot(now.x - start.x, now.y - start.y) < 8) return;
  clearTimeout(held);
  if (view.zoom === 1 && fingers.size < 2) return; // the page scrolls
  if (!moved) one(".board")?.setPointerCapture?.(event.pointerId);
  moved = true;
  hideTip();
  closeMenu();
  root.classList.add("panning");
  Object.assign(view, start.view);
  if (start.spread && now.spread) zoomBy(now.spread / start.spread, start);
  view.x += now.x - start.x;
  view.y += now.y - start.y;
  showView();
});

for (const name of ["pointerup", "pointercancel"]) {
  document.addEventListener(name, (event) => {
    if (!fingers.delete(event.pointerId)) return;
    root.classList.remove("panning");
    if (fingers.size) start = { ...grip(), view: { ...view } };
    else if (moved) swallow = name === "pointerup";
    else if (event.pointerType !== "mouse" && name === "pointerup") tap(event);
  });
}

// Two fingers on the board are ours, before the browser takes them for the page
document.addEventListener("touchmove", (event) => {
  if (event.touches.length > 1 && event.target.closest(".board")) event.preventDefault();
}, { passive: false });

function tap(event) {
  const near = Math.hypot(event.clientX - tapped.x, event.clientY - tapped.y) < 30;
  if (near && event.timeStamp - tapped.time < 320 && !event.target.closest("[data-action]")) {
    zoomBy(view.zoom > 1 ? 0 : 2.5, { x: event.clientX, y: event.clientY });
    swallow = true;
    tapped.time = 0;
  } else {
    tapped = { time: event.timeStamp, x: event.clientX, y: event.clientY };
  }
}

document.addEventListener("dblclick", (event) => {
  if (!event.target.closest(".board") || event.target.closest("[data-action], .zoom")) return;
  if (matchMedia("(hover: hover)").matches) zoomBy(view.zoom > 1 ? 0 : 2.5, { x: event.clientX, y: event.clientY });
});

document.addEventListener("wheel", (event) => {
  if (!event.target.closest(".board")) return;
  if (!event.ctrlKey && (small.matches || root.scrollHeight > innerHeight + 2 && view.zoom === 1)) return;
  event.preventDefault();
  zoomBy(Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.0016)), { x: event.clientX, y: event.clientY });
}, { passive: false });

addEventListener("resize", showView);

// What opens below is scrolled into sight
document.addEventListener("toggle", ({ target }) => {
  if (target.open && target.matches(".leave details")) target.scrollIntoView({ block: "nearest" });
}, true);

// The invitation

async function copyLink(button) {
  const field = one("[data-invitation]");
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    field.select();
    document.execCommand("copy");
  }
  const before = button.textContent;
  button.textContent = button.dataset.copied;
  setTimeout(() => { if (button.textContent === button.dataset.copied) button.textContent = before; }, 2000);
}

// Notices go by themselves, and when something has worked

let fading = 0;

function clearNotice() {
  clearTimeout(fading);
  one("#notice")?.replaceChildren();
}

function fadeNotice() {
  clearTimeout(fading);
  const notice = one("#notice .notice");
  if (!notice) return;
  fading = setTimeout(() => {
    notice.classList.add("going");
    fading = setTimeout(clearNotice, 700);
  }, Math.max(6000, 60 * notice.textContent.length));
}

document.addEventListener("htmx:after:request", (event) => {
  const { request, response } = event.detail.ctx;
  if (request.method !== "GET" && response.status < 300) clearNotice();
});

// After each change

const seen = new WeakSet();
let doing = false; // whether the keyboard was at what can be done

function settle() {
  const mine = one("[data-turn]")?.dataset.turn === "mine";
  document.title = (mine ? "● " : "") + title;
  for (const field of document.querySelectorAll("[data-invitation]")) field.value = location.origin + field.dataset.invitation;
  for (const details of document.querySelectorAll("details[data-folds]")) {
    if (!seen.has(details) && small.matches) details.open = false;
    seen.add(details);
  }
  if (opener && !opener.isConnected || opener && !opener.dataset.action) closeMenu();
  if (tipped && !tipped.isConnected) hideTip();
  if (!one("#do-confirm") && !mine) root.classList.remove("sheet-up");
  showView();
  hintMore();
}

/** Say by a sign that there are more choices below. */
function hintMore() {
  const can = one(".can");
  can?.classList.toggle("more", can.scrollHeight - can.scrollTop > can.clientHeight + 6);
}
document.addEventListener("scroll", (event) => event.target.matches?.(".can") && hintMore(), true);

document.addEventListener("focusin", (event) => { doing = Boolean(event.target.closest(".choices, [data-action]")); });
/** Fields show what the table is set to: all of them after a refusal, else those that nobody is busy with. */
function showSettings(refused) {
  if (refused) for (const file of document.querySelectorAll(".waiting [type=file]")) file.value = "";
  for (const field of document.querySelectorAll(".waiting select, .waiting [type=checkbox], .waiting [type=number]")) {
    if (field === document.activeElement && !refused) continue;
    if (field.type === "checkbox") field.checked = field.defaultChecked;
    else if (field.type === "number") field.value = field.defaultValue;
    else for (const option of field.options) if (option.defaultSelected) field.value = option.value;
  }
}

document.addEventListener("htmx:after:swap", (event) => {
  settle();
  const status = event.detail.ctx?.response?.status;
  if (status !== 204) showSettings(status >= 400); // 204: it has been done, and the fields are told by the stream
  fadeNotice();
  // What had the keyboard is gone: the next Tab leads to what can be done now.
  if (doing && document.activeElement === document.body) one(".choices")?.focus({ preventScroll: true });
});
settle();
