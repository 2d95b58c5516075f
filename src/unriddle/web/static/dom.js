/** Elements made in one line: the only way in which this page makes them. */

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {string | number | boolean | null | undefined | ((event: any) => void)} Attribute */
/** @typedef {Node | string | number | null | undefined | false} Child */

/** @typedef {keyof HTMLElementTagNameMap} Name */
/** @typedef {Record<string, Attribute>} Attributes `on…` are listeners; null and false are left out */

/**
 * @template {Name | `${Name}.${string}`} T
 * @param {T} tag with classes behind it: `div.panel`
 * @param {...(Attributes | Child | Child[])} parts the attributes, if there are any, and the children
 * @returns {T extends Name ? HTMLElementTagNameMap[T] : T extends `${infer N extends Name}.${string}` ? HTMLElementTagNameMap[N] : never}
 */
export function h(tag, ...parts) {
  const [name, ...classes] = tag.split(".");
  const [first] = parts;
  const hasAttributes = first !== null && typeof first === "object" && !Array.isArray(first) && !(first instanceof Node);
  const own = classes.length ? { class: classes.join(" ") } : {};
  const [attributes, children] = hasAttributes ? [{ ...own, ...first }, parts.slice(1)] : [own, parts];
  return fill(/** @type {any} */ (document.createElement(name)), attributes, /** @type {(Child | Child[])[]} */ (children));
}

/**
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Attributes} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function s(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

/**
 * @template {Element} E
 * @param {E} element
 * @param {Attributes} attributes
 * @param {(Child | Child[])[]} children
 * @returns {E}
 */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== null && value !== undefined && value !== false) element.setAttribute(name, String(value));
  }
  element.append(...nodesOf(children));
  return element;
}

/** What is there of these. @param {(Child | Child[])[]} children */
const nodesOf = (children) =>
  children
    .flat()
    .filter((one) => one !== null && one !== undefined && one !== false)
    .map((one) => (one instanceof Node ? one : String(one)));

/** Replace everything inside an element. @param {Element} element @param {...(Child | Child[])} children */
export const put = (element, ...children) => element.replaceChildren(...nodesOf(children));

/** Change attributes; null: it has none. What stays the same is not drawn again. @param {Element} element @param {Record<string, string | number | null | undefined>} attributes */
export function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    const wanted = value === null || value === undefined ? null : String(value);
    if (element.getAttribute(name) === wanted) continue;
    if (wanted === null) element.removeAttribute(name);
    else element.setAttribute(name, wanted);
  }
}

/**
 * Does an event happen within one of these? Not if it is gone: a dialog that was closed, and all in it, keeps the focus until the
 * page is drawn again.
 * @param {Event} event @param {string} selector
 */
export const isWithin = ({ target }, selector) => target instanceof Element && (target.closest(selector)?.getClientRects().length ?? 0) > 0;
