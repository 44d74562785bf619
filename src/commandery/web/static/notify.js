// The service worker behind notifications, for browsers in which a page may not show any by itself: phones. It does nothing else.

addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(show(event.notification.data));
});

/** Bring a page of the house to the front, or open one. */
async function show(path) {
  const open = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const page = open.find(({ url }) => new URL(url).pathname === path);
  return page ? page.focus() : clients.openWindow(path);
}
