// The data of the page, and what can be asked about an execution.

/** @typedef {{name: string, made: number}} Actor */
/** @typedef {{since?: number, by?: number, to: number, from: number, text: string, continues?: boolean}} Message */
/** @typedef {[number, number, string]} Change how many letters of begin and end stay, and what is between */
/**
 * @typedef {object} Step
 * @property {number} message
 * @property {number[]} [choices]
 * @property {string[]} [effects]
 * @property {string} [failure]
 * @property {number[]} [together] actors that come together in it
 * @property {number[]} [causes]
 * @property {[string, number, number[]][]} [touched]
 * @property {Change} [before]
 * @property {Change} [after]
 * @property {string[]} [prints]
 * @property {[number, number][]} [holds]
 * @property {number} [same]
 */
/**
 * @typedef {object} RunData
 * @property {boolean} recorded
 * @property {Actor[]} actors
 * @property {string[]} names
 * @property {Message[]} messages
 * @property {string[]} [prints] by the set-up
 * @property {[number, number][]} [holds]
 * @property {Step[]} steps
 * @property {string} [schedule]
 * @property {string} [replay]
 * @property {number} [common]
 */

/** One execution. Steps are numbered from 1, as everywhere in Harrier. */
class Run {
  /** @param {RunData} data */
  constructor(data) {
    this.data = data;
    this.recorded = data.recorded;
    this.actors = data.actors;
    this.steps = data.steps;
    this.size = data.steps.length;
    /** @type {number[]} per message: the step that delivers it, or 0 */
    this.deliveredAt = data.messages.map(() => 0);
    /** @type {number[][]} per step and for the set-up: the messages it sends */
    this.sentBy = Array.from({ length: this.size + 1 }, () => []);
    /** @type {number[][]} per actor: its steps */
    this.stepsOf = data.actors.map(() => []);
    /** @type {number[][]} per actor: the messages to it */
    this.messagesTo = data.actors.map(() => []);
    /** @type {number[]} per actor: the step in which it ends, or 0 */
    this.endedAt = data.actors.map(() => 0);
    data.steps.forEach((step, i) => {
      this.deliveredAt[step.message] = i + 1;
      const actor = this.actorOf(i + 1);
      this.stepsOf[actor].push(i + 1);
      if ((step.effects || []).includes("ends")) this.endedAt[actor] = i + 1;
    });
    /** @type {number[]} per step: the actor in whose lane it is */
    this.lanes = data.steps.map((step, i) => {
      const actor = this.actorOf(i + 1);
      return step.together && !step.together.includes(actor) ? step.together[0] : actor;
    });
    data.messages.forEach((message, i) => {
      if (message.by !== undefined) this.sentBy[message.by].push(i);
      this.messagesTo[message.to].push(i);
    });
    /** @type {Map<number, [number, string][]>} per message: from which step on it is held back, and why */
    this.holds = new Map();
    this.noteHolds(0, data.holds || []);
    data.steps.forEach((step, i) => this.noteHolds(i + 1, step.holds || []));
    /** Whether messages wait at their receivers; otherwise what is pending is an actor's own next action. */
    this.hasMailboxes = data.messages.some((message) => data.names[message.from] !== data.actors[message.to].name);
    /** The step whose past was asked for last. */
    this.pastOf = 0;
    /** @type {Set<number>} */
    this.pastSteps = new Set();
    /** @type {Map<number, Map<number, string>>} per actor: some of its states, by how many steps it took */
    this.knownStates = new Map();
  }

  /**
   * @param {number} step
   * @param {[number, number][]} changed
   */
  noteHolds(step, changed) {
    for (const [message, why] of changed) {
      const list = this.holds.get(message) || [];
      list.push([step, this.data.names[why]]);
      this.holds.set(message, list);
    }
  }

