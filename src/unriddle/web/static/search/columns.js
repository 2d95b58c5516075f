/** Numbers in columns that grow: a trace of a hundred thousand nodes stays small and quick to look through. */

/** @typedef {Int32Array | Float64Array | Uint8Array | Int16Array} Numbers */

const FIRST = 1024;

/** @template {Numbers} T */
export class Column {
  /** @param {new (length: number) => T} kind */
  constructor(kind) {
    this.kind = kind;
    this.at = new kind(FIRST);
    this.length = 0;
  }

  /** @param {number} value */
  push(value) {
    if (this.length === this.at.length) {
      const larger = new this.kind(2 * this.length);
      larger.set(/** @type {any} */ (this.at));
      this.at = larger;
    }
    this.at[this.length++] = value;
  }

  get bytes() {
    return this.at.byteLength;
  }
}

export const integers = () => new Column(Int32Array);
export const decimals = () => new Column(Float64Array);
export const small = () => new Column(Uint8Array);

/** Texts that come again and again, by number; 0 is none. */
export class Texts {
  /** @type {(string | undefined)[]} */
  list = [undefined];
  /** @type {Map<string, number>} */
  numbers = new Map();

  /** @param {number} number */
  text(number) {
    return this.list[number] ?? "";
  }

  /** @param {string | null | undefined} text */
  number(text) {
    if (text === null || text === undefined) return 0;
    let number = this.numbers.get(text);
    if (number === undefined) {
      number = this.list.push(text) - 1;
      this.numbers.set(text, number);
    }
    return number;
  }
}
