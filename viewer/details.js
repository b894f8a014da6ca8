// What is known of one step: its message, the state before and after it, the mailbox, the causes.

/**
 * @param {string} title
 * @param {...any} content
 */
function section(title, ...content) {
  return element("section", {}, element("h3", {}, title), ...content);
}

/**
 * @param {any[]} items
 * @param {string} name
 */
function list(items, name) {
  return element("ul", { "aria-label": name }, items.map((item) => element("li", {}, item)));
}

/** Shows what is known of a step.
 * @param {Run} run
 * @param {number} number
 * @param {(step: number) => void} go
 * @returns {HTMLElement[]}
 */
function stepDetails(run, number, go) {
  const step = run.step(number);
  const message = run.messageOf(number);
  const actor = run.actorName(number);
  const sender = run.sentIn(number);
  const to = (/** @type {number} */ other) =>
    element("button", { class: "step", click: () => go(other), title: oneLine(stepName(run, other)) }, "step " + other);
  const parts = [element("h2", {}, "Step " + number + " of " + run.size + ": ", element("b", {}, oneLine(actor)))];
  if (step.failure) parts.push(element("p", { class: "failure" }, visible(step.failure)));
  parts.push(section(!run.hasMailboxes && run.recorded ? "Action" : message.continues ? "Goes on" : "Message", textBlock(run.labelOf(message), "message"),
    element("p", { class: "quiet" }, "from " + oneLine(run.sender(message)),
      sender ? [", in ", to(sender)] : sender === 0 ? ", before the first step" : null,
      step.together ? "; together: " + step.together.map((i) => oneLine(run.actors[i].name)).join(", ") : null,
      step.choices ? "; chooses " + step.choices.join(", ") : null)));
  if (run.recorded) parts.push(stateSection(run, number));
  if (number === 1 && run.data.prints) parts.push(section("Printed before", list(run.data.prints.map(visible), "what the set-up prints")));
  if (step.prints) parts.push(section("Prints", list(step.prints.map(visible), "what the step prints")));
  const done = doneIn(run, number, to);
  if (done.length > 0) parts.push(section("Did", list(done, "what the step did")));
  if (run.recorded && run.hasMailboxes) parts.push(mailboxSection(run, number, to));
  if (run.recorded) parts.push(causesSection(run, number, to));
  return parts;
}

/**
 * @param {Run} run
 * @param {number} number
 */
function stepName(run, number) {
  const failure = run.step(number).failure;
  return "step " + number + ": " + run.actorName(number) + " receives " + run.textOf(number) + " from " +
    run.sender(run.messageOf(number)) + (failure ? "; " + failure : "");
}

/**
 * @param {Run} run
 * @param {number} number
 */
function stateSection(run, number) {
  const { before, after } = run.states(number);
  const title = "State of " + oneLine(run.actorName(number));
  if (before === "" && after === "") {
    return section(title, element("p", { class: "quiet" }, "This actor shows nothing of its state."));
  }
  if (before === after) {
    return section(title, textBlock(after, "state"), element("p", { class: "quiet" }, "unchanged by this step"));
  }
  const marked = changes(before, after);
  return section(title,
    element("div", { class: "states" },
      element("h4", {}, "before"), piecesBlock(marked.before, "state before the step"),
      element("h4", {}, "after"), piecesBlock(marked.after, "state after the step")));
}

/**
 * @param {Run} run
 * @param {number} number
 * @param {(step: number) => HTMLElement} to
 */
function doneIn(run, number, to) {
  /** @type {any[]} */
  const done = (run.step(number).effects || []).map((effect) => oneLine(effect));
  for (const id of run.sentBy[number]) {
    const sent = run.data.messages[id];
    if (sent.continues) continue;
    const taken = run.deliveredAt[id];
    done.push([element("span", {}, "sends "), expandable(run.labelOf(sent), 60),
      " to " + oneLine(run.actors[sent.to].name) + ", ",
      taken > 0 ? ["delivered in ", to(taken)] : "never delivered" + because(run.heldBack(id, run.size))]);
  }
  return done;
}

/** @param {string} why */
function because(why) { return why ? ": " + why : ""; }

/** A text that is cut, and shown whole when it is clicked.
 * @param {string} text
 * @param {number} length
 */
function expandable(text, length) {
  const whole = visible(text);
  if (whole.length <= length) return element("code", {}, whole);
  const button = element("button", {
    class: "cut", title: "show all of it", "aria-expanded": "false",
    click: () => button.replaceWith(element("code", {}, whole)),
  }, cut(oneLine(text), length));
  return button;
}

/**
 * @param {Run} run
 * @param {number} number
 * @param {(step: number) => HTMLElement} to
 */
function mailboxSection(run, number, to) {
  const actor = run.actorOf(number);
  const waiting = run.mailbox(actor, number);
  const title = "Mailbox before the step (" + waiting.length + ")";
  const shownMax = 100;
  const items = waiting.slice(0, shownMax).map((id) => {
    const message = run.data.messages[id];
    const taken = run.deliveredAt[id];
    const why = run.heldBack(id, number - 1);
    return element("li", { class: taken === number ? "taken" : why ? "held" : "" },
      taken === number ? element("b", {}, "\u25b8 ") : null, expandable(run.labelOf(message), 60),
      element("span", { class: "quiet" }, " from " + oneLine(run.sender(message)) +
        (taken === number ? ", taken now" : why ? ", held back: " + why : ", could have been taken") +
        (taken > number ? "; taken in " : taken === 0 ? "; never taken" : "")),
      taken > number ? to(taken) : null);
  });
  const rest = waiting.length - items.length;
  const box = element("ul", { "aria-label": "mailbox" }, items);
  if (rest <= 0) return section(title, box);
  const more = element("button", { class: "plain", click: () => {
    more.replaceWith(list(waiting.slice(shownMax).map((id) => expandable(run.labelOf(run.data.messages[id]), 60)), "more of the mailbox"));
  } }, "show " + counted(rest, "more message"));
  return section(title, box, more);
}

/**
 * @param {Run} run
 * @param {number} number
 * @param {(step: number) => HTMLElement} to
 */
function causesSection(run, number, to) {
  const step = run.step(number);
  const causes = step.causes || [];
  /** @type {any[]} */
  const items = [];
  if (causes.length > 0) {
    items.push(["not possible without ", causes.map((cause, i) => [i > 0 ? ", " : "", to(cause)])]);
  }
  for (const [access, name, conflicts] of step.touched || []) {
    items.push([access + " ", element("code", {}, oneLine(run.data.names[name])),
      conflicts.length > 0 ? [", in conflict with ", conflicts.map((other, i) => [i > 0 ? ", " : "", to(other)])] : null]);
  }
  const past = run.past(number).size;
  return section("Causes", list(items, "causes and accesses"),
    element("p", { class: "quiet" }, counted(past, "step") + " of " + (number - 1) + " before it " + (past === 1 ? "is" : "are") + " in its past"));
}
