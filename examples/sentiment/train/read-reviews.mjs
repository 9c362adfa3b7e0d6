import { readFileSync } from 'node:fs';

/** Order of the model's scores. */
export const LABELS = /** @type {const} */ (['NEGATIVE', 'NEUTRAL', 'POSITIVE']);

/** @typedef {{readonly text: string, readonly label: string, readonly language: string}} Review */

/** @param {string} name @returns {readonly Review[]} the texts of a file in `data` */
export function readReviews(name) {
  const lines = readFileSync(new URL(`../data/${name}.ndjson`, import.meta.url), 'utf8')
    .trim()
    .split('\n');
  return lines.map((line) => JSON.parse(line));
}

/** @param {readonly number[]} scores @returns {number} the place of the highest */
export function highest(scores) {
  return scores.indexOf(Math.max(...scores));
}
