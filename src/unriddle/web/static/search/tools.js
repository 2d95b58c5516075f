/** What can be done with a trace beside walking through it: present it, save it, open another one. */

import { h } from "../dom.js";
import { t } from "../language.js";
import { button } from "../parts/button.js";
import { textOf } from "../parts/file-text.js";
import { keyHelp } from "../parts/key-help.js";
import { save } from "../parts/save.js";
import { toast } from "../parts/toast.js";
import { MOST_BYTES, readTrace } from "./file-source.js";
import { LiveSource } from "./live-source.js";
import { menu, savePng, saveSvg, traceLines } from "./save-menu.js";
import { saveStretch } from "./stretch-dialog.js";
import { TraceError } from "./trace.js";

/** Nodes up to which a saved trace has their boards: more of them would take the server long. */
const MOST_BOARDS = 5000;

/** @type {[keys: string, words: string][]} */
const KEYS = [
  ["→ ←", "search.keys.step"],
  ["Shift+→ Shift+←", "search.keys.ten"],
  ["Space", "search.keys.play"],
  ["+ −", "search.keys.speed"],
  ["E Shift+E", "search.keys.event"],
  ["Home End", "search.keys.ends"],
  ["G", "search.keys.go"],
  ["P", "search.keys.path"],
  ["C", "search.keys.back"],
  ["T", "search.keys.two"],
  ["F", "search.keys.present"],
  ["L", "search.keys.link"],
  ["O", "search.keys.open"],
  ["Esc", "search.keys.escape"],
  ["?", "keys.help"],
];

export class Tools {
  /**
   * @param {() => import("./workbench.js").Workbench} bench
   * @param {{name: () => string, opened: (source: import("./file-source.js").FileSource) => void, link: () => void, two?: () => void, level?: () => import("../types.js").LevelReference}} handlers
   */
  constructor(bench, handlers) {
    this.bench = bench;
    this.handlers = handlers;
    this.help = keyHelp(KEYS, t("search.keys.tree"));
    this.file = h("input", {
      type: "file",
      accept: ".jsonl,.json,.trace",
      class: "unseen",
      tabindex: -1,
      id: "trace-file",
      "aria-label": t("search.openTrace"),
      onchange: () => {
        const [file] = this.file.files ?? [];
        if (file) void this.read(file);
        this.file.value = "";
      },
    });
    this.element = h(
      "div.tools",
      handlers.two ? button(t("search.two"), handlers.two, { icon: "two", only: true, kind: "quiet", id: "two", keys: "T" }) : null,
      button(t("search.present"), () => this.present(), { icon: "present", only: true, kind: "quiet", id: "present", keys: "F" }),
      button(t("search.link"), handlers.link, { icon: "share", only: true, kind: "quiet", id: "link", keys: "L" }),
      menu({
        boardSvg: () => this.#svg("board"),
        treeSvg: () => this.#svg("tree"),
        png: () =>
          void savePng(
            handlers.name(),
            Object.values(bench().drawings).filter((one) => one !== null),
          ),
        ...(handlers.two ? { gif: () => this.#stretch("gif"), html: () => this.#stretch("html") } : {}),
        trace: () => void this.#trace(),
      }),
      button(t("search.openTrace"), () => this.file.click(), { icon: "file", only: true, kind: "quiet", id: "trace-open", keys: "O" }),
      button(t("keys.title"), () => this.help.showModal(), { icon: "keys", only: true, kind: "quiet", id: "keys", keys: "?" }),
      this.file,
      this.help,
    );
  }

  /** Let files be dropped here. @param {HTMLElement} place */
  catchFiles(place) {
    place.addEventListener("dragover", (event) => event.preventDefault());
    place.addEventListener("drop", (event) => {
      event.preventDefault();
      const [file] = event.dataTransfer?.files ?? [];
      if (file) void this.read(file);
    });
  }

  /** @param {File} file */
  async read(file) {
    if (file.size > MOST_BYTES) return toast(t("search.file.large", { mebibytes: MOST_BYTES / 2 ** 20 }), "bad");
    try {
      this.handlers.opened(readTrace(await textOf(file), file.name));
    } catch (problem) {
      if (!(problem instanceof TraceError)) throw problem;
      const known = ["format", "version"].includes(problem.message);
      toast(known ? t(`search.file.${problem.message}`) : t("search.file.line", { where: problem.message }), "bad");
    }
  }

  /** @param {"board" | "tree"} which */
  #svg(which) {
    const drawing = this.bench().drawings[which];
    if (drawing) saveSvg(`${this.handlers.name()}-${which}`, drawing);
  }

  /** Steps of a search that the server can repeat. @param {import("./stretch-dialog.js").Kind} kind */
  #stretch(kind) {
    const { player } = this.bench();
    if (player?.source instanceof LiveSource && player.trace.length)
      saveStretch(kind, this.handlers.name(), player, player.source, this.handlers.level?.() ?? {});
  }

  async #trace() {
    const { player } = this.bench();
    if (!player) return;
    const { trace, source } = player;
    const all = Array.from({ length: trace.nodes }, (_, node) => node);
    const pictures = trace.nodes <= MOST_BOARDS ? await source.picturesOf(all).catch(() => []) : [];
    if (trace.nodes > MOST_BOARDS) toast(t("search.save.noBoards", { most: MOST_BOARDS }));
    const lines = [...traceLines(trace, (node) => pictures[node]?.text?.split("\n") ?? trace.boards.get(node))];
    save(
      `${this.handlers.name()}.jsonl`,
      new Blob([`${lines.map((one) => JSON.stringify(one)).join("\n")}\n`], { type: "application/jsonl" }),
    );
  }

  /** Nothing but the search on the screen, in large type; again, or Escape: back. */
  present() {
    const isOn = document.body.classList.toggle("presenting");
    if (isOn)
      document.documentElement.requestFullscreen?.().catch(() => {}); // without the right to it, the page is large enough
    else if (document.fullscreenElement) void document.exitFullscreen();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    if (event.key === "f") this.present();
    else if (event.key === "t" && this.handlers.two) this.handlers.two();
    else if (event.key === "l") this.handlers.link();
    else if (event.key === "o") this.file.click();
    else if (event.key === "?") this.help.showModal();
    else if (event.key === "Escape" && document.body.classList.contains("presenting")) this.present();
    else return false;
    return true;
  }

  destroy() {
    document.body.classList.remove("presenting");
    if (document.fullscreenElement) void document.exitFullscreen();
  }
}

/** To leave the full screen is to leave the presentation. */
document.addEventListener("fullscreenchange", () => {
  if (!document.fullscreenElement) document.body.classList.remove("presenting");
});
