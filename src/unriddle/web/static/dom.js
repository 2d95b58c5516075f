// @ts-check
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
  for (const child of children.flat())
    if (child !== null && child !== undefined && child !== false) element.append(child instanceof Node ? child : String(child));
  return element;
}

/**
 * Replace everything inside an element.
 * @param {Element} element
 * @param {...Child} children
 */
export function put(element, ...children) {
  element.replaceChildren(
    ...children.filter((one) => one !== null && one !== undefined && one !== false).map((one) => (one instanceof Node ? one : String(one))),
  );
}
