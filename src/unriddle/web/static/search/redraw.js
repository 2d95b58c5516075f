/** Drawing again only what changed: an element that stays as it is costs no style, no layout and no paint. */

/** @param {Element} element @param {string} text */
export function say(element, text) {
  const { firstChild } = element;
  if (firstChild instanceof Text && !firstChild.nextSibling) {
    if (firstChild.data !== text) firstChild.data = text;
  } else if (element.textContent !== text) element.textContent = text;
}

/** Elements by key: one whose key comes again stays, one that is free takes a new key, and only what is missing is made. */
export class Kept {
  /** @type {Map<string | number, Element>} */
  #shown = new Map();

  /** @param {Element} place @param {() => Element} make */
  constructor(place, make) {
    this.place = place;
    this.make = make;
  }

  /** @param {(string | number)[]} keys no key twice @param {(element: any, at: number) => void} draw */
  show(keys, draw) {
    const wanted = new Set(keys);
    const free = [...this.#shown].filter(([key]) => !wanted.has(key));
    for (const [key] of free) this.#shown.delete(key);
    for (const [at, key] of keys.entries()) {
      let element = this.#shown.get(key) ?? free.pop()?.[1];
      if (!element) {
        element = this.make();
        this.place.append(element);
      }
      this.#shown.set(key, element);
      draw(element, at);
    }
    for (const [, element] of free) element.remove();
  }
}
