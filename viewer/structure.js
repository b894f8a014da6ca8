// The events of a small program, their causes and conflicts, and the configurations they make up.

/** @typedef {{actor: number, text: string, causes: number[], conflicts: number[]}} StructureEvent numbered from 1 */

class StructureView {
  /** @param {any} data */
  constructor(data) {
    this.data = data;
    /** @type {StructureEvent[]} */
    this.events = data.structure.events;
    /** @type {number[][]} */
    this.configurations = data.structure.configurations;
    this.zoom = 1;
    /** @type {Edge[]} */
    const edges = [];
    this.events.forEach((event, i) => {
      event.causes.forEach((cause) => edges.push({ from: cause, to: i + 1, kind: "message" }));
      event.conflicts.forEach((other) => { if (other < i + 1) edges.push({ from: other, to: i + 1, kind: "conflict" }); });
    });
    this.diagram = new Diagram({
      lanes: data.structure.actors.map((/** @type {string} */ name) => ({ name })),
      events: this.events.map((event, i) => ({ lane: event.actor, label: event.text, name: "event " + (i + 1) + ": " + this.actor(event) + ": " + event.text })),
      edges,
    }, "event structure", (event) => this.select(event), () => {});
    this.details = element("aside", { class: "right", "aria-label": "the event that is selected", "aria-live": "polite" });
    this.buttons = [element("button", { class: "card", role: "radio", click: () => this.choose(-1) }, "all events")].concat(
      this.configurations.map((events, i) => element("button", { class: "card", role: "radio", click: () => this.choose(i) },
        "configuration " + (i + 1) + ": " + counted(events.length, "event"))));
    const title = oneLine(data.title);
    const zoom = (/** @type {number} */ factor) => { this.zoom = Math.max(0.25, Math.min(3, this.zoom * factor)); this.diagram.setZoom(this.zoom); };
    document.body.append(
      element("header", {}, element("h1", { title }, title),
        element("span", { class: "quiet" }, counted(this.events.length, "event") + ", " + counted(this.configurations.length, "maximal configuration")),
        element("span", { class: "grow" }), themeButton()),
      element("main", { class: "tab execution" },
        element("aside", { class: "left", "aria-label": "configurations" },
          element("p", { class: "quiet" }, "Arrows lead from causes to events; a dashed line joins events that exclude each other."),
          element("div", { role: "radiogroup", "aria-label": "configurations" }, this.buttons)),
        element("div", { class: "middle" },
          element("div", { class: "toolbar", role: "toolbar", "aria-label": "diagram" }, element("span", { class: "grow" }),
            element("button", { "aria-label": "zoom out", click: () => zoom(0.8) }, "\u2212"),
            element("button", { "aria-label": "zoom in", click: () => zoom(1.25) }, "+")),
          element("div", { class: "panes" }, element("div", { class: "pane" }, this.diagram.scroller))),
        this.details));
    document.addEventListener("keydown", (event) => {
      if (!(/** @type {Element} */ (event.target).closest("button, .scroller"))) this.diagram.key(event);
    });
  }

  /** @param {StructureEvent} event */
  actor(event) { return this.data.structure.actors[event.actor]; }

  /** Shows one configuration, or all events.
   * @param {number} index
   */
  choose(index) {
    this.buttons.forEach((button, i) => button.setAttribute("aria-checked", String(i === index + 1)));
    const inside = new Set(index < 0 ? [] : this.configurations[index]);
    const dim = index < 0 ? [] : this.events.map((_, i) => i + 1).filter((event) => !inside.has(event));
    this.diagram.setMarks({ dim: new Set(dim) });
    this.diagram.draw();
  }

  /** @param {number} number */
  select(number) {
    const event = this.events[number - 1];
    /** @type {Set<number>} */
    const past = new Set();
    const open = [number];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      for (const cause of this.events[at - 1].causes) {
        if (!past.has(cause)) {
          past.add(cause);
          open.push(cause);
        }
      }
    }
    this.diagram.setMarks({ past });
    this.diagram.select(number);
    const to = (/** @type {number} */ other) => element("button", { class: "step", title: oneLine(this.events[other - 1].text), click: () => this.select(other) }, "event " + other);
    const parts = [element("h2", {}, "Event " + number + ": ", element("b", {}, oneLine(this.actor(event)))), textBlock(event.text, "event")];
    if (event.causes.length > 0) parts.push(section("Directly after", list(event.causes.map(to), "causes")));
    if (event.conflicts.length > 0) parts.push(section("Excludes", list(event.conflicts.map(to), "conflicts")));
    parts.push(section("In configurations", element("p", {}, this.configurations.flatMap((events, i) => (events.includes(number) ? [i + 1] : [])).join(", "))));
    this.details.replaceChildren(...parts);
  }

  start() {
    this.diagram.layout();
    this.choose(-1);
    if (this.events.length > 0) this.select(1);
    this.diagram.scroller.focus({ preventScroll: true });
  }
}
