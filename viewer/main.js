// Joins the parts: what is looked at, and what happens when somebody clicks or types.

/** What an execution looks like as a diagram.
 * @param {Run} run
 * @returns {Model}
 */
function modelOf(run) {
  /** @type {Edge[]} */
  const edges = [];
  run.steps.forEach((step, i) => {
    const by = run.sentIn(i + 1);
    if (by !== undefined) edges.push({ from: by, to: i + 1, kind: run.data.messages[step.message].continues ? "goes-on" : "message" });
  });
  return {
    lanes: run.actors.map((actor, i) => ({ name: actor.name, begins: actor.made, ends: run.endedAt[i] })),
    events: run.steps.map((step, i) => ({
      lane: run.laneOf(i + 1), label: (step.failure ? "\u2717 " : "") + run.textOf(i + 1), name: stepName(run, i + 1), failed: step.failure !== undefined,
      together: step.together,
    })),
    edges,
  };
}

/** One diagram with the execution that it shows. */
class Pane {
  /**
   * @param {App} app
   * @param {Run} run
   * @param {string} title
   */
  constructor(app, run, title) {
    this.run = run;
    this.title = title;
    /** @type {Set<number>} steps that are folded away unless they are among the unfolded */
    this.idle = new Set();
    /** @type {Set<number>} */
    this.unfolded = new Set();
    /** @type {Map<number, {line: string, kind: string}[]>} what is said after a step; 0: before the first */
    this.lines = new Map();
    this.diagram = new Diagram(modelOf(run), title, (step) => app.select(this, step), (folded) => {
      folded.forEach((step) => this.unfolded.add(step));
      this.update(app);
      app.select(this, folded[0]);
    });
    this.box = element("div", { class: "pane" }, element("div", { class: "pane-title" }, title), this.diagram.scroller);
  }

  /** @param {App} app */
  update(app) {
    const hidden = new Set(this.run.actors.flatMap((actor, i) =>
      (app.hidden.has(actor.name) || !this.run.hasLane(i) ? [i] : [])));
    /** @type {Row[]} */
    const rows = [...(this.lines.get(0) || [])];
    for (let step = 1; step <= this.run.size; ++step) {
      rows.push(...(step > 1 && this.lines.get(step - 1) || []));
      const away = hidden.has(this.run.laneOf(step)) || (app.slice && this.idle.has(step) && !this.unfolded.has(step));
      if (!away) {
        rows.push({ event: step });
        continue;
      }
      const last = rows[rows.length - 1];
      if (last && "folded" in last) last.folded.push(step);
      else rows.push({ folded: [step] });
    }
    rows.push(...(this.run.size > 0 && this.lines.get(this.run.size) || []));
    this.diagram.rows = rows;
    this.diagram.setHidden(hidden);
  }
}

class App {
  /** @param {any} data */
  constructor(data) {
    this.data = data;
    this.violation = 0;
    this.slice = true;
    this.compare = true;
    this.zoom = 1;
    this.tab = "execution";
    /** @type {Set<string>} */
    this.hidden = new Set();
    /** @type {Pane[]} */
    this.panes = [];
    this.aside = element("aside", { class: "left", "aria-label": "violations and actors" });
    this.stage = element("div", { class: "panes" });
    this.storyBox = element("div", {});
    this.details = element("aside", { class: "right", "aria-label": "the step that is selected", "aria-live": "polite" });
    this.exploration = element("main", { class: "tab", hidden: true, "aria-label": "exploration" });
    this.printed = element("div", { class: "printed" });
    this.help = /** @type {HTMLDialogElement} */ (helpDialog());
    this.buttons = this.makeButtons();
    this.execution = element("main", { class: "tab execution" }, this.aside,
      element("div", { class: "middle" }, this.storyBox, this.toolbar(), this.stage), this.details);
    document.body.append(this.header(), this.execution, this.exploration, this.printed, this.help);
    document.addEventListener("keydown", (event) => this.key(event));
    addEventListener("beforeprint", () => this.print());
    addEventListener("afterprint", () => this.printed.replaceChildren());
  }

