import type { Diagnostic } from '@assay/schema';

const TOKEN = /"(?:[^"\\]|\\.)*"|(?<number>-?\d[\d.eE+-]*)/gu;

/** For what stands in the file, of a line of any length. */
const SHOWN = 40;

/** What is wrong with a line, or a file, of JSON that has a number which is too large. */
export function unboundedNumber(text: string, place: (offset: number) => Diagnostic['location']): Diagnostic {
  let [offset, written] = [0, ''];
  for (const { index, groups } of text.matchAll(TOKEN)) {
    const number = groups?.['number'];
    if (number === undefined || Number.isFinite(Number(number))) continue;
    [offset, written] = [index, number.length > SHOWN ? `${number.slice(0, SHOWN)}…` : number];
    break;
  }
  return {
    severity: 'error',
    code: 'invalid-number',
    message: `the number ${written} is too large`,
    hint: 'write one from -1.8e308 to 1.8e308, or put it in quotes as a text',
    location: place(offset),
  };
}
