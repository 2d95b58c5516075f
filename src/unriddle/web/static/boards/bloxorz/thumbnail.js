import { svg } from "../svg.js";
import { Scenery } from "./scenery.js";

/** A still picture for a gallery. @param {import("../contract.js").BloxorzLevel} level @param {import("../contract.js").BloxorzState} state */
export function thumbnail(level, state) {
  const picture = svg("svg", { class: "board board-bloxorz", "aria-hidden": "true" });
  new Scenery(picture, level).rest(state);
  return picture;
}
