// Draws events in lanes, time downwards. Only what is in view is in the document, so that thousands stay smooth.

/** @typedef {{name: string, begins?: number, ends?: number}} Lane begins and ends with these events */
/** @typedef {{lane: number, label: string, name: string, failed?: boolean, together?: number[]}} DiagramEvent together: lanes that a bar joins */
/** @typedef {{from: number, to: number, kind: string}} Edge between events, numbered from 1; from 0: the set-up */
/** @typedef {{lanes: Lane[], events: DiagramEvent[], edges: Edge[]}} Model */
/** @typedef {{event: number} | {folded: number[]} | {line: string, kind: string}} Row */
/** @typedef {{badges: Map<number, string>, past: Set<number>, twin: number, dim: Set<number>, found: Set<number>}} Marks */

const gutterWidth = 52;
const headHeight = 38;
const lastTextWidth = 90;
const edgesMax = 400;
let diagramCount = 0;

class Diagram {
  /**
   * @param {Model} model
   * @param {string} name for those who do not see it
   * @param {(event: number) => void} onSelect
   * @param {(row: number[]) => void} onUnfold
   */
  constructor(model, name, onSelect, onUnfold) {
    this.model = model;
    this.onSelect = onSelect;
    this.onUnfold = onUnfold;
    this.id = "diagram" + ++diagramCount;
    this.zoom = 1;
    this.selected = 0;
    /** @type {Row[]} */
    this.rows = model.events.map((_, i) => ({ event: i + 1 }));
    /** @type {Set<number>} */
    this.hidden = new Set();
    /** @type {Marks} */
    this.marks = { badges: new Map(), past: new Set(), twin: 0, dim: new Set(), found: new Set() };
    /** @type {number[]} lanes that are shown */
    this.shown = [];
    /** @type {number[]} per lane: its place, or -1 */
    this.places = [];
    /** @type {number[]} per event: its row, or -1 */
    this.rowOf = [];
    this.laneWidth = 0;
    this.width = 0;
    this.height = 0;
    this.svg = drawn("svg", { class: "drawing", role: "presentation" });
    this.head = element("div", { class: "lane-names" });
    this.space = element("div", { class: "space" }, this.head, this.svg);
    this.scroller = element("div", {
      class: "scroller", tabindex: "0", role: "listbox", "aria-label": name,
      scroll: () => this.later(), click: (/** @type {MouseEvent} */ event) => this.click(event),
      keydown: (/** @type {KeyboardEvent} */ event) => this.key(event),
    }, this.space);
    this.waiting = false;
    new ResizeObserver(() => this.layout()).observe(this.scroller);
  }

  /** @param {Row[]} rows */
  setRows(rows) {
    this.rows = rows;
    this.layout();
  }

  /** @param {Set<number>} hidden */
  setHidden(hidden) {
    this.hidden = hidden;
    this.layout();
  }

  /** @param {number} zoom */
  setZoom(zoom) {
    if (zoom === this.zoom) return;
    const middle = (this.scroller.scrollTop + this.scroller.clientHeight / 2) / this.rowHeight;
    this.zoom = zoom;
    this.layout();
    this.scroller.scrollTop = middle * this.rowHeight - this.scroller.clientHeight / 2;
  }

  /** @param {Partial<Marks>} marks */
  setMarks(marks) {
    Object.assign(this.marks, marks);
    this.later();
  }

  get rowHeight() { return Math.round(30 * this.zoom); }

  /** Finds out where everything is. */
  layout() {
    this.shown = this.model.lanes.map((_, i) => i).filter((i) => !this.hidden.has(i));
    this.places = this.model.lanes.map(() => -1);
    this.shown.forEach((lane, place) => { this.places[lane] = place; });
    // Texts stand to the right of their lane, so the last one needs room too.
    const room = this.scroller.clientWidth - gutterWidth - lastTextWidth;
    this.laneWidth = Math.max(Math.min(room / Math.max(this.shown.length, 1), 340), 72) * Math.max(this.zoom, 0.5);
    this.rowOf = new Array(this.model.events.length + 1).fill(-1);
    this.rows.forEach((row, i) => {
      if ("event" in row) this.rowOf[row.event] = i;
      else if ("folded" in row) row.folded.forEach((event) => { this.rowOf[event] = i; });
    });
    this.width = Math.max(this.scroller.clientWidth, gutterWidth + this.shown.length * this.laneWidth + lastTextWidth);
    this.height = headHeight + (this.rows.length + 1) * this.rowHeight;
    this.space.style.width = this.width + "px";
    this.space.style.height = this.height + "px";
    this.draw();
  }

