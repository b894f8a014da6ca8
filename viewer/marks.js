// What changed between two texts, word by word.

const comparedMax = 600;

/**
 * Splits a text into words, numbers and single signs.
 * @param {string} text
 * @returns {string[]}
 */
function words(text) {
  return text.match(/[\p{L}\p{N}_.]+|\s+|[^\s\p{L}\p{N}_.]/gu) || [];
}

/**
 * Finds the longest common subsequence; says of each word whether it is in it.
 * @param {string[]} before
 * @param {string[]} after
 * @returns {[boolean[], boolean[]]}
 */
function kept(before, after) {
  const width = after.length + 1;
  const best = new Uint16Array((before.length + 1) * width);
  for (let i = before.length - 1; i >= 0; --i) {
    for (let k = after.length - 1; k >= 0; --k) {
      best[i * width + k] = before[i] === after[k]
        ? best[(i + 1) * width + k + 1] + 1
        : Math.max(best[(i + 1) * width + k], best[i * width + k + 1]);
    }
  }
  const first = before.map(() => false);
  const second = after.map(() => false);
  for (let i = 0, k = 0; i < before.length && k < after.length;) {
    if (before[i] === after[k]) {
      first[i++] = true;
      second[k++] = true;
    } else if (best[(i + 1) * width + k] >= best[i * width + k + 1]) {
      ++i;
    } else {
      ++k;
    }
  }
  return [first, second];
}

/**
 * Marks what is only in one of two texts.
 * @param {string} before
 * @param {string} after
 * @returns {{before: {text: string, kind: string}[], after: {text: string, kind: string}[]}}
 */
function changes(before, after) {
  const one = words(visible(before));
  const other = words(visible(after));
  const shorter = Math.min(one.length, other.length);
  let head = 0;
  while (head < shorter && one[head] === other[head]) ++head;
  let tail = 0;
  while (tail < shorter - head && one[one.length - 1 - tail] === other[other.length - 1 - tail]) ++tail;
  const middle = [one.slice(head, one.length - tail), other.slice(head, other.length - tail)];
  const small = middle[0].length <= comparedMax && middle[1].length <= comparedMax;
  const flags = small ? kept(middle[0], middle[1]) : [middle[0].map(() => false), middle[1].map(() => false)];
  const pieces = (/** @type {string[]} */ all, /** @type {boolean[]} */ stays, /** @type {string} */ kind) => {
    /** @type {{text: string, kind: string}[]} */
    const made = [];
    all.forEach((text, i) => {
      const at = i - head;
      const marked = at >= 0 && at < stays.length && !stays[at] ? kind : "";
      const last = made[made.length - 1];
      if (last && last.kind === marked) last.text += text;
      else made.push({ text, kind: marked });
    });
    return made;
  };
  return { before: pieces(one, flags[0], "removed"), after: pieces(other, flags[1], "added") };
}
