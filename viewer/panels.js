// The panels around the diagram: the violations, the story of one of them, the actors.

/** Lists the violations.
 * @param {any[]} violations
 * @param {number} chosen
 * @param {(index: number) => void} choose
 */
function violationList(violations, chosen, choose) {
  return element("div", { role: "radiogroup", "aria-label": "violations" }, violations.map((violation, i) =>
    element("button", { class: "card", role: "radio", "aria-checked": i === chosen ? "true" : "false", click: () => choose(i) },
      element("span", { class: "kind" }, visible(violation.kind)),
      violation.count > 1 ? element("span", { class: "quiet" }, " in " + (violation.count_stopped ? "at least " : "") + counted(violation.count, "execution")) : null,
      element("span", { class: "what" }, visible(violation.message)))));
}

/** Tells why a violation happens.
 * @param {any} violation
 * @param {Run} run
 * @param {(step: number) => void} go
 */
function story(violation, run, go) {
  const step = (/** @type {number} */ number) => element("button", { class: "step", click: () => go(number), title: stepName(run, number) }, "step " + number);
  const box = element("div", { class: "story" }, element("p", { class: "violation" }, element("b", {}, "Violation: "), visible(violation.message)));
  const why = violation.why;
  if (why && why.sentence) box.append(element("p", { class: "why" }, element("b", {}, "Why: "), visible(why.sentence)));
  /** @type {any[]} */
  const facts = [];
  if (why && why.pair) facts.push([element("b", {}, "Deciding pair: "), step(why.pair.first), " and ", step(why.pair.second), why.pair.on ? " both touch " : null, why.pair.on ? element("code", {}, oneLine(why.pair.on)) : null]);
  if (why && why.choice) facts.push([element("b", {}, "Deciding choice: "), "in ", step(why.choice)]);
  if (why && why.no_return) facts.push([element("b", {}, "Point of no return: "), "after ", step(why.no_return.step), why.no_return.exact ? "" : ", if not before,", " every continuation violates something"]);
  if (violation.shortest !== undefined) facts.push(violation.shortest ? "No shorter execution violates this." : "The shortest that was found.");
  if (!run.recorded) facts.push("The execution does not come to its end, so it was not run again: there are no states here.");
  if (facts.length > 0) box.append(element("ul", { class: "facts" }, facts.map((fact) => element("li", {}, fact))));
  const details = Array.isArray(violation.details) ? violation.details : [];
  if (details.length > 0) {
    box.append(element("details", {}, element("summary", {}, "The actors at its end (" + details.length + ")"),
      element("ul", {}, details.map((/** @type {string} */ line) => element("li", {}, element("code", {}, visible(line)))))));
  }
  return box;
}

/** The line that replays an execution, with a button that copies it.
 * @param {Run} run
 * @param {string} name
 */
function replayLine(run, name) {
  const line = run.data.replay || run.data.schedule;
  if (!line) return null;
  const text = element("code", { tabindex: "0" }, visible(line));
  const button = element("button", { class: "plain", click: async () => {
    try {
      await navigator.clipboard.writeText(line);
      button.textContent = "copied";
    } catch {
      const range = document.createRange();
      range.selectNodeContents(text);
      getSelection()?.removeAllRanges();
      getSelection()?.addRange(range);
      button.textContent = "selected";
    }
  } }, "copy");
  return element("p", { class: "replay" }, button, " ", name + " ", text);
}

/** Lets the reader choose the actors.
 * @param {Run} run
 * @param {Set<string>} hidden names of those that are not shown
 * @param {() => void} changed
 */
function actorFilter(run, hidden, changed) {
  const names = [...new Set(run.actors.filter((_, i) => run.hasLane(i)).map((actor) => actor.name))];
  const counts = new Map(names.map((name) => [name, 0]));
  run.actors.forEach((actor, i) => counts.set(actor.name, (counts.get(actor.name) || 0) + run.stepsOf[i].length));
  const boxes = names.map((name) => {
    const box = /** @type {HTMLInputElement} */ (element("input", { type: "checkbox" }));
    box.checked = !hidden.has(name);
    box.addEventListener("change", () => {
      if (box.checked) hidden.delete(name);
      else hidden.add(name);
      changed();
    });
    return { name, box };
  });
  const setAll = (/** @type {boolean} */ shown) => {
    for (const { name, box } of boxes) {
      box.checked = shown;
      if (shown) hidden.delete(name);
      else hidden.add(name);
    }
    changed();
  };
  const idle = run.actors.length - run.actors.filter((_, i) => run.stepsOf[i].length > 0).length;
  return element("fieldset", { class: "actors" }, element("legend", {}, "Actors"),
    names.length > 3 ? element("p", {}, element("button", { class: "plain", click: () => setAll(true) }, "all"), " ",
      element("button", { class: "plain", click: () => setAll(false) }, "none")) : null,
    boxes.map(({ name, box }) => element("label", {}, box, " ", element("span", { class: "name" }, visible(name)), " ",
      element("span", { class: "quiet" }, counts.get(name)))),
    idle > 0 ? element("p", { class: "quiet" }, counted(idle, "actor") + " without steps") : null);
}

const keys = [
  ["\u2191 \u2193, j k", "the step before, after"], ["\u2190 \u2192", "the same actor's step before, after"],
  ["Home, End, PageUp, PageDown", "far away"], ["c", "to what caused the step: who sent its message"],
  ["+ \u2212 0", "zoom"], ["s", "only the steps that matter"], ["d", "beside an execution that passes"],
  ["[ ]", "the violation before, after"], ["/", "find"], ["e", "execution, exploration"], ["t", "light, dark"], ["?", "these keys"],
];

function helpDialog() {
  return element("dialog", { class: "help", "aria-label": "keys" }, element("h2", {}, "Keys"),
    element("dl", {}, keys.map(([key, what]) => [element("dt", {}, key), element("dd", {}, what)])),
    element("form", { method: "dialog" }, element("button", {}, "close")));
}

function switchTheme() {
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  const now = document.documentElement.dataset.theme || (dark ? "dark" : "light");
  document.documentElement.dataset.theme = now === "dark" ? "light" : "dark";
}

function themeButton() {
  return element("button", { click: switchTheme, title: "light or dark (t)", "aria-label": "light or dark" }, "\u25d0");
}

/** Lists all steps, for paper.
 * @param {Run} run
 * @param {string} title
 */
function printedSteps(run, title) {
  return element("section", {}, element("h2", {}, title), table(["step", "actor", "message", "from", "did"],
    run.steps.map((step, i) => {
      const number = i + 1;
      const did = (step.effects || []).slice();
      if (step.choices) did.unshift("chooses " + step.choices.join(", "));
      if (run.recorded) {
        const { before, after } = run.states(number);
        if (before !== after) did.push("state: " + cut(after, 400));
      }
      for (const line of step.prints || []) did.push("prints " + cut(line, 400));
      if (step.failure) did.push(step.failure);
      return [number, run.actorName(number), cut(run.textOf(number), 400), run.sender(run.messageOf(number)), did.join("; ")];
    }), title));
}