  header() {
    const title = oneLine(this.data.title || this.data.program || "");
    return element("header", {}, element("h1", { title }, title),
      element("span", { class: "badge " + visible(this.data.verdict || "") }, visible(this.data.verdict || "")),
      element("nav", {}, this.buttons.execution, this.buttons.exploration),
      this.buttons.find, this.buttons.theme, this.buttons.help);
  }

  makeButtons() {
    const find = /** @type {HTMLInputElement} */ (element("input", { type: "search", placeholder: "find a step", "aria-label": "find a step",
      keydown: (/** @type {KeyboardEvent} */ event) => { event.stopPropagation(); if (event.key === "Enter") this.find(find.value); },
      input: () => this.markFound(find.value) }));
    const button = (/** @type {string} */ text, /** @type {() => void} */ click, /** @type {Record<string, any>} */ more = {}) =>
      element("button", { click, ...more }, text);
    return {
      find,
      execution: button("Execution", () => this.show("execution"), { "aria-pressed": "true" }),
      exploration: button("Exploration", () => this.show("exploration"), { "aria-pressed": "false" }),
      theme: themeButton(),
      help: button("?", () => this.help.showModal(), { title: "keys (?)", "aria-label": "keys" }),
      slice: button("Only what matters", () => { this.slice = !this.slice; this.update(); }, { title: "fold away the steps that the violation does not rest on (s)" }),
      compare: button("Beside a passing run", () => { this.compare = !this.compare; this.showViolation(this.violation); }, { title: "failing and passing run side by side (d)" }),
      closer: button("+", () => this.setZoom(this.zoom * 1.25), { "aria-label": "zoom in" }),
      farther: button("\u2212", () => this.setZoom(this.zoom / 1.25), { "aria-label": "zoom out" }),
    };
  }

  toolbar() {
    const { slice, compare, closer, farther } = this.buttons;
    this.legend = element("span", { class: "quiet legend" });
    return element("div", { class: "toolbar", role: "toolbar", "aria-label": "diagram" }, slice, compare, this.legend, element("span", { class: "grow" }), farther, closer);
  }

  /** Shows one of the violations, or the example where there is none.
   * @param {number} index
   */
  showViolation(index) {
    this.violation = index;
    const violation = (this.data.violations || [])[index];
    const runData = violation ? violation.run : this.data.example;
    this.panes = [];
    if (runData) {
      const passing = violation && violation.passing;
      this.panes.push(new Pane(this, new Run(runData), violation ? "failing run" : "one of the executions"));
      if (passing && this.compare) this.panes.push(new Pane(this, new Run(passing), "passing run"));
    }
    this.stage.replaceChildren(...this.panes.map((pane) => pane.box));
    this.stage.classList.toggle("two", this.panes.length === 2);
    if (violation) this.mark(violation);
    this.showStory(violation);
    this.showAside();
    this.syncScrolling();
    this.update();
    this.setZoom(this.zoom);
    if (this.panes.length === 0) {
      this.details.replaceChildren(element("p", { class: "quiet" }, "There is no execution to show."));
      return;
    }
    const failing = this.panes[0].run;
    const wanted = this.wantedStep || 0;
    this.wantedStep = 0;
    this.select(this.panes[0], wanted > 0 && wanted <= failing.size ? wanted : violation ? failing.size : 1);
  }