  /** @param {number} number */
  step(number) { return this.steps[number - 1]; }
  /** @param {number} number */
  messageOf(number) { return this.data.messages[this.steps[number - 1].message]; }
  /** @param {number} number */
  actorOf(number) { return this.messageOf(number).to; }
  /** The actor in whose lane a step is: its own, or in a meeting of others the first of these.
   * @param {number} number
   */
  laneOf(number) { return this.lanes[number - 1]; }
  /** @param {number} actor */
  hasLane(actor) { return this.stepsOf[actor].some((step) => this.laneOf(step) === actor); }
  /** @param {number} number */
  actorName(number) { return this.actors[this.actorOf(number)].name; }
  /** @param {Message} message */
  sender(message) { return this.data.names[message.from]; }
  /** The step that sent what a step receives: for one that goes on, the last it waited for; 0: the set-up.
   * @param {number} number
   * @returns {number | undefined}
   */
  sentIn(number) {
    const message = this.messageOf(number);
    const causes = this.step(number).causes || [];
    return message.continues && causes.length > 0 ? causes[causes.length - 1] : message.by;
  }
  /** @param {number} number */
  textOf(number) { return this.labelOf(this.messageOf(number)); }
  /** @param {Message} message */
  labelOf(message) { return message.text === "" ? "(goes on)" : message.text; }

  /**
   * Why a message cannot be delivered after a step; empty where it can.
   * @param {number} message
   * @param {number} after
   */
  heldBack(message, after) {
    let why = "";
    for (const [step, now] of this.holds.get(message) || []) {
      if (step > after) break;
      why = now;
    }
    return why;
  }

  /**
   * The messages that wait at an actor before a step, in order of sending.
   * @param {number} actor
   * @param {number} before
   */
  mailbox(actor, before) {
    return this.messagesTo[actor].filter((id) => {
      const { since } = this.data.messages[id];
      const taken = this.deliveredAt[id];
      return since !== undefined && since < before && (taken === 0 || taken >= before);
    });
  }

  /** The state of the actor before and after a step.
   * @param {number} number
   */
  states(number) {
    const actor = this.actorOf(number);
    const place = this.stepsOf[actor].indexOf(number);
    const earlier = this.stateAfter(actor, place);
    const before = apply(earlier, this.step(number).before);
    return { before, after: apply(before, this.step(number).after) };
  }

  /** The state of an actor after so many of its steps.
   * @param {number} actor
   * @param {number} count
   */
  stateAfter(actor, count) {
    const every = 64;
    const known = this.knownStates.get(actor) || new Map([[0, ""]]);
    this.knownStates.set(actor, known);
    let at = count - (count % every);
    while (!known.has(at)) at -= every;
    let text = known.get(at) || "";
    for (; at < count; ++at) {
      const step = this.step(this.stepsOf[actor][at]);
      text = apply(apply(text, step.before), step.after);
      if ((at + 1) % every === 0) known.set(at + 1, text);
    }
    return text;
  }

  /** The steps that a step directly depends on.
   * @param {number} number
   */
  dependsOn(number) {
    const step = this.step(number);
    const all = new Set(step.causes || []);
    for (const [, , conflicts] of step.touched || []) conflicts.forEach((other) => all.add(other));
    return all;
  }

  /** All steps that happened before a step.
   * @param {number} number
   * @returns {Set<number>}
   */
  past(number) {
    if (this.pastOf === number) return this.pastSteps;
    /** @type {Set<number>} */
    const found = new Set();
    const open = [number];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      for (const cause of this.dependsOn(at)) {
        if (!found.has(cause)) {
          found.add(cause);
          open.push(cause);
        }
      }
    }
    this.pastOf = number;
    this.pastSteps = found;
    return found;
  }
}

/**
 * Makes a text from the one before it.
 * @param {string} text
 * @param {Change} [change]
 */
function apply(text, change) {
  if (!change) return text;
  const [head, tail, middle] = change;
  return text.slice(0, head) + middle + (tail > 0 ? text.slice(text.length - tail) : "");
}
