/** Something that the other side could not do, with the place and the way out. */
export class Problem extends Error {
  /** @param {import("./types.js").Flaw} flaw */
  constructor(flaw) {
    super(flaw.problem);
    this.flaw = flaw;
  }
}

/** For `catch`, where nobody misses what could not be done; whatever else went wrong is not kept quiet. @param {unknown} problem @returns {null} */
export function ignore(problem) {
  if (!(problem instanceof Problem)) throw problem;
  return null;
}
