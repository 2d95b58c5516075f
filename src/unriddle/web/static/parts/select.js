/** A choice among some values. */

import { h } from "../dom.js";

/**
 * @param {import("../dom.js").Attributes} attributes
 * @param {[value: string | number, label: string][]} options @param {string | number} [chosen]
 */
export function select(attributes, options, chosen) {
  const made = options.map(([value, label]) => h("option", { value, selected: value === chosen }, label));
  return h("select", { class: "select", ...attributes }, made);
}
