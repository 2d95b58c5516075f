/** A trace from a file, of this program or of another one, shown as the search view shows its own. */

import { h } from "../dom.js";
import { puzzleName, said, t } from "../language.js";
import { button } from "../parts/button.js";
import { toast } from "../parts/toast.js";
import { Player } from "../search/player.js";
import { prepare } from "../search/ready.js";
import { Tools } from "../search/tools.js";
import { Workbench } from "../search/workbench.js";

/** @import { App, Shown } from "../app.js" */

/** @type {Player | null} the file that is open; the address cannot hold it */
let opened = null;

/** Show a file that was read. @param {App} app @param {import("../search/file-source.js").FileSource} source */
export function openTrace(app, source) {
  opened?.destroy();
  opened = new Player(source, source.trace);
  void app.go("trace", null);
}

/** @param {App} app @returns {Promise<Shown>} */
export async function show(app) {
  await prepare();
  const view = new TraceView(app);
  await view.bench.board.frame.load("drawn");
  if (opened) view.bench.follow(opened);
  return view;
}

/** @implements {Shown} */
class TraceView {
  /** @param {App} app */
  constructor(app) {
    const header = opened?.trace.header;
    const rows = opened?.trace.boards.get(0) ?? [];
    this.title = header ? [header.name ?? header.solver, header.title || header.level].filter(Boolean).join(" · ") : t("search.openTrace");
    this.bench = new Workbench(
      { board: "drawn", level: {}, initial: { rows: rows.map((row) => [[row, ""]]) } },
      { tell: (words) => toast(words) },
    );
    this.tools = new Tools(() => this.bench, {
      name: () => "trace",
      opened: (source) => openTrace(app, source),
      link: () => toast(t("search.file.noLink")),
    });
    const known = header?.level && /^[\w-]+(\/[\w-]+)+$/.test(header.level);
    this.element = h(
      "div.search-view",
      h(
        "div.search-bar",
        h(
          "p.search-file",
          header ? t("search.file.name", { name: opened?.source.name ?? "" }) : t("search.file.drop"),
          header?.puzzle ? ` · ${puzzleName(header.puzzle)}` : "",
          header?.heuristic ? ` · h: ${said(header.heuristic_title ?? header.heuristic)}` : "",
          known ? h("a", { href: `#/search/${header.level}` }, t("search.file.level")) : null,
        ),
        this.tools.element,
      ),
      header
        ? this.bench.element
        : h(
            "div.drop-here",
            h("p", t("search.file.drop")),
            button(t("search.openTrace"), () => this.tools.file.click(), { kind: "main" }),
          ),
    );
    this.tools.catchFiles(this.element);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    return this.bench.key(event) || this.tools.key(event);
  }

  destroy() {
    this.bench.destroy();
    this.tools.destroy();
  }
}
