/** The panels of the search view, by the name that their strings and styles have. */

import { h } from "../dom.js";
import { t } from "../language.js";

/** @import { Child } from "../dom.js" */

/** @param {string} name @param {...Child} parts */
export const tile = (name, ...parts) =>
  h("section", { class: `tile tile-${name}`, "data-panel": name, "aria-label": t(`search.${name}`) }, parts);

/** The part of it that scrolls, also by keys. @param {string} name @param {...Child} parts */
export const tileScroll = (name, ...parts) =>
  h("div", { class: "tile-scroll", tabindex: 0, role: "group", "aria-label": t(`search.${name}`) }, parts);
