import { svg } from "../svg.js";
import { paint } from "./picture.js";

/** A still picture for a gallery. @param {import("../contract.js").DrawnLevel} _level @param {import("../contract.js").DrawnState} state */
export function thumbnail(_level, state) {
  const picture = svg("svg", { class: "board board-drawn", "aria-hidden": "true" });
  paint(picture, state);
  return picture;
}
