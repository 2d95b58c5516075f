// @ts-check

/** Something that the other side could not do, with the place and the way out. */
export class Problem extends Error {
  /** @param {import("./types.js").Flaw} flaw */
  constructor(flaw) {
    super(flaw.problem);
    this.flaw = flaw;
  }
}
