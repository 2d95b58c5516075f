// @ts-check
/** What solvers promise before they start: what they do, whether they always end with an answer, and how good it is. */

import { h } from "../dom.js";
import { said, t } from "../language.js";

/** @param {import("../types.js").SolverInfo[]} solvers */
export function promises(solvers) {
  const heads = ["solver", "does", "complete", "best"];
  return h(
    "div.table-box",
    h(
      "table.table.promises",
      h("caption.unseen", t("promise.title")),
      h(
        "thead",
        h(
          "tr",
          heads.map((one) => h("th", { scope: "col" }, t(`promise.${one}`))),
        ),
      ),
      h(
        "tbody",
        solvers.map((one) =>
          h(
            "tr",
            { "data-promise": one.name },
            h("th", { scope: "row" }, said(one.title)),
            h("td", said(one.summary)),
            h("td", said(one.complete)),
            h("td", said(one.optimal)),
          ),
        ),
      ),
    ),
  );
}
