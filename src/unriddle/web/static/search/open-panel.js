/** The open list: the first nodes in the order in which they are taken, and what this step changed. */

import { h, put, set } from "../dom.js";
import { has, number, t } from "../language.js";
import { Kept, say } from "./redraw.js";
import { tile, tileScroll } from "./tile.js";
import { nodesUpTo, openList } from "./waiting.js";
import { shortEquation } from "./words.js";

/** @import { Trace } from "./trace.js" */

/** Nodes that are listed; the others are counted. */
const MOST = 50;

export class OpenPanel {
  /** @param {(node: number) => void} inspect */
  constructor(inspect) {
    this.inspect = inspect;
    this.title = h("h2.tile-title");
    this.counts = h("p.open-counts");
    this.list = h("ol", {
      class: "open-list",
      onclick: (/** @type {Event} */ event) => {
        const row = event.target instanceof Element ? event.target.closest("[data-node]") : null;
        if (row) this.inspect(Number(row.getAttribute("data-node")));
      },
    });
    this.rows = new Kept(this.list, row);
    this.more = h("p.help");
    this.element = tile("open", this.title, this.counts, tileScroll("open", this.list, this.more));
  }

  /** @param {Trace} trace @param {number} step */
  show(trace, step) {
    const { order } = trace.header;
    const { first, count } = openList(trace, step, MOST);
    const isKept = order !== "single" && order !== "tree";
    say(this.title, t(order && has(`search.open.${order}`) ? `search.open.${order}` : "search.open"));
    put(this.counts, ...this.#counts(trace, step, count, isKept));
    const shown = isKept ? first : [];
    this.rows.show([...shown.keys()], (element, rank) => drawRow(element.firstElementChild, trace, step, shown[rank], rank));
    say(this.more, isKept ? this.#rest(count, first.length) : t(`search.open.none.${order}`));
  }

  /** @param {number} count @param {number} shown */
  #rest(count, shown) {
    if (!count) return t("search.open.empty");
    return count > shown ? t("search.open.more", { count: count - shown }) : "";
  }

  /** @param {Trace} trace @param {number} step @param {number} count @param {boolean} isKept */
  *#counts(trace, step, count, isKept) {
    const [open, closed] = [trace.open.at[step], trace.closed.at[step]];
    yield h("span", t("search.open.waiting", { count: open >= 0 ? open : count }));
    if (isKept && step > 0 && step <= trace.length) {
      const came = trace.children(step).filter((one) => one.node >= 0 && trace.gone.at[one.node] > step).length;
      const left = (trace.gone.at[trace.nodeAt(step)] === step ? 1 : 0) + (trace.dropped.get(step)?.length ?? 0);
      yield h("span", { class: "open-came", title: t("search.open.came") }, `+${number(came)}`);
      yield h("span", { class: "open-left", title: t("search.open.left") }, `−${number(left)}`);
    }
    if (closed >= 0) yield h("span", t("search.closed", { count: closed }));
    yield h("span", t("search.generated", { count: nodesUpTo(trace, step) }));
  }
}

/** A row before anything is written in it. */
const row = () =>
  h(
    "li",
    h(
      "button",
      { type: "button" },
      ["open-rank", "open-move", "open-values", "open-id"].map((kind) => h("span", { class: kind })),
    ),
  );

/** @param {Element} element @param {Trace} trace @param {number} step @param {number} node @param {number} rank */
function drawRow(element, trace, step, node, rank) {
  const isNew = step > 0 && trace.born.at[node] === step;
  set(element, { class: isNew ? "open-row is-new" : "open-row", "data-node": node });
  const words = [
    number(rank + 1),
    trace.moveTo(node) || t("search.start"),
    shortEquation(trace, node),
    isNew ? t("search.open.new") : `#${trace.ids.at[node]}`,
  ];
  for (const [at, text] of words.entries()) say(element.children[at], text);
}
