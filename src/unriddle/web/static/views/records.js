/** Records and statistics: what was played, the best games, and a file to take them along. */

import { h, put } from "../dom.js";
import { levelName, number, puzzleName, said, t } from "../language.js";
import { clockTime, day, helpWords, recordButton } from "../parts/bests.js";
import { button } from "../parts/button.js";
import { inWords } from "../parts/counts.js";
import { textOf } from "../parts/file-text.js";
import { bestGames, exportText, importText, records, server, statistics, sync } from "../parts/records.js";
import { save } from "../parts/save.js";
import { tableHead, tableRow } from "../parts/table.js";
import { toast } from "../parts/toast.js";

/** @import { GameRecord, Menu, Statistics } from "../types.js" */

/** @param {import("../app.js").App} app @returns {Promise<import("../app.js").Shown>} */
export async function show(app) {
  const [menu] = await Promise.all([app.menu(), sync()]);
  const figures = h("section");
  const list = h("section");
  const outcome = h("div", { class: "records-outcome", role: "status" });
  const file = h("input", { type: "file", accept: ".json", hidden: true, onchange: () => void take() });

  async function take() {
    const chosen = file.files?.[0];
    file.value = "";
    if (!chosen) return;
    try {
      const { taken, refused } = await importText(await textOf(chosen));
      put(
        outcome,
        h("p", t("records.imported", { taken: taken.length })),
        ...refused.map(({ name, problem }) => h("p.bad", t("records.refused", { name, problem: said(problem) }))),
      );
    } catch {
      toast(t("records.noFile"), "bad");
    }
    await draw();
  }

  async function draw() {
    const lines = await statistics();
    put(figures, ...(lines.length ? headed("records.statistics", statisticsTable(lines)) : []));
    const games = bestGames().sort((one, other) => other.began.localeCompare(one.began));
    put(list, ...(games.length ? headed("records.list", gamesTable(games, menu)) : [h("p", t("records.empty"))]));
  }

  await draw();
  const listening = new AbortController();
  records.addEventListener("change", () => void draw(), { signal: listening.signal });
  return {
    title: t("records.title"),
    element: h(
      "div.records",
      figures,
      list,
      h(
        "div.records-tools",
        button(
          t("records.export"),
          async () => save("unriddle-records.json", new Blob([await exportText()], { type: "application/json" })),
          {
            icon: "download",
            id: "export-records",
          },
        ),
        button(t("records.import"), () => file.click(), { icon: "file", id: "import-records" }),
        file,
      ),
      outcome,
      h("p.help", server.problem || t(server.keeps ? "records.keptHere" : "records.keptBrowser")),
    ),
    destroy: () => listening.abort(),
  };
}

/** A table below its title, which scrolls if it is too wide. @param {string} title @param {HTMLElement} content */
const headed = (title, content) => [
  h("h2", t(title)),
  h("div", { class: "table-box", tabindex: 0, role: "group", "aria-label": t(title) }, content),
];

/** @param {Statistics[]} lines */
function statisticsTable(lines) {
  const heads = ["puzzle", "played", "won", "unaided", "levels", "streak", "days", "time"];
  return table(
    heads.map((one) => t(`records.${one}`)),
    lines.map((one) => [
      puzzleName(one.puzzle),
      number(one.played),
      number(one.won),
      number(one.unaided),
      number(one.levels),
      `${number(one.streak)} (${number(one.best_streak)})`,
      `${number(one.days)} (${number(one.best_days)})`,
      clockTime(one.seconds),
    ]),
  );
}

/** @param {GameRecord[]} games @param {Menu} menu */
function gamesTable(games, menu) {
  const heads = ["level", "result", "time", "date", "help"];
  return table(
    [...heads.map((one) => t(`records.${one}`)), t("records.replay")],
    games.map((one) => [
      [levelName(one.name), ...otherRules(one, menu)].join(" · "),
      inWords(one.counts),
      clockTime(one.seconds),
      day(one.began),
      one.help.length ? helpWords(one.help) : t("records.noHelp"),
      recordButton(referenceOf(one, menu), one),
    ]),
  );
}

/** The rules that are not the usual ones. @param {GameRecord} one @param {Menu} menu */
function otherRules({ puzzle, rules }, menu) {
  const usual = menu.puzzles.find((one) => one.name === puzzle)?.rules ?? [];
  return usual
    .filter((one) => one.name in rules && rules[one.name] !== one.default)
    .map((one) => `${said(one.name)}: ${said(String(rules[one.name]))}`);
}

/** How to open the level of a game: by its id, or by its board. @param {GameRecord} one @param {Menu} menu */
function referenceOf({ name, board, rules }, menu) {
  const packs = menu.puzzles.flatMap((one) => one.packs.map((pack) => pack.id));
  const isShipped = packs.includes(name.slice(0, name.lastIndexOf("/")));
  return isShipped ? { id: name, rules } : { text: board, name, index: 0, rules };
}

/** @param {string[]} heads @param {(string | Node)[][]} rows */
function table(heads, rows) {
  const lines = rows.map((row) => tableRow(row));
  return h("table.table", tableHead(heads), h("tbody", lines));
}
