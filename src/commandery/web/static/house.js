// What pages do by themselves: places on the board press the buttons of the same actions; nothing here knows a rule.

document.addEventListener("click", (event) => {
  const place = event.target.closest("[data-action]");
  if (place) act(place);
});

document.addEventListener("keydown", (event) => {
  const place = event.target.closest?.("[data-action]");
  if (place && (event.key === "Enter" || event.key === " ")) {
    event.preventDefault();
    act(place);
  }
});

/** Do what a place stands for; where it stands for several things, point at their buttons. */
function act(place) {
  const buttons = place.dataset.action.split(" ").map((id) => document.getElementById(`do-${id}`)).filter(Boolean);
  if (buttons.length === 1) buttons[0].click();
  for (const button of document.querySelectorAll(".choices .here")) button.classList.remove("here");
  if (buttons.length > 1) {
    for (const button of buttons) button.classList.add("here");
    buttons[0].scrollIntoView({ block: "nearest" });
    buttons[0].focus();
  }
}
