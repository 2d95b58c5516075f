/** The gallery: three puzzles, their levels with pictures and marks, and a level of your own. */

import { question } from "../carrier.js";
import { h, put } from "../dom.js";
import { icon } from "../icons.js";
import { puzzleName, said, saidTitle, t } from "../language.js";
import { thumbnailOf } from "../parts/board-frame.js";
import { button } from "../parts/button.js";
import { counted } from "../parts/counts.js";
import { newGame } from "../parts/new-game.js";
import { OwnLevel } from "../parts/own-level.js";
import { marks, solvedIn, sync } from "../parts/records.js";
import { select } from "../parts/select.js";
import { tellProblem } from "../parts/toast.js";
import { prefer, preference } from "../store.js";

const PORTION = 14;

/** Where the reader was in the gallery, to come back to. */
const place = { search: "", scroll: 0, text: "", shown: /** @type {Record<string, number>} by pack */ ({}) };

/** @import { Counts, LevelCard, PuzzleInfo } from "../types.js" */

/** @param {import("../app.js").App} app @returns {Promise<import("../app.js").Shown>} */
export async function show(app) {
  const [menu] = await Promise.all([app.menu(), sync()]);
  const search = h("input", {
    type: "search",
    class: "input gallery-search",
    placeholder: t("gallery.search"),
    "aria-label": t("gallery.search"),
    value: place.search,
    oninput: () => refresh(),
  });
  const sections = menu.puzzles.map((puzzle) => new Section(app, puzzle));
  const own = new OwnLevel(app);
  own.text.value = place.text;
  const docs = document.documentElement.dataset.site; // on a site: the folder with the documentation, if it is there
  let timer = 0;
  const refresh = () => {
    clearTimeout(timer);
    timer = setTimeout(() => sections.forEach((one) => void one.find(search.value)), 150);
  };
  const element = h(
    "div.gallery",
    h(
      "div.gallery-head",
      h("div", h("h1", t("gallery.title")), h("p.lead", t("app.tagline"))),
      h("a", { class: "button button-quiet", href: "#/records" }, icon("flag"), t("gallery.records")),
      docs ? h("a", { class: "button button-quiet", href: `${docs}/index.html` }, t("gallery.docs")) : null,
      h("label.searchbox", icon("search"), search),
    ),
    sections.map((one) => one.element),
    own.element,
  );
  // With their cards, so that nothing moves under the pointer once the page is there.
  await Promise.allSettled(sections.map((one) => one.find(place.search, place.shown[one.pack.id])));
  const note = () => {
    place.scroll = scrollY;
  };
  addEventListener("scroll", note, { passive: true });
  return {
    element,
    scroll: place.scroll,
    keep() {
      place.search = search.value;
      place.text = own.text.value;
      for (const { pack, grid } of sections) place.shown[pack.id] = grid.children.length;
    },
    destroy() {
      removeEventListener("scroll", note);
      clearTimeout(timer);
      own.destroy();
    },
  };
}

/** One puzzle with the levels of the pack that the reader chose. */
class Section {
  /** @param {import("../app.js").App} app @param {PuzzleInfo} puzzle */
  constructor(app, puzzle) {
    this.app = app;
    this.puzzle = puzzle;
    this.search = "";
    this.turn = 0;
    const kept = preference(`pack.${puzzle.name}`, "");
    this.pack = puzzle.packs.find((one) => one.id === kept) ?? puzzle.packs[0];
    this.count = h("p.section-count");
    this.grid = h("ul.level-cards");
    this.more = h("div.section-more");
    this.note = h("p", { class: "section-note", role: "status" });
    this.element = h(
      "section",
      { class: `section section-${puzzle.name}`, "aria-labelledby": `title-${puzzle.name}` },
      h(
        "div.section-head",
        h(
          "div",
          h("h2", { id: `title-${puzzle.name}` }, puzzleName(puzzle.name)),
          h("p.section-summary", said(puzzle.summary)),
          this.count,
        ),
        h("div.section-tools", puzzle.packs.length > 1 ? this.packs() : null, this.deals(), newGame(this.app, puzzle), this.editor()),
      ),
      this.note,
      this.grid,
      this.more,
    );
  }

  packs() {
    const { name, packs } = this.puzzle;
    const choice = select(
      {
        "aria-label": t("gallery.pack"),
        onchange: () => {
          this.pack = packs.find((one) => one.id === choice.value) ?? this.pack;
          prefer(`pack.${name}`, this.pack.id);
          void this.find(this.search);
        },
      },
      packs.map(({ id, about }) => [id, `${id.split("/").slice(1).join("/") || id} — ${said(about)}`]),
      this.pack.id,
    );
    return choice;
  }

