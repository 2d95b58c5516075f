/** SVG elements: made, changed, and described by paths. */
export { s as svg, set } from "../dom.js";

/** @param {number} value @returns {number} short enough for path data */
export const short = (value) => Math.round(value * 1000) / 1000;

/**
 * The closed path of a rounded rectangle, to be joined with others in one element.
 * @param {number} x @param {number} y @param {number} width @param {number} height @param {number} radius
 */
export function roundRect(x, y, width, height, radius) {
  const [w, h, r] = [short(width - 2 * radius), short(height - 2 * radius), short(radius)];
  return (
    `M${short(x + radius)} ${short(y)}h${w}a${r} ${r} 0 0 1 ${r} ${r}v${h}` +
    `a${r} ${r} 0 0 1 ${-r} ${r}h${-w}a${r} ${r} 0 0 1 ${-r} ${-r}v${-h}a${r} ${r} 0 0 1 ${r} ${-r}z`
  );
}

/** Where a pointer is in the coordinates of `element`'s content.
 * @param {SVGGraphicsElement} element
 * @param {{clientX: number, clientY: number}} event
 * @returns {[number, number]}
 */
export function pointIn(element, event) {
  const matrix = element.getScreenCTM();
  if (!matrix) return [0, 0];
  const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
  return [x, y];
}
