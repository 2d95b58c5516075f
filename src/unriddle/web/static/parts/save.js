/** Files made by the page: a text as it is, drawings as one picture. */

import { h, s } from "../dom.js";

const SCALE = 2;
const MARGIN = 24;
const HEAD = 44;

/** @param {string} name @param {Blob} content */
export function save(name, content) {
  const link = h("a", { href: URL.createObjectURL(content), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** A drawing that stands alone, to be painted on a canvas. @param {SVGSVGElement} drawing */
export async function imageOf(drawing) {
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([new XMLSerializer().serializeToString(drawing)], { type: "image/svg+xml" }));
  await image.decode();
  URL.revokeObjectURL(image.src);
  return image;
}

/** @param {string} name @param {HTMLCanvasElement} canvas */
export const saveCanvas = (name, canvas) => canvas.toBlob((content) => content && save(name, content), "image/png");

/**
 * Drawings below each other, with a title, as a PNG file in the colours of the page.
 * @param {string} name @param {string} title @param {SVGSVGElement[]} drawings
 */
export async function savePicture(name, title, drawings) {
  const boxes = drawings.map((one) => one.viewBox.baseVal);
  const width = Math.max(...boxes.map((one) => one.width)) + 2 * MARGIN;
  const height = HEAD + boxes.reduce((sum, one) => sum + one.height + MARGIN, MARGIN);
  const page = getComputedStyle(document.body);
  const whole = s(
    "svg",
    {
      xmlns: "http://www.w3.org/2000/svg",
      width: width * SCALE,
      height: height * SCALE,
      viewBox: `0 0 ${width} ${height}`,
    },
    s("rect", { width, height, fill: page.backgroundColor }),
    s(
      "text",
      {
        x: MARGIN,
        y: MARGIN + 16,
        fill: page.color,
        "font-size": 18,
        "font-weight": 600,
        "font-family": "sans-serif",
      },
      title,
    ),
  );
  let y = HEAD + MARGIN;
  for (const [index, drawing] of drawings.entries()) {
    whole.append(s("g", { transform: `translate(${MARGIN} ${y})` }, ...[...drawing.children].map(painted)));
    y += boxes[index].height + MARGIN;
  }
  const canvas = h("canvas", { width: width * SCALE, height: height * SCALE });
  canvas.getContext("2d")?.drawImage(await imageOf(whole), 0, 0);
  saveCanvas(name, canvas);
}

/** A copy of a shape with the colours that it has on the page. @param {Element} shape */
function painted(shape) {
  const copy = /** @type {Element} */ (shape.cloneNode(true));
  const style = getComputedStyle(shape);
  for (const name of ["fill", "font-size", "font-weight", "opacity"]) copy.setAttribute(name, style.getPropertyValue(name));
  copy.setAttribute("font-family", "sans-serif");
  copy.removeAttribute("class");
  return copy;
}
