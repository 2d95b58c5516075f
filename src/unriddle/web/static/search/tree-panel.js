/** The tree around the node of this step, or around one that was clicked. */

import { h, s, set } from "../dom.js";
import { number, short, t } from "../language.js";
import { Kept, say } from "./redraw.js";
import { tidyTree } from "./tidy-tree.js";
import { tile } from "./tile.js";
import { treeWindow } from "./tree-window.js";
import { waits } from "./waiting.js";
import { equation, fateSentence, fateWord, figureOf, shortEquation } from "./words.js";

/** @import { Trace } from "./trace.js" */
/** @import { Item } from "./tree-window.js" */

const CARD = { width: 104, height: 36 };
const PITCH = { across: 132, down: 44 };
const EDGE = 14;
/** The width that three cards beside each other need; a narrower drawing is made smaller. */
const LEAST = 440;
/** What became of a successor that was not kept, as a sign; it is never told by a colour alone. */
const SIGNS = {
  new: "",
  cheaper: "↓",
  known: "=",
  dead: "✕",
  bound: "›",
  depth: "⊥",
  worse: "≥",
  cut: "–",
  cycle: "↻",
  untried: "?",
};

export class TreePanel {
  /** @param {(node: number) => void} inspect a node was chosen */
  constructor(inspect) {
    this.inspect = inspect;
    this.picture = s("svg", { class: "tree", role: "group", "aria-label": t("search.tree") });
    this.note = h("p.tree-note");
    this.counts = h("li", { hidden: true }, t("search.mcts.legend"));
    this.box = h("div.tree-box", this.picture);
    this.element = tile("tree", h("h2.tile-title", t("search.tree")), this.box, this.note, legend(this.counts));
    this.said = "";
    this.size = { width: 560, height: 420 };
    /** @type {[Trace, number, number] | null} */
    this.last = null;
    this.observer = new ResizeObserver(() => this.#resize());
    this.observer.observe(this.box);
    const edges = s("g", { class: "tree-edges" });
    this.edges = new Kept(edges, () => s("path"));
    this.above = s("text", { class: "tree-above", "text-anchor": "end" }, s("title"), "");
    this.picture.append(edges, this.above);
    this.cards = new Kept(this.picture, card);
    this.more = new Kept(this.picture, () => s("text", { class: "tree-more" }));
    /** @type {Map<number, string>} what Monte Carlo tree search knows of nodes */
    this.visits = new Map();
    /** @type {WeakMap<Element, {words: string, target: number}>} what a card says, and the node that it leads to */
    this.told = new WeakMap();
    this.picture.addEventListener("keydown", (event) => this.#key(event));
    this.picture.addEventListener("click", (event) => {
      const one = this.#of(event);
      if (one && one.target >= 0) this.inspect(one.target);
    });
    for (const kind of ["pointerover", "focusin"]) this.picture.addEventListener(kind, (event) => this.#tell(this.#of(event)?.words));
    for (const kind of ["pointerout", "focusout"]) this.picture.addEventListener(kind, () => this.#tell());
  }

  /** @param {Event} event */
  #of({ target }) {
    const one = target instanceof Element ? target.closest(".tree-card, .tree-above") : null;
    return one ? this.told.get(one) : undefined;
  }

  #resize() {
    const { clientWidth: width, clientHeight: height } = this.box;
    if (!width || !height || (width === this.size.width && height === this.size.height)) return;
    this.size = { width, height };
    if (this.last) this.show(...this.last);
  }

  /** @param {Trace} trace @param {number} step @param {number} focus */
  show(trace, step, focus) {
    this.last = [trace, step, focus];
    this.visits = visitsIn(trace, step);
    this.counts.hidden = this.visits.size === 0;
    const scale = Math.min(1, this.size.width / LEAST);
    const [width, height] = [this.size.width / scale, this.size.height / scale];
    const levels = Math.max(1, Math.floor((width - CARD.width - 2 * EDGE) / PITCH.across) - 1);
    const rows = Math.max(3, Math.floor((height - EDGE) / PITCH.down));
    const { placed, above } = fitted(trace, focus, step, levels, rows);
    const depth = Math.max(...placed.map((one) => one.depth));
    const [low, high] = [Math.min(...placed.map((one) => one.place)), Math.max(...placed.map((one) => one.place))];
    const middle = placed.find((one) => one.item.role === "focus")?.place ?? 0;
    const centre = (high - low + 1) * PITCH.down <= height ? (low + high) / 2 : middle;
    const edge = EDGE + (above ? 22 : 0);
    const across = Math.min(PITCH.across, (width - edge - EDGE - CARD.width) / Math.max(1, depth));
    const left = Math.max(edge, (width - depth * across - CARD.width) / 2);
    /** @param {{depth: number, place: number}} one */
    const at = ({ depth: level, place }) => ({
      x: left + level * across,
      y: height / 2 + (place - centre) * PITCH.down - CARD.height / 2,
    });
    set(this.picture, { viewBox: `0 0 ${width} ${height}` });
    const lines = placed.flatMap((one) => one.children.map((child) => ({ from: at(one), to: at(child), item: child.item })));
    this.edges.show([...lines.keys()], (path, index) => set(path, line(lines[index])));
    this.#above(above, at(placed[0]), trace, placed[0].item.node);
    const held = this.picture.contains(document.activeElement) ? document.activeElement?.getAttribute("data-node") : null;
    const cards = placed.filter((one) => !one.item.more);
    this.cards.show(
      cards.map(({ item }, index) => (item.node >= 0 ? item.node : `${index} ${item.move}`)),
      (one, index) => this.#card(one, trace, step, cards[index].item, at(cards[index])),
    );
    const rests = placed.filter((one) => one.item.more);
    this.more.show([...rests.keys()], (text, index) => {
      const { x, y } = at(rests[index]);
      set(text, { x: x + 10, y: y + CARD.height / 2 + 4 });
      say(text, t("search.tree.more", { count: rests[index].item.more }));
    });
    if (held && document.activeElement?.getAttribute("data-node") !== held)
      /** @type {SVGElement | null} */ (this.picture.querySelector('[tabindex="0"]'))?.focus();
    const here = placed.find((one) => one.item.role === "focus")?.item;
    this.said = here ? this.#words(trace, step, here) : "";
    this.#tell();
  }

  /** A line below the tree: the card under the pointer, or the one in the middle. @param {string} [words] */
  #tell(words) {
    say(this.note, words ?? this.said);
  }

  /** @param {number} above how many @param {{x: number, y: number}} place @param {Trace} trace @param {number} node */
  #above(above, { x, y }, trace, node) {
    set(this.above, { x: x - 8, y: y + CARD.height / 2 + 4, display: above ? null : "none" });
    say(/** @type {Element} */ (this.above.firstElementChild), t("search.tree.above", { count: above }));
    /** @type {Text} */ (this.above.lastChild).data = above ? `${short(above)} ‹` : "";
    this.told.set(this.above, { words: this.said, target: trace.parent.at[node] });
  }

