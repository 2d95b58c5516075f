/** What solvers promise before they start: what they do, whether they always end with an answer, and how good it is. */

import { h } from "../dom.js";
import { said, t } from "../language.js";
import { tableHead, tableRow } from "./table.js";

/** @param {import("../types.js").SolverInfo[]} solvers */
export function promises(solvers) {
  const heads = ["solver", "does", "complete", "best"].map((one) => t(`promise.${one}`));
  const rows = solvers.map(({ name, title, summary, complete, optimal }) =>
    tableRow([title, summary, complete, optimal].map(said), { "data-promise": name }),
  );
  return h("div.table-box", h("table.table.promises", h("caption.unseen", t("promise.title")), tableHead(heads), h("tbody", rows)));
}