  /** @param {any} violation */
  mark(violation) {
    const why = violation.why || {};
    const [failing, passing] = this.panes;
    if (!failing) return;
    if (Array.isArray(why.matters)) {
      why.matters.forEach((/** @type {boolean} */ matters, /** @type {number} */ i) => { if (!matters) failing.idle.add(i + 1); });
    }
    const pair = why.pair ? [why.pair.first, why.pair.second] : why.choice ? [why.choice] : [];
    /** @type {Map<number, string>} */
    const badges = new Map(pair.map((step, i) => [step, String(i + 1)]));
    pair.forEach((step) => failing.idle.delete(step));
    const say = (/** @type {Pane} */ pane, /** @type {number} */ after, /** @type {string} */ line, /** @type {string} */ kind) =>
      pane.lines.set(after, (pane.lines.get(after) || []).concat({ line, kind }));
    failing.diagram.setMarks({ badges });
    if (passing) {
      const common = passing.run.data.common || 0;
      for (const pane of this.panes) say(pane, common, "the runs part here", "parts");
      /** @type {Map<number, string>} */
      const twins = new Map();
      passing.run.steps.forEach((step, i) => {
        const badge = step.same !== undefined && badges.get(step.same);
        if (badge) twins.set(i + 1, badge);
      });
      passing.diagram.setMarks({ badges: twins });
    }
    if (why.no_return) say(failing, why.no_return.step, "no way back: every continuation violates something", "no-return");
  }

  /** @param {any} violation */
  showStory(violation) {
    this.storyBox.replaceChildren();
    const first = this.panes[0];
    if (violation && first) this.storyBox.append(story(violation, first.run, (step) => this.select(first, step)));
    for (const pane of this.panes) {
      const line = replayLine(pane.run, pane.title + ":");
      if (line) this.storyBox.append(line);
    }
  }

  showAside() {
    const violations = this.data.violations || [];
    this.aside.replaceChildren();
    if (violations.length > 0) {
      this.aside.append(element("h2", {}, counted(violations.length, "violation")),
        violationList(violations, this.violation, (index) => this.showViolation(index)));
    } else {
      this.aside.append(element("p", { class: "verdict " + this.data.verdict }, this.data.verdict === "ok" ? "No violation in any execution." : "No violation was found."));
    }
    if (this.panes[0]) this.aside.append(actorFilter(this.panes[0].run, this.hidden, () => this.update()));
  }

  /** Scrolling one run scrolls the other. */
  syncScrolling() {
    if (this.panes.length < 2) return;
    const [one, other] = this.panes.map((pane) => pane.diagram.scroller);
    let leader = one;
    for (const [from, to] of [[one, other], [other, one]]) {
      from.addEventListener("pointerenter", () => { leader = from; });
      from.addEventListener("focus", () => { leader = from; });
      from.addEventListener("scroll", () => { if (leader === from) to.scrollTop = from.scrollTop; });
    }
  }

  update() {
    const idle = this.panes[0] ? this.panes[0].idle.size : 0;
    for (const pane of this.panes) pane.update(this);
    const { slice, compare } = this.buttons;
    slice.setAttribute("aria-pressed", String(this.slice));
    slice.toggleAttribute("disabled", idle === 0);
    compare.setAttribute("aria-pressed", String(this.panes.length === 2));
    const violation = (this.data.violations || [])[this.violation];
    compare.toggleAttribute("disabled", !(violation && violation.passing));
    if (this.legend) this.legend.textContent = this.panes[0] ? counted(this.panes[0].run.size, "step") + (idle > 0 ? ", " + idle + " of them " + (idle === 1 ? "does" : "do") + " not matter" : "") : "";
    this.rememberPlace();
  }

  /** @param {number} zoom */
  setZoom(zoom) {
    this.zoom = Math.max(0.25, Math.min(3, zoom));
    for (const pane of this.panes) pane.diagram.setZoom(this.zoom);
  }

  /**
   * @param {Pane} pane
   * @param {number} step
   */
  select(pane, step) {
    this.active = pane;
    for (const other of this.panes) {
      const twin = other === pane ? 0 : pane.run.step(step).same || 0;
      other.diagram.setMarks({ past: other === pane && other.run.recorded ? other.run.past(step) : new Set(), twin });
      other.box.classList.toggle("active", other === pane);
      if (other !== pane) other.diagram.select(0);
    }
    const row = pane.diagram.rows[pane.diagram.rowOf[step]];
    if (row && "folded" in row && !this.hidden.has(pane.run.actorName(step))) {
      row.folded.forEach((other) => pane.unfolded.add(other));
      pane.update(this);
    }
    pane.diagram.select(step);
    this.details.replaceChildren(...stepDetails(pane.run, step, (other) => this.select(pane, other)));
    this.details.scrollTop = 0;
    this.rememberPlace();
  }

