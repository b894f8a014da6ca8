// Elements and texts. Data is only ever shown as text: nothing here reads markup.

/**
 * Makes an element. Attributes that are functions listen to the event of their name.
 * @param {string} tag
 * @param {Record<string, any>} [attributes]
 * @param {...any} children elements or texts; null is left out
 * @returns {HTMLElement}
 */
function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  fill(made, attributes, children);
  return made;
}

/**
 * Makes an element of a drawing.
 * @param {string} tag
 * @param {Record<string, any>} [attributes]
 * @param {...any} children
 * @returns {SVGElement}
 */
function drawn(tag, attributes = {}, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  fill(made, attributes, children);
  return made;
}

/**
 * @param {Element} made
 * @param {Record<string, any>} attributes
 * @param {any[]} children
 */
function fill(made, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") made.addEventListener(name, value);
    else made.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined) continue;
    made.append(child instanceof Node ? child : String(child));
  }
}

/**
 * Shows what would be invisible, or turn the reading around: control characters and marks of direction.
 * @param {unknown} text
 * @returns {string}
 */
function visible(text) {
  const hidden = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;
  return String(text).replace(hidden, (letter) => {
    const code = letter.charCodeAt(0);
    if (code === 9) return "\\t";
    if (code === 13) return "\\r";
    return code < 256 ? "\\x" + code.toString(16).padStart(2, "0") : "\\u" + code.toString(16).padStart(4, "0");
  });
}

/**
 * The same, on one line.
 * @param {unknown} text
 */
function oneLine(text) {
  return visible(text).replace(/\n/g, "\\n");
}

/**
 * Cuts a text to so many letters; both ends tell more than one of them.
 * @param {string} text
 * @param {number} length
 */
function cut(text, length) {
  if (text.length <= length) return text;
  if (length < 3) return "\u2026";
  const head = Math.ceil((length - 1) * 0.65);
  return text.slice(0, head) + "\u2026" + text.slice(text.length - (length - 1 - head));
}

/**
 * Writes a count with its noun.
 * @param {number} number
 * @param {string} noun
 */
function counted(number, noun) {
  return number.toLocaleString("en") + " " + noun + (number === 1 ? "" : "s");
}

const textShownMax = 2000;

/**
 * Shows a text of any length: a long one in part, with a button for the rest.
 * @param {string} text
 * @param {string} name what it is, for those who do not see it
 * @returns {HTMLElement}
 */
function textBlock(text, name) {
  return piecesBlock([{ text: visible(text), kind: "" }], name);
}

/**
 * Shows pieces of a text, some of them marked.
 * @param {{text: string, kind: string}[]} pieces
 * @param {string} name
 * @returns {HTMLElement}
 */
function piecesBlock(pieces, name) {
  const length = pieces.reduce((sum, piece) => sum + piece.text.length, 0);
  const block = element("pre", { class: "text", "aria-label": name, tabindex: length > 400 ? "0" : null });
  const show = (/** @type {number} */ most) => {
    block.replaceChildren();
    let left = most;
    for (const piece of pieces) {
      // What stays the same is folded first: the marks are what somebody looks for.
      const part = piece.kind === "" && piece.text.length > left ? cut(piece.text, Math.max(left, 80)) : piece.text.slice(0, most);
      left = Math.max(0, left - part.length);
      block.append(piece.kind ? element("mark", { class: piece.kind }, part) : part);
    }
  };
  show(textShownMax);
  if (length <= textShownMax) return block;
  const button = element("button", { class: "plain", click: () => { show(Infinity); button.remove(); } },
    "show all " + length.toLocaleString("en") + " characters");
  return element("div", {}, block, button);
}
