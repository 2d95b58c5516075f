/** The pseudo-code of the search: the line of this step lit, and how often each line ran in it. */

import { h, put } from "../dom.js";
import { t } from "../language.js";
import { say } from "./redraw.js";
import { tile, tileScroll } from "./tile.js";
import { equation, inLanguage } from "./words.js";

/** @import { Trace } from "./trace.js" */

export class CodePanel {
  constructor() {
    this.title = h("h2.tile-title");
    this.list = h("ol.code");
    this.scroll = tileScroll("code", this.list);
    this.element = tile("code", this.title, this.scroll);
    /** @type {Trace | null} */
    this.trace = null;
    this.lit = "";
    /** @type {Map<string, {row: HTMLElement, note: HTMLElement}>} */
    this.rows = new Map();
  }

  /** @param {Trace} trace @param {number} step */
  show(trace, step) {
    if (this.trace !== trace) this.#write(trace);
    const lit = step > 0 ? trace.text(trace.line.at[step]) : "";
    const ran = trace.details(step).lines ?? {};
    const values = step > 0 ? equation(trace, trace.nodeAt(step)) : "";
    for (const [name, { row, note }] of this.rows) {
      const isLit = name === lit;
      row.classList.toggle("is-lit", isLit);
      row.classList.toggle("has-run", !isLit && ran[name] > 0);
      if (isLit) row.setAttribute("aria-current", "step");
      else row.removeAttribute("aria-current");
      say(note, isLit && values ? values : ran[name] > 1 ? `×${ran[name]}` : "");
    }
    const row = this.rows.get(lit)?.row;
    if (row && lit !== this.lit) keepInSight(this.scroll, row);
    this.lit = lit;
  }

  /** @param {Trace} trace */
  #write(trace) {
    this.trace = trace;
    this.title.textContent = t(trace.header.order === "own" ? "search.code.own" : "search.code");
    this.lit = "";
    this.rows.clear();
    const lines = (trace.header.pseudocode ?? []).map(({ name, depth, text }) => {
      const note = h("span.code-note");
      const row = h("li", { class: "code-line", "data-line": name }, h("code", inLanguage(text)), note);
      row.style.setProperty("--depth", String(depth));
      this.rows.set(name, { row, note });
      return row;
    });
    put(this.list, ...lines);
    this.element.toggleAttribute("data-empty", lines.length === 0);
    if (!lines.length) put(this.list, h("li.help", t("search.code.none")));
  }
}

/** Only the list scrolls, never the page. @param {HTMLElement} box @param {HTMLElement} row */
function keepInSight(box, row) {
  const top = row.offsetTop - box.offsetTop;
  if (top < box.scrollTop) box.scrollTop = top;
  else if (top + row.offsetHeight > box.scrollTop + box.clientHeight) box.scrollTop = top + row.offsetHeight - box.clientHeight;
}
