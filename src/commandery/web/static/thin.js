// One thin line to the house for all pages of this browser: which of my tables moved, and where it is my turn. It runs in a
// worker that the pages share, or in the page where the browser has no such workers. It is open while a page listens.

const pages = new Map(); // the ports of the pages that listen, each with the table it shows
let turns = {}; // by table: whether it is my turn there, as far as anybody knows
let line = null;
let again = 0;
let heard = 0;
const SILENCE = 50_000; // the house says every twenty seconds that it is there

/** Take in a page: it says when it listens and when it does not, and what it knows of its own table. */
export function connect(port) {
  const take = ({ data }) => {
    pages.delete(port);
    if (data.listens) {
      pages.set(port, data.table);
      if (data.table) turns[data.table] = data.turn;
    }
    if (pages.size) open();
    else close();
  };
  port.onmessage = take;
  port.onclose = () => take({ data: { listens: false } }); // a page that crashed says nothing any more
}

function open() {
  if (line) return;
  clearTimeout(again);
  heard = Date.now();
  line = new EventSource("/me/stream");
  line.onopen = () => { heard = Date.now(); };
  line.addEventListener("alive", line.onopen);
  line.onmessage = ({ data }) => {
    heard = Date.now();
    tell(JSON.parse(data));
  };
  line.onerror = () => {
    if (line?.readyState !== EventSource.CLOSED) return;
    close();
    again = setTimeout(() => pages.size && open(), 5000);
  };
}

function close() {
  clearTimeout(again);
  line?.close();
  line = null;
}

// A line that is silent for too long is dead, however open it looks
setInterval(() => {
  if (!line || Date.now() - heard < SILENCE) return;
  close();
  open();
}, 5000);

/** Every page hears what moved; one of them, the table's own if it is open, hears that it is my turn now. */
function tell(tables) {
  const now = Object.fromEntries(Object.entries(tables).map(([table, { turn }]) => [table, turn]));
  const begun = Object.keys(now).filter((table) => now[table] && turns[table] === false);
  turns = { ...turns, ...now }; // of a table of which nothing is told while its rules are loaded, what was known before
  for (const port of pages.keys()) port.postMessage({ tables, begun: begun.filter((table) => speaker(table) === port) });
}

/** The page that came last, the table's own if there is one: an older one may be dead where the browser does not tell. */
function speaker(table) {
  const latest = [...pages].reverse();
  return (latest.find(([, shown]) => shown === table) ?? latest[0])[0];
}

if ("onconnect" in globalThis) globalThis.onconnect = ({ ports: [port] }) => connect(port);
