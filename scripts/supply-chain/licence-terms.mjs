/** Which licences the packages that Assay ships or installs may have. */

/** Terms that ask for no more than to be named. */
const ALLOWED = /^(?:MIT|MIT-0|ISC|0BSD|BSD-2-Clause|BSD-3-Clause|Apache-2\.0)$/u;

/**
 * Packages with other terms that somebody has read and found to be as free, each with the terms that were read.
 * @type {Readonly<Record<string, string>>}
 */
export const READ_AND_FOUND_FREE = {
  // Given to the public domain. Comes with the SDK of Anthropic.
  'fast-sha256': 'Unlicense',
};

/**
 * Whether an SPDX expression allows use under one of the terms above: `(MIT OR GPL-3.0)` does, `MIT AND GPL-3.0` does not.
 * @param {string} expression
 * @returns {boolean}
 */
export function isAllowed(expression) {
  const plain = expression.trim().replace(/^\((?<inner>[^()]*)\)$/u, '$<inner>');
  if (plain.includes('(')) return false;
  return plain
    .split(/\s+OR\s+/u)
    .some((choice) => choice.split(/\s+AND\s+/u).every((term) => ALLOWED.test(term.trim())));
}
