import { normalizeOutput, outputMatches } from './compare-output.mjs';

/** @param {string} line */
const isGap = (line) => line.trim() === '…';

/** @param {string} expected @param {string} actual one line each */
const sameLine = (expected, actual) =>
  normalizeOutput(expected) === normalizeOutput(actual) || (expected.trim() !== '' && outputMatches(expected, actual));

/**
 * @param {readonly string[]} lines
 * @returns {string[][]} the lines between the gaps; empty parts at the ends stand for a gap there
 */
function partsOf(lines) {
  /** @type {string[][]} */
  const parts = [[]];
  for (const line of lines) {
    if (isGap(line)) parts.push([]);
    else parts.at(-1)?.push(line);
  }
  return parts;
}

/**
 * @param {readonly string[]} part
 * @param {readonly string[]} actual
 * @param {number} from
 * @returns {{start: number, end: number} | undefined} where the part stands now: from the first to the last line of it that
 *   was printed again
 */
function findPart(part, actual, from) {
  const found = part.map((line) => (line.trim() === '' ? -1 : actual.findIndex((printed, index) => index >= from && sameLine(line, printed))));
  const places = found.filter((index) => index >= 0);
  return places.length === 0 ? undefined : { start: Math.min(...places), end: Math.max(...places) + 1 };
}

/**
 * Printed lines, in the old wording where that still holds: dates, durations and `…` in a line stay as they stand in the page.
 * @param {readonly string[]} part
 * @param {readonly string[]} printed
 */
function inOldWords(part, printed) {
  let next = 0;
  return printed.map((line) => {
    const index = part.findIndex((old, at) => at >= next && sameLine(old, line));
    if (index < 0) return line;
    next = index + 1;
    return part[index] ?? line;
  });
}

/**
 * What an output block should hold now: what was printed, without the lines that the page leaves out by `…`.
 * @param {string} expected the page's text
 * @param {string} actual what was printed
 * @returns {string} text that matches `actual`; all of it where the parts of the page are not to be found any more
 */
export function mergeOutput(expected, actual) {
  const printed = actual.trimEnd().split('\n');
  const parts = partsOf(expected.trimEnd().split('\n'));
  /** @type {string[]} */
  const merged = [];
  let from = 0;
  for (const [index, part] of parts.entries()) {
    const [first, last] = [index === 0, index === parts.length - 1];
    if (!first) merged.push('…');
    if (part.length === 0) continue;
    const found = findPart(part, printed, from);
    if (!found && !(first && last)) return printed.join('\n');
    const start = first ? 0 : (found?.start ?? 0);
    const end = last ? printed.length : (found?.end ?? 0);
    merged.push(...inOldWords(part, printed.slice(start, end)));
    from = end;
  }
  const text = merged.join('\n');
  return outputMatches(text, actual) ? text : printed.join('\n');
}