  /** @param {Element} one @param {Trace} trace @param {number} step @param {Item} item @param {{x: number, y: number}} place */
  #card(one, trace, step, item, { x, y }) {
    const kept = item.node >= 0;
    const lost = kept ? !["", "new", "cheaper"].includes(item.fate) : true;
    const kind = [
      "tree-card",
      item.role && `is-${item.role}`,
      kept && item.expansion > 0 && "is-expanded",
      kept && waits(trace, item.node, step) && "is-waiting",
      kept && trace.born.at[item.node] === step && step > 0 && "is-new",
      lost && "is-lost",
      item.fate && `fate-${item.fate}`,
    ];
    const words = this.#words(trace, step, item);
    set(one, {
      class: kind.filter(Boolean).join(" "),
      transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})`,
      tabindex: item.role === "focus" ? 0 : -1,
      "aria-description": words,
      "aria-disabled": kept || item.same >= 0 ? null : "true",
      "data-node": kept ? item.node : null,
      "data-fate": item.fate || null,
    });
    const [, move, order, values] = one.children;
    const name = item.move || (kept && trace.parent.at[item.node] < 0 ? t("search.start") : "");
    say(move, [item.fate ? SIGNS[item.fate] : "", cut(name, 9)].filter(Boolean).join(" "));
    say(order, this.#corner(trace, item, lost));
    say(values, lost ? fateWord(item.fate) : (this.visits.get(item.node) ?? shortEquation(trace, item.node)));
    this.told.set(one, { words, target: kept ? item.node : item.same });
  }

  /** When it was expanded; of a successor that is not followed, its f. @param {Trace} trace @param {Item} item @param {boolean} lost */
  #corner(trace, item, lost) {
    if (item.expansion) return `${number(item.expansion)}.`;
    const f = lost && item.node >= 0 ? trace.f.at[item.node] : Number.NaN;
    return Number.isNaN(f) ? "" : `f ${figureOf(f)}`;
  }

  /** @param {Trace} trace @param {number} step @param {Item} item */
  #words(trace, step, item) {
    const parts = [];
    if (item.node >= 0) {
      parts.push(t("search.node", { id: trace.ids.at[item.node] }));
      parts.push(item.move ? t("search.node.move", { move: item.move }) : t("search.start"));
      const values = equation(trace, item.node);
      if (values) parts.push(values);
      if (item.expansion) parts.push(t("search.node.expanded", { order: item.expansion }));
      else if (waits(trace, item.node, step)) parts.push(t("search.node.waits"));
    } else parts.push(t("search.node.move", { move: item.move }));
    const came = item.fate && item.fate !== "new" ? ` ${fateSentence(trace, item)}` : "";
    return `${parts.join(", ")}.${came}`;
  }

  /** Arrows go through the tree: parent, child, siblings. @param {KeyboardEvent} event */
  #key(event) {
    const cards = /** @type {SVGGElement[]} */ ([...this.picture.querySelectorAll(".tree-card")]);
    const from = cards.indexOf(/** @type {any} */ (document.activeElement));
    if (from < 0) return;
    if (event.key === "Enter" || event.key === " ") cards[from].dispatchEvent(new MouseEvent("click", { bubbles: true }));
    else {
      const way = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }[event.key];
      if (!way) return;
      const next = nearest(cards, from, way);
      if (next) {
        for (const one of cards) one.setAttribute("tabindex", one === next ? "0" : "-1");
        next.focus();
      }
    }
    event.preventDefault();
    event.stopPropagation();
  }

  destroy() {
    this.observer.disconnect();
  }
}

/**
 * The tree with as many siblings as there is room for.
 * @param {Trace} trace @param {number} focus @param {number} step @param {number} levels @param {number} rows
 */
function fitted(trace, focus, step, levels, rows) {
  for (let siblings = rows; ; siblings--) {
    const { root, above } = treeWindow(trace, focus, step, { levels, shown: Math.max(3, rows), siblings: Math.max(1, siblings) });
    const placed = tidyTree(root, (one) => one.children);
    const places = placed.map((one) => one.place);
    if (siblings <= 1 || Math.max(...places) - Math.min(...places) + 1 <= rows) return { placed, above };
  }
}

/** The nearest card in a direction. @param {SVGGElement[]} cards @param {number} from @param {number[]} way */
function nearest(cards, from, [right, down]) {
  const here = cards[from].getBoundingClientRect();
  let best = null;
  let least = Infinity;
  for (const one of cards) {
    const box = one.getBoundingClientRect();
    const [dx, dy] = [box.x - here.x, box.y - here.y];
    const along = dx * right + dy * down;
    const beside = Math.abs(dx * down) + Math.abs(dy * right);
    if (along < 2 || (down && beside > 2)) continue;
    if (along + 2 * beside < least) [best, least] = [one, along + 2 * beside];
  }
  return best;
}

/** A card before anything is written on it. */
const card = () =>
  s(
    "g",
    { role: "button" },
    s("rect", { class: "tree-back", width: CARD.width, height: CARD.height, rx: 7 }),
    s("text", { class: "tree-move", x: 9, y: 15 }),
    s("text", { class: "tree-order", x: CARD.width - 8, y: 15, "text-anchor": "end" }),
    s("text", { class: "tree-values", x: 9, y: 29 }),
  );

/** @param {{from: {x: number, y: number}, to: {x: number, y: number}, item: Item}} line */
function line({ from, to, item }) {
  const [x1, y1] = [from.x + CARD.width, from.y + CARD.height / 2];
  const [x2, y2] = [to.x, to.y + CARD.height / 2];
  const bend = (x2 - x1) / 2;
  return {
    class: item.role ? "tree-edge on-path" : "tree-edge",
    d: `M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`,
  };
}

/** @param {string} text @param {number} most */
const cut = (text, most) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

/** What is known of the nodes on the way down a tree, and of those that were chosen among. @param {Trace} trace @param {number} step @returns {Map<number, string>} */
function visitsIn(trace, step) {
  const { path, visits, values, children } = trace.details(step).instrument ?? {};
  const way = Array.isArray(path) && visits && values ? path.map((node, at) => ({ node, visits: visits[at], value: values[at] })) : [];
  return new Map(
    [...(children ?? []), ...way].map(({ node, visits: count, value }) => [
      trace.index(node),
      `n ${number(count)}  v ${figureOf(value ?? Number.NaN)}`,
    ]),
  );
}

/** @param {Element} more what only some searches show */
function legend(more) {
  return h(
    "ul.tree-legend",
    ["focus", "expanded", "waiting", "lost"].map((kind) =>
      h("li", h("span", { class: `tree-key is-${kind}`, "aria-hidden": "true" }), t(`search.tree.${kind}`)),
    ),
    more,
  );
}
