/** What a search alone has to show: its limit, its bound, its layer, its climb, its simulations, its bursts. */

import { h, put } from "../dom.js";
import { has, number, t } from "../language.js";
import { figure } from "../parts/level.js";
import { tableHead, tableRow } from "../parts/table.js";
import { SeriesChart } from "./series-chart.js";
import { tile, tileScroll } from "./tile.js";
import { figureOf } from "./words.js";

/** @import { Instrument } from "./contract.js" */
/** @import { Trace } from "./trace.js" */

/** What other parts of the panel show. */
const ELSEWHERE = new Set(["simulation"]);
/** Children that are listed. */
const MOST = 12;

export class InstrumentPanel {
  constructor() {
    this.profile = new SeriesChart(t("search.instrument.profile"), "chart-h");
    this.body = tileScroll("instrument");
    this.body.classList.add("instrument");
    this.element = tile("instrument", h("h2.tile-title", t("search.instrument")), this.body);
    this.element.hidden = true;
  }

  /** @param {Trace} trace @param {number} step */
  show(trace, step) {
    const shown = Math.min(step, trace.length);
    const climbs = trace.header.order === "single" && shown > 0;
    const instrument = trace.details(shown).instrument ?? (climbs ? { h: trace.h.at[trace.nodeAt(shown)] } : null);
    this.element.hidden = !instrument;
    if (!instrument) return;
    if (climbs) this.profile.show({ name: "h", last: trace.length, at: shown, value: (at) => trace.h.at[trace.nodeAt(at)] });
    put(
      this.body,
      figures(instrument),
      climbs && this.profile.element,
      boundBar(trace, shown, instrument),
      children(instrument),
      simulation(trace, instrument),
    );
  }
}

/** Every figure of the search by its name. @param {Instrument} instrument */
function figures(instrument) {
  const rows = Object.entries(instrument)
    .filter(([name, value]) => !ELSEWHERE.has(name) && (value === null || ["number", "string"].includes(typeof value)))
    .map(([name, value]) => {
      const label = has(`search.instrument.${name}`) ? t(`search.instrument.${name}`) : name.replaceAll("_", " ");
      const one = figure(label, typeof value === "number" ? figureOf(value) : value === "inf" ? "∞" : String(value ?? "–"));
      one.dataset.figure = name;
      return one;
    });
  return rows.length ? h("dl.figures", rows) : null;
}

/** Where f stands between nothing and the bound. @param {Trace} trace @param {number} step @param {Instrument} instrument */
function boundBar(trace, step, { bound, next_bound: next }) {
  const f = trace.f.at[trace.nodeAt(step)];
  if (typeof bound !== "number" || Number.isNaN(f)) return null;
  const most = Math.max(bound, next ?? bound, f, 1);
  return h(
    "div",
    { class: "bound-bar", role: "img", "aria-label": t("search.instrument.barWords", { f, bound }) },
    mark("bound-f", f / most, `f = ${figureOf(f)}`),
    mark("bound-now", bound / most, t("search.instrument.bound")),
    typeof next === "number" ? mark("bound-next", next / most, t("search.instrument.next_bound")) : null,
  );
}

/** @param {string} kind @param {number} share @param {string} words */
function mark(kind, share, words) {
  const one = h("span", { class: kind, title: words });
  one.style.setProperty("--share", String(Math.min(1, share)));
  return one;
}

/** The way down the tree of a Monte Carlo search, and the game that it played from there. @param {Trace} trace @param {Instrument} instrument */
function simulation(trace, { path, visits, simulation: moves }) {
  if (!visits && moves === undefined) return null;
  const way = (Array.isArray(path) ? path : []).map((id) => trace.moveTo(trace.index(id))).filter(Boolean);
  return h(
    "p.help.simulation",
    way.length ? t("search.instrument.way", { moves: way.join(" ") }) : "",
    moves ? ` ${t("search.instrument.simulation", { moves: moves.length > 90 ? `${moves.slice(0, 88)} …` : moves })}` : "",
  );
}

/** What the selection chose among last, and what it chose. @param {Instrument} instrument */
function children({ children: list, path }) {
  if (!list?.length) return null;
  const way = Array.isArray(path) ? path : [];
  const caption = way.length > 2 ? "search.instrument.choice" : "search.instrument.children";
  const heads = ["move", "visits", "value", "uct"].map((one) => t(`search.mcts.${one}`));
  const rounded = (/** @type {number | null} */ value, /** @type {string} */ otherwise) =>
    value === null ? otherwise : number(value, { maximumFractionDigits: 3 });
  const rows = list.slice(0, MOST).map(({ node, move, visits, value, uct }) => {
    const isChosen = node !== undefined && way.includes(node);
    const cells = [move, number(visits), rounded(value, "–"), rounded(uct, "∞")];
    return tableRow(cells, isChosen ? { class: "is-chosen", "aria-current": "true" } : {});
  });
  return h("table.mcts", h("caption", t(caption)), tableHead(heads), h("tbody", rows));
}
