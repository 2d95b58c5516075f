/** Line icons on a grid of 20, drawn for this page. */

import { s } from "./dom.js";

/** @type {Record<string, string>} */
const PATHS = {
  undo: "M8 5 4 9l4 4M4 9h8a4 4 0 0 1 0 8h-2",
  redo: "m12 5 4 4-4 4M16 9H8a4 4 0 0 0 0 8h2",
  restart: "M4.5 10a5.5 5.5 0 1 0 1.8-4.1M4 3.5V7h3.5",
  hint: "M7.5 14.5h5M8.5 17h3M7.6 12.2a4.7 4.7 0 1 1 4.8 0c-.3.2-.4.5-.4.8v1.5H8V13c0-.3-.1-.6-.4-.8Z",
  play: "M6.5 4.5v11l9-5.5Z",
  pause: "M7 5v10M13 5v10",
  next: "M5 5v10l7-5ZM15 5v10",
  previous: "M15 5v10L8 10ZM5 5v10",
  first: "M10 5v10l-6-5ZM16.5 5v10l-6-5Z",
  last: "M10 5v10l6-5ZM3.5 5v10l6-5Z",
  start: "M16 5v10l-5-5ZM11 5v10l-5-5ZM4.5 5v10",
  end: "M4 5v10l5-5ZM9 5v10l5-5ZM15.5 5v10",
  rewind: "M10 5v10l-6-5ZM16 5v10l-6-5Z",
  forward: "M10 5v10l6-5ZM4 5v10l6-5Z",
  present: "M4 8V4.500h3.500M12.5 4.500H16V8M16 12v3.500h-3.500M7.500 15.500H4V12",
  keys: "M3 6h14v8H3ZM5.500 8.500h.01M8 8.500h.01M10.500 8.500h.01M13 8.500h.01M15 8.500h.01M6.500 11.500h7",
  two: "M3.500 5h5v10h-5ZM11.500 5h5v10h-5Z",
  stop: "M5.5 5.5h9v9h-9Z",
  share:
    "M12.6 6a2.2 2.2 0 1 0 4.4 0 2.2 2.2 0 0 0-4.4 0ZM3.5 10a2.2 2.2 0 1 0 4.4 0 2.2 2.2 0 0 0-4.4 0ZM12.6 14a2.2 2.2 0 1 0 4.4 0 2.2 2.2 0 0 0-4.4 0ZM7.8 11l5 2.200M7.8 9l5-2.2",
  sun: "M10 6.500a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7ZM10 2v1.500M10 16.500V18M2 10h1.500M16.5 10H18M4.3 4.300l1.1 1.100M14.6 14.600l1.1 1.100M4.3 15.700l1.1-1.100M14.6 5.400l1.1-1.1",
  moon: "M16 12.200A6.5 6.5 0 0 1 7.8 4a6.5 6.5 0 1 0 8.2 8.200Z",
  search: "M9 4a5 5 0 1 0 0 10A5 5 0 0 0 9 4ZM12.7 12.7 16.5 16.5",
  file: "M6 3h5.500L15 6.500V17H6ZM11.5 3v3.500H15M8.5 11h4M8.5 13.800h4",
  dice: "M4.5 4.500h11v11h-11ZM7.5 7.500h.01M12.5 12.500h.01M12.5 7.500h.01M7.5 12.500h.01",
  sound: "M3.500 8v4h3l4 3.500v-11L6.500 8ZM13 7.500a3.500 3.500 0 0 1 0 5M15 5.500a6.500 6.500 0 0 1 0 9",
  silent: "M3.500 8v4h3l4 3.500v-11L6.500 8ZM13.500 8l4 4M17.500 8l-4 4",
  cross: "m5.5 5.5 9 9M14.5 5.5l-9 9",
  check: "m4.5 10.5 3.7 3.7 7.3-8",
  download: "M10 4v8M6.5 9l3.5 3.500L13.5 9M4.5 16h11",
  left: "m12 5-5 5 5 5",
  right: "m8 5 5 5-5 5",
  pen: "M4 16l1-4 9-9 3 3-9 9zM12 5l3 3",
  gear: "M4 6h6M14 6h2M4 14h2M10 14h6M12 4v4M8 12v4",
  flag: "M5.5 17V3.500h8.500l-2 3 2 3H5.5",
  chart: "M4 16.500h12.500M6 13.500v-4M10 13.500v-8M14 13.500v-6",
  eye: "M2.5 10S5 5.5 10 5.5 17.5 10 17.5 10 15 14.5 10 14.5 2.5 10 2.5 10ZM10 8a2 2 0 1 0 0 4 2 2 0 0 0 0-4Z",
  pad: "M4 7.500h12v6H4ZM7 9v3M5.5 10.500h3M13 9.500h.01M14.5 11.500h.01",
};

/** @param {string} name */
export function icon(name) {
  const filled = ["play", "stop", "first", "last", "next", "previous", "rewind", "forward", "start", "end"].includes(name);
  return s(
    "svg",
    { viewBox: "0 0 20 20", class: filled ? "icon icon-filled" : "icon", "aria-hidden": "true" },
    s("path", { d: PATHS[name] }),
  );
}

/** The sign of the program: a block that fits the last gap. */
export function mark() {
  return s(
    "svg",
    { viewBox: "0 0 28 28", class: "mark", "aria-hidden": "true" },
    s("path", {
      class: "mark-frame",
      d: "M4 8a4 4 0 0 1 4-4h4v7a2 2 0 0 0 4 0V4h4a4 4 0 0 1 4 4v12a4 4 0 0 1-4 4H8a4 4 0 0 1-4-4Z",
    }),
    s("circle", { class: "mark-piece", cx: 14, cy: 9.5, r: 3.2 }),
  );
}
