/** The command that does what a page cannot do, or not for so long. */

/**
 * @param {string} name @param {import("../types.js").LevelReference} level
 * @param {{solver: string, heuristic?: string, engine?: string, settings: Record<string, any>}} choice
 * @param {Record<string, any>} [options] others
 */
export function command(name, level, { solver, heuristic, engine, settings }, options = {}) {
  const given = Object.entries({ ...level.rules, solver, heuristic, engine, ...settings, ...options }).filter(
    ([, value]) => value !== undefined && value !== "",
  );
  // A level of one's own has no name there: its text has to be saved as a file first.
  return ["unriddle", name, level.id ?? "FILE", ...given.flatMap(([option, value]) => [`--${option}`, quoted(String(value))])].join(" ");
}

/** As one word for a shell. @param {string} text */
const quoted = (text) => (/^[\w.,:=/-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);
