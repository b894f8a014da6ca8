// How the exploration went: counts, races, and the tree of the explored executions.

/** @typedef {{executions: number, steps: string[], violation?: string, children: TreeNode[]}} TreeNode */

/** Shows a node of the tree and what is below it.
 * @param {TreeNode} node
 * @param {number} all
 * @param {number} depth
 * @returns {HTMLElement}
 */
function treeNode(node, all, depth) {
  const isLeaf = node.children.length === 0;
  const kind = node.violation !== undefined ? "bad" : isLeaf ? "good" : "";
  const line = [
    element("span", { class: "share", title: counted(node.executions, "execution") },
      element("span", { style: `width:${Math.max(3, (100 * node.executions) / all)}%` })),
    element("code", {}, node.steps.length > 0 ? cut(oneLine(node.steps[0]), 90) : "start"),
    element("span", { class: "quiet" },
      (node.steps.length > 1 ? " and " + counted(node.steps.length - 1, "more step") : "") +
      (isLeaf ? "" : "; then " + counted(node.children.length, "way"))),
    node.violation !== undefined ? element("span", { class: "bad" }, " \u2717 " + cut(oneLine(node.violation), 120)) : null,
    isLeaf && node.violation === undefined ? element("span", { class: "good" }, " \u2713") : null,
  ];
  const steps = element("ol", { "aria-label": "steps" }, node.steps.map((step) => element("li", {}, element("code", {}, visible(step)))));
  if (node.violation !== undefined) steps.append(element("li", { class: "bad" }, visible(node.violation)));
  const below = element("div", { class: "below" });
  const box = element("details", { class: "node " + kind, open: depth < 4 && node.children.length > 0 }, element("summary", {}, line), steps, below);
  const fillBelow = () => {
    if (below.childElementCount === 0) below.append(...node.children.map((child) => treeNode(child, all, depth + 1)));
  };
  if (box.hasAttribute("open")) fillBelow();
  box.addEventListener("toggle", fillBelow);
  return box;
}

/**
 * @param {string[]} head
 * @param {any[][]} rows
 * @param {string} name
 */
function table(head, rows, name) {
  return element("div", { class: "wide" }, element("table", { "aria-label": name },
    element("thead", {}, element("tr", {}, head.map((title) => element("th", { scope: "col" }, title)))),
    element("tbody", {}, rows.map((row) => element("tr", {}, row.map((cell) =>
      element("td", { class: typeof cell === "number" ? "number" : null },
        typeof cell === "number" ? cell.toLocaleString("en") : visible(cell ?? ""))))))));
}

/** Shows how the exploration went.
 * @param {any} data
 * @returns {HTMLElement}
 */
function explorationView(data) {
  const shown = element("div", { class: "exploration" });
  const verdict = { ok: "No execution violates anything: every class was explored.", violation: "An execution violates a property.",
    incomplete: "Nothing was found, but not everything was explored.", nondeterminism: "The program did not do again what it did before." };
  shown.append(element("p", { class: "verdict " + data.verdict }, verdict[/** @type {keyof verdict} */ (data.verdict)] || visible(data.verdict),
    data.incomplete_reason ? element("span", { class: "quiet" }, " " + visible(data.incomplete_reason)) : null));
  /** @type {[string, any][]} */
  const facts = [
    ["executions", data.executions], ["classes", data.classes === undefined ? undefined : (data.classes_all === false ? "at least " : "") + data.classes.toLocaleString("en")],
    ["abandoned as repetitions", data.blocked], ["steps", data.steps], ["steps run again", data.steps_replayed],
    ["longest execution", data.depth_max], ["seconds", data.seconds], ["reduction", data.reduction], ["order", data.order],
    ["dependence", data.dependence], ["delivery", data.delivery], ["environment", data.environment], ["seed", data.seed],
    ["search", data.search],
  ];
  shown.append(element("dl", { class: "facts" }, facts.filter(([, value]) => value !== undefined && value !== null).map(([name, value]) =>
    element("div", {}, element("dt", {}, name), element("dd", {}, typeof value === "number" ? Number(value.toFixed(3)).toLocaleString("en") : visible(value))))));
  if (Array.isArray(data.races) && data.races.length > 0) {
    shown.append(element("h2", {}, "What caused the orders"), element("p", { class: "quiet" },
      "Races per field and pair of messages; a race that is reversed asks for another execution."),
    table(["field", "messages", "races", "reversed", "orders seen"], data.races.map((/** @type {any} */ race) =>
      [race.field, race.first + " and " + race.second, race.found, race.reversed,
        race.both_ways ? "both" : race.always_first ? race.always_first + " first" : ""]), "races"));
  }
  if (Array.isArray(data.parts) && data.parts.length > 0) {
    shown.append(element("h2", {}, "Searches"), table(["search", "bound", "executions", "new classes", "seconds"],
      data.parts.map((/** @type {any} */ part) => [part.search, part.bound, part.executions, part.distinct, part.seconds]), "searches"));
  }
  if (Array.isArray(data.warnings) && data.warnings.length > 0) {
    shown.append(element("h2", {}, "Warnings"), element("ul", {}, data.warnings.map((/** @type {any} */ warning) =>
      element("li", {}, visible(warning.message)))));
  }
  shown.append(element("h2", {}, "Explored executions"));
  if (data.tree) {
    shown.append(element("p", { class: "quiet" }, "What executions begin with in common stands once; each end is one execution."),
      element("div", { class: "tree" }, treeNode(data.tree, data.tree.executions, 0)));
  } else {
    shown.append(element("p", { class: "quiet" }, data.classes === undefined
      ? "The tree is there on pages that check --page writes."
      : "There are too many to show them as a tree; the tree is for some hundred executions."));
  }
  return shown;
}
