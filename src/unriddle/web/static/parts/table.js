/** Parts of a table. */

import { h } from "../dom.js";

/** @import { Attributes, Child } from "../dom.js" */

/** The heads of the columns. @param {Child[]} heads */
export function tableHead(heads) {
  const cells = heads.map((one) => h("th", { scope: "col" }, one));
  return h("thead", h("tr", cells));
}

/** A row, of which the first cell is the head. @param {Child[]} row @param {Attributes} [attributes] */
export function tableRow([first, ...others], attributes = {}) {
  const cells = others.map((one) => h("td", one));
  return h("tr", attributes, h("th", { scope: "row" }, first), cells);
}
