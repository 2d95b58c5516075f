/** The choice of a solver, its heuristic, settings and limits; everything comes from the catalogue. */

import { h, put } from "../dom.js";
import { has, said, t } from "../language.js";
import { select } from "./select.js";

/** @import { Menu, PuzzleInfo, SettingInfo, SolverInfo } from "../types.js" */

/** The solvers that can solve a puzzle. @param {Menu} menu @param {string} puzzle */
export const solversFor = (menu, puzzle) => menu.solvers.filter((one) => !one.puzzle || one.puzzle === puzzle);

/** A solver as the catalogue spells it, such as `hybrid:plies=4`. @param {string} text */
export function spelt(text) {
  const [name, ...parts] = text.split(":");
  return { name, settings: Object.fromEntries(parts.map((part) => part.split("=", 2))) };
}

/** A field for a limit. @param {string} id @param {Record<string, import("../dom.js").Attribute>} more */
export const limitInput = (id, more) => h("input", { class: "input", id, type: "number", min: 1, ...more });

export class SolverForm {
  /**
   * @param {Menu} menu @param {string} puzzle
   * @param {{textbook?: boolean, engine?: boolean, limits?: boolean, here?: boolean, prefix?: string, onchange?: () => void}} parts
   * `prefix`: of the ids, where there are two such forms
   */
  constructor(menu, puzzle, parts) {
    this.menu = menu;
    this.parts = parts;
    const { prefix = "" } = parts;
    this.info = /** @type {PuzzleInfo} */ (menu.puzzles.find((one) => one.name === puzzle));
    this.solvers = solversFor(menu, puzzle).filter((one) => !parts.textbook || one.textbook);
    const preset = spelt(this.info.solver);
    const named = this.solvers.some((one) => one.name === preset.name) ? preset.name : "astar";
    this.preset = preset;
    this.solver = h("select", { class: "select", id: `${prefix}solver`, onchange: () => this.changed() }, ...this.groups(named));
    this.heuristic = h("select", { class: "select", id: `${prefix}heuristic`, onchange: () => this.explain() });
    const engines = this.info.native ? ["native", "python"] : ["python"];
    this.engine = select(
      { id: `${prefix}engine` },
      engines.map((one) => [one, t(`solve.engine.${one}`)]),
    );
    this.here = select({ id: "from" }, [
      ["", t("solve.from.start")],
      ["here", t("solve.from.here")],
    ]);
    this.help = h("p.help");
    this.heuristicHelp = h("p.help");
    this.heuristicRow = field(t("solve.heuristic"), this.heuristic, this.heuristicHelp);
    this.engineRow = field(t("solve.engine"), this.engine);
    this.settings = h("div.form-settings");
    const { limits } = menu;
    this.seconds = limitInput("seconds", { max: limits.mostSeconds, placeholder: String(limits.seconds) });
    this.nodes = limitInput("nodes", { placeholder: t("solve.unlimited") });
    this.mebibytes = limitInput("mebibytes", { max: limits.mostMebibytes, value: limits.mebibytes });
    this.element = h(
      "form",
      { class: "form", onsubmit: (/** @type {Event} */ event) => event.preventDefault() },
      field(t("solve.solver"), this.solver, this.help),
      this.heuristicRow,
      this.settings,
      parts.engine || parts.here
        ? h("div.form-row", parts.engine ? this.engineRow : null, parts.here ? field(t("solve.from"), this.here) : null)
        : null,
      parts.limits
        ? h(
            "fieldset.form-limits",
            h("legend", t("solve.limits")),
            field(t("solve.seconds"), this.seconds),
            field(t("solve.nodes"), this.nodes),
            field(t("solve.mebibytes"), this.mebibytes),
          )
        : null,
    );
    this.changed();
  }

  /** @param {string} named */
  *groups(named) {
    for (const [label, some] of /** @type {const} */ ([
      ["solve.special", this.solvers.filter((one) => one.puzzle)],
      ["solve.general", this.solvers.filter((one) => !one.puzzle)],
    ]))
      if (some.length)
        yield h(
          "optgroup",
          { label: t(label) },
          some.map((one) => h("option", { value: one.name, selected: one.name === named }, said(one.title))),
        );
  }

  /** Choose what an address names: `solver`, `heuristic`, and settings as `set.name`. @param {Record<string, string>} query */
  choose(query) {
    if (query.solver && this.solvers.some((one) => one.name === query.solver)) {
      this.solver.value = query.solver;
      this.changed();
    }
    if (query.heuristic && this.info.heuristics.some((one) => one.name === query.heuristic)) {
      this.heuristic.value = query.heuristic;
      this.explain();
    }
    for (const input of inputsIn(this.settings)) {
      const value = query[`set.${input.name}`];
      if (value === undefined) continue;
      if (input.type === "checkbox") input.checked = value === "true";
      else input.value = value;
    }
  }