  later() {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => {
      this.waiting = false;
      this.draw();
    });
  }

  /** @param {number} lane */
  x(lane) { return gutterWidth + this.places[lane] * this.laneWidth + 20; }
  /** @param {number} row */
  y(row) { return headHeight + (row + 0.5) * this.rowHeight; }
  /** @param {number} event */
  laneOf(event) { return this.model.events[event - 1].lane; }

  /** Draws what is in view. */
  draw() {
    const left = this.scroller.scrollLeft;
    const top = this.scroller.scrollTop;
    const width = this.scroller.clientWidth;
    const height = this.scroller.clientHeight;
    if (width === 0 || height === 0) return;
    const first = Math.max(0, Math.floor((top - headHeight) / this.rowHeight) - 3);
    const last = Math.min(this.rows.length - 1, Math.ceil((top + height) / this.rowHeight) + 3);
    this.svg.setAttribute("width", String(width));
    this.svg.setAttribute("height", String(height));
    this.svg.setAttribute("viewBox", left + " " + top + " " + width + " " + height);
    this.svg.style.transform = "translate(" + left + "px," + top + "px)";
    const lanes = this.shown.filter((lane) => {
      const x = this.x(lane);
      return x + this.laneWidth > left && x - 40 < left + width;
    });
    const gutter = drawn("g", { "aria-hidden": "true" },
      drawn("rect", { class: "gutter", x: left, y: top, width: gutterWidth - 8, height }));
    const behind = drawn("g", { "aria-hidden": "true" });
    const events = drawn("g");
    for (let row = first; row <= last; ++row) this.drawRow(row, left, width, { behind, events, gutter });
    const edges = this.edges(first, last);
    this.svg.replaceChildren(this.tips(), behind, drawn("g", { "aria-hidden": "true" }, this.laneLines(lanes, top, top + height)),
      drawn("g", { "aria-hidden": "true" }, edges.map(([line]) => line)), events,
      drawn("g", { "aria-hidden": "true" }, edges.map(([, tip]) => tip)), gutter);
    this.head.style.width = this.width + "px";
    this.head.replaceChildren(...lanes.map((lane) => {
      const name = oneLine(this.model.lanes[lane].name);
      const box = element("span", { title: name }, cut(name, Math.max(5, Math.floor((this.laneWidth - 4) / 9.5))));
      box.style.left = this.x(lane) - 14 + "px";
      box.style.maxWidth = this.laneWidth + "px";
      return box;
    }));
    if (this.selected > 0) this.scroller.setAttribute("aria-activedescendant", this.id + "-" + this.selected);
  }

  tips() {
    const tip = (/** @type {string} */ name) => drawn("marker", {
      id: this.id + name, class: name, markerWidth: 9, markerHeight: 9, refX: 8, refY: 4, orient: "auto",
      markerUnits: "userSpaceOnUse",
    }, drawn("path", { d: "M0.5,0.5 L8,4 L0.5,7.5 Z" }));
    return drawn("defs", {}, tip("message"), tip("near"));
  }

  /**
   * @param {number[]} lanes
   * @param {number} top
   * @param {number} bottom
   */
  laneLines(lanes, top, bottom) {
    return lanes.map((lane) => {
      const { begins, ends } = this.model.lanes[lane];
      const from = begins && this.rowOf[begins] >= 0 ? this.y(this.rowOf[begins]) : 0;
      const to = ends && this.rowOf[ends] >= 0 ? this.y(this.rowOf[ends]) : this.height;
      const x = this.x(lane);
      const line = drawn("line", { class: "lane", x1: x, x2: x, y1: Math.max(from, top), y2: Math.min(to, bottom) });
      if (to === this.height || to < top || to > bottom) return line;
      return drawn("g", {}, line, drawn("path", { class: "end", d: `M${x - 6},${to + 8} h12` }));
    });
  }

  /**
   * Draws the edges that can be seen; of very many only the nearest.
   * @param {number} first
   * @param {number} last
   */
  edges(first, last) {
    /** @type {Edge[]} */
    const near = [];
    /** @type {Edge[]} */
    const far = [];
    for (const edge of this.model.edges) {
      const to = this.rowOf[edge.to];
      const from = edge.from === 0 ? to : this.rowOf[edge.from];
      if (!(to >= 0) || !(from >= 0) || this.places[this.laneOf(edge.to)] < 0) continue;
      if (Math.max(from, to) < first || Math.min(from, to) > last) continue;
      const ends = (from >= first && from <= last ? 1 : 0) + (to >= first && to <= last ? 1 : 0);
      (ends > 0 ? near : far).push(edge);
    }
    const all = near.slice(0, edgesMax).concat(far.slice(0, Math.max(0, edgesMax / 2 - near.length)));
    const order = (/** @type {Edge} */ edge) => (edge.from === this.selected || edge.to === this.selected ? 1 : 0);
    return all.sort((one, other) => order(one) - order(other)).map((edge) => this.edge(edge));
  }

  /** Draws an edge and, to lie above the texts, its tip.
   * @param {Edge} edge
   * @returns {[SVGElement, SVGElement | null]}
   */
  edge(edge) {
    const isNear = this.selected > 0 && (edge.from === this.selected || edge.to === this.selected);
    const folded = edge.from > 0 && "folded" in this.rows[this.rowOf[edge.from]];
    const dim = this.marks.dim.has(edge.to) || this.marks.dim.has(edge.from);
    const kind = "edge " + edge.kind + (isNear ? " near" : "") + (folded ? " folded" : "") + (dim ? " dim" : "");
    const x2 = this.x(this.laneOf(edge.to));
    const y2 = this.y(this.rowOf[edge.to]);
    const hidden = edge.from > 0 && this.places[this.laneOf(edge.from)] < 0;
    let x1 = x2 - 16;
    let y1 = y2 - this.rowHeight * 0.45;
    if (edge.from > 0 && !hidden) {
      x1 = this.x(this.laneOf(edge.from));
      y1 = this.y(this.rowOf[edge.from]);
    }
    const line = (/** @type {string} */ d) => drawn("path", { class: kind, d });
    const tip = (/** @type {number} */ dx, /** @type {number} */ dy) => {
      if (edge.kind === "conflict") return null;
      const length = Math.hypot(dx, dy) || 1;
      const at = (/** @type {number} */ distance) => `${x2 - (dx * distance) / length},${y2 - (dy * distance) / length}`;
      return drawn("path", { class: kind + " tip", d: `M${at(15)} L${at(7)}`, "marker-end": `url(#${this.id}${isNear ? "near" : "message"})` });
    };
    if (x1 === x2) {
      const bend = Math.min(22, 10 + Math.abs(y2 - y1) / 12);
      return [line(`M${x1},${y1} C${x1 - bend},${y1 + 12} ${x2 - bend},${y2 - 14} ${x2 - 4},${y2 - 4}`), tip(8, 11)];
    }
    return [line(`M${x1},${y1} L${x2},${y2}`), tip(x2 - x1, y2 - y1)];
  }

  /**
   * @param {number} row
   * @param {number} left
   * @param {number} width
   * @param {{behind: SVGElement, events: SVGElement, gutter: SVGElement}} layers
   */
  drawRow(row, left, width, layers) {
    const shown = this.rows[row];
    const y = this.y(row);
    const whole = { x: left, y: y - this.rowHeight / 2, width, height: this.rowHeight };
    if ("event" in shown) {
      this.drawEvent(shown.event, y, left, whole, layers);
    } else if ("folded" in shown) {
      const text = counted(shown.folded.length, "step") + (shown.folded.length === 1 ? " is" : " are") + " left out here; click to show";
      layers.behind.append(drawn("rect", { class: "fold", ...whole }));
      layers.events.append(drawn("g", { class: "fold", "data-row": row, role: "option", "aria-label": text },
        drawn("rect", { class: "row", ...whole }), drawn("text", { x: left + gutterWidth + 6, y: y + 4 }, "\u22ee " + text)));
    } else {
      layers.gutter.append(drawn("g", { class: "line " + shown.kind },
        drawn("path", { d: `M${left},${y} h${width}` }),
        drawn("text", { x: left + gutterWidth, y: y + 4 }, shown.line)));
    }
  }

  /**
   * @param {number} number
   * @param {number} y
   * @param {number} left
   * @param {Record<string, number>} whole
   * @param {{behind: SVGElement, events: SVGElement, gutter: SVGElement}} layers
   */
  drawEvent(number, y, left, whole, layers) {
    const event = this.model.events[number - 1];
    const { badges, past, twin, dim, found } = this.marks;
    const badge = badges.get(number);
    const kind = ["event", number === this.selected && "selected", event.failed && "failed", badge && "deciding",
      past.has(number) && "past", twin === number && "twin", dim.has(number) && "dim", found.has(number) && "found"]
      .filter(Boolean).join(" ");
    layers.behind.append(drawn("rect", { class: kind, ...whole }));
    const group = drawn("g", {
      class: kind, id: this.id + "-" + number, "data-event": number, role: "option",
      "aria-label": oneLine(event.name), "aria-selected": number === this.selected ? "true" : "false",
    }, drawn("title", {}, visible(event.name)), drawn("rect", { class: "row", ...whole }));
    const joined = (event.together || []).filter((lane) => this.places[lane] >= 0).map((lane) => this.x(lane));
    if (joined.length > 1) {
      const from = Math.min(...joined);
      const height = Math.min(8, Math.max(4, this.rowHeight / 3));
      group.append(drawn("rect", { class: "bar", x: from - 5, y: y - height / 2, width: Math.max(...joined) - from + 10, height, rx: height / 2 }),
        ...joined.map((x) => drawn("circle", { class: "joined", cx: x, cy: y, r: height / 2 - 1 })));
    }
    if (this.places[event.lane] >= 0) {
      const x = this.x(event.lane);
      group.append(drawn("circle", { cx: x, cy: y, r: Math.min(6, Math.max(3, this.rowHeight / 4)) }));
      // Nothing else is in this row, so the text may go on to the right.
      const from = Math.max(x, ...joined);
      const letters = Math.floor((Math.max(this.laneWidth - 26, left + whole.width - from - 24)) / 7.3);
      if (this.rowHeight >= 14) {
        group.append(drawn("text", { x: from + 17, y: y + 4 }, cut(oneLine(event.label), Math.max(letters, 4))));
      }
    }
    layers.events.append(group);
    if (this.rowHeight >= 12 || number % 10 === 0) {
      layers.gutter.append(drawn("text", { class: "number", x: left + gutterWidth - 16, y: y + 4 }, number));
    }
    if (badge) {
      layers.gutter.append(drawn("rect", { class: "badge", x: left + 2, y: y - 8, width: 16, height: 16, rx: 4 }),
        drawn("text", { class: "badge", x: left + 10, y: y + 4 }, badge));
    }
  }

  /** @param {MouseEvent} event */
  click(event) {
    const target = /** @type {Element} */ (event.target).closest("[data-event],[data-row]");
    if (!target) return;
    const row = target.getAttribute("data-row");
    if (row === null) {
      this.onSelect(Number(target.getAttribute("data-event")));
      return;
    }
    const shown = this.rows[Number(row)];
    if ("folded" in shown) this.onUnfold(shown.folded);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const page = Math.max(1, Math.floor(this.scroller.clientHeight / this.rowHeight) - 2);
    /** @type {Record<string, () => number>} */
    const moves = {
      ArrowDown: () => this.neighbour(1), ArrowUp: () => this.neighbour(-1), j: () => this.neighbour(1), k: () => this.neighbour(-1),
      PageDown: () => this.neighbour(page), PageUp: () => this.neighbour(-page),
      Home: () => this.neighbour(-this.rows.length), End: () => this.neighbour(this.rows.length),
      ArrowRight: () => this.sameLane(1), ArrowLeft: () => this.sameLane(-1),
    };
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    event.stopPropagation();
    const to = move();
    if (to > 0) this.onSelect(to);
  }

  /** The event some rows away, folded ones aside.
   * @param {number} distance
   */
  neighbour(distance) {
    const events = this.rows.flatMap((row) => ("event" in row ? [row.event] : []));
    const at = events.indexOf(this.selected);
    return events[Math.max(0, Math.min(events.length - 1, at < 0 ? 0 : at + distance))] || 0;
  }

  /** The next event of the same lane.
   * @param {number} direction
   */
  sameLane(direction) {
    if (this.selected === 0) return this.neighbour(1);
    const lane = this.laneOf(this.selected);
    for (let event = this.selected + direction; event >= 1 && event <= this.model.events.length; event += direction) {
      const row = this.rows[this.rowOf[event]];
      if (this.laneOf(event) === lane && row && "event" in row) return event;
    }
    return this.selected;
  }

  /**
   * Marks an event as the one that is looked at, and brings it into view.
   * @param {number} event
   */
  select(event) {
    this.selected = event;
    if (event > 0) this.reveal(event);
    this.draw();
  }

  /** @param {number} event */
  reveal(event) {
    if (!(this.rowOf[event] >= 0)) return;
    const y = this.y(this.rowOf[event]);
    const { scrollTop, clientHeight, scrollLeft, clientWidth } = this.scroller;
    if (y - this.rowHeight * 2 < scrollTop + headHeight || y + this.rowHeight * 2 > scrollTop + clientHeight) {
      this.scroller.scrollTop = y - clientHeight / 2;
    }
    if (this.places[this.laneOf(event)] < 0) return;
    const x = this.x(this.laneOf(event));
    if (x - 20 < scrollLeft + gutterWidth || x + this.laneWidth - 20 > scrollLeft + clientWidth) {
      this.scroller.scrollLeft = x - gutterWidth - 40;
    }
  }
}
