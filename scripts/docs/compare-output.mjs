import { stripVTControlCharacters } from 'node:util';

/** `2/3 (66 %) 1 s: 2 passed, 0 failed` */
const PROGRESS = /^[\d,]+(?: done|\/[\d,]+ \(\d+ %\)) [^:]*: [\d,]+ passed, /u;

/**
 * Replaces what differs from run to run (durations, dates, run ids) by placeholders, in the page's text and in what was
 * printed alike, so that a page can show an output as it really looks. Lines that tell how far a run is are left out: how many there
 * are depends on how long it takes.
 * @param {string} text
 */
export function normalizeOutput(text) {
  return stripVTControlCharacters(text)
    .replaceAll('\r\n', '\n')
    .replaceAll(/(\bruns[/\\])[\w.:-]*\d[\w.:-]*/gu, '$1<run-id>')
    .replaceAll(/\b\d{4}-?\d\d-?\d\d[T_ -]?\d\d[:-]?\d\d[:-]?\d\d(?:[.,-]?\d{3})?Z?(?:-[\da-z]{4,})?\b/gu, '<date>')
    .replaceAll(/\b\d{4}-\d\d-\d\d\b/gu, '<date>')
    // `<1 ms` and `1 ms` are durations alike, and so are the two parts of `1 min 5 s`.
    .replaceAll(/(?<![\w.])<?(?:\d+(?:\.\d+)?\s?(?:ms|s|min|h)\b ?)+(?<! )/gu, '<duration>')
    .split('\n')
    .filter((line) => !PROGRESS.test(line))
    // The widths of columns follow the durations in them.
    .map((line) => line.trimEnd().replaceAll(/(?<=\S) {2,}/gu, '  '))
    .join('\n')
    .trim();
}

/** @param {string} text */
const escape = (text) => text.replaceAll(/[$()*+.?[\\\]^{|}]/gu, String.raw`\$&`);

/**
 * @param {string} expected the page's text: a line that is only `…` stands for any number of lines, `…` in a line for any text
 * @param {string} actual what was printed
 * @returns {boolean} whether both say the same after {@link normalizeOutput}
 */
export function outputMatches(expected, actual) {
  const lines = normalizeOutput(expected).split('\n');
  const patterns = lines.map((line) =>
    line.trim() === '…' ? '(?:[^\n]*\n)*' : `${line.split('…').map(escape).join('[^\n]*')}\n`,
  );
  return new RegExp(`^${patterns.join('')}$`, 'u').test(`${normalizeOutput(actual)}\n`);
}