  /** Choose what `values` said. @param {Record<string, any>} values */
  fill({ solver, heuristic, engine, here, settings, limits }) {
    const set = Object.entries(settings).map(([name, value]) => [`set.${name}`, String(value)]);
    this.choose({ solver, heuristic, ...Object.fromEntries(set) });
    if (engine) this.engine.value = engine;
    this.here.value = here ? "here" : "";
    for (const name of /** @type {const} */ (["seconds", "nodes", "mebibytes"])) this[name].value = limits[name] ?? "";
  }

  /** @returns {SolverInfo} */
  get chosen() {
    return /** @type {SolverInfo} */ (this.solvers.find((one) => one.name === this.solver.value) ?? this.solvers[0]);
  }

  changed() {
    const solver = this.chosen;
    this.help.textContent = [
      said(solver.summary),
      t("solve.complete", { complete: said(solver.complete) }),
      t("solve.optimal", { optimal: said(solver.optimal) }),
    ].join(" ");
    this.heuristicRow.hidden = !solver.informed;
    this.engineRow.hidden = Boolean(solver.puzzle) || solver.own;
    const usual = this.info.heuristicOf[solver.name];
    put(
      this.heuristic,
      ...this.info.heuristics.map((one) => h("option", { value: one.name, selected: one.name === usual }, said(one.title))),
    );
    this.suggestSeconds();
    this.explain();
    const presets = solver.name === this.preset.name ? this.preset.settings : {};
    put(this.settings, ...solver.settings.map((one) => settingField(one, presets[one.name], this.parts.prefix)));
    this.parts.onchange?.();
  }

  /** Without a limit the usual one is taken, except for a solver that stops by itself. */
  suggestSeconds() {
    const usual = String(this.menu.limits.seconds);
    if (this.seconds.value !== "" && this.seconds.value !== usual) return;
    this.seconds.value = this.chosen.settings.some((one) => one.name === "improve") ? "" : usual;
  }

  explain() {
    const chosen = this.info.heuristics.find((one) => one.name === this.heuristic.value);
    this.heuristicHelp.textContent = chosen ? said(chosen.summary) + (chosen.admissible ? ` (${t("solve.admissible")})` : "") : "";
  }

  /** What the server has to know; a search without a native twin runs in Python. @returns {Record<string, any>} */
  values() {
    const solver = this.chosen;
    return {
      solver: solver.name,
      ...(solver.informed ? { heuristic: this.heuristic.value } : {}),
      ...(this.parts.engine && !solver.puzzle && !solver.own ? { engine: this.engine.value === "python" ? "python" : "" } : {}),
      ...(this.parts.here ? { here: this.here.value === "here" } : {}),
      settings: changedSettings(this.settings),
      limits: {
        seconds: Number(this.seconds.value) || null,
        nodes: Number(this.nodes.value) || null,
        mebibytes: Number(this.mebibytes.value) || null,
      },
    };
  }
}

/**
 * A labelled field.
 * @param {string} label @param {HTMLElement} input @param {...Node} more
 */
export function field(label, input, ...more) {
  return h("div.field", h("label", { for: input.id }, label), input, ...more);
}

/** The fields of settings. @param {HTMLElement} form @returns {Iterable<HTMLInputElement>} or selections, which are never checked */
const inputsIn = (form) => form.querySelectorAll("[name]");

/** The settings that are not the usual ones. @param {HTMLElement} form @returns {Record<string, any>} */
export function changedSettings(form) {
  const all = [...inputsIn(form)].map((one) => ({ one, value: one.type === "checkbox" ? one.checked : one.value }));
  return Object.fromEntries(
    all.filter(({ one, value }) => String(value) !== one.dataset.default).map(({ one, value }) => [one.name, value]),
  );
}

/** What people call a choice of a setting. @param {SettingInfo} setting @param {number} at */
function choiceName({ name, choices, titles }, at) {
  const key = `choice.${name}.${choices[at]}`;
  return has(key) ? t(key) : said(titles[at]);
}

/** @param {SettingInfo} setting @param {any} [preset] a value other than the default to begin with @param {string} [prefix] of its id */
export function settingField(setting, preset, prefix = "") {
  const id = `${prefix}setting-${setting.name}`;
  const shown = Array.isArray(setting.default) ? setting.default.join(",") : setting.default;
  const value = preset ?? shown;
  const common = { id, name: setting.name, "data-default": String(shown) };
  let input;
  if (setting.choices.length)
    input = select(
      common,
      setting.choices.map((one, at) => [one, choiceName(setting, at)]),
      value,
    );
  else if (typeof setting.default === "boolean")
    input = h("input", { type: "checkbox", class: "check", checked: value === true, ...common });
  else
    input = h("input", {
      class: "input",
      type: typeof setting.default === "number" ? "number" : "text",
      step: "any",
      min: setting.minimum,
      max: setting.maximum,
      value,
      ...common,
    });
  return field(said(setting.name), input, h("p.help", said(setting.help)));
}