  /** The way to the editor, where there is one for the puzzle. */
  editor() {
    const { name, editable } = this.puzzle;
    return editable ? h("a", { class: "button button-quiet", href: `#/edit/${name}`, "data-do": `new-${name}` }, t("gallery.new")) : null;
  }

  /** A field for the number where there are more levels than anybody lists. */
  deals() {
    const pack = this.puzzle.packs.find((one) => one.drawnFrom);
    if (!pack?.drawnFrom) return null;
    const [low, high] = pack.drawnFrom;
    const input = h("input", {
      type: "number",
      class: "input deal",
      id: "deal",
      min: pack.first,
      max: pack.last,
    });
    const problem = h("p", { class: "help bad", role: "alert", hidden: true });
    /** @param {number} value */
    const play = (value) => {
      const ok = Number.isInteger(value) && value >= pack.first && value <= pack.last;
      problem.hidden = ok;
      problem.textContent = t("gallery.noDeal", { first: pack.first, last: pack.last });
      if (ok) void this.app.go("play", { id: `${pack.id}/${value}` });
    };
    return h(
      "form",
      {
        class: "deals",
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          play(Number(input.value || NaN));
        },
      },
      h("label", { for: "deal" }, t("gallery.deal")),
      input,
      h("button", { class: "button button-main", "data-do": "deal" }, t("view.play")),
      button(t("gallery.random"), () => play(low + Math.floor(Math.random() * (high - low + 1))), {
        icon: "dice",
        id: "random",
      }),
      problem,
    );
  }

  /** Show the levels that fit. @param {string} search @param {number} [count] how many at first */
  async find(search, count) {
    this.search = search;
    const turn = ++this.turn;
    const page = await this.fetch(1, count).catch(tellProblem);
    if (!page || turn !== this.turn) return;
    const solved = solvedIn(this.pack, page.contents);
    const all = this.pack.last - this.pack.first + 1;
    this.count.textContent = this.pack.drawnFrom ? t("gallery.solvedSome", { solved }) : t("gallery.solved", { solved, all });
    this.grid.replaceChildren();
    this.note.textContent = page.levels.length ? "" : t("gallery.none", { search });
    this.element.classList.toggle("section-empty", page.levels.length === 0);
    await this.add(page);
  }

  /** @param {number} first @param {number} [count] @returns {Promise<{levels: LevelCard[], next: number | null, contents: string[]}>} */
  async fetch(first, count = this.pack.drawnFrom ? 7 : PORTION) {
    return question("levels", { pack: this.pack.id, first: String(first), count: String(count), search: this.search });
  }

  /** @param {{levels: LevelCard[], next: number | null}} page */
  async add(page) {
    const thumbnail = await thumbnailOf(this.puzzle.board);
    const mark = marks();
    this.grid.append(...page.levels.map((one) => h("li", levelCard(one, thumbnail(one.level, one.state), mark(one), this.puzzle.unit))));
    put(
      this.more,
      page.next &&
        button(
          t("gallery.more"),
          async () => {
            const turn = this.turn;
            const next = await this.fetch(/** @type {number} */ (page.next)).catch(tellProblem);
            if (next && turn === this.turn) await this.add(next);
          },
          { kind: "quiet" },
        ),
    );
  }
}

/**
 * @param {LevelCard} level @param {SVGElement} picture
 * @param {Counts | undefined} result what the player did best @param {string} unit what counts
 */
function levelCard(level, picture, result, unit) {
  const label = saidTitle(level.title) || `${puzzleName(level.puzzle)} ${level.number ?? ""}`;
  return h(
    "a",
    {
      class: `level-card${result ? " level-card-solved" : ""}`,
      href: `#/play/${level.id}`,
      "data-level": level.id,
    },
    h("span.level-card-picture", picture),
    h(
      "span.level-card-words",
      h("span.level-card-number", level.number === undefined ? "" : String(level.number)),
      h("span.level-card-title", label),
      result
        ? h(
            "span",
            { class: "level-card-best", title: t("gallery.mark") },
            icon("check"),
            h("span.unseen", t("gallery.mark")),
            result[unit] === undefined ? "" : counted(result[unit], unit),
          )
        : null,
    ),
  );
}