  /** @param {string} text */
  matches(text) {
    const wanted = text.trim().toLowerCase();
    const pane = this.active || this.panes[0];
    if (!pane || wanted === "") return [];
    return pane.diagram.model.events.flatMap((event, i) => (event.name.toLowerCase().includes(wanted) ? [i + 1] : []));
  }
  /** @param {string} text */
  markFound(text) {
    const pane = this.active || this.panes[0];
    if (pane) pane.diagram.setMarks({ found: new Set(this.matches(text)) });
  }
  /** Goes to the next step that has the text.
   * @param {string} text
   */
  find(text) {
    const found = this.matches(text);
    const pane = this.active || this.panes[0];
    if (!pane || found.length === 0) return;
    this.select(pane, found.find((step) => step > pane.diagram.selected) || found[0]);
  }

  /** @param {string} tab */
  show(tab) {
    this.tab = tab;
    this.execution.toggleAttribute("hidden", tab !== "execution");
    this.exploration.toggleAttribute("hidden", tab !== "exploration");
    this.buttons.execution.setAttribute("aria-pressed", String(tab === "execution"));
    this.buttons.exploration.setAttribute("aria-pressed", String(tab === "exploration"));
    if (tab === "exploration" && this.exploration.childElementCount === 0) this.exploration.append(explorationView(this.data));
    this.rememberPlace();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {Element} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest("input, dialog")) return;
    const pane = this.active;
    const count = (this.data.violations || []).length;
    /** @type {Record<string, () => void>} */
    const does = {
      "+": () => this.setZoom(this.zoom * 1.25), "-": () => this.setZoom(this.zoom / 1.25), 0: () => this.setZoom(1),
      s: () => this.buttons.slice.click(), d: () => this.buttons.compare.click(), t: switchTheme,
      e: () => this.show(this.tab === "execution" ? "exploration" : "execution"), "?": () => this.help.showModal(),
      "/": () => this.buttons.find.focus(),
      "[": () => { if (this.violation > 0) this.showViolation(this.violation - 1); },
      "]": () => { if (this.violation + 1 < count) this.showViolation(this.violation + 1); },
      c: () => { const by = pane && pane.run.sentIn(pane.diagram.selected); if (pane && by) this.select(pane, by); },
    };
    if (does[event.key]) {
      event.preventDefault();
      does[event.key]();
    } else if (pane && this.tab === "execution" && !target.closest("button, summary, .scroller, [role=radio]")) {
      pane.diagram.key(event);
    }
  }

  /** The address says what is shown, so that it can be passed on. */
  rememberPlace() {
    const step = this.active ? this.active.diagram.selected : 0;
    const place = "#violation=" + (this.violation + 1) + "&step=" + step + (this.tab === "exploration" ? "&tab=exploration" : "");
    try {
      history.replaceState(null, "", place);
    } catch {
      // Some browsers do not let a file do that.
    }
  }

  print() {
    const parts = this.panes.map((pane) => printedSteps(pane.run, pane.title));
    this.printed.replaceChildren(...parts, explorationView(this.data));
  }

  start() {
    const place = new URLSearchParams(location.hash.slice(1));
    const count = (this.data.violations || []).length;
    this.wantedStep = Number(place.get("step")) || 0;
    if (place.get("theme")) document.documentElement.dataset.theme = String(place.get("theme"));
    const wanted = Number(place.get("violation")) || 1;
    const tab = place.get("tab");
    this.showViolation(Math.max(0, Math.min(wanted, count) - 1));
    if (tab === "exploration" || (this.panes.length === 0 && count === 0)) this.show("exploration");
    if (this.panes[0]) this.panes[0].diagram.scroller.focus({ preventScroll: true });
  }
}

{
  const holder = document.getElementById("data");
  const data = JSON.parse((holder && holder.textContent) || "{}");
  if (data.structure) new StructureView(data).start();
  else new App(data).start();
}
