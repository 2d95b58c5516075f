/** Pictures of what is seen, and the trace itself, as files. */

import { h } from "../dom.js";
import { icon } from "../icons.js";
import { t } from "../language.js";
import { button } from "../parts/button.js";
import { imageOf, save, saveCanvas } from "../parts/save.js";
import { told } from "./trace.js";

/** @import { Trace } from "./trace.js" */

/** What gives shapes their style on the page; a file has no style sheet. */
const STYLES = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "stroke-linejoin",
  "stroke-linecap",
  "opacity",
  "font-size",
  "font-weight",
  "font-family",
  "text-anchor",
  "paint-order",
  "display",
  "visibility",
];

/** A drawing that stands alone: the style of every shape is written into it. @param {SVGSVGElement} drawing */
function standalone(drawing) {
  const copy = /** @type {SVGSVGElement} */ (drawing.cloneNode(true));
  const from = [drawing, ...drawing.querySelectorAll("*")];
  const to = [copy, ...copy.querySelectorAll("*")];
  for (const [at, shape] of from.entries()) {
    const style = getComputedStyle(shape);
    for (const name of STYLES) {
      const value = style.getPropertyValue(name);
      if (value && value !== "none" && value !== "normal") to[at].setAttribute(name, value);
      else if (name === "fill" && value === "none") to[at].setAttribute(name, value);
    }
    for (const name of ["class", "tabindex", "role"]) to[at].removeAttribute(name);
    to[at].removeAttribute("transform-origin");
  }
  const { width, height } = drawing.getBoundingClientRect();
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", String(Math.round(width)));
  copy.setAttribute("height", String(Math.round(height)));
  copy.style.background = getComputedStyle(drawing.closest(".frame, .tile, body") ?? drawing).backgroundColor;
  return copy;
}

/** @param {string} name @param {SVGSVGElement} drawing */
export const saveSvg = (name, drawing) =>
  save(`${name}.svg`, new Blob([new XMLSerializer().serializeToString(standalone(drawing))], { type: "image/svg+xml" }));

/** Drawings side by side as one picture. @param {string} name @param {SVGSVGElement[]} drawings */
export async function savePng(name, drawings) {
  const boxes = drawings.map((one) => one.getBoundingClientRect());
  const canvas = document.createElement("canvas");
  const [scale, gap] = [2, 16];
  canvas.width = scale * (boxes.reduce((sum, one) => sum + one.width + gap, gap) | 0);
  canvas.height = scale * (Math.max(...boxes.map((one) => one.height)) + 2 * gap);
  const pen = canvas.getContext("2d");
  if (!pen) return;
  pen.fillStyle = getComputedStyle(document.body).backgroundColor;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  let x = gap;
  for (const [at, drawing] of drawings.entries()) {
    const image = await imageOf(standalone(drawing));
    pen.drawImage(image, scale * x, scale * gap, scale * boxes[at].width, scale * boxes[at].height);
    x += boxes[at].width + gap;
  }
  saveCanvas(`${name}.png`, canvas);
}

/**
 * The lines of a trace, as a file has them; `boards` are added to the nodes that have one.
 * @param {Trace} trace @param {(node: number) => string[] | undefined} boards
 */
export function* traceLines(trace, boards) {
  yield { ...trace.header, root: nodeRecord(trace, 0, boards) };
  for (let step = 1; step <= trace.length; step++) {
    const node = trace.nodeAt(step);
    const dropped = trace.dropped.get(step);
    yield {
      step,
      node: trace.ids.at[node],
      ...(trace.born.at[node] === step ? { added: nodeRecord(trace, node, boards) } : {}),
      ...(trace.line.at[step] ? { line: trace.text(trace.line.at[step]) } : {}),
      successors: trace.children(step).map((one) => ({
        move: one.move,
        fate: one.fate,
        ...(one.why ? { why: one.why } : {}),
        ...(one.node >= 0 ? { node: nodeRecord(trace, one.node, boards) } : {}),
        ...(one.same >= 0 ? { same: trace.ids.at[one.same] } : {}),
      })),
      ...(dropped ? { dropped: dropped.map((one) => trace.ids.at[one]) } : {}),
      ...(trace.open.at[step] >= 0 ? { open: trace.open.at[step] } : {}),
      ...(trace.closed.at[step] >= 0 ? { closed: trace.closed.at[step] } : {}),
      ...(trace.event.at[step] ? { event: trace.eventsAt(step)[0], events: trace.eventsAt(step) } : {}),
      ...(trace.sentence.at[step] ? { sentence: trace.text(trace.sentence.at[step]) } : {}),
      ...trace.details(step),
    };
  }
  if (trace.end)
    yield { ...trace.end, node: trace.end.node === null || trace.end.node === undefined ? null : trace.ids.at[trace.end.node] };
}

/** @param {Trace} trace @param {number} node @param {(node: number) => string[] | undefined} boards */
function nodeRecord(trace, node, boards) {
  const parent = trace.parent.at[node];
  const board = boards(node);
  const key = trace.keys.columns.map(({ at }) => told(at[node])).slice(0, trace.keys.lengths.at[node]);
  return {
    id: trace.ids.at[node],
    parent: parent < 0 ? null : trace.ids.at[parent],
    move: trace.moveTo(node) || null,
    g: told(trace.g.at[node]) ?? undefined,
    h: told(trace.h.at[node]),
    f: told(trace.f.at[node]),
    ...(key.length ? { key } : {}),
    places: trace.squaresOf(node),
    ...(board ? { board } : {}),
  };
}

/** @param {Record<string, () => void>} acts by the name of the string that says it */
export function menu(acts) {
  const element = h(
    "details.menu",
    h(
      "summary",
      { class: "button button-quiet button-icon", title: t("search.save") },
      icon("download"),
      h("span.unseen", t("search.save")),
    ),
    h(
      "div.menu-list",
      Object.entries(acts).map(([name, act]) =>
        button(
          t(`search.save.${name}`),
          () => {
            element.open = false;
            act();
          },
          { kind: "quiet", id: name },
        ),
      ),
    ),
  );
  return element;
}
